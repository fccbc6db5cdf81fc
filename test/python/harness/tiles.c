// AMX where there is none: its instructions are illegal there, and what they do
// is done by the signal's handler. To be preloaded (LD_PRELOAD); as many
// instructions as were emulated are written to the file that TILES_LOG names.
// After Intel's Software Developer's Manual: the encodings in volume 2, the
// state in volume 1, chapter 18.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { kTiles = 8, kRows = 16, kRowBytes = 64 };

static __thread uint8_t tiles[kTiles][kRows][kRowBytes];
static __thread uint8_t config[64]; // as LDTILECFG reads it; all zero: none
static long emulated;

static int rowsOf(int tile) { return config[48 + tile]; }

static int bytesOf(int tile) {
  uint16_t bytes;
  memcpy(&bytes, config + 16 + 2 * tile, sizeof bytes);
  return bytes;
}

/// An instruction in the three-byte VEX encoding.
struct Instruction {
  int prefix, opcode;   // prefix: 0 none, 1 66, 2 F3, 3 F2
  int reg, rm, other;   // numbers of registers
  int isMemory, length; // length in bytes
  uint64_t base, stride;
};

static uint64_t registerValue(const greg_t *registers, int number) {
  static const int places[] = {
      REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  return (uint64_t)registers[places[number]];
}

static int64_t displacement(const uint8_t *from, int bytes) {
  int32_t wide;
  if (bytes == 1)
    return (int8_t)*from;
  memcpy(&wide, from, sizeof wide);
  return wide;
}

/// 0 where it is none of AMX's.
static int decode(const uint8_t *code, const greg_t *registers,
                  struct Instruction *out) {
  if (code[0] != 0xC4 || (code[1] & 31) != 2 || code[2] & 0x84)
    return 0;
  int highIndex = code[1] & 0x40 ? 0 : 8, highBase = code[1] & 0x20 ? 0 : 8;
  int mod = code[4] >> 6, rm = code[4] & 7, length = 5;
  *out = (struct Instruction){.prefix = code[2] & 3,
                              .opcode = code[3],
                              .reg = (code[4] >> 3) & 7,
                              .rm = rm,
                              .other = ~(code[2] >> 3) & 7,
                              .isMemory = mod != 3};
  int bytes = mod == 1 ? 1 : mod == 2 ? 4 : 0;
  if (out->isMemory && rm == 4) { // base, index, scale
    uint8_t sib = code[length++];
    int base = sib & 7, index = ((sib >> 3) & 7) | highIndex;
    if (base == 5 && mod == 0)
      bytes = 4;
    else
      out->base = registerValue(registers, base | highBase);
    if (index != 4)
      out->stride = registerValue(registers, index) << (sib >> 6);
  } else if (out->isMemory && rm == 5 && mod == 0) { // behind the instruction
    bytes = 4;
    out->base = (uint64_t)(code + length + bytes);
  } else if (out->isMemory) {
    out->base = registerValue(registers, rm | highBase);
  }
  if (bytes)
    out->base += (uint64_t)displacement(code + length, bytes);
  out->length = length + bytes;
  return 1;
}

static void loadTile(const struct Instruction *in) {
  memset(tiles[in->reg], 0, sizeof tiles[in->reg]);
  for (int row = 0; row < rowsOf(in->reg); ++row)
    memcpy(tiles[in->reg][row], (void *)(in->base + row * in->stride),
           bytesOf(in->reg));
}

static void storeTile(const struct Instruction *in) {
  for (int row = 0; row < rowsOf(in->reg); ++row)
    memcpy((void *)(in->base + row * in->stride), tiles[in->reg][row],
           bytesOf(in->reg));
}

static float fromBf16(const uint8_t *place) {
  uint32_t bits = (uint32_t)place[1] << 24 | (uint32_t)place[0] << 16;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// What 32 bits of a row and of a column add to a sum: pairs of bf16.
static void addPairs(uint8_t *sum, const uint8_t *x, const uint8_t *y) {
  float value;
  memcpy(&value, sum, sizeof value);
  for (int i = 0; i < 4; i += 2)
    value += fromBf16(x + i) * fromBf16(y + i);
  memcpy(sum, &value, sizeof value);
}

/// The same for four signed bytes.
static void addQuads(uint8_t *sum, const uint8_t *x, const uint8_t *y) {
  int32_t value;
  memcpy(&value, sum, sizeof value);
  for (int i = 0; i < 4; ++i)
    value += (int8_t)x[i] * (int8_t)y[i];
  memcpy(sum, &value, sizeof value);
}

/// 0 where the shapes do not fit, which the processor refuses, too.
static int multiply(const struct Instruction *in,
                    void (*add)(uint8_t *, const uint8_t *, const uint8_t *)) {
  int c = in->reg, a = in->rm, b = in->other;
  if (rowsOf(a) != rowsOf(c) || bytesOf(b) != bytesOf(c) ||
      bytesOf(a) != 4 * rowsOf(b))
    return 0;
  for (int row = 0; row < rowsOf(c); ++row)
    for (int k = 0; k < rowsOf(b); ++k)
      for (int byte = 0; byte < bytesOf(c); byte += 4)
        add(tiles[c][row] + byte, tiles[a][row] + 4 * k, tiles[b][k] + byte);
  return 1;
}

static int execute(const struct Instruction *in) {
  enum { kConfigure = 0x49, kMove = 0x4B, kBf16 = 0x5C, kInt8 = 0x5E };
  if (in->opcode == kConfigure && in->prefix == 0) {
    memset(config, 0, sizeof config); // TILERELEASE
    memset(tiles, 0, sizeof tiles);
    if (in->isMemory)
      memcpy(config, (void *)in->base, sizeof config);
    return 1;
  }
  if (config[0] != 1)
    return 0;
  if (in->opcode == kConfigure && in->prefix == 3 && !in->isMemory)
    memset(tiles[in->reg], 0, sizeof tiles[in->reg]);
  else if (in->opcode == kMove && in->prefix == 3)
    loadTile(in);
  else if (in->opcode == kMove && in->prefix == 2)
    storeTile(in);
  else if (in->opcode == kBf16 && in->prefix == 2)
    return multiply(in, addPairs);
  else if (in->opcode == kInt8 && in->prefix == 3)
    return multiply(in, addQuads);
  else
    return 0;
  return 1;
}

static void onIllegal(int number, siginfo_t *info, void *context) {
  (void)info;
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  struct Instruction in;
  if (!decode((uint8_t *)registers[REG_RIP], registers, &in) || !execute(&in)) {
    signal(number, SIG_DFL); // comes again, and ends the process
    return;
  }
  __atomic_fetch_add(&emulated, 1, __ATOMIC_RELAXED);
  registers[REG_RIP] += in.length;
}

static void writeLog(void) {
  const char *path = getenv("TILES_LOG");
  FILE *file = path && emulated ? fopen(path, "w") : NULL;
  if (!file)
    return;
  fprintf(file, "%ld\n", emulated);
  fclose(file);
}

__attribute__((constructor)) static void install(void) {
  struct sigaction action = {.sa_sigaction = onIllegal,
                             .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGILL, &action, NULL);
  atexit(writeLog);
}

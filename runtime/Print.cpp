// Callbacks of kernels: assert and print.
// Formats as Triton's GPU backends do, so that output can be compared.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ForkSafe.h"
#include "triton-shared/Runtime/KernelABI.h"
#include "triton-shared/Runtime/KernelExit.h"
#include "triton-shared/Runtime/RunContext.h"
#include "triton-shared/Runtime/SmallFloat.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>

namespace mlir::tts::runtime {
namespace {

/// Whole lines of one thread at a time.
void write(const std::string &text) {
  std::lock_guard<std::mutex> lock(forkSafe<std::mutex>());
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

unsigned elementBytes(int32_t code) {
  switch (code) {
  case TTS_I16:
  case TTS_F16:
  case TTS_BF16:
    return 2;
  case TTS_I32:
  case TTS_F32:
    return 4;
  case TTS_I64:
  case TTS_F64:
  case TTS_PTR:
    return 8;
  default:
    return 1;
  }
}

bool isInteger(int32_t code) { return code >= TTS_I1 && code <= TTS_I64; }

double toDouble(int32_t code, uint64_t bits) {
  switch (code) {
  case TTS_F64: {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  case TTS_F32:
    return floatFromBits(static_cast<uint32_t>(bits));
  case TTS_F16:
    return decodeSmallFloat(bits, kHalf);
  case TTS_BF16:
    return floatFromBits(static_cast<uint32_t>(bits) << 16);
  case TTS_F8E4M3FN:
    return decodeSmallFloat(bits, kE4M3FN);
  case TTS_F8E5M2:
    return decodeSmallFloat(bits, kE5M2);
  case TTS_F8E4M3FNUZ:
    return decodeSmallFloat(bits, kE4M3FNUZ);
  case TTS_F8E5M2FNUZ:
    return decodeSmallFloat(bits, kE5M2FNUZ);
  default:
    return decodeSmallFloat(bits, kE4M3B15);
  }
}

void appendValue(std::string &out, int32_t code, int32_t flags,
                 const char *element) {
  unsigned bytes = elementBytes(code);
  uint64_t bits = 0;
  std::memcpy(&bits, element, bytes); // little-endian hosts only, as LLVM JITs
  char text[400];                     // %f of a double needs up to 317
  if (code == TTS_PTR) {
    std::snprintf(text, sizeof(text), "0x%" PRIx64, bits);
  } else if (flags & TTS_PRINT_HEX) {
    // GPUs pass narrow numbers as 32 bits, with their sign.
    unsigned shift = 64 - 8 * bytes;
    if (flags & TTS_PRINT_SIGNED && isInteger(code) && bytes < 4)
      bits =
          static_cast<uint32_t>(static_cast<int64_t>(bits << shift) >> shift);
    std::snprintf(text, sizeof(text), "0x%0*" PRIx64, int(bytes) * 2, bits);
  } else if (!isInteger(code)) {
    std::snprintf(text, sizeof(text), "%f", toDouble(code, bits));
  } else if (code == TTS_I1) {
    std::snprintf(text, sizeof(text), "%d", int(bits & 1));
  } else if (flags & TTS_PRINT_SIGNED) {
    unsigned shift = 64 - 8 * bytes;
    int64_t value = static_cast<int64_t>(bits << shift) >> shift;
    std::snprintf(text, sizeof(text), "%" PRId64, value);
  } else {
    std::snprintf(text, sizeof(text), "%" PRIu64, bits);
  }
  out += text;
}

/// ceil(log10(dim)), the width GPU backends pad an index to.
int indexWidth(int64_t dim) {
  int width = 0;
  for (int64_t power = 1; power < dim; power *= 10)
    ++width;
  return width;
}

} // namespace

} // namespace mlir::tts::runtime

using namespace mlir::tts::runtime;

extern "C" void tts_rt_assert(void *rt, const char *where, int32_t x, int32_t y,
                              int32_t z) {
  static_cast<RunContext *>(rt)->fail(Failure::Assertion, where, x, y, z);
  leaveKernel();
}

extern "C" void tts_rt_print(void *, const char *prefix, int32_t x, int32_t y,
                             int32_t z, int32_t operand, int32_t operandCount,
                             int32_t code, int32_t flags, int32_t rank,
                             const int64_t *shape, const void *data) {
  char pid[64];
  std::snprintf(pid, sizeof(pid), "pid (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")",
                uint32_t(x), uint32_t(y), uint32_t(z));
  std::string out;
  if (operandCount == 0) {
    out.append(pid).append(prefix).append("\n");
    return write(out);
  }
  int64_t count = 1;
  for (int32_t d = 0; d < rank; ++d)
    count *= shape[d];
  const char *element = static_cast<const char *>(data);
  for (int64_t i = 0; i < count; ++i, element += elementBytes(code)) {
    out.append(pid).append(" idx (");
    int64_t inner = count;
    for (int32_t d = 0; d < rank; ++d) {
      inner /= shape[d];
      char index[32];
      std::snprintf(index, sizeof(index), "%s%*" PRId64, d ? ", " : "",
                    indexWidth(shape[d]), (i / inner) % shape[d]);
      out += index;
    }
    out.append(")").append(prefix);
    if (operandCount > 1)
      out.append("(operand ").append(std::to_string(operand)).append(") ");
    appendValue(out, code, flags, element);
    out += '\n';
    if (out.size() > (64 << 10)) { // bounded: blocks may be large
      write(out);
      out.clear();
    }
  }
  if (!out.empty())
    write(out);
}

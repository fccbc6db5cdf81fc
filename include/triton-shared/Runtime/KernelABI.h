// What compiled kernels and the runtime agree on.
// The entry point of a compiled kernel and the functions it may call back.
// Plain C: the code generator emits calls by these names and types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_KERNELABI_H
#define TRITON_SHARED_RUNTIME_KERNELABI_H

#include <stdint.h>

// C names: kernels link to them as they stand.
// NOLINTBEGIN(readability-identifier-naming)

#ifdef __cplusplus
extern "C" {
#endif

/// Runs programs first..last-1 of the grid, linearised with x fastest.
/// `args`: one 8-byte slot per argument, scalars in the low bytes.
/// `arena`: 64-byte aligned scratch of this thread; what a call leaves there is
/// found by the next call of the same launch on the thread. `rt`: for the
/// callbacks; it starts with 8 bytes that no other launch has.
typedef void (*tts_kernel_fn)(const void *args, const int32_t grid[3],
                              int64_t first, int64_t last, char *arena,
                              void *rt);

/// Records the first failed assertion of a launch and leaves the kernel: does
/// not return. `where` is a JSON object in static storage with the keys
/// "message", "file", "line" and "func".
void tts_rt_assert(void *rt, const char *where, int32_t x, int32_t y,
                   int32_t z);

/// Called in each turn of a loop that may wait for another program, by kernels
/// that use tts_rt_programs. The thread runs others meanwhile once that takes
/// long; the kernel is left if the launch has failed. `works` is not 0 if a
/// turn does more than look at what others write: the loop may then be one that
/// takes work from a queue, which is not worth leaving often.
void tts_rt_wait(void *rt, int32_t works);

/// The programs that a thread has been given and has not begun.
typedef struct {
  int64_t next, end;
} tts_programs;

/// Called first by kernels whose programs may wait for one another: what their
/// thread has been given. In place of `first` and `last`, which say nothing
/// then, they take the program `next` from it, and increase it, as long as it
/// is less than `end`. Either may change whenever a program waits.
tts_programs *tts_rt_programs(void *rt);

/// The same for kernels whose numbers of programs already keep those together
/// that wait for the same lock: each thread is given numbers that follow each
/// other.
tts_programs *tts_rt_locked_programs(void *rt);

/// Called before atomics on a block of elements anywhere: not 0 if the calling
/// thread now has its turn, which the launch's threads take where they keep
/// ending each other's transactions. Until then it waits.
int32_t tts_rt_take_turn(void *rt);

/// Called after them, with that answer: how many transactions were tried, and
/// how many of those other threads ended.
void tts_rt_end_turn(void *rt, int32_t taken, int32_t tried, int32_t ended);

/// Called before `bytes` of a large output are written at `address`. Not 0 if
/// the memory had been touched before this launch: the output then gains from
/// stores that bypass the caches; if not, from huge pages, which are asked for
/// as long as that saves time. The first answer holds for the whole launch.
int32_t tts_rt_resident(void *rt, const void *address, int64_t bytes);

/// Where `rt` has the answer, 32 bits, once there is one; less than 0 before.
#define TTS_CONTEXT_RESIDENT 8

/// Where `rt` says, in 32 bits that do not change, whether the threads' cores
/// lie apart: what one has written then takes longer to the other than by way
/// of the memory. 0 in launches whose programs do not wait for one another.
#define TTS_CONTEXT_APART 12

/// Where a kernel writes, in 32 bits, how many programs that follow each other
/// it does at once, if it is given so many together and can do several.
#define TTS_CONTEXT_JOINS 16

/// Which of `count` slots holds what `key` names, or else is to hold it from
/// now on. `key`: `words` words, of which the first one is the launch's.
/// `table`: 1 + count * (1 + words) words that nobody else writes, of any
/// content when the launch begins. What was asked for long ago makes room;
/// where programs ask for more than there is room for again and again, all but
/// one slot stay.
int64_t tts_rt_slot(int64_t *table, int64_t count, const int64_t *key,
                    int64_t words);

/// Locks for updates of more memory than the processor changes at once, or
/// null. Each is a 32-bit word, 1 where it is taken, at the start of
/// TTS_ROW_LOCK_BYTES. All launches that get them get the same; nothing that
/// they change may be changed atomically without locks meanwhile, so launches
/// that call `tts_rt_element_atomics` wait until those with locks have ended,
/// and none is given locks before they have ended in turn: null says so, and
/// the caller uses atomics. The first answer holds for the whole launch. Who
/// has locks must not wait for what others write.
enum { TTS_ROW_LOCKS = 4096, TTS_ROW_LOCK_BYTES = 16 };
char *tts_rt_row_locks(void *rt);

/// Takes a lock that was found taken.
void tts_rt_row_lock(uint32_t *lock);

/// Called before the first program by kernels that use atomics without locks.
void tts_rt_element_atomics(void *rt);

/// Element types of printed data.
enum tts_element_code {
  TTS_PTR = 0,
  TTS_I1 = 1, // one byte each
  TTS_I8 = 2,
  TTS_I16 = 3,
  TTS_I32 = 4,
  TTS_I64 = 5,
  TTS_F16 = 6,
  TTS_BF16 = 7,
  TTS_F32 = 8,
  TTS_F64 = 9,
  TTS_F8E4M3FN = 10,
  TTS_F8E5M2 = 11,
  TTS_F8E4M3FNUZ = 12,
  TTS_F8E5M2FNUZ = 13,
  TTS_F8E4M3B11FNUZ = 14,
};

enum tts_print_flags { TTS_PRINT_HEX = 1, TTS_PRINT_SIGNED = 2 };

/// Prints one operand of a tt.print, a line per element:
/// `pid (x, y, z) idx (i, j)<prefix>(operand n) value`. `data` holds the
/// elements contiguously, row-major; rank 0 is a scalar. A tt.print without
/// operands is one call with `operand_count` 0.
void tts_rt_print(void *rt, const char *prefix, int32_t x, int32_t y, int32_t z,
                  int32_t operand, int32_t operand_count, int32_t element_code,
                  int32_t flags, int32_t rank, const int64_t *shape,
                  const void *data);

#ifdef __cplusplus
}
#endif
// NOLINTEND(readability-identifier-naming)

#endif // TRITON_SHARED_RUNTIME_KERNELABI_H

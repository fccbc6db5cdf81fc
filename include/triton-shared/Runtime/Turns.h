// Programs that wait let others run.
// A program may wait for any other one of its launch, also for one that has not
// begun and that no free thread is left for. So that it always gets what it
// waits for, its thread then lets others begin or go on, in turns, each on a
// stack of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_TURNS_H
#define TRITON_SHARED_RUNTIME_TURNS_H

#include "triton-shared/Runtime/KernelABI.h"
#include "triton-shared/Runtime/RunContext.h"

#include <cstddef>
#include <cstdint>

namespace mlir::tts::runtime {

/// The programs of a launch, given out to the threads that ask.
struct ProgramSource {
  tts_kernel_fn function;
  const void *args;
  const int32_t *grid;
  RunContext &context;
  std::size_t arenaBytes;
  /// Some programs that nobody has been given; false if there are none.
  bool (*take)(void *data, tts_programs &programs);
  void *data;
};

/// Runs the programs `first`, and then those that `source` gives, on this
/// thread until there is none left and all that began here are done; says how
/// many. One at a time uses `arena`, those beside it scratch that is made for
/// them. No other thread runs what was given to this one, which begins more of
/// it whenever its programs have waited in vain, as long as there is memory.
int64_t runInTurns(const ProgramSource &source, tts_programs first,
                   char *arena);

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_TURNS_H

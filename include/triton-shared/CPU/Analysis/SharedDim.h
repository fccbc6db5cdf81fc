// A dim that blocks have in common: lane i along it is made of lanes i.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_ANALYSIS_SHAREDDIM_H
#define TRITON_SHARED_CPU_ANALYSIS_SHAREDDIM_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tts::cpu {

/// The sizes of a tensor or of what an access goes through; empty for scalars.
ArrayRef<int64_t> blockShape(Value v);
/// How many elements that makes.
int64_t blockSize(Value v);

/// Is it a range of numbers, perhaps with more dims?
bool isRange(Value v);

/// Says to `mark` which other blocks that `op` takes or gives have a dim in
/// common with dim `dim` of `v`, which is one of them, and which dim that is.
/// False if `mark` says so, or if `op` takes lanes of several places together.
/// Operations of control flow are left to the caller, who asks about others.
bool spreadDim(Operation *op, Value v, int dim,
               llvm::function_ref<bool(Value, int)> mark);

} // namespace mlir::tts::cpu

#endif

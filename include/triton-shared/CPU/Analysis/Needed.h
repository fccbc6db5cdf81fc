// What becomes of the elements of a block: which part of it is needed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_ANALYSIS_NEEDED_H
#define TRITON_SHARED_CPU_ANALYSIS_NEEDED_H

#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include <optional>

namespace mlir::tts::cpu {

/// A dim of what an access goes through.
struct AccessDim {
  tts::MakeBlockOp block;
  int dim;
};

/// The accesses that write all that is ever made of `v`, where position i of
/// the given dim is made of positions i along `dim` alone: no position that
/// none of these writes is needed. None if there may be another use, or a loop
/// that carries it writes it within bounds that change.
std::optional<SmallVector<AccessDim>> writtenAlong(Value v, int dim);

/// The access that `v` is loaded by, and which dim of that runs along `dim`, if
/// `v` is zero wherever that access does not reach.
std::optional<AccessDim> zeroBeyond(Value v, int dim);

} // namespace mlir::tts::cpu

#endif

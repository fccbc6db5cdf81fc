// Makes loops and branches carry scalars where they carry blocks of indices or
// pointers that only move by scalars.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CONVERSION_TRITONTOSTRUCTURED_CARRIEDSCALARS_H
#define TRITON_SHARED_LIB_CONVERSION_TRITONTOSTRUCTURED_CARRIEDSCALARS_H

#include "Materializer.h"

namespace mlir::tts {

/// A block (or a pointer) carried by scf.for, scf.while, scf.if or
/// scf.index_switch that always equals a block from outside plus a scalar is
/// replaced by that scalar, an index:
///
///   %r = scf.for ... iter_args(%p = %start) -> tensor<8x!tt.ptr<f32>> {
///     %next = tt.addptr %p, %splat_of_step
///     scf.yield %next
///
/// becomes
///
///   %r = scf.for ... iter_args(%d = %c0) -> index {
///     %p = tt.addptr %start, splat(%d)
///     %next = arith.addi %d, %step
///     scf.yield %next
///
/// What moves in any other way stays as it is.
void carryScalars(Block &body, AccessAnalysis &analysis,
                  Materializer &materializer);

} // namespace mlir::tts

#endif

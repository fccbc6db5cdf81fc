// Loops that read long rows piece by piece, and could do so for some rows after
// the others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_WALK_ROWBANDS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_WALK_ROWBANDS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mlir::tts::cpu {

/// Rows that the hardware fetches ahead in at once: a band.
constexpr int64_t kRowBand = 8;

/// What a loop does for rows that have nothing to do with each other.
struct RowBands {
  int64_t rows = 0; // in all
  /// The dim of rows of each block in the loop that has one. Others are the
  /// same for all rows.
  DenseMap<Value, int> dims;
};

/// A loop that goes along many rows at once reads a short piece of each, and
/// then the next pieces. The hardware fetches ahead in some eight places, and
/// rows that are a power of two apart are in each other's way in the caches. So
/// it is better gone through several times, each time for a band of rows: which
/// is possible where it only reads, and no row depends on another.
std::optional<RowBands> findRowBands(scf::ForOp loop);

} // namespace mlir::tts::cpu

#endif

// What exchanges the halves of a block along a dim of two, as `tl.sort`,
// `tl.topk`, `tl.flip` and TorchInductor write it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKREWRITES_HALVES_H
#define TRITON_SHARED_LIB_CPU_BLOCKREWRITES_HALVES_H

#include "triton-shared/CPU/Analysis/Exchange.h"

namespace mlir::tts::cpu {

/// A bit of the position, or its opposite.
struct PositionBit {
  int64_t bit;
  bool isOpposite = false;
};

/// The bit that `v` is of the positions of a block of `shape`, to which it may
/// have to be broadcast.
std::optional<PositionBit> positionBit(Value v, ArrayRef<int64_t> shape);

/// What an operation takes from other positions of a block.
struct Moved {
  Value block;
  Exchange exchange;
  Operation *extension = nullptr; // of what is taken
  Operation *product = nullptr;   // that chose it
  Operation *sum = nullptr;       // of it and the other one
};

/// What `op` takes from other positions, if it does nothing else.
std::optional<Moved> movedBy(Operation *op);

} // namespace mlir::tts::cpu

#endif // TRITON_SHARED_LIB_CPU_BLOCKREWRITES_HALVES_H

// Other bounds for an access.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AccessBounds.h"

namespace mlir::tts::cpu {

void replaceUpper(MakeBlockOp block, ArrayRef<OpFoldResult> upper) {
  OpBuilder b(block);
  auto own = MakeBlockOp::create(
      b, block.getLoc(), block.getType(), block.getBase(), block.getOffset(),
      block.getMixedStrides(), block.getMixedLower(), upper,
      block.getWrapDims(), block.getWrapStarts(), block.getWrapModuli(),
      block.getClipDims(), block.getGather(), block.getMask());
  block.replaceAllUsesWith(own.getResult());
  block.erase();
}

} // namespace mlir::tts::cpu

// Products that are to be rounded once with the sums that they go into.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_FUSEDPRODUCTS_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_FUSEDPRODUCTS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::tts {

/// Moves products that a sum in the same block may contract to that sum.
/// Instructions are selected block by block, and a masked access between the
/// two may become several blocks: where only some lanes are stored, results
/// would be rounded otherwise than where all are.
void keepProductsWithSums(llvm::Module &module);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_FUSEDPRODUCTS_H

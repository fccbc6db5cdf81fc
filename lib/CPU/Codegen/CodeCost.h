// How much machine code becomes of IR.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_CODECOST_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_CODECOST_H

#include <cstddef>

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace mlir::tts {

/// About how many machine instructions a block becomes, which is what the time
/// to emit it goes by. One for each register of 256 bits of the result; more
/// for what is done lane by lane or needs a sequence, nothing for addresses.
/// The weights were fitted to 103 functions for AVX2, to 6 % in the middle.
size_t codeCost(const llvm::BasicBlock &block);
size_t codeCost(const llvm::Function &function);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_CODECOST_H

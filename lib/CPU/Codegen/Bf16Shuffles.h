// Shuffles of bf16.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_BF16SHUFFLES_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_BF16SHUFFLES_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::tts {

/// Makes shuffles and selects of bf16 work on the bits. On CPUs with arithmetic
/// in fp16, LLVM 22 shuffles bf16 as fp16, and has no instruction for a
/// constant taken from one to the other ("Cannot select: f16 = bitcast
/// ConstantFP:bf16"). Without AVX512 it takes selects apart, element by
/// element.
void shuffleBf16AsIntegers(llvm::Module &module);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_BF16SHUFFLES_H

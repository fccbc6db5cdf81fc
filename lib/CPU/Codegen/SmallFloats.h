// Operations on bf16 and fp16 that LLVM has no vector instructions for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_SMALLFLOATS_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_SMALLFLOATS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::tts {

/// Rewrites what LLVM 22 would take apart, lane by lane, or not select at all.
///
/// Shuffles, selects, signs and phis of bf16 work on the bits. On CPUs with
/// arithmetic in fp16, bf16 is shuffled as fp16, and there is no instruction
/// for a constant taken from one to the other ("Cannot select: f16 = bitcast
/// ConstantFP:bf16"); without AVX512-BF16, selects, signs and what goes from
/// one block to another are taken apart.
///
/// Rounding to integers, roots and extrema of fp16 go through fp32 on x86
/// without arithmetic in fp16. They may have been written in fp32: InstCombine
/// makes `fptrunc (floor (fpext x))` a floor of fp16.
void rewriteSmallFloats(llvm::Module &module,
                        const llvm::TargetMachine &machine);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_SMALLFLOATS_H

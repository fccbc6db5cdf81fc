// What all op families of the tt dialect share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONOPBASE_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONOPBASE_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "triton-shared/Dialect/Triton/IR/TritonAttributes.td"
include "triton-shared/Dialect/Triton/IR/TritonDialect.td"
include "triton-shared/Dialect/Triton/IR/TritonEnums.td"
include "triton-shared/Dialect/Triton/IR/TritonTypes.td"

// Blocks have a static shape, a power-of-two number of elements, and at most
// 2^20 of them.
def TT_BlockSizeTrait : NativeOpTrait<"BlockSizeTrait"> {
  let cppNamespace = "::mlir::triton";
}

// Memory that all programs of the launch share.
def TT_GlobalMemory : Resource<"::mlir::triton::GlobalMemory">;

class TT_Op<string mnemonic, list<Trait> traits = []>
    : Op<Triton_Dialect, mnemonic, !listconcat(traits, [TT_BlockSizeTrait])>;

// One result element depends on the operand elements of the same position.
class TT_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : TT_Op<mnemonic, !listconcat([Pure, SameOperandsAndResultShape],
                                  ElementwiseMappable.traits, traits)>;

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONOPBASE_TD

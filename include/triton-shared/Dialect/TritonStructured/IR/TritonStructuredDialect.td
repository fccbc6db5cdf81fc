// The tts dialect and its type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TRITONSTRUCTUREDDIALECT_TD
#define TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TRITONSTRUCTUREDDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"

def TritonStructured_Dialect : Dialect {
  let name = "tts";
  let cppNamespace = "::mlir::tts";
  let summary = "structured memory accesses of Triton programs";
  let description = [{
    The public stop between pointer analysis and code generation. Where `tt`
    loads through a tensor of computed pointers under a computed mask, `tts`
    says what is known about the access: a base, an offset, a stride for each
    dimension, a box of active lanes; and what is left: a term of computed
    offsets (gather), a computed mask.

    All accesses act on whole blocks, in program order; inactive lanes touch no
    memory. An i1 element takes a byte.
  }];
  let dependentDialects = ["::mlir::triton::TritonDialect",
                           "::mlir::arith::ArithDialect"];
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Adds the generated types; called by the dialect's initializer.
    void registerTypes();
  }];
}

def TTS_BlockType : TypeDef<TritonStructured_Dialect, "Block"> {
  let mnemonic = "block";
  let summary = "the addresses and the predicate of one access";
  let description = [{
    `!tts.block<64x32xf32>` stands for 64x32 lanes, each with the address of an
    f32 and a bit that says whether it is active. `!tts.block<f32>` has one
    lane: the access of a scalar.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType), [{
      return $_get(elementType.getContext(), shape, elementType);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    /// The type of a loaded or stored value: a ranked tensor, or the element
    /// type when the rank is 0.
    ::mlir::Type getTensorType() const;
  }];
}

#endif // TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TRITONSTRUCTUREDDIALECT_TD

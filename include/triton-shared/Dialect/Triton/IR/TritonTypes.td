// Types of the tt dialect and the type constraints of its operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONTYPES_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonTypeConstraints.td"
include "triton-shared/Dialect/Triton/IR/TritonDialect.td"

class TT_TypeDef<string name, string typeMnemonic>
    : TypeDef<Triton_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def TT_PtrType : TT_TypeDef<"Pointer", "ptr"> {
  let summary = "pointer to a scalar, or (block pointer) to a block";
  let description = [{
    `!tt.ptr<f32>` points to elements of a buffer in address space 1;
    `!tt.ptr<f32, 3>` names another address space. Triton 3.9 and later write
    `!tt.ptr<f32, "constant">` for what a kernel only reads (`tl.const`), which
    is read as `!tt.ptr<f32>`. The pointee `f32` may be any integer, float or
    pointer type; `!tt.ptr<tensor<8x8xf32>>` is a *block pointer*, the result of
    `tt.make_tensor_ptr`.
  }];
  let parameters = (ins "::mlir::Type":$pointeeType, "int":$addressSpace);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointeeType,
                                        CArg<"int", "1">:$addressSpace), [{
      return $_get(pointeeType.getContext(), pointeeType, addressSpace);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let skipDefaultBuilders = 1;
  let genVerifyDecl = 1;
}

def TT_TensorDescType : TT_TypeDef<"TensorDesc", "tensordesc"> {
  let summary = "descriptor of a tensor in memory";
  let description = [{
    `!tt.tensordesc<tensor<8x32xf16>>` describes a strided tensor in memory
    that is accessed in blocks of 8x32. Triton 3.8 and later write
    `!tt.tensordesc<8x32xf16>`; both are read, the former is printed. Integer
    elements may be signed or unsigned (`ui8`): the sign matters to
    `tt.descriptor_reduce` only.
  }];
  let parameters = (ins "::mlir::RankedTensorType":$blockType);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::mlir::RankedTensorType":$blockType), [{
      return $_get(blockType.getContext(), blockType);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Shape and element type of one access.
    ::llvm::ArrayRef<int64_t> getShape() const {
      return getBlockType().getShape();
    }
    ::mlir::Type getElementType() const {
      return getBlockType().getElementType();
    }
    /// The type of a loaded block: integers lose their sign.
    ::mlir::RankedTensorType getSignlessBlockType() const;
  }];
}

// Scalars.
def TT_Float : AnyTypeOf<[F8E4M3FN, F8E4M3FNUZ, F8E4M3B11FNUZ, F8E5M2,
                          F8E5M2FNUZ, F8E8M0FNU, F16, BF16, F32, F64],
                         "floating-point">;
def TT_Int : AnyTypeOf<[I<1>, I<4>, I8, I16, I32, I64], "integer">;

def TT_Ptr : DialectType<Triton_Dialect,
    And<[CPred<"::mlir::isa<::mlir::triton::PointerType>($_self)">,
         CPred<"!::mlir::triton::isTensorPointerType($_self)">]>,
    "pointer to a scalar", "::mlir::triton::PointerType">;
def TT_TensorPtr : DialectType<Triton_Dialect,
    CPred<"::mlir::triton::isTensorPointerType($_self)">,
    "pointer to a block", "::mlir::triton::PointerType">;

// Blocks.
def TT_FloatTensor : RankedTensorOf<[TT_Float]>;
def TT_IntTensor : RankedTensorOf<[TT_Int]>;
def TT_BoolTensor : RankedTensorOf<[I1]>;
def TT_I32Tensor : RankedTensorOf<[I32]>;
def TT_FpIntTensor : RankedTensorOf<[TT_Float, TT_Int]>;
def TT_PtrTensor : RankedTensorOf<[TT_Ptr]>;
def TT_Tensor : RankedTensorOf<[TT_Float, TT_Int, TT_Ptr]>;

// Scalars or blocks.
def TT_FloatLike : AnyTypeOf<[TT_Float, TT_FloatTensor]>;
def TT_IntLike : AnyTypeOf<[TT_Int, TT_IntTensor]>;
def TT_BoolLike : AnyTypeOf<[I1, TT_BoolTensor]>;
def TT_I64Like : AnyTypeOf<[I64, RankedTensorOf<[I64]>]>;
def TT_PtrLike : AnyTypeOf<[TT_Ptr, TT_PtrTensor]>;
def TT_Type : AnyTypeOf<[TT_FloatLike, TT_IntLike, TT_PtrLike, TT_TensorPtr]>;

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONTYPES_TD

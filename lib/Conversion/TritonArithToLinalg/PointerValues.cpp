// Pointers that are values become i64 addresses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Builders.h"

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tts {
namespace {

bool isPointer(Type type) {
  return isa<triton::PointerType>(getElementTypeOrSelf(type));
}

/// Bytes between neighbouring elements in memory.
int64_t bytesPerElement(triton::PointerType pointer) {
  Type pointee = pointer.getPointeeType();
  if (isa<triton::PointerType>(pointee))
    return 8;
  return (pointee.getIntOrFloatBitWidth() + 7) / 8;
}

/// The address that a pointer stands for which the conversion has made: it
/// hands those over where several casts are of one pointer.
Value addressBehind(Value value) {
  Operation *op = value.getDefiningOp();
  if (isPointer(value.getType()) &&
      isa_and_nonnull<triton::IntToPtrOp, UnrealizedConversionCastOp>(op))
    return op->getOperand(0);
  return value;
}

/// !tt.ptr -> i64, also as element of blocks and of accesses.
struct AddressConverter : TypeConverter {
  AddressConverter() {
    addConversion([](Type type) { return type; });
    addConversion([](triton::PointerType type) -> Type {
      return IntegerType::get(type.getContext(), 64);
    });
    addConversion([](RankedTensorType type) -> Type {
      if (!isPointer(type))
        return type;
      return type.clone(IntegerType::get(type.getContext(), 64));
    });
    addConversion([](BlockType type) -> Type {
      if (!isa<triton::PointerType>(type.getElementType()))
        return type;
      return BlockType::get(type.getContext(), type.getShape(),
                            IntegerType::get(type.getContext(), 64));
    });
    addSourceMaterialization([](OpBuilder &b, Type type, ValueRange inputs,
                                Location loc) -> Value {
      if (!isPointer(type))
        return {};
      return triton::IntToPtrOp::create(b, loc, type, addressBehind(inputs[0]));
    });
    addTargetMaterialization(
        [](OpBuilder &b, Type type, ValueRange inputs, Location loc) -> Value {
          if (!isPointer(inputs[0].getType()))
            return {};
          return triton::PtrToIntOp::create(b, loc, type, inputs[0]);
        });
  }
};

/// Ops that only pass values on: the same op on addresses.
struct PassOn : ConversionPattern {
  PassOn(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (op->getNumRegions() != 0)
      return rewriter.notifyMatchFailure(op, "regions need their own pattern");
    OperationState state(op->getLoc(), op->getName(), operands, {},
                         op->getAttrs());
    if (failed(typeConverter->convertTypes(op->getResultTypes(), state.types)))
      return rewriter.notifyMatchFailure(op, "a type has no address form");
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

/// scf.index_switch, which upstream's structural conversions leave out.
struct IndexSwitchOfAddresses : ConversionPattern {
  IndexSwitchOfAddresses(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, scf::IndexSwitchOp::getOperationName(), 2,
                          context) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    OperationState state(op->getLoc(), op->getName(), operands, {},
                         op->getAttrs());
    if (failed(typeConverter->convertTypes(op->getResultTypes(), state.types)))
      return rewriter.notifyMatchFailure(op, "a type has no address form");
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *converted = rewriter.create(state);
    for (auto [from, to] : llvm::zip(op->getRegions(), converted->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.end());
    rewriter.replaceOp(op, converted->getResults());
    return success();
  }
};

/// The address is the value: int_to_ptr, ptr_to_int, bitcasts of pointers.
template <typename Op> struct Forward : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSrc());
    return success();
  }
};

struct AddPtrToAdd : OpConversionPattern<triton::AddPtrOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(triton::AddPtrOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = adaptor.getPtr().getType();
    auto pointer =
        cast<triton::PointerType>(getElementTypeOrSelf(op.getPtr().getType()));
    Value offset = adaptor.getOffset();
    if (getElementTypeOrSelf(offset.getType()).getIntOrFloatBitWidth() < 64)
      offset = arith::ExtSIOp::create(rewriter, loc, type, offset);
    Value bytes = arith::MulIOp::create(
        rewriter, loc, offset,
        buildInt(rewriter, loc, type, bytesPerElement(pointer)));
    rewriter.replaceOpWithNewOp<arith::AddIOp>(op, adaptor.getPtr(), bytes);
    return success();
  }
};

/// An access to pointers in memory is one to i64; its base keeps a pointer
/// type, made from the address anew.
struct MakeBlockOfAddresses : OpConversionPattern<MakeBlockOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MakeBlockOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type base = op.getBase().getType();
    auto pointer = cast<triton::PointerType>(getElementTypeOrSelf(base));
    Type toInt = triton::PointerType::get(rewriter.getI64Type(),
                                          pointer.getAddressSpace());
    if (auto tensor = dyn_cast<RankedTensorType>(base))
      toInt = tensor.clone(toInt);
    SmallVector<Value> operands(op->getOperands());
    operands[0] = triton::IntToPtrOp::create(rewriter, op.getLoc(), toInt,
                                             adaptor.getBase());
    OperationState state(op.getLoc(), op->getName(), operands,
                         typeConverter->convertType(op.getType()),
                         op->getAttrs());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

} // namespace

/// Pointers are printed in another form than integers.
static void markPrintedPointers(ModuleOp module) {
  module.walk([](triton::PrintOp op) {
    SmallVector<bool> pointers;
    for (Type type : op->getOperandTypes())
      pointers.push_back(isPointer(type));
    if (llvm::is_contained(pointers, true))
      op->setAttr(kPrintedPointersAttr,
                  DenseBoolArrayAttr::get(op.getContext(), pointers));
  });
}

LogicalResult convertPointersToIntegers(ModuleOp module) {
  markPrintedPointers(module);
  MLIRContext *context = module.getContext();
  AddressConverter converter;
  ConversionTarget target(*context);
  RewritePatternSet patterns(context);

  target.markUnknownOpDynamicallyLegal(
      [&](Operation *op) { return converter.isLegal(op); });
  // Functions keep their signature, so these keep pointers as well.
  target
      .addLegalOp<ModuleOp, triton::FuncOp, triton::ReturnOp, triton::CallOp>();
  target.addDynamicallyLegalOp<MakeBlockOp>(
      [&](MakeBlockOp op) { return converter.isLegal(op.getType()); });
  // The borders: from an argument, and to the base of an access.
  target.addDynamicallyLegalOp<triton::PtrToIntOp>([](triton::PtrToIntOp op) {
    auto argument = dyn_cast<BlockArgument>(op.getSrc());
    return argument && isa<triton::FuncOp>(argument.getOwner()->getParentOp());
  });
  target.addDynamicallyLegalOp<triton::IntToPtrOp>([](triton::IntToPtrOp op) {
    return llvm::all_of(op->getUsers(),
                        [](Operation *user) { return isa<MakeBlockOp>(user); });
  });
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  target.addDynamicallyLegalOp<scf::YieldOp, scf::IndexSwitchOp>(
      [&](Operation *op) { return converter.isLegal(op); });
  patterns.add<PassOn, IndexSwitchOfAddresses>(converter, context);
  patterns.add<Forward<triton::IntToPtrOp>, Forward<triton::PtrToIntOp>,
               Forward<triton::BitcastOp>, AddPtrToAdd, MakeBlockOfAddresses>(
      converter, context, /*benefit=*/2);
  return applyPartialConversion(module, target, std::move(patterns));
}

} // namespace mlir::tts

// Entry points for the launcher; assertions and prints as its callbacks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Conversion/LinalgToPlain/Passes.h"

#include "AssertAndPrint.h"
#include "triton-shared/Lowering/KernelArguments.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::tts {

#define GEN_PASS_DEF_PLAINKERNELABI
#include "triton-shared/Conversion/LinalgToPlain/Passes.h.inc"

namespace {

Value integer(ImplicitLocOpBuilder &b, Type type, int64_t value) {
  return arith::ConstantOp::create(b, IntegerAttr::get(type, value));
}

/// The pointer in the slot as an unranked memref of rank 0, whose descriptor
/// lives on the stack.
Value loadMemref(ImplicitLocOpBuilder &b, Value slot, Type type) {
  Type ptr = LLVM::LLVMPointerType::get(b.getContext());
  Type i64 = b.getI64Type();
  auto ranked =
      LLVM::LLVMStructType::getLiteral(b.getContext(), {ptr, ptr, i64});
  auto unranked = LLVM::LLVMStructType::getLiteral(b.getContext(), {i64, ptr});
  Value pointer = LLVM::LoadOp::create(b, ptr, slot);
  Value zero = integer(b, i64, 0);
  Value descriptor = LLVM::UndefOp::create(b, ranked);
  Value fields[] = {pointer, pointer, zero};
  for (auto [i, field] : llvm::enumerate(fields))
    descriptor = LLVM::InsertValueOp::create(b, descriptor, field,
                                             static_cast<int64_t>(i));
  Value memory = LLVM::AllocaOp::create(b, ptr, ranked, integer(b, i64, 1));
  LLVM::StoreOp::create(b, descriptor, memory);
  Value result = LLVM::UndefOp::create(b, unranked);
  Value rankAndDescriptor[] = {zero, memory};
  for (auto [i, field] : llvm::enumerate(rankAndDescriptor))
    result =
        LLVM::InsertValueOp::create(b, result, field, static_cast<int64_t>(i));
  return UnrealizedConversionCastOp::create(b, type, result).getResult(0);
}

/// `@k(args, grid, first, last, arena, rt)` around `@k_program`.
void buildEntry(func::FuncOp program, StringRef name) {
  ImplicitLocOpBuilder b(program.getLoc(), program);
  Type ptr = LLVM::LLVMPointerType::get(b.getContext());
  Type i64 = b.getI64Type(), i32 = b.getI32Type();
  auto entry = func::FuncOp::create(
      b, name, b.getFunctionType({ptr, ptr, i64, i64, ptr, ptr}, {}));
  Block *body = entry.addEntryBlock();
  b.setInsertionPointToStart(body);
  Value args = body->getArgument(0), grid = body->getArgument(1);

  SmallVector<Value> operands;
  ArrayRef<Type> types = program.getArgumentTypes();
  for (auto [i, type] : llvm::enumerate(types.drop_back(kGridArguments + 1))) {
    Value slot = LLVM::GEPOp::create(b, ptr, i64, args,
                                     LLVM::GEPArg(static_cast<int32_t>(i)));
    operands.push_back(isa<UnrankedMemRefType>(type)
                           ? loadMemref(b, slot, type)
                           : loadScalarArgument(b, b.getLoc(), slot, type));
  }
  SmallVector<Value> sizes;
  for (int32_t axis = 0; axis < 3; ++axis) {
    Value at = LLVM::GEPOp::create(b, ptr, i32, grid, LLVM::GEPArg(axis));
    sizes.push_back(LLVM::LoadOp::create(b, i32, at));
  }
  operands.append(sizes);
  Value wideX = arith::ExtUIOp::create(b, i64, sizes[0]);
  Value wideY = arith::ExtUIOp::create(b, i64, sizes[1]);

  scf::ForOp::create(
      b, body->getArgument(2), body->getArgument(3), integer(b, i64, 1),
      ValueRange{}, [&](OpBuilder &nested, Location loc, Value id, ValueRange) {
        ImplicitLocOpBuilder inner(loc, nested);
        Value rows = arith::DivUIOp::create(inner, id, wideX);
        SmallVector<Value> all = operands;
        Value x = arith::RemUIOp::create(inner, id, wideX);
        Value y = arith::RemUIOp::create(inner, rows, wideY);
        Value z = arith::DivUIOp::create(inner, rows, wideY);
        for (Value index : {x, y, z})
          all.push_back(arith::TruncIOp::create(inner, i32, index));
        all.push_back(body->getArgument(5));
        func::CallOp::create(inner, program, all);
        scf::YieldOp::create(inner);
      });
  func::ReturnOp::create(b);
}

struct PlainKernelABIPass : impl::PlainKernelABIBase<PlainKernelABIPass> {
  void getDependentDialects(DialectRegistry &registry) const override {
    PlainKernelABIBase::getDependentDialects(registry);
    registerPlainInterfaces(registry);
  }

  void runOnOperation() override {
    SmallVector<func::FuncOp> kernels;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        kernels.push_back(function);
    for (func::FuncOp kernel : kernels)
      if (failed(convert(kernel)))
        return signalPassFailure();
    // The object's one symbol is the entry. Upstream's deallocation adds a
    // helper that is private to MLIR but external to LLVM.
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPrivate() && !function.isExternal())
        function->setAttr(
            "llvm.linkage",
            LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal));
    eraseUnusedPrints(getOperation());
  }

private:
  LogicalResult convert(func::FuncOp kernel) {
    ArrayRef<Type> types = kernel.getArgumentTypes();
    if (types.size() < kGridArguments ||
        !llvm::all_of(types.take_back(kGridArguments),
                      [](Type type) { return type.isInteger(32); }) ||
        kernel.getNumResults() != 0)
      return kernel.emitOpError("is not a kernel of the linalg stop: expected "
                                "six i32 at the end of its arguments and no "
                                "results");
    for (Type type : types)
      if (!isa<UnrankedMemRefType, IntegerType, FloatType>(type))
        return kernel.emitOpError() << "has an argument of type " << type
                                    << ", which the launcher cannot pass";

    std::string name = kernel.getName().str();
    Type ptr = LLVM::LLVMPointerType::get(&getContext());
    if (failed(kernel.insertArgument(kernel.getNumArguments(), ptr, {},
                                     kernel.getLoc())))
      return kernel.emitOpError("cannot take one more argument");
    if (failed(lowerAssertAndPrint(kernel, kGridArguments)))
      return failure();
    kernel.setName(name + "_program");
    kernel.setPrivate();
    buildEntry(kernel, name);
    return success();
  }
};

} // namespace
} // namespace mlir::tts

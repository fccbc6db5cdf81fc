// Assertions and prints of a program as calls of the launcher's functions,
// which include/triton-shared/Runtime/KernelABI.h declares.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AssertAndPrint.h"

#include "triton-shared/Lowering/RuntimeCalls.h"
#include "triton-shared/Runtime/KernelABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::tts {
namespace {

Type pointerType(OpBuilder &b) {
  return LLVM::LLVMPointerType::get(b.getContext());
}

Value i32(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

class ProgramRewriter {
public:
  ProgramRewriter(func::FuncOp program, unsigned gridArguments)
      : program(program), module(program->getParentOfType<ModuleOp>()) {
    Block &entry = program.getBody().front();
    unsigned count = entry.getNumArguments();
    runtime = entry.getArgument(count - 1);
    ids = entry.getArguments().slice(count - 1 - gridArguments / 2,
                                     gridArguments / 2);
  }

  LogicalResult run() {
    SmallVector<cf::AssertOp> asserts;
    SmallVector<func::CallOp> prints;
    program.walk([&](Operation *op) {
      if (auto assertion = dyn_cast<cf::AssertOp>(op))
        asserts.push_back(assertion);
      else if (auto call = dyn_cast<func::CallOp>(op))
        if (call.getCallee().starts_with("tts_print"))
          prints.push_back(call);
    });
    for (cf::AssertOp assertion : asserts)
      lower(assertion);
    for (func::CallOp print : prints)
      if (failed(lower(print)))
        return failure();
    return success();
  }

private:
  /// Reports the failure and leaves the program.
  void lower(cf::AssertOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Block *before = op->getBlock();
    Block *after = before->splitBlock(op->getNextNode());
    Block *failed = b.createBlock(after);

    Value message = addressOfText(
        b, b.getLoc(), module, "tts_assert_",
        describeAssertion(op.getMsg(), program.getName(), op.getLoc()));
    callRuntime(b, b.getLoc(), module, RuntimeFunction::Assert,
                {runtime, message, ids[0], ids[1], ids[2]});
    func::ReturnOp::create(b);

    b.setInsertionPointToEnd(before);
    cf::CondBranchOp::create(b, op.getArg(), after, failed);
    op.erase();
  }

  /// Operands: prefix, x, y, z, then operand, count, flags, data if any.
  static bool isPrint(func::CallOp op) {
    TypeRange types = op.getOperandTypes();
    auto isNumber = [](Type type) { return type.isInteger(32); };
    return op.getNumResults() == 0 &&
           (types.size() == 4 || types.size() == 8) &&
           isa<UnrankedMemRefType>(types[0]) &&
           llvm::all_of(types.slice(1, 3), isNumber) &&
           (types.size() == 4 || (llvm::all_of(types.slice(4, 3), isNumber) &&
                                  isa<UnrankedMemRefType>(types[7])));
  }

  static Value dataOf(ImplicitLocOpBuilder &b, Value memref) {
    Value index = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
    return LLVM::IntToPtrOp::create(
        b, pointerType(b),
        arith::IndexCastOp::create(b, b.getI64Type(), index).getResult());
  }

  LogicalResult lower(func::CallOp op) {
    if (!isPrint(op))
      return op.emitOpError("is not the call of a print at the linalg stop: "
                            "expected a prefix, three i32 and, where data is "
                            "printed, three more and the data");
    ImplicitLocOpBuilder b(op.getLoc(), op);
    SmallVector<Value> operands{runtime, dataOf(b, op.getOperand(0))};
    llvm::append_range(operands, op.getOperands().slice(1, 3));
    bool hasData = op.getNumOperands() > 4;
    auto cast = hasData ? op.getOperand(7).getDefiningOp<memref::CastOp>()
                        : memref::CastOp();
    auto type =
        cast ? dyn_cast<MemRefType>(cast.getSource().getType()) : MemRefType();
    std::optional<int32_t> element;
    if (type && type.hasStaticShape())
      element = op.getCallee() == "tts_print_ptr"
                    ? std::optional<int32_t>(TTS_PTR)
                    : printedElement(type.getElementType());
    if (hasData && !element)
      return op.emitOpError("prints data of unknown shape or type");

    Value null = LLVM::ZeroOp::create(b, pointerType(b));
    if (hasData) {
      operands.append({op.getOperand(4), op.getOperand(5), i32(b, *element),
                       op.getOperand(6), i32(b, type.getRank())});
      operands.push_back(
          type.getRank() == 0
              ? null
              : addressOfConstant(
                    b, b.getLoc(), module, "tts_shape_",
                    LLVM::LLVMArrayType::get(b.getI64Type(), type.getRank()),
                    DenseElementsAttr::get(
                        RankedTensorType::get({type.getRank()}, b.getI64Type()),
                        type.getShape())));
      operands.push_back(dataOf(b, op.getOperand(7)));
    } else {
      Value zero = i32(b, 0);
      operands.append({zero, zero, zero, zero, zero, null, null});
    }
    callRuntime(b, b.getLoc(), module, RuntimeFunction::Print, operands);
    op.erase();
    return success();
  }

  func::FuncOp program;
  ModuleOp module;
  Value runtime;
  ValueRange ids;
};

} // namespace

LogicalResult lowerAssertAndPrint(func::FuncOp program,
                                  unsigned gridArguments) {
  return ProgramRewriter(program, gridArguments).run();
}

void eraseUnusedPrints(ModuleOp module) {
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (function.isExternal() && function.getName().starts_with("tts_print") &&
        SymbolTable::symbolKnownUseEmpty(function, module))
      function.erase();
}

} // namespace mlir::tts

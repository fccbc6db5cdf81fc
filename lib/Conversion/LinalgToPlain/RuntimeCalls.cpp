// Assertions and prints of a program as calls of the launcher's functions,
// which include/triton-shared/Runtime/KernelABI.h declares.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/JSON.h"

namespace mlir::tts {
namespace {

Type pointerType(OpBuilder &b) {
  return LLVM::LLVMPointerType::get(b.getContext());
}

Value i32(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

LLVM::LLVMFuncOp declare(ImplicitLocOpBuilder &b, ModuleOp module,
                         StringRef name, ArrayRef<Type> types) {
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  return LLVM::LLVMFuncOp::create(
      b, name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(b.getContext()),
                                  types));
}

/// The address of a constant with a fresh name.
Value addressOfConstant(ImplicitLocOpBuilder &b, ModuleOp module,
                        StringRef prefix, Type type, Attribute value) {
  std::string name;
  for (unsigned i = 0; name.empty() || module.lookupSymbol(name); ++i)
    name = (prefix + Twine(i)).str();
  OpBuilder::InsertionGuard guard(b);
  LLVM::GlobalOp global;
  {
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPointToStart(module.getBody());
    global = LLVM::GlobalOp::create(b, type, /*isConstant=*/true,
                                    LLVM::Linkage::Internal, name, value);
  }
  return LLVM::AddressOfOp::create(b, global);
}

/// The innermost file position of a location.
FileLineColLoc filePosition(Location location) {
  FileLineColLoc found;
  location->walk([&](Location part) {
    found = dyn_cast<FileLineColLoc>(part);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
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

    llvm::json::Object where{{"message", op.getMsg()}};
    where["func"] = program.getName();
    if (FileLineColLoc position = filePosition(op.getLoc())) {
      where["file"] = position.getFilename().str();
      where["line"] = int64_t(position.getLine());
    }
    std::string text;
    llvm::raw_string_ostream(text)
        << llvm::json::Value(std::move(where)) << '\0';
    Value message =
        addressOfConstant(b, module, "tts_assert_",
                          LLVM::LLVMArrayType::get(b.getI8Type(), text.size()),
                          b.getStringAttr(text));
    Type ptr = pointerType(b), i32Type = b.getI32Type();
    auto callee = declare(b, module, "tts_rt_assert",
                          {ptr, ptr, i32Type, i32Type, i32Type});
    LLVM::CallOp::create(b, callee,
                         ValueRange{runtime, message, ids[0], ids[1], ids[2]});
    func::ReturnOp::create(b);

    b.setInsertionPointToEnd(before);
    cf::CondBranchOp::create(b, op.getArg(), after, failed);
    op.erase();
  }

  static int64_t elementCode(Type type) {
    if (auto integer = dyn_cast<IntegerType>(type))
      switch (integer.getWidth()) {
      case 8:
        return 2;
      case 16:
        return 3;
      case 32:
        return 4;
      case 64:
        return 5;
      default:
        return -1;
      }
    if (type.isF16())
      return 6;
    if (type.isBF16())
      return 7;
    if (type.isF32())
      return 8;
    if (type.isF64())
      return 9;
    if (isa<Float8E4M3FNType>(type))
      return 10;
    if (isa<Float8E5M2Type>(type))
      return 11;
    if (isa<Float8E4M3FNUZType>(type))
      return 12;
    if (isa<Float8E5M2FNUZType>(type))
      return 13;
    return isa<Float8E4M3B11FNUZType>(type) ? 14 : -1;
  }

  static Value dataOf(ImplicitLocOpBuilder &b, Value memref) {
    Value index = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
    return LLVM::IntToPtrOp::create(
        b, pointerType(b),
        arith::IndexCastOp::create(b, b.getI64Type(), index).getResult());
  }

  /// Operands: prefix, x, y, z, then operand, count, flags, data if any.
  LogicalResult lower(func::CallOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Type ptr = pointerType(b), i32Type = b.getI32Type();
    SmallVector<Value> operands{runtime, dataOf(b, op.getOperand(0))};
    llvm::append_range(operands, op.getOperands().slice(1, 3));
    bool hasData = op.getNumOperands() > 4;
    auto cast = hasData ? op.getOperand(7).getDefiningOp<memref::CastOp>()
                        : memref::CastOp();
    auto type =
        cast ? dyn_cast<MemRefType>(cast.getSource().getType()) : MemRefType();
    if (hasData && (!type || !type.hasStaticShape() ||
                    elementCode(type.getElementType()) < 0))
      return op.emitOpError("prints data of unknown shape or type");

    Value null = LLVM::ZeroOp::create(b, ptr);
    if (hasData) {
      operands.append({op.getOperand(4), op.getOperand(5),
                       i32(b, elementCode(type.getElementType())),
                       op.getOperand(6), i32(b, type.getRank())});
      operands.push_back(
          type.getRank() == 0
              ? null
              : addressOfConstant(
                    b, module, "tts_shape_",
                    LLVM::LLVMArrayType::get(b.getI64Type(), type.getRank()),
                    DenseElementsAttr::get(
                        RankedTensorType::get({type.getRank()}, b.getI64Type()),
                        type.getShape())));
      operands.push_back(dataOf(b, op.getOperand(7)));
    } else {
      Value zero = i32(b, 0);
      operands.append({zero, zero, zero, zero, zero, null, null});
    }
    auto callee = declare(b, module, "tts_rt_print",
                          {ptr, ptr, i32Type, i32Type, i32Type, i32Type,
                           i32Type, i32Type, i32Type, i32Type, ptr, ptr});
    LLVM::CallOp::create(b, callee, operands);
    op.erase();
    return success();
  }

  func::FuncOp program;
  ModuleOp module;
  Value runtime;
  ValueRange ids;
};

} // namespace

LogicalResult callRuntime(func::FuncOp program, unsigned gridArguments) {
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

// tt.assert to cf.assert, tt.print to calls of documented functions, and the
// errors of operations that mean nothing on other targets than GPUs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Builders.h"

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {
namespace {

/// A block's assertion holds when all of its elements are true.
struct AssertToCf : OpRewritePattern<triton::AssertOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::AssertOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value condition = op.getCondition();
    if (auto type = dyn_cast<RankedTensorType>(condition.getType())) {
      Value holds = buildFill(
          rewriter, loc, RankedTensorType::get({}, rewriter.getI1Type()),
          buildInt(rewriter, loc, rewriter.getI1Type(), -1));
      auto all = linalg::ReduceOp::create(
          rewriter, loc, condition, holds,
          llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())),
          [](OpBuilder &b, Location l, ValueRange args) {
            linalg::YieldOp::create(
                b, l,
                arith::AndIOp::create(b, l, args[1], args[0]).getResult());
          });
      condition = tensor::ExtractOp::create(rewriter, loc, all.getResult(0),
                                            ValueRange{});
    }
    rewriter.replaceOpWithNewOp<cf::AssertOp>(op, condition, op.getMessage());
    return success();
  }
};

/// One call per operand: @tts_print_<type>(prefix, x, y, z, operand, count,
/// flags, data), with flags 1 = hexadecimal and 2 = signed, the prefix as
/// bytes that end in 0, and the data as an unranked buffer. Without operands:
/// @tts_print(prefix, x, y, z).
struct PrintToCalls : OpRewritePattern<triton::PrintOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::PrintOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto i32 = [&](int64_t value) {
      return buildInt(rewriter, loc, rewriter.getI32Type(), value);
    };
    SmallVector<Value> common{prefix(rewriter, op)};
    for (auto axis : {triton::ProgramIDDim::X, triton::ProgramIDDim::Y,
                      triton::ProgramIDDim::Z})
      common.push_back(triton::GetProgramIdOp::create(
          rewriter, loc, rewriter.getI32Type(), axis));
    int64_t count = op.getArgs().size();
    if (count == 0)
      call(rewriter, op, "tts_print", common);
    for (auto [i, arg] : llvm::enumerate(op.getArgs())) {
      bool isSigned = i < op.getIsSigned().size() && op.getIsSigned()[i];
      SmallVector<Value> operands = common;
      operands.push_back(i32(i));
      operands.push_back(i32(count));
      operands.push_back(i32((op.getHex() ? 1 : 0) + (isSigned ? 2 : 0)));
      Value data = buffer(rewriter, loc, arg);
      operands.push_back(data);
      std::string name = "tts_print_ptr";
      auto pointers =
          op->getAttrOfType<DenseBoolArrayAttr>(kPrintedPointersAttr);
      if (!pointers || !pointers[i]) {
        name.clear();
        llvm::raw_string_ostream(name)
            << "tts_print_" << getElementTypeOrSelf(arg.getType());
      }
      call(rewriter, op, StringRef(name).lower(), operands);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  static Value prefix(PatternRewriter &rewriter, triton::PrintOp op) {
    Location loc = op.getLoc();
    auto module = op->getParentOfType<ModuleOp>();
    SmallVector<int8_t> bytes(op.getPrefix().begin(), op.getPrefix().end());
    bytes.push_back(0);
    auto type = MemRefType::get({int64_t(bytes.size())}, rewriter.getI8Type());
    auto data = DenseElementsAttr::get(
        RankedTensorType::get(type.getShape(), type.getElementType()),
        ArrayRef<int8_t>(bytes));
    memref::GlobalOp global;
    unsigned next = 0;
    for (auto other : module.getOps<memref::GlobalOp>()) {
      if (other.getSymName().starts_with("tts_print_prefix_"))
        ++next;
      if (other.getInitialValueAttr() == data && other.getConstant())
        global = other;
    }
    if (!global) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      global = memref::GlobalOp::create(
          rewriter, loc, ("tts_print_prefix_" + Twine(next)).str(),
          rewriter.getStringAttr("private"), type, data, /*constant=*/true,
          /*alignment=*/IntegerAttr());
    }
    Value address =
        memref::GetGlobalOp::create(rewriter, loc, type, global.getSymName());
    return memref::CastOp::create(
        rewriter, loc, UnrankedMemRefType::get(rewriter.getI8Type(), {}),
        address);
  }

  /// The elements in memory; booleans take a byte each there.
  static Value buffer(PatternRewriter &rewriter, Location loc, Value arg) {
    if (!isa<RankedTensorType>(arg.getType()))
      arg = tensor::FromElementsOp::create(
          rewriter, loc, RankedTensorType::get({}, arg.getType()), arg);
    auto type = cast<RankedTensorType>(arg.getType());
    if (type.getElementType().isInteger(1)) {
      type = type.clone(rewriter.getI8Type());
      arg = buildElementwise(
                rewriter, loc, arg, type,
                [](OpBuilder &b, Location l,
                   ValueRange args) -> FailureOr<SmallVector<Value>> {
                  return SmallVector<Value>{
                      arith::ExtUIOp::create(b, l, b.getI8Type(), args[0])};
                })
                ->front();
    }
    Value ranked = bufferization::ToBufferOp::create(
        rewriter, loc, MemRefType::get(type.getShape(), type.getElementType()),
        arg,
        /*read_only=*/true);
    return memref::CastOp::create(
        rewriter, loc, UnrankedMemRefType::get(type.getElementType(), {}),
        ranked);
  }

  static void call(PatternRewriter &rewriter, triton::PrintOp op,
                   StringRef name, ValueRange operands) {
    auto module = op->getParentOfType<ModuleOp>();
    auto callee = module.lookupSymbol<func::FuncOp>(name);
    if (!callee) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      callee = func::FuncOp::create(
          rewriter, op.getLoc(), name,
          rewriter.getFunctionType(operands.getTypes(), {}));
      callee.setPrivate();
    }
    func::CallOp::create(rewriter, op.getLoc(), callee, operands);
  }
};

struct RefuseInlineAsm : OpRewritePattern<triton::ElementwiseInlineAsmOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::ElementwiseInlineAsmOp op,
                                PatternRewriter &) const override {
    return op.emitOpError("inline assembly is PTX, which has no meaning on "
                          "targets other than NVIDIA GPUs");
  }
};

} // namespace

void populateDebugPatterns(RewritePatternSet &patterns) {
  patterns.add<AssertToCf, PrintToCalls, RefuseInlineAsm>(
      patterns.getContext());
}

} // namespace mlir::tts

// Versions of kernels for strides that turn out to be 1 at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"

#include "triton-shared/Analysis/ScalarFacts.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUUNITSTRIDES
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace {

/// Larger functions are not worth the time to compile them twice.
constexpr int64_t kMaxOperations = 2000;

/// The integer argument that has the value of `v`, or that all elements of it
/// have; null if there is none.
BlockArgument argumentOf(OpFoldResult v) {
  auto value = dyn_cast<Value>(v);
  while (value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *owner = argument.getOwner()->getParentOp();
      return isa<triton::FuncOp>(owner) ? argument : BlockArgument();
    }
    Operation *op = value.getDefiningOp();
    if (!isa<arith::IndexCastOp, arith::ExtSIOp, triton::SplatOp,
             triton::BroadcastOp>(op))
      return {};
    value = op->getOperand(0);
  }
  return {};
}

/// Collects the arguments that are strides of innermost dims, and of no
/// others: a stride of rows is hardly ever 1. One that is known to be a
/// multiple of something is not.
class InnermostStrides {
public:
  void addBlock(tts::MakeBlockOp block) {
    bool inside = true;
    ArrayRef<int64_t> shape = block.getType().getShape();
    SmallVector<OpFoldResult> strides = block.getMixedStrides();
    for (int d = shape.size() - 1; d >= 0; --d) {
      if (shape[d] == 1)
        continue;
      add(strides[d], inside);
      inside = false;
    }
    if (Value gather = block.getGather())
      growsByOne(gather);
  }

  SmallVector<BlockArgument> take() {
    innermost.remove_if([&](BlockArgument a) {
      return outer.contains(a) || getDivisibility(a) > 1;
    });
    return innermost.takeVector();
  }

private:
  void add(OpFoldResult stride, bool inside) {
    BlockArgument argument = argumentOf(stride);
    if (!argument)
      return;
    if (inside)
      innermost.insert(argument);
    else
      outer.insert(argument);
  }

  /// Do the elements of an index grow by one along the innermost dim, as far as
  /// no remainder begins anew, if the strides that they are multiplied with, or
  /// divided by, are 1? Those are added.
  bool growsByOne(Value v) {
    auto [it, isNew] = known.try_emplace(v, false);
    if (!isNew)
      return it->second;
    bool grows = visit(v);
    return known[v] = grows;
  }

  bool visit(Value v) {
    auto type = dyn_cast<RankedTensorType>(v.getType());
    Operation *op = v.getDefiningOp();
    if (!type || !op || type.getShape().back() == 1)
      return false;
    if (isa<triton::MakeRangeOp>(op))
      return true;
    if (isa<triton::ExpandDimsOp, triton::BroadcastOp, arith::ExtSIOp>(op))
      return growsByOne(op->getOperand(0));
    if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp,
             arith::RemSIOp, arith::MaxSIOp, arith::MinSIOp, arith::SelectOp>(
            op))
      return false;
    SmallVector<bool, 3> grow;
    for (Value operand : op->getOperands())
      grow.push_back(growsByOne(operand));
    if (isa<arith::MulIOp>(op)) {
      if (!grow[0])
        add(op->getOperand(0), /*inside=*/grow[1]);
      if (!grow[1])
        add(op->getOperand(1), /*inside=*/grow[0]);
      return grow[0] != grow[1];
    }
    if (isa<arith::DivSIOp>(op)) {
      bool last = grow[0] && !grow[1] && endsChain(op);
      add(op->getOperand(1), last);
      return last;
    }
    if (isa<arith::RemSIOp>(op)) {
      add(op->getOperand(1), /*inside=*/false);
      return grow[0];
    }
    return llvm::is_contained(grow, true);
  }

  /// Is it the quotient of a remainder, and is nothing left after it? So ends
  /// what takes a position apart by the strides of an array.
  static bool endsChain(Operation *division) {
    auto isTakenFrom = [](arith::SubIOp sub, Value x) {
      // x - x / n * n is what remains.
      auto product = sub.getRhs().getDefiningOp<arith::MulIOp>();
      return product && llvm::any_of(product->getOperands(), [&](Value factor) {
               auto quotient = factor.getDefiningOp<arith::DivSIOp>();
               return quotient && quotient.getLhs() == x;
             });
    };
    Value x = division->getOperand(0);
    auto sub = x.getDefiningOp<arith::SubIOp>();
    if (!x.getDefiningOp<arith::RemSIOp>() &&
        !(sub && isTakenFrom(sub, sub.getLhs())))
      return false;
    return llvm::none_of(x.getUsers(), [&](Operation *user) {
      auto rest = dyn_cast<arith::SubIOp>(user);
      return isa<arith::RemSIOp>(user) || (rest && isTakenFrom(rest, x));
    });
  }

  llvm::SetVector<BlockArgument> innermost;
  llvm::SmallDenseSet<BlockArgument> outer;
  DenseMap<Value, bool> known;
};

bool isSmall(triton::FuncOp function) {
  int64_t operations = 0;
  return !function
              .walk([&](Operation *) {
                return ++operations > kMaxOperations ? WalkResult::interrupt()
                                                     : WalkResult::advance();
              })
              .wasInterrupted();
}

struct CPUUnitStrides : impl::CPUUnitStridesBase<CPUUnitStrides> {
  void runOnOperation() override {
    auto functions = getOperation().getOps<triton::FuncOp>();
    for (triton::FuncOp function : llvm::make_early_inc_range(functions)) {
      if (function.isDeclaration() || !isSmall(function))
        continue;
      InnermostStrides found;
      function.walk([&](tts::MakeBlockOp block) { found.addBlock(block); });
      SmallVector<BlockArgument> strides = found.take();
      if (!strides.empty() && failed(addVersion(function, strides)))
        return signalPassFailure();
    }
  }

  /// A copy of `function` in which `strides` are 1.
  LogicalResult addVersion(triton::FuncOp function,
                           ArrayRef<BlockArgument> strides) {
    triton::FuncOp version = function.clone();
    version.setName((function.getName() + ".unit_strides").str());
    version.setVisibility(SymbolTable::Visibility::Private);
    SymbolTable(getOperation()).insert(version, Block::iterator(function));
    auto b = OpBuilder::atBlockBegin(&version.getBody().front());
    SmallVector<int32_t> positions;
    for (BlockArgument stride : strides) {
      positions.push_back(stride.getArgNumber());
      auto one = arith::ConstantOp::create(
          b, version.getLoc(), b.getIntegerAttr(stride.getType(), 1));
      version.getArgument(stride.getArgNumber()).replaceAllUsesWith(one);
    }
    function->setAttr(kVersionAttr, FlatSymbolRefAttr::get(version));
    function->setAttr(kVersionStridesAttr, b.getDenseI32ArrayAttr(positions));

    OpPassManager fold(version.getOperationName());
    fold.addPass(createCanonicalizerPass());
    fold.addPass(createCSEPass());
    return runPipeline(fold, version);
  }
};

} // namespace
} // namespace mlir::tts

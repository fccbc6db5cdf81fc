// Loops that read long rows piece by piece, and could do so for some rows after
// the others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RowBands.h"

#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/CPU/Analysis/SharedDim.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

namespace {

/// Longer pieces of rows are worth as much as whole rows.
constexpr int64_t kLongPiece = 2 << 10;

class Finder {
public:
  explicit Finder(scf::ForOp loop) : loop(loop) {}

  std::optional<RowBands> find() {
    bool reads = llvm::all_of(loop.getBody()->without_terminator(),
                              [](Operation &op) { return onlyReads(&op); });
    if (!reads)
      return std::nullopt;
    for (auto load : loop.getBody()->getOps<tts::LoadOp>())
      if (int dim = rowDim(load); dim >= 0) {
        auto type = blockType(load.getResult());
        bands.rows = type.getDimSize(dim);
        piece = type.getNumElements() / bands.rows;
        if (!mark(load.getResult(), dim) || !spread() || !isWhole())
          return std::nullopt;
        // What comes from outside is as it is, and may have other uses.
        for (auto [v, dim] : dimOf)
          if (!loop.isDefinedOutsideOfLoop(v))
            bands.dims[v] = dim;
        return std::move(bands);
      }
    return std::nullopt;
  }

private:
  static bool onlyReads(Operation *op) {
    if (auto load = dyn_cast<tts::LoadOp>(op))
      return !load.getIsVolatile();
    return isMemoryEffectFree(op) &&
           (op->getNumRegions() == 0 || isa<triton::ReduceOp>(op));
  }

  /// How far an iteration takes `v` on; none if that is not known.
  std::optional<int64_t> advance(Value v) {
    if (loop.isDefinedOutsideOfLoop(v))
      return 0;
    if (v == loop.getInductionVar())
      return getConstantIntValue(loop.getStep());
    Operation *op = v.getDefiningOp();
    if (!op) {
      auto carried = cast<BlockArgument>(v);
      auto sum = loop.getTiedLoopYieldedValue(carried)
                     ->get()
                     .getDefiningOp<arith::AddIOp>();
      if (!sum || !llvm::is_contained(sum->getOperands(), v))
        return std::nullopt;
      return getConstantIntValue(sum.getLhs() == v ? sum.getRhs()
                                                   : sum.getLhs());
    }
    if (isa<arith::IndexCastOp, arith::ExtSIOp>(op))
      return advance(op->getOperand(0));
    if (!isa<arith::AddIOp>(op))
      return std::nullopt;
    auto a = advance(op->getOperand(0)), c = advance(op->getOperand(1));
    int64_t sum;
    if (!a || !c || llvm::AddOverflow(*a, *c, sum))
      return std::nullopt;
    return sum;
  }

  /// The dim of rows that the load reads a piece of each of, the next piece in
  /// the next iteration; -1 if it does not.
  int rowDim(tts::LoadOp load) {
    auto block = accessOf(load);
    auto type = blockType(load.getResult());
    if (!type || type.getRank() != 2 || !type.getElementType().isIntOrFloat() ||
        block.getGather() || block.hasTensorBase())
      return -1;
    auto strides = block.getMixedStrides();
    for (int dim : {0, 1}) {
      int64_t rows = type.getDimSize(dim), width = type.getDimSize(1 - dim);
      auto pitch = getConstantIntValue(strides[dim]);
      if (getConstantIntValue(strides[1 - dim]) != 1 || width == 1 ||
          (pitch && std::abs(*pitch) <= width) || rows < 2 * kRowBand ||
          rows % kRowBand != 0 ||
          width * type.getElementTypeBitWidth() > 8 * kLongPiece)
        continue;
      auto moves = advance(block.getOffset());
      if (moves && *moves != 0 && std::abs(*moves) <= 4 * width)
        return dim;
    }
    return -1;
  }

  bool mark(Value v, int dim) {
    auto [it, isNew] = dimOf.insert({v, dim});
    if (!isNew)
      return it->second == dim;
    open.push_back(v);
    return blockShape(v)[dim] == bands.rows;
  }

  bool spread() {
    auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
    while (!open.empty()) {
      Value v = open.pop_back_val();
      if (loop.isDefinedOutsideOfLoop(v))
        continue;
      int dim = dimOf.lookup(v);
      auto through = [&](Operation *op) {
        return spreadDim(
            op, v, dim, [&](Value other, int own) { return mark(other, own); });
      };
      auto carried = dyn_cast<BlockArgument>(v);
      if (carried ? !mark(loop.getTiedLoopYieldedValue(carried)->get(), dim)
                  : !through(v.getDefiningOp()))
        return false;
      for (OpOperand &use : v.getUses()) {
        bool fits =
            use.getOwner() == yield
                ? mark(loop.getRegionIterArg(use.getOperandNumber()), dim)
                : through(use.getOwner());
        if (!fits)
          return false;
      }
    }
    return true;
  }

  /// Has all that the loop carries rows, and is what has none soon done again
  /// for each band? What is reduced leaves rows alone, and is read along
  /// pieces.
  bool isWhole() {
    // What has one shape is done in one nest.
    llvm::DenseMap<Type, int> dims;
    for (Value carried : loop.getRegionIterArgs()) {
      if (!blockType(carried))
        continue;
      auto it = dimOf.find(carried);
      if (it == dimOf.end())
        return false;
      Type shape = blockType(carried).clone(loop.getInductionVar().getType());
      if (dims.try_emplace(shape, it->second).first->second != it->second)
        return false;
    }
    for (Operation &op : *loop.getBody()) {
      for (Value v : op.getResults())
        if (!blockShape(v).empty() && !dimOf.contains(v) &&
            ShapedType::getNumElements(blockShape(v)) > piece)
          return false;
      if (auto reduce = dyn_cast<triton::ReduceOp>(op);
          reduce && dimOf.contains(reduce.getSrcs().front()) &&
          blockShape(reduce.getResult()[0]).size() != 1)
        return false;
      if (auto load = dyn_cast<tts::LoadOp>(op)) {
        auto it = dimOf.find(load.getResult());
        if (it != dimOf.end() &&
            getConstantIntValue(accessOf(load).getMixedStrides()[it->second]) ==
                1)
          return false;
      }
    }
    return true;
  }

  scf::ForOp loop;
  RowBands bands;
  DenseMap<Value, int> dimOf; // that of rows
  int64_t piece = 0;          // elements of a block that are of one row
  SmallVector<Value> open;    // marked, not yet spread from
};

} // namespace

std::optional<RowBands> findRowBands(scf::ForOp loop) {
  return Finder(loop).find();
}

} // namespace mlir::tts::cpu

// Finds the blocks that repeat themselves: what is computed from loads through
// an index that wraps around (the channel of a pixel), and from nothing else.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tables.h"
#include "triton-shared/CPU/Analysis/Queries.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts::cpu {
namespace {

/// Longer periods do not come round in what a thread is given at once.
constexpr int64_t kLongestPeriod = 4096;
/// Steps of lanes that go along a period are mostly straight in longer ones, or
/// where it is a multiple of so many lanes.
constexpr int64_t kShortPeriod = 256, kStraightLanes = 16;
/// Bytes of all tables of a kernel, which its own data should leave room for.
constexpr int64_t kMostBytes = 1 << 16;

bool isDear(Operation *op) {
  return isa<arith::DivFOp, triton::PreciseDivFOp, triton::PreciseSqrtOp,
             triton::ExternElementwiseOp>(op) ||
         (isa<math::MathDialect>(op->getDialect()) &&
          !isa<math::AbsFOp, math::AbsIOp, math::FmaOp, math::FloorOp,
               math::CeilOp, math::CopySignOp>(op));
}

/// Is it the number of the program along the first axis, times `lanes`?
bool countsLanes(Value start, int64_t lanes) {
  while (auto cast = start.getDefiningOp<arith::IndexCastOp>())
    start = cast.getIn();
  auto product = start.getDefiningOp<arith::MulIOp>();
  if (!product)
    return false;
  auto id = product.getLhs().getDefiningOp<triton::GetProgramIdOp>();
  return id && id.getAxis() == triton::ProgramIDDim::X &&
         getConstantIntValue(product.getRhs()) == lanes;
}

class Finder {
public:
  explicit Finder(triton::FuncOp function) : body(function.getBody().front()) {}

  SmallVector<std::pair<Value, Periodic>> find() {
    SmallVector<std::pair<Value, Periodic>> all;
    for (Operation &op : body.without_terminator()) {
      // What is loaded after a write may have been written.
      written |= anyInside(&op, [](Operation *inner) {
        return isa<tts::StoreOp, tts::AtomicRMWOp, tts::AtomicCASOp,
                   tts::BarrierOp>(inner);
      });
      if (op.getNumResults() == 1)
        if (std::optional<Periodic> periodic = classify(&op))
          known.insert({op.getResult(0), *periodic});
    }
    for (auto &[v, periodic] : known)
      if (periodic.start && llvm::any_of(v.getUsers(), [&](Operation *user) {
            return !user->getNumResults() || !known.count(user->getResult(0));
          }))
        all.push_back({v, periodic});
    return choose(all);
  }

private:
  /// Is `v` the same for all programs?
  bool isInvariant(Value v) {
    if (auto it = invariant.find(v); it != invariant.end())
      return it->second;
    return invariant[v] = findInvariant(v);
  }
  bool isInvariant(OpFoldResult v) {
    return isa<Attribute>(v) || isInvariant(cast<Value>(v));
  }

  bool findInvariant(Value v) {
    if (isa<tts::BlockType, RankedTensorType>(v.getType()))
      return false;
    Operation *op = v.getDefiningOp();
    if (!op)
      return isa<triton::FuncOp>(
          cast<BlockArgument>(v).getOwner()->getParentOp());
    return isa<arith::ArithDialect>(op->getDialect()) && isPure(op) &&
           llvm::all_of(op->getOperands(),
                        [&](Value operand) { return isInvariant(operand); });
  }

  std::optional<Periodic> classify(Operation *op) {
    Value v = op->getResult(0);
    RankedTensorType type = blockType(v);
    if (!type || type.getRank() != 1 || !type.getElementType().isIntOrFloat())
      return {};
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return isa<SplatElementsAttr>(constant.getValue())
                 ? std::optional(Periodic())
                 : std::nullopt;
    if (auto splat = dyn_cast<triton::SplatOp>(op))
      return isInvariant(splat.getSrc()) ? std::optional(Periodic())
                                         : std::nullopt;
    if (auto load = dyn_cast<tts::LoadOp>(op))
      return written ? std::nullopt : ofLoad(load);
    if (!OpTrait::hasElementwiseMappableTraits(op) || !isPure(op))
      return {};
    Periodic all;
    for (Value operand : op->getOperands()) {
      auto it = known.find(operand);
      if (it == known.end())
        return {};
      const Periodic &own = it->second;
      if (own.start && all.start &&
          (own.start != all.start || own.period != all.period))
        return {};
      if (own.start) {
        all.start = own.start;
        all.period = own.period;
      }
      all.dear |= own.dear;
      for (tts::MakeBlockOp block : own.blocks)
        if (!llvm::is_contained(all.blocks, block))
          all.blocks.push_back(block);
    }
    all.dear |= isDear(op);
    return all;
  }

  /// Lanes are loaded up to a position that is the same for all programs.
  std::optional<Periodic> ofLoad(tts::LoadOp load) {
    tts::MakeBlockOp block = accessOf(load);
    if (!block || load.getIsVolatile() || block.hasTensorBase() ||
        block.getGather() || block.getMask() || !block.isWrapped(0) ||
        block.isClipped(0))
      return {};
    int64_t lanes = block.getType().getShape().front();
    Value start = block.getWrapStart(0);
    auto period = getConstantIntValue(block.getWrapModulus(0));
    if (!period || *period < 1 || *period > kLongestPeriod ||
        !countsLanes(start, lanes) || !isInvariant(block.getBase()) ||
        !isInvariant(block.getOffset()) ||
        !isInvariant(block.getMixedStrides().front()) ||
        !isConstantIntValue(block.getMixedLower().front(), 0))
      return {};
    OpFoldResult upper = block.getMixedUpper().front();
    if (auto fixed = getConstantIntValue(upper)) {
      if (*fixed < lanes)
        return {};
    } else {
      auto rest = cast<Value>(upper).getDefiningOp<arith::SubIOp>();
      if (!rest || rest.getRhs() != start || !isInvariant(rest.getLhs()))
        return {};
    }
    bool isGathered = *period < kShortPeriod && *period % kStraightLanes != 0;
    return Periodic{start, *period, /*dear=*/isGathered, {block}};
  }

  using Found = std::pair<Value, Periodic>;

  /// Dear ones first, then what has the period of one, while there is room.
  static SmallVector<Found> choose(ArrayRef<Found> all) {
    SmallVector<Found> chosen;
    int64_t bytes = 0;
    auto take = [&](const Found &found) {
      int64_t own = found.second.period * int64_t(sizeof(double));
      if (bytes + own <= kMostBytes) {
        bytes += own;
        chosen.push_back(found);
      }
    };
    for (const Found &found : all)
      if (found.second.dear)
        take(found);
    SmallVector<Found> dear = chosen;
    for (const Found &found : all) {
      auto besideIt = [&](const Found &other) {
        return other.second.start == found.second.start &&
               other.second.period == found.second.period;
      };
      if (!found.second.dear && llvm::any_of(dear, besideIt))
        take(found);
    }
    return chosen;
  }

  Block &body;
  bool written = false;
  llvm::MapVector<Value, Periodic> known;
  llvm::DenseMap<Value, bool> invariant;
};

} // namespace

SmallVector<std::pair<Value, Periodic>> findPeriodic(triton::FuncOp function) {
  return Finder(function).find();
}

} // namespace mlir::tts::cpu

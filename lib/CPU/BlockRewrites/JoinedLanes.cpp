// Programs that lie side by side, as one with wider blocks: which blocks those
// are, and whether nothing tells the programs apart.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JoinedLanes.h"

#include "triton-shared/Analysis/ScalarFacts.h"
#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/CPU/Analysis/SharedDim.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

/// An integer that `v`, or every element of it, is.
static std::optional<int64_t> constantOf(Value v) {
  APInt value;
  if (matchPattern(v, m_ConstantInt(&value)) &&
      value.getSignificantBits() <= 64)
    return value.getSExtValue();
  if (auto splat = v.getDefiningOp<triton::SplatOp>())
    return constantOf(splat.getSrc());
  return std::nullopt;
}

/// From a program's lanes to the next one's; none if that does not fit.
std::optional<int64_t> JoinedLanes::timesSize(int64_t lane) const {
  int64_t product;
  if (llvm::MulOverflow(lane, size, product))
    return std::nullopt;
  return product;
}

bool JoinedLanes::isJoint(std::optional<Growth> growth) const {
  return growth &&
         (growth->joint || growth->program == timesSize(growth->lane));
}

/// Is it the same in all of the programs, and in all lanes?
bool JoinedLanes::isFixed(Value v) { return growthOf(v) == Growth(); }

// --- How values change

/// `a + factor * b`, if that fits.
std::optional<JoinedLanes::Growth> JoinedLanes::sum(Growth a, Growth b,
                                                    int64_t factor) {
  Growth all;
  bool overflow = llvm::MulOverflow(b.lane, factor, all.lane);
  overflow |= llvm::MulOverflow(b.program, factor, all.program) != 0;
  overflow |= llvm::AddOverflow(a.lane, all.lane, all.lane) != 0;
  overflow |= llvm::AddOverflow(a.program, all.program, all.program) != 0;
  return overflow ? std::nullopt : std::optional(all);
}

std::optional<JoinedLanes::Growth> JoinedLanes::growthOf(Value v) {
  if (auto it = memo.find(v); it != memo.end())
    return it->second;
  std::optional<Growth> growth = compute(v);
  memo[v] = growth;
  return growth;
}

std::optional<JoinedLanes::Growth> JoinedLanes::compute(Value v) {
  if (auto argument = dyn_cast<BlockArgument>(v))
    return ofArgument(argument);
  Operation *op = v.getDefiningOp();
  unsigned result = cast<OpResult>(v).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) // fits() looks at what it yields
    return growthOf(loop.getRegionIterArg(result));
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return ofBranches(branch, result);
  return ofOperation(op, v);
}

std::optional<JoinedLanes::Growth>
JoinedLanes::ofArgument(BlockArgument argument) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (owner == function)
    return Growth();
  auto loop = dyn_cast<scf::ForOp>(owner);
  if (!loop)
    return std::nullopt;
  if (dimOf.contains(argument))
    return Growth{0, 0, true};
  return growthOf(argument == loop.getInductionVar()
                      ? loop.getLowerBound()
                      : loop.getTiedLoopInit(argument)->get());
}

std::optional<JoinedLanes::Growth> JoinedLanes::ofBranches(scf::IfOp op,
                                                           unsigned result) {
  auto yes = growthOf(op.thenYield().getOperand(result));
  auto no = growthOf(op.elseYield().getOperand(result));
  if (!isFixed(op.getCondition()) || !yes || !no)
    return std::nullopt;
  if (yes == no)
    return yes;
  bool joint =
      dimOf.contains(op.getResult(result)) && isJoint(yes) && isJoint(no);
  return joint ? std::optional(Growth{0, 0, true}) : std::nullopt;
}

std::optional<JoinedLanes::Growth> JoinedLanes::ofAccess(tts::LoadOp load,
                                                         Value v) {
  if (dimOf.contains(v))
    return Growth{0, 0, true}; // fits() looks at the access
  return llvm::all_of(load.getBlock().getDefiningOp()->getOperands(),
                      [&](Value operand) { return isFixed(operand); })
             ? std::optional(Growth())
             : std::nullopt;
}

/// Is all that the regions use or make the same for all programs?
bool JoinedLanes::isFixedInside(Operation *op) {
  llvm::SetVector<Value> above;
  for (Region &region : op->getRegions())
    getUsedValuesDefinedAbove(region, above);
  if (!llvm::all_of(above, [&](Value v) { return isFixed(v); }))
    return false;
  return !op->walk([&](Operation *inner) {
              auto id = dyn_cast<triton::GetProgramIdOp>(inner);
              bool varies =
                  inner != op &&
                  (inner == number.remainder ||
                   (id && static_cast<int>(id.getAxis()) == number.axis));
              return varies ? WalkResult::interrupt() : WalkResult::advance();
            }).wasInterrupted();
}

std::optional<JoinedLanes::Growth> JoinedLanes::ofOperation(Operation *op,
                                                            Value v) {
  if (auto id = dyn_cast<triton::GetProgramIdOp>(op))
    return Growth{0, static_cast<int>(id.getAxis()) == number.axis, false};
  if (Operation *rem = number.remainder) {
    if (op == rem)
      return Growth{0, 1, false};
    if (number.isRow(op))
      return Growth();
  }
  if (isa<triton::MakeRangeOp>(op))
    return Growth{dimOf.contains(v), 0, false};
  if (auto load = dyn_cast<tts::LoadOp>(op))
    return ofAccess(load, v);
  if (movesDims(op) || isa<triton::SplatOp>(op))
    return growthOf(op->getOperand(0));
  // Scalars are taken not to wrap around, unless they hash, and positions in a
  // block do not.
  if (isa<arith::ExtSIOp, arith::IndexCastOp>(op) &&
      (!blockType(v) || isRange(op->getOperand(0)))) {
    std::optional<Growth> own = growthOf(op->getOperand(0));
    return own && isHashFactor(own->program) ? std::nullopt : own;
  }
  if (!isFixedInside(op))
    return std::nullopt;
  SmallVector<std::optional<Growth>> from;
  for (Value operand : op->getOperands())
    from.push_back(growthOf(operand));
  if (llvm::is_contained(from, std::nullopt))
    return std::nullopt;
  if (llvm::none_of(from, [](auto g) { return g->joint; })) {
    if (isa<arith::AddIOp>(op))
      return sum(*from[0], *from[1], 1);
    if (isa<arith::SubIOp>(op))
      return sum(*from[0], *from[1], -1);
    if (isa<arith::MulIOp>(op))
      for (int i : {0, 1})
        if (auto factor = constantOf(op->getOperand(i)))
          return sum({}, *from[1 - i], *factor);
  }
  if (llvm::all_of(from, [](auto g) { return g == Growth(); }))
    return Growth();
  bool laneByLane = op->hasTrait<OpTrait::Elementwise>() ||
                    isa<triton::ReduceOp, triton::ScanOp>(op);
  if (dimOf.contains(v) && laneByLane &&
      llvm::all_of(from, [&](auto g) { return isJoint(g); }))
    return Growth{0, 0, true};
  return std::nullopt;
}

// --- Which blocks are longer

/// Marks the dim along which the access goes on where the next program begins.
bool JoinedLanes::seed(tts::MakeBlockOp block) {
  auto growth = growthOf(block.getOffset());
  if (growth == Growth())
    return true;
  if (!growth || growth->joint || growth->program <= 0)
    return false;
  auto shape = block.getType().getShape();
  for (auto [d, stride] : llvm::enumerate(block.getMixedStrides())) {
    auto apart = getConstantIntValue(stride);
    if (apart && isDense(*apart, block.getType().getElementType()) &&
        shape[d] > 1 && shape[d] * *apart == growth->program) {
      if (size == 0)
        size = shape[d];
      return mark(block.getResult(), d);
    }
  }
  return false;
}

bool JoinedLanes::mark(Value v, int dim) {
  auto [it, isNew] = dimOf.insert({v, dim});
  if (!isNew)
    return it->second == dim;
  open.push_back(v);
  return blockShape(v)[dim] == size;
}

/// Marks what has the joined dim because `v` has it, in an operation that takes
/// or gives `v`.
bool JoinedLanes::spreadThrough(Operation *op, Value v, int dim) {
  if (auto yield = dyn_cast<scf::YieldOp>(op)) {
    Operation *parent = yield->getParentOp();
    if (!isa<scf::IfOp, scf::ForOp>(parent))
      return false;
    for (auto [i, operand] : llvm::enumerate(yield.getOperands()))
      if (operand == v && !mark(parent->getResult(i), dim))
        return false;
    return true;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    auto carried = llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(),
                             loop.getYieldedValues(), loop.getResults());
    for (auto [init, argument, next, result] : carried)
      if (llvm::is_contained({init, Value(argument), Value(result)}, v) &&
          !(mark(init, dim) && mark(argument, dim) && mark(next, dim) &&
            mark(result, dim)))
        return false;
    return true;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned i = cast<OpResult>(v).getResultNumber();
    return mark(branch.thenYield().getOperand(i), dim) &&
           mark(branch.elseYield().getOperand(i), dim);
  }
  return spreadDim(op, v, dim,
                   [&](Value other, int own) { return mark(other, own); });
}

bool JoinedLanes::spread() {
  while (!open.empty()) {
    Value v = open.pop_back_val();
    int dim = dimOf.lookup(v);
    Operation *def = v.getDefiningOp();
    if (!spreadThrough(def ? def : v.getParentBlock()->getParentOp(), v, dim))
      return false;
    for (Operation *user : v.getUsers())
      if (!spreadThrough(user, v, dim))
        return false;
  }
  return true;
}

// --- Whether nothing tells programs apart

/// Does a bound of the joined dim go along with the programs, or hold for all
/// lanes?
bool JoinedLanes::boundFits(OpFoldResult bound, bool upper) {
  if (auto known = getConstantIntValue(bound))
    return upper ? *known >= size : *known <= 0;
  return growthOf(cast<Value>(bound)) == Growth{0, -size, false};
}

bool JoinedLanes::fits(tts::MakeBlockOp block) {
  auto fixed = [&](OpFoldResult v) {
    return isa<Attribute>(v) || isFixed(cast<Value>(v));
  };
  auto it = dimOf.find(block.getResult());
  if (it == dimOf.end())
    return llvm::all_of(block->getOperands(),
                        [&](Value operand) { return isFixed(operand); });
  int dim = it->second;
  auto strides = block.getMixedStrides(), lower = block.getMixedLower(),
       upper = block.getMixedUpper();
  auto stride = getConstantIntValue(strides[dim]);
  auto step = stride ? timesSize(*stride) : std::nullopt;
  if (!step || block.isWrapped(dim) || block.hasTensorBase() ||
      !isFixed(block.getBase()) ||
      growthOf(block.getOffset()) != Growth{0, *step, false} ||
      !boundFits(lower[dim], false) || !boundFits(upper[dim], true))
    return false;
  for (auto [d, s] : llvm::enumerate(strides))
    if (static_cast<int>(d) != dim &&
        !(fixed(s) && fixed(lower[d]) && fixed(upper[d])))
      return false;
  auto isSame = [&](Value v) { return isFixed(v); };
  Value gather = block.getGather(), mask = block.getMask();
  return llvm::all_of(block.getWrapStarts(), isSame) &&
         llvm::all_of(block.getWrapModuli(), isSame) &&
         (!gather || isJoint(growthOf(gather))) &&
         (!mask || (blockType(mask) ? isJoint(growthOf(mask)) : isFixed(mask)));
}

/// What a loop carries changes from program to program as it did before.
bool JoinedLanes::fits(scf::ForOp loop) {
  auto carried =
      llvm::zip(loop.getInitArgs(), loop.getYieldedValues(), loop.getResults());
  return isFixed(loop.getLowerBound()) && isFixed(loop.getUpperBound()) &&
         isFixed(loop.getStep()) && llvm::all_of(carried, [&](auto values) {
           auto [init, next, result] = values;
           return dimOf.contains(result)
                      ? isJoint(growthOf(init)) && isJoint(growthOf(next))
                      : growthOf(init) == growthOf(next);
         });
}

bool JoinedLanes::fits(Operation *op) {
  if (auto atomic = dyn_cast<tts::AtomicRMWOp>(op))
    return dimOf.contains(atomic.getBlock()) &&
           atomic.getResult().use_empty() &&
           isJoint(growthOf(atomic.getValue()));
  bool known = llvm::all_of(op->getResults(), [&](Value v) {
    return isa<tts::BlockType>(v.getType()) || growthOf(v);
  });
  if (!known)
    return false;
  if (auto block = dyn_cast<tts::MakeBlockOp>(op))
    return fits(block);
  if (auto load = dyn_cast<tts::LoadOp>(op)) {
    Value other = load.getOther();
    return !load.getIsVolatile() &&
           (!other || (dimOf.contains(other) ? isJoint(growthOf(other))
                                             : isFixed(other)));
  }
  // Without the joined dim each of the programs would write, and one does now.
  if (auto store = dyn_cast<tts::StoreOp>(op))
    return dimOf.contains(store.getBlock()) &&
           isJoint(growthOf(store.getValue()));
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return fits(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return isFixed(branch.getCondition());
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return !dimOf.contains(constant.getResult()) ||
           isa<SplatElementsAttr>(constant.getValue());
  if (isa<triton::ReturnOp, scf::YieldOp>(op))
    return true;
  return isMemoryEffectFree(op) && isFixedInside(op);
}

bool JoinedLanes::find() {
  bool seeded = true;
  function.walk([&](tts::MakeBlockOp block) { seeded &= seed(block); });
  if (!seeded || size == 0 || !spread())
    return false;
  memo.clear();
  // What a region computes of its own arguments is its operation's matter.
  return !function
              .walk<WalkOrder::PreOrder>([&](Operation *op) {
                if (op == function)
                  return WalkResult::advance();
                if (!fits(op))
                  return WalkResult::interrupt();
                return isa<scf::ForOp, scf::IfOp>(op) ? WalkResult::advance()
                                                      : WalkResult::skip();
              })
              .wasInterrupted();
}

} // namespace mlir::tts::cpu

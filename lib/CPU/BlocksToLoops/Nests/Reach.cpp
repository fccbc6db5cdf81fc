// What a nest reaches from its roots, and which dim runs along the lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Coordinates.h"
#include "Nests.h"

#include "../Atomics/Atomics.h"
#include "../Elements/Elements.h"
#include "../Plan/Plan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/ScopeExit.h"

namespace mlir::tts::cpu {

/// The places of what is given another shape: dims of one come and go, and the
/// innermost of the others may be taken apart to pairs, or put together.
static Places beforeReshape(triton::ReshapeOp op, ArrayRef<Place> places) {
  auto from = blockType(op.getSrc()).getShape();
  auto isLong = [](int64_t n) { return n != 1; };
  auto before = llvm::filter_to_vector(from, isLong);
  decltype(before) after;
  Places moved;
  for (auto [n, place] :
       llvm::zip_equal(blockType(op.getResult()).getShape(), places))
    if (isLong(n)) {
      after.push_back(n);
      moved.push_back(place);
    }
  auto isPairsOf = [](ArrayRef<int64_t> pairs, ArrayRef<int64_t> whole) {
    return pairs.size() == whole.size() + 1 && pairs.back() == 2 &&
           pairs.drop_back(2) == whole.drop_back() &&
           pairs.drop_back().back() * 2 == whole.back();
  };
  if (isPairsOf(before, after)) {
    moved.back() = moved.back().ofPairs();
    moved.push_back({kElsewhere});
  } else if (isPairsOf(after, before)) {
    moved.pop_back();
    moved.back() = moved.back().ofElements();
  } else if (before != after) {
    return Places(from.size(), {kElsewhere});
  }
  Places out(from.size());
  for (auto [place, i] : llvm::zip_equal(
           moved,
           llvm::make_filter_range(llvm::seq<size_t>(0, from.size()),
                                   [&](size_t i) { return isLong(from[i]); })))
    out[i] = place;
  return out;
}

/// Records `v` and everything lazy below it, users before what they use.
void Nests::reach(Value v, ArrayRef<Place> places) {
  if (!v || !blockType(v))
    return;
  auto &known = nest->places[v];
  if (llvm::is_contained(known, Places(places)))
    return;
  known.emplace_back(places);
  SmallVector<int, 4> dims = dimsOf(places);
  auto &seen = nest->reachedDims[v];
  bool isNew = !llvm::is_contained(seen, dims);
  if (isNew)
    seen.push_back(dims);
  llvm::scope_exit record([&] {
    if (isNew)
      nest->reached.push_back({v, dims});
  });
  if (buffers.count(v))
    return;
  Operation *op = v.getDefiningOp();
  if (!op)
    return;
  if (movesDims(op))
    return reach(op->getOperand(0), alongSourceDims(op, places, Place()));
  if (auto r = dyn_cast<triton::ReshapeOp>(op))
    return reach(r.getSrc(), beforeReshape(r, places));
  if (auto s = dyn_cast<triton::SplitOp>(op)) {
    Places source(places);
    source.push_back({kElsewhere});
    return reach(s.getSrc(), source);
  }
  if (auto j = dyn_cast<triton::JoinOp>(op)) {
    reach(j.getLhs(), places.drop_back());
    return reach(j.getRhs(), places.drop_back());
  }
  if (auto g = dyn_cast<triton::GatherOp>(op)) {
    if (nest->exchanges && staysInLanes(g, target.vectorBits) &&
        identityDims(dims, blockType(v).getShape(), nest->shape))
      return reach(g.getSrc(), places);
    Places source(places);
    source[g.getAxis()] = {kElsewhere};
    reach(g.getSrc(), source);
    return reach(g.getIndices(), places);
  }
  if (auto l = dyn_cast<tts::LoadOp>(op)) {
    auto block = accessOf(l);
    reach(l.getOther(), places);
    reach(block.getBase(), places);
    reach(block.getGather(), places);
    return reach(block.getMask(), places);
  }
  for (Value operand : op->getOperands())
    reach(operand, places);
}

Nest Nests::reachedBy(ArrayRef<int64_t> shape, ArrayRef<Root> roots) {
  Nest probe;
  Nest *outer = std::exchange(nest, &probe);
  probe.shape.assign(shape.begin(), shape.end());
  for (const Root &root : roots)
    reachRoot(root);
  nest = outer;
  return probe;
}

Nest Nests::reachedBy(Value v) {
  Root root;
  root.kind = Root::Materialize;
  root.value = v;
  return reachedBy(blockType(v).getShape(), root);
}

void Nests::reachRoot(const Root &root) {
  auto id = llvm::map_to_vector<4>(llvm::seq<int>(0, nest->shape.size()),
                                   [](int dim) { return Place{dim}; });
  if (root.kind == Root::Materialize || root.hasLoops())
    return reach(root.value, id);
  for (Value operand : root.op->getOperands())
    reach(operand, id);
  if (auto block = accessOf(root.op)) {
    reach(block.getBase(), id);
    reach(block.getGather(), id);
    reach(block.getMask(), id);
  }
}

bool Nests::needsScalarNest(ArrayRef<Root> roots) {
  for (const Root &r : roots) {
    if (r.kind == Root::Atomic && atomics().atomicDim(r.op) < 0)
      return true;
    if (r.kind == Root::Reduce)
      for (Operation &op : cast<triton::ReduceOp>(r.op)
                               .getCombineOp()
                               .front()
                               .without_terminator())
        if (!elements().isElementwise(&op) && !isa<arith::ConstantOp>(op))
          return true;
  }
  return false;
}

/// Has the operation a divisor that the run tells?
static bool dividesAtRunTime(Operation *op) {
  if (!isQuotient(op) && !isRemainder(op))
    return false;
  Value divisor = op->getOperand(1);
  while (isa_and_nonnull<triton::SplatOp, triton::BroadcastOp,
                         triton::ExpandDimsOp>(divisor.getDefiningOp()))
    divisor = divisor.getDefiningOp()->getOperand(0);
  return !blockType(divisor) && !getConstantIntValue(divisor);
}

/// Is a block gathered by quotients whose divisors the run tells? Mostly they
/// are the same for all lanes, which then are one element or neighbours.
bool Nests::gathersByQuotients(tts::LoadOp load) {
  Value gather = accessOf(load).getGather();
  return gather && plan().evaluates(gather, dividesAtRunTime) &&
         !plan().contains<tts::LoadOp>(gather);
}

/// How many accesses are contiguous along each dim.
SmallVector<int> Nests::votesForDims(ArrayRef<Root> roots) {
  SmallVector<int> votes(nest->shape.size(), 0);
  auto voteAccess = [&](tts::MakeBlockOp block, ArrayRef<int> dims,
                        int weight) {
    auto strides = block.getMixedStrides();
    for (auto [i, d] : llvm::enumerate(dims))
      if (d >= 0 && getConstantIntValue(strides[i]) == 1)
        votes[d] += weight;
  };
  // What is the same along some dim is read once for all of its lanes.
  auto coversNest = [&](ArrayRef<int> dims) {
    for (auto [d, n] : llvm::enumerate(nest->shape))
      if (n > 1 && !llvm::is_contained(dims, static_cast<int>(d)))
        return false;
    return true;
  };
  for (const Reached &r : nest->reached) {
    if (buffers.count(r.v)) {
      if (!r.dims.empty() && r.dims.back() >= 0)
        votes[r.dims.back()] += 2;
    } else if (auto load = r.v.getDefiningOp<tts::LoadOp>()) {
      voteAccess(accessOf(load), r.dims, coversNest(r.dims) ? 4 : 1);
    }
  }
  for (const Root &r : roots) {
    auto id = llvm::to_vector(llvm::seq<int>(0, nest->shape.size()));
    if (r.kind == Root::Store)
      voteAccess(accessOf(r.op), id, 5);
    if (r.kind == Root::Materialize && !id.empty())
      votes.back() += 2;
    if (r.hasLoops())
      votes[id.size() - 2] += 1, votes.back() += 2;
  }
  return votes;
}

/// One register of the usual element, more when the body is small.
int64_t Nests::usualLanes(ArrayRef<Root> roots, int axis) {
  unsigned ops = 0;
  unsigned narrow = 64, wide = 8;
  for (const Reached &r : nest->reached) {
    bool isBuffer = buffers.count(r.v);
    Operation *op = isBuffer ? nullptr : r.v.getDefiningOp();
    if (isa_and_nonnull<triton::SplatOp, arith::ConstantOp,
                        triton::ExpandDimsOp, triton::BroadcastOp>(op))
      continue;
    Type elem = blockType(r.v).getElementType();
    unsigned bits = storageType(elem).getIntOrFloatBitWidth();
    if (!elem.isInteger(1)) {
      narrow = std::min(narrow, bits);
      wide = std::max(wide, bits);
    }
    // Quotients are mostly the same for many lanes (Straight.cpp).
    bool divides = !isBuffer && (isQuotient(op) || isRemainder(op));
    auto load = dyn_cast_or_null<tts::LoadOp>(op);
    bool byQuotients = load && gathersByQuotients(load);
    ops += isBuffer ? 1 : divides || byQuotients ? 2 : plan().ownCost(op);
  }
  unsigned bits = narrow == 64 ? 64 : std::min(wide, 32u);
  int64_t lanes = target.vectorBits / bits;
  lanes *= ops <= 12 ? 4 : ops <= 32 ? 2 : 1;
  if (axis >= 0 && axis != nest->vecDim && roots.size() == 1 &&
      roots.front().kind == Root::Reduce &&
      roots.front().op->getNumOperands() == 1) {
    // Accumulators take half of the registers at most.
    int64_t registers = target.vectorBits >= 512 ? 32 : 16;
    if (2 * lanes * wide <= registers / 2 * target.vectorBits)
      lanes *= 2;
  }
  return lanes;
}

/// The dim with most contiguous accesses, the last one on a tie. What is
/// reduced along another one, `axis`, is best read in long pieces of its rows.
void Nests::chooseVectorDim(ArrayRef<Root> roots, int axis) {
  for (const Root &r : roots)
    if (r.kind == Root::Atomic) {
      nest->vecDim = atomics().atomicDim(r.op);
      nest->lanes = atomics().atomicLanes(r.op);
      return;
    }
  SmallVector<int> votes = votesForDims(roots);
  nest->vecDim = -1;
  for (int d = nest->shape.size() - 1; d >= 0; --d)
    if (nest->shape[d] > 1 &&
        (nest->vecDim < 0 || votes[d] > votes[nest->vecDim]))
      nest->vecDim = d;
  if (nest->vecDim < 0)
    return;
  int64_t lanes = usualLanes(roots, axis);
  if (nest->exchanges)
    for (const Reached &r : nest->reached)
      if (auto g = r.v.getDefiningOp<triton::GatherOp>();
          g && !buffers.count(r.v) && staysInLanes(g, target.vectorBits))
        lanes = std::max(lanes, exchangedLanes(g, target.vectorBits));
  nest->lanes = std::min({lanes, nest->shape[nest->vecDim], int64_t(128)});
}

} // namespace mlir::tts::cpu

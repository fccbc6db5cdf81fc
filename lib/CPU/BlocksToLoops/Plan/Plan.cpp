// Decides which lazy blocks get storage, and when: what is expensive and used
// by several nests, what a later write would change.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan.h"
#include "Ways.h"

#include "../Accesses/Accesses.h"
#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../Programs/Programs.h"
#include "triton-shared/CPU/Analysis/Exchange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::tts::cpu {

/// Recomputing costs more than storing and reading back above this.
static constexpr unsigned kCheap = 4;
/// What a later nest is to evaluate again costs no more than this, and is no
/// longer: rows that leave the first level until then gain nothing.
static constexpr unsigned kRepeated = 12;
static constexpr int64_t kRepeatedBytes = 16 << 10;
/// Rows that are shorter are kept at once: there is no queue to fill, and to
/// read them again takes a test for overlap.
static constexpr int64_t kKeptBytes = 512;

static bool writesMemory(Operation *op) {
  return anyInside(op, [](Operation *inner) {
    return isa<tts::StoreOp, tts::AtomicRMWOp, tts::AtomicCASOp,
               tts::BarrierOp>(inner);
  });
}

void Plan::numberBlock(Block &block) {
  auto &h = hazards[&block];
  auto &loads = blockLoads[&block];
  h.clear();
  loads.clear();
  int64_t n = 0;
  for (Operation &op : block) {
    positions[&op] = n;
    if (isa<tts::LoadOp>(op) && elements().isLazy(&op))
      loads.push_back(&op);
    else if (writesMemory(&op))
      h.push_back(n);
    ++n;
  }
}

bool Plan::isHazard(Operation *op) const {
  auto known = hazards.find(op->getBlock());
  return known != hazards.end() &&
         llvm::is_contained(known->second, positions.lookup(op));
}

void Plan::forget() {
  forgetCosts();
  exchangeDepths.clear();
  positions.clear();
}

int64_t Plan::neededUntil(Value v,
                          const llvm::SmallDenseSet<Value, 8> &stored) {
  Needs needs;
  needs.stored = stored;
  return neededUntil(v, needs);
}

int64_t Plan::neededUntil(Value v, Needs &needs) {
  if (auto it = needs.until.find(v); it != needs.until.end())
    return it->second;
  Block *home = v.getParentBlock();
  Operation *now = home->findAncestorOpInBlock(*current);
  int64_t nowPos = now ? positions.lookup(now) : -1;
  int64_t last = -1;
  for (Operation *user : v.getUsers()) {
    Operation *op = home->findAncestorOpInBlock(*user);
    if (!op || isDoneAlong(user))
      continue;
    if (op == user && isa<tts::MakeBlockOp>(op)) {
      // A mask or gather tensor: needed where the access is made.
      for (Operation *access : op->getResult(0).getUsers()) {
        Operation *a = home->findAncestorOpInBlock(*access);
        if (a == access && elements().isLazy(a)) {
          if (!needs.stored.contains(a->getResult(0)) &&
              !buffers.count(a->getResult(0)))
            last = std::max(last, neededUntil(a->getResult(0), needs));
        } else if (a && positions.lookup(a) > nowPos) {
          last = std::max(last, positions.lookup(a));
        }
      }
      continue;
    }
    if (op == user && elements().isLazy(op)) {
      for (Value r : op->getResults())
        if (!needs.stored.contains(r) && !buffers.count(r))
          last = std::max(last, neededUntil(r, needs));
      continue;
    }
    if (int64_t p = positions.lookup(op); p > nowPos)
      last = std::max(last, p);
  }
  return needs.until[v] = last;
}

bool Plan::hazardBefore(Value load, int64_t until) {
  Block *home = load.getParentBlock();
  Operation *now = home->findAncestorOpInBlock(*current);
  int64_t from = now ? positions.lookup(now) : -1;
  for (int64_t h : hazards[home])
    if (h >= from && h < until)
      return true;
  return false;
}

/// Is `v` evaluated by an operation between two positions of its own block?
bool Plan::usedBetween(Value v, int64_t from, int64_t to) {
  llvm::SetVector<Value> lazy;
  lazy.insert(v);
  for (size_t i = 0; i < lazy.size(); ++i)
    for (Operation *user : lazy[i].getUsers()) {
      Operation *op = v.getParentBlock()->findAncestorOpInBlock(*user);
      if (!op || isDoneAlong(user))
        continue;
      if (op == user && (elements().isLazy(op) || isa<tts::MakeBlockOp>(op)))
        lazy.insert(op->result_begin(), op->result_end());
      else if (int64_t p = positions.lookup(op); p > from && p < to)
        return true;
    }
  return false;
}

/// Are the offsets of an access computed from `v`?
bool Plan::isPlace(Value v) {
  llvm::SetVector<Value> lazy;
  lazy.insert(v);
  for (size_t i = 0; i < lazy.size(); ++i)
    for (OpOperand &use : lazy[i].getUses()) {
      Operation *op = use.getOwner();
      if (auto block = dyn_cast<tts::MakeBlockOp>(op)) {
        if (block.getGather() == lazy[i])
          return true;
      } else if (elements().isLazy(op) && !isa<tts::LoadOp>(op)) {
        lazy.insert(op->result_begin(), op->result_end());
      }
    }
  return false;
}

/// Is the store that overwrites what `v` is loaded from, as far as one can
/// tell, the next to evaluate it? It keeps what is needed after it then. A
/// first pass over rows waits for memory, and stores in it fill the queue
/// behind the loads.
bool Plan::keptByNextStore(const Reached &r) {
  RankedTensorType type = blockType(r.v);
  int64_t bytes = type.getNumElements() * bytesOf(type.getElementType());
  if (cost(r.v) > kRepeated || bytes > kRepeatedBytes || bytes < kKeptBytes)
    return false;
  Block *home = current->getBlock();
  int64_t now = positions.lookup(current);
  auto &writers = hazards[home];
  auto next = llvm::upper_bound(writers, now);
  if (next == writers.end() || isa<tts::StoreOp>(current))
    return false;
  auto store = dyn_cast<tts::StoreOp>(&*std::next(home->begin(), *next));
  if (!store || !blockType(store.getValue()) || usedBetween(r.v, now, *next) ||
      !usedBetween(r.v, now, *next + 1))
    return false;
  auto shape = cast<tts::BlockType>(store.getBlock().getType()).getShape();
  return shape == type.getShape() && evaluates(r.v, [&](Operation *op) {
           auto load = dyn_cast<tts::LoadOp>(op);
           return load && op->getBlock() == home &&
                  neededUntil(load.getResult(), {}) > *next;
         });
}

unsigned Plan::ownCost(Operation *op) {
  if (isa<arith::ConstantOp, triton::SplatOp, triton::ExpandDimsOp,
          triton::BroadcastOp, triton::TransOp>(op))
    return 0;
  if (auto l = dyn_cast<tts::LoadOp>(op)) {
    auto block = l.getBlock().getDefiningOp<tts::MakeBlockOp>();
    return block.getGather() || blockType(block.getBase()) ? 16 : 1;
  }
  if (isa<triton::ExternElementwiseOp, triton::MapElementwiseOp>(op))
    return 24;
  // Costs are those of the product and the sum that it is made of; signs of
  // its operands are its own.
  if (isa<math::FmaOp>(op))
    return 2;
  if (isa<arith::NegFOp>(op) &&
      llvm::all_of(op->getUsers(), llvm::IsaPred<math::FmaOp>))
    return 0;
  if (isa<math::AbsFOp, math::AbsIOp, math::FloorOp, math::CeilOp,
          math::CopySignOp>(op))
    return 1;
  if (isa<math::SqrtOp, triton::PreciseSqrtOp, triton::PreciseDivFOp,
          arith::DivFOp>(op))
    return 5;
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::RemFOp>(op))
    return 16;
  if (op->getDialect() && isa<math::MathDialect>(op->getDialect()))
    return 12;
  if (auto r = dyn_cast<triton::ReshapeOp>(op))
    return 2;
  if (auto g = dyn_cast<triton::GatherOp>(op))
    return exchangeOf(g) ? 1 : 10;
  return 1;
}

unsigned Plan::cost(Value v) {
  if (!blockType(v))
    return 0;
  if (buffers.count(v) || programs().hasTable(v) || !v.getDefiningOp())
    return 1;
  if (auto it = costs.find(v); it != costs.end())
    return it->second;
  Operation *op = v.getDefiningOp();
  unsigned sum = ownCost(op);
  auto addAll = [&](ValueRange values) {
    for (Value operand : values)
      if (operand)
        sum += cost(operand);
  };
  addAll(op->getOperands());
  if (auto l = dyn_cast<tts::LoadOp>(op)) {
    auto block = l.getBlock().getDefiningOp<tts::MakeBlockOp>();
    addAll(block->getOperands());
  }
  return costs[v] = std::min(sum, 1000u);
}

bool Plan::evaluates(Value v, llvm::function_ref<bool(Operation *)> found) {
  llvm::SetVector<Value> below;
  below.insert(v);
  for (size_t i = 0; i < below.size(); ++i) {
    Operation *op = below[i].getDefiningOp();
    if (!op || !blockType(below[i]) || buffers.count(below[i]))
      continue;
    if (found(op))
      return true;
    below.insert(op->operand_begin(), op->operand_end());
    if (tts::MakeBlockOp block = accessOf(op))
      below.insert(block->operand_begin(), block->operand_end());
  }
  return false;
}

/// Is `v` evaluated again for each step of an outer loop that it does not
/// depend on (a row broadcast over rows)?
static bool recomputed(const Reached &r, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> valueShape) {
  int inner = -1;
  llvm::SmallDenseSet<int> has;
  for (auto [i, d] : llvm::enumerate(r.dims))
    if (d >= 0 && valueShape[i] > 1) {
      inner = std::max(inner, d);
      has.insert(d);
    }
  for (int d = 0; d < inner; ++d)
    if (shape[d] > 1 && !has.contains(d))
      return true;
  return false;
}

/// Is `v` loaded from elements that are no neighbours along any dim?
static bool loadsApart(Value v) {
  auto load = v.getDefiningOp<tts::LoadOp>();
  if (!load)
    return false;
  auto block = load.getBlock().getDefiningOp<tts::MakeBlockOp>();
  bool varies = false;
  for (auto [extent, stride] :
       llvm::zip(cast<tts::BlockType>(block.getType()).getShape(),
                 block.getMixedStrides())) {
    std::optional<int64_t> known = getConstantIntValue(stride);
    if (extent == 1 || known == 0)
      continue;
    if (known == 1)
      return false;
    varies = true;
  }
  return varies;
}

/// Do later nests find what they access by it, and does mostly one number stand
/// for a whole step, that of a row or of the first column? Then it takes next
/// to nothing to evaluate again, and lanes in storage are any numbers.
bool Plan::isSimplerAgain(const Reached &r, int64_t until) {
  return nests().isEvenInSteps(r) && isPlace(r.v) &&
         !evaluates(r.v, [&](Operation *op) {
           return isa<tts::LoadOp>(op) && hazardBefore(op->getResult(0), until);
         });
}

/// Do later nests need what is dear to evaluate again, or what is loaded from
/// where something is written before they do?
bool Plan::isKept(const Reached &r, Needs &needs) {
  Value v = r.v;
  Operation *def = v.getDefiningOp();
  if (v.getParentBlock() != current->getBlock() || !def ||
      !elements().isLazy(def))
    return false;
  int64_t until = neededUntil(v, needs);
  if (until < 0)
    return false;
  bool pays = isa<tts::LoadOp>(def)
                  ? hazardBefore(v, until) || cost(v) > 2 * kCheap
                  : cost(v) > kCheap;
  return pays && !keptByNextStore(r) && !isSimplerAgain(r, until);
}

/// What gets storage so that no write comes before `load`: several loads of the
/// stored block's shape may as well be evaluated to that block, in one nest.
Value Plan::keptBeforeWrite(tts::LoadOp load, ArrayRef<Root> roots) {
  if (roots.size() == 1 && roots.front().kind == Root::Store) {
    Value stored = cast<tts::StoreOp>(roots.front().op).getValue();
    auto shape = blockType(stored).getShape();
    bool reaches = false;
    int loads = 0;
    bool hasSmaller = evaluates(stored, [&](Operation *op) {
      auto other = dyn_cast<tts::LoadOp>(op);
      if (!other || accesses().overlapIsTestable(other, roots))
        return false;
      reaches |= other == load;
      ++loads;
      return blockType(other.getResult()).getShape() != shape;
    });
    if (!hasSmaller && reaches && loads > 1)
      return stored;
  }
  return load;
}

Value Plan::separateFirst(ArrayRef<Root> roots, Operation *op) {
  bool writes = llvm::any_of(roots, [](const Root &r) {
    return r.kind == Root::Store || r.kind == Root::Atomic;
  });
  // Loops of their own store nothing else on the way.
  bool packs = roots.front().hasLoops();
  if (Value v = exchangeFirst())
    return v;
  Needs needs;
  for (const Root &r : roots)
    if (r.kind == Root::Materialize || r.fillsOwn)
      needs.store(r.value);
  DenseMap<Value, unsigned> ways =
      countWays(*nest, [&](Value v) { return buffers.count(v); });
  for (Reached &r : nest->reached) {
    if (buffers.count(r.v))
      continue;
    if (ways.lookup(r.v) == kMostWays && cost(r.v) > kCheap)
      return r.v;
    Operation *def = r.v.getDefiningOp();
    if (auto g = dyn_cast_or_null<triton::GatherOp>(def))
      if (!buffers.count(g.getSrc()) &&
          !(nest->exchanges && staysInLanes(g, target.vectorBits)))
        return g.getSrc();
    if (needs.stored.contains(r.v))
      continue;
    auto load = dyn_cast_or_null<tts::LoadOp>(def);
    if (writes && load && !accesses().overlapIsTestable(load, roots))
      return keptBeforeWrite(load, roots);
    if (writes && load)
      if (Value offsets = accesses().offsetsToKeep(load, roots))
        return offsets;
    auto shape = blockType(r.v).getShape();
    if ((cost(r.v) > kCheap || loadsApart(r.v)) &&
        recomputed(r, nest->shape, shape))
      return r.v;
    if (!isKept(r, needs))
      continue;
    if (!packs && identityDims(r.dims, shape, nest->shape) &&
        nest->reachedDims[r.v].size() == 1)
      needs.store(r.v);
    else
      return r.v;
  }
  return {};
}

SmallVector<Value> Plan::valuesToKeep(llvm::SmallDenseSet<Value, 8> stored) {
  SmallVector<Value> kept;
  Needs needs;
  needs.stored = std::move(stored);
  for (Reached &r : nest->reached) {
    if (buffers.count(r.v) || needs.stored.contains(r.v) || !isKept(r, needs))
      continue;
    needs.store(r.v);
    kept.push_back(r.v);
  }
  return kept;
}

void Plan::addSideRoots(SmallVectorImpl<Root> &roots) {
  llvm::SmallDenseSet<Value, 8> stored;
  for (const Root &r : roots)
    if (r.kind == Root::Materialize)
      stored.insert(r.value);
  for (Value v : valuesToKeep(std::move(stored))) {
    if (bandDim(v) != nest->bandDim)
      continue;
    Root side;
    side.kind = Root::Materialize;
    side.value = v;
    side.dest = allocate(v.getType());
    roots.push_back(side);
    nest->sideStores.push_back({v, side.dest});
  }
}

LogicalResult Plan::flushPendingLoads(Operation *writer,
                                      ArrayRef<Root> ownRoots) {
  // What the writer's own nest reaches is dealt with there.
  llvm::SmallDenseSet<Value, 8> own;
  if (!ownRoots.empty()) {
    auto store = cast<tts::StoreOp>(ownRoots.front().op);
    auto shape = cast<tts::BlockType>(store.getBlock().getType()).getShape();
    for (const Reached &r : nests().reachedBy(shape, ownRoots).reached)
      own.insert(r.v);
  }
  for (Operation *load : blockLoads[writer->getBlock()]) {
    if (positions.lookup(load) > positions.lookup(writer))
      break;
    Value v = load->getResult(0);
    if (buffers.count(v) || own.contains(v) || neededUntil(v, {}) < 0)
      continue;
    if (failed(nests().materialize(v)))
      return failure();
  }
  return success();
}

} // namespace mlir::tts::cpu

// Loops and branches carry scalars instead of blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CarriedScalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"
#include "triton-shared/Analysis/ScalarFacts.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

using namespace mlir;
using namespace mlir::tts;

namespace {

/// Values that are assumed to be `source` plus a scalar each, and the operands
/// that feed them. The assumption holds if every feeding value has the lanes
/// of the source.
struct Carried {
  SmallVector<Value, 3> values;
  /// What the values are measured from; visible where the values are.
  Value source;
  /// The operand through which `source` itself enters a loop, if it is one.
  OpOperand *init = nullptr;
  SmallVector<OpOperand *, 3> feeds;
  SmallVector<ScalarExpr, 3> distances;
  bool holds = true;
};

class ScalarCarrier {
public:
  ScalarCarrier(AccessAnalysis &analysis, Materializer &materializer)
      : analysis(analysis), materializer(materializer),
        data(analysis.getScalars(), AccessAnalysis::Precision::Data) {}

  void run(Block &body) {
    collect(body);
    if (candidates.empty())
      return;
    verify();
    measure();
    rewrite();
    analysis.invalidate();
  }

private:
  static bool isCandidate(Type type) {
    Type element = getElementTypeOrSelf(type);
    if (isa<triton::PointerType>(element))
      return true;
    return isa<RankedTensorType>(type) &&
           (element.isInteger(32) || element.isInteger(64));
  }
  bool isPointer(Value value) const {
    return isa<triton::PointerType>(getElementTypeOrSelf(value));
  }

  void collect(Block &block);
  void collectFor(scf::ForOp loop);
  void collectWhile(scf::WhileOp loop);
  void collectBranch(Operation *op);
  bool sameLanes(Value a, Value b);
  /// A value from outside `op` with the lanes of `inside`, or null.
  Value findSource(Value inside, Operation *op);
  void add(Carried carried) {
    for (Value value : carried.values) {
      analysis.assumeCarried(value, carried.source);
      data.assumeCarried(value, carried.source);
      carriedValues.insert(value);
    }
    candidates.push_back(std::move(carried));
  }
  ScalarExpr getOffset(Value value) {
    return isPointer(value) ? analysis.getPointer(value).index.offset
                            : data.getIndex(value).offset;
  }
  void drop(Value value) {
    analysis.dropAssumption(value);
    data.dropAssumption(value);
  }
  Operation *loopAround(const Carried &carried);
  bool followsSource(Value feed, Value source, Operation *loop);
  bool movesAsIndex(const ScalarTerm &term, Operation *loop) const;
  void verify();
  void measure();
  void rewrite();
  Value rebuild(Value source, Value distance, Type type, OpBuilder &builder);

  AccessAnalysis &analysis;
  Materializer &materializer;
  /// Describes integer blocks: they are rebuilt wherever the program computes
  /// with them, be it an address or not.
  AccessAnalysis data;
  std::vector<Carried> candidates;
  llvm::DenseSet<Value> carriedValues;
};

} // namespace

void ScalarCarrier::collect(Block &block) {
  for (Operation &op : block) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      collectFor(loop);
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      collectWhile(loop);
    } else if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          collect(inner);
      collectBranch(&op);
    }
  }
}

void ScalarCarrier::collectFor(scf::ForOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  for (auto [position, init] : llvm::enumerate(loop.getInitArgsMutable())) {
    if (!isCandidate(init.get().getType()))
      continue;
    Carried carried;
    carried.values = {loop.getRegionIterArg(position),
                      loop.getResult(position)};
    carried.source = init.get();
    carried.init = &init;
    carried.feeds = {&yield->getOpOperand(position)};
    add(std::move(carried));
  }
  collect(*loop.getBody());
}

void ScalarCarrier::collectWhile(scf::WhileOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getAfterBody()->getTerminator());
  for (OpOperand &init : loop.getInitsMutable()) {
    unsigned position = init.getOperandNumber();
    if (!isCandidate(init.get().getType()))
      continue;
    Carried carried;
    carried.values = {loop.getBeforeArguments()[position]};
    carried.source = init.get();
    carried.init = &init;
    carried.feeds = {&yield->getOpOperand(position)};
    add(std::move(carried));
  }
  collect(*loop.getBeforeBody());
  scf::ConditionOp condition = loop.getConditionOp();
  for (auto [position, operand] : llvm::enumerate(condition.getArgsMutable())) {
    if (!isCandidate(operand.get().getType()))
      continue;
    Value source = findSource(operand.get(), loop);
    if (!source)
      continue;
    Carried carried;
    carried.values = {loop.getAfterArguments()[position],
                      loop.getResult(position)};
    carried.source = source;
    carried.feeds = {&operand};
    add(std::move(carried));
  }
  collect(*loop.getAfterBody());
}

void ScalarCarrier::collectBranch(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (!isCandidate(result.getType()))
      continue;
    Carried carried;
    carried.values = {result};
    for (Region &region : op->getRegions())
      carried.feeds.push_back(&region.front().getTerminator()->getOpOperand(
          result.getResultNumber()));
    carried.source = findSource(carried.feeds.front()->get(), op);
    if (carried.source)
      add(std::move(carried));
  }
}

bool ScalarCarrier::sameLanes(Value a, Value b) {
  if (isPointer(a)) {
    const PointerInfo &first = analysis.getPointer(a);
    const PointerInfo &second = analysis.getPointer(b);
    return first.hasSameBase(second) && first.index.hasSameLanes(second.index);
  }
  const IndexInfo &first = data.getIndex(a);
  return first.hasSameLanes(data.getIndex(b));
}

Value ScalarCarrier::findSource(Value inside, Operation *op) {
  Value current = inside;
  while (true) {
    Operation *owner = isa<BlockArgument>(current)
                           ? current.getParentBlock()->getParentOp()
                           : current.getDefiningOp();
    bool isInside = isa<BlockArgument>(current) ? op->isAncestor(owner)
                                                : op->isProperAncestor(owner);
    if (!isInside)
      return sameLanes(current, inside) ? current : Value();
    // An argument of the loop itself stands for what enters the loop.
    if (auto loop = dyn_cast<scf::WhileOp>(op);
        loop && isa<BlockArgument>(current) &&
        current.getParentBlock() == loop.getBeforeBody()) {
      current = loop.getInits()[cast<BlockArgument>(current).getArgNumber()];
      continue;
    }
    if (isa<BlockArgument>(current))
      return {};
    Value next;
    for (Value operand : owner->getOperands())
      if (operand.getType() == current.getType() && sameLanes(operand, inside))
        next = operand;
    if (!next)
      return {};
    current = next;
  }
}

/// Whether a scalar is data to a loop: it is, or is computed from, what an
/// iteration reads from memory or leaves to the next one.
static bool isDataOf(Operation *loop, Value scalar) {
  auto reads = [](Operation *op) {
    return isa<triton::LoadOp, triton::AtomicRMWOp, triton::AtomicCASOp>(op);
  };
  llvm::SetVector<Value> from;
  from.insert(scalar);
  for (size_t i = 0; i < from.size(); ++i) {
    Value v = from[i];
    Operation *op = v.getDefiningOp();
    Operation *home = v.getParentRegion()->getParentOp();
    if (!loop->isAncestor(home))
      continue;
    if (!op) {
      auto counted = dyn_cast<scf::ForOp>(home);
      bool counts = counted && v == counted.getInductionVar();
      if (!v.getType().isIndex() && !counts)
        return true;
      continue;
    }
    // A branch or a loop may read, too, and choose from what was read.
    WalkResult walked = op->walk([&](Operation *inner) {
      return reads(inner) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (walked.wasInterrupted())
      return true;
    from.insert(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), from);
  }
  return false;
}

/// Whether what moves a block of 32-bit integers is an index, and no number of
/// a hash, nor data that a loop adds up: those wrap around.
bool ScalarCarrier::movesAsIndex(const ScalarTerm &term,
                                 Operation *loop) const {
  if (term.factors.empty())
    return term.coefficient % 2 == 0 || !isHashFactor(term.coefficient);
  if (isHashFactor(term.coefficient))
    return false;
  bool once = term.factors.size() == 1 && std::abs(term.coefficient) == 1;
  return llvm::all_of(term.factors, [&](const ScalarAtom *atom) {
    if (carriedValues.contains(atom->value))
      return once;
    return !isHashProduct(atom->value) &&
           !(loop && isDataOf(loop, atom->value));
  });
}

/// The outermost loop that a block goes around in, if there is one: that which
/// carries it, or what it is measured from.
Operation *ScalarCarrier::loopAround(const Carried &carried) {
  if (!getElementTypeOrSelf(carried.source).isInteger(32))
    return nullptr;
  auto loopOf = [](Value value) -> Operation * {
    Operation *op = value.getParentRegion()->getParentOp();
    while (op && !isa<scf::ForOp, scf::WhileOp>(op))
      op = op->getParentOp();
    return op;
  };
  Operation *loop = nullptr;
  if (isa<BlockArgument>(carried.values.front()))
    loop = loopOf(carried.values.front());
  ScalarExpr start = getOffset(carried.source);
  for (const ScalarTerm &term : start.getTerms())
    for (const ScalarAtom *atom : term.factors)
      if (carriedValues.contains(atom->value))
        if (Operation *outer = loopOf(atom->value))
          if (!loop || outer->isProperAncestor(loop))
            loop = outer;
  return loop;
}

/// Whether `feed` is `source` plus a scalar. An index block may wrap around its
/// type where the scalar, an index, does not: sums and products agree after
/// truncation, other operations do not. `loop`: what the feed goes around in.
bool ScalarCarrier::followsSource(Value feed, Value source, Operation *loop) {
  if (!sameLanes(feed, source))
    return false;
  if (isPointer(feed))
    return true;
  ScalarExpr distance = getOffset(feed) - getOffset(source);
  return llvm::all_of(distance.getTerms(), [&](const ScalarTerm &term) {
    return llvm::all_of(term.factors,
                        [](const ScalarAtom *atom) {
                          return atom->kind == AtomKind::Value;
                        }) &&
           (!getElementTypeOrSelf(feed).isInteger(32) ||
            movesAsIndex(term, loop));
  });
}

/// Drops what does not hold until the rest holds under itself.
void ScalarCarrier::verify() {
  bool changed = true;
  while (changed) {
    changed = false;
    analysis.invalidate();
    data.invalidate();
    for (Carried &carried : candidates) {
      if (!carried.holds)
        continue;
      Operation *loop = loopAround(carried);
      carried.holds = llvm::all_of(carried.feeds, [&](OpOperand *feed) {
        return followsSource(feed->get(), carried.source, loop);
      });
      if (carried.holds)
        continue;
      changed = true;
      for (Value value : carried.values)
        drop(value);
    }
  }
}

void ScalarCarrier::measure() {
  for (Carried &carried : candidates) {
    if (!carried.holds)
      continue;
    ScalarExpr start = getOffset(carried.source);
    for (OpOperand *feed : carried.feeds)
      carried.distances.push_back(getOffset(feed->get()) - start);
  }
}

/// `source` moved by `distance` elements.
Value ScalarCarrier::rebuild(Value source, Value distance, Type type,
                             OpBuilder &builder) {
  Location loc = distance.getLoc();
  bool pointer = isa<triton::PointerType>(getElementTypeOrSelf(type));
  Type element = pointer ? builder.getI64Type() : getElementTypeOrSelf(type);
  // Integers of 32 bits wrap around where the index does not; an index_cast to
  // them would be folded away with the next one.
  Value step =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), distance);
  if (element != builder.getI64Type())
    step = arith::TruncIOp::create(builder, loc, element, step);
  if (auto block = dyn_cast<RankedTensorType>(type))
    step = triton::SplatOp::create(
        builder, loc, RankedTensorType::get(block.getShape(), element), step);
  if (pointer)
    return triton::AddPtrOp::create(builder, loc, type, source, step);
  return arith::AddIOp::create(builder, loc, source, step);
}

void ScalarCarrier::rewrite() {
  // Every value that changes its type is replaced by a rebuilt block first;
  // sources that are such values mean the rebuilt block from then on.
  llvm::DenseMap<Value, Value> rebuilt;
  for (Carried &carried : candidates) {
    for (Value value : carried.values)
      drop(value);
    if (!carried.holds)
      continue;
    Value source = carried.source;
    if (Value block = rebuilt.lookup(source))
      source = block;
    for (Value value : carried.values) {
      OpBuilder builder(value.getContext());
      builder.setInsertionPointAfterValue(value);
      Type type = value.getType();
      // Uses are redirected before the rebuilt block uses the value.
      auto placeholder =
          arith::ConstantIndexOp::create(builder, value.getLoc(), 0);
      Value block = rebuild(source, placeholder, type, builder);
      value.replaceAllUsesWith(block);
      value.setType(builder.getIndexType());
      placeholder.getResult().replaceAllUsesWith(value);
      placeholder.erase();
      rebuilt[value] = block;
    }
  }
  for (Carried &carried : candidates) {
    if (!carried.holds)
      continue;
    if (carried.init)
      carried.init->set(materializer.getConstantIndex(0));
    for (auto [feed, distance] : llvm::zip(carried.feeds, carried.distances))
      feed->set(materializer.getIndex(distance, feed->getOwner()->getLoc()));
  }
}

void mlir::tts::carryScalars(Block &body, AccessAnalysis &analysis,
                             Materializer &materializer) {
  ScalarCarrier(analysis, materializer).run(body);
}

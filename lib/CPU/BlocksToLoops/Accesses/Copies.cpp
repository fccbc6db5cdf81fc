// Which loads of a nest read copies: those that overlap what it stores. That is
// tested before the nest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Accesses.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::tts::cpu {

/// More tests than that in one basic block take LLVM's scheduler very long.
constexpr size_t kTestsAtOnce = 16;

namespace {
/// Loads of one array, alike but for where they begin: `distance` elements
/// after `start`, or after the array's first element if that is null.
struct Begin {
  tts::LoadOp load;
  Value start;
  int64_t distance = 0;
};
} // namespace

/// Where a load begins: constants are taken out of its offset.
static Begin beginOf(tts::LoadOp load) {
  Begin begin{load, accessOf(load).getOffset()};
  APInt k;
  auto takeOut = [&](Value v) {
    return matchPattern(v, m_ConstantInt(&k)) &&
           !llvm::AddOverflow(begin.distance, k.getSExtValue(), begin.distance);
  };
  if (takeOut(begin.start)) {
    begin.start = Value();
    return begin;
  }
  while (auto sum = begin.start.getDefiningOp<arith::AddIOp>()) {
    if (!takeOut(sum.getRhs()))
      break;
    begin.start = sum.getLhs();
  }
  return begin;
}

/// Do they differ by a constant distance, and in where their boxes begin, which
/// no range of bytes depends on?
static bool areAlike(const Begin &x, const Begin &y) {
  tts::MakeBlockOp a = accessOf(x.load), c = accessOf(y.load);
  return a.getBase() == c.getBase() && x.start == y.start && isAffine(a) &&
         isAffine(c) && a.getType() == c.getType() &&
         a.getMixedStrides() == c.getMixedStrides() &&
         a.getMixedUpper() == c.getMixedUpper();
}

/// How far the last element of a block is from its first one along the dims
/// whose strides are known; 0 if some of those are negative.
static int64_t leastSpan(tts::MakeBlockOp block) {
  int64_t span = 0, way;
  for (auto [n, s] :
       llvm::zip(block.getType().getShape(), block.getMixedStrides())) {
    int64_t stride = getConstantIntValue(s).value_or(0);
    if (stride < 0 || llvm::MulOverflow(stride, n - 1, way) ||
        llvm::AddOverflow(span, way, span))
      return 0;
  }
  return span;
}

/// The loads from the first to the last of those that begin before the one
/// before them ends: what overlaps one of them lies between. As a rule it
/// overlaps another one in another place, so that none of them is read where
/// the nest stores back alone; where masks leave most out, there may be a copy
/// for nothing.
static SmallVector<std::pair<tts::LoadOp, tts::LoadOp>>
joined(ArrayRef<tts::LoadOp> loads) {
  SmallVector<SmallVector<Begin>> groups;
  for (tts::LoadOp load : loads) {
    Begin begin = beginOf(load);
    auto *found = llvm::find_if(groups, [&](ArrayRef<Begin> group) {
      return areAlike(group.front(), begin);
    });
    if (found == groups.end())
      groups.push_back({begin});
    else
      found->push_back(begin);
  }
  SmallVector<std::pair<tts::LoadOp, tts::LoadOp>> all;
  for (SmallVector<Begin> &group : groups) {
    llvm::sort(group, [](const Begin &x, const Begin &y) {
      return x.distance < y.distance;
    });
    int64_t span = leastSpan(accessOf(group.front().load)), last = 0;
    bool isOpen = false;
    for (const Begin &begin : group) {
      int64_t way = 0;
      isOpen = isOpen && !llvm::SubOverflow(begin.distance, last, way) &&
               way <= span && way > 0;
      if (isOpen)
        all.back().second = begin.load;
      else
        all.push_back({begin.load, begin.load});
      isOpen = true;
      last = begin.distance;
    }
  }
  return all;
}

/// Does any of the pairs overlap?
Value Accesses::anyOverlaps(ArrayRef<OverlapTest> tests) {
  auto ofSome = [&](ArrayRef<OverlapTest> some) {
    Value flag;
    for (const OverlapTest &test : some) {
      Value overlaps = overlapFlag(test);
      flag = flag ? arith::OrIOp::create(b, loc, flag, overlaps) : overlaps;
    }
    return flag;
  };
  Value flag = ofSome(tests.take_front(kTestsAtOnce));
  while (tests.size() > kTestsAtOnce) {
    tests = tests.drop_front(kTestsAtOnce);
    auto known = scf::IfOp::create(b, loc, TypeRange{b.getI1Type()}, flag,
                                   /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(known.thenBlock());
    scf::YieldOp::create(b, loc, flag);
    b.setInsertionPointToStart(known.elseBlock());
    scf::YieldOp::create(b, loc, ofSome(tests.take_front(kTestsAtOnce)));
    flag = known.getResult(0);
  }
  return flag;
}

/// Copies loads of one shape to storage if they overlap what the nest stores
/// to: all of them, in one nest, if any does. What addresses have in common is
/// computed once so.
LogicalResult Accesses::copyFirst(ArrayRef<tts::LoadOp> loads, Value flag) {
  SmallVector<Root> copies;
  SmallVector<Value> starts;
  for (tts::LoadOp load : loads) {
    Root copy;
    copy.kind = Root::Materialize;
    copy.value = load.getResult();
    copy.dest = allocate(load.getResult().getType());
    starts.push_back(copy.dest.ptr);
    copies.push_back(copy);
  }
  auto ifOverlap = scf::IfOp::create(b, loc, flag, false);
  auto from = scf::IfOp::create(b, loc, ValueRange(starts).getTypes(), flag,
                                /*withElseRegion=*/true);
  for (auto [load, copy, start] : llvm::zip(loads, copies, from.getResults()))
    nest->redirects[load] = {flag, copy.dest, start};
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(from.thenBlock());
  scf::YieldOp::create(b, loc, starts);
  b.setInsertionPointToStart(from.elseBlock());
  for (auto [load, start] : llvm::zip(loads, starts))
    start = elements().startOf(accessOf(load));
  scf::YieldOp::create(b, loc, starts);
  b.setInsertionPointToStart(ifOverlap.thenBlock());
  llvm::SaveAndRestore outer(nest);
  return nests().emitNest(blockType(copies.front().value).getShape(), copies,
                          loads.front(), -1, /*plain=*/true);
}

LogicalResult Accesses::redirectOverlaps(ArrayRef<Root> roots) {
  llvm::SetVector<Operation *> loads;
  for (const Reached &r : nest->reached)
    if (!buffers.count(r.v))
      if (auto l = r.v.getDefiningOp<tts::LoadOp>())
        loads.insert(l);
  llvm::MapVector<ArrayRef<int64_t>, SmallVector<tts::LoadOp>> shapes;
  for (Operation *op : loads)
    shapes[blockType(op->getResult(0)).getShape()].push_back(
        cast<tts::LoadOp>(op));
  for (auto &[shape, alike] : shapes) {
    SmallVector<OverlapTest> tests;
    llvm::SetVector<Operation *> tested;
    for (const Root &r : roots) {
      if (!rootWrites(r))
        continue;
      SmallVector<tts::LoadOp> others;
      llvm::copy_if(alike, std::back_inserter(others),
                    [&](tts::LoadOp load) { return !harmless(load, r); });
      tested.insert_range(others);
      for (auto [first, last] : joined(others))
        tests.push_back({first, last, r.op});
    }
    if (tests.empty())
      continue;
    SmallVector<tts::LoadOp> copied;
    llvm::copy_if(alike, std::back_inserter(copied),
                  [&](tts::LoadOp load) { return tested.contains(load); });
    if (failed(copyFirst(copied, anyOverlaps(tests))))
      return failure();
  }
  return success();
}

} // namespace mlir::tts::cpu

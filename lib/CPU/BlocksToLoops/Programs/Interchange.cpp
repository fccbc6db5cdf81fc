// The loop over programs and the outermost loops of a program, interchanged:
//
//   for program                      for group of programs
//     ahead                            for program of the group
//     for position             =>        ahead; keep what it has computed
//       body                           for each set that takes turns
//                                        for position
//                                          for program of the set
//                                            body
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Interchange.h"

#include "../LoopTarget.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tts::cpu {

/// Of the first level, as most CPUs have it at least.
static constexpr int64_t kFirstLevelBytes = 32 << 10;
/// What the programs of a group have together, about, and how few are none.
static constexpr int64_t kScratchBytes = 1 << 20, kLeastPrograms = 16;

/// An odd number of lines, so that programs do not share sets of the caches.
static int64_t scratchOfOne(int64_t bytes) {
  return llvm::alignTo(bytes, 64) | 64;
}

namespace {

Value byteOf(OpBuilder &b, Location loc, Value memory, int64_t offset) {
  return LLVM::GEPOp::create(b, loc, memory.getType(), b.getI8Type(), memory,
                             ArrayRef<LLVM::GEPArg>{int32_t(offset)});
}

/// What the loops need of what a program has computed before them: kept in its
/// scratch, or computed again.
class Needed {
public:
  Needed(scf::ForOp programs, Value arena, int64_t from)
      : body(programs.getBody()), program(programs.getInductionVar()),
        arena(arena), next(from) {}

  /// Adds a value. False if it can be neither kept nor computed again.
  bool add(Value v);

  /// Where in its scratch nothing is kept any more.
  int64_t end() const { return next; }

  /// Stores what is kept, by the operations that compute it.
  void keep(OpBuilder &b) const;

  /// Adds to `mapping` what is needed of the program that has this scratch.
  void restore(OpBuilder &b, Value scratch, IRMapping &mapping) const;

private:
  /// Is computing it again as good as reading it?
  bool isCheap(Operation *op) const;

  Block *body;
  Value program, arena;
  llvm::SetVector<Value> seen;
  SmallVector<Operation *> again; // in order
  SmallVector<std::pair<Value, int64_t>> kept;
  int64_t next;
};

} // namespace

bool Needed::isCheap(Operation *op) const {
  if (op->getNumRegions() != 0 || op->getNumResults() != 1 ||
      !isMemoryEffectFree(op))
    return false;
  // Registers of many lanes are wide, and there is no memory for indices.
  if (isa<VectorType, IndexType>(op->getResult(0).getType()))
    return true;
  return isa<LLVM::GEPOp>(op) && op->getOperand(0) == arena &&
         op->getNumOperands() == 1;
}

bool Needed::add(Value v) {
  if (v == program || v == arena || v.getParentBlock() != body ||
      !seen.insert(v))
    return true;
  Operation *op = v.getDefiningOp();
  if (isCheap(op)) {
    if (!llvm::all_of(op->getOperands(), [&](Value o) { return add(o); }))
      return false;
    again.push_back(op);
    return true;
  }
  Type type = v.getType();
  auto vector = dyn_cast<VectorType>(type);
  Type elem = vector ? vector.getElementType() : type;
  int64_t size = 8;
  if (elem.isIntOrFloat() && LLVM::isCompatibleType(type))
    size = llvm::divideCeil(elem.getIntOrFloatBitWidth(), 8);
  else if (!isa<LLVM::LLVMPointerType>(type))
    return false;
  if (vector)
    size *= vector.getNumElements();
  next = llvm::alignTo(next, std::min<int64_t>(llvm::PowerOf2Ceil(size), 64));
  kept.push_back({v, next});
  next += size;
  return true;
}

void Needed::keep(OpBuilder &b) const {
  for (auto [v, offset] : kept) {
    b.setInsertionPointAfterValue(v);
    LLVM::StoreOp::create(b, v.getLoc(), v,
                          byteOf(b, v.getLoc(), arena, offset), 1);
  }
}

void Needed::restore(OpBuilder &b, Value scratch, IRMapping &mapping) const {
  for (auto [v, offset] : kept)
    mapping.map(v, LLVM::LoadOp::create(b, v.getLoc(), v.getType(),
                                        byteOf(b, v.getLoc(), scratch, offset),
                                        1));
  for (Operation *op : again)
    b.clone(*op, mapping);
}

/// Brings what is computed between the loops and after them before them.
static bool gatherLoops(Block *body, ArrayRef<scf::ForOp> loops) {
  SmallVector<Operation *> between;
  for (Operation *op = loops.front()->getNextNode();
       op != body->getTerminator(); op = op->getNextNode()) {
    if (auto loop = dyn_cast<scf::ForOp>(op);
        loop && llvm::is_contained(loops, loop))
      continue;
    if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      return false;
    between.push_back(op);
  }
  for (Operation *op : between)
    op->moveBefore(loops.front());
  return true;
}

/// Moves what is the same for all programs out of their loop. What has scratch
/// is not the same.
static void hoist(scf::ForOp programs, Value arena) {
  moveLoopInvariantCode(
      programs.getLoopRegions(),
      [&](Value v, Region *) {
        return v != arena && programs.isDefinedOutsideOfLoop(v);
      },
      [](Operation *op, Region *) {
        return isMemoryEffectFree(op) && isSpeculatable(op);
      },
      [&](Operation *op, Region *) { programs.moveOutOfLoop(op); });
}

namespace {

/// Builds the loops around those of the programs.
class Interchange {
public:
  Interchange(scf::ForOp programs, const Interleaving &interleaving,
              Value arena, int64_t arenaBytes)
      : b(programs), loc(programs.getLoc()), programs(programs),
        interleaving(interleaving), arena(arena),
        place(llvm::alignTo(arenaBytes, 64)), stride(place + 8),
        needed(programs, arena, stride + 8) {}

  /// Has every program keep its place and stride, and finds what else the loops
  /// need. False, with the programs as they were, if that cannot be had.
  bool prepare();

  /// The new loops in place of the old one. Returns the bytes of all scratch.
  int64_t build();

private:
  Value cst(int64_t n) {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(n));
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value isNear(Value distance) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                 math::AbsIOp::create(b, loc, distance),
                                 cst(kLineBytes));
  }
  scf::ForOp open(Value from, Value to, Value step) {
    auto loop = scf::ForOp::create(b, loc, from, to, step);
    b.setInsertionPoint(loop.getBody()->getTerminator());
    return loop;
  }
  Value scratchOf(Value j) {
    return LLVM::GEPOp::create(
        b, loc, arena.getType(), b.getI8Type(), arena,
        ValueRange{arith::MulIOp::create(b, loc, j, scratchBytes)});
  }
  /// What program `j` of the group has kept at a place of its scratch.
  Value keptBy(Value j, int64_t offset) {
    return LLVM::LoadOp::create(b, loc, b.getI64Type(),
                                byteOf(b, loc, scratchOf(j), offset));
  }
  IRMapping mapProgram(Value first, Value j);
  Value meetsAgain(Value count);
  Value positionsOfTurn();
  void clip(scf::ForOp loop, Value from, Value positions);

  OpBuilder b;
  Location loc;
  scf::ForOp programs;
  const Interleaving &interleaving;
  Value arena;
  int64_t place, stride; // offsets in a program's scratch
  Needed needed;
  Value scratchBytes;
};

} // namespace

bool Interchange::prepare() {
  SmallVector<Operation *> keep;
  for (auto [v, offset] : {std::pair(interleaving.place, place),
                           std::pair(interleaving.stride, stride)}) {
    b.setInsertionPointAfterValue(v);
    keep.push_back(
        LLVM::StoreOp::create(b, loc, v, byteOf(b, loc, arena, offset)));
  }
  hoist(programs, arena);
  // What stands there twice would be kept twice.
  IRRewriter rewriter(programs.getContext());
  DominanceInfo dominance(programs);
  eliminateCommonSubExpressions(rewriter, dominance, programs);
  for (scf::ForOp loop : interleaving.loops) {
    auto result = loop->walk([&](Operation *op) {
      bool all = llvm::all_of(op->getOperands(),
                              [&](Value v) { return needed.add(v); });
      return all ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (!result.wasInterrupted())
      continue;
    for (Operation *store : keep)
      store->erase();
    return false;
  }
  return true;
}

/// Of program `j` of a group: its number and scratch.
IRMapping Interchange::mapProgram(Value first, Value j) {
  IRMapping mapping;
  mapping.map(programs.getInductionVar(), add(first, j));
  mapping.map(arena, scratchOf(j));
  return mapping;
}

/// The first of `count` programs after the first one whose column lies in the
/// lines of that; `count` if there is none, or rows are less than a line apart.
Value Interchange::meetsAgain(Value count) {
  Value first = keptBy(cst(0), place);
  Value end = arith::SelectOp::create(b, loc, isNear(keptBy(cst(0), stride)),
                                      cst(1), count);
  auto loop = scf::ForOp::create(b, loc, cst(1), end, cst(1), count);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value j = loop.getInductionVar();
  Value meets = isNear(sub(keptBy(j, place), first));
  Value here = arith::SelectOp::create(b, loc, meets, j, count);
  Value least = arith::MinSIOp::create(b, loc, loop.getRegionIterArg(0), here);
  scf::YieldOp::create(b, loc, least);
  return loop.getResult(0);
}

/// As many as have their lines in the first level at the same time: those share
/// few of its sets where the stride is a power of two.
Value Interchange::positionsOfTurn() {
  Value bytes = keptBy(cst(0), stride);
  Value power = arith::AndIOp::create(b, loc, bytes, sub(cst(0), bytes));
  power = arith::MaxSIOp::create(b, loc, power, cst(1));
  Value lines = arith::DivUIOp::create(b, loc, cst(kFirstLevelBytes), power);
  Value most =
      arith::MinSIOp::create(b, loc, lines, cst(interleaving.mostAtOnce));
  return arith::MaxSIOp::create(b, loc, most, cst(interleaving.leastAtOnce));
}

/// Has the loop take those of its steps that begin at `positions` from `from`
/// on; in the first turn also those that begin before 0, as the first of the
/// runs that a quotient does not change in does.
void Interchange::clip(scf::ForOp loop, Value from, Value positions) {
  Value lower = loop.getLowerBound(), step = loop.getStep();
  Value isFirst =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, from, cst(0));
  Value skipped = arith::MaxSIOp::create(b, loc, sub(from, lower), cst(0));
  skipped = arith::SelectOp::create(b, loc, isFirst, cst(0), skipped);
  Value steps = arith::CeilDivUIOp::create(b, loc, skipped, step);
  loop.setLowerBound(add(lower, arith::MulIOp::create(b, loc, steps, step)));
  loop.setUpperBound(arith::MinSIOp::create(b, loc, loop.getUpperBound(),
                                            add(from, positions)));
}

static void replaceOperands(Operation *root, const IRMapping &mapping) {
  root->walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      operand.set(mapping.lookupOrDefault(operand.get()));
  });
}

int64_t Interchange::build() {
  b.setInsertionPoint(programs);
  int64_t bytes = scratchOfOne(needed.end());
  scratchBytes = cst(bytes);
  auto group = open(programs.getLowerBound(), programs.getUpperBound(),
                    cst(interleaving.programs));
  Value first = group.getInductionVar();
  Value count = arith::MinSIOp::create(
      b, loc, sub(programs.getUpperBound(), first), cst(interleaving.programs));

  auto ahead = open(cst(0), count, cst(1));
  IRMapping mine = mapProgram(first, ahead.getInductionVar());
  b.setInsertionPointAfter(ahead);
  Value apart = meetsAgain(count);
  Value alone =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, apart, count);
  Value atOnce = arith::SelectOp::create(
      b, loc, alone, cst(interleaving.positions), positionsOfTurn());
  auto set = open(cst(0), apart, cst(1));
  auto turn = open(cst(0), cst(interleaving.positions), atOnce);
  auto each = open(set.getInductionVar(), count, apart);
  IRMapping mapping = mapProgram(first, each.getInductionVar());
  needed.restore(b, mapping.lookup(arena), mapping);
  for (scf::ForOp loop : interleaving.loops) {
    replaceOperands(loop, mapping);
    loop->moveBefore(each.getBody()->getTerminator());
    b.setInsertionPoint(loop);
    clip(loop, turn.getInductionVar(), atOnce);
  }

  needed.keep(b);
  Block *body = programs.getBody();
  for (Operation &op : llvm::make_early_inc_range(body->without_terminator())) {
    op.moveBefore(ahead.getBody()->getTerminator());
    replaceOperands(&op, mine);
  }
  programs.erase();
  return interleaving.programs * bytes;
}

void interchange(scf::ForOp programs, Interleaving interleaving, Value arena,
                 int64_t &arenaBytes) {
  // Another version of the kernel may be called with all scratch.
  if (llvm::any_of(arena.getUsers(), [&](Operation *user) {
        return !programs->isProperAncestor(user) && !isa<func::CallOp>(user);
      }))
    return;
  interleaving.programs =
      std::min(interleaving.programs, kScratchBytes / scratchOfOne(arenaBytes));
  if (interleaving.programs < kLeastPrograms ||
      !gatherLoops(programs.getBody(), interleaving.loops))
    return;
  Interchange change(programs, interleaving, arena, arenaBytes);
  if (change.prepare())
    arenaBytes = change.build();
}

} // namespace mlir::tts::cpu

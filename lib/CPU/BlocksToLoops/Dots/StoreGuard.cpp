// Stores between two uses of what dots keep, where a program goes from tile to
// tile in a loop (persistent kernels): what was packed counts until something
// is stored there. Seen at run time: the bytes that were read for packing so
// far are one range, and a store into it starts a new epoch, which is part of
// what tells packed operands apart.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dots.h"

#include "../Accesses/Accesses.h"
#include "../Programs/Programs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// In memory that is kept between programs.
enum GuardWord { Launch, First, End, Epoch, GuardWords };

/// Calls `visit` for `v` and for all blocks that it is computed or loaded from.
static void walkBlocks(Value v, llvm::function_ref<void(Value)> visit) {
  llvm::SetVector<Value> work;
  work.insert(v);
  for (size_t i = 0; i < work.size(); ++i) {
    Value next = work[i];
    Operation *op = next.getDefiningOp();
    if (!op || !(blockType(next) || isa<tts::BlockType>(next.getType())))
      continue;
    visit(next);
    work.insert(op->operand_begin(), op->operand_end());
  }
}

/// The blocks that `v` is loaded from, lane by lane.
static SmallVector<tts::MakeBlockOp> blocksReadFor(Value v) {
  SmallVector<tts::MakeBlockOp> found;
  walkBlocks(v, [&](Value part) {
    if (part.getDefiningOp<tts::LoadOp>())
      found.push_back(accessOf(part.getDefiningOp()));
  });
  return found;
}

/// Is anything that `v` needs in storage, loaded before? That is not what a
/// store since then has left in memory.
bool Dots::readBeforePacking(Value v) {
  bool stored = false;
  walkBlocks(v, [&](Value part) {
    stored |= buffers.count(part) && !blocksReadFor(part).empty();
  });
  return stored;
}

/// Can stores be tested against what is read for `v`?
bool Dots::storesAreTestable(Value v) {
  if (!llvm::all_of(blocksReadFor(v), isAffine))
    return false;
  return !anyInside(src, [](Operation *op) {
    return ordersAccesses(op) ||
           (isa<tts::StoreOp>(op) && !isAffine(accessOf(op)));
  });
}

Value Dots::guardWord(int word) {
  return elementPtr(b.getI64Type(), storeGuard, cst(word),
                    b.getI64IntegerAttr(1));
}

Value Dots::loadGuard(int word) {
  return LLVM::LoadOp::create(b, loc, b.getI64Type(), guardWord(word), 8);
}

Value Dots::storeEpoch() { return loadGuard(Epoch); }

void Dots::guardStores() {
  bool needed = false;
  src.walk([&](triton::DotOp dot) {
    auto loop = dot->getParentOfType<scf::ForOp>();
    needed |= loop && !writesOnlyAfter(loop, src) &&
              (storesAreTestable(dot.getA()) || storesAreTestable(dot.getB()));
  });
  if (!needed)
    return;
  Type i64Type = b.getI64Type();
  storeGuard = allocateKept(RankedTensorType::get({GuardWords}, i64Type)).ptr;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(programs().loop());
  Value launch = LLVM::LoadOp::create(b, loc, i64Type, runtime, 8);
  Value same = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                     loadGuard(Launch), launch);
  auto start = [&](GuardWord word, Value v) {
    v = arith::SelectOp::create(b, loc, same, loadGuard(word), v);
    LLVM::StoreOp::create(b, loc, v, guardWord(word), 8);
  };
  start(First, cst(-1));
  start(End, cst(0));
  start(Epoch, cst(0));
  LLVM::StoreOp::create(b, loc, launch, guardWord(Launch), 8);
}

/// What `v` is loaded from is read now, to be kept.
void Dots::noteRead(Value v) {
  Value unknown;
  for (tts::MakeBlockOp block : blocksReadFor(v)) {
    auto [first, end] = accesses().byteRange(block, unknown);
    first = arith::MinUIOp::create(b, loc, first, loadGuard(First));
    end = arith::MaxUIOp::create(b, loc, end, loadGuard(End));
    LLVM::StoreOp::create(b, loc, first, guardWord(First), 8);
    LLVM::StoreOp::create(b, loc, end, guardWord(End), 8);
  }
}

void Dots::noteStore(tts::StoreOp op) {
  if (!storeGuard)
    return;
  Value unknown;
  auto [first, end] = accesses().byteRange(accessOf(op), unknown);
  auto below = [&](Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, x, y);
  };
  Value inside = arith::AndIOp::create(b, loc, below(first, loadGuard(End)),
                                       below(loadGuard(First), end));
  Value next = add(loadGuard(Epoch),
                   arith::ExtUIOp::create(b, loc, b.getI64Type(), inside));
  LLVM::StoreOp::create(b, loc, next, guardWord(Epoch), 8);
}

} // namespace mlir::tts::cpu

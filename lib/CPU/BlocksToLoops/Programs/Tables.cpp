// One period of what repeats itself is computed before the programs that a
// thread has been given, and read by all of them: the scale of a channel, where
// channels are next to each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tables.h"
#include "Programs.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../Plan/Plan.h"
#include "../Walk/Walk.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

/// A step that begins in a period may end so much after it.
constexpr int64_t kMostLanes = 64;

/// Copies of blocks for the first positions that a thread has been given, in
/// front of what the programs do.
class Programs::FirstPeriod {
public:
  explicit FirstPeriod(Block &body)
      : body(body), rest(&body.front()), b(OpBuilder::atBlockBegin(&body)) {
    Location loc = rest->getLoc();
    number = triton::GetProgramIdOp::create(b, loc, triton::ProgramIDDim::X);
    length = arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
  }

  ~FirstPeriod() {
    while (&body.front() != rest)
      rest->getPrevNode()->erase();
  }

  /// `v`, of `size` elements.
  Value copy(Value v, int64_t size) {
    Operation *op = v.getDefiningOp();
    if (!op)
      return v;
    auto key = std::pair(v, size);
    if (Value own = copies.lookup(key))
      return own;
    if (auto load = dyn_cast<tts::LoadOp>(op))
      return copies[key] = copyLoad(load, size);
    IRMapping map;
    for (Value operand : op->getOperands())
      map.map(operand, copy(operand, size));
    RankedTensorType type = blockType(v);
    if (type)
      type = type.clone(ArrayRef<int64_t>{size});
    auto constant = type ? dyn_cast<arith::ConstantOp>(op) : nullptr;
    if (constant) {
      auto splat = cast<SplatElementsAttr>(constant.getValue());
      return copies[key] = arith::ConstantOp::create(
                 b, op->getLoc(), cast<TypedAttr>(splat.resizeSplat(type)));
    }
    Value own = b.clone(*op, map)->getResult(0);
    if (type)
      own.setType(type);
    return copies[key] = own;
  }

  /// Stands for the number of positions that there are.
  Value number;

  llvm::iterator_range<Block::iterator> operations() {
    return {body.begin(), rest->getIterator()};
  }

private:
  Value copyLoad(tts::LoadOp load, int64_t size) {
    tts::MakeBlockOp block = accessOf(load);
    Location loc = block.getLoc();
    auto scalar = [&](Value v) { return copy(v, size); };
    OpFoldResult stride = block.getMixedStrides().front();
    if (auto v = dyn_cast<Value>(stride))
      stride = scalar(v);
    Value end = length;
    if (auto bound = dyn_cast<Value>(block.getMixedUpper().front()))
      end = arith::MinSIOp::create(b, loc, length, scalar(bound));
    auto type = tts::BlockType::get({size}, block.getType().getElementType());
    auto own = tts::MakeBlockOp::create(
        b, loc, type, scalar(block.getBase()), scalar(block.getOffset()),
        stride, OpFoldResult(b.getIndexAttr(0)), OpFoldResult(end),
        block.getWrapDims(), scalar(block.getWrapStart(0)),
        scalar(block.getWrapModulus(0)));
    return tts::LoadOp::create(b, load.getLoc(), own, /*other=*/Value());
  }

  Block &body;
  Operation *rest;
  OpBuilder b;
  Value length;
  DenseMap<std::pair<Value, int64_t>, Value> copies;
};

/// Computes the tables for the programs from `begin` to `end`. Nothing is
/// loaded that those do not load; in a grid of several axes, other programs of
/// the launch.
LogicalResult Programs::fillTables(Value begin, Value end) {
  SmallVector<std::pair<Value, Periodic>> all = findPeriodic(src);
  if (all.empty() || columns || fastAxis != 0)
    return success();
  int64_t lanes = blockType(all.front().first).getNumElements();
  llvm::erase_if(all, [&](const auto &found) {
    return blockType(found.first).getNumElements() != lanes;
  });
  // Neither is 0.
  Value rows = arith::OrIOp::create(b, loc, numPrograms[1], numPrograms[2]);
  Value one = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(1));
  Value inOneRow =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, rows, one);
  Value first = arith::SelectOp::create(b, loc, inOneRow, begin, cst(0));
  Value given = arith::SubIOp::create(b, loc, end, begin);
  given = arith::SelectOp::create(
      b, loc, inOneRow, given,
      arith::ExtUIOp::create(b, loc, b.getI64Type(), numPrograms[0]));

  Block &body = src.getBody().front();
  FirstPeriod period(body);
  SmallVector<std::pair<Value, Value>> own; // block, where it begins
  int64_t longest = 0;
  for (auto &[v, of] : all) {
    int64_t size = llvm::PowerOf2Ceil(of.period + kMostLanes);
    own.push_back({period.copy(v, size), period.copy(of.start, size)});
    longest = std::max(longest, of.period + kMostLanes);
  }
  Value count = arith::MinSIOp::create(
      b, loc, mul(given, b.getIndexAttr(lanes)), cst(longest));
  plan().numberBlock(body);
  for (Operation &op : period.operations()) {
    current = &op;
    loc = op.getLoc();
    if (auto id = dyn_cast<triton::GetProgramIdOp>(op)) {
      Value known = id.getResult() == period.number ? count : first;
      scalars.map(id.getResult(),
                  arith::TruncIOp::create(b, loc, b.getI32Type(), known));
    } else if (failed(walk().emitOp(&op))) {
      return failure();
    }
  }
  for (auto [entry, copied] : llvm::zip(all, own)) {
    auto [block, start] = copied;
    if (failed(nests().materialize(block)))
      return failure();
    tables[entry.first] = {entry.second, buffers.lookup(block),
                           toI64(scalars.lookup(start))};
  }
  // Nothing is to be known of what is gone.
  buffers.clear();
  constantFrom.clear();
  plan().forget();
  return success();
}

const Table *Programs::tableFor(Value v, const Coords &coords) {
  auto it = tables.find(v);
  if (it == tables.end() || coords.front().kind != Coord::Lanes ||
      nest->lanes > kMostLanes)
    return nullptr;
  auto allLoaded = [&](tts::MakeBlockOp block) {
    return isa<Attribute>(block.getMixedUpper().front()) ||
           nest->boxHolds(block);
  };
  return llvm::all_of(it->second.of.blocks, allLoaded) ? &it->second : nullptr;
}

FailureOr<Lane> Programs::readTable(const Table &table, const Coords &coords) {
  at(0);
  Value position = arith::SubIOp::create(
      b, loc, toI64(scalars.lookup(table.of.start)), table.origin);
  Coords place(coords);
  Coord &c = place.front();
  at(c.level);
  c.v =
      arith::RemUIOp::create(b, loc, add(position, c.v), cst(table.of.period));
  return elements().readBuffer(table.elements, place);
}

} // namespace mlir::tts::cpu

// While a run goes through one row, the row of the next one is asked for, if
// its number is loaded: the hardware finds the lines of a row, but not where
// the next one is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Elements/Elements.h"
#include "../Plan/Plan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Does the access go along a row, lanes side by side, whose number is loaded?
bool Nests::followsLoadedNumber(tts::MakeBlockOp block, const Coords &coords) {
  Value gather = block.getGather();
  auto isVolatile = [](Operation *op) {
    auto load = dyn_cast<tts::LoadOp>(op);
    return load && load.getIsVolatile();
  };
  if (!gather || block.hasTensorBase() || !block.getWrapDims().empty() ||
      !plan().contains<tts::LoadOp>(gather) ||
      plan().evaluates(gather, isVolatile))
    return false;
  SmallVector<Quotient> found;
  auto stride = elements().laneStride(gather, coords, &found);
  auto way = stride && *stride ? getConstantIntValue(*stride) : std::nullopt;
  for (auto [c, own] : llvm::zip(coords, block.getMixedStrides())) {
    auto known = getConstantIntValue(own);
    if (c.kind == Coord::Lanes)
      way = way && known ? std::optional(*way + *known) : std::nullopt;
  }
  return way == 1;
}

/// Notes the rows of the run that begins at `next`, if that is before `to`;
/// else those of this one, which are there.
LogicalResult Nests::lookAheadToRun(Value next, Value to) {
  const Coord begin = nest->run->begin;
  auto whereLanesAre = [](Coords coords, const Coord &first) {
    for (Coord &c : coords)
      if (c.kind == Coord::Lanes)
        c = first;
    return coords;
  };
  for (const Reached &r : nest->reached) {
    auto load =
        buffers.count(r.v) ? tts::LoadOp() : r.v.getDefiningOp<tts::LoadOp>();
    if (!load || llvm::is_contained(r.dims, kElsewhere))
      continue;
    tts::MakeBlockOp block = accessOf(load);
    Coords coords = coordsOf(r);
    if (!followsLoadedNumber(block, coords))
      continue;
    FailureOr<Address> here =
        elements().address(block, whereLanesAre(coords, begin));
    if (failed(here))
      return failure();
    at(begin.level);
    Value more =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, next, to);
    SmallVector<Value> row{here->ptr.v};
    auto find = [&](bool holds, SmallVectorImpl<Value> &found) {
      if (!holds)
        return success();
      Coord first{Coord::Scalar, next, int(nest->levels.size()) - 1};
      FailureOr<Address> there =
          elements().address(block, whereLanesAre(coords, first));
      if (succeeded(there))
        found.front() = there->ptr.v;
      return success(succeeded(there));
    };
    if (failed(eitherWay(more, row, find)))
      return failure();
    Type elem = block.getType().getElementType();
    Value back = arith::SubIOp::create(b, loc, cst(0), begin.v);
    Value ptr = LLVM::GEPOp::create(b, loc, ptrType(), storageType(elem),
                                    row.front(), back);
    nest->ahead.push_back({ptr, elem, /*stored=*/false, /*far=*/false,
                           /*pitch=*/Value(), /*dim=*/-1});
  }
  return success();
}

} // namespace mlir::tts::cpu

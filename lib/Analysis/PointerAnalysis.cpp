// Transfer functions of the access analysis: pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "triton-shared/Analysis/AccessAnalysis.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

using namespace mlir;
using namespace mlir::tts;

unsigned mlir::tts::getElementBytes(Type type) {
  if (isa<triton::PointerType>(type))
    return 8;
  if (!type.isIntOrFloat())
    return 0;
  return (type.getIntOrFloatBitWidth() + 7) / 8;
}

static Type getPointee(Value pointer) {
  return cast<triton::PointerType>(getElementTypeOrSelf(pointer))
      .getPointeeType();
}

/// Nothing known: the pointer, or each pointer of the block, is its own base.
static PointerInfo opaquePointer(Value value) {
  PointerInfo info;
  if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
    info.laneBase = LaneTensor::identity(value);
    info.index = IndexInfo::uniform(type.getShape(), ScalarExpr());
  } else {
    info.base = value;
    info.index = IndexInfo::uniform({}, ScalarExpr());
  }
  return info;
}

const PointerInfo &AccessAnalysis::getPointer(Value value) {
  auto known = pointers.find(value);
  if (known != pointers.end())
    return *known->second;
  PointerInfo info;
  if (depth >= kMaxDepth) {
    info = opaquePointer(value);
  } else {
    ++depth;
    info = computePointer(value);
    --depth;
  }
  auto &slot = pointers[value];
  slot = std::make_unique<PointerInfo>(std::move(info));
  return *slot;
}

PointerInfo AccessAnalysis::computePointer(Value value) {
  if (Value source = carried.lookup(value)) {
    PointerInfo info = getPointer(source);
    info.index.offset = info.index.offset + scalars.getOpaque(value);
    return info;
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return opaquePointer(value);
  if (auto add = dyn_cast<triton::AddPtrOp>(op)) {
    PointerInfo info = getPointer(add.getPtr());
    info.index.add(getIndex(add.getOffset()));
    return info;
  }
  if (auto splat = dyn_cast<triton::SplatOp>(op)) {
    PointerInfo info = getPointer(splat.getSrc());
    info.index = IndexInfo::uniform(
        cast<RankedTensorType>(value.getType()).getShape(), info.index.offset);
    return info;
  }
  if (auto cast = dyn_cast<triton::BitcastOp>(op)) {
    if (!isa<triton::PointerType>(getElementTypeOrSelf(cast.getSrc())))
      return opaquePointer(value);
    // Elements of the same size are the same steps in memory; the access
    // casts the base.
    unsigned bytes = getElementBytes(getPointee(cast.getSrc()));
    if (bytes != 0 && bytes == getElementBytes(getPointee(value)))
      return getPointer(cast.getSrc());
    return opaquePointer(value);
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    const PointerInfo &a = getPointer(select.getTrueValue());
    const PointerInfo &b = getPointer(select.getFalseValue());
    Value condition = getSplatSource(select.getCondition());
    if (!condition || !a.hasSameBase(b) || !a.index.hasSameLanes(b.index))
      return opaquePointer(value);
    PointerInfo info = a;
    info.index.offset =
        scalars.select(condition, a.index.offset, b.index.offset);
    return info;
  }
  if (std::optional<BlockView> view = BlockView::get(op)) {
    PointerInfo info = getPointer(op->getOperand(0));
    if (succeeded(info.index.apply(*view)) &&
        (info.base || succeeded(view->apply(info.laneBase))))
      return info;
  }
  return opaquePointer(value);
}

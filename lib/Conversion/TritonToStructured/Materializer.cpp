// Writes what the analyses found as IR.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Materializer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "triton-shared/Analysis/ScalarFacts.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::tts;

Materializer::Materializer(Block &body)
    : body(body), builder(body.getParentOp()->getContext()) {}

unsigned Materializer::getBlockDepth(Block *block) {
  unsigned &depth = depths[block];
  if (!depth) {
    depth = 1;
    for (Block *outer = block; outer != &body;
         outer = outer->getParentOp()->getBlock())
      ++depth;
  }
  return depths[block];
}

void Materializer::setInsertionBehind(ValueRange operands) {
  Value last;
  for (Value operand : operands) {
    if (!last) {
      last = operand;
      continue;
    }
    Block *block = operand.getParentBlock(), *lastBlock = last.getParentBlock();
    if (block != lastBlock) {
      // Both are visible at one place: the deeper block is the later one.
      if (getBlockDepth(block) > getBlockDepth(lastBlock))
        last = operand;
      continue;
    }
    Operation *op = operand.getDefiningOp(), *lastOp = last.getDefiningOp();
    if (op && (!lastOp || lastOp->isBeforeInBlock(op)))
      last = operand;
  }
  if (!last)
    builder.setInsertionPointToStart(&body);
  else
    builder.setInsertionPointAfterValue(last);
}

Value Materializer::create(Location loc, StringRef name, ValueRange operands,
                           Type type, ArrayRef<NamedAttribute> attributes) {
  OperationName opName(name, builder.getContext());
  DictionaryAttr dictionary = builder.getDictionaryAttr(attributes);
  Key key{opName.getAsOpaquePointer(),
          {},
          dictionary.getAsOpaquePointer(),
          type.getAsOpaquePointer()};
  for (Value operand : operands)
    key.operands.push_back(operand.getAsOpaquePointer());
  Value &known = made[key];
  if (known)
    return known;
  setInsertionBehind(operands);
  OperationState state(loc, opName, operands, type, attributes);
  known = builder.create(state)->getResult(0);
  return known;
}

Value Materializer::getConstantIndex(int64_t value) {
  return create<arith::ConstantOp>(
      body.getParentOp()->getLoc(), {}, builder.getIndexType(),
      builder.getNamedAttr("value", builder.getIndexAttr(value)));
}

Value Materializer::getSplatConstant(RankedTensorType type, int64_t value) {
  auto element = builder.getIntegerAttr(type.getElementType(), value);
  return create<arith::ConstantOp>(
      body.getParentOp()->getLoc(), {}, type,
      builder.getNamedAttr("value", DenseElementsAttr::get(type, element)));
}

Value Materializer::getScalar(Value value, Location loc) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return value;
  return create<triton::UnsplatOp>(loc, value, type.getElementType());
}

Value Materializer::getAtom(const ScalarAtom &atom, Location loc) {
  Type index = builder.getIndexType();
  auto operand = [&](unsigned position) {
    return getIndex(atom.operands[position], loc);
  };
  switch (atom.kind) {
  case AtomKind::Value: {
    Value scalar = getScalar(atom.value, loc);
    if (scalar.getType().isIndex())
      return scalar;
    return create<arith::IndexCastOp>(loc, scalar, index);
  }
  case AtomKind::Unsigned: {
    Value wide = create<arith::ExtUIOp>(loc, getScalar(atom.value, loc),
                                        builder.getI64Type());
    return create<arith::IndexCastOp>(loc, wide, index);
  }
  case AtomKind::Min:
    return create<arith::MinSIOp>(loc, {operand(0), operand(1)}, index);
  case AtomKind::Max:
    return create<arith::MaxSIOp>(loc, {operand(0), operand(1)}, index);
  case AtomKind::FloorDiv: {
    int64_t divisor = *atom.operands[1].getConstant();
    if (llvm::isPowerOf2_64(divisor))
      return create<arith::ShRSIOp>(
          loc, {operand(0), getConstantIndex(llvm::Log2_64(divisor))}, index);
    if (isNonNegative(atom.operands[0]))
      return create<arith::DivUIOp>(loc, {operand(0), operand(1)}, index);
    return create<arith::FloorDivSIOp>(loc, {operand(0), operand(1)}, index);
  }
  case AtomKind::Div:
  case AtomKind::Rem: {
    Value a = operand(0), b = operand(1);
    setInsertionBehind({a, b, atom.value});
    // Not shared through create(): the place depends on the anchor.
    if (atom.kind == AtomKind::Div)
      return arith::DivSIOp::create(builder, loc, a, b);
    return arith::RemSIOp::create(builder, loc, a, b);
  }
  case AtomKind::Select: {
    Value condition = getScalar(atom.value, loc);
    return getSelect(condition, operand(0), operand(1), loc);
  }
  }
  return {};
}

static bool isSubtracted(const ScalarTerm &term) {
  return term.coefficient < 0 &&
         term.coefficient != std::numeric_limits<int64_t>::min();
}

/// The product of the factors times the magnitude of the coefficient.
Value Materializer::getProduct(const ScalarTerm &term, Location loc) {
  Type index = builder.getIndexType();
  Value product;
  for (const ScalarAtom *atom : term.factors) {
    Value factor = getAtom(*atom, loc);
    product =
        product ? create<arith::MulIOp>(loc, {product, factor}, index) : factor;
  }
  int64_t magnitude = isSubtracted(term) ? -term.coefficient : term.coefficient;
  if (!product)
    return getConstantIndex(magnitude);
  if (magnitude == 1)
    return product;
  return create<arith::MulIOp>(loc, {product, getConstantIndex(magnitude)},
                               index);
}

Value Materializer::getIndex(const ScalarExpr &expr, Location loc) {
  if (std::optional<int64_t> constant = expr.getConstant())
    return getConstantIndex(*constant);
  Type index = builder.getIndexType();
  // Positive terms first so that a negative one is a subtraction, the constant
  // last; terms that live further out come first for the sake of loops.
  SmallVector<Value> added, subtracted;
  auto further = [&](Value a, Value b) {
    return getBlockDepth(a.getParentBlock()) <
           getBlockDepth(b.getParentBlock());
  };
  for (const ScalarTerm &term : expr.getTerms()) {
    if (term.factors.empty())
      continue;
    Value product = getProduct(term, loc);
    SmallVector<Value> &list = isSubtracted(term) ? subtracted : added;
    list.insert(llvm::upper_bound(list, product, further), product);
  }
  int64_t constant = expr.getConstantTerm();
  Value sum;
  if (added.empty()) {
    sum = getConstantIndex(constant);
    constant = 0;
  }
  for (Value product : added)
    sum = sum ? create<arith::AddIOp>(loc, {sum, product}, index) : product;
  for (Value product : subtracted)
    sum = create<arith::SubIOp>(loc, {sum, product}, index);
  if (constant)
    sum = create<arith::AddIOp>(loc, {sum, getConstantIndex(constant)}, index);
  return sum;
}

Value Materializer::getI64(const ScalarExpr &expr, Location loc) {
  Type i64 = builder.getI64Type();
  // The program's own scalar needs no detour over index.
  ArrayRef<ScalarTerm> terms = expr.getTerms();
  if (terms.size() == 1 && terms[0].coefficient == 1 &&
      terms[0].factors.size() == 1 &&
      terms[0].factors[0]->kind == AtomKind::Value) {
    Value scalar = getScalar(terms[0].factors[0]->value, loc);
    if (scalar.getType() == i64)
      return scalar;
    if (scalar.getType().isInteger(32))
      return create<arith::ExtSIOp>(loc, scalar, i64);
  }
  return create<arith::IndexCastOp>(loc, getIndex(expr, loc), i64);
}

OpFoldResult Materializer::getFolded(const ScalarExpr &expr, Location loc) {
  if (std::optional<int64_t> constant = expr.getConstant())
    return builder.getIndexAttr(*constant);
  return getIndex(expr, loc);
}

Value Materializer::getAnd(Value a, Value b, Location loc) {
  if (!a || !b || a == b)
    return a ? a : b;
  return create<arith::AndIOp>(loc, {a, b}, a.getType());
}

Value Materializer::getSelect(Value condition, Value a, Value b, Location loc) {
  return create<arith::SelectOp>(loc, {condition, a, b}, a.getType());
}

Value Materializer::getNot(Value condition, Location loc) {
  Value allSet;
  if (auto type = dyn_cast<RankedTensorType>(condition.getType()))
    allSet = getSplatConstant(type, 1);
  else
    allSet = create<arith::ConstantOp>(
        body.getParentOp()->getLoc(), {}, builder.getI1Type(),
        builder.getNamedAttr("value", builder.getBoolAttr(true)));
  return create<arith::XOrIOp>(loc, {condition, allSet}, condition.getType());
}

Value Materializer::getCondition(const ScalarCondition &condition,
                                 Location loc) {
  if (condition.value) {
    Value scalar = getScalar(condition.value, loc);
    return condition.negated ? getNot(scalar, loc) : scalar;
  }
  auto predicate =
      arith::CmpIPredicateAttr::get(builder.getContext(), condition.predicate);
  return create<arith::CmpIOp>(
      loc, {getIndex(condition.lhs, loc), getIndex(condition.rhs, loc)},
      builder.getI1Type(), builder.getNamedAttr("predicate", predicate));
}

Value Materializer::getFullRank(const LaneTensor &lanes, size_t rank,
                                Location loc) {
  auto type = cast<RankedTensorType>(lanes.value.getType());
  SmallVector<int64_t> shape(rank, 1);
  SmallVector<int> varying;
  bool ordered = true;
  for (auto [size, dim] : llvm::zip(type.getShape(), lanes.dims)) {
    if (size == 1)
      continue;
    ordered &= varying.empty() || varying.back() < dim;
    varying.push_back(dim);
    shape[dim] = size;
  }
  if (type.getShape() == ArrayRef<int64_t>(shape) && ordered)
    return lanes.value;
  auto clone = [&](ArrayRef<int64_t> newShape) {
    return RankedTensorType::get(newShape, type.getElementType());
  };
  // The plain case: only dimensions that the value lacks.
  Value value = lanes.value;
  if (ordered &&
      llvm::all_of(type.getShape(), [](int64_t size) { return size != 1; })) {
    SmallVector<int64_t> current(type.getShape());
    for (size_t dim = 0; dim < rank; ++dim) {
      if (llvm::is_contained(lanes.dims, static_cast<int>(dim)))
        continue;
      current.insert(current.begin() + dim, 1);
      value = create<triton::ExpandDimsOp>(
          loc, value, clone(current),
          builder.getNamedAttr("axis", builder.getI32IntegerAttr(dim)));
    }
    return value;
  }
  if (!ordered) {
    SmallVector<int32_t> order(lanes.dims.size());
    std::iota(order.begin(), order.end(), 0);
    llvm::sort(order, [&](int32_t a, int32_t b) {
      return std::pair(lanes.dims[a], a) < std::pair(lanes.dims[b], b);
    });
    SmallVector<int64_t> permuted;
    for (int32_t dim : order)
      permuted.push_back(type.getShape()[dim]);
    value = create<triton::TransOp>(
        loc, value, clone(permuted),
        builder.getNamedAttr("order", builder.getDenseI32ArrayAttr(order)));
    if (permuted == shape)
      return value;
  }
  return create<triton::ReshapeOp>(loc, value, clone(shape));
}

Value Materializer::broadcastTo(Value value, ArrayRef<int64_t> shape,
                                Location loc) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  return create<triton::BroadcastOp>(
      loc, value, RankedTensorType::get(shape, type.getElementType()));
}

Value Materializer::getBroadcast(const LaneTensor &lanes,
                                 ArrayRef<int64_t> shape, Location loc) {
  return broadcastTo(getFullRank(lanes, shape.size(), loc), shape, loc);
}

/// Both shapes' dimensions, where each is 1 or that of the block.
static SmallVector<int64_t> getCommonShape(Value a, Value b) {
  SmallVector<int64_t> shape(cast<RankedTensorType>(a.getType()).getShape());
  for (auto [size, other] :
       llvm::zip(shape, cast<RankedTensorType>(b.getType()).getShape()))
    size = std::max(size, other);
  return shape;
}

Value Materializer::getGather(ArrayRef<Residual> residuals,
                              ArrayRef<int64_t> shape, Location loc) {
  Value sum;
  Type i64 = builder.getI64Type();
  for (const Residual &residual : residuals) {
    Value lanes = getFullRank(residual.lanes, shape.size(), loc);
    auto type = cast<RankedTensorType>(lanes.getType());
    auto wide = RankedTensorType::get(type.getShape(), i64);
    if (type != wide)
      lanes = create<arith::ExtSIOp>(loc, lanes, wide);
    if (std::optional<int64_t> factor = residual.coefficient.getConstant()) {
      if (*factor != 1)
        lanes = create<arith::MulIOp>(
            loc, {lanes, getSplatConstant(wide, *factor)}, wide);
    } else {
      Value scalar = getI64(residual.coefficient, loc);
      Value splat = create<triton::SplatOp>(loc, scalar, wide);
      lanes = create<arith::MulIOp>(loc, {lanes, splat}, wide);
    }
    if (!sum) {
      sum = lanes;
      continue;
    }
    SmallVector<int64_t> common = getCommonShape(sum, lanes);
    sum = create<arith::AddIOp>(
        loc, {broadcastTo(sum, common, loc), broadcastTo(lanes, common, loc)},
        RankedTensorType::get(common, i64));
  }
  return sum ? broadcastTo(sum, shape, loc) : Value();
}

Value Materializer::getMask(ArrayRef<MaskLeftover> leftovers,
                            ArrayRef<int64_t> shape, Location loc) {
  Value conjunction;
  for (const MaskLeftover &leftover : leftovers) {
    Value lanes = getFullRank(leftover.lanes, shape.size(), loc);
    if (leftover.negated)
      lanes = getNot(lanes, loc);
    if (!conjunction) {
      conjunction = lanes;
      continue;
    }
    SmallVector<int64_t> common = getCommonShape(conjunction, lanes);
    conjunction = getAnd(broadcastTo(conjunction, common, loc),
                         broadcastTo(lanes, common, loc), loc);
  }
  return conjunction ? broadcastTo(conjunction, shape, loc) : Value();
}

Value Materializer::getBase(Value base, Type pointee, Location loc) {
  auto pointer = cast<triton::PointerType>(getElementTypeOrSelf(base));
  if (pointer.getPointeeType() == pointee)
    return base;
  Type wanted = triton::PointerType::get(pointee, pointer.getAddressSpace());
  if (auto block = dyn_cast<RankedTensorType>(base.getType()))
    wanted = RankedTensorType::get(block.getShape(), wanted);
  return create<triton::BitcastOp>(loc, base, wanted);
}

Value Materializer::getUniformElement(Value block) {
  if (Value source = getSplatSource(block))
    return source;
  DenseElementsAttr elements;
  if (!matchPattern(block, m_Constant(&elements)) || !elements.isSplat())
    return {};
  auto element = cast<TypedAttr>(elements.getSplatValue<Attribute>());
  return create<arith::ConstantOp>(body.getParentOp()->getLoc(), {},
                                   element.getType(),
                                   builder.getNamedAttr("value", element));
}

// A load and a store in one nest: when the load could see what the store wrote,
// it reads a copy instead.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tts::cpu {

/// Provably the same addresses, element by element.
static bool sameAddresses(tts::MakeBlockOp a, tts::MakeBlockOp c) {
  if (a == c)
    return true;
  return a.getBase() == c.getBase() && a.getOffset() == c.getOffset() &&
         a.getMixedStrides() == c.getMixedStrides() &&
         a.getGather() == c.getGather() && a.getWrapDims() == c.getWrapDims() &&
         a.getWrapStarts() == c.getWrapStarts() &&
         a.getWrapModuli() == c.getWrapModuli() &&
         a.getClipDims() == c.getClipDims() &&
         a.getResult().getType() == c.getResult().getType();
}

/// Distinct lanes, distinct addresses? None: strides that are known at run time
/// only decide it.
static std::optional<bool> injective(tts::MakeBlockOp a) {
  if (!isAffine(a))
    return false;
  SmallVector<std::pair<int64_t, int64_t>> dims; // distance, elements
  bool known = true;
  for (auto [s, n] : llvm::zip(a.getMixedStrides(), a.getType().getShape())) {
    if (n == 1)
      continue;
    std::optional<int64_t> stride = getConstantIntValue(s);
    known &= stride.has_value();
    if (stride == 0)
      return false;
    dims.push_back({std::abs(stride.value_or(0)), n});
  }
  if (!known)
    return std::nullopt;
  // Each step along a dim is further than all of those along closer ones.
  llvm::sort(dims);
  int64_t span = 0;
  for (auto [distance, n] : dims) {
    if (distance <= span)
      return false;
    span += distance * (n - 1);
  }
  return true;
}

/// The last position along a dim that is not masked; 0 where there is none.
Value Emitter::lastPosition(tts::MakeBlockOp op, int64_t dim) {
  int64_t n = op.getType().getShape()[dim];
  OpFoldResult upper = op.getMixedUpper()[dim];
  if (auto c = getConstantIntValue(upper); c && *c >= n)
    return cst(n - 1);
  Value last = arith::SubIOp::create(b, loc, i64(upper), cst(1));
  last = arith::MinSIOp::create(b, loc, last, cst(n - 1));
  return arith::MaxSIOp::create(b, loc, last, cst(0));
}

/// The same at run time, negated, of two accesses to the same block, which may
/// be masked differently: does a step along some dim reach no further than all
/// of those along dims that are not further apart?
Value Emitter::repeatsElements(tts::MakeBlockOp l, tts::MakeBlockOp s) {
  struct Dim {
    Value distance, steps;
  };
  SmallVector<Dim> dims;
  for (auto [d, n] : llvm::enumerate(s.getType().getShape())) {
    if (n == 1)
      continue;
    Value stride = i64(s.getMixedStrides()[d]);
    Value steps = lastPosition(s, d);
    if (l.getMixedUpper()[d] != s.getMixedUpper()[d])
      steps = arith::MaxSIOp::create(b, loc, steps, lastPosition(l, d));
    dims.push_back({math::AbsIOp::create(b, loc, stride), steps});
  }
  auto cmp = [&](arith::CmpIPredicate p, Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, loc, p, x, y);
  };
  Value repeats;
  for (const Dim &dim : dims) {
    Value reach = cst(0);
    for (const Dim &other : dims) {
      if (&other == &dim)
        continue;
      Value span = arith::MulIOp::create(b, loc, other.distance, other.steps);
      Value closer =
          cmp(arith::CmpIPredicate::sle, other.distance, dim.distance);
      reach = add(reach, arith::SelectOp::create(b, loc, closer, span, cst(0)));
    }
    Value near = arith::AndIOp::create(
        b, loc, cmp(arith::CmpIPredicate::sle, dim.distance, reach),
        cmp(arith::CmpIPredicate::sgt, dim.steps, cst(0)));
    repeats = repeats ? arith::OrIOp::create(b, loc, repeats, near).getResult()
                      : near;
  }
  return repeats;
}

/// The block whose elements are the offsets of a gather, before it is repeated
/// along other dims.
static Value gatherSource(tts::MakeBlockOp a) {
  Value v = a.getGather();
  while (v) {
    if (auto e = v.getDefiningOp<triton::BroadcastOp>())
      v = e.getSrc();
    else if (auto e = v.getDefiningOp<triton::ExpandDimsOp>())
      v = e.getSrc();
    else
      break;
  }
  return v;
}

/// Are there few offsets, each of which holds for a whole row?
static bool gathersRows(tts::MakeBlockOp a) {
  return blockType(gatherSource(a)).getNumElements() * 8 <=
         blockType(a.getGather()).getNumElements();
}

/// Do addresses have a range that is quickly found at run time? For a gather
/// that takes offsets that are computed from positions, or the least and
/// greatest of a few.
bool Emitter::hasRange(tts::MakeBlockOp a) {
  if (blockType(a.getBase()))
    return false;
  return !a.getGather() || hasInterval(gatherSource(a)) || gathersRows(a);
}

/// Does the root change memory, by a store or an atomic?
static bool writes(const Root &root) {
  return root.kind == Root::Store || root.kind == Root::Atomic;
}

/// Does the nest read at each step what the store writes there?
static bool storesBack(Nest &nest, tts::LoadOp load, Operation *store) {
  auto &dims = nest.reachedDims[load.getResult()];
  return dims.size() == 1 &&
         identityDims(dims.front(), blockType(load.getResult()).getShape(),
                      nest.shape) &&
         sameAddresses(accessOf(load), accessOf(store));
}

bool Emitter::harmless(tts::LoadOp load, const Root &root) {
  return root.kind == Root::Store && storesBack(*nest, load, root.op) &&
         injective(accessOf(root.op)) == true;
}

/// Does the load have neighbours where the atomic updates many at a time? What
/// it reads in any other way is better read into a copy first.
bool Emitter::runsAlong(tts::LoadOp load, Operation *atomic) {
  int dim = wideAtomicDim(atomic);
  auto &dims = nest->reachedDims[load.getResult()];
  auto block = accessOf(load);
  return dim >= 0 && dims.size() == 1 &&
         identityDims(dims.front(), blockType(load.getResult()).getShape(),
                      nest->shape) &&
         block.getMixedStrides().size() == nest->shape.size() &&
         getConstantIntValue(block.getMixedStrides()[dim]) == 1;
}

/// Can a run-time test of address ranges tell whether the load is safe?
bool Emitter::overlapIsTestable(tts::LoadOp load, ArrayRef<Root> roots) {
  for (const Root &r : roots) {
    if (r.kind == Root::Atomic && !runsAlong(load, r.op))
      return false;
    if (!writes(r) || harmless(load, r))
      continue;
    if (!hasRange(accessOf(load)) || !hasRange(accessOf(r.op)))
      return false;
  }
  return true;
}

/// The next block of offsets that a test of address ranges has to go through.
Value Emitter::offsetsToKeep(tts::LoadOp load, ArrayRef<Root> roots) {
  for (const Root &r : roots) {
    if (!writes(r) || harmless(load, r))
      continue;
    for (Operation *op : {load.getOperation(), r.op})
      if (Value source = gatherSource(accessOf(op));
          source && !buffers.count(source) && !hasInterval(source))
        return source;
  }
  return {};
}

/// Least and greatest element of a buffer of integers.
Interval Emitter::extremes(const Buffer &buf) {
  int64_t total = ShapedType::getNumElements(buf.shape);
  Type storage = storageType(buf.elem), i64Type = b.getI64Type();
  int64_t lanes = std::min<int64_t>(target.vectorBits / 64, total);
  auto vector = VectorType::get({lanes}, i64Type);
  auto constant = [&](int64_t v) -> Value {
    return arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(vector, b.getI64IntegerAttr(v)));
  };
  auto loop =
      scf::ForOp::create(b, loc, cst(0), cst(total), cst(lanes),
                         ValueRange{constant(INT64_MAX), constant(INT64_MIN)});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    Value at = LLVM::GEPOp::create(b, loc, ptrType(), storage, buf.ptr,
                                   ValueRange{loop.getInductionVar()});
    Value v = LLVM::LoadOp::create(b, loc, VectorType::get({lanes}, storage),
                                   at, bytesOf(buf.elem));
    if (storage != i64Type)
      v = arith::ExtSIOp::create(b, loc, vector, v);
    Value least =
        arith::MinSIOp::create(b, loc, loop.getRegionIterArgs()[0], v);
    Value most = arith::MaxSIOp::create(b, loc, loop.getRegionIterArgs()[1], v);
    scf::YieldOp::create(b, loc, ValueRange{least, most});
  }
  return {vector::ReductionOp::create(b, loc, vector::CombiningKind::MINSI,
                                      loop.getResult(0)),
          vector::ReductionOp::create(b, loc, vector::CombiningKind::MAXSI,
                                      loop.getResult(1))};
}

/// That of the index along a wrapped dim of `size` positions.
Interval Emitter::wrappedInterval(tts::MakeBlockOp op, int64_t dim,
                                  int64_t size) {
  auto select = [&](Value c, Value x, Value y) -> Value {
    return arith::SelectOp::create(b, loc, c, x, y);
  };
  Value first = unwrappedStart(op, dim);
  Value modulus = i64(OpFoldResult(op.getWrapModulus(dim)));
  Value last = add(first, cst(size - 1));
  if (op.isClipped(dim)) {
    Value end = arith::SubIOp::create(b, loc, modulus, cst(1));
    last = arith::MinSIOp::create(b, loc, last, end);
    return {arith::MinSIOp::create(b, loc, first, cst(0)),
            arith::MaxSIOp::create(b, loc, last, cst(0))};
  }
  Value fits = fitsUnwrapped(op, dim, size);
  // Of either sign, and less than the modulus, whatever its own sign is.
  Value all = arith::SubIOp::create(
      b, loc,
      arith::MaxSIOp::create(b, loc, modulus,
                             arith::SubIOp::create(b, loc, cst(0), modulus)),
      cst(1));
  return {select(fits, first, arith::SubIOp::create(b, loc, cst(0), all)),
          select(fits, last, all)};
}

/// First and one-past-last byte that an access can touch. `unknown` is set
/// where that cannot be said at run time: offsets so large that sums of them
/// wrap (they are meant for masked elements, but are tested with all others).
std::pair<Value, Value> Emitter::byteRange(tts::MakeBlockOp op,
                                           Value &unknown) {
  auto block = cast<tts::BlockType>(op.getResult().getType());
  Value first = i64(OpFoldResult(op.getOffset())), last = first;
  Value zero = cst(0);
  for (auto [d, n] : llvm::enumerate(block.getShape())) {
    if (op.isWrapped(d)) {
      Interval index = wrappedInterval(op, d, n);
      Value from = mul(index.least, op.getMixedStrides()[d]);
      Value to = mul(index.most, op.getMixedStrides()[d]);
      if (from) {
        first = add(first, arith::MinSIOp::create(b, loc, from, to));
        last = add(last, arith::MaxSIOp::create(b, loc, from, to));
      }
      continue;
    }
    if (n == 1)
      continue;
    OpFoldResult stride = op.getMixedStrides()[d];
    Value span = mul(lastPosition(op, d), stride);
    if (!span)
      continue;
    if (auto c = getConstantIntValue(stride); c && *c >= 0) {
      last = add(last, span);
      continue;
    }
    first = add(first, arith::MinSIOp::create(b, loc, span, zero));
    last = add(last, arith::MaxSIOp::create(b, loc, span, zero));
  }
  if (Value source = gatherSource(op)) {
    constexpr int64_t far = int64_t(1) << 47;
    auto scalar = [&](Value v) { return scalars.lookup(v); };
    auto [least, most] = buffers.count(source)
                             ? extremes(buffers.lookup(source))
                             : Intervals(b, loc, scalar, unknown).of(source);
    first = add(first, least);
    last = add(last, most);
    Value low = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, least,
                                      cst(-far));
    Value high = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, most,
                                       cst(far));
    Value either = arith::OrIOp::create(b, loc, low, high);
    unknown = unknown
                  ? arith::OrIOp::create(b, loc, unknown, either).getResult()
                  : either;
  }
  Type elem = storageType(block.getElementType());
  Value base = scalars.lookup(op.getBase());
  auto byteAt = [&](Value index) -> Value {
    Value p =
        LLVM::GEPOp::create(b, loc, ptrType(), elem, base, ValueRange{index});
    return LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), p);
  };
  return {byteAt(first), byteAt(add(last, cst(1)))};
}

/// Are both the same elements of two arrays, so that where the arrays start is
/// all that tells them apart?
bool Emitter::isSameWindow(tts::MakeBlockOp l, tts::MakeBlockOp s) {
  auto lt = cast<tts::BlockType>(l.getResult().getType());
  auto st = cast<tts::BlockType>(s.getResult().getType());
  return isAffine(l) && isAffine(s) && lt.getShape() == st.getShape() &&
         bytesOf(lt.getElementType()) == bytesOf(st.getElementType()) &&
         l.getOffset() == s.getOffset() &&
         l.getMixedStrides() == s.getMixedStrides();
}

/// Of such two: do the arrays start less than one block apart? As a rule all
/// programs have the same answer, and it is no.
Value Emitter::startsNear(tts::MakeBlockOp l, tts::MakeBlockOp s) {
  auto block = cast<tts::BlockType>(l.getResult().getType());
  Value span = cst(1);
  for (auto [n, stride] : llvm::zip(block.getShape(), l.getMixedStrides())) {
    Value step = i64(stride);
    if (!getConstantIntValue(stride))
      step = arith::MaxSIOp::create(
          b, loc, step, arith::SubIOp::create(b, loc, cst(0), step));
    else
      step = cst(std::abs(*getConstantIntValue(stride)));
    span = add(span, arith::MulIOp::create(b, loc, step, cst(n - 1)));
  }
  span =
      arith::MulIOp::create(b, loc, span, cst(bytesOf(block.getElementType())));
  auto start = [&](tts::MakeBlockOp op) -> Value {
    return LLVM::PtrToIntOp::create(b, loc, b.getI64Type(),
                                    scalars.lookup(op.getBase()));
  };
  // -span < distance < span
  Value distance = arith::SubIOp::create(b, loc, start(l), start(s));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                               add(distance, span), add(span, span));
}

/// True at run time when reading the load element by element, interleaved with
/// the store, could see what the store wrote.
Value Emitter::overlapFlag(tts::LoadOp load, Operation *store) {
  auto l = accessOf(load), s = accessOf(store);
  if (isa<tts::StoreOp>(store) && storesBack(*nest, load, store) &&
      !injective(s))
    return repeatsElements(l, s);
  if (!isSameWindow(l, s))
    return rangesOverlap(load, store);
  auto near = scf::IfOp::create(b, loc, TypeRange{b.getI1Type()},
                                startsNear(l, s), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(near.thenBlock());
  scf::YieldOp::create(b, loc, rangesOverlap(load, store));
  b.setInsertionPointToStart(near.elseBlock());
  scf::YieldOp::create(
      b, loc,
      arith::ConstantOp::create(b, loc, b.getBoolAttr(false)).getResult());
  return near.getResult(0);
}

Value Emitter::rangesOverlap(tts::LoadOp load, Operation *store) {
  auto l = accessOf(load), s = accessOf(store);
  Value unknown;
  auto [lFirst, lEnd] = byteRange(l, unknown);
  auto [sFirst, sEnd] = byteRange(s, unknown);
  auto cmp = [&](arith::CmpIPredicate p, Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, loc, p, x, y);
  };
  Value overlap = arith::AndIOp::create(
      b, loc, cmp(arith::CmpIPredicate::ult, lFirst, sEnd),
      cmp(arith::CmpIPredicate::ult, sFirst, lEnd));
  // In place is fine: same start, same strides, same coordinates, and no
  // element several times.
  auto lt = cast<tts::BlockType>(l.getResult().getType());
  auto st = cast<tts::BlockType>(s.getResult().getType());
  auto &dims = nest->reachedDims[load.getResult()];
  std::optional<bool> distinct = injective(s);
  if (isAffine(l) && isAffine(s) && lt.getShape() == st.getShape() &&
      bytesOf(lt.getElementType()) == bytesOf(st.getElementType()) &&
      distinct != false && dims.size() == 1 &&
      identityDims(dims.front(), lt.getShape(), nest->shape)) {
    auto start = [&](tts::MakeBlockOp op, Type elem) -> Value {
      Value p = LLVM::GEPOp::create(
          b, loc, ptrType(), storageType(elem), scalars.lookup(op.getBase()),
          ValueRange{i64(OpFoldResult(op.getOffset()))});
      return LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), p);
    };
    Value differs = cmp(arith::CmpIPredicate::ne, start(l, lt.getElementType()),
                        start(s, st.getElementType()));
    for (auto [d, n] : llvm::enumerate(lt.getShape())) {
      OpFoldResult x = l.getMixedStrides()[d], y = s.getMixedStrides()[d];
      if (n > 1 && x != y)
        differs = arith::OrIOp::create(
            b, loc, differs, cmp(arith::CmpIPredicate::ne, i64(x), i64(y)));
    }
    if (!distinct)
      differs = arith::OrIOp::create(b, loc, differs, repeatsElements(l, s));
    overlap = arith::AndIOp::create(b, loc, overlap, differs);
  }
  if (unknown)
    overlap = arith::OrIOp::create(b, loc, overlap, unknown);
  return overlap;
}

/// Copies loads of one shape to storage if they overlap what the nest stores
/// to: all of them, in one nest, if any does. What addresses have in common is
/// computed once so.
LogicalResult Emitter::copyFirst(ArrayRef<tts::LoadOp> loads, Value flag) {
  Nest *own = nest;
  SmallVector<Root> copies;
  for (tts::LoadOp load : loads) {
    Root copy;
    copy.kind = Root::Materialize;
    copy.value = load.getResult();
    copy.dest = allocate(load.getResult().getType());
    own->redirects[load] = {flag, copy.dest};
    copies.push_back(copy);
  }
  auto ifOp = scf::IfOp::create(b, loc, flag, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  LogicalResult done = emitNest(blockType(copies.front().value).getShape(),
                                copies, loads.front(), -1, /*plain=*/true);
  nest = own;
  return done;
}

/// Loads that might overlap a store of the nest are copied first when they do
/// (tested at run time), and read from the copy.
LogicalResult Emitter::redirectOverlaps(ArrayRef<Root> roots) {
  llvm::SetVector<Operation *> loads;
  for (const Reached &r : nest->reached)
    if (!buffers.count(r.v))
      if (auto l = r.v.getDefiningOp<tts::LoadOp>())
        loads.insert(l);
  struct Alike {
    Value flag;
    SmallVector<tts::LoadOp> loads;
  };
  llvm::MapVector<ArrayRef<int64_t>, Alike> shapes;
  for (Operation *op : loads) {
    auto load = cast<tts::LoadOp>(op);
    Value flag;
    for (const Root &r : roots) {
      if (!writes(r) || harmless(load, r))
        continue;
      Value f = overlapFlag(load, r.op);
      flag = flag ? arith::OrIOp::create(b, loc, flag, f).getResult() : f;
    }
    if (!flag)
      continue;
    Alike &alike = shapes[blockType(load.getResult()).getShape()];
    alike.flag =
        alike.flag ? arith::OrIOp::create(b, loc, alike.flag, flag) : flag;
    alike.loads.push_back(load);
  }
  for (auto &[shape, alike] : shapes)
    if (failed(copyFirst(alike.loads, alike.flag)))
      return failure();
  return success();
}

} // namespace mlir::tts::cpu

// A load and a store in one nest: when the load could see what the store wrote,
// it reads a copy instead.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Accesses.h"

#include "../Atomics/Atomics.h"
#include "../Nests/Nests.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

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
    if (stride == std::numeric_limits<int64_t>::min())
      return false;
    dims.push_back({std::abs(stride.value_or(0)), n});
  }
  if (!known)
    return std::nullopt;
  // Each step along a dim is further than all of those along closer ones.
  llvm::sort(dims);
  int64_t span = 0, reach;
  for (auto [distance, n] : dims)
    if (distance <= span || llvm::MulOverflow(distance, n - 1, reach) ||
        llvm::AddOverflow(span, reach, span))
      return false;
  return true;
}

/// The same at run time, negated, of two accesses to the same block, which may
/// be masked differently: does a step along some dim reach no further than all
/// of those along dims that are not further apart?
Value Accesses::repeatsElements(tts::MakeBlockOp l, tts::MakeBlockOp s) {
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

bool Accesses::rootWrites(const Root &root) {
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

bool Accesses::harmless(tts::LoadOp load, const Root &root) {
  return root.kind == Root::Store && storesBack(*nest, load, root.op) &&
         injective(accessOf(root.op)) == true;
}

/// Does the load have neighbours where the atomic updates many at a time? What
/// it reads in any other way is better read into a copy first.
bool Accesses::runsAlong(tts::LoadOp load, Operation *atomic) {
  int dim = atomics().wideAtomicDim(atomic);
  auto &dims = nest->reachedDims[load.getResult()];
  auto block = accessOf(load);
  return dim >= 0 && dims.size() == 1 &&
         identityDims(dims.front(), blockType(load.getResult()).getShape(),
                      nest->shape) &&
         block.getMixedStrides().size() == nest->shape.size() &&
         getConstantIntValue(block.getMixedStrides()[dim]) == 1;
}

bool Accesses::overlapIsTestable(tts::LoadOp load, ArrayRef<Root> roots) {
  for (const Root &r : roots) {
    if (r.kind == Root::Atomic && !runsAlong(load, r.op))
      return false;
    if (!rootWrites(r) || harmless(load, r))
      continue;
    if (!hasRange(accessOf(load)) || !hasRange(accessOf(r.op)))
      return false;
  }
  return true;
}

Value Accesses::offsetsToKeep(tts::LoadOp load, ArrayRef<Root> roots) {
  for (const Root &r : roots) {
    if (!rootWrites(r) || harmless(load, r))
      continue;
    for (Operation *op : {load.getOperation(), r.op})
      if (Value source = gatherSource(accessOf(op));
          source && !buffers.count(source) && !isComputed(source))
        return source;
  }
  return {};
}

/// Are both the same elements of two arrays, so that where the arrays start is
/// all that tells them apart?
bool Accesses::isSameWindow(tts::MakeBlockOp l, tts::MakeBlockOp s) {
  auto lt = cast<tts::BlockType>(l.getResult().getType());
  auto st = cast<tts::BlockType>(s.getResult().getType());
  return isAffine(l) && isAffine(s) && lt.getShape() == st.getShape() &&
         bytesOf(lt.getElementType()) == bytesOf(st.getElementType()) &&
         l.getOffset() == s.getOffset() &&
         l.getMixedStrides() == s.getMixedStrides();
}

/// Of such two: do the arrays start less than one block apart? As a rule all
/// programs have the same answer, and it is no.
Value Accesses::startsNear(tts::MakeBlockOp l, tts::MakeBlockOp s) {
  auto block = cast<tts::BlockType>(l.getResult().getType());
  Value span = cst(1);
  for (auto [n, stride] : llvm::zip(block.getShape(), l.getMixedStrides())) {
    Value step = i64(stride);
    if (!getConstantIntValue(stride))
      step = arith::MaxSIOp::create(
          b, loc, step, arith::SubIOp::create(b, loc, cst(0), step));
    else
      step = cst(int64_t(llvm::AbsoluteValue(*getConstantIntValue(stride))));
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

/// True at run time when reading the loads element by element, interleaved with
/// the store, could see what the store wrote.
Value Accesses::overlapFlag(const OverlapTest &test) {
  auto [load, last, store] = test;
  auto l = accessOf(load), s = accessOf(store);
  if (load != last)
    return touchesBetween(l, accessOf(last), s);
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

/// Does the store touch bytes between the first of one load and the last of
/// another?
Value Accesses::touchesBetween(tts::MakeBlockOp from, tts::MakeBlockOp to,
                               tts::MakeBlockOp s) {
  Value unknown;
  auto [first, end] = byteRange(from, unknown);
  if (to != from)
    end = byteRange(to, unknown).second;
  auto [sFirst, sEnd] = byteRange(s, unknown);
  auto below = [&](Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, x, y);
  };
  Value overlap =
      arith::AndIOp::create(b, loc, below(first, sEnd), below(sFirst, end));
  return unknown ? arith::OrIOp::create(b, loc, overlap, unknown).getResult()
                 : overlap;
}

Value Accesses::rangesOverlap(tts::LoadOp load, Operation *store) {
  auto l = accessOf(load), s = accessOf(store);
  Value overlap = touchesBetween(l, l, s);
  auto cmp = [&](arith::CmpIPredicate p, Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, loc, p, x, y);
  };
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
  return overlap;
}

} // namespace mlir::tts::cpu

// Loads and stores of one element (or one vector of elements) of a tts.block.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

Value Elements::lanePointers(Type storage, const Address &a) {
  Value offs = a.offsets.v;
  if (!offs)
    offs =
        arith::ConstantOp::create(b, loc, b.getZeroAttr(vec(b.getI64Type())));
  Type ptrs = VectorType::get({nest->lanes}, ptrType());
  return LLVM::GEPOp::create(b, loc, ptrs, a.inBytes ? b.getI8Type() : storage,
                             a.ptr.v, ValueRange{offs});
}

/// Lanes `from`... of a mask. The operations that made it are repeated on these
/// lanes, so that a part known to be off folds to a constant.
static Value maskPart(OpBuilder &b, Location loc, Value mask, int64_t from,
                      int64_t lanes) {
  auto part = [&](Value v) { return maskPart(b, loc, v, from, lanes); };
  if (auto a = mask.getDefiningOp<arith::AndIOp>())
    return arith::AndIOp::create(b, loc, part(a.getLhs()), part(a.getRhs()));
  if (auto c = mask.getDefiningOp<arith::CmpIOp>())
    return arith::CmpIOp::create(b, loc, c.getPredicate(), part(c.getLhs()),
                                 part(c.getRhs()));
  return vector::ExtractStridedSliceOp::create(
      b, loc, mask, ArrayRef<int64_t>{from}, ArrayRef<int64_t>{lanes},
      ArrayRef<int64_t>{1});
}

Value Elements::maskedLoad(VectorType type, Value ptr, Value mask,
                           Value passthru, int64_t align) {
  int64_t n = type.getNumElements();
  int64_t part = target.vectorBits / type.getElementTypeBitWidth();
  if (target.vectorBits >= 512 || n <= part ||
      type.getElementTypeBitWidth() < 32)
    return LLVM::MaskedLoadOp::create(b, loc, type, ptr, mask, passthru, align);
  auto partType = VectorType::get({part}, type.getElementType());
  Value result = passthru;
  for (int64_t i = 0; i < n; i += part) {
    auto slice = [&](Value v) -> Value {
      return vector::ExtractStridedSliceOp::create(
          b, loc, v, ArrayRef<int64_t>{i}, ArrayRef<int64_t>{part},
          ArrayRef<int64_t>{1});
    };
    Value p =
        elementPtr(type.getElementType(), ptr, cst(i), b.getI64IntegerAttr(1));
    Value loaded = LLVM::MaskedLoadOp::create(b, loc, partType, p,
                                              maskPart(b, loc, mask, i, part),
                                              slice(passthru), align);
    result = vector::InsertStridedSliceOp::create(
        b, loc, loaded, result, ArrayRef<int64_t>{i}, ArrayRef<int64_t>{1});
  }
  return result;
}

/// Does one thing where lanes are `stride` apart and another where they are
/// not; gives what that gives, if it is of a `type`.
Value Elements::ifLanesApart(const Address &a, int64_t stride, Type type,
                             llvm::function_ref<Value(bool)> access) {
  Value is = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                   a.laneStride, cst(stride));
  auto branch =
      scf::IfOp::create(b, loc, type ? TypeRange(type) : TypeRange(), is,
                        /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (bool apart : {true, false}) {
    Block *block = apart ? branch.thenBlock() : branch.elseBlock();
    block->clear();
    b.setInsertionPointToStart(block);
    Value v = access(apart);
    scf::YieldOp::create(b, loc, v ? ValueRange(v) : ValueRange());
  }
  return type ? branch.getResult(0) : Value();
}

static Address contiguous(Address a) {
  a.offsets = {};
  a.contiguous = true;
  a.laneStride = {};
  return a;
}

static Address gathered(Address a) {
  a.laneStride = {};
  return a;
}

static Address backwards(Address a) {
  a.laneStride = {};
  a.knownStride = -1;
  return a;
}

/// All lanes from one place, which is read if any of them is.
Value Elements::loadOnce(Type elem, const Address &a, Value mask,
                         Value passthru) {
  Type type = valueType(elem);
  auto read = [&] {
    return castStorage(
        LLVM::LoadOp::create(b, loc, storageType(elem), a.ptr.v, bytesOf(elem)),
        type);
  };
  if (!mask)
    return vector::BroadcastOp::create(b, loc, vec(type), read());
  Value any =
      vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, mask);
  auto branch = scf::IfOp::create(b, loc, TypeRange(type), any, true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, loc, read());
    b.setInsertionPointToStart(branch.elseBlock());
    Value none = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
    scf::YieldOp::create(b, loc, none);
  }
  Value v = vector::BroadcastOp::create(b, loc, vec(type), branch.getResult(0));
  return arith::SelectOp::create(b, loc, mask, v, passthru);
}

/// Unmasked or masked, contiguous or gathered, scalar or vector load.
Value Elements::loadFrom(Type elem, const Address &a, Value mask,
                         Value passthru, bool isVolatile) {
  Type storage = storageType(elem);
  int64_t align = bytesOf(elem);
  if (a.laneStride && !isVolatile) {
    Type whole = vec(valueType(elem));
    auto any = [&] {
      if (mask)
        return loadFrom(elem, gathered(a), mask, passthru);
      return ifLanesApart(a, -1, whole, [&](bool before) {
        return loadFrom(elem, before ? backwards(a) : gathered(a), mask,
                        passthru);
      });
    };
    return ifLanesApart(a, 1, whole, [&](bool next) {
      if (next)
        return loadFrom(elem, contiguous(a), mask, passthru);
      return ifLanesApart(a, 0, whole, [&](bool same) {
        return same ? loadOnce(elem, a, mask, passthru) : any();
      });
    });
  }
  if (a.chosen && !isVolatile)
    return ifNeighbours(elem, a, mask, [&](const Address &found) {
      return loadFrom(elem, found, mask, passthru);
    });
  bool vector = a.contiguous || a.offsets.v || mask;
  if (!vector)
    return castStorage(
        LLVM::LoadOp::create(b, loc, storage, a.ptr.v, align, isVolatile),
        valueType(elem));
  if (mask && !isVolatile && inStraightSteps())
    return ifWhole(mask, passthru, [&](Value some) {
      return loadLanes(elem, a, some, passthru, false);
    });
  return loadLanes(elem, a, mask, passthru, isVolatile);
}

/// A vector of lanes that a mask, if there is one, lets through.
Value Elements::loadLanes(Type elem, const Address &a, Value mask,
                          Value passthru, bool isVolatile) {
  Type storage = storageType(elem);
  int64_t align = bytesOf(elem);
  auto type = cast<VectorType>(vec(storage));
  Value v;
  if (passthru)
    passthru = castStorage(passthru, storage);
  std::optional<SmallVector<int64_t>> offsets;
  if (!mask && !isVolatile)
    offsets = knownOffsets(a);
  if (!mask && !isVolatile && isNarrow(a)) {
    v = loadStrided(type, a);
  } else if (offsets) {
    v = loadPattern(type, a.ptr.v, *offsets);
  } else if (a.offsets.v || !a.contiguous) {
    Value p = lanePointers(storage, a);
    if (!mask)
      mask = allTrue();
    v = LLVM::masked_gather::create(
        b, loc, type, p, mask, passthru ? ValueRange{passthru} : ValueRange{},
        align);
  } else if (mask) {
    v = maskedLoad(type, a.ptr.v, mask, passthru, align);
  } else {
    v = LLVM::LoadOp::create(b, loc, type, a.ptr.v, align, isVolatile);
  }
  return castStorage(v, valueType(elem));
}

void Elements::storeTo(Value value, Type elem, const Address &a, Value mask,
                       bool streamed) {
  Type storage = storageType(elem);
  int64_t align = bytesOf(elem);
  if (a.laneStride && isa<VectorType>(value.getType())) {
    ifLanesApart(a, 1, {}, [&](bool next) {
      storeTo(value, elem, next ? contiguous(a) : gathered(a), mask, streamed);
      return Value();
    });
    return;
  }
  value = castStorage(value, storage);
  if (!isa<VectorType>(value.getType())) {
    LLVM::StoreOp::create(b, loc, value, a.ptr.v, align);
    return;
  }
  if (!mask && isSpread(a)) {
    storeStrided(value, a);
  } else if (a.offsets.v || !a.contiguous) {
    Value p = lanePointers(storage, a);
    LLVM::masked_scatter::create(b, loc, value, p, mask ? mask : allTrue(),
                                 align);
  } else if (mask) {
    LLVM::MaskedStoreOp::create(b, loc, value, a.ptr.v, mask, align);
  } else {
    LLVM::StoreOp::create(b, loc, value, a.ptr.v, streamed ? 64 : align,
                          /*isVolatile=*/false, streamed);
  }
}

static int maxLevel(const Address &a, const Pred &p, int extra) {
  return std::max({a.ptr.level, a.offsets.v ? a.offsets.level : 0,
                   p.scalar.v ? p.scalar.level : 0,
                   p.lanes.v ? p.lanes.level : 0, extra});
}

/// What says of all lanes of a masked step that none is loaded, if anything
/// does: of a row past the end, say. It needs another address then, of memory
/// that is there: a processor takes some hundred nanoseconds to find out that a
/// load which would fault has no lanes.
Value Elements::loadsAny(tts::MakeBlockOp block, const Pred &p) {
  if (block.hasTensorBase())
    return {};
  if (p.scalar.v || nest->inMain || !nest->bounded.contains(block))
    return p.scalar.v;
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt,
                               nest->laneBound.lookup(block).v, cst(0));
}

FailureOr<Lane> Elements::load(tts::LoadOp op, const Coords &coords) {
  auto it = nest->redirects.find(op);
  if (it == nest->redirects.end())
    return load(op, coords, nullptr);
  if (!isNarrow(accessOf(op), coords) && !hasPattern(accessOf(op), coords))
    return load(op, coords, &it->second);
  // Shuffled where it is, with the copy beside it: what a stride that the run
  // tells would gather.
  FailureOr<Lane> own = load(op, coords, nullptr);
  FailureOr<Lane> copy = readBuffer(it->second.copy, coords);
  if (failed(own) || failed(copy))
    return failure();
  int level = std::max(own->level, copy->level);
  Value v = asVector(*own), kept = asVector(*copy);
  OpBuilder::InsertionGuard guard(b);
  at(level);
  return Lane{arith::SelectOp::create(b, loc, it->second.flag, kept, v), level};
}

FailureOr<Lane> Elements::load(tts::LoadOp op, const Coords &coords,
                               const Redirect *copied) {
  auto block = op.getBlock().getDefiningOp<tts::MakeBlockOp>();
  Type elem = cast<tts::BlockType>(op.getBlock().getType()).getElementType();
  FailureOr<Pred> p = predicate(block, coords);
  if (failed(p))
    return failure();
  std::optional<Redirect> redirect;
  if (copied) {
    redirect = *copied;
    redirect->alike = !p->lanes.v;
  }
  FailureOr<Address> a =
      address(block, coords, redirect ? &*redirect : nullptr);
  if (failed(a))
    return failure();
  Lane other;
  if (Value o = op.getOther()) {
    if (isa<RankedTensorType>(o.getType())) {
      FailureOr<Lane> e = eval(o, coords);
      if (failed(e))
        return failure();
      other = *e;
    } else {
      other = {scalars.lookup(o), 0};
      if (isa<LLVM::LLVMPointerType>(other.v.getType())) {
        OpBuilder::InsertionGuard guard(b);
        at(0);
        other.v = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), other.v);
      }
    }
  }
  int level = maxLevel(*a, *p, other.v ? other.level : 0);
  // A lane-dependent position below the level of the lanes.
  for (const Coord &c : coords)
    if (a->contiguous && c.kind == Coord::Lanes)
      level = std::max(level, c.level);
  OpBuilder::InsertionGuard guard(b);
  at(level);
  bool lanes = a->contiguous || a->offsets.v;
  if (!lanes && !p->lanes.v &&
      !(other.v && isa<VectorType>(other.v.getType()))) {
    // Uniform.
    if (!p->scalar.v)
      return Lane{loadFrom(elem, *a, {}, {}, op.getIsVolatile()), level};
    if (!other.v)
      other.v =
          arith::ConstantOp::create(b, loc, b.getZeroAttr(valueType(elem)));
    auto ifOp = scf::IfOp::create(b, loc, TypeRange{valueType(elem)},
                                  p->scalar.v, true);
    b.setInsertionPointToStart(ifOp.thenBlock());
    Value v = loadFrom(elem, *a, {}, {}, op.getIsVolatile());
    scf::YieldOp::create(b, loc, v);
    b.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(b, loc, other.v);
    return Lane{ifOp.getResult(0), level};
  }
  Value mask;
  if (p->scalar.v)
    mask = splat(p->scalar);
  at(level);
  if (p->lanes.v)
    mask = mask ? arith::AndIOp::create(b, loc, mask, p->lanes.v).getResult()
                : p->lanes.v;
  Value passthru;
  if (mask) {
    if (other.v)
      passthru = asVector(other);
    at(level);
    if (!other.v)
      passthru = arith::ConstantOp::create(b, loc,
                                           b.getZeroAttr(vec(valueType(elem))));
  }
  // One condition for all lanes: mostly that of a piece.
  if (lanes && mask && !p->lanes.v && !op.getIsVolatile() &&
      (nest->whole || inStraightSteps()))
    return Lane{ifAny(p->scalar.v, passthru,
                      [&] { return loadFrom(elem, *a, {}, {}); }),
                level};
  if (mask && a->contiguous && !op.getIsVolatile())
    if (Value some = loadsAny(block, *p))
      a->ptr.v = arith::SelectOp::create(b, loc, some, a->ptr.v,
                                         scalars.lookup(block.getBase()));
  return Lane{loadFrom(elem, *a, mask, passthru, op.getIsVolatile()), level};
}

LogicalResult Elements::store(tts::StoreOp op, const Coords &coords) {
  auto block = op.getBlock().getDefiningOp<tts::MakeBlockOp>();
  FailureOr<Lane> value = eval(op.getValue(), coords);
  FailureOr<Address> a = address(block, coords);
  FailureOr<Pred> p = predicate(block, coords);
  if (failed(value) || failed(a) || failed(p))
    return failure();
  inTurn([this, block, value = *value, a = *a, p = *p] {
    writeLanes(block, value, a, p);
  });
  return success();
}

/// Writes now, or once the steps that have lanes in common with this one have
/// read what is there before it.
void Elements::inTurn(std::function<void()> write) {
  if (nest->run && nest->run->later)
    nest->run->later->push_back(std::move(write));
  else
    write();
}

/// Stores what `store` has found.
void Elements::writeLanes(tts::MakeBlockOp block, Lane value, const Address &a,
                          const Pred &p) {
  Type elem = block.getType().getElementType();
  int level = nest->levels.size() - 1;
  OpBuilder::InsertionGuard guard(b);
  at(level);
  bool lanes = a.contiguous || a.offsets.v || p.lanes.v ||
               isa<VectorType>(value.v.getType());
  bool ofOne = nest->lanes == 1 && !a.offsets.v && !p.lanes.v;
  if (!lanes || ofOne) {
    if (isa<VectorType>(value.v.getType()))
      value.v = vector::ExtractOp::create(b, loc, value.v, 0);
    if (p.scalar.v) {
      auto ifOp = scf::IfOp::create(b, loc, p.scalar.v, false);
      b.setInsertionPointToStart(ifOp.thenBlock());
    }
    storeTo(value.v, elem, a, {});
    return;
  }
  Value v = asVector(value);
  at(level);
  Value stored = nest->whole ? Value() : lanesToStore();
  Value mask = p.lanes.v;
  if (nest->whole && p.scalar.v && !mask) {
    auto inside = scf::IfOp::create(b, loc, p.scalar.v, false);
    b.setInsertionPointToStart(inside.thenBlock());
    storeTo(v, elem, a, {}, nest->streamed);
    return;
  }
  if (p.scalar.v) {
    Value s = splat(p.scalar);
    at(level);
    mask = mask ? arith::AndIOp::create(b, loc, mask, s).getResult() : s;
  }
  if (stored)
    mask =
        mask ? arith::AndIOp::create(b, loc, mask, stored).getResult() : stored;
  bool hasPart = llvm::is_contained(nest->pieces, block.getOperation()) &&
                 !nest->inMain && !nest->whole &&
                 !(block.getMask() && blockType(block.getMask()));
  if (hasPart) { // it may be what is loaded that begins or ends here
    const Coord &here = nest->coords[nest->vecDim];
    Value inside = isInside(block, here);
    if (Value from = nest->storedFrom.v)
      inside = arith::AndIOp::create(
          b, loc, inside,
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, here.v,
                                from));
    auto branch = scf::IfOp::create(b, loc, inside, true);
    b.setInsertionPointToStart(branch.thenBlock());
    storeTo(v, elem, a, {});
    b.setInsertionPointToStart(branch.elseBlock());
  }
  storeTo(v, elem, a, mask, nest->streamed);
}

} // namespace mlir::tts::cpu

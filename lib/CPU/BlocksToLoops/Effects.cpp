// Atomics, assertions, prints and scalar accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "triton-shared/Runtime/KernelABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/JSON.h"

namespace mlir::tts::cpu {

LLVM::AtomicOrdering ordering(triton::MemSemantic sem) {
  switch (sem) {
  case triton::MemSemantic::RELAXED:
    return LLVM::AtomicOrdering::monotonic;
  case triton::MemSemantic::ACQUIRE:
    return LLVM::AtomicOrdering::acquire;
  case triton::MemSemantic::RELEASE:
    return LLVM::AtomicOrdering::release;
  case triton::MemSemantic::ACQUIRE_RELEASE:
    return LLVM::AtomicOrdering::acq_rel;
  }
  return LLVM::AtomicOrdering::seq_cst;
}

LLVM::AtomicBinOp binOp(triton::RMWOp op, bool fp) {
  using B = LLVM::AtomicBinOp;
  switch (op) {
  case triton::RMWOp::AND:
    return B::_and;
  case triton::RMWOp::OR:
    return B::_or;
  case triton::RMWOp::XOR:
    return B::_xor;
  case triton::RMWOp::ADD:
    return fp ? B::fadd : B::add;
  case triton::RMWOp::FADD:
    return B::fadd;
  case triton::RMWOp::MAX:
    return fp ? B::fmax : B::max;
  case triton::RMWOp::MIN:
    return fp ? B::fmin : B::min;
  case triton::RMWOp::UMAX:
    return B::umax;
  case triton::RMWOp::UMIN:
    return B::umin;
  case triton::RMWOp::XCHG:
    return B::xchg;
  }
  return B::xchg;
}

/// One element of an atomic at scalar coordinates; the old value is kept when
/// it is used.
LogicalResult Emitter::atomicElement(Operation *op, const Coords &coords) {
  if (rowLocks)
    return op->emitOpError("takes no lock, but other atomics of the kernel do");
  auto rmw = dyn_cast<tts::AtomicRMWOp>(op);
  auto cas = dyn_cast<tts::AtomicCASOp>(op);
  Value blockValue = rmw ? rmw.getBlock() : cas.getBlock();
  auto block = blockValue.getDefiningOp<tts::MakeBlockOp>();
  Type elem = cast<tts::BlockType>(blockValue.getType()).getElementType();
  // Floats keep their type: what is added depends on it.
  Type type = elem.isBF16() ? elem : storageType(elem);
  auto scalar = [&](Value v) -> FailureOr<Value> {
    if (!blockType(v)) {
      Value s = scalars.lookup(v);
      if (isa<LLVM::LLVMPointerType>(s.getType()))
        s = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), s);
      return castStorage(s, type);
    }
    FailureOr<Lane> e = eval(v, coords);
    if (failed(e))
      return failure();
    at(nest->levels.size() - 1);
    return castStorage(e->v, type);
  };
  FailureOr<Value> value = scalar(rmw ? rmw.getValue() : cas.getValue());
  FailureOr<Value> cmp = Value();
  if (cas)
    cmp = scalar(cas.getCompare());
  FailureOr<Address> a = address(block, coords);
  FailureOr<Pred> p = predicate(block, coords);
  if (failed(value) || failed(cmp) || failed(a) || failed(p))
    return failure();
  at(nest->levels.size() - 1);
  OpBuilder::InsertionGuard guard(b);
  bool used = !op->getResult(0).use_empty();
  Value result;
  auto emit = [&]() -> Value {
    if (rmw)
      return LLVM::AtomicRMWOp::create(
          b, loc, binOp(rmw.getAtomicRmwOp(), isa<FloatType>(type)), a->ptr.v,
          *value, ordering(rmw.getSem()));
    Value c = *cmp, v = *value;
    Type bits = IntegerType::get(b.getContext(), type.getIntOrFloatBitWidth());
    if (isa<FloatType>(type)) {
      c = LLVM::BitcastOp::create(b, loc, bits, c);
      v = LLVM::BitcastOp::create(b, loc, bits, v);
    }
    auto order = ordering(cas.getSem());
    auto fail = order == LLVM::AtomicOrdering::acq_rel ||
                        order == LLVM::AtomicOrdering::acquire
                    ? LLVM::AtomicOrdering::acquire
                    : LLVM::AtomicOrdering::monotonic;
    Value pair =
        LLVM::AtomicCmpXchgOp::create(b, loc, a->ptr.v, c, v, order, fail);
    Value old = LLVM::ExtractValueOp::create(b, loc, pair, 0);
    if (isa<FloatType>(type))
      old = LLVM::BitcastOp::create(b, loc, type, old);
    return old;
  };
  if (p->scalar.v) {
    auto ifOp = scf::IfOp::create(b, loc, used ? TypeRange{type} : TypeRange{},
                                  p->scalar.v, used);
    b.setInsertionPointToStart(ifOp.thenBlock());
    Value old = emit();
    if (used) {
      scf::YieldOp::create(b, loc, old);
      b.setInsertionPointToStart(ifOp.elseBlock());
      Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
      scf::YieldOp::create(b, loc, zero);
      result = ifOp.getResult(0);
      b.setInsertionPointAfter(ifOp);
    }
  } else {
    result = emit();
  }
  if (!used)
    return success();
  result = castStorage(result, valueType(elem));
  if (!blockType(op->getResult(0))) {
    if (isa<triton::PointerType>(elem))
      result = LLVM::IntToPtrOp::create(b, loc, ptrType(), result);
    scalars.map(op->getResult(0), result);
    return success();
  }
  writeBuffer(buffers.lookup(op->getResult(0)), coords,
              {result, static_cast<int>(nest->levels.size()) - 1});
  return success();
}

/// An access of rank 0, carried out where it stands.
LogicalResult Emitter::emitScalarAccess(Operation *op) {
  Nest own;
  Nest *outerNest = std::exchange(nest, &own);
  llvm::scope_exit restore([&] { nest = outerNest; });
  openBase();
  LogicalResult r = success();
  if (auto l = dyn_cast<tts::LoadOp>(op)) {
    FailureOr<Lane> v = load(l, {});
    if (failed(v))
      return failure();
    Value s = v->v;
    at(0);
    if (isa<triton::PointerType>(l.getResult().getType()))
      s = LLVM::IntToPtrOp::create(b, loc, ptrType(), s);
    scalars.map(l.getResult(), s);
  } else if (auto s = dyn_cast<tts::StoreOp>(op)) {
    r = store(s, {});
  } else {
    r = atomicElement(op, {});
  }
  at(0);
  return r;
}

/// A string in static storage.
Value Emitter::globalString(Location l, StringRef text) {
  auto module = src->getParentOfType<ModuleOp>();
  auto type = LLVM::LLVMArrayType::get(b.getI8Type(), text.size() + 1);
  std::string name;
  for (unsigned i = 0;; ++i) {
    name = "tts_data_" + std::to_string(i);
    if (!module.lookupSymbol(name))
      break;
  }
  LLVM::GlobalOp global;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    std::string withZero = text.str() + '\0';
    global = LLVM::GlobalOp::create(b, l, type, true, LLVM::Linkage::Internal,
                                    name, b.getStringAttr(withZero));
  }
  return LLVM::AddressOfOp::create(b, l, global);
}

/// Calls a function of include/triton-shared/Runtime/KernelABI.h; without a
/// `result` type it gives none.
LLVM::CallOp Emitter::callRuntime(StringRef name, ValueRange operands,
                                  Type result) {
  auto module = src->getParentOfType<ModuleOp>();
  auto f = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!f) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    Type given = result ? result : LLVM::LLVMVoidType::get(b.getContext());
    f = LLVM::LLVMFuncOp::create(
        b, module.getLoc(), name,
        LLVM::LLVMFunctionType::get(given,
                                    llvm::to_vector(operands.getTypes())));
  }
  return LLVM::CallOp::create(b, loc, f, operands);
}

static FileLineColLoc findFile(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location l) {
    if (auto f = dyn_cast<FileLineColLoc>(l); f && !found)
      found = f;
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// Calls the runtime, which does not return, when `ok` is false.
LogicalResult Emitter::emitAssertFailure(triton::AssertOp op, Value ok) {
  llvm::json::Object where{{"message", op.getMessage().str()},
                           {"func", src.getName().str()}};
  if (FileLineColLoc f = findFile(op.getLoc())) {
    where["file"] = f.getFilename().str();
    where["line"] = f.getLine();
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(where));
  Value no = arith::XOrIOp::create(
      b, loc, ok, arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
  auto ifOp = scf::IfOp::create(b, loc, no, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  Value data = globalString(loc, text);
  callRuntime("tts_rt_assert", ValueRange{runtime, data, programId[0],
                                          programId[1], programId[2]});
  return success();
}

static int elementCode(Type t) {
  if (isa<triton::PointerType>(t))
    return TTS_PTR;
  if (auto i = dyn_cast<IntegerType>(t))
    switch (i.getWidth()) {
    case 1:
      return TTS_I1;
    case 8:
      return TTS_I8;
    case 16:
      return TTS_I16;
    case 32:
      return TTS_I32;
    default:
      return TTS_I64;
    }
  return llvm::TypeSwitch<Type, int>(t)
      .Case<Float16Type>([](auto) { return TTS_F16; })
      .Case<BFloat16Type>([](auto) { return TTS_BF16; })
      .Case<Float32Type>([](auto) { return TTS_F32; })
      .Case<Float64Type>([](auto) { return TTS_F64; })
      .Case<Float8E4M3FNType>([](auto) { return TTS_F8E4M3FN; })
      .Case<Float8E5M2Type>([](auto) { return TTS_F8E5M2; })
      .Case<Float8E4M3FNUZType>([](auto) { return TTS_F8E4M3FNUZ; })
      .Case<Float8E5M2FNUZType>([](auto) { return TTS_F8E5M2FNUZ; })
      .Default([](auto) { return TTS_F8E4M3B11FNUZ; });
}

LogicalResult Emitter::emitPrint(triton::PrintOp op) {
  auto c32 = [&](int64_t v) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(v));
  };
  Value prefix = globalString(loc, op.getPrefix());
  int64_t count = op.getArgs().size();
  auto call = [&](int64_t i, int code, int flags, ArrayRef<int64_t> shape,
                  Value data) {
    Value null = LLVM::ZeroOp::create(b, loc, ptrType()), dims = null;
    if (!shape.empty())
      dims = globalString(
          loc, StringRef(reinterpret_cast<const char *>(shape.data()),
                         shape.size() * sizeof(int64_t)));
    callRuntime("tts_rt_print",
                ValueRange{runtime, prefix, programId[0], programId[1],
                           programId[2], c32(i), c32(count), c32(code),
                           c32(flags), c32(shape.size()), dims,
                           data ? data : null});
  };
  if (count == 0) {
    call(0, TTS_I32, 0, {}, {});
    return success();
  }
  for (auto [i, v] : llvm::enumerate(op.getArgs())) {
    int flags = (op.getHex() ? TTS_PRINT_HEX : 0) |
                (op.getIsSigned()[i] ? TTS_PRINT_SIGNED : 0);
    if (auto type = blockType(v)) {
      if (failed(materialize(v)))
        return failure();
      call(i, elementCode(type.getElementType()), flags, type.getShape(),
           buffers.lookup(v).ptr);
      continue;
    }
    Buffer slot = allocate(RankedTensorType::get({1}, v.getType()));
    Value s = scalars.lookup(v);
    if (isa<IntegerType, FloatType>(s.getType()))
      s = castStorage(s, storageType(v.getType()));
    LLVM::StoreOp::create(b, loc, s, slot.ptr);
    call(i, elementCode(v.getType()), flags, {}, slot.ptr);
  }
  return success();
}

} // namespace mlir::tts::cpu

// Triton's atomics in upstream's terms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Lowering/Atomics.h"

namespace mlir::tts {

LLVM::AtomicOrdering atomicOrdering(triton::MemSemantic semantic) {
  switch (semantic) {
  case triton::MemSemantic::RELAXED:
    return LLVM::AtomicOrdering::monotonic;
  case triton::MemSemantic::ACQUIRE:
    return LLVM::AtomicOrdering::acquire;
  case triton::MemSemantic::RELEASE:
    return LLVM::AtomicOrdering::release;
  case triton::MemSemantic::ACQUIRE_RELEASE:
    break;
  }
  return LLVM::AtomicOrdering::acq_rel;
}

LLVM::AtomicBinOp atomicBinOp(triton::RMWOp kind, bool isFloat) {
  using Op = LLVM::AtomicBinOp;
  switch (kind) {
  case triton::RMWOp::AND:
    return Op::_and;
  case triton::RMWOp::OR:
    return Op::_or;
  case triton::RMWOp::XOR:
    return Op::_xor;
  case triton::RMWOp::ADD:
    return isFloat ? Op::fadd : Op::add;
  case triton::RMWOp::FADD:
    return Op::fadd;
  case triton::RMWOp::MAX:
    return isFloat ? Op::fmax : Op::max;
  case triton::RMWOp::MIN:
    return isFloat ? Op::fmin : Op::min;
  case triton::RMWOp::UMAX:
    return Op::umax;
  case triton::RMWOp::UMIN:
    return Op::umin;
  case triton::RMWOp::XCHG:
    break;
  }
  return Op::xchg;
}

arith::AtomicRMWKind atomicRMWKind(triton::RMWOp kind, bool isFloat) {
  using Kind = arith::AtomicRMWKind;
  switch (kind) {
  case triton::RMWOp::AND:
    return Kind::andi;
  case triton::RMWOp::OR:
    return Kind::ori;
  case triton::RMWOp::XOR:
    return Kind::xori;
  case triton::RMWOp::ADD:
    return isFloat ? Kind::addf : Kind::addi;
  case triton::RMWOp::FADD:
    return Kind::addf;
  case triton::RMWOp::MAX:
    return isFloat ? Kind::maxnumf : Kind::maxs;
  case triton::RMWOp::MIN:
    return isFloat ? Kind::minnumf : Kind::mins;
  case triton::RMWOp::UMAX:
    return Kind::maxu;
  case triton::RMWOp::UMIN:
    return Kind::minu;
  case triton::RMWOp::XCHG:
    break;
  }
  return Kind::assign;
}

Value combineAtomic(OpBuilder &b, Location loc, triton::RMWOp kind, Value old,
                    Value value) {
  if (kind == triton::RMWOp::XCHG)
    return value;
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(old.getType()));
  return arith::getReductionOp(atomicRMWKind(kind, isFloat), b, loc, old,
                               value);
}

Value compareExchange(OpBuilder &b, Location loc, Value pointer, Value compare,
                      Value value, triton::MemSemantic semantic) {
  // A comparison that fails stores nothing, which leaves nothing to release.
  bool acquires = semantic == triton::MemSemantic::ACQUIRE ||
                  semantic == triton::MemSemantic::ACQUIRE_RELEASE;
  Value pair = LLVM::AtomicCmpXchgOp::create(
      b, loc, pointer, compare, value, atomicOrdering(semantic),
      acquires ? LLVM::AtomicOrdering::acquire
               : LLVM::AtomicOrdering::monotonic);
  return LLVM::ExtractValueOp::create(b, loc, pair, 0);
}

} // namespace mlir::tts

// 64-bit lanes that mostly hold numbers of 32 bits, as positions are: what AVX2
// does lane by lane in 64 bits it does for all of them in 32, where all fit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arith.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::vecmath {

Val longPositions(MathBuilder &m, Val x) {
  Val high = m.lshr(x, 31);
  if (!high.lanes())
    return high;
  return m.wrap(vector::ReductionOp::create(m.builder, m.getLoc(),
                                            vector::CombiningKind::OR, high.v));
}

Val longLanes(MathBuilder &m, Val x, bool isSigned) {
  if (!isSigned)
    return longPositions(m, x);
  if (auto extension = x.v.getDefiningOp<arith::ExtSIOp>())
    if (getElementTypeOrSelf(extension.getIn()).getIntOrFloatBitWidth() <= 32)
      return {};
  // Half of the numbers of 32 bits are added, so that none has a sign.
  return longPositions(m, m.lshr(x + m.cst(x, int64_t(1) << 31), 1));
}

static Val toReal(MathBuilder &m, Operation *op, Val x, Type real,
                  llvm::function_ref<Val()> general) {
  Val fast = m.sitofp(m.trunci(x, m.builder.getI32Type()), real);
  Val rare = longLanes(m, x, isa<arith::SIToFPOp>(op));
  if (!rare)
    return fast;
  Val isRare = m.cmp(arith::CmpIPredicate::ne, rare, m.cst(rare, int64_t(0)));
  return m.unlessAny(isRare, fast, general);
}

static Val fromReal(MathBuilder &m, Operation *op, Val x, Type i64,
                    llvm::function_ref<Val()> general) {
  using P = arith::CmpFPredicate;
  Val limit = m.cst(x, 0x1p31);
  Val least = isa<arith::FPToSIOp>(op) ? m.cst(x, -0x1p31) : m.cst(x, 0.0);
  Val isRare = m.cmp(P::UGE, x, limit) | m.cmp(P::ULT, x, least);
  Val fast = m.extsi(m.fptosi(x, m.builder.getI32Type()), i64);
  return m.unlessAny(isRare, fast, general);
}

Val convertShort(MathBuilder &m, Operation *op) {
  Val x = m.wrap(op->getOperand(0));
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  bool converts = m.target.isa == MathTarget::ISA::AVX512 ||
                  m.target.isa == MathTarget::ISA::NEON;
  if (converts || x.lanes() <= 1)
    return {};
  auto general = [&] { return m.wrap(m.builder.clone(*op)->getResult(0)); };
  auto isReal = [](Type t) { return t.isF32() || t.isF64(); };
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op) && x.elem().isInteger(64) &&
      isReal(to))
    return toReal(m, op, x, to, general);
  if (isa<arith::FPToSIOp, arith::FPToUIOp>(op) && isReal(x.elem()) &&
      to.isInteger(64))
    return fromReal(m, op, x, to, general);
  return {};
}

} // namespace mlir::tts::vecmath

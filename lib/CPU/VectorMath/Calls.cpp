// Calls of external functions: SLEEF on whole registers, C on single lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Functions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/Twine.h"

namespace mlir::tts::vecmath {

namespace {

/// Declares `symbol` in the module as a function without side effects.
LLVM::LLVMFuncOp declare(MathBuilder &m, StringRef symbol, Type result,
                         TypeRange params) {
  auto module = m.getFunction()->getParentOfType<ModuleOp>();
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(symbol))
    return known;
  OpBuilder::InsertionGuard guard(m.builder);
  m.builder.setInsertionPointToStart(module.getBody());
  SmallVector<Type> types(params);
  auto f =
      LLVM::LLVMFuncOp::create(m.builder, m.builder.getUnknownLoc(), symbol,
                               LLVM::LLVMFunctionType::get(result, types));
  auto none = LLVM::ModRefInfo::NoModRef;
  f.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
      m.builder.getContext(), none, none, none, none, none, none));
  f.setNoUnwind(true);
  f.setWillReturn(true);
  return f;
}

Val call(MathBuilder &m, StringRef symbol, Type result, Vals args) {
  SmallVector<Value> values;
  SmallVector<Type> types;
  for (Val a : args) {
    values.push_back(a.v);
    types.push_back(a.type());
  }
  LLVM::LLVMFuncOp f = declare(m, symbol, result, types);
  return m.wrap(
      LLVM::CallOp::create(m.builder, m.getLoc(), f, values).getResult());
}

/// SLEEF's suffix for one register of `bits` bits.
StringRef sleefIsa(const MathTarget &target, int64_t bits) {
  switch (target.isa) {
  case MathTarget::ISA::NEON:
    return "advsimd";
  case MathTarget::ISA::Generic:
    return "sse2";
  case MathTarget::ISA::AVX2:
  case MathTarget::ISA::AVX512:
    return bits == 512 ? "avx512f" : bits == 256 ? "avx2" : "avx2128";
  }
  return "";
}

} // namespace

Val callSleef(MathBuilder &m, const MathFunction &f, Vals args) {
  Type type = args[0].type();
  int64_t width = args[0].width();
  int64_t lanes = std::max<int64_t>(args[0].lanes(), 1);
  int64_t widest = m.target.vectorBits;
  if (m.target.isa == MathTarget::ISA::Generic ||
      m.target.isa == MathTarget::ISA::NEON)
    widest = 128;
  else if (m.target.isa == MathTarget::ISA::AVX2)
    widest = std::min<int64_t>(widest, 256);
  int64_t regBits = std::clamp<int64_t>(lanes * width, 128, widest);
  int64_t regLanes = regBits / width;
  std::string symbol =
      (Twine("Sleef_") + f.sleef + (width == 32 ? "f" : "d") + Twine(regLanes) +
       "_" + f.ulp + sleefIsa(m.target, regBits))
          .str();
  SmallVector<Val> wide;
  for (Val a : args)
    wide.push_back(m.widen(a, regLanes));
  SmallVector<Val> parts;
  for (int64_t i = 0, e = wide[0].lanes(); i < e; i += regLanes) {
    SmallVector<Val> part;
    for (Val w : wide)
      part.push_back(m.slice(w, i, regLanes));
    parts.push_back(call(m, symbol, part[0].type(), part));
  }
  Val all = m.concat(parts);
  return lanes < regLanes ? m.narrow(all, type) : all;
}

Val callScalar(MathBuilder &m, StringRef symbol, Vals args, Type elem) {
  OpBuilder &b = m.builder;
  Location loc = m.getLoc();
  Type f64 = b.getF64Type();
  auto toParam = [&](Val a) { return a.isFloat() ? m.extf(a, f64) : a; };
  int64_t lanes = 0;
  for (Val a : args)
    lanes = std::max(lanes, a.lanes());
  if (lanes == 0) {
    SmallVector<Val> params;
    for (Val a : args)
      params.push_back(toParam(a));
    return m.truncf(call(m, symbol, f64, params), elem);
  }
  // Operands and results go through the stack, so that the code does not grow
  // with the number of lanes.
  Type ptr = LLVM::LLVMPointerType::get(b.getContext());
  auto slot = [&](Type type) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&m.getFunction()->getRegion(0).front());
    Value count = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(lanes));
    return Value(LLVM::AllocaOp::create(b, loc, ptr, type, count,
                                        /*alignment=*/64));
  };
  SmallVector<Value> slots;
  for (Val a : args) {
    slots.push_back(slot(a.elem()));
    LLVM::StoreOp::create(b, loc, a.v, slots.back());
  }
  Value out = slot(elem);
  Value zero = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(0));
  Value one = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(1));
  Value end = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(lanes));
  auto loop = scf::ForOp::create(b, loc, zero, end, one);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value i = loop.getInductionVar();
    SmallVector<Val> params;
    for (auto [a, s] : llvm::zip(args, slots)) {
      Value at = LLVM::GEPOp::create(b, loc, ptr, a.elem(), s, ValueRange{i});
      params.push_back(
          toParam(m.wrap(LLVM::LoadOp::create(b, loc, a.elem(), at))));
    }
    Val r = m.truncf(call(m, symbol, f64, params), elem);
    Value at = LLVM::GEPOp::create(b, loc, ptr, elem, out, ValueRange{i});
    LLVM::StoreOp::create(b, loc, r.v, at);
  }
  Type result = VectorType::get({lanes}, elem);
  return m.wrap(LLVM::LoadOp::create(b, loc, result, out));
}

} // namespace mlir::tts::vecmath

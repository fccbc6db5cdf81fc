// Between which numbers lies what is computed in floating point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FloatEnds.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::tts::cpu {

static bool fromInteger(Operation *op) {
  return isa<arith::SIToFPOp, arith::UIToFPOp>(op);
}

static bool isLesser(Operation *op) {
  return isa<arith::MinimumFOp, arith::MinNumFOp>(op);
}

static bool isGreater(Operation *op) {
  return isa<arith::MaximumFOp, arith::MaxNumFOp>(op);
}

/// The operation that rounds to an integral number as `op` does, which may be
/// a call of libdevice; empty if it does not.
static StringRef roundingOf(Operation *op) {
  if (isa<math::FloorOp, math::CeilOp, math::TruncOp, math::RoundEvenOp>(op))
    return op->getName().getStringRef();
  auto call = dyn_cast<triton::ExternElementwiseOp>(op);
  StringRef name = call ? call.getSymbol() : StringRef();
  if (!name.consume_front("__nv_"))
    return {};
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"floor", "floorf"}, math::FloorOp::getOperationName())
      .Cases({"ceil", "ceilf"}, math::CeilOp::getOperationName())
      .Cases({"trunc", "truncf"}, math::TruncOp::getOperationName())
      .Cases({"rint", "rintf", "nearbyint", "nearbyintf"},
             math::RoundEvenOp::getOperationName())
      .Default({});
}

SmallVector<unsigned, 2> FloatEnds::sources(Operation *op) {
  if (fromInteger(op) || !roundingOf(op).empty() ||
      isa<arith::ExtFOp, arith::TruncFOp, arith::NegFOp>(op))
    return {0};
  if (isa<arith::SelectOp>(op))
    return {1, 2};
  if (isa<math::FmaOp>(op))
    return {0, 1, 2};
  if (isLesser(op) || isGreater(op) ||
      isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op))
    return {0, 1};
  return {};
}

Value FloatEnds::constant(double c) {
  return arith::ConstantOp::create(b, loc, b.getF64FloatAttr(c));
}

Value FloatEnds::choose(arith::CmpFPredicate p, Value x, Value y) {
  return arith::SelectOp::create(b, loc, arith::CmpFOp::create(b, loc, p, x, y),
                                 x, y);
}

Value FloatEnds::lesser(Value x, Value y) {
  return choose(arith::CmpFPredicate::OLT, x, y);
}

Value FloatEnds::greater(Value x, Value y) {
  return choose(arith::CmpFPredicate::OGT, x, y);
}

void FloatEnds::refuseUnless(arith::CmpFPredicate p, Value x, double limit) {
  Value holds = arith::CmpFOp::create(b, loc, p, x, constant(limit));
  Value yes = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  refuse(arith::XOrIOp::create(b, loc, holds, yes));
}

FloatEnds::Ends FloatEnds::bounded(Ends e, double limit) {
  refuseUnless(arith::CmpFPredicate::OGE, e.first, -limit);
  refuseUnless(arith::CmpFPredicate::OLE, e.second, limit);
  return e;
}

Value FloatEnds::slack(Value x) {
  Value part = arith::MulFOp::create(b, loc, math::AbsFOp::create(b, loc, x),
                                     constant(0x1p-22));
  return arith::AddFOp::create(b, loc, part, constant(0x1p-120));
}

FloatEnds::Ends FloatEnds::outwards(Ends e) {
  return {arith::SubFOp::create(b, loc, e.first, slack(e.first)),
          arith::AddFOp::create(b, loc, e.second, slack(e.second))};
}

template <typename Op> FloatEnds::Ends FloatEnds::ofAllPairs(Ends x, Ends y) {
  Value p[] = {Op::create(b, loc, x.first, y.first),
               Op::create(b, loc, x.first, y.second),
               Op::create(b, loc, x.second, y.first),
               Op::create(b, loc, x.second, y.second)};
  return bounded({lesser(lesser(p[0], p[1]), lesser(p[2], p[3])),
                  greater(greater(p[0], p[1]), greater(p[2], p[3]))});
}

FloatEnds::Ends FloatEnds::toInteger(Ends e, IntegerType type,
                                     bool isUnsigned) {
  unsigned bits = std::min(type.getWidth() - 1, 52u);
  e = bounded(e, static_cast<double>((int64_t(1) << bits) - 1));
  if (isUnsigned)
    refuseUnless(arith::CmpFPredicate::OGT, e.first, -1);
  auto convert = [&](Value x) -> Value {
    return arith::FPToSIOp::create(b, loc, b.getI64Type(), x);
  };
  return {convert(e.first), convert(e.second)};
}

FloatEnds::Ends FloatEnds::of(Operation *op,
                              llvm::function_ref<Ends(unsigned)> operand) {
  auto each = [&](llvm::function_ref<Value(Value)> f) -> Ends {
    auto [least, most] = operand(0);
    return {f(least), f(most)};
  };
  if (fromInteger(op))
    return outwards(each([&](Value x) -> Value {
      return arith::SIToFPOp::create(b, loc, b.getF64Type(), x);
    }));
  if (isa<arith::ExtFOp>(op))
    return operand(0);
  if (isa<arith::TruncFOp>(op))
    return outwards(bounded(operand(0)));
  if (isa<arith::NegFOp>(op)) {
    auto [negatedMost, negatedLeast] = each(
        [&](Value x) -> Value { return arith::NegFOp::create(b, loc, x); });
    return {negatedLeast, negatedMost};
  }
  if (StringRef name = roundingOf(op); !name.empty())
    return each([&](Value x) {
      return b.create(loc, b.getStringAttr(name), x, x.getType())->getResult(0);
    });
  auto indices = sources(op);
  Ends x = operand(indices[0]), y = operand(indices[1]);
  if (isa<arith::SelectOp>(op))
    return {lesser(x.first, y.first), greater(x.second, y.second)};
  if (isLesser(op))
    return {lesser(x.first, y.first), lesser(x.second, y.second)};
  if (isGreater(op))
    return {greater(x.first, y.first), greater(x.second, y.second)};
  auto sum = [&](Ends a, Ends c) {
    return outwards({arith::AddFOp::create(b, loc, a.first, c.first),
                     arith::AddFOp::create(b, loc, a.second, c.second)});
  };
  if (isa<arith::MulFOp, math::FmaOp>(op)) {
    Ends product = outwards(ofAllPairs<arith::MulFOp>(x, y));
    return isa<math::FmaOp>(op) ? sum(product, operand(2)) : product;
  }
  if (isa<arith::DivFOp>(op)) {
    refuseUnless(arith::CmpFPredicate::OGE, y.first, 0x1p-62);
    return outwards(ofAllPairs<arith::DivFOp>(x, y));
  }
  if (isa<arith::AddFOp>(op))
    return sum(x, y);
  assert(isa<arith::SubFOp>(op) && "sources() knows more");
  return outwards({arith::SubFOp::create(b, loc, x.first, y.second),
                   arith::SubFOp::create(b, loc, x.second, y.first)});
}

} // namespace mlir::tts::cpu

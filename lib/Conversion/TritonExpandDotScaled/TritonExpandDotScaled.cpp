// tt.dot_scaled in terms of elementwise operations and tt.dot.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Conversion/TritonExpandDotScaled/Passes.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::tts {

#define GEN_PASS_DEF_TRITONEXPANDDOTSCALED
#include "triton-shared/Conversion/TritonExpandDotScaled/Passes.h.inc"

namespace {

using triton::ScaleDotElemType;

class Expansion {
public:
  Expansion(triton::DotScaledOp op)
      : op(op), b(op), loc(op.getLoc()), f32(b.getF32Type()),
        i32(b.getI32Type()) {}

  LogicalResult run() {
    // A batch of dots has its dim in front of the matrices'.
    int last = static_cast<int>(type(op.getA()).getRank()) - 1;
    FailureOr<Value> lhs = operand(op.getA(), op.getAElemType(),
                                   /*kDim=*/last, op.getLhsKPack());
    FailureOr<Value> rhs = operand(op.getB(), op.getBElemType(),
                                   /*kDim=*/last - 1, op.getRhsKPack());
    if (failed(lhs) || failed(rhs))
      return failure();
    if (Value s = op.getAScale())
      *lhs = scaled(*lhs, s, last);
    if (Value s = op.getBScale())
      *rhs = scaled(*rhs, s, last - 1);
    Value c = op.getC();
    Type accumulator = type(c).getElementType();
    auto wide = type(c).clone(f32);
    if (accumulator != f32)
      c = arith::ExtFOp::create(b, loc, wide, c);
    Value d = triton::DotOp::create(b, loc, wide, *lhs, *rhs, c,
                                    triton::InputPrecision::IEEE, 0);
    if (accumulator != f32)
      d = arith::TruncFOp::create(b, loc, type(op.getC()), d);
    op.replaceAllUsesWith(d);
    op.erase();
    return success();
  }

private:
  static RankedTensorType type(Value v) {
    return cast<RankedTensorType>(v.getType());
  }
  Value constant(Value like, int64_t value) {
    auto t = type(like);
    return arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(t, b.getIntegerAttr(t.getElementType(), value)));
  }
  Value reshape(Value v, ArrayRef<int64_t> shape) {
    return triton::ReshapeOp::create(
        b, loc, RankedTensorType::get(shape, type(v).getElementType()), v,
        UnitAttr(), UnitAttr());
  }
  Value transpose(Value v, ArrayRef<int32_t> order) {
    SmallVector<int64_t> shape;
    for (int32_t d : order)
      shape.push_back(type(v).getShape()[d]);
    return triton::TransOp::create(
        b, loc, RankedTensorType::get(shape, type(v).getElementType()), v,
        b.getDenseI32ArrayAttr(order));
  }

  /// The elements as fp32, unpacked.
  FailureOr<Value> operand(Value v, ScaleDotElemType format, int kDim,
                           bool packedAlongK) {
    auto t = type(v);
    auto convert = [&](Type small) -> Value {
      Value x = v;
      if (t.getElementType() != small)
        x = triton::BitcastOp::create(b, loc, t.clone(small), x);
      return triton::FpToFpOp::create(b, loc, t.clone(f32), x,
                                      triton::RoundingModeAttr());
    };
    switch (format) {
    case ScaleDotElemType::E4M3:
      return convert(Float8E4M3FNType::get(b.getContext()));
    case ScaleDotElemType::E5M2:
      return convert(Float8E5M2Type::get(b.getContext()));
    case ScaleDotElemType::BF16:
    case ScaleDotElemType::FP16:
      return arith::ExtFOp::create(b, loc, t.clone(f32), v).getResult();
    case ScaleDotElemType::E2M1:
      // The other of the last two dims: they sum to 2 * rank - 3.
      return unpack(v, packedAlongK ? kDim : 2 * t.getRank() - 3 - kDim);
    default:
      return op.emitError("dot_scaled on ")
             << triton::stringifyScaleDotElemType(format)
             << " operands is not supported: Triton has no storage for 6-bit "
                "elements";
    }
  }

  /// Two e2m1 values a byte, along `dim`, low nibble first.
  Value unpack(Value v, int64_t dim) {
    Value bytes =
        arith::ExtUIOp::create(b, loc, type(v).clone(b.getI16Type()), v);
    Value high =
        arith::ShRUIOp::create(b, loc, bytes, constant(bytes, 4)).getResult();
    Value lo = nibble(bytes), hi = nibble(high);
    SmallVector<int64_t> shape(type(v).getShape());
    SmallVector<int64_t> joined(shape);
    joined.push_back(2);
    Value both = triton::JoinOp::create(
        b, loc, RankedTensorType::get(joined, f32), lo, hi);
    // The new dim, the last one, belongs behind `dim`.
    auto order = llvm::to_vector(llvm::seq<int32_t>(0, joined.size()));
    std::rotate(order.begin() + dim + 1, order.end() - 1, order.end());
    if (!llvm::is_sorted(order))
      both = transpose(both, order);
    shape[dim] *= 2;
    return reshape(both, shape);
  }

  /// The low four bits as e2m1: sign, two exponent bits, one mantissa bit. In
  /// place of those of an fp16 they are too small by 2^14. Denormals of fp16
  /// are numbers even where those of fp32 are flushed.
  Value nibble(Value bits) {
    auto t = type(bits);
    Value magnitude = arith::ShLIOp::create(
        b, loc, arith::AndIOp::create(b, loc, bits, constant(bits, 7)),
        constant(bits, 9));
    Value sign = arith::ShLIOp::create(
        b, loc, arith::AndIOp::create(b, loc, bits, constant(bits, 8)),
        constant(bits, 12));
    Value x =
        arith::BitcastOp::create(b, loc, t.clone(b.getF16Type()),
                                 arith::OrIOp::create(b, loc, magnitude, sign));
    x = arith::ExtFOp::create(b, loc, t.clone(f32), x);
    Value scale = arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(cast<ShapedType>(x.getType()),
                               b.getF32FloatAttr(0x1p14f)));
    return arith::MulFOp::create(b, loc, x, scale);
  }

  /// e8m0: a power of two, 255 is NaN; or another float format.
  Value scaleValues(Value s) {
    auto t = type(s);
    if (isa<FloatType>(t.getElementType())) {
      if (t.getElementType().getIntOrFloatBitWidth() == 8)
        return triton::FpToFpOp::create(b, loc, t.clone(f32), s,
                                        triton::RoundingModeAttr());
      return arith::ExtFOp::create(b, loc, t.clone(f32), s);
    }
    Value e = arith::ExtUIOp::create(b, loc, t.clone(i32), s);
    auto is = [&](int64_t k) -> Value {
      return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, e,
                                   constant(e, k));
    };
    Value bits = arith::ShLIOp::create(b, loc, e, constant(e, 23));
    bits =
        arith::SelectOp::create(b, loc, is(0), constant(e, 0x00400000), bits);
    bits =
        arith::SelectOp::create(b, loc, is(255), constant(e, 0x7fc00000), bits);
    return arith::BitcastOp::create(b, loc, t.clone(f32), bits);
  }

  /// Multiplies by the scale of each group along k. Scales have the shape
  /// [batch..., rows, groups] for either operand.
  Value scaled(Value v, Value scale, int kDim) {
    Value s = scaleValues(scale);
    SmallVector<int64_t> shape(type(s).getShape());
    int rank = static_cast<int>(shape.size());
    int64_t k = type(v).getShape()[kDim], size = k / shape.back();
    shape.push_back(1);
    s = triton::ExpandDimsOp::create(b, loc, RankedTensorType::get(shape, f32),
                                     s, b.getI32IntegerAttr(rank));
    shape.back() = size;
    s = triton::BroadcastOp::create(b, loc, RankedTensorType::get(shape, f32),
                                    s);
    shape.pop_back();
    shape.back() = k;
    s = reshape(s, shape);
    if (kDim != rank - 1) {
      auto order = llvm::to_vector(llvm::seq<int32_t>(0, rank));
      std::swap(order[rank - 2], order[rank - 1]);
      s = transpose(s, order);
    }
    return arith::MulFOp::create(b, loc, v, s);
  }

  triton::DotScaledOp op;
  OpBuilder b;
  Location loc;
  Type f32, i32;
};

struct TritonExpandDotScaledPass
    : public impl::TritonExpandDotScaledBase<TritonExpandDotScaledPass> {
  void runOnOperation() override {
    SmallVector<triton::DotScaledOp> ops;
    getOperation().walk([&](triton::DotScaledOp op) { ops.push_back(op); });
    for (triton::DotScaledOp op : ops)
      if (failed(Expansion(op).run()))
        return signalPassFailure();
  }
};

} // namespace
} // namespace mlir::tts

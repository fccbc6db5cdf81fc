// A dot of few rows, whose products are added up by a nest over the second
// operand (DotDirectNest.cpp).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dots.h"

#include "../Nests/Nests.h"
#include "../Reductions/Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Adds the lanes of `partials` up, a square of them at a time, into `sums`.
void Dots::foldPartials(const DirectProduct &product) {
  int64_t lanes = product.partials.shape[2];
  Type acc = product.sums.elem;
  auto type = VectorType::get({lanes}, acc);
  OpBuilder::InsertionGuard guard(b);
  Value first = loopOver(product.sums.shape[0] * product.sums.shape[1], lanes);
  Value from = elementPtr(acc, product.partials.ptr, first, lanes);
  SmallVector<SmallVector<Value>> lines;
  for (int64_t i = 0; i < lanes; ++i)
    lines.push_back({LLVM::LoadOp::create(
        b, loc, type, elementPtr(acc, from, cst(i), lanes), bytesOf(acc))});
  auto sum = [&](Value x, Value y) -> Value {
    if (isa<FloatType>(acc))
      return arith::AddFOp::create(b, loc, x, y);
    return arith::AddIOp::create(b, loc, x, y);
  };
  (void)reductions().foldSquare(
      lines, [&](ValueRange x, ValueRange y, SmallVectorImpl<Value> &out) {
        out.push_back(sum(x.front(), y.front()));
        return success();
      });
  Value to = elementPtr(acc, product.sums.ptr, first, 1);
  Value old = LLVM::LoadOp::create(b, loc, type, to, bytesOf(acc));
  Value all = sum(old, lines.front().front());
  LLVM::StoreOp::create(b, loc, all, to, bytesOf(acc));
}

/// Room for the products of `rows` rows; where the sums are is up to the
/// caller.
DirectProduct Dots::directProduct(triton::DotOp dot) {
  auto result = blockType(dot.getD());
  Type acc = result.getElementType();
  int64_t rows = result.getShape()[0], n = result.getShape()[1];
  int64_t k = blockType(dot.getA()).getShape()[1];
  DirectProduct product;
  product.elem = blockType(dot.getA()).getElementType();
  int64_t perRegister = target.vectorBits / acc.getIntOrFloatBitWidth();
  product.partials = allocate(
      RankedTensorType::get({rows, n, std::min({perRegister, n, k})}, acc));
  product.left = allocate(RankedTensorType::get({rows, k}, acc));
  Type right = blockType(dot.getB()).getElementType();
  int64_t lanes = product.partials.shape[2];
  product.pairs = target.avx512Bf16 && lanes * 32 == 512 && acc.isF32() &&
                  product.elem.isBF16() && right.isBF16() &&
                  !(isFromBytes(dot.getB()) && !buffers.count(dot.getB())) &&
                  k % (2 * lanes) == 0;
  return product;
}

/// Adds the products of a dot to the sums, once its first operand is in place.
LogicalResult Dots::multiplyDirectly(triton::DotOp dot,
                                     DirectProduct &product) {
  product.kEnd = endOfK(dot);
  if (product.kEnd && dot.getA().getDefiningOp<tts::LoadOp>() &&
      dot.getB().getDefiningOp<tts::LoadOp>()) {
    auto end = [](Value v, int dim) {
      return accessOf(v.getDefiningOp()).getMixedUpper()[dim];
    };
    product.endsAlike = end(dot.getA(), 1) == end(dot.getB(), 0);
  }
  Root root;
  root.kind = Root::Multiply;
  root.value = dot.getB();
  root.product = &product;
  return nests().emitNest(blockType(dot.getB()).getShape(), {root}, nullptr);
}

/// Zeros.
void Dots::clear(const Buffer &buf) {
  int64_t elements = 1;
  for (int64_t n : buf.shape)
    elements *= n;
  LLVM::MemsetOp::create(
      b, loc, buf.ptr, arith::ConstantOp::create(b, loc, b.getI8IntegerAttr(0)),
      cst(elements * bytesOf(buf.elem)), /*isVolatile=*/false);
}

/// A dot by itself.
LogicalResult Dots::emitDirectDot(triton::DotOp dot) {
  DirectProduct product = directProduct(dot);
  // The sums may take the place of what the first operand is made from; nothing
  // that the second one is made from has rows.
  if (failed(nests().materialize(dot.getA(), &product.left)))
    return failure();
  bool zero = false;
  FailureOr<Buffer> sums = dotAccumulator(dot, {product.left.ptr}, zero);
  if (failed(sums))
    return failure();
  product.sums = *sums;
  product.rowEnd = nests().endOfNeeded(dot.getD(), 0, dot);
  if (zero)
    clear(*sums);
  // Cleared if that turns out to be needed.
  Operation *before = cst(0).getDefiningOp();
  if (failed(multiplyDirectly(dot, product)))
    return failure();
  if (product.alongK) {
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(before);
      clear(product.partials);
    }
    foldPartials(product);
  }
  buffers[dot.getD()] = *sums;
  return success();
}

} // namespace mlir::tts::cpu

// Operands of a dot in the order its kernel reads them: [n / p][k / g][p][g].
// Of several steps of k, which are packed one after the other, a panel has all.
// g consecutive k fill a 32-bit lane (1 for elements of 32 bits and more); p
// are the columns of one panel, which the kernel runs through before the next
// one, and which should not share cache sets with others. Rows of n are
// interleaved; where k is the contiguous dim of the source, squares of lanes
// are transposed in registers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ColumnsAhead.h"
#include "Dots.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../Plan/Plan.h"
#include "../Reductions/TransposeSquare.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::tts::cpu {

/// `group` vectors, one a k, as one vector of n x group.
static Value interleaveAll(OpBuilder &b, Location loc, ArrayRef<Value> rows) {
  if (rows.size() == 1)
    return rows.front();
  SmallVector<Value> even, odd;
  for (size_t i = 0; i < rows.size(); i += 2) {
    even.push_back(rows[i]);
    odd.push_back(rows[i + 1]);
  }
  return vector::InterleaveOp::create(b, loc, interleaveAll(b, loc, even),
                                      interleaveAll(b, loc, odd));
}

/// The part of the vector dim in which no lane of any step is masked off; null
/// when that is all of it. `bounded` gets the accesses that this is true for.
Value Dots::unmaskedPart(ArrayRef<Root> roots, int stepDim,
                         ArrayRef<Coord> steps) {
  Value limit;
  for (const Coord &step : steps) {
    nest->coords[stepDim] = step;
    for (const Bound &bound : nests().findBounded(roots, -1)) {
      Value main = bound.main.v;
      limit = limit ? arith::MinSIOp::create(b, loc, limit, main).getResult()
                    : main;
      nest->bounded.insert(bound.op);
    }
  }
  if (!limit)
    return {};
  limit = arith::MinSIOp::create(b, loc, limit, cst(nest->shape[nest->vecDim]));
  limit = arith::MaxSIOp::create(b, loc, limit, cst(0));
  return arith::AndIOp::create(b, loc, limit, cst(-nest->lanes));
}

/// The loops of a nest that packs, [batch,] k, n.
class Dots::Packing : Part {
public:
  Packing(Emitter &emitter, const Root &root)
      : Part(emitter), root(root), rank(nest->shape.size()), kDim(rank - 2),
        nDim(rank - 1), transposes(nest->vecDim == kDim),
        stepDim(transposes ? nDim : kDim), elem(root.dest.elem) {}

  LogicalResult emit();

private:
  void chooseLanes();
  Value endOf(int dim, int64_t step);
  void openDim(int dim, int64_t step);
  void openLoops();
  Coord &lane() { return nest->coords[nest->vecDim]; }
  Value place();
  LogicalResult evaluate(SmallVectorImpl<Value> &vectors);
  LogicalResult body();
  LogicalResult run(Value from, Value to);

  const Root &root;
  int rank, kDim, nDim;
  bool transposes; // are lanes neighbours along k?
  int stepDim;     // the dim that they are not along
  Type elem;
  int64_t together = 1;     // vectors that are evaluated together
  SmallVector<Coord> steps; // theirs
  unsigned outerLoops = 0;
};

void Dots::Packing::chooseLanes() {
  int64_t k = nest->shape[kDim], n = nest->shape[nDim], group = root.group;
  int64_t perRegister = target.vectorBits / elem.getIntOrFloatBitWidth();
  together = group;
  if (transposes) {
    unsigned work = plan().cost(root.value);
    int64_t most = work <= 8 ? 16 : work <= 16 ? 8 : 4;
    together = std::min({most, perRegister / group, k / group, n, root.panel});
    nest->lanes = together * group;
    return;
  }
  nest->lanes =
      std::min({group > 1 ? perRegister : 4 * perRegister, n, root.panel});
}

/// Where steps along a dim end.
Value Dots::Packing::endOf(int dim, int64_t step) {
  Value end = nests().copiedUntil(root.value, dim);
  if (!end)
    return cst(nest->shape[dim]);
  return arith::AndIOp::create(b, loc, add(end, cst(step - 1)), cst(-step));
}

void Dots::Packing::openDim(int dim, int64_t step) {
  if (nest->shape[dim] == step)
    return;
  at(nest->levels.size() - 1);
  auto loop = openLoop(cst(0), endOf(dim, step), step, {});
  nest->coords[dim].v = loop.getInductionVar();
  nest->coords[dim].level = nest->levels.size() - 1;
  ++outerLoops;
}

void Dots::Packing::openLoops() {
  nest->coords.assign(rank, Coord());
  if (rank == 3)
    openDim(0, 1);
  openDim(stepDim, together);
  int level = nest->levels.size() - 1;
  at(level);
  steps.assign(together, nest->coords[stepDim]);
  for (int64_t i = 1; i < together; ++i) {
    steps[i].v = add(steps[0].v, cst(i));
    steps[i].level = level;
  }
  lane().kind = Coord::Lanes;
  lane().level = level;
}

/// Where the first of the elements goes: batch * n * k + first column of the
/// panel * depth + row * panel + column in the panel * group.
Value Dots::Packing::place() {
  int64_t k = nest->shape[kDim], n = nest->shape[nDim];
  Value batch = rank == 3 ? nest->coords[0].v : Value();
  Value row = transposes ? lane().v : steps[0].v;
  Value column = transposes ? steps[0].v : lane().v;
  Value first = mul(batch, b.getI64IntegerAttr(n * k));
  if (column && root.panel < n) {
    Value panel = arith::AndIOp::create(b, loc, column, cst(-root.panel));
    first = add(first, mul(panel, b.getI64IntegerAttr(root.depth)));
    column = arith::AndIOp::create(b, loc, column, cst(root.panel - 1));
  }
  Value index = add(first, add(mul(row, b.getI64IntegerAttr(root.panel)),
                               mul(column, b.getI64IntegerAttr(root.group))));
  if (!index)
    return root.dest.ptr;
  return LLVM::GEPOp::create(b, loc, ptrType(), storageType(elem),
                             root.dest.ptr, ValueRange{index});
}

LogicalResult Dots::Packing::evaluate(SmallVectorImpl<Value> &vectors) {
  for (const Coord &step : steps) {
    nest->coords[stepDim] = step;
    FailureOr<Lane> x = elements().eval(root.value, Coords(nest->coords));
    if (failed(x))
      return failure();
    Value v = asVector(convert(*x, elem));
    at(nest->levels.size() - 1);
    vectors.push_back(castStorage(v, storageType(elem)));
  }
  return success();
}

LogicalResult Dots::Packing::body() {
  SmallVector<Value> vectors;
  if (failed(evaluate(vectors)))
    return failure();
  Value ptr = place();
  int64_t align = bytesOf(elem);
  if (!transposes) {
    LLVM::StoreOp::create(b, loc, interleaveAll(b, loc, vectors), ptr, align);
    return success();
  }
  if (root.group > 1) {
    auto lanes = VectorType::get({together}, b.getI32Type());
    for (Value &v : vectors)
      v = vector::BitCastOp::create(b, loc, lanes, v);
  }
  transposeSquare(b, loc, vectors);
  for (auto [i, v] : llvm::enumerate(vectors)) {
    int64_t offset = static_cast<int64_t>(i) * root.panel * root.group;
    Value p = LLVM::GEPOp::create(b, loc, ptrType(), storageType(elem), ptr,
                                  ArrayRef<LLVM::GEPArg>{int32_t(offset)});
    LLVM::StoreOp::create(b, loc, v, p, align);
  }
  return success();
}

LogicalResult Dots::Packing::run(Value from, Value to) {
  auto loop = openLoop(from, to, nest->lanes, {});
  lane().v = loop.getInductionVar();
  lane().level = nest->levels.size() - 1;
  if (failed(body()))
    return failure();
  closeLoop({});
  return success();
}

LogicalResult Dots::Packing::emit() {
  nest->vecDim = transposes ? kDim : nDim;
  chooseLanes();
  ColumnsAhead next(emitter);
  if (transposes)
    next.find();
  openLoops();
  if (failed(next.fetch(steps)))
    return failure();
  int level = nest->levels.size() - 1;
  at(level);
  Value split = dots().unmaskedPart({root}, stepDim, steps);
  at(level);
  Value end = endOf(nest->vecDim, nest->lanes);
  LogicalResult r = success();
  if (!split && nest->shape[nest->vecDim] == nest->lanes) {
    r = body();
  } else if (!split) {
    r = run(cst(0), end);
  } else {
    split = arith::MinSIOp::create(b, loc, split, end);
    nest->inMain = true;
    r = run(cst(0), split);
    nest->inMain = false;
    nest->bounded.clear();
    at(level);
    if (succeeded(r))
      r = run(split, end);
  }
  if (failed(r))
    return failure();
  while (outerLoops--)
    closeLoop({});
  return success();
}

LogicalResult Dots::packLoops(const Root &root) {
  return Packing(emitter, root).emit();
}

/// Fills `dest`, of the shape of `v`, in the order of the packed operand, whose
/// panels go on over `depth` k.
LogicalResult Dots::pack(Value v, Buffer dest, int64_t group, int64_t panel,
                         int64_t depth) {
  auto shape = blockType(v).getShape();
  if (group == 1 && panel == shape.back() &&
      (shape[shape.size() - 2] < 4 || panel < 4))
    return nests().materialize(v, &dest);
  Root root;
  root.kind = Root::Pack;
  root.value = v;
  root.dest = dest;
  root.group = group;
  root.panel = panel;
  root.depth = depth;
  return nests().emitNest(shape, {root}, nullptr);
}

} // namespace mlir::tts::cpu

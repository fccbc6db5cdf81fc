// A dim that blocks have in common: lane i along it is made of lanes i.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/Analysis/SharedDim.h"
#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts::cpu {

ArrayRef<int64_t> blockShape(Value v) {
  if (auto tensor = dyn_cast<RankedTensorType>(v.getType()))
    return tensor.getShape();
  if (auto block = dyn_cast<tts::BlockType>(v.getType()))
    return block.getShape();
  return {};
}

int64_t blockSize(Value v) { return ShapedType::getNumElements(blockShape(v)); }

bool isRange(Value v) {
  while (Operation *op = v.getDefiningOp()) {
    if (isa<triton::MakeRangeOp>(op))
      return true;
    if (!movesDims(op))
      return false;
    v = op->getOperand(0);
  }
  return false;
}

bool spreadDim(Operation *op, Value v, int dim,
               llvm::function_ref<bool(Value, int)> mark) {
  bool isResult = v.getDefiningOp() == op;
  auto all = [&](ValueRange values, int dim) {
    return llvm::all_of(values, [&](Value each) {
      return blockShape(each).empty() || mark(each, dim);
    });
  };
  if (isa<triton::SplatOp, arith::ConstantOp, triton::MakeRangeOp>(op))
    return true;
  if (auto repeat = dyn_cast<triton::BroadcastOp>(op)) {
    if (!isResult)
      return mark(repeat.getResult(), dim);
    return blockShape(repeat.getSrc())[dim] == 1 || mark(repeat.getSrc(), dim);
  }
  if (auto expand = dyn_cast<triton::ExpandDimsOp>(op)) {
    int axis = expand.getAxis();
    return isResult ? dim != axis &&
                          mark(expand.getSrc(), dim > axis ? dim - 1 : dim)
                    : mark(expand.getResult(), dim >= axis ? dim + 1 : dim);
  }
  if (auto trans = dyn_cast<triton::TransOp>(op)) {
    ArrayRef<int32_t> order = trans.getOrder();
    return isResult ? mark(trans.getSrc(), order[dim])
                    : mark(trans.getResult(),
                           llvm::find(order, dim) - order.begin());
  }
  if (auto reduce = dyn_cast<triton::ReduceOp>(op)) {
    int axis = reduce.getAxis();
    int before = isResult && dim >= axis ? dim + 1 : dim; // of the operands
    return before != axis && all(reduce.getSrcs(), before) &&
           all(reduce.getResults(), before > axis ? before - 1 : before);
  }
  if (auto scan = dyn_cast<triton::ScanOp>(op))
    return dim != static_cast<int>(scan.getAxis()) &&
           all(scan.getSrcs(), dim) && all(scan.getResults(), dim);
  bool accesses =
      isa<tts::MakeBlockOp, tts::LoadOp, tts::StoreOp, tts::AtomicRMWOp>(op);
  bool elementwise = isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
                     op->hasTrait<OpTrait::Elementwise>();
  return (accesses || elementwise) && all(op->getOperands(), dim) &&
         all(op->getResults(), dim);
}

} // namespace mlir::tts::cpu

// One function for code that repeats itself.
// Kernels that were unrolled by hand (tl.static_range) hold the same loops
// dozens of times, with other constants and pointers. Every pass from here on
// would do the same work on each, and the instruction cache holds few of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/Codegen/TileIntrinsics.h"
#include "triton-shared/CPU/ToLLVM/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"

#include <map>

namespace mlir::tts {

#define GEN_PASS_DEF_CPUOUTLINEREPEATS
#include "triton-shared/CPU/ToLLVM/Passes.h.inc"

namespace {

/// Fewer copies, or smaller ones, are not worth a call.
constexpr size_t kFewestCopies = 4;
constexpr size_t kFewestOps = 14;
/// What a call passes at most; what does not fit into registers goes through
/// memory, and sums of vectors are what loops of products live on.
constexpr size_t kMostParameters = 32;
constexpr size_t kMostVectors = 4;

/// Operations that do the same to what comes from outside of them.
using Copies = SmallVector<Operation *>;

/// Types that a function may take and return whatever the target is.
bool isPassed(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getRank() == 1 && !vector.isScalable() &&
           vector.getElementType().isIntOrFloat();
  return type.isIntOrIndexOrFloat() || isa<LLVM::LLVMPointerType>(type);
}

bool isInside(Value value, Operation *op) {
  return op->isAncestor(value.getParentBlock()->getParentOp());
}

bool arePassed(ArrayRef<Type> types) {
  return types.size() <= kMostParameters && llvm::all_of(types, isPassed) &&
         llvm::count_if(types, llvm::IsaPred<VectorType>) <=
             ptrdiff_t(kMostVectors);
}

/// The operands in `op`, at any depth, that are defined outside of it.
SmallVector<OpOperand *> operandsFromOutside(Operation *op) {
  SmallVector<OpOperand *> found;
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands())
      if (!isInside(operand.get(), op))
        found.push_back(&operand);
  });
  return found;
}

/// A hash that copies have in common.
llvm::hash_code hashOf(Operation *op) {
  llvm::hash_code hash(0);
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    hash = llvm::hash_combine(
        hash,
        OperationEquivalence::computeHash(
            inner, [](Value value) { return hash_value(value.getType()); },
            OperationEquivalence::ignoreHashValue,
            OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

/// Whether two operations are copies of each other.
bool areCopies(Operation *first, Operation *second) {
  DenseMap<Value, Value> twins;
  auto mark = [&](Value a, Value b) { twins[a] = b; };
  auto check = [&](Value a, Value b) {
    auto twin = twins.find(a);
    if (twin != twins.end())
      return success(twin->second == b);
    // From outside of the first, so it has to be from outside of the second.
    return success(a.getType() == b.getType() && !isInside(b, second));
  };
  return OperationEquivalence::isEquivalentTo(
      first, second, check, mark, OperationEquivalence::IgnoreLocations);
}

size_t countOps(Operation *op) {
  size_t ops = 0;
  op->walk([&](Operation *) { ++ops; });
  return ops;
}

/// Sorts operations with regions into copies, in order.
SmallVector<Copies> sortIntoCopies(ArrayRef<Operation *> ops) {
  SmallVector<Copies> sorted;
  DenseMap<size_t, SmallVector<size_t>> byHash;
  for (Operation *op : ops) {
    SmallVector<size_t> &alike = byHash[hashOf(op)];
    auto group = llvm::find_if(alike, [&](size_t index) {
      return areCopies(sorted[index].front(), op);
    });
    if (group != alike.end()) {
      sorted[*group].push_back(op);
      continue;
    }
    alike.push_back(sorted.size());
    sorted.push_back({op});
  }
  return sorted;
}

/// Replaces copies by calls of a function that is made of the first of them.
class Outliner {
public:
  Outliner(func::FuncOp kernel) : kernel(kernel) {}

  /// Outlines the largest copies there are in the given blocks, and below.
  void outlineIn(ArrayRef<Block *> blocks) {
    SmallVector<Operation *> ops;
    for (Block *block : blocks)
      for (Operation &op : *block)
        if (op.getNumRegions() != 0)
          ops.push_back(&op);
    SmallVector<Block *> below;
    for (Copies &copies : sortIntoCopies(ops)) {
      if (copies.size() >= kFewestCopies &&
          countOps(copies.front()) >= kFewestOps && outline(copies))
        continue;
      for (Operation *op : copies)
        for (Region &region : op->getRegions())
          for (Block &block : region)
            below.push_back(&block);
    }
    if (!below.empty())
      outlineIn(below);
  }

private:
  bool outline(const Copies &copies);
  func::FuncOp declare(const Copies &copies, ArrayRef<Type> parameters);

  func::FuncOp kernel;
  unsigned functions = 0;
};

func::FuncOp Outliner::declare(const Copies &copies,
                               ArrayRef<Type> parameters) {
  Operation *first = copies.front();
  Builder b(kernel.getContext());
  std::string name =
      (kernel.getName() + ".repeated_" + Twine(functions++)).str();
  auto function = func::FuncOp::create(
      first->getLoc(), name,
      b.getFunctionType(parameters, first->getResultTypes()));
  SymbolTable(kernel->getParentOp())
      .insert(function, std::next(Block::iterator(kernel)));
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(b.getContext(), LLVM::Linkage::Internal));
  function->setAttr("no_inline", b.getUnitAttr());
  return function;
}

bool Outliner::outline(const Copies &copies) {
  // What each copy has from outside, in the same order in all of them.
  SmallVector<SmallVector<OpOperand *>> outside;
  for (Operation *copy : copies)
    outside.push_back(operandsFromOutside(copy));
  // Operands that agree in every copy share a parameter, and need none where
  // they are one constant.
  std::map<SmallVector<const void *>, size_t> known;
  SmallVector<size_t> parameters; // the first operand of each
  SmallVector<std::optional<size_t>> parameterOf;
  for (size_t i : llvm::seq(outside.front().size())) {
    SmallVector<const void *> values;
    for (const SmallVector<OpOperand *> &operands : outside)
      values.push_back(operands[i]->get().getAsOpaquePointer());
    if (llvm::all_equal(values) &&
        matchPattern(outside.front()[i]->get(), m_Constant())) {
      parameterOf.push_back(std::nullopt);
      continue;
    }
    auto [entry, isNew] = known.try_emplace(values, parameters.size());
    if (isNew)
      parameters.push_back(i);
    parameterOf.push_back(entry->second);
  }
  SmallVector<Type> types;
  for (size_t i : parameters)
    types.push_back(outside.front()[i]->get().getType());
  if (!arePassed(types) ||
      !arePassed(llvm::to_vector(copies.front()->getResultTypes())))
    return false;

  func::FuncOp function = declare(copies, types);
  Block *entry = function.addEntryBlock();
  OpBuilder b = OpBuilder::atBlockEnd(entry);
  Operation *body = copies.front()->clone();
  DenseMap<Operation *, Operation *> constants;
  for (auto [operand, parameter] :
       llvm::zip_equal(operandsFromOutside(body), parameterOf)) {
    if (parameter) {
      operand->set(entry->getArgument(*parameter));
      continue;
    }
    Operation *constant = operand->get().getDefiningOp();
    Operation *&clone = constants[constant];
    if (!clone)
      clone = b.clone(*constant);
    operand->set(clone->getResult(0));
  }
  b.insert(body);
  func::ReturnOp::create(b, body->getLoc(), body->getResults());

  // Copies in order: one may use what another one before it results in.
  for (auto [copy, operands] : llvm::zip_equal(copies, outside)) {
    SmallVector<Value> arguments;
    for (size_t i : parameters)
      arguments.push_back(operands[i]->get());
    b.setInsertionPoint(copy);
    auto call = func::CallOp::create(b, copy->getLoc(), function, arguments);
    copy->replaceAllUsesWith(call.getResults());
    copy->erase();
  }
  return true;
}

/// Constant indices become operands, so that they may differ in copies.
void makeIndicesOperands(func::FuncOp function) {
  OpBuilder b(function.getContext());
  DenseMap<int32_t, Value> constants;
  function.walk([&](LLVM::GEPOp op) {
    ArrayRef<int32_t> indices = op.getRawConstantIndices();
    if (indices.size() != 1 || indices[0] == LLVM::GEPOp::kDynamicIndex ||
        !op.getElemType().isIntOrFloat())
      return;
    Value &index = constants[indices[0]];
    if (!index) {
      b.setInsertionPointToStart(&function.front());
      index = arith::ConstantOp::create(b, op.getLoc(),
                                        b.getI64IntegerAttr(indices[0]));
    }
    b.setInsertionPoint(op);
    Value place = LLVM::GEPOp::create(
        b, op.getLoc(), op.getType(), op.getElemType(), op.getBase(),
        ArrayRef<LLVM::GEPArg>{index}, op.getNoWrapFlags());
    op.replaceAllUsesWith(place);
    op.erase();
  });
}

bool usesTiles(func::FuncOp function) {
  return function
      .walk([](LLVM::CallIntrinsicOp op) {
        return tts::usesTiles(op.getIntrin()) ? WalkResult::interrupt()
                                              : WalkResult::advance();
      })
      .wasInterrupted();
}

struct CPUOutlineRepeats : impl::CPUOutlineRepeatsBase<CPUOutlineRepeats> {
  using CPUOutlineRepeatsBase::CPUOutlineRepeatsBase;

  void runOnOperation() override {
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (function.isExternal())
        continue;
      if (countOps(function) < minOps || usesTiles(function))
        continue;
      makeIndicesOperands(function);
      Outliner(function).outlineIn(&function.front());
    }
  }
};

} // namespace
} // namespace mlir::tts

// The pass: function by function, first the accesses, then the signature.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Conversion/StructuredToMemref/Passes.h"

#include "AccessLowering.h"
#include "triton-shared/Lowering/KernelArguments.h"
#include "triton-shared/Lowering/OwnDialects.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tts {

#define GEN_PASS_DEF_STRUCTUREDTOMEMREF
#include "triton-shared/Conversion/StructuredToMemref/Passes.h.inc"

namespace {

/// The memref argument type of a pointer argument.
Type memrefTypeOf(triton::PointerType pointer) {
  Type element = pointer.getPointeeType();
  if (isa<triton::PointerType>(element)) // addresses in memory
    element = IntegerType::get(element.getContext(), 64);
  if (!BaseMemRefType::isValidElementType(element))
    return {};
  return UnrankedMemRefType::get(storageType(element), /*memorySpace=*/{});
}

class FunctionLowering {
public:
  FunctionLowering(triton::FuncOp function, bool loadsInPlace, Reach reach)
      : function(function) {
    options.loadsInPlace = loadsInPlace;
    options.reach = reach;
  }

  LogicalResult run() {
    if (failed(addArguments()))
      return failure();
    if (!function.isExternal()) {
      if (failed(lowerAccesses()))
        return failure();
      lowerGrid();
      if (failed(removePointers()))
        return failure();
    }
    finish();
    return success();
  }

private:
  /// Adds the memref of each pointer argument and the grid's arguments behind
  /// the old ones; finish() drops the pointers.
  LogicalResult addArguments() {
    Builder b(function.getContext());
    SmallVector<Type> inputs;
    for (Type type : function.getArgumentTypes()) {
      if (auto pointer = dyn_cast<triton::PointerType>(type)) {
        type = memrefTypeOf(pointer);
        if (!type)
          return function.emitOpError()
                 << "has an argument of type " << pointer
                 << "; 'triton-normalize' should have taken block pointers "
                    "apart";
      } else if (isOwnDialect(type.getDialect().getNamespace())) {
        return function.emitOpError()
               << "has an argument of type " << type
               << "; 'triton-normalize' should have taken it apart";
      }
      inputs.push_back(type);
    }
    inputs.append(kGridArguments, b.getI32Type());
    type = b.getFunctionType(inputs, function.getResultTypes());
    if (function.isExternal())
      return success();

    Block &entry = function.getBody().front();
    oldCount = entry.getNumArguments();
    for (unsigned i = 0; i < inputs.size(); ++i) {
      Location loc =
          i < oldCount ? entry.getArgument(i).getLoc() : function.getLoc();
      BlockArgument fresh = entry.addArgument(inputs[i], loc);
      if (i >= oldCount)
        continue;
      BlockArgument old = entry.getArgument(i);
      if (isa<triton::PointerType>(old.getType()))
        options.arguments[old] = fresh;
      else
        old.replaceAllUsesWith(fresh);
    }
    return success();
  }

  Value gridArgument(unsigned i) {
    Block &entry = function.getBody().front();
    return entry.getArgument(entry.getNumArguments() - kGridArguments + i);
  }

  LogicalResult lowerAccesses() {
    SmallVector<Operation *> accesses;
    function.walk([&](Operation *op) { accesses.push_back(op); });
    for (Operation *op : accesses) {
      LogicalResult lowered =
          llvm::TypeSwitch<Operation *, LogicalResult>(op)
              .Case([&](LoadOp load) { return lowerLoad(load, options); })
              .Case([&](StoreOp store) { return lowerStore(store, options); })
              .Case([&](AtomicRMWOp atomic) {
                return lowerAtomicRMW(atomic, options);
              })
              .Case([&](AtomicCASOp atomic) {
                return lowerAtomicCAS(atomic, options);
              })
              .Default([](Operation *) { return success(); });
      if (failed(lowered))
        return failure();
    }
    return success();
  }

  static void replaceReturn(triton::ReturnOp ret) {
    OpBuilder b(ret);
    func::ReturnOp::create(b, ret.getLoc(), ret.getOperands());
  }

  /// After the accesses: that a program's number is not negative is known of
  /// Triton's operation alone.
  void lowerGrid() {
    function.walk([&](Operation *op) {
      if (auto num = dyn_cast<triton::GetNumProgramsOp>(op))
        num.replaceAllUsesWith(
            gridArgument(static_cast<unsigned>(num.getAxis())));
      else if (auto id = dyn_cast<triton::GetProgramIdOp>(op))
        id.replaceAllUsesWith(
            gridArgument(3 + static_cast<unsigned>(id.getAxis())));
      else if (auto ret = dyn_cast<triton::ReturnOp>(op))
        replaceReturn(ret);
      else if (!isa<BarrierOp>(op))
        return;
      op->erase();
    });
  }

  /// Erases block descriptions and turns what is left of pointers into
  /// integers; any other use is an error.
  LogicalResult removePointers() {
    SmallVector<Operation *> candidates;
    function.walk([&](Operation *op) {
      if (isa<MakeBlockOp, triton::IntToPtrOp, triton::PtrToIntOp>(op))
        candidates.push_back(op);
    });
    for (Operation *op : llvm::reverse(candidates)) {
      if (op->use_empty()) {
        op->erase();
        continue;
      }
      auto toInt = dyn_cast<triton::PtrToIntOp>(op);
      Value memref = toInt ? options.arguments.lookup(toInt.getSrc()) : Value();
      if (!memref)
        return op->emitOpError(
            "is still needed after all accesses are lowered; "
            "'triton-arith-to-linalg' should have turned "
            "pointers into integers");
      ImplicitLocOpBuilder b(op->getLoc(), op);
      toInt.replaceAllUsesWith(addressOf(b, memref));
      op->erase();
    }
    for (BlockArgument argument : function.getArguments())
      if (options.arguments.contains(argument) && !argument.use_empty())
        return (*argument.user_begin())
            ->emitOpError("uses a pointer argument other than for an access");
    return success();
  }

  /// Replaces the tt.func by a func.func with the same name.
  void finish() {
    OpBuilder b(function);
    auto lowered =
        func::FuncOp::create(b, function.getLoc(), function.getName(), type);
    SymbolTable::setSymbolVisibility(
        lowered, SymbolTable::getSymbolVisibility(function));
    if (!function.isExternal()) {
      function.getBody().front().eraseArguments(0, oldCount);
      lowered.getBody().takeBody(function.getBody());
    }
    function.erase();
  }

  triton::FuncOp function;
  LoweringOptions options;
  FunctionType type;
  unsigned oldCount = 0;
};

/// Hints like tt.divisibility mean nothing to upstream's tools.
void dropOurAttributes(ModuleOp module) {
  module->walk([](Operation *op) {
    SmallVector<StringAttr> names;
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      if (isOwnDialect(attribute.getName().strref().split('.').first))
        names.push_back(attribute.getName());
    for (StringAttr name : names)
      op->removeDiscardableAttr(name);
  });
}

struct StructuredToMemrefPass
    : impl::StructuredToMemrefBase<StructuredToMemrefPass> {
  using StructuredToMemrefBase::StructuredToMemrefBase;

  void runOnOperation() override {
    if (loads != "copy" && loads != "in-place") {
      getOperation().emitError()
          << "'loads' is 'copy' or 'in-place', not '" << loads << "'";
      return signalPassFailure();
    }
    if (views != "all" && views != "defined") {
      getOperation().emitError()
          << "'views' is 'all' or 'defined', not '" << views << "'";
      return signalPassFailure();
    }
    Reach reach = views == "all" ? Reach::Views : Reach::DefinedViews;
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<triton::FuncOp>()))
      if (failed(FunctionLowering(function, loads == "in-place", reach).run()))
        return signalPassFailure();
    dropOurAttributes(getOperation());
  }
};

} // namespace
} // namespace mlir::tts

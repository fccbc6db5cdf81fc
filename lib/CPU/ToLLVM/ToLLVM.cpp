//===- ToLLVM.cpp - The loops stop to the LLVM dialect --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "RotatedLoops.h"
#include "triton-shared/CPU/ToLLVM/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUTOLLVM
#include "triton-shared/CPU/ToLLVM/Passes.h.inc"

namespace {

bool hasKernelSignature(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  auto pointer = [&](unsigned i) {
    return isa<LLVM::LLVMPointerType>(type.getInput(i));
  };
  return !function.isExternal() && type.getNumResults() == 0 &&
         type.getNumInputs() == 6 && pointer(0) && pointer(1) &&
         type.getInput(2).isInteger(64) && type.getInput(3).isInteger(64) &&
         pointer(4) && pointer(5);
}

/// States about a kernel's arguments what the launcher guarantees.
void annotateKernel(func::FuncOp function) {
  Builder builder(function.getContext());
  for (unsigned i : {0u, 1u}) {
    function.setArgAttr(i, "llvm.noalias", builder.getUnitAttr());
    function.setArgAttr(i, "llvm.readonly", builder.getUnitAttr());
  }
  function.setArgAttr(4, "llvm.noalias", builder.getUnitAttr());
  function.setArgAttr(4, "llvm.align", builder.getI64IntegerAttr(64));
  Attribute arena = function->getAttr("tts.arena_bytes");
  if (!arena)
    arena = function->getParentOfType<ModuleOp>()->getAttr("tts.arena_bytes");
  auto bytes = dyn_cast_if_present<IntegerAttr>(arena);
  if (!bytes)
    return;
  std::string digits = std::to_string(bytes.getInt());
  function->setAttr("passthrough",
                    builder.getArrayAttr({builder.getStrArrayAttr(
                        {"tts-arena-bytes", digits})}));
}

/// Structured control flow first: block arguments then exist when their types
/// are converted.
LogicalResult convertControlFlow(ModuleOp module,
                                 const FrozenRewritePatternSet &patterns) {
  ConversionTarget target(*module.getContext());
  target.addIllegalOp<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp,
                      scf::ExecuteRegionOp, scf::ForallOp, scf::ParallelOp>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(module, target, patterns);
}

/// Upstream's conversions hand a loop's annotation down as a foreign attribute
/// of the branch; the translation to LLVM IR reads the branch's own.
void adoptLoopAnnotations(ModuleOp module) {
  constexpr StringLiteral name = "llvm.loop_annotation";
  auto adopt = [&](auto branch) {
    auto hint = branch->template getAttrOfType<LLVM::LoopAnnotationAttr>(name);
    if (hint)
      branch.setLoopAnnotationAttr(hint);
    branch->removeAttr(name);
  };
  module.walk([&](LLVM::BrOp branch) { adopt(branch); });
  module.walk([&](LLVM::CondBrOp branch) { adopt(branch); });
}

/// Kernels whose atomics take no locks say so before their first program
/// (KernelABI.h): none with locks may run beside them.
void announceElementAtomics(ModuleOp module, ArrayRef<StringRef> kernelNames) {
  constexpr StringLiteral announce = "tts_rt_element_atomics";
  auto kernels = llvm::map_to_vector(kernelNames, [&](StringRef name) {
    return module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  });
  auto isAtomic = [](Operation *op) {
    return isa<LLVM::AtomicRMWOp, LLVM::AtomicCmpXchgOp>(op);
  };
  auto contains = [](Operation *root, function_ref<bool(Operation *)> found) {
    return root
        ->walk([&](Operation *op) {
          return found(op) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  };
  bool inCallee = llvm::any_of(
      module.getOps<LLVM::LLVMFuncOp>(), [&](LLVM::LLVMFuncOp function) {
        return !llvm::is_contained(kernels, function) &&
               contains(function, isAtomic);
      });
  OpBuilder b(module.getContext());
  for (LLVM::LLVMFuncOp kernel : kernels) {
    bool locks = contains(kernel, [](Operation *op) {
      auto call = dyn_cast<LLVM::CallOp>(op);
      return call && call.getCallee() == "tts_rt_row_locks";
    });
    if (locks || !(inCallee || contains(kernel, isAtomic)))
      continue;
    auto declared = module.lookupSymbol<LLVM::LLVMFuncOp>(announce);
    if (!declared) {
      b.setInsertionPointToStart(module.getBody());
      auto type = LLVM::LLVMFunctionType::get(
          LLVM::LLVMVoidType::get(b.getContext()),
          LLVM::LLVMPointerType::get(b.getContext()));
      declared = LLVM::LLVMFuncOp::create(b, module.getLoc(), announce, type);
    }
    b.setInsertionPointToStart(&kernel.getBody().front());
    LLVM::CallOp::create(b, kernel.getLoc(), declared, kernel.getArgument(5));
  }
}

struct CPUToLLVM : impl::CPUToLLVMBase<CPUToLLVM> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet flow(context);
    populateSCFToControlFlowConversionPatterns(flow);
    populateRotatedLoopPatterns(flow);
    flowPatterns = std::move(flow);
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<StringRef> kernels;
    for (func::FuncOp function : module.getOps<func::FuncOp>())
      if (hasKernelSignature(function)) {
        annotateKernel(function);
        kernels.push_back(function.getName());
      }
    if (failed(convertControlFlow(module, flowPatterns)))
      return signalPassFailure();

    MLIRContext *context = &getContext();
    LowerToLLVMOptions options(context);
    LLVMTypeConverter types(context, options);
    RewritePatternSet patterns(context);
    cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
    cf::populateAssertToLLVMConversionPattern(types, patterns);
    arith::populateArithToLLVMConversionPatterns(types, patterns);
    index::populateIndexToLLVMConversionPatterns(types, patterns);
    ub::populateUBToLLVMConversionPatterns(types, patterns);
    populateMathToLLVMConversionPatterns(types, patterns,
                                         /*approximateLog1p=*/false,
                                         /*benefit=*/2);
    populateMathToLibmConversionPatterns(patterns, /*benefit=*/1);
    populateVectorToLLVMConversionPatterns(types, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(types, patterns);
    populateFuncToLLVMConversionPatterns(types, patterns);

    LLVMConversionTarget target(*context);
    target.addLegalOp<ModuleOp>();
    if (failed(applyFullConversion(module, target, std::move(patterns))))
      return signalPassFailure();
    adoptLoopAnnotations(module);
    announceElementAtomics(module, kernels);
  }

  FrozenRewritePatternSet flowPatterns;
};

} // namespace
} // namespace mlir::tts

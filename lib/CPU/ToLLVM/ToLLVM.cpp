// The loops stop to the LLVM dialect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ElementAtomics.h"
#include "RotatedLoops.h"
#include "triton-shared/CPU/ToLLVM/Passes.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"

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
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUTOLLVM
#include "triton-shared/CPU/ToLLVM/Passes.h.inc"

namespace {

/// Kernels are public: what calls between functions pass is unknown.
bool isKernel(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  auto pointer = [&](unsigned i) {
    return isa<LLVM::LLVMPointerType>(type.getInput(i));
  };
  return !function.isExternal() && function.isPublic() &&
         type.getNumResults() == 0 && type.getNumInputs() == 6 && pointer(0) &&
         pointer(1) && type.getInput(2).isInteger(64) &&
         type.getInput(3).isInteger(64) && pointer(4) && pointer(5);
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
  Attribute arena = function->getAttr(kArenaBytesAttr);
  if (!arena)
    arena = function->getParentOfType<ModuleOp>()->getAttr(kArenaBytesAttr);
  auto bytes = dyn_cast_if_present<IntegerAttr>(arena);
  if (!bytes)
    return;
  std::string digits = std::to_string(bytes.getInt());
  SmallVector<Attribute> passed;
  if (auto before = function->getAttrOfType<ArrayAttr>("passthrough"))
    llvm::append_range(passed, before);
  passed.push_back(builder.getStrArrayAttr({kArenaBytesInLLVM, digits}));
  function->setAttr("passthrough", builder.getArrayAttr(passed));
}

/// The first tensor among the values that an operation deals with, or null.
Type tensorOf(Operation *op) {
  auto isTensor = llvm::IsaPred<TensorType>;
  auto firstOf = [&](auto types) {
    auto found = llvm::find_if(types, isTensor);
    return found == types.end() ? Type() : *found;
  };
  if (Type type = firstOf(op->getResultTypes()))
    return type;
  if (Type type = firstOf(op->getOperandTypes()))
    return type;
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    if (Type type = firstOf(function.getArgumentTypes()))
      return type;
    return firstOf(function.getResultTypes());
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (Type type = firstOf(block.getArgumentTypes()))
        return type;
  return {};
}

/// The conversion itself would name an operation that it failed at, which may
/// stand far from the first tensor, and not say why.
LogicalResult refuseTensors(ModuleOp module) {
  WalkResult walked = module.walk<WalkOrder::PreOrder>([](Operation *op) {
    Type type = tensorOf(op);
    if (!type)
      return WalkResult::advance();
    op->emitOpError() << "deals with " << type
                      << ", but tensors have no form in LLVM; an earlier pass "
                         "(cpu-blocks-to-loops) should have made loops of them";
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
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
    if (failed(refuseTensors(module)))
      return signalPassFailure();
    SmallVector<StringRef> kernels;
    for (func::FuncOp function : module.getOps<func::FuncOp>())
      if (isKernel(function)) {
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

// The LLVM passes that kernels need.
// Kernels arrive as explicit vector code in structured loops, in one function.
// The list below does what such code needs; LLVM's stock O3 took three times as
// long on it, and gained nothing, when the list was made.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FatalErrors.h"
#include "SplitFunctions.h"
#include "triton-shared/CPU/Codegen/Codegen.h"

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopStrengthReduce.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/VectorCombine.h"

using namespace llvm;

namespace mlir::tts {
namespace {

void setAttributes(Module &module, bool reducesLoops) {
  for (Function &function : module) {
    function.setDoesNotThrow();
    if (function.isDeclaration())
      continue;
    function.addFnAttr("prefer-vector-width", "512");
    function.addFnAttr("no-trapping-math", "true");
    if (reducesLoops)
      function.addFnAttr(kLoopsReduced);
  }
}

/// Scalar clean-up: what the conversion from MLIR leaves behind.
FunctionPassManager cleanUp() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  return passes;
}

FunctionPassManager loopPasses(CodeSize size) {
  LoopPassManager hoist;
  hoist.addPass(LoopRotatePass());
  hoist.addPass(LICMPass(LICMOptions()));
  LoopPassManager induction;
  if (size == CodeSize::Small)
    induction.addPass(IndVarSimplifyPass());
  induction.addPass(LoopDeletionPass());
  FunctionPassManager passes;
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(hoist),
                                                 /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(induction)));
  return passes;
}

/// Redundancies that show once loops are in shape.
FunctionPassManager redundancies(CodeSize size) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  if (size == CodeSize::Huge)
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  else
    passes.addPass(GVNPass());
  passes.addPass(InstCombinePass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                 /*UseMemorySSA=*/true));
  passes.addPass(DSEPass());
  passes.addPass(ADCEPass());
  return passes;
}

/// Scalar loops (element-wise fallbacks such as scans of custom combiners) and
/// the last simplifications.
FunctionPassManager vectorPasses() {
  FunctionPassManager passes;
  passes.addPass(LoopVectorizePass());
  passes.addPass(VectorCombinePass());
  passes.addPass(InstCombinePass());
  passes.addPass(EarlyCSEPass());
  passes.addPass(SimplifyCFGPass(
      SimplifyCFGOptions().convertSwitchToLookupTable(true).sinkCommonInsts(
          true)));
  return passes;
}

/// Strength reduction of long loops only: those of products go over a dozen
/// rows at a time, more than there are registers for pointers.
struct ReduceLongLoops : PassInfoMixin<ReduceLongLoops> {
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses,
                        LoopStandardAnalysisResults &results,
                        LPMUpdater &updater) {
    constexpr size_t kLong = 100;
    size_t instructions = 0;
    for (const BasicBlock *block : loop.blocks())
      instructions += block->size();
    if (!loop.isInnermost() || instructions < kLong)
      return PreservedAnalyses::all();
    return LoopStrengthReducePass().run(loop, analyses, results, updater);
  }
};

ModulePassManager pipeline(CodeSize size) {
  ModulePassManager passes;
  passes.addPass(AlwaysInlinerPass());
  passes.addPass(createModuleToFunctionPassAdaptor(cleanUp()));
  passes.addPass(createModuleToFunctionPassAdaptor(loopPasses(size)));
  passes.addPass(createModuleToFunctionPassAdaptor(redundancies(size)));
  passes.addPass(createModuleToFunctionPassAdaptor(vectorPasses()));
  if (size == CodeSize::Large)
    passes.addPass(createModuleToFunctionPassAdaptor(
        createFunctionToLoopPassAdaptor(ReduceLongLoops())));
  return passes;
}

} // namespace

CodeSize codeSize(const Module &module) {
  constexpr size_t kLarge = 64, kHuge = 1000;
  size_t blocks = 0;
  for (const Function &function : module)
    blocks = std::max(blocks, function.size());
  return blocks > kHuge    ? CodeSize::Huge
         : blocks > kLarge ? CodeSize::Large
                           : CodeSize::Small;
}

Error optimize(Module &module, TargetMachine &machine, int optLevel) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  std::string problem;
  raw_string_ostream os(problem);
  if (verifyModule(module, &os))
    return createStringError(inconvertibleErrorCode(),
                             "invalid LLVM IR: " + problem);
  CodeSize size = codeSize(module);
  setAttributes(module, optLevel > 0 && size != CodeSize::Small);
  if (optLevel == 0)
    return Error::success();
  return runReportingErrors(module.getContext(), [&] {
    LoopAnalysisManager loops;
    FunctionAnalysisManager functions;
    CGSCCAnalysisManager components;
    ModuleAnalysisManager modules;
    PassBuilder builder(&machine);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    pipeline(size).run(module, modules);
    splitLongFunctions(module);
    return Error::success();
  });
}

} // namespace mlir::tts

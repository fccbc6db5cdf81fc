// Assembly and object code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BlendedStores.h"
#include "FatalErrors.h"
#include "HalfLoads.h"
#include "LaneByLane.h"
#include "MaskedAccesses.h"
#include "Parts.h"
#include "SingleLaneStores.h"
#include "SmallFloats.h"
#include "WideMasks.h"
#include "triton-shared/CPU/Codegen/Codegen.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace llvm;

namespace mlir::tts {
namespace {

/// Sets an option of LLVM's that there is no other way to, if there is one.
void setOption(StringRef name, StringRef value) {
  auto &options = cl::getRegisteredOptions();
  auto found = options.find(name);
  if (found == options.end())
    return;
  found->second->reset();
  found->second->addOccurrence(0, found->first, value);
}

/// Adds the code generator's passes for a module.
///
/// CodeGenPrepare starts over from the first block after each change to the
/// control flow, in functions below a number of blocks: quadratic in kernels of
/// a few hundred. Above it only changed blocks are visited again, to the same
/// code in all that was measured.
///
/// The schedulers look at every pair of accesses in a block that may be to the
/// same memory, which in blocks of thousands of instructions takes longer than
/// all else; they stop to at so many.
///
/// Strength reduction is a fourth of the time in large functions, which have it
/// behind them, and sinking in huge ones.
bool addPasses(Module &module, TargetMachine &machine,
               legacy::PassManager &passes, raw_pwrite_stream &os,
               CodeGenFileType type) {
  bool huge = codeSize(module) == CodeSize::Huge;
  bool reduced = any_of(module, [](const Function &function) {
    return function.hasFnAttribute(kLoopsReduced);
  });
  // Options belong to the process. The first two are read while passes run, and
  // set once; the others are read when passes are added.
  static bool isSet = false;
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (!isSet) {
    setOption("cgpp-huge-func", "64");
    setOption("dag-maps-huge-region", "128");
    isSet = true;
  }
  setOption("disable-lsr", huge || reduced ? "true" : "false");
  setOption("disable-machine-sink", huge ? "true" : "false");
  return !machine.addPassesToEmitFile(passes, os, nullptr, type,
                                      /*DisableVerify=*/true);
}

Expected<std::string> emit(Module &module, TargetMachine &machine,
                           CodeGenFileType type) {
  SmallVector<char, 0> buffer;
  Error error = runReportingErrors(module.getContext(), [&]() -> Error {
    raw_svector_ostream os(buffer);
    legacy::PassManager passes;
    storeSingleLanes(module);
    loopOverMaskedLanes(module, machine);
    accessLaneByLane(module, machine);
    keepBlendedStores(module, machine);
    widenMasks(module, machine);
    rewriteSmallFloats(module, machine);
    loadInHalves(module, machine);
    if (!addPasses(module, machine, passes, os, type))
      return createStringError(inconvertibleErrorCode(),
                               "LLVM cannot emit this kind of file for " +
                                   machine.getTargetTriple().str());
    passes.run(module);
    return Error::success();
  });
  if (error)
    return std::move(error);
  return std::string(buffer.data(), buffer.size());
}

} // namespace

Expected<std::unique_ptr<Module>> parseLLVMIR(StringRef text,
                                              LLVMContext &context) {
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module =
      parseAssemblyString(text, diagnostic, context);
  std::string message;
  raw_string_ostream os(message);
  if (!module)
    diagnostic.print("", os, /*ShowColors=*/false);
  else if (!verifyModule(*module, &os))
    return module;
  else
    message = "invalid LLVM IR: " + message;
  return createStringError(inconvertibleErrorCode(), message);
}

std::string printLLVMIR(const Module &module) {
  std::string text;
  raw_string_ostream os(text);
  module.print(os, nullptr);
  return text;
}

Expected<std::string> emitAssembly(Module &module, TargetMachine &machine) {
  auto emitOne = [](Module &part, TargetMachine &own) {
    return emit(part, own, CodeGenFileType::AssemblyFile);
  };
  SmallVector<Part> parts = partsOf(module);
  if (parts.empty())
    return emitOne(module, machine);
  return emitParts(module, machine, parts, emitOne);
}

Expected<std::string> emitObject(Module &module, TargetMachine &machine) {
  if (partsOf(module).empty())
    return emit(module, machine, CodeGenFileType::ObjectFile);
  auto text = emitAssembly(module, machine);
  return text ? assemble(*text, machine) : text.takeError();
}

} // namespace mlir::tts

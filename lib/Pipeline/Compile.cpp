// Lower a kernel from one stop to others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Pipeline/Compile.h"
#include "MachineCode.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"
#include "triton-shared/Pipeline/Dump.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tts {
namespace {

const DialectRegistry &roadDialects() {
  static const DialectRegistry *registry = [] {
    auto *created = new DialectRegistry;
    registerRoadDialects(*created);
    return created;
  }();
  return *registry;
}

/// One compilation: a context, a module, the results so far.
class Compilation {
public:
  explicit Compilation(const CompileRequest &request)
      : request(request), dump(request.dumpDir, request.dumpName) {}

  CompileResult run() {
    last = *llvm::max_element(request.stops);
    if (request.start <= Stop::LLVM) {
      MLIRContext context(roadDialects(), MLIRContext::Threading::DISABLED);
      ScopedDiagnosticHandler collector(&context, [&](Diagnostic &diagnostic) {
        result.diagnostics.push_back(collectDiagnostic(diagnostic));
      });
      compileMLIR(context);
    } else {
      emitMachineCode(request, last, nullptr, dump, result);
    }
    return std::move(result);
  }

private:
  bool wants(Stop stop) const {
    return llvm::is_contained(request.stops, stop);
  }

  bool fail(llvm::StringRef phase) {
    result.failedPhase = phase.str();
    return false;
  }

  void compileMLIR(MLIRContext &context) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        request.text, ParserConfig(&context), "kernel");
    if (!module) {
      fail("parse");
      return;
    }
    describe(*module);
    dump.nameAfter(result.kernel);
    if (!finishStop(request.start, *module) || !writeDump("input", *module))
      return;
    if (last == Stop::TTIR || (request.start <= Stop::Structured &&
                               !lowerTo(Stop::Structured, *module)))
      return;
    bool throughLinalg = request.start == Stop::Linalg;
    if (request.start < Stop::Linalg && request.options.plain &&
        last > Stop::Structured) {
      throughLinalg = true;
      if (!runPhases(Stop::Structured, Stop::Linalg, *module))
        return;
    } else if (request.start < Stop::Linalg && wants(Stop::Linalg)) {
      OwningOpRef<ModuleOp> side = module->clone();
      if (!runPhases(Stop::Structured, Stop::Linalg, *side))
        return;
    }
    if (last <= Stop::Linalg)
      return;
    if (throughLinalg ? !lowerPlainly(*module)
                      : !lowerTo(std::min(last, Stop::LLVM), *module))
      return;
    if (last <= Stop::LLVM)
      return;
    if (!throughLinalg)
      return emitMachineCode(request, last, *module, dump, result);
    // LLVM rounds to bf16 by an instruction that takes denormals for 0.
    CompileRequest exact = request;
    exact.options.target = request.options.target.without("avx512bf16");
    emitMachineCode(exact, last, *module, dump, result);
  }

  /// Along the main road, from wherever the module stands.
  bool lowerTo(Stop goal, ModuleOp module) {
    static constexpr Stop main[] = {Stop::TTIR, Stop::Structured, Stop::Loops,
                                    Stop::LLVM};
    for (auto [from, to] : llvm::zip(llvm::ArrayRef(main).drop_back(),
                                     llvm::ArrayRef(main).drop_front()))
      if (from >= here && to <= goal && !runPhases(from, to, module))
        return false;
    return true;
  }

  /// From the linalg stop, by upstream's passes.
  bool lowerPlainly(ModuleOp module) {
    return runPhases(Stop::Linalg, Stop::Loops, module) &&
           (last < Stop::LLVM || runPhases(Stop::Linalg, Stop::LLVM, module));
  }

  bool runPhases(Stop from, Stop to, ModuleOp module) {
    for (const Phase &phase : phases()) {
      if (phase.from != from || phase.to != to)
        continue;
      PassManager passes(module.getContext(), ModuleOp::getOperationName());
      // Once at each stop instead: after every pass it is a fourth of the time.
      passes.enableVerifier(false);
      phase.addPasses(passes, request.options);
      if (failed(passes.run(module)))
        return fail(phase.name);
      if (!writeDump(phase.name, module))
        return false;
    }
    if (failed(verify(module)))
      return fail("verify");
    return finishStop(to, module);
  }

  bool finishStop(Stop stop, ModuleOp module) {
    if (stop != Stop::Linalg)
      here = stop;
    describe(module);
    if (wants(stop)) {
      llvm::raw_string_ostream os(result.outputs[stop]);
      OpPrintingFlags flags;
      flags.assumeVerified();
      if (request.locations)
        flags.enableDebugInfo();
      module.print(os, flags);
      os << '\n';
    }
    return true;
  }

  bool writeDump(llvm::StringRef phase, ModuleOp module) {
    llvm::Error error = dump.write(phase, "mlir", [&](llvm::raw_ostream &os) {
      module.print(os, OpPrintingFlags().assumeVerified().enableDebugInfo());
    });
    if (!error)
      return true;
    result.diagnostics.push_back(
        {"error", llvm::toString(std::move(error)), "", {}});
    return fail("dump");
  }

  /// Kernel name and scratch size, as far as they stand in the module.
  void describe(ModuleOp module) {
    llvm::SmallVector<llvm::StringRef> kernels;
    for (auto function : module.getOps<FunctionOpInterface>())
      if (!function.isExternal() && function.isPublic())
        kernels.push_back(function.getName());
    nameKernel(kernels, result);
    Operation *kernel = module.lookupSymbol(result.kernel);
    if (!kernel)
      return;
    auto bytes = kernel->getAttrOfType<IntegerAttr>(kArenaBytesAttr);
    if (!bytes)
      bytes = module->getAttrOfType<IntegerAttr>(kArenaBytesAttr);
    if (bytes)
      result.arenaBytes = bytes.getInt();
  }

  const CompileRequest &request;
  CompileResult result;
  Dump dump;
  Stop here = request.start;
  Stop last = Stop::Obj;
};

} // namespace

CompileResult compile(const CompileRequest &request) {
  return Compilation(request).run();
}

} // namespace mlir::tts

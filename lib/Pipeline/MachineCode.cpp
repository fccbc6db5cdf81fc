// From the LLVM dialect to object code.
// LLVM dialect -> optimised LLVM IR (llir) -> assembly -> object code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MachineCode.h"

#include "triton-shared/CPU/Codegen/Codegen.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <functional>

namespace mlir::tts {
namespace {

/// A last line of assembly text that keeps what only IR could say otherwise.
constexpr llvm::StringLiteral kArenaComment = "# tts-arena-bytes=";

class CodeEmission {
public:
  CodeEmission(const CompileRequest &request, Stop last, Dump &dump,
               CompileResult &result)
      : request(request), last(last), dump(dump), result(result) {}

  bool run(ModuleOp module) {
    auto created =
        request.options.target.createMachine(request.options.optLevel);
    if (!created)
      return fail("target", created.takeError());
    machine = std::move(*created);
    if (request.start == Stop::Asm)
      return fromAssembly();
    return request.start == Stop::LLIR ? fromText() : fromMLIR(module);
  }

private:
  bool wants(Stop stop) const {
    return llvm::is_contained(request.stops, stop);
  }

  bool fail(llvm::StringRef phase, llvm::Error error) {
    result.diagnostics.push_back(
        {"error", llvm::toString(std::move(error)), "", {}});
    result.failedPhase = phase.str();
    return false;
  }

  bool fromMLIR(ModuleOp module) {
    std::unique_ptr<llvm::Module> ir = translateToLLVMIR(module, context);
    if (!ir) {
      result.failedPhase = "translate";
      return false;
    }
    if (!writeIR("translate", *ir))
      return false;
    if (llvm::Error error = optimize(*ir, *machine, request.options.optLevel))
      return fail("optimize", std::move(error));
    return writeIR("optimize", *ir) && fromLLIR(*ir);
  }

  bool fromText() {
    auto ir = parseLLVMIR(request.text, context);
    if (!ir)
      return fail("parse", ir.takeError());
    // Code for this target, whatever the text was made for.
    (*ir)->setTargetTriple(machine->getTargetTriple());
    (*ir)->setDataLayout(machine->createDataLayout());
    return fromLLIR(**ir);
  }

  bool fromLLIR(llvm::Module &ir) {
    describe(ir);
    if (wants(Stop::LLIR))
      result.outputs[Stop::LLIR] = printLLVMIR(ir);
    if (last == Stop::LLIR)
      return true;
    // Both at once: the code generator runs once, and its text is assembled.
    if (!wants(Stop::Asm) && !dump.enabled()) {
      auto object = emitObject(ir, *machine);
      if (!object)
        return fail("emit", object.takeError());
      result.outputs[Stop::Obj] = std::move(*object);
      return true;
    }
    auto text = emitAssembly(ir, *machine);
    if (!text)
      return fail("emit", text.takeError());
    if (result.arenaBytes)
      *text += (kArenaComment + llvm::Twine(*result.arenaBytes) + "\n").str();
    if (llvm::Error error = dump.write(
            "emit", "s", [&](llvm::raw_ostream &os) { os << *text; }))
      return fail("dump", std::move(error));
    if (wants(Stop::Obj) && !toObject(*text))
      return false;
    if (wants(Stop::Asm))
      result.outputs[Stop::Asm] = std::move(*text);
    return true;
  }

  bool fromAssembly() {
    describe(request.text);
    if (wants(Stop::Asm))
      result.outputs[Stop::Asm] = request.text.str();
    return !wants(Stop::Obj) || toObject(request.text);
  }

  bool toObject(llvm::StringRef text) {
    auto object = assemble(text, *machine);
    if (!object)
      return fail("assemble", object.takeError());
    result.outputs[Stop::Obj] = std::move(*object);
    return true;
  }

  bool writeIR(llvm::StringRef phase, const llvm::Module &ir) {
    llvm::Error error = dump.write(
        phase, "ll", [&](llvm::raw_ostream &os) { ir.print(os, nullptr); });
    return !error || fail("dump", std::move(error));
  }

  void describe(const llvm::Module &ir) {
    llvm::SmallVector<llvm::StringRef> kernels;
    for (const llvm::Function &function : ir) {
      if (function.isDeclaration() || function.hasLocalLinkage() ||
          function.hasHiddenVisibility())
        continue;
      kernels.push_back(function.getName());
    }
    nameKernel(kernels, result);
    if (const llvm::Function *kernel = ir.getFunction(result.kernel))
      noteArena(kernel->getFnAttribute(kArenaBytesInLLVM).getValueAsString());
  }

  void describe(llvm::StringRef assembly) {
    llvm::SmallVector<llvm::StringRef> kernels, hidden;
    for (llvm::StringRef line : llvm::split(assembly, '\n')) {
      line = line.trim();
      if (line.consume_front(".globl"))
        kernels.push_back(line.trim().take_until(llvm::isSpace));
      else if (line.consume_front(".hidden"))
        hidden.push_back(line.trim().take_until(llvm::isSpace));
      else if (line.consume_front(kArenaComment))
        noteArena(line);
    }
    llvm::erase_if(kernels, [&](llvm::StringRef name) {
      return llvm::is_contained(hidden, name);
    });
    nameKernel(kernels, result);
  }

  void noteArena(llvm::StringRef digits) {
    int64_t bytes;
    if (!digits.getAsInteger(10, bytes))
      result.arenaBytes = bytes;
  }

  const CompileRequest &request;
  Stop last;
  Dump &dump;
  CompileResult &result;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
};

} // namespace

void nameKernel(llvm::ArrayRef<llvm::StringRef> names, CompileResult &result) {
  // Versions are private in MLIR alone: LLVM knows them by their names.
  auto isVersion = [&](llvm::StringRef name) {
    auto [original, suffix] = name.rsplit('.');
    return !suffix.empty() && llvm::is_contained(names, original);
  };
  auto kernels = llvm::filter_to_vector(names, std::not_fn(isVersion));
  result.kernel = kernels.size() == 1 ? kernels.front().str() : "";
  if (kernels.size() > 1)
    result.arenaBytes.reset();
}

void emitMachineCode(const CompileRequest &request, Stop last, ModuleOp module,
                     Dump &dump, CompileResult &result) {
  CodeEmission(request, last, dump, result).run(module);
}

} // namespace mlir::tts

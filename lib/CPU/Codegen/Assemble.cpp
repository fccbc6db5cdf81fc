// Assembly text to object code.
// So that the "asm" stop can be entered from a file, and so that asking for
// both asm and obj runs the code generator once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/Codegen/Codegen.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlir::tts {
namespace {

void collect(const SMDiagnostic &diagnostic, void *text) {
  raw_string_ostream os(*static_cast<std::string *>(text));
  diagnostic.print("", os, /*ShowColors=*/false);
}

} // namespace

Expected<std::string> assemble(StringRef text, const TargetMachine &machine) {
  const Target &target = machine.getTarget();
  const Triple &triple = machine.getTargetTriple();
  const MCTargetOptions &options = machine.Options.MCOptions;
  const MCAsmInfo &asmInfo = *machine.getMCAsmInfo();
  const MCRegisterInfo &registers = *machine.getMCRegisterInfo();
  const MCInstrInfo &instructions = *machine.getMCInstrInfo();
  std::unique_ptr<MCSubtargetInfo> subtarget(target.createMCSubtargetInfo(
      triple, machine.getTargetCPU(), machine.getTargetFeatureString()));

  SourceMgr sources;
  std::string errors;
  sources.setDiagHandler(collect, &errors);
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(text, "asm"),
                             SMLoc());
  MCContext context(triple, &asmInfo, &registers, subtarget.get(), &sources,
                    &options);
  context.setDiagnosticHandler(
      [&](const SMDiagnostic &diagnostic, bool, const SourceMgr &,
          std::vector<const MDNode *> &) { collect(diagnostic, &errors); });
  std::unique_ptr<MCObjectFileInfo> sections(
      target.createMCObjectFileInfo(context, /*PIC=*/true));
  context.setObjectFileInfo(sections.get());

  SmallVector<char, 0> object;
  raw_svector_ostream os(object);
  std::unique_ptr<MCAsmBackend> backend(
      target.createMCAsmBackend(*subtarget, registers, options));
  std::unique_ptr<MCCodeEmitter> emitter(
      target.createMCCodeEmitter(instructions, context));
  std::unique_ptr<MCObjectWriter> writer = backend->createObjectWriter(os);
  std::unique_ptr<MCStreamer> streamer(target.createMCObjectStreamer(
      triple, context, std::move(backend), std::move(writer),
      std::move(emitter), *subtarget));
  std::unique_ptr<MCAsmParser> parser(
      createMCAsmParser(sources, context, *streamer, asmInfo));
  std::unique_ptr<MCTargetAsmParser> targetParser(
      target.createMCAsmParser(*subtarget, *parser, instructions, options));
  // CPUTarget::create() has seen to it that there is one.
  parser->setTargetParser(*targetParser);
  bool failed = parser->Run(/*NoInitialTextSection=*/false);
  if (failed || !errors.empty())
    return createStringError(inconvertibleErrorCode(),
                             errors.empty() ? "invalid assembly" : errors);
  return std::string(object.data(), object.size());
}

} // namespace mlir::tts

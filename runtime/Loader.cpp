// Object code to code that runs in this process.
// JITLink without ORC: one object at a time needs no sessions, no lazy
// materialisation and no threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/Loader.h"

#include "triton-shared/Runtime/KernelABI.h"

#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace llvm::jitlink;

namespace mlir::tts::runtime {
namespace {

/// Lives as long as the process: code may be unloaded at its very end.
Expected<InProcessMemoryManager *> memoryManager() {
  static Expected<std::unique_ptr<InProcessMemoryManager>> *created =
      new auto(InProcessMemoryManager::Create());
  if (*created)
    return created->get().get();
  return createStringError(inconvertibleErrorCode(),
                           "no memory manager for executable code");
}

} // namespace

struct LoadedObject::Allocation {
  JITLinkMemoryManager::FinalizedAlloc memory;
};

/// One link: JITLink calls these in order, all before link() returns.
class LoadedObject::Linker : public JITLinkContext {
public:
  Linker(InProcessMemoryManager &memory, LoadedObject &object, StringRef entry,
         Error &error)
      : JITLinkContext(nullptr), memory(memory), object(object), entry(entry),
        error(error) {}

  JITLinkMemoryManager &getMemoryManager() override { return memory; }

  void notifyFailed(Error failure) override {
    error = joinErrors(std::move(error), std::move(failure));
  }

  void lookup(const LookupMap &symbols,
              std::unique_ptr<JITLinkAsyncLookupContinuation> next) override {
    AsyncLookupResult found;
    std::string missing;
    for (const auto &[name, flags] : symbols) {
      StringRef text = *name;
      if (void *address = resolveKernelSymbol(text))
        found[name] = {orc::ExecutorAddr::fromPtr(address),
                       JITSymbolFlags::Exported};
      else if (flags == SymbolLookupFlags::RequiredSymbol)
        missing += (missing.empty() ? "" : ", ") + text.str();
      object.takesPrograms |= text.ends_with("tts_rt_programs");
      object.takesByLock |= text.ends_with("tts_rt_locked_programs");
    }
    if (missing.empty())
      return next->run(std::move(found));
    next->run(createStringError(inconvertibleErrorCode(),
                                "unresolved symbols: " + missing));
  }

  Error notifyResolved(LinkGraph &graph) override {
    for (const Section &section : graph.sections())
      for (const Block *block : section.blocks())
        object.sectionBytes += block->getSize();
    for (const Symbol *symbol : graph.defined_symbols()) {
      if (!symbol->hasName())
        continue;
      StringRef name = *symbol->getName();
      if (name == entry)
        object.entryAddress = symbol->getAddress().toPtr<void *>();
    }
    if (object.entryAddress)
      return Error::success();
    return createStringError(inconvertibleErrorCode(),
                             "the object has no symbol '" + entry + "'");
  }

  void notifyFinalized(JITLinkMemoryManager::FinalizedAlloc memory) override {
    object.allocation->memory = std::move(memory);
  }

private:
  InProcessMemoryManager &memory;
  LoadedObject &object;
  StringRef entry;
  Error &error;
};

LoadedObject::LoadedObject() : allocation(std::make_unique<Allocation>()) {}

LoadedObject::~LoadedObject() {
  if (!allocation->memory)
    return;
  Expected<InProcessMemoryManager *> memory = memoryManager();
  if (memory)
    consumeError((*memory)->deallocate(std::move(allocation->memory)));
  else
    consumeError(memory.takeError());
}

Expected<std::unique_ptr<LoadedObject>> LoadedObject::load(StringRef bytes,
                                                           StringRef entry) {
  Expected<InProcessMemoryManager *> memory = memoryManager();
  if (!memory)
    return memory.takeError();
  static auto *strings = new auto(std::make_shared<orc::SymbolStringPool>());
  Expected<std::unique_ptr<LinkGraph>> graph =
      createLinkGraphFromObject(MemoryBufferRef(bytes, entry), *strings);
  if (!graph)
    return graph.takeError();
  // Mach-O prefixes C names.
  std::string mangled =
      ((*graph)->getTargetTriple().isOSBinFormatMachO() ? "_" : "") +
      entry.str();
  std::unique_ptr<LoadedObject> object(new LoadedObject);
  Error error = Error::success();
  link(std::move(*graph),
       std::make_unique<Linker>(**memory, *object, mangled, error));
  if (error)
    return std::move(error);
  return object;
}

} // namespace mlir::tts::runtime

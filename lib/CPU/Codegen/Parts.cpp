// Code generation by several threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Parts.h"
#include "CodeCost.h"
#include "SideBySide.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlir::tts {
namespace {

/// The cost of a function that takes longer to emit than a thread and a copy.
constexpr size_t kWorthAThread = 400;
constexpr size_t kMostParts = 4;

/// Lets functions be called, and constants be copied, from part to part.
void share(Module &module) {
  for (Function &function : module)
    if (function.hasLocalLinkage()) {
      function.setLinkage(GlobalValue::ExternalLinkage);
      function.setVisibility(GlobalValue::HiddenVisibility);
    }
  for (GlobalVariable &global : module.globals()) {
    if (!global.hasLocalLinkage())
      continue;
    if (global.isConstant()) {
      global.setLinkage(GlobalValue::PrivateLinkage);
      continue;
    }
    global.setLinkage(GlobalValue::ExternalLinkage);
    global.setVisibility(GlobalValue::HiddenVisibility);
  }
}

/// Leaves the functions of one part in a module, and what they use; variables
/// stay in the first part.
Error keep(Module &module, const Part &part, bool isFirst) {
  StringSet<> names;
  for (const std::string &name : part)
    names.insert(name);
  for (Function &function : module) {
    if (names.contains(function.getName())) {
      if (Error error = function.materialize())
        return error;
    } else if (!function.isDeclaration()) {
      function.deleteBody();
    }
  }
  if (Error error = module.materializeAll())
    return error;
  for (GlobalVariable &global : make_early_inc_range(module.globals())) {
    global.removeDeadConstantUsers();
    if (global.hasLocalLinkage() && global.use_empty())
      global.eraseFromParent();
    else if (!isFirst && global.hasAppendingLinkage())
      global.eraseFromParent();
    else if (!isFirst && !global.hasLocalLinkage() && global.hasInitializer())
      global.setInitializer(nullptr);
  }
  return Error::success();
}

std::unique_ptr<TargetMachine> copyOf(const TargetMachine &machine) {
  return std::unique_ptr<TargetMachine>(machine.getTarget().createTargetMachine(
      machine.getTargetTriple(), machine.getTargetCPU(),
      machine.getTargetFeatureString(), machine.Options,
      machine.getRelocationModel(), machine.getCodeModel(),
      machine.getOptLevel()));
}

/// Each text numbers its local labels from 0: all but the first have the part's
/// number put before theirs.
std::string renameLabels(StringRef text, size_t part) {
  std::string renamed, prefix = ("P" + Twine(part) + "_").str();
  renamed.reserve(text.size() + text.size() / 16);
  auto isInName = [](char c) {
    return isAlnum(c) || c == '_' || c == '.' || c == '$';
  };
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    StringRef rest = text.substr(i);
    if (quoted && rest.front() == '\\') {
      renamed += rest.take_front(2);
      ++i;
      continue;
    }
    renamed += rest.front();
    quoted ^= rest.front() == '"';
    if (!quoted && rest.starts_with(".L") &&
        (i == 0 || !isInName(text[i - 1]))) {
      renamed += "L" + prefix;
      ++i;
    }
  }
  return renamed;
}

std::string join(ArrayRef<std::string> texts) {
  std::string joined = texts.front();
  for (size_t part : seq(size_t(1), texts.size())) {
    StringRef text = texts[part];
    if (text.starts_with("\t.file"))
      text = text.drop_until([](char c) { return c == '\n'; }).drop_front();
    joined += renameLabels(text, part);
  }
  return joined;
}

} // namespace

SmallVector<Part> partsOf(const Module &module) {
  struct Bin {
    Part names;
    size_t size = 0;
  };
  // By size, the largest first; those of one size by their names.
  SmallVector<std::pair<size_t, StringRef>> bySize;
  for (const Function &function : module)
    if (!function.isDeclaration())
      bySize.push_back({codeCost(function), function.getName()});
  sort(bySize, std::greater<>());
  size_t large = count_if(
      bySize, [](const auto &entry) { return entry.first >= kWorthAThread; });
  SmallVector<Bin> bins(std::min(large, kMostParts));
  if (bins.size() < 2)
    return {};
  for (auto [size, name] : bySize) {
    Bin &lightest = *min_element(
        bins, [](const Bin &a, const Bin &b) { return a.size < b.size; });
    lightest.names.push_back(name.str());
    lightest.size += size;
  }
  // That of the kernel first: its text comes first, too.
  const Function &kernel = *find_if_not(module, [](const Function &function) {
    return function.isDeclaration();
  });
  std::swap(bins.front(), *find_if(bins, [&](const Bin &bin) {
              return is_contained(bin.names, kernel.getName());
            }));
  return map_to_vector(bins, [](Bin &bin) { return std::move(bin.names); });
}

Expected<std::string>
emitParts(Module &module, const TargetMachine &machine, ArrayRef<Part> parts,
          function_ref<Expected<std::string>(Module &, TargetMachine &)> emit) {
  share(module);
  SmallVector<char, 0> bitcode;
  raw_svector_ostream os(bitcode);
  WriteBitcodeToFile(module, os);
  MemoryBufferRef buffer(os.str(), module.getName());

  auto emitPart = [&](size_t i) -> Expected<std::string> {
    LLVMContext context;
    auto copy = getLazyBitcodeModule(buffer, context);
    if (!copy)
      return copy.takeError();
    if (Error error = keep(**copy, parts[i], i == 0))
      return std::move(error);
    std::unique_ptr<TargetMachine> own = copyOf(machine);
    return emit(**copy, *own);
  };
  std::vector<std::string> texts(parts.size()), errors(parts.size());
  runSideBySide(parts.size(), [&](size_t i) {
    if (auto text = emitPart(i))
      texts[i] = std::move(*text);
    else
      errors[i] = toString(text.takeError());
  });
  for (const std::string &error : errors)
    if (!error.empty())
      return createStringError(inconvertibleErrorCode(), error);
  return join(texts);
}

} // namespace mlir::tts

// IR after each pass, as files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DumpPasses.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tts {
namespace {

/// `<kernel>-<hash>`: the first public function, and a hash of all that tells
/// two runs apart.
std::string folderOf(Operation *root, llvm::StringRef pipeline) {
  std::string kernel = "kernel";
  constexpr std::size_t longest = 100; // of a name, before the hash
  root->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    if (function.isExternal() || !function.isPublic())
      return WalkResult::advance();
    kernel = function.getName().take_front(longest).str();
    return WalkResult::interrupt();
  });
  std::string text;
  llvm::raw_string_ostream os(text);
  os << pipeline << '\n';
  root->print(os, OpPrintingFlags().printGenericOpForm());
  auto hash = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  return kernel + "-" +
         llvm::toHex(llvm::ArrayRef(hash).take_front(6), /*LowerCase=*/true);
}

} // namespace

void DumpPasses::write(llvm::StringRef phase, Operation *op) {
  if (failed) // once is enough
    return;
  llvm::Error error = dump.write(phase, "mlir", [&](llvm::raw_ostream &os) {
    op->print(os, OpPrintingFlags().useLocalScope().enableDebugInfo());
    os << '\n';
  });
  if (!error)
    return;
  failed = true;
  emitError(op->getLoc()) << llvm::toString(std::move(error));
}

void DumpPasses::runBeforePass(Pass *pass, Operation *op) {
  std::lock_guard<std::mutex> lock(mutex);
  if (named)
    return;
  // The first pass to run is the outermost: it sees the whole module.
  named = true;
  dump.nameAfter(folderOf(op, pipeline));
  write("input", op);
}

void DumpPasses::runAfterPass(Pass *pass, Operation *op) {
  if (pass->getArgument().empty()) // runs others on what is nested
    return;
  std::lock_guard<std::mutex> lock(mutex);
  write(pass->getArgument(), op);
}

} // namespace mlir::tts

// IR after each phase, as files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PIPELINE_DUMP_H
#define TRITON_SHARED_PIPELINE_DUMP_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::tts {

/// Numbers the files of one compilation in the order of the phases.
class Dump {
public:
  /// Does nothing with an empty `folder`.
  Dump(std::string folder, std::string name)
      : folder(std::move(folder)), name(std::move(name)) {}

  bool enabled() const { return !folder.empty(); }
  /// Where no name was given, the kernel's serves.
  void nameAfter(llvm::StringRef kernel) {
    if (name.empty())
      name = kernel.str();
  }
  llvm::Error write(llvm::StringRef phase, llvm::StringRef extension,
                    llvm::function_ref<void(llvm::raw_ostream &)> print);

private:
  std::string folder, name;
  unsigned count = 0;
};

} // namespace mlir::tts

#endif // TRITON_SHARED_PIPELINE_DUMP_H

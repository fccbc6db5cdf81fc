// Object code to code that runs in this process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_LOADER_H
#define TRITON_SHARED_RUNTIME_LOADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <memory>
#include <string>

namespace mlir::tts::runtime {

/// Linked code of one object file; unloaded with this object.
class LoadedObject {
public:
  /// Links `object` (ELF or Mach-O bytes) and finds `entry` in it. Fails with
  /// the names of what could not be resolved, or when `entry` is not there.
  static llvm::Expected<std::unique_ptr<LoadedObject>>
  load(llvm::StringRef object, llvm::StringRef entry);
  ~LoadedObject();

  void *entry() const { return entryAddress; }
  /// Does it call tts_rt_programs, as code does whose programs may wait?
  bool waits() const { return takesPrograms || takesByLock; }
  /// Or tts_rt_locked_programs?
  bool waitsByLock() const { return takesByLock; }
  /// Bytes of all loaded sections.
  std::size_t size() const { return sectionBytes; }

private:
  class Linker;
  struct Allocation;
  LoadedObject();

  void *entryAddress = nullptr;
  std::size_t sectionBytes = 0;
  bool takesPrograms = false, takesByLock = false;
  std::unique_ptr<Allocation> allocation;
};

/// Address of a function that kernels may call: our callbacks, libm, the vector
/// math library, the C library; null if there is none of that name.
void *resolveKernelSymbol(llvm::StringRef name);

/// Where the vector math library is; empty where there is none.
std::string vectorMathPath();

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_LOADER_H

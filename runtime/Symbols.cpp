//===- Symbols.cpp - Functions that kernels may call ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "HalfCalls.h"
#include "triton-shared/Runtime/KernelABI.h"
#include "triton-shared/Runtime/Loader.h"

#include <dlfcn.h>
#include <string>

namespace mlir::tts::runtime {
namespace {

/// The folder of the shared library that this code is in.
std::string ownFolder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&ownFolder), &info) || !info.dli_fname)
    return "";
  std::string path = info.dli_fname;
  return path.substr(0, path.rfind('/') + 1);
}

/// SLEEF, opened at the first kernel that calls it: the copy beside us, then
/// the system's.
void *vectorMathLibrary() {
  static void *handle = [] {
    std::string bundled = ownFolder() + "libsleef.so.3";
    for (const char *name : {bundled.c_str(), "libsleef.so.3",
                             "/usr/lib/llvm-22/lib/libsleef.so.3"})
      if (void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL))
        return opened;
    return static_cast<void *>(nullptr);
  }();
  return handle;
}

} // namespace

void *resolveKernelSymbol(llvm::StringRef name) {
  if (name == "tts_rt_assert")
    return reinterpret_cast<void *>(&tts_rt_assert);
  if (name == "tts_rt_print")
    return reinterpret_cast<void *>(&tts_rt_print);
  if (name == "tts_rt_resident")
    return reinterpret_cast<void *>(&tts_rt_resident);
  if (name == "tts_rt_row_lock")
    return reinterpret_cast<void *>(&tts_rt_row_lock);
  if (name == "tts_rt_row_locks")
    return reinterpret_cast<void *>(&tts_rt_row_locks);
  if (name == "tts_rt_element_atomics")
    return reinterpret_cast<void *>(&tts_rt_element_atomics);
  if (name == "tts_rt_slot")
    return reinterpret_cast<void *>(&tts_rt_slot);
  if (name == "tts_rt_programs")
    return reinterpret_cast<void *>(&tts_rt_programs);
  if (name == "tts_rt_locked_programs")
    return reinterpret_cast<void *>(&tts_rt_locked_programs);
  if (name == "tts_rt_take_turn")
    return reinterpret_cast<void *>(&tts_rt_take_turn);
  if (name == "tts_rt_end_turn")
    return reinterpret_cast<void *>(&tts_rt_end_turn);
  if (name == "tts_rt_wait")
    return reinterpret_cast<void *>(&tts_rt_wait);
  if (void *conversion = findHalfCall(name))
    return conversion;
  std::string text = name.str();
  if (name.starts_with("Sleef_"))
    return vectorMathLibrary() ? dlsym(vectorMathLibrary(), text.c_str())
                               : nullptr;
  // This library is linked to libm, so the default search finds its functions.
  return dlsym(RTLD_DEFAULT, text.c_str());
}

} // namespace mlir::tts::runtime

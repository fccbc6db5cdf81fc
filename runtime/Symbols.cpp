// Functions that kernels may call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HalfCalls.h"
#include "triton-shared/Runtime/KernelABI.h"
#include "triton-shared/Runtime/Loader.h"

#include <dlfcn.h>
#include <string>

#if defined(__linux__)
#include <link.h>
#endif

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
    for (const char *name : {bundled.c_str(), "libsleef.so.3"})
      if (void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL))
        return opened;
    return static_cast<void *>(nullptr);
  }();
  return handle;
}

} // namespace

void *resolveKernelSymbol(llvm::StringRef name) {
#define TTS_KERNEL_CALL(symbol, function, result, parameters, arguments)       \
  if (name == #symbol)                                                         \
    return reinterpret_cast<void *>(&(function));
#include "triton-shared/Runtime/KernelCalls.def"
  std::string text = name.str();
  if (name.starts_with("Sleef_"))
    return vectorMathLibrary() ? dlsym(vectorMathLibrary(), text.c_str())
                               : nullptr;
  // This library is linked to libm, so the default search finds its functions.
  return dlsym(RTLD_DEFAULT, text.c_str());
}

std::string vectorMathPath() {
#if defined(__linux__)
  link_map *map = nullptr;
  void *library = vectorMathLibrary();
  if (library &&
      dlinfo(library, RTLD_DI_LINKMAP, static_cast<void *>(&map)) == 0)
    return map->l_name;
#endif
  return "";
}

} // namespace mlir::tts::runtime

// Libraries that are in the process already.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/LoadedLibrary.h"

#if defined(__linux__)
#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <string>
#endif

namespace mlir::tts::runtime {

#if defined(__linux__)

namespace {

struct Search {
  std::initializer_list<const char *> parts;
  std::string found;
};

int visit(dl_phdr_info *info, size_t, void *pointer) {
  auto *search = static_cast<Search *>(pointer);
  if (!std::all_of(
          search->parts.begin(), search->parts.end(),
          [&](const char *part) { return std::strstr(info->dlpi_name, part); }))
    return 0;
  search->found = info->dlpi_name;
  return 1;
}

} // namespace

void *findLoadedLibrary(std::initializer_list<const char *> parts) {
  Search search{parts, {}};
  dl_iterate_phdr(visit, &search);
  // Not from inside the visit: who loads a library elsewhere takes the loader's
  // locks in the other order.
  return search.found.empty()
             ? nullptr
             : dlopen(search.found.c_str(), RTLD_LAZY | RTLD_NOLOAD);
}

GetTorchThreads findTorchThreads() {
  void *torch = findLoadedLibrary({"libtorch_cpu.so"});
  return reinterpret_cast<GetTorchThreads>(
      torch ? dlsym(torch, "_ZN2at15get_num_threadsEv") : nullptr);
}

#else

void *findLoadedLibrary(std::initializer_list<const char *>) { return nullptr; }
GetTorchThreads findTorchThreads() { return nullptr; }

#endif

} // namespace mlir::tts::runtime

// Launches a kernel's library on the arrays of a file, which it changes in
// place. aarch64.py builds it for AArch64, with the runtime, and runs it in
// QEMU.
//
//     runner <library> <kernel> <data> <offset of the header>
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <exception>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

extern "C" void run_from_nativert(uint32_t x, uint32_t y, uint32_t z,
                                  int threads, void **arguments,
                                  void *function);

namespace {

/// At the end of the file: the grid, the number of arguments, and where in the
/// file each of them begins.
struct Header {
  uint64_t grid[3];
  uint64_t count;
};

int fail(const char *what) {
  std::fprintf(stderr, "runner: %s\n", what);
  return 2;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 5)
    return fail("expected <library> <kernel> <data> <offset>");
  void *library = dlopen(argv[1], RTLD_NOW);
  if (!library)
    return fail(dlerror());
  void *function = dlsym(library, argv[2]);
  int file = open(argv[3], O_RDWR);
  struct stat about;
  if (!function || file < 0 || fstat(file, &about))
    return fail("no such kernel or data");
  void *mapped = mmap(nullptr, size_t(about.st_size), PROT_READ | PROT_WRITE,
                      MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED)
    return fail("the data cannot be mapped");
  char *data = static_cast<char *>(mapped);
  const char *end = data + std::strtoull(argv[4], nullptr, 10);
  const auto *header = reinterpret_cast<const Header *>(end);
  const auto *offsets = reinterpret_cast<const uint64_t *>(header + 1);
  std::vector<void *> arguments;
  for (uint64_t i = 0; i < header->count; ++i)
    arguments.push_back(data + offsets[i]);
  try {
    run_from_nativert(uint32_t(header->grid[0]), uint32_t(header->grid[1]),
                      uint32_t(header->grid[2]), 1, arguments.data(), function);
  } catch (const std::exception &error) {
    return fail(error.what());
  }
  return 0;
}

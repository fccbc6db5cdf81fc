// Launch kernels that are shared libraries.
// The entry point that programs made by AOTInductor look for: they need neither
// Python, nor Triton, nor LLVM then. See aoti_runtime/
// cpu_triton_runtime_wrappers.h in torch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../ForkSafe.h"
#include "../HalfCalls.h"
#include "triton-shared/Runtime/KernelLibrary.h"
#include "triton-shared/Runtime/Launch.h"
#include "triton-shared/Runtime/LoadedLibrary.h"
#include "triton-shared/Runtime/Team.h"

#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace mlir::tts::runtime {
namespace {

void *findCall(const char *name) {
#define TTS_KERNEL_CALL(symbol, function, result, parameters, arguments)       \
  if (std::strcmp(name, #symbol) == 0)                                         \
    return reinterpret_cast<void *>(&(function));
#include "triton-shared/Runtime/KernelCalls.def"
  return nullptr;
}

/// A kernel's library, and what launches have learnt of its code.
struct Library {
  const tts_kernel_library_info &info;
  KernelCode code;

  explicit Library(const tts_kernel_library_info &info) : info(info) {
    code.function = info.function;
    code.arenaBytes = std::size_t(info.arena_bytes);
    code.waits = info.waits;
    code.waitsByLock = info.waits_by_lock;
    info.bind(findCall);
  }
};

const tts_kernel_library_info &describe(void *function) {
  Dl_info place;
  if (!dladdr(function, &place) || !place.dli_fname)
    throw std::runtime_error("triton-shared: a kernel that is in no library");
  void *library = dlopen(place.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  void *found = library ? dlsym(library, "tts_kernel_library") : nullptr;
  if (library)
    dlclose(library); // whoever opened it keeps it
  if (!found)
    throw std::runtime_error(std::string(place.dli_fname) +
                             ": not a kernel that triton-shared made");
  auto *info = static_cast<const tts_kernel_library_info *>(found);
  if (info->version != TTS_KERNEL_LIBRARY_VERSION)
    throw std::runtime_error(std::string(place.dli_fname) +
                             ": made by another version of triton-shared than "
                             "the library that launches it");
  return *info;
}

struct Libraries {
  std::shared_mutex mutex;
  std::unordered_map<void *, std::unique_ptr<Library>> known;
};

/// The library of the kernel that starts at `function`; stays for good.
Library &libraryOf(void *function) {
  Libraries &libraries = forkSafe<Libraries>();
  {
    std::shared_lock<std::shared_mutex> lock(libraries.mutex);
    auto found = libraries.known.find(function);
    if (found != libraries.known.end())
      return *found->second;
  }
  const tts_kernel_library_info &info = describe(function);
  std::unique_lock<std::shared_mutex> lock(libraries.mutex);
  std::unique_ptr<Library> &library = libraries.known[function];
  if (!library)
    library = std::make_unique<Library>(info);
  return *library;
}

/// As many as torch would use, or else one for each core.
int threadsOfProcess() {
  static std::atomic<GetTorchThreads> torch{nullptr};
  static std::atomic<bool> looked{false};
  GetTorchThreads ofTorch = torch.load(std::memory_order_relaxed);
  if (!looked.load(std::memory_order_acquire)) {
    torch.store(ofTorch = findTorchThreads(), std::memory_order_relaxed);
    looked.store(true, std::memory_order_release);
  }
  return ofTorch ? ofTorch() : affinityCount();
}

/// What the code takes for an argument of that kind: one 8-byte slot.
uint64_t slotOf(uint8_t kind, void *argument) {
  uint64_t slot = 0;
  if (kind == TTS_POINTER_ARGUMENT) {
    slot = reinterpret_cast<uintptr_t>(argument);
  } else if (kind == TTS_WIDENED_ARGUMENT) {
    double value = *static_cast<const float *>(argument);
    std::memcpy(&slot, &value, sizeof(value));
  } else {
    std::memcpy(&slot, argument, kind);
  }
  return slot;
}

std::vector<uint64_t> slotsOf(const tts_kernel_library_info &info,
                              void *const *arguments) {
  std::vector<uint64_t> slots;
  slots.reserve(std::size_t(info.argument_count));
  for (int32_t i = 0; i < info.argument_count; ++i)
    if (info.arguments[i] != TTS_CONSTANT_ARGUMENT)
      slots.push_back(slotOf(info.arguments[i], arguments[i]));
  return slots;
}

[[noreturn]] void report(const char *kernel, const RunContext &context) {
  std::string text = std::string("kernel '") + kernel + "': ";
  if (context.failure() == Failure::OutOfMemory)
    throw std::runtime_error(text + "no memory for its scratch");
  const int32_t *pid = context.programId();
  throw std::runtime_error(text + "device-side assertion failed in program (" +
                           std::to_string(pid[0]) + ", " +
                           std::to_string(pid[1]) + ", " +
                           std::to_string(pid[2]) +
                           "): " + (context.where() ? context.where() : ""));
}

} // namespace
} // namespace mlir::tts::runtime

using namespace mlir::tts::runtime;

/// Runs the kernel that starts at `function` (a symbol of a library that
/// KernelLibrary.h describes) on a grid of `x` x `y` x `z` programs.
/// `arguments` has one entry for each argument of the kernel's signature: the
/// pointer itself, or where a scalar is. `threads`: 1, which is all that
/// AOTInductor knows to say today, and less stand for as many as torch uses.
/// Throws std::runtime_error where the kernel is not one of ours, one of its
/// assertions failed, or memory ran out.
extern "C" __attribute__((visibility("default"))) void
// NOLINTNEXTLINE(readability-identifier-naming): torch's name
run_from_nativert(uint32_t x, uint32_t y, uint32_t z, int threads,
                  void **arguments, void *function) {
  Library &library = libraryOf(function);
  const int32_t grid[3] = {int32_t(x), int32_t(y), int32_t(z)};
  if (x > INT32_MAX || y > INT32_MAX || z > INT32_MAX || !countPrograms(grid))
    throw std::runtime_error(std::string("kernel '") + library.info.name +
                             "': a grid of more than 2**31-1 programs in a "
                             "dimension, or 2**63 in all");
  std::vector<uint64_t> slots = slotsOf(library.info, arguments);
  RunContext context;
  launchGrid(library.code, slots.data(), grid,
             threads > 1 ? threads : threadsOfProcess(), context);
  if (context.failed())
    report(library.info.name, context);
}

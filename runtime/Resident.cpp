// Has memory been touched before?
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/HugePages.h"
#include "triton-shared/Runtime/KernelABI.h"
#include "triton-shared/Runtime/RunContext.h"

#include <cstdint>
#include <initializer_list>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

using mlir::tts::runtime::RunContext;

namespace {

int32_t isResident(const void *address) {
#if defined(__linux__)
  const auto page = uintptr_t(sysconf(_SC_PAGESIZE));
  // 1 MiB further on: the allocator may have written to the first pages.
  constexpr uintptr_t ahead = 1 << 20;
  uintptr_t place = reinterpret_cast<uintptr_t>(address) & ~(page - 1);
  unsigned char in = 1;
  for (uintptr_t at : {place + ahead, place})
    if (mincore(reinterpret_cast<void *>(at), page, &in) == 0)
      return in & 1;
#endif
  (void)address;
  return 1;
}

} // namespace

extern "C" int32_t tts_rt_resident(void *rt, const void *address,
                                   int64_t bytes) {
  auto *context = static_cast<RunContext *>(rt);
  int32_t known = context->resident.load(std::memory_order_relaxed);
  if (known < 0) {
    known = isResident(address);
    context->resident.store(known, std::memory_order_relaxed);
  }
  if (!known)
    mlir::tts::runtime::askForHugePages(context->launch, address, bytes);
  return known;
}

//===- Resident.cpp - Has memory been touched before? ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Settings.h"
#include "triton-shared/Runtime/KernelABI.h"
#include "triton-shared/Runtime/RunContext.h"

#include <cstdint>
#include <fstream>
#include <string>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

using mlir::tts::runtime::RunContext;

namespace {

int32_t isResident(const void *address) {
#if defined(__linux__)
  static const uintptr_t page = uintptr_t(sysconf(_SC_PAGESIZE));
  // A page further on: the allocator may have written to the first one.
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

#if defined(__linux__)
/// Size of a huge page where the system gives them to those who ask; else 0.
uintptr_t hugePageOnRequest() {
  const std::string folder = "/sys/kernel/mm/transparent_hugepage/";
  std::string modes;
  std::getline(std::ifstream(folder + "enabled"), modes);
  uintptr_t size = 0;
  std::ifstream(folder + "hpage_pmd_size") >> size;
  return modes.find("[madvise]") == std::string::npos ? 0 : size;
}

/// The huge pages that a thread has asked for in a launch, as far as it
/// remembers. Programs with several outputs, or with rows that lie far apart,
/// come back to many pages in turn, and a system call takes longer than to
/// write a row.
struct AskedPages {
  static constexpr int kBits = 9;

  uint64_t launch = 0;
  bool wanted = false;
  uintptr_t page[1 << kBits] = {};

  uintptr_t &at(uintptr_t number) {
    return page[(uint64_t(number) * 0x9E3779B97F4A7C15u) >> (64 - kBits)];
  }
};

/// Does the user want huge pages? In a virtual machine whose host has yet to
/// find memory for them they can cost more than they save.
bool hugePagesWanted() {
  return mlir::tts::runtime::switchSetting("TRITON_SHARED_HUGE_PAGES")
      .value_or(false);
}

/// Asks for huge pages where these bytes lie, if they are wanted: a large array
/// that is written for the first time is otherwise faulted in 4 KiB at a time,
/// which takes longer than to write it.
void askForHugePages(uint64_t launch, const void *address, int64_t bytes) {
  static const uintptr_t size = hugePageOnRequest();
  if (size == 0 || bytes <= 0)
    return;
  thread_local AskedPages asked;
  if (asked.launch != launch)
    asked = {launch, hugePagesWanted(), {}};
  if (!asked.wanted)
    return;
  uintptr_t first = reinterpret_cast<uintptr_t>(address) / size;
  uintptr_t last =
      (reinterpret_cast<uintptr_t>(address) + uintptr_t(bytes) - 1) / size;
  while (first <= last && asked.at(first) == first)
    ++first;
  if (first > last)
    return;
  // No more than a hint: where it cannot be had, nothing is lost.
  (void)madvise(reinterpret_cast<void *>(first * size),
                (last - first + 1) * size, MADV_HUGEPAGE);
  for (uintptr_t number = first; number <= last; ++number)
    asked.at(number) = number;
}
#endif

} // namespace

extern "C" int32_t tts_rt_resident(void *rt, const void *address,
                                   int64_t bytes) {
  auto *context = static_cast<RunContext *>(rt);
  int32_t known = context->resident.load(std::memory_order_relaxed);
  if (known < 0) {
    known = isResident(address);
    context->resident.store(known, std::memory_order_relaxed);
  }
#if defined(__linux__)
  if (!known)
    askForHugePages(context->launch, address, bytes);
#endif
  return known;
}

// Huge pages for large fresh outputs.
// A large array that is written for the first time is otherwise faulted in
// 4 KiB at a time, which takes longer than to write it. But in a virtual
// machine whose host has yet to find the memory, or where memory is in pieces,
// a huge page can take longer than all the small ones in its place. So each is
// timed, and what may be lost that way is limited.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/HugePages.h"
#include "ForkSafe.h"

#include <atomic>

#if defined(__linux__)
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <limits>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

// Since Linux 5.14.
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#endif

namespace mlir::tts::runtime {
namespace {

enum class Choice : int { Measured, Never, Always };
std::atomic<Choice> choice{Choice::Measured};

#if defined(__linux__)

using Clock = std::chrono::steady_clock;

double nsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

uintptr_t smallPage() { return uintptr_t(sysconf(_SC_PAGESIZE)); }

uintptr_t askForSize() {
  const std::string folder = "/sys/kernel/mm/transparent_hugepage/";
  std::string modes;
  std::getline(std::ifstream(folder + "enabled"), modes);
  uintptr_t size = 0;
  std::ifstream(folder + "hpage_pmd_size") >> size;
  return modes.find("[madvise]") == std::string::npos ? 0 : size;
}

/// Size of a huge page where the system gives them to those who ask; else 0.
uintptr_t hugePage() {
  constexpr uintptr_t kUnknown = ~uintptr_t(0);
  static std::atomic<uintptr_t> known{kUnknown};
  uintptr_t size = known.load(std::memory_order_relaxed);
  if (size == kUnknown)
    known.store(size = askForSize(), std::memory_order_relaxed);
  return size;
}

/// Nanoseconds that the system takes to make one small page, in the middle of
/// many; 0 if that cannot be found out.
double measureSmallPage() {
  constexpr int kPages = 63;
  const uintptr_t size = smallPage();
  void *memory = mmap(nullptr, kPages * size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 0;
  double ns[kPages];
  for (int i = 0; i < kPages; ++i) {
    auto start = Clock::now();
    static_cast<volatile char *>(memory)[i * size] = 1;
    ns[i] = nsSince(start);
  }
  munmap(memory, kPages * size);
  std::nth_element(ns, ns + kPages / 2, ns + kPages);
  return ns[kPages / 2];
}

/// What huge pages have saved against small ones, less what they have cost.
/// They may cost something at first, and a small part of the time that goes by;
/// that is spent together, since a few pages at a time get lost among the small
/// ones that others take and give back.
class Balance {
public:
  bool allows() {
    std::lock_guard<std::mutex> guard(mutex);
    auto now = Clock::now();
    double passed =
        std::chrono::duration<double, std::nano>(now - last).count();
    last = now;
    ns = std::min(ns + kShare * passed, kMostNs);
    trying = ns > (trying ? 0 : kEnoughNs);
    return trying;
  }

  /// A page that was asked for: the time, and whether it is a huge one.
  void paid(double spentNs, bool huge) {
    std::lock_guard<std::mutex> guard(mutex);
    if (smallNs < 0)
      smallNs = measureSmallPage() * double(hugePage()) / double(smallPage());
    ns = std::min(ns + (huge ? smallNs : 0) - spentNs, kMostNs);
  }

  void neverAgain() { paid(std::numeric_limits<double>::infinity(), false); }

private:
  static constexpr double kMostNs = 500e6, kEnoughNs = 150e6, kShare = 0.1;

  std::mutex mutex;
  double smallNs = -1; // what small pages in the place of a huge one take
  double ns = kMostNs;
  bool trying = true;
  Clock::time_point last = Clock::now();
};

/// The huge pages that were asked for in launches, as far as there is room to
/// remember. Programs with several outputs, or with rows that lie far apart,
/// come back to many pages in turn, and a system call takes longer than to
/// write a row; those that share a page would have it made once each, and all
/// but one thrown away.
class AskedPages {
public:
  /// Asks by `ask`, unless somebody has in this launch: who is at it is waited
  /// for.
  template <typename Ask> void once(uint64_t launch, uintptr_t page, Ask ask) {
    const uint64_t asking = uint64_t(page) << (kLaunchBits + 1) |
                            (launch & ((1u << kLaunchBits) - 1)) << 1;
    const uint64_t asked = asking | 1;
    std::atomic<uint64_t> &slot =
        slots[(uint64_t(page) * 0x9E3779B97F4A7C15u) >> (64 - kSlotBits)];
    uint64_t seen = slot.load(std::memory_order_acquire);
    while (seen != asked) {
      if (seen == asking) {
        std::this_thread::yield();
        seen = slot.load(std::memory_order_acquire);
        // Done, or forgotten.
        if (seen != asking)
          return;
      } else if (slot.compare_exchange_weak(seen, asking)) {
        ask();
        uint64_t own = asking;
        slot.compare_exchange_strong(own, asked);
        return;
      }
    }
  }

private:
  static constexpr int kSlotBits = 10, kLaunchBits = 20;

  std::atomic<uint64_t> slots[1 << kSlotBits] = {};
};

int advise(uintptr_t address, uintptr_t bytes, int advice) {
  return madvise(reinterpret_cast<void *>(address), bytes, advice);
}

bool isThere(uintptr_t place) {
  unsigned char in = 0;
  return mincore(reinterpret_cast<void *>(place), smallPage(), &in) == 0 &&
         (in & 1);
}

/// Has the huge page at `page` made at once, with `place` in it, if the balance
/// allows it.
void tryHugePage(uintptr_t page, uintptr_t size, uintptr_t place) {
  Balance &balance = forkSafe<Balance>();
  if (!balance.allows())
    return;
  auto start = Clock::now();
  if (advise(page, size, MADV_HUGEPAGE) != 0)
    return; // the edge of what is mapped
  // Unlike a store this changes nothing, and fails where nothing may be
  // written: a masked store need not have memory at its address.
  place &= ~(smallPage() - 1);
  if (advise(place, smallPage(), MADV_POPULATE_WRITE) == 0)
    balance.paid(nsSince(start), isThere(place ^ (size / 2)));
  else if (errno == EINVAL)
    balance.neverAgain(); // a system that cannot do that
}

#endif

} // namespace

void setHugePages(std::optional<bool> ask) {
  choice.store(!ask ? Choice::Measured : *ask ? Choice::Always : Choice::Never);
}

void askForHugePages(uint64_t launch, const void *address, int64_t bytes) {
#if defined(__linux__)
  const Choice chosen = choice.load(std::memory_order_relaxed);
  const uintptr_t size = hugePage();
  if (chosen == Choice::Never || size == 0 || bytes <= 0)
    return;
  AskedPages &asked = forkSafe<AskedPages>();
  auto begin = reinterpret_cast<uintptr_t>(address);
  uintptr_t last = (begin + uintptr_t(bytes) - 1) / size;
  for (uintptr_t number = begin / size; number <= last; ++number)
    asked.once(launch, number, [&] {
      if (chosen == Choice::Always)
        (void)advise(number * size, size, MADV_HUGEPAGE);
      else
        tryHugePage(number * size, size, std::max(begin, number * size));
    });
#else
  (void)launch, (void)address, (void)bytes;
#endif
}

} // namespace mlir::tts::runtime

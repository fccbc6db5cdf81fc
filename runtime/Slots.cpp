// What is kept for the next programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/KernelABI.h"

#include <algorithm>

extern "C" int64_t tts_rt_slot(int64_t *table, int64_t count,
                               const int64_t *key, int64_t words) {
  // The first word counts requests; an entry has the number of the last one
  // for it, and its key.
  int64_t &clock = *table;
  auto entry = [&](int64_t slot) { return table + 1 + slot * (1 + words); };
  auto age = [&](int64_t slot) {
    return uint64_t(clock) - uint64_t(*entry(slot));
  };
  clock = int64_t(uint64_t(clock) + 1);
  int64_t unused = -1, oldest = 0;
  for (int64_t slot = 0; slot < count; ++slot) {
    const int64_t *held = entry(slot) + 1;
    if (std::equal(key, key + words, held)) {
      *entry(slot) = clock;
      return slot;
    }
    // Of another launch.
    if (*held != *key && unused < 0)
      unused = slot;
    if (age(slot) > age(oldest))
      oldest = slot;
  }
  int64_t chosen = unused >= 0                         ? unused
                   : age(oldest) > 2 * uint64_t(count) ? oldest
                                                       : count - 1;
  *entry(chosen) = clock;
  std::copy(key, key + words, entry(chosen) + 1);
  return chosen;
}

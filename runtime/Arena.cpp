// Per-thread scratch memory.
// One buffer a thread, grown to the largest size asked for and kept, so that
// launches allocate nothing once warm.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/Arena.h"

#include <atomic>
#include <cstdlib>

namespace mlir::tts::runtime {
namespace {

std::atomic<std::size_t> totalBytes{0};

struct ThreadArena {
  char *data = nullptr;
  std::size_t capacity = 0;

  void release() {
    std::free(data);
    totalBytes.fetch_sub(capacity, std::memory_order_relaxed);
    data = nullptr;
    capacity = 0;
  }
  ~ThreadArena() { release(); }
};

thread_local ThreadArena arena;

} // namespace

char *acquireArena(std::size_t bytes) {
  if (bytes <= arena.capacity)
    return arena.data;
  arena.release();
  // Page-aligned once large: rows of a block then keep their cache-set spread.
  std::size_t alignment = bytes >= 4096 ? 4096 : 64;
  std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (rounded < bytes)
    return nullptr;
  arena.data = static_cast<char *>(std::aligned_alloc(alignment, rounded));
  if (!arena.data)
    return nullptr;
  arena.capacity = rounded;
  totalBytes.fetch_add(rounded, std::memory_order_relaxed);
  return arena.data;
}

void trimArena(std::size_t keep) {
  if (arena.capacity > keep)
    arena.release();
}

std::size_t arenaBytesHeld() {
  return totalBytes.load(std::memory_order_relaxed);
}

} // namespace mlir::tts::runtime

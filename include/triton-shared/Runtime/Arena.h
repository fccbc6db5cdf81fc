// Per-thread scratch memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_ARENA_H
#define TRITON_SHARED_RUNTIME_ARENA_H

#include <cstddef>

namespace mlir::tts::runtime {

/// A thread keeps at most this much between launches; a kernel that wants more
/// gets it for the time of the launch.
constexpr std::size_t kArenaKeepBytes = std::size_t(32) << 20;

/// 64-byte aligned scratch of the calling thread with room for `bytes`, valid
/// until the thread's next call; null when memory is out.
char *acquireArena(std::size_t bytes);

/// Drops the calling thread's scratch if it is above `keep` bytes.
void trimArena(std::size_t keep = kArenaKeepBytes);

/// Scratch held by all threads together.
std::size_t arenaBytesHeld();

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_ARENA_H

// Tasks in several threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SideBySide.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace mlir::tts {
namespace {

/// False where the limit of threads is reached.
bool start(std::vector<std::thread> &threads, llvm::function_ref<void()> work) {
  try {
    threads.emplace_back(work);
  } catch (const std::system_error &) {
    return false;
  }
  return true;
}

} // namespace

void runSideBySide(size_t count, llvm::function_ref<void(size_t)> task) {
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i = next++; i < count; i = next++)
      task(i);
  };
  std::vector<std::thread> others;
  size_t most = std::min<size_t>(count, std::thread::hardware_concurrency());
  while (others.size() + 1 < most && start(others, work))
    ;
  work();
  for (std::thread &thread : others)
    thread.join();
}

} // namespace mlir::tts

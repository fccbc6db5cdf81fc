//===- SideBySide.cpp - Tasks in several threads --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "SideBySide.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace mlir::tts {

void runSideBySide(size_t count, llvm::function_ref<void(size_t)> task) {
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i = next++; i < count; i = next++)
      task(i);
  };
  std::vector<std::thread> others;
  size_t cores = std::thread::hardware_concurrency();
  try {
    while (others.size() + 1 < std::min(count, cores))
      others.emplace_back(work);
  } catch (const std::system_error &) {
    // The limit of threads is reached: those that there are do.
  }
  work();
  for (std::thread &thread : others)
    thread.join();
}

} // namespace mlir::tts

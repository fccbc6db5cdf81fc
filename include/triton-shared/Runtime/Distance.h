// How far apart are the cores?
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_DISTANCE_H
#define TRITON_SHARED_RUNTIME_DISTANCE_H

#include <optional>

namespace mlir::tts::runtime {

/// Called by thread `index` of `threads` that work on a launch: takes a line
/// that another of them had, and remembers how long that took.
void measureDistance(int index, int threads);

/// Have most of the last lines come from cores that share no cache? They do not
/// at first. A virtual machine's cores may be moved at any time.
bool coresLieApart();

/// Settles the answer; nothing: it is what is measured.
void setCoresApart(std::optional<bool> apart);

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_DISTANCE_H

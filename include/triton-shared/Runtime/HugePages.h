// Huge pages for large fresh outputs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_HUGEPAGES_H
#define TRITON_SHARED_RUNTIME_HUGEPAGES_H

#include <cstdint>
#include <optional>

namespace mlir::tts::runtime {

/// Asks for huge pages where `bytes` at `address` are about to be written for
/// the first time. No more than a hint: where they cannot be had, nothing is
/// lost. `launch`: number of the launch, in which no page is asked for twice,
/// as far as that is remembered.
void askForHugePages(uint64_t launch, const void *address, int64_t bytes);

/// Whether to ask always or never; nothing: as long as that saves time.
void setHugePages(std::optional<bool> ask);

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_HUGEPAGES_H

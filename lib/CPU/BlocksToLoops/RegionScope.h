// Storage that ends with a region.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_REGIONSCOPE_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_REGIONSCOPE_H

#include "Emitter.h"

#include <utility>

namespace mlir::tts::cpu {

/// Blocks that get storage in a region have none after it: the region may not
/// have been run, and its part of the arena is used again.
class RegionScope {
public:
  explicit RegionScope(Emitter &emitter)
      : emitter(emitter), buffers(emitter.buffers),
        constantFrom(emitter.constantFrom) {}
  ~RegionScope() {
    emitter.buffers = std::move(buffers);
    emitter.constantFrom = std::move(constantFrom);
  }
  RegionScope(const RegionScope &) = delete;
  RegionScope &operator=(const RegionScope &) = delete;

private:
  Emitter &emitter;
  DenseMap<Value, Buffer> buffers;
  DenseMap<Value, Constant> constantFrom;
};

} // namespace mlir::tts::cpu

#endif

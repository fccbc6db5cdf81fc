// In how many places an element of a block is wanted at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PLAN_WAYS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PLAN_WAYS_H

#include "../Nests/Nest.h"

namespace mlir::tts::cpu {

/// Counting stops here.
constexpr unsigned kMostWays = 8;

/// For each value that the nest reaches, the number of different coordinates
/// that it is evaluated at for one element of the nest, as far as reshapes and
/// splits change them. In a network that reshapes its blocks again and again it
/// doubles with each step. Nothing where there are none of these.
DenseMap<Value, unsigned> countWays(const Nest &nest,
                                    llvm::function_ref<bool(Value)> isStored);

} // namespace mlir::tts::cpu

#endif

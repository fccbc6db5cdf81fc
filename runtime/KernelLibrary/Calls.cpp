// What a kernel calls, in a library of its own.
// A kernel's library is opened before the one that launches it, so its calls
// go through pointers, which the launcher sets. Linked into every such library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../HalfCalls.h"
#include "triton-shared/Runtime/KernelABI.h"

// Names of the compiler's runtime library are reserved, as they should be.
// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses,readability-identifier-naming)
namespace {
#define TTS_KERNEL_CALL(symbol, function, result, parameters, arguments)       \
  result(*to_##symbol) parameters = nullptr;
#include "triton-shared/Runtime/KernelCalls.def"
} // namespace

extern "C" {
#define TTS_KERNEL_CALL(symbol, function, result, parameters, arguments)       \
  result symbol parameters { return to_##symbol arguments; }
#include "triton-shared/Runtime/KernelCalls.def"

void tts_kernel_library_bind(void *(*find)(const char *name)) {
#define TTS_KERNEL_CALL(symbol, function, result, parameters, arguments)       \
  to_##symbol = reinterpret_cast<decltype(to_##symbol)>(find(#symbol));
#include "triton-shared/Runtime/KernelCalls.def"
}
} // extern "C"
// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses,readability-identifier-naming)

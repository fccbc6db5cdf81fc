// A kernel as a shared library.
// What a library that holds one kernel tells who launches it. Plain C: a C
// compiler makes it of a few lines (backend/kernel_library.py).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_KERNELLIBRARY_H
#define TRITON_SHARED_RUNTIME_KERNELLIBRARY_H

#include "triton-shared/Runtime/KernelABI.h"

// NOLINTBEGIN(readability-identifier-naming)
#ifdef __cplusplus
extern "C" {
#endif

/// Changes with this file, with KernelABI.h and with KernelCalls.def.
#define TTS_KERNEL_LIBRARY_VERSION 2

/// The symbol `tts_kernel_library` of such a library.
typedef struct {
  int32_t version; // TTS_KERNEL_LIBRARY_VERSION
  int32_t waits, waits_by_lock;
  int32_t argument_count; // of the kernel's signature
  int64_t arena_bytes;
  tts_kernel_fn function;
  const char *name;
  /// Of each argument its bytes, which are to be found behind a pointer to it,
  /// or one of the numbers below.
  const uint8_t *arguments;
  /// Makes the kernel's calls go to functions of those names (KernelCalls.def).
  void (*bind)(void *(*find)(const char *name));
} tts_kernel_library_info;

#define TTS_CONSTANT_ARGUMENT 0  // was compiled in: nothing is passed on
#define TTS_POINTER_ARGUMENT 255 // is given itself
#define TTS_WIDENED_ARGUMENT                                                   \
  254 // a float behind a pointer, passed on as double

#ifdef __cplusplus
} // extern "C"
#endif
// NOLINTEND(readability-identifier-naming)

#endif // TRITON_SHARED_RUNTIME_KERNELLIBRARY_H

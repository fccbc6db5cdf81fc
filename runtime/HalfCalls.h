//===- HalfCalls.h - Conversions that LLVM may call -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TRITON_SHARED_RUNTIME_HALFCALLS_H
#define TRITON_SHARED_RUNTIME_HALFCALLS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tts::runtime {

/// Our function for a call such as "__truncsfbf2"; null if it is not one.
void *findHalfCall(llvm::StringRef name);

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_HALFCALLS_H

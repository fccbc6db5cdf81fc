// The dialects that end before the linalg stop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LOWERING_OWNDIALECTS_H
#define TRITON_SHARED_LOWERING_OWNDIALECTS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tts {

/// Whether a dialect's namespace is Triton's or this project's, and not
/// upstream's.
inline bool isOwnDialect(llvm::StringRef dialect) {
  return dialect == "tt" || dialect == "tts" || dialect == "ttg";
}

} // namespace mlir::tts

#endif // TRITON_SHARED_LOWERING_OWNDIALECTS_H

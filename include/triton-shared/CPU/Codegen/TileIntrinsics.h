// The intrinsics of AMX, by name: LLVM's, and MLIR's calls of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_CODEGEN_TILEINTRINSICS_H
#define TRITON_SHARED_CPU_CODEGEN_TILEINTRINSICS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tts {

/// Whether the intrinsic of that name works on tile registers or their
/// configuration, which belong to the function that has set them up and are
/// lost in calls.
inline bool usesTiles(llvm::StringRef intrinsic) {
  return intrinsic.starts_with("llvm.x86.tile") ||
         intrinsic.ends_with("tilecfg");
}

} // namespace mlir::tts

#endif // TRITON_SHARED_CPU_CODEGEN_TILEINTRINSICS_H

// Rewrites single memory accesses to tts operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CONVERSION_TRITONTOSTRUCTURED_ACCESSREWRITER_H
#define TRITON_SHARED_LIB_CONVERSION_TRITONTOSTRUCTURED_ACCESSREWRITER_H

#include "Materializer.h"

namespace mlir::tts {

/// Rewrites tt.load, tt.store, tt.atomic_rmw and tt.atomic_cas; other
/// operations are left alone. Every access has a structured form.
class AccessRewriter {
public:
  AccessRewriter(AccessAnalysis &analysis, Materializer &materializer)
      : analysis(analysis), masks(analysis), materializer(materializer) {}

  /// Makes the structured form in front of `op` and redirects its uses. `op`
  /// itself stays until finish(): the analyses and the materializer know
  /// values by their address, which nothing else may take meanwhile.
  void rewrite(Operation *op);
  /// Erases what was rewritten.
  void finish();

private:
  Value makeBlock(Operation *op, Value pointer, Value mask);

  AccessAnalysis &analysis;
  MaskAnalysis masks;
  Materializer &materializer;
  SmallVector<Operation *> rewritten;
};

} // namespace mlir::tts

#endif

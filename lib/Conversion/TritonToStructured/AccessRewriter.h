// Rewrites single memory accesses to tts operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CONVERSION_TRITONTOSTRUCTURED_ACCESSREWRITER_H
#define TRITON_SHARED_LIB_CONVERSION_TRITONTOSTRUCTURED_ACCESSREWRITER_H

#include "Materializer.h"

namespace mlir::tts {

/// How the accesses of a function came out.
struct AccessCounts {
  unsigned total = 0;
  /// Scalar base, no per-lane offsets, no mask tensor.
  unsigned structured = 0;
  unsigned gather = 0;
  unsigned laneBase = 0;
  unsigned maskTensor = 0;
};

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
  const AccessCounts &getCounts() const { return counts; }

private:
  Value makeBlock(Operation *op, Value pointer, Value mask);

  AccessAnalysis &analysis;
  MaskAnalysis masks;
  Materializer &materializer;
  AccessCounts counts;
  SmallVector<Operation *> rewritten;
};

} // namespace mlir::tts

#endif

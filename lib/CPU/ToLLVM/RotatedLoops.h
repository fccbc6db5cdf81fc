// Counted loops with the test at their end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_TOLLVM_ROTATEDLOOPS_H
#define TRITON_SHARED_CPU_TOLLVM_ROTATEDLOOPS_H

namespace mlir {
class RewritePatternSet;
namespace tts {

/// Lowers `scf.for` to a guarded loop that tests at its end. Preferred to
/// upstream's pattern, which tests at the head.
void populateRotatedLoopPatterns(RewritePatternSet &patterns);

} // namespace tts
} // namespace mlir

#endif

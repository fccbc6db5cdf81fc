// Registration of the pass that prints what the analyses find.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_TOOLS_TESTACCESSANALYSIS_H
#define TRITON_SHARED_LIB_TOOLS_TESTACCESSANALYSIS_H

namespace mlir::tts {

/// `test-access-analysis`: a remark per memory access.
void registerTestAccessAnalysisPass();

} // namespace mlir::tts

#endif

// The pass `triton-arith-to-linalg` and its patterns, for reuse by others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CONVERSION_TRITONARITHTOLINALG_PASSES_H
#define TRITON_SHARED_CONVERSION_TRITONARITHTOLINALG_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
class RewritePatternSet;
} // namespace mlir

namespace mlir::tts {

#define GEN_PASS_DECL
#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h.inc"

/// Rewrites pointers that are values into i64 addresses. Afterwards a pointer
/// is either a function argument or made by tt.int_to_ptr.
LogicalResult convertPointersToIntegers(ModuleOp module);

/// One call per op family; each pattern looks at one operation.
void populateElementwisePatterns(RewritePatternSet &patterns);
void populateIntegerPatterns(RewritePatternSet &patterns);
void populateShapePatterns(RewritePatternSet &patterns);
void populateReducePatterns(RewritePatternSet &patterns);
void populateScanPatterns(RewritePatternSet &patterns);
void populateDotPatterns(RewritePatternSet &patterns);
void populateIndexedPatterns(RewritePatternSet &patterns);
void populateMapElementwisePatterns(RewritePatternSet &patterns);
void populateDebugPatterns(RewritePatternSet &patterns);

/// All of the above.
void populateTritonArithToLinalgPatterns(RewritePatternSet &patterns);

} // namespace mlir::tts

#endif // TRITON_SHARED_CONVERSION_TRITONARITHTOLINALG_PASSES_H

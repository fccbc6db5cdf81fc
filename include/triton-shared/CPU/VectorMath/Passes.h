// Entry points of the pass cpu-vector-math.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_VECTORMATH_PASSES_H
#define TRITON_SHARED_CPU_VECTORMATH_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
namespace arith {
class ArithDialect;
} // namespace arith
namespace math {
class MathDialect;
} // namespace math
namespace scf {
class SCFDialect;
} // namespace scf
namespace vector {
class VectorDialect;
} // namespace vector
namespace LLVM {
class LLVMDialect;
} // namespace LLVM

namespace tts {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "triton-shared/CPU/VectorMath/Passes.h.inc"
} // namespace tts
} // namespace mlir

#endif // TRITON_SHARED_CPU_VECTORMATH_PASSES_H

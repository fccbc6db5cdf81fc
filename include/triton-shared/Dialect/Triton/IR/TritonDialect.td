// The tt dialect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONDIALECT_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONDIALECT_TD

include "mlir/IR/DialectBase.td"

def Triton_Dialect : Dialect {
  let name = "tt";
  let cppNamespace = "::mlir::triton";
  let summary = "Triton IR, as the frontends of Triton 3.6 to 3.9 print it";
  let description = [{
    The language of Triton kernels. One function is one program of a grid; its
    values are scalars, pointers and *blocks*: statically shaped ranked tensors
    whose element count is a power of two. Arithmetic on blocks comes from
    `arith` and `math`, control flow from `scf` and `cf`; this dialect adds
    memory accesses, shape changes, reductions, matrix products and the
    launch's geometry.

    This is a definition of our own that shares nothing but text with Triton's.
    Names of operations, operands and attributes, and the assembly, are those
    of Triton.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect"
  ];
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Add the generated attributes and types; called by the initializer.
    void registerAttributes();
    void registerTypes();
  }];
}

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONDIALECT_TD

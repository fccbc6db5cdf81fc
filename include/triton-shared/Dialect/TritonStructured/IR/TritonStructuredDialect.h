// The tts dialect: structured memory accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TRITONSTRUCTUREDDIALECT_H
#define TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TRITONSTRUCTUREDDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredTypes.h.inc"

#define GET_OP_CLASSES
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredOps.h.inc"

#endif // TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TRITONSTRUCTUREDDIALECT_H

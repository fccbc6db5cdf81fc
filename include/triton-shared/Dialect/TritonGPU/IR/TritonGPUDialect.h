// The part of Triton's ttg dialect that occurs in TTIR.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITONGPU_IR_TRITONGPUDIALECT_H
#define TRITON_SHARED_DIALECT_TRITONGPU_IR_TRITONGPUDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "triton-shared/Dialect/TritonGPU/IR/TritonGPUDialect.h.inc"
#include "triton-shared/Dialect/TritonGPU/IR/TritonGPUEnums.h.inc"

#define GET_OP_CLASSES
#include "triton-shared/Dialect/TritonGPU/IR/TritonGPUOps.h.inc"

#endif // TRITON_SHARED_DIALECT_TRITONGPU_IR_TRITONGPUDIALECT_H

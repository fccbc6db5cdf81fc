// All operations of the tt dialect, one file per family.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONOPS_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONOPS_TD

include "triton-shared/Dialect/Triton/IR/TritonElementwiseOps.td"
include "triton-shared/Dialect/Triton/IR/TritonMemoryOps.td"
include "triton-shared/Dialect/Triton/IR/TritonDescriptorOps.td"
include "triton-shared/Dialect/Triton/IR/TritonShapeOps.td"
include "triton-shared/Dialect/Triton/IR/TritonBlockOps.td"
include "triton-shared/Dialect/Triton/IR/TritonRegionOps.td"
include "triton-shared/Dialect/Triton/IR/TritonProgramOps.td"
include "triton-shared/Dialect/Triton/IR/TritonFunctionOps.td"

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONOPS_TD

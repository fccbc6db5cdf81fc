// The tt dialect: the one header for users of its types and operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONDIALECT_H
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "triton-shared/Dialect/Triton/IR/TritonTraits.h"
#include "triton-shared/Dialect/Triton/IR/TritonTypes.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h.inc"
#include "triton-shared/Dialect/Triton/IR/TritonEnums.h.inc"

namespace mlir::triton {

/// Memory that all programs of a launch share.
struct GlobalMemory : public SideEffects::Resource::Base<GlobalMemory> {
  StringRef getName() final { return "<GlobalMemory>"; }
};

} // namespace mlir::triton

#define GET_ATTRDEF_CLASSES
#include "triton-shared/Dialect/Triton/IR/TritonAttributes.h.inc"

#define GET_OP_CLASSES
#include "triton-shared/Dialect/Triton/IR/TritonOps.h.inc"

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONDIALECT_H

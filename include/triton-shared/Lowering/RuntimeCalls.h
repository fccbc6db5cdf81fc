// Calls of the runtime from kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LOWERING_RUNTIMECALLS_H
#define TRITON_SHARED_LOWERING_RUNTIMECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <optional>
#include <string>

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::tts {

/// The functions of triton-shared/Runtime/KernelABI.h: `Print` is
/// `tts_rt_print`.
enum class RuntimeFunction {
  Assert,
  ElementAtomics,
  EndTurn,
  LockedPrograms,
  Print,
  Programs,
  Resident,
  RowLock,
  RowLocks,
  Slot,
  TakeTurn,
  Wait,
};

StringRef runtimeFunctionName(RuntimeFunction function);

/// Calls a function of the runtime, which the module declares from then on.
LLVM::CallOp callRuntime(OpBuilder &b, Location loc, ModuleOp module,
                         RuntimeFunction function, ValueRange operands);

/// The address of a constant, named `prefix` and a number; equal ones share it.
/// It is aligned to 16 bytes.
Value addressOfConstant(OpBuilder &b, Location loc, ModuleOp module,
                        StringRef prefix, Type type, Attribute value);

/// The address of `text` with a 0 behind it.
Value addressOfText(OpBuilder &b, Location loc, ModuleOp module,
                    StringRef prefix, StringRef text);

/// What `tts_rt_assert` reads: the message of an assertion, its function and
/// its place.
std::string describeAssertion(StringRef message, StringRef function,
                              Location place);

/// How `tts_rt_print` names a type of data in memory, if it can print it.
std::optional<int32_t> printedElement(Type type);

} // namespace mlir::tts

#endif // TRITON_SHARED_LOWERING_RUNTIMECALLS_H

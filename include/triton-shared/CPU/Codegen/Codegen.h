// From the LLVM dialect to object code.
// The steps after the last MLIR stop, each a function from one form to the
// next. Errors come back; nothing aborts the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_CODEGEN_CODEGEN_H
#define TRITON_SHARED_CPU_CODEGEN_CODEGEN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir {
class DialectRegistry;
class ModuleOp;
} // namespace mlir

namespace mlir::tts {

/// What the translation to LLVM IR needs; call before making the context.
void registerTranslations(DialectRegistry &registry);

/// LLVM dialect -> LLVM IR. Null after an error, which has been emitted at its
/// location through the MLIR context.
std::unique_ptr<llvm::Module> translateToLLVMIR(ModuleOp module,
                                                llvm::LLVMContext &context);

/// Reads LLVM IR text.
llvm::Expected<std::unique_ptr<llvm::Module>>
parseLLVMIR(llvm::StringRef text, llvm::LLVMContext &context);

std::string printLLVMIR(const llvm::Module &module);

/// How many blocks the largest function has. Large kernels are many short loops
/// one after another, whose addresses are simple as they come; passes that are
/// slow there are left out, first those on induction variables (from about the
/// size of a product of matrices on), and in huge ones what else takes long.
enum class CodeSize : uint8_t { Small, Large, Huge };
CodeSize codeSize(const llvm::Module &module);

/// Marks functions whose loops optimize() has reduced in strength as far as it
/// pays: the code generator leaves them as they are.
constexpr llvm::StringLiteral kLoopsReduced = "triton-shared-loops-reduced";

/// Sets triple, data layout and function attributes, and runs the optimiser.
llvm::Error optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     int optLevel);

/// LLVM IR -> assembly text. The module is changed on the way.
llvm::Expected<std::string> emitAssembly(llvm::Module &module,
                                         llvm::TargetMachine &machine);

/// LLVM IR -> object file bytes. The module is changed on the way.
llvm::Expected<std::string> emitObject(llvm::Module &module,
                                       llvm::TargetMachine &machine);

/// Assembly text -> object file bytes.
llvm::Expected<std::string> assemble(llvm::StringRef text,
                                     const llvm::TargetMachine &machine);

} // namespace mlir::tts

#endif // TRITON_SHARED_CPU_CODEGEN_CODEGEN_H

//===- RuntimeCalls.cpp - Calls of the runtime from kernels ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "triton-shared/Lowering/RuntimeCalls.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Runtime/KernelABI.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/JSON.h"

namespace mlir::tts {
namespace {

struct Signature {
  StringLiteral name;
  // p: pointer, i: 32 bits, l: 64 bits, v: nothing.
  char result;
  StringLiteral operands;
};

Signature signatureOf(RuntimeFunction function) {
  switch (function) {
  case RuntimeFunction::Assert:
    return {"tts_rt_assert", 'v', "ppiii"};
  case RuntimeFunction::ElementAtomics:
    return {"tts_rt_element_atomics", 'v', "p"};
  case RuntimeFunction::EndTurn:
    return {"tts_rt_end_turn", 'v', "piii"};
  case RuntimeFunction::LockedPrograms:
    return {"tts_rt_locked_programs", 'p', "p"};
  case RuntimeFunction::Print:
    return {"tts_rt_print", 'v', "ppiiiiiiiipp"};
  case RuntimeFunction::Programs:
    return {"tts_rt_programs", 'p', "p"};
  case RuntimeFunction::Resident:
    return {"tts_rt_resident", 'i', "ppl"};
  case RuntimeFunction::RowLock:
    return {"tts_rt_row_lock", 'v', "p"};
  case RuntimeFunction::RowLocks:
    return {"tts_rt_row_locks", 'p', "p"};
  case RuntimeFunction::Slot:
    return {"tts_rt_slot", 'l', "plpl"};
  case RuntimeFunction::TakeTurn:
    return {"tts_rt_take_turn", 'i', "p"};
  case RuntimeFunction::Wait:
    return {"tts_rt_wait", 'v', "pi"};
  }
  llvm_unreachable("a function of the runtime");
}

Type typeOf(MLIRContext *context, char letter) {
  switch (letter) {
  case 'p':
    return LLVM::LLVMPointerType::get(context);
  case 'i':
    return IntegerType::get(context, 32);
  case 'l':
    return IntegerType::get(context, 64);
  default:
    return LLVM::LLVMVoidType::get(context);
  }
}

LLVM::LLVMFuncOp declare(OpBuilder &b, ModuleOp module,
                         const Signature &signature) {
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(signature.name))
    return known;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  auto type = [&](char letter) { return typeOf(b.getContext(), letter); };
  return LLVM::LLVMFuncOp::create(
      b, module.getLoc(), signature.name,
      LLVM::LLVMFunctionType::get(
          type(signature.result),
          llvm::map_to_vector(signature.operands, type)));
}

/// The innermost place in a file that a location names.
FileLineColLoc filePlace(Location location) {
  FileLineColLoc found;
  location->walk([&](Location part) {
    found = dyn_cast<FileLineColLoc>(part);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

} // namespace

StringRef runtimeFunctionName(RuntimeFunction function) {
  return signatureOf(function).name;
}

LLVM::CallOp callRuntime(OpBuilder &b, Location loc, ModuleOp module,
                         RuntimeFunction function, ValueRange operands) {
  return LLVM::CallOp::create(b, loc, declare(b, module, signatureOf(function)),
                              operands);
}

Value addressOfConstant(OpBuilder &b, Location loc, ModuleOp module,
                        StringRef prefix, Type type, Attribute value) {
  std::string name;
  for (unsigned i = 0; name.empty() || module.lookupSymbol(name); ++i)
    name = (prefix + Twine(i)).str();
  LLVM::GlobalOp global;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    global = LLVM::GlobalOp::create(b, loc, type, /*isConstant=*/true,
                                    LLVM::Linkage::Internal, name, value);
  }
  return LLVM::AddressOfOp::create(b, loc, global);
}

Value addressOfText(OpBuilder &b, Location loc, ModuleOp module,
                    StringRef prefix, StringRef text) {
  std::string withZero = text.str() + '\0';
  return addressOfConstant(
      b, loc, module, prefix,
      LLVM::LLVMArrayType::get(b.getI8Type(), withZero.size()),
      b.getStringAttr(withZero));
}

std::string describeAssertion(StringRef message, StringRef function,
                              Location place) {
  llvm::json::Object where{{"message", message}, {"func", function}};
  if (FileLineColLoc file = filePlace(place)) {
    where["file"] = file.getFilename().str();
    where["line"] = file.getLine();
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(where));
  return text;
}

std::optional<int32_t> printedElement(Type type) {
  using Code = std::optional<int32_t>;
  return llvm::TypeSwitch<Type, Code>(type)
      .Case([](triton::PointerType) { return TTS_PTR; })
      .Case([](IntegerType integer) -> Code {
        switch (integer.getWidth()) {
        case 1:
          return TTS_I1;
        case 8:
          return TTS_I8;
        case 16:
          return TTS_I16;
        case 32:
          return TTS_I32;
        case 64:
          return TTS_I64;
        default:
          return std::nullopt;
        }
      })
      .Case([](Float16Type) { return TTS_F16; })
      .Case([](BFloat16Type) { return TTS_BF16; })
      .Case([](Float32Type) { return TTS_F32; })
      .Case([](Float64Type) { return TTS_F64; })
      .Case([](Float8E4M3FNType) { return TTS_F8E4M3FN; })
      .Case([](Float8E5M2Type) { return TTS_F8E5M2; })
      .Case([](Float8E4M3FNUZType) { return TTS_F8E4M3FNUZ; })
      .Case([](Float8E5M2FNUZType) { return TTS_F8E5M2FNUZ; })
      .Case([](Float8E4M3B11FNUZType) { return TTS_F8E4M3B11FNUZ; })
      .Default(Code());
}

} // namespace mlir::tts

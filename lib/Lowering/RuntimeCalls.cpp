// Calls of the runtime from kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Lowering/RuntimeCalls.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Runtime/KernelABI.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/JSON.h"

#include <type_traits>

namespace mlir::tts {
namespace {

/// Bytes: a register of 128 bits, and more than any element needs.
constexpr unsigned kConstantAlignment = 16;

struct Signature {
  StringLiteral name;
  // p: pointer, i: 32 bits, l: 64 bits, v: nothing.
  char result;
  StringLiteral operands;
};

template <typename T> constexpr char letterOf() {
  if constexpr (std::is_void_v<T>)
    return 'v';
  else if constexpr (std::is_pointer_v<T>)
    return 'p';
  else
    return sizeof(T) == sizeof(int64_t) ? 'l' : 'i';
}

/// Of a function of KernelABI.h, by its type.
template <typename Function> struct Letters;
template <typename Result, typename... Operands>
struct Letters<Result(Operands...)> {
  static constexpr char result = letterOf<Result>();
  static constexpr char operands[] = {letterOf<Operands>()..., '\0'};
};

Signature signatureOf(RuntimeFunction function) {
#define TTS_SIGNATURE(name)                                                    \
  {                                                                            \
    #name, Letters<decltype(name)>::result, Letters<decltype(name)>::operands  \
  }
  switch (function) {
  case RuntimeFunction::Assert:
    return TTS_SIGNATURE(tts_rt_assert);
  case RuntimeFunction::ElementAtomics:
    return TTS_SIGNATURE(tts_rt_element_atomics);
  case RuntimeFunction::EndTurn:
    return TTS_SIGNATURE(tts_rt_end_turn);
  case RuntimeFunction::LockedPrograms:
    return TTS_SIGNATURE(tts_rt_locked_programs);
  case RuntimeFunction::Print:
    return TTS_SIGNATURE(tts_rt_print);
  case RuntimeFunction::Programs:
    return TTS_SIGNATURE(tts_rt_programs);
  case RuntimeFunction::Resident:
    return TTS_SIGNATURE(tts_rt_resident);
  case RuntimeFunction::RowLock:
    return TTS_SIGNATURE(tts_rt_row_lock);
  case RuntimeFunction::RowLocks:
    return TTS_SIGNATURE(tts_rt_row_locks);
  case RuntimeFunction::Slot:
    return TTS_SIGNATURE(tts_rt_slot);
  case RuntimeFunction::TakeTurn:
    return TTS_SIGNATURE(tts_rt_take_turn);
  case RuntimeFunction::Wait:
    return TTS_SIGNATURE(tts_rt_wait);
  }
#undef TTS_SIGNATURE
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
  unsigned number = 0;
  for (auto known : module.getOps<LLVM::GlobalOp>()) {
    if (!known.getSymName().starts_with(prefix))
      continue;
    if (known.getGlobalType() == type && known.getValueAttr() == value &&
        known.getConstant())
      return LLVM::AddressOfOp::create(b, loc, known);
    ++number;
  }
  std::string name;
  do
    name = (prefix + Twine(number++)).str();
  while (module.lookupSymbol(name));
  OpBuilder start = OpBuilder::atBlockBegin(module.getBody());
  auto global = LLVM::GlobalOp::create(start, loc, type, /*isConstant=*/true,
                                       LLVM::Linkage::Internal, name, value,
                                       kConstantAlignment);
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

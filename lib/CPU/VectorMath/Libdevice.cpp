// Look-up of libdevice symbols.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Libdevice.h"
#include "Functions.h"

#include "llvm/ADT/StringMap.h"

namespace mlir::tts::vecmath {

namespace {

const LibdeviceEntry *findEntry(StringRef name) {
  static const llvm::StringMap<const LibdeviceEntry *> table = [] {
    llvm::StringMap<const LibdeviceEntry *> map;
    for (ArrayRef<LibdeviceEntry> part :
         {integerSymbols(), conversionSymbols(), realSymbols()})
      for (const LibdeviceEntry &e : part)
        map[e.name] = &e;
    return map;
  }();
  return table.lookup(name);
}

/// Looks `name` up as it is, then without the suffix of the f32 variant.
template <typename T> T *findWithSuffix(StringRef name, T *(*find)(StringRef)) {
  if (T *exact = find(name))
    return exact;
  return name.consume_back("f") ? find(name) : nullptr;
}

bool arityFits(StringRef symbol, unsigned arity, Vals args,
               std::string &reason) {
  if (args.size() == arity)
    return true;
  reason = (Twine("'") + symbol + "' takes " + Twine(arity) +
            " operands, not " + Twine(args.size()))
               .str();
  return false;
}

/// `result`: the element type. On failure gives a null value and says why in
/// `reason`.
Val expand(MathBuilder &m, StringRef symbol, Vals args, Type result,
           std::string &reason) {
  StringRef name = symbol;
  if (!name.consume_front("__nv_")) {
    reason = ("'" + symbol + "' is not a libdevice symbol").str();
    return {};
  }
  if (const auto *e = findWithSuffix<const LibdeviceEntry>(name, findEntry)) {
    if (!arityFits(symbol, e->arity, args, reason))
      return {};
    return e->expand(m, args, result);
  }
  // The fast variants are the exact ones here.
  name.consume_front("fast_");
  if (const auto *f = findWithSuffix<const MathFunction>(name, findFunction)) {
    if (!arityFits(symbol, f->arity, args, reason))
      return {};
    for (Val a : args)
      if (a.type() != args[0].type() || !a.isFloat() || a.elem() != result) {
        reason = ("'" + symbol + "' takes and gives one float type").str();
        return {};
      }
    return emitFunction(m, *f, args);
  }
  reason = ("no implementation of '" + symbol + "' on CPU").str();
  return {};
}

} // namespace

FailureOr<Val> emitLibdevice(MathBuilder &m, Operation *op, StringRef symbol,
                             Vals args, Type result) {
  std::string reason;
  Val r = expand(m, symbol, args, getElementTypeOrSelf(result), reason);
  if (!r)
    return op->emitError(reason);
  if (r.type() != result)
    return op->emitError("'") << symbol << "' gives " << r.type()
                              << " for these operands, not " << result;
  return r;
}

} // namespace mlir::tts::vecmath

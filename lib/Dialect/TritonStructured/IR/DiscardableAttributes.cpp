// Where the dialect's discardable attributes may stand, and with what.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

using namespace mlir;
using namespace mlir::tts;

namespace {

/// What an attribute has to be; `expected` completes "must be ..." otherwise.
struct Rule {
  bool holds;
  StringRef expected;
};

bool isInteger(Attribute attr, unsigned width, int64_t least, int64_t most) {
  auto integer = dyn_cast<IntegerAttr>(attr);
  return integer && integer.getType().isSignlessInteger(width) &&
         integer.getInt() >= least && integer.getInt() <= most;
}

/// Positions of integer arguments.
bool areIntegerArguments(Attribute attr, FunctionOpInterface function) {
  auto positions = dyn_cast<DenseI32ArrayAttr>(attr);
  return positions && !positions.empty() && function &&
         llvm::all_of(positions.asArrayRef(), [&](int32_t position) {
           return position >= 0 &&
                  position < int64_t(function.getNumArguments()) &&
                  function.getArgumentTypes()[position].isInteger();
         });
}

Rule ruleOf(Operation *op, NamedAttribute named) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  Attribute attr = named.getValue();
  auto function = dyn_cast<FunctionOpInterface>(op);
  auto isFlag = [&](bool place) { return place && isa<UnitAttr>(attr); };
  StringRef name = named.getName();
  if (name == kVersionAttr)
    return {function && isa<FlatSymbolRefAttr>(attr) &&
                op->hasAttr(kVersionStridesAttr),
            "a symbol on a function with 'tts.unit_stride_args'"};
  if (name == kVersionStridesAttr)
    return {areIntegerArguments(attr, function),
            "positions of a function's integer arguments"};
  if (name == kJoinedAttr)
    return {function && isa<FlatSymbolRefAttr>(attr) &&
                op->hasAttr(kJoinedAxisAttr),
            "a symbol on a function with 'tts.joined_axis'"};
  if (name == kJoinedAxisAttr)
    return {function && isInteger(attr, 32, 0, 2),
            "an axis of the grid, an i32, on a function"};
  if (name == kJoinedAloneAttr)
    return {isFlag(function && op->hasAttr(kJoinedAttr)),
            "a unit attribute on a function with 'tts.joined'"};
  if (name == kMostJoinedAttr)
    return {function && function.getNumArguments() > 0 &&
                isInteger(attr, 64, 1, kMost) && op->hasAttr(kJoinedAxisAttr),
            "a positive i64 on a function with arguments and "
            "'tts.joined_axis'"};
  if (name == kJoinedNumberAttr)
    return {isFlag(true), "a unit attribute"}; // conversions pass it on
  if (name == kFewRowsAttr)
    return {isFlag(isa<triton::DotOp>(op)), "a unit attribute on a tt.dot"};
  if (name == kArenaBytesAttr)
    return {(function || isa<ModuleOp>(op)) && isInteger(attr, 64, 0, kMost),
            "an i64, not negative, on a function or a module"};
  if (name == kPrintedPointersAttr) {
    auto flags = dyn_cast<DenseBoolArrayAttr>(attr);
    return {isa<triton::PrintOp>(op) && flags &&
                flags.size() == op->getNumOperands(),
            "a boolean for each operand of a tt.print"};
  }
  return {false, ""};
}

} // namespace

LogicalResult
TritonStructuredDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute named) {
  Rule rule = ruleOf(op, named);
  if (rule.holds)
    return success();
  if (rule.expected.empty())
    return op->emitError() << "has an attribute " << named.getName()
                           << " that the tts dialect does not know";
  return op->emitError() << "attribute " << named.getName() << " must be "
                         << rule.expected;
}

// The contract of the `linalg` stop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Conversion/VerifyUpstreamOnly/Passes.h"

#include "triton-shared/Lowering/OwnDialects.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::tts {

#define GEN_PASS_DEF_VERIFYUPSTREAMONLY
#include "triton-shared/Conversion/VerifyUpstreamOnly/Passes.h.inc"

namespace {

bool isOwn(const Dialect &dialect) {
  return isOwnDialect(dialect.getNamespace());
}

/// The pass that removes operations of that name.
StringRef culprit(StringRef op) {
  return llvm::StringSwitch<StringRef>(op)
      .Cases({"tt.call", "tt.make_tensor_ptr", "tt.advance",
              "tt.make_tensor_descriptor", "tt.descriptor_load",
              "tt.descriptor_store", "tt.descriptor_reduce",
              "tt.descriptor_gather", "tt.descriptor_scatter", "tt.atomic_load",
              "tt.atomic_store", "tt.atomic_poll", "tt.approx_divf",
              "tt.grid_dependency_wait",
              "tt.grid_dependency_launch_dependents"},
             "triton-normalize")
      .Cases({"tt.load", "tt.store", "tt.atomic_rmw", "tt.atomic_cas"},
             "triton-to-structured")
      .StartsWith("ttg.", "triton-to-structured")
      .StartsWith("tts.", "structured-to-memref")
      .Cases({"tt.func", "tt.return", "tt.get_program_id",
              "tt.get_num_programs", "tt.int_to_ptr", "tt.ptr_to_int"},
             "structured-to-memref")
      .Default("triton-arith-to-linalg");
}

struct VerifyUpstreamOnlyPass
    : impl::VerifyUpstreamOnlyBase<VerifyUpstreamOnlyPass> {
  void runOnOperation() override {
    bool clean = true;
    getOperation()->walk([&](Operation *op) { clean &= check(op); });
    markAllAnalysesPreserved();
    if (!clean)
      signalPassFailure();
  }

private:
  bool check(Operation *op) {
    if (op->getDialect() && isOwn(*op->getDialect())) {
      op->emitOpError() << "is left at the linalg stop; '"
                        << culprit(op->getName().getStringRef())
                        << "' should have removed it";
      return false;
    }
    if (isa<UnrealizedConversionCastOp>(op)) {
      op->emitOpError("is left at the linalg stop: a conversion of types is "
                      "incomplete");
      return false;
    }
    Type foreign;
    auto checkType = [&](Type type) {
      type.walk([&](Type part) {
        if (isOwn(part.getDialect()))
          foreign = type;
      });
    };
    for (Type type : op->getOperandTypes())
      checkType(type);
    for (Type type : op->getResultTypes())
      checkType(type);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          checkType(argument.getType());
    if (foreign) {
      op->emitOpError() << "has a value of type " << foreign
                        << " at the linalg stop; 'triton-arith-to-linalg' "
                           "should have converted it";
      return false;
    }
    for (NamedAttribute attribute : op->getAttrs()) {
      StringRef prefix = attribute.getName().strref().split('.').first;
      bool named = prefix == "tt" || prefix == "tts" || prefix == "ttg";
      if (!named && !isOwn(attribute.getValue().getDialect()))
        continue;
      op->emitOpError()
          << "has the attribute '" << attribute.getName().strref()
          << "' at the linalg stop; 'structured-to-memref' should "
             "have dropped it";
      return false;
    }
    return true;
  }
};

} // namespace
} // namespace mlir::tts

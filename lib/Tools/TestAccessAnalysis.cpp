// A pass that prints what the analyses find, as remarks on the accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestAccessAnalysis.h"

#include "triton-shared/Analysis/MaskAnalysis.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::tts;

namespace {

struct TestAccessAnalysisPass
    : PassWrapper<TestAccessAnalysisPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestAccessAnalysisPass)

  StringRef getArgument() const override { return "test-access-analysis"; }
  StringRef getDescription() const override {
    return "Remark on every access what the access and mask analyses know";
  }

  void runOnOperation() override {
    for (auto function : getOperation().getOps<triton::FuncOp>()) {
      ScalarContext scalars;
      AccessAnalysis accesses(scalars);
      MaskAnalysis masks(accesses);
      function.walk([&](Operation *op) {
        Value pointer, mask;
        if (auto load = dyn_cast<triton::LoadOp>(op)) {
          pointer = load.getPtr();
          mask = load.getMask();
        } else if (auto store = dyn_cast<triton::StoreOp>(op)) {
          pointer = store.getPtr();
          mask = store.getMask();
        } else {
          return;
        }
        std::string text;
        llvm::raw_string_ostream os(text);
        accesses.getPointer(pointer).print(os);
        if (mask) {
          os << "; mask: ";
          masks.get(mask).print(os);
        }
        op->emitRemark(os.str());
      });
    }
  }
};

} // namespace

void mlir::tts::registerTestAccessAnalysisPass() {
  PassRegistration<TestAccessAnalysisPass>();
}

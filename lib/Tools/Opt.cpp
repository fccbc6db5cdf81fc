// The opt tool.
// Our passes and dialects beside every upstream one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DumpPasses.h"
#include "TestAccessAnalysis.h"

#include "triton-shared/InitAll/InitAll.h"
#include "triton-shared/Tools/Tools.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>

namespace {

/// Names the pass that failed where it said nothing itself.
class SilentFailures : public mlir::PassInstrumentation {
public:
  explicit SilentFailures(mlir::MLIRContext *context)
      : engine(context->getDiagEngine()),
        handler(engine.registerHandler([this](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
            told = true;
          return mlir::failure(); // others print it
        })) {}
  ~SilentFailures() override { engine.eraseHandler(handler); }

  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override {
    if (!told)
      op->emitError() << "pass '" << pass->getName()
                      << "' failed without a message";
  }

private:
  mlir::DiagnosticEngine &engine;
  mlir::DiagnosticEngine::HandlerID handler;
  std::atomic<bool> told{false};
};

mlir::LogicalResult run(llvm::StringRef input, llvm::StringRef output,
                        mlir::DialectRegistry &registry,
                        mlir::MlirOptMainConfig config) {
  std::string error;
  auto source = mlir::openInputFile(input, &error);
  auto result = source ? mlir::openOutputFile(output, &error) : nullptr;
  if (!result) {
    llvm::errs() << error << "\n";
    return mlir::failure();
  }
  std::atomic<bool> undumped{false};
  std::string folder =
      llvm::sys::Process::GetEnv("TRITON_SHARED_DUMP_DIR").value_or("");
  config.setPassPipelineSetupFn([&, asked = config](mlir::PassManager &passes) {
    passes.addInstrumentation(
        std::make_unique<SilentFailures>(passes.getContext()));
    if (failed(asked.setupPassPipeline(passes)))
      return mlir::failure();
    if (folder.empty())
      return mlir::success();
    std::string pipeline;
    llvm::raw_string_ostream os(pipeline);
    passes.printAsTextualPipeline(os);
    passes.addInstrumentation(
        std::make_unique<mlir::tts::DumpPasses>(folder, pipeline, undumped));
    return mlir::success();
  });
  if (failed(mlir::MlirOptMain(result->os(), std::move(source), registry,
                               config)) ||
      undumped)
    return mlir::failure();
  result->keep();
  return mlir::success();
}

} // namespace

int mlir::tts::optMain(int argc, char **argv) {
  registerAllPasses();
  registerTestAccessAnalysisPass();
  DialectRegistry registry;
  registerAllDialects(registry);
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "Triton's middle layer and CPU backend\n", registry);
  auto config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldListPasses() || config.shouldShowDialects())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  if (input == "-" &&
      llvm::sys::Process::FileDescriptorIsDisplayed(fileno(stdin)))
    llvm::errs() << "(reading standard input: end it with ctrl-d)\n";
  return asMainReturnCode(run(input, output, registry, config));
}

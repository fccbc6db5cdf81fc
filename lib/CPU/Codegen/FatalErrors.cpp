// LLVM's fatal errors as ordinary ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FatalErrors.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>
#include <string>

using namespace llvm;

namespace mlir::tts {
namespace {

struct FatalError {
  std::string reason;
};

thread_local bool catching = false;

/// LLVM aborts when this returns, so inside runReportingErrors() it does not.
/// LLVM's frames hold unwind tables but no cleanups: their memory is leaked,
/// which a process that lives on can bear.
void onFatalError(void *, const char *reason, bool) {
  if (catching)
    throw FatalError{reason};
}

class Collector : public DiagnosticHandler {
public:
  explicit Collector(std::string &errors) : errors(errors) {}
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() == DS_Error) {
      raw_string_ostream os(errors);
      if (!errors.empty())
        os << '\n';
      DiagnosticPrinterRawOStream printer(os);
      info.print(printer);
    }
    return true;
  }

private:
  std::string &errors;
};

} // namespace

static void installHandler() {
  static bool isInstalled = false;
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (!isInstalled)
    install_fatal_error_handler(onFatalError);
  isInstalled = true;
}

Error runReportingErrors(LLVMContext &context, function_ref<Error()> body) {
  installHandler();
  std::string errors;
  std::unique_ptr<DiagnosticHandler> before = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<Collector>(errors));
  catching = true;
  Error result = Error::success();
  try {
    result = body();
  } catch (const FatalError &fatal) {
    errors += (errors.empty() ? "" : "\n") + fatal.reason;
  }
  catching = false;
  context.setDiagnosticHandler(std::move(before));
  if (errors.empty())
    return result;
  consumeError(std::move(result));
  return createStringError(inconvertibleErrorCode(), errors);
}

} // namespace mlir::tts

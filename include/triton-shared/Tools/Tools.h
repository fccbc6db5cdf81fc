// The command line tools as functions: the executables in tools/ call them, and
// so does the Python module, which brings them where only a wheel is installed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_TOOLS_TOOLS_H
#define TRITON_SHARED_TOOLS_TOOLS_H

namespace mlir::tts {

/// `triton-shared-opt`. Returns the exit status; a process calls it once, as it
/// registers command line options.
int optMain(int argc, char **argv);

/// `triton-shared-lsp-server`, likewise.
int lspServerMain(int argc, char **argv);

} // namespace mlir::tts

#endif // TRITON_SHARED_TOOLS_TOOLS_H

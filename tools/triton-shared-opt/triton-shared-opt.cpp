// The executable of the opt tool: lib/Tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triton-shared/Tools/Tools.h"

int main(int argc, char **argv) { return mlir::tts::optMain(argc, argv); }

// Ctrl-C while programs run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_INTERRUPT_H
#define TRITON_SHARED_PYTHON_INTERRUPT_H

#include "triton-shared/Runtime/RunContext.h"

namespace mlir::tts::python {

/// For a launch that is about to begin: where it is Python's main thread's,
/// SIGINT ends it, if that raises KeyboardInterrupt. Handlers of one's own run
/// after the launch, as all do in other threads. False with an exception set if
/// the user has broken in already.
bool watchInterrupts(runtime::RunContext &context);

/// Sets the exception of a launch that was ended.
void raiseInterrupt();

/// To be called once, when the module is imported.
void bindInterrupts();

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_INTERRUPT_H

// Registers everything that a tool or a native module may need: all upstream
// dialects, extensions and passes, and all of ours. To add a dialect or a pass
// folder, extend lib/InitAll/InitAll.cpp by a line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_INITALL_INITALL_H
#define TRITON_SHARED_INITALL_INITALL_H

namespace mlir {
class DialectRegistry;

namespace tts {

/// Our own dialects and the extensions that we give to others' dialects.
void registerTritonSharedDialects(DialectRegistry &registry);

/// Our own passes and pipelines, in the order of the road.
void registerTritonSharedPasses();

/// Ours and every upstream dialect and extension.
void registerAllDialects(DialectRegistry &registry);

/// Ours and every upstream pass and pipeline.
void registerAllPasses();

} // namespace tts
} // namespace mlir

#endif // TRITON_SHARED_INITALL_INITALL_H

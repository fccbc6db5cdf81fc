// Libraries that are in the process already.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_LOADEDLIBRARY_H
#define TRITON_SHARED_RUNTIME_LOADEDLIBRARY_H

#include <initializer_list>

namespace mlir::tts::runtime {

/// The first library loaded whose path holds all `parts`, as `dlsym` takes it;
/// null if there is none.
void *findLoadedLibrary(std::initializer_list<const char *> parts);

/// torch's own number of threads, if its library is loaded; null otherwise.
using GetTorchThreads = int (*)();
GetTorchThreads findTorchThreads();

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_LOADEDLIBRARY_H

// Work without Python's lock.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_RELEASEDLOCK_H
#define TRITON_SHARED_PYTHON_RELEASEDLOCK_H

#include <Python.h>

#include <unistd.h>

namespace mlir::tts::python {

/// The thread does not hold Python's lock while this lives. Where the
/// interpreter has begun to end meanwhile, Python up to 3.13 ends a daemon's
/// thread that comes back, which would unwind our frames without the lock. Such
/// a thread stays here, as later Pythons have it.
class ReleasedLock {
public:
  ReleasedLock() : state(PyEval_SaveThread()) {}
  ReleasedLock(const ReleasedLock &) = delete;
  ~ReleasedLock() {
    try {
      PyEval_RestoreThread(state);
    } catch (...) { // of pthread_exit: no exception of ours comes out of C
      for (;;)
        pause();
    }
  }

private:
  PyThreadState *state;
};

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_RELEASEDLOCK_H

// Work that no fork cuts in two.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_FORKGATE_H
#define TRITON_SHARED_PYTHON_FORKGATE_H

namespace mlir::tts::python {

/// Before there is a ForksWait; again, it does nothing.
void makeForksWait();

/// A fork waits until no other thread has one of these. MLIR and LLVM hold
/// locks while they work, and guards of what they make at first use: in a child
/// of a fork in between nobody would ever give them back. Python's lock must
/// not be held, nor asked for while this lives: the thread that forks has it.
class ForksWait {
public:
  ForksWait();
  ForksWait(const ForksWait &) = delete;
  ~ForksWait();
};

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_FORKGATE_H

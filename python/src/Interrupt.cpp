// Ctrl-C while programs run.
// Python's handler of SIGINT leaves a note, which the main thread reads between
// two steps of the interpreter: after the launch. The one that is put before it
// here leaves a note for the runtime as well.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Interrupt.h"

#include <nanobind/nanobind.h>

#include <csignal>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

pthread_t mainThread;
PyObject *getSignal, *raises, *number; // never freed

/// Written by the handler, and by the main thread.
volatile std::sig_atomic_t received = 0;
struct sigaction pythons; // as it was when the module was imported

void onInterrupt(int signal) {
  received = 1;
  pythons.sa_handler(signal);
}

bool has(const struct sigaction &action, void (*handler)(int)) {
  return !(action.sa_flags & SA_SIGINFO) && action.sa_handler == handler;
}

/// Puts the handler before Python's, which `signal.signal` and those that use
/// it put in its place again. Any other one stays: LLVM, which Triton holds a
/// copy of, has one that gives way to the one before it, and before it may be
/// this one. With the GIL; runs no Python code, which could be handlers.
void install() {
  struct sigaction now;
  if (sigaction(SIGINT, nullptr, &now) != 0 || !has(now, pythons.sa_handler))
    return;
  nb::object handler = nb::steal(PyObject_CallOneArg(getSignal, number));
  if (!handler.is_valid())
    PyErr_Clear();
  if (handler.ptr() != raises)
    return;
  now.sa_handler = onInterrupt;
  sigaction(SIGINT, &now, nullptr);
}

void installWithoutGil() {
  PyGILState_STATE state = PyGILState_Ensure();
  install();
  PyGILState_Release(state);
}

} // namespace

bool watchInterrupts(runtime::RunContext &context) {
  if (!number || !pthread_equal(pthread_self(), mainThread))
    return true;
  // Of what Python has raised since, or will at once.
  if (received) {
    received = 0;
    if (PyErr_CheckSignals() != 0)
      return false;
  }
  context.interrupt = &received;
  context.lasts = installWithoutGil;
  return true;
}

void raiseInterrupt() {
  received = 0;
  if (PyErr_CheckSignals() == 0)
    PyErr_SetNone(PyExc_KeyboardInterrupt);
}

void bindInterrupts() {
  nb::object signals = nb::module_::import_("signal");
  nb::object threading = nb::module_::import_("threading");
  nb::object usual = signals.attr("default_int_handler");
  nb::object thread = threading.attr("main_thread")();
  mainThread = pthread_t(nb::cast<unsigned long>(thread.attr("ident")));
  // Only the main thread may set handlers: where another one imports the
  // module, or SIGINT has a use already, launches are not ended.
  if (!pthread_equal(pthread_self(), mainThread) ||
      !nb::object(signals.attr("getsignal")(int(SIGINT))).is(usual))
    return;
  // Python's own in place of what may have been put before it.
  signals.attr("signal")(int(SIGINT), usual);
  if (sigaction(SIGINT, nullptr, &pythons) != 0 ||
      (pythons.sa_flags & SA_SIGINFO))
    return;
  // Not those of `signal`, which are written in Python.
  nb::object plain = nb::module_::import_("_signal");
  getSignal = nb::object(plain.attr("getsignal")).release().ptr();
  raises = usual.release().ptr();
  number = nb::int_(int(SIGINT)).release().ptr();
  install();
}

} // namespace mlir::tts::python

// torch's own threads as helpers.
// torch's OpenMP threads spin for milliseconds after every torch op. Threads of
// our own would have to share the cores with them, so inside a process that
// runs torch a launch uses those very threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_OPENMP_H
#define TRITON_SHARED_RUNTIME_OPENMP_H

namespace mlir::tts::runtime {

/// Runs a body on OpenMP threads, where that is possible and pays. One launch
/// at a time: the caller of run() must exclude others.
class OpenMPTeam {
public:
  /// False if torch's runtime is not there (or not libgomp), in a forked
  /// process, and for a while after helpers came late: OpenMP waits for all of
  /// them, which on a busy machine takes a time slice of somebody else.
  bool usable();

  /// Calls body(data, i) on thread i of the first `threads` ones of torch's
  /// team, the caller being 0.
  void run(int threads, void (*body)(void *, int), void *data);

  /// A child process has none of its parent's OpenMP threads.
  void disable() { lookupsLeft = 0, parallel = nullptr; }

private:
  using Parallel = void (*)(void (*)(void *), void *, unsigned, unsigned);
  using Number = int (*)();
  struct Region;

  void find();
  void judge(double workedNs, double waitedNs);

  Parallel parallel = nullptr;
  Number threadNumber = nullptr, maxThreads = nullptr;
  int lookupsLeft = 16; // torch may be imported after us
  double avoidUntilNs = 0;
  double avoidForNs = 0;
};

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_OPENMP_H

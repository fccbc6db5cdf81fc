// Threads that work on one launch together.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_TEAM_H
#define TRITON_SHARED_RUNTIME_TEAM_H

namespace mlir::tts::runtime {

/// The helpers are torch's OpenMP threads where they can be had, else a pool of
/// our own.
///
/// Calls body(data, 0) on the calling thread and, at once, body(data, i) on up
/// to threads-1 others, each with an i of its own that stays with the thread
/// from launch to launch; returns when all calls have returned. A body must
/// cope with helpers that come late or not at all: while another launch holds
/// the team, in nested use, and when the machine is busy with other work, the
/// caller is alone. Usable after a fork.
void runOnTeam(int threads, void (*body)(void *, int), void *data);

/// CPUs that this thread may run on, as of a millisecond ago at most.
int affinityCount();

/// Helper threads of our own that exist.
int teamSize();

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_TEAM_H

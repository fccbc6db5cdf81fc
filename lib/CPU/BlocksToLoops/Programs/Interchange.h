// The loop over programs and the outermost loops of a program, interchanged.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PROGRAMS_INTERCHANGE_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PROGRAMS_INTERCHANGE_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tts::cpu {

/// Programs that go through the last loops of their bodies in turns. What they
/// access there lies in columns.
struct Interleaving {
  SmallVector<scf::ForOp> loops;   // over parts of the same positions
  int64_t positions;               // from 0 to before this one
  int64_t leastAtOnce, mostAtOnce; // of one turn; powers of two
  int64_t programs;                // in a group, at most
  Value place, stride;             // of a program's column, in bytes
};

/// Makes programs take turns whose columns lie in the same lines of the caches.
/// What comes before the loops is done for each program of a group. If the
/// column of the first one meets that of program `n` of the group, every n-th
/// one takes turns with it: the first positions of each, then the next ones of
/// each, and so on; those between do likewise. Programs are concurrent, so any
/// order of them is right. Each of a group has scratch of its own then,
/// `arenaBytes` of which are those of all afterwards. Where something else
/// follows the loops, or scratch for many programs would be too much, the
/// programs stay as they are.
void interchange(scf::ForOp programs, Interleaving interleaving, Value arena,
                 int64_t &arenaBytes);

} // namespace mlir::tts::cpu

#endif

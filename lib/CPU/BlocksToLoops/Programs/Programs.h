// The programs of a launch: in which order they run, and what they share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PROGRAMS_PROGRAMS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PROGRAMS_PROGRAMS_H

#include "../Part.h"
#include "Interchange.h"
#include "Order.h"
#include "Tables.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace mlir::tts::cpu {

/// The loop over the programs that a thread has been given.
class Programs : public Part {
public:
  explicit Programs(Emitter &emitter) : Part(emitter) {}

  struct ColumnAccess {
    tts::MakeBlockOp block;
    OpFoldResult stride; // elements, from lane to lane
    OpFoldResult bytes;  // of an element
  };

  // --- ProgramLoop.cpp: the programs that a thread has been given
  /// Begins the loop over the programs from `begin` to `end` of a grid.
  LogicalResult beginPrograms(Value grid, Value begin, Value end);

  // --- Interleave.cpp: programs that go down columns together
  /// Once the body stands: has programs take turns at the last nest, if it is
  /// the only large one and they may.
  void interleavePrograms();
  /// A nest of that shape begins.
  void noteNest(ArrayRef<int64_t> shape);
  /// What in a nest goes down columns, as far as is known: its lanes lie a line
  /// or more apart, or as far as an argument tells.
  SmallVector<ColumnAccess> accessedColumns(ArrayRef<Root> roots);
  /// Notes the loops of the nest that was emitted behind `before`, for programs
  /// to go down the column together whose rows are furthest apart.
  void noteInterleaving(ArrayRef<ColumnAccess> found, Operation *before);

  // --- Waits.cpp: programs that wait for others
  /// Did the program wait for others before this, as for a lock?
  bool comesAfterWait(Operation *op);
  /// At the end of a turn: lets the runtime run other programs if the loop may
  /// wait. They may leave the tiles in any shape.
  void emitWait(scf::WhileOp op);

  // --- Tables.cpp: what repeats itself from position to position
  /// The table of `v`, if all of the lanes at `coords` are in it.
  const Table *tableFor(Value v, const Coords &coords);
  /// The value of a block that has a table, at these coordinates.
  FailureOr<Lane> readTable(const Table &table, const Coords &coords);

  // What the body of a program is told of it.
  Operation *loop() const { return programLoop; }
  Value id(int axis) const { return programId[axis]; }
  Value count(int axis) const { return numPrograms[axis]; }
  /// The axis along which one program differs from the next.
  int changingAxis() const { return fastAxis; }
  /// So many programs are done at once, at most.
  int64_t mostAtOnce() const { return joined ? joined->most : 1; }
  /// The number of the next program that the thread has been given, unless it
  /// is `endOfNumbers()`; and what it is along that axis, mostly.
  Value nextNumber();
  Value endOfNumbers() const { return programsEnd; }
  Value nextId();
  /// Has a block a table that all programs read?
  bool hasTable(Value v) const { return tables.contains(v); }
  /// May a program wait for others?
  bool mayWait() const { return waits; }

private:
  // --- ProgramOrder.cpp: which program comes next
  FailureOr<Value> scalarAhead(Value v);
  FailureOr<Value> rowsAreCopied();
  LogicalResult orderByColumns(Value count);
  LogicalResult orderJoined();
  LogicalResult orderPrograms(Value count);
  Value atLeastOne(Value v);
  Value programInColumns(Value id);

  // --- LockOrder.cpp: which program comes next where they wait for locks
  Value countOfLocks();
  LogicalResult orderByLocks(Value count, Value locks);

  // --- ProgramLoop.cpp: the programs that a thread has been given
  void openGivenPrograms();
  void openJoinedPrograms(Value begin);
  void countJoined(Value number, Value inRow);

  // --- Waits.cpp: programs that wait for others
  bool programsMayWait();

  // --- Tables.cpp: what repeats itself from position to position
  class FirstPeriod;
  LogicalResult fillTables(Value begin, Value end);

  Operation *programLoop = nullptr;
  Value program, programsEnd; // its number, and where numbers end
  Value programId[3], numPrograms[3];
  int fastAxis = 0; // which differs from one program to the next
  std::optional<Joined> joined;
  std::optional<Columns> columns;
  DenseMap<Value, Table> tables; // that all programs read
  bool waits = false;
  bool anyOrder = false; // does nothing tell in which order they run?
  bool byLock = false;   // are they in the order of their locks?
  std::optional<Interleaving> interleaving; // of the last nest
  int64_t largeNests = 0;
};

} // namespace mlir::tts::cpu

#endif

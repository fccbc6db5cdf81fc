// What every part of the emitter builds with: the shared state under short
// names, and small building helpers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PART_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PART_H

#include "Emitter.h"

#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"
#include "triton-shared/Lowering/RuntimeCalls.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tts::cpu {

/// The base of every part, and of their helpers.
class Part {
protected:
  explicit Part(Emitter &emitter)
      : emitter(emitter), src(emitter.src), b(emitter.b),
        target(emitter.target), arenaPtr(emitter.arenaPtr),
        runtime(emitter.runtime), scalars(emitter.scalars),
        arenaTop(emitter.arenaTop), arenaPeak(emitter.arenaPeak),
        current(emitter.current), loc(emitter.loc), nest(emitter.nest),
        buffers(emitter.buffers), constantFrom(emitter.constantFrom) {}
  Part(const Part &) = delete;
  Part &operator=(const Part &) = delete;

  // The others.
  Walk &walk() const { return *emitter.walk; }
  Plan &plan() const { return *emitter.plan; }
  Programs &programs() const { return *emitter.programs; }
  Nests &nests() const { return *emitter.nests; }
  Elements &elements() const { return *emitter.elements; }
  Accesses &accesses() const { return *emitter.accesses; }
  Reductions &reductions() const { return *emitter.reductions; }
  Dots &dots() const { return *emitter.dots; }
  Atomics &atomics() const { return *emitter.atomics; }

  // Constants, arithmetic on positions, calls. A null value stands for 0.
  Value cst(int64_t v); // i64
  /// A scalar of the source (or a constant) as i64, at the insertion point.
  Value i64(OpFoldResult v);
  /// An integer or index, extended by its sign.
  Value toI64(Value v);
  Value add(Value a, Value c);
  Value mul(Value a, OpFoldResult s);
  /// Do all of these conditions hold? Null if there are none.
  Value allOf(ArrayRef<Value> conditions);
  LLVM::CallOp callRuntime(RuntimeFunction function, ValueRange operands);
  /// Address of a constant with those bytes.
  Value globalString(Location loc, StringRef text);

  // Loops of the open nest.
  /// Moves the insertion point to loop level `level`.
  void at(int level);
  /// Level 0 is wherever the program has got to.
  void openBase();
  /// Opens the next level.
  scf::ForOp openLoop(Value lb, Value ub, int64_t step, ValueRange inits);
  /// Ends the innermost one.
  void closeLoop(ValueRange yields);
  using StepBody = llvm::function_ref<LogicalResult(SmallVectorImpl<Value> &)>;
  /// A loop that `coord` follows and that carries `accs`.
  LogicalResult carryLoop(Coord &coord, Value from, Value to, int64_t step,
                          SmallVectorImpl<Value> &accs, StepBody body);
  /// A loop from 0, of no nest, whose body is the insertion point from here on;
  /// no loop, and 0, for one iteration. None starts at `end` or after it.
  Value loopOver(int64_t extent, int64_t step, Value end = {});

  /// The dim of `v` along which only the rows of the band are done now; -1 if
  /// there is no band, or `v` has no such rows.
  int bandDim(Value v) {
    auto &band = emitter.band;
    auto it = band ? band->dims.find(v) : DenseMap<Value, int>::iterator();
    return band && it != band->dims.end() ? it->second : -1;
  }

  // Storage.
  /// The next bytes of the arena, for such a block.
  Buffer allocate(Type tensorType);
  /// `ptr` and `index` times `stride` elements.
  Value elementPtr(Type elem, Value ptr, Value index, OpFoldResult stride);
  Value elementPtr(Type elem, Value ptr, Value index, int64_t stride);

  // Lanes.
  /// <0, 1, ..., lanes-1> of an integer type.
  Value iota(Type elem);
  Value allTrue();
  /// The uniform value on every lane, built where the scalar lives.
  Value splat(Lane l);
  Value asVector(Lane l) {
    return isa<VectorType>(l.v.getType()) ? l.v : splat(l);
  }
  /// Registers <-> memory representation (i1 as a byte, fp8 and bf16 as their
  /// bits).
  Value castStorage(Value v, Type to);
  /// To a wider (or narrower) type of the same kind, as values.
  Lane convert(Lane v, Type elem);

  // Types.
  Type vec(Type t) { return VectorType::get({nest->lanes}, t); }
  Type lanesOf(Type t, int64_t lanes) {
    return lanes ? Type(VectorType::get({lanes}, t)) : t;
  }
  static Type valueType(Type elem);   // type of an element in registers
  static Type storageType(Type elem); // type of an element in memory
  Type ptrType() { return LLVM::LLVMPointerType::get(b.getContext()); }
  static int64_t bytesOf(Type elem);

  Emitter &emitter;

  // Of the emitter, which says what they are.
  triton::FuncOp src;
  OpBuilder &b;
  const LoopTarget &target;
  const Value &arenaPtr, &runtime;
  IRMapping &scalars;
  int64_t &arenaTop, &arenaPeak;
  Operation *&current;
  Location &loc;
  Nest *&nest;
  DenseMap<Value, Buffer> &buffers;
  DenseMap<Value, Constant> &constantFrom;
};

} // namespace mlir::tts::cpu

#endif

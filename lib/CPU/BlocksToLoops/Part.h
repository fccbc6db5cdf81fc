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

namespace mlir::tts::cpu {

class Part {
protected:
  explicit Part(Emitter &e)
      : e(e), src(e.src), b(e.b), target(e.target), runtime(e.runtime),
        arenaPtr(e.arenaPtr), arenaTop(e.arenaTop), arenaPeak(e.arenaPeak),
        scalars(e.scalars), current(e.current), loc(e.loc), nest(e.nest),
        buffers(e.buffers), constantFrom(e.constantFrom) {}
  Part(const Part &) = default;
  Part &operator=(const Part &) = delete;

  // The others.
  Walk &walk() const { return *e.walk; }
  Plan &plan() const { return *e.plan; }
  Programs &programs() const { return *e.programs; }
  Nests &nests() const { return *e.nests; }
  Elements &elements() const { return *e.elements; }
  Accesses &accesses() const { return *e.accesses; }
  Reductions &reductions() const { return *e.reductions; }
  Dots &dots() const { return *e.dots; }
  Atomics &atomics() const { return *e.atomics; }

  // Constants, arithmetic on positions, calls.
  Value cst(int64_t v);
  /// A scalar of the source (or a constant) as i64, at the insertion point.
  Value i64(OpFoldResult v);
  Value toI64(Value v);
  Value add(Value a, Value bv);
  Value mul(Value a, OpFoldResult s);
  LLVM::CallOp callRuntime(RuntimeFunction function, ValueRange operands);
  /// A string in static storage.
  Value globalString(Location loc, StringRef text);

  // Loops and storage.
  /// Moves the insertion point to loop level `level` of the open nest.
  void at(int level);
  Value loopOver(int64_t extent, int64_t step, Value end = {});
  Buffer allocate(Type tensorType);
  Value elementPtr(Type elem, Value ptr, Value index, OpFoldResult stride);
  Value elementPtr(Type elem, Value ptr, Value index, int64_t stride);

  // Lanes.
  /// <0, 1, ..., lanes-1> of an integer type.
  Value iota(Type elem);
  Value allTrue();
  /// The uniform value on every lane, built where the scalar lives.
  Value splat(Lane l); // uniform -> vector
  Value asVector(Lane l) {
    return isa<VectorType>(l.v.getType()) ? l.v : splat(l);
  }
  /// Registers <-> memory representation (i1 as a byte, fp8 and bf16 as their
  /// bits).
  Value castStorage(Value v, Type to);
  /// To a wider (or narrower) type of the same kind, as values.
  Lane convert(Lane v, Type elem); // widening for storage of another type

  // Types.
  Type vec(Type t) { return VectorType::get({nest->lanes}, t); }
  Type lanesOf(Type t, int64_t lanes) {
    return lanes ? Type(VectorType::get({lanes}, t)) : t;
  }
  static Type valueType(Type elem);   // type of an element in registers
  static Type storageType(Type elem); // type of an element in memory
  Type ptrType() { return LLVM::LLVMPointerType::get(b.getContext()); }
  static int64_t bytesOf(Type elem);

  Emitter &e;

  // Of the emitter, which says what they are.
  triton::FuncOp src;
  OpBuilder &b;
  const LoopTarget &target;
  Value &runtime, &arenaPtr;
  int64_t &arenaTop, &arenaPeak;
  IRMapping &scalars;
  Operation *&current;
  Location &loc;
  Nest *&nest;
  DenseMap<Value, Buffer> &buffers;
  DenseMap<Value, Constant> &constantFrom;
};

} // namespace mlir::tts::cpu

#endif

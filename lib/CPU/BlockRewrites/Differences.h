// What differs between programs that lie side by side.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKREWRITES_DIFFERENCES_H
#define TRITON_SHARED_LIB_CPU_BLOCKREWRITES_DIFFERENCES_H

#include "ProgramNumber.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace mlir::tts::cpu {

/// The values of a function that are not the same in all programs that a number
/// counts.
class Differences {
public:
  Differences(triton::FuncOp function, ProgramNumber number);

  bool varies(Value v) const { return varying.contains(v); }
  /// Do the regions of `op` use or make what varies?
  bool variesInside(Operation *op) const;
  /// Does it give a program its number?
  bool startsAfresh(Operation *op) const;
  /// By how much a scalar grows from one program to the next, if that is a
  /// constant. Scalars are taken not to wrap around, and what a loop carries to
  /// grow in it as it did before.
  std::optional<int64_t> step(Value v);

  /// Does each program go down columns, and the next one down those beside
  /// them? A row of lanes, one for each program, is read and written on end.
  bool haveColumns();

  /// How many elements the largest block has that varies.
  int64_t largest() const;
  /// How many all have that loops carry.
  int64_t kept() const;

private:
  void findVarying();
  bool takesVarying(Operation *op) const;
  std::optional<int64_t> stepOf(Value v);

  triton::FuncOp function;
  ProgramNumber number;
  DenseSet<Value> varying;
  DenseMap<Value, std::optional<int64_t>> steps;
};

} // namespace mlir::tts::cpu

#endif

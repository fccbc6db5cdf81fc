// The first rows of a block, as a block of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKREWRITES_FIRSTROWS_H
#define TRITON_SHARED_LIB_CPU_BLOCKREWRITES_FIRSTROWS_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/IR/IRMapping.h"

#include <functional>

namespace mlir::tts::cpu {

/// Builds what the first `rows` rows of blocks are: the same expressions, with
/// so many in place of all. Values without rows are those of `copies`; the
/// operations that `isCopied` names are copied first. Only what `mayLoad` names
/// is loaded here.
class FirstRows {
public:
  using Predicate = std::function<bool(Operation *)>;
  FirstRows(OpBuilder &b, int64_t rows, Predicate isCopied, Predicate mayLoad)
      : b(b), rows(rows), isCopied(std::move(isCopied)),
        mayLoad(std::move(mayLoad)) {}

  /// The first rows of `v` along `dim`; null if it is not known how to make
  /// them.
  Value of(Value v, int dim);
  /// The access of the first rows along `dim`; null likewise.
  Value of(tts::MakeBlockOp block, int dim);
  /// All of `v`; null if there are only its first rows.
  Value whole(Value v);
  /// From now on `v`'s first rows are `own`, and nothing more is known of it.
  void set(Value v, int dim, Value own) {
    known[{v, dim}] = own;
    rowsOnly.insert(v);
  }

  IRMapping copies;

private:
  Value build(Value v, int dim);
  Value build(triton::ReduceOp op, unsigned result, int dim);

  OpBuilder &b;
  int64_t rows;
  Predicate isCopied, mayLoad;
  DenseMap<std::pair<Value, int>, Value> known;
  DenseSet<Value> rowsOnly;
};

} // namespace mlir::tts::cpu

#endif

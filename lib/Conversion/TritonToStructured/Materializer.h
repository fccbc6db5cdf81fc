// Writes what the analyses found as IR, each value once and as early as its
// operands allow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CONVERSION_TRITONTOSTRUCTURED_MATERIALIZER_H
#define TRITON_SHARED_LIB_CONVERSION_TRITONTOSTRUCTURED_MATERIALIZER_H

#include "mlir/IR/Builders.h"
#include "triton-shared/Analysis/MaskAnalysis.h"
#include <map>

namespace mlir::tts {

/// Placing every operation right behind the last of its operands both removes
/// duplicates (equal operands, equal place) and moves what is invariant out of
/// loops. Only operations without side effects are made here, so running them
/// earlier than the access is harmless; a division by a value that may be zero
/// has the program's own division as an operand and stays behind it.
class Materializer {
public:
  /// `body`: the function's body, one block.
  explicit Materializer(Block &body);

  /// All of these take the location of the access that asks.
  Value getIndex(const ScalarExpr &expr, Location loc);
  Value getI64(const ScalarExpr &expr, Location loc);
  OpFoldResult getFolded(const ScalarExpr &expr, Location loc);
  Value getCondition(const ScalarCondition &condition, Location loc);
  Value getAnd(Value a, Value b, Location loc);
  Value getSelect(Value condition, Value a, Value b, Location loc);
  Value getNot(Value condition, Location loc);
  /// The sum of the residuals as i64 elements, broadcast to `shape`; null when
  /// there are none.
  Value getGather(ArrayRef<Residual> residuals, ArrayRef<int64_t> shape,
                  Location loc);
  /// The conjunction of the leftovers, broadcast to `shape`; null when there
  /// are none.
  Value getMask(ArrayRef<MaskLeftover> leftovers, ArrayRef<int64_t> shape,
                Location loc);
  /// The lanes broadcast to `shape`.
  Value getBroadcast(const LaneTensor &lanes, ArrayRef<int64_t> shape,
                     Location loc);
  /// `base` as a pointer (or a block of pointers) to `pointee`.
  Value getBase(Value base, Type pointee, Location loc);
  Value getConstantIndex(int64_t value);
  /// The element that all lanes of `block` have, if that is known; a scalar is
  /// its own.
  Value getUniformElement(Value block);

private:
  Value create(Location loc, StringRef name, ValueRange operands, Type type,
               ArrayRef<NamedAttribute> attributes = {});
  template <typename OpTy>
  Value create(Location loc, ValueRange operands, Type type,
               ArrayRef<NamedAttribute> attributes = {}) {
    return create(loc, OpTy::getOperationName(), operands, type, attributes);
  }
  Value getSplatConstant(RankedTensorType type, int64_t value);
  Value getAtom(const ScalarAtom &atom, Location loc);
  Value getProduct(const ScalarTerm &term, Location loc);
  Value getScalar(Value value, Location loc);
  /// `lanes` with one dimension per dimension of the block, unit where it does
  /// not vary.
  Value getFullRank(const LaneTensor &lanes, size_t rank, Location loc);
  Value broadcastTo(Value value, ArrayRef<int64_t> shape, Location loc);
  void setInsertionBehind(ValueRange operands);
  unsigned getBlockDepth(Block *block);

  struct Key {
    const void *name;
    SmallVector<const void *, 3> operands;
    const void *attributes;
    const void *type;
    bool operator<(const Key &other) const {
      return std::tie(name, operands, attributes, type) <
             std::tie(other.name, other.operands, other.attributes, other.type);
    }
  };
  Block &body;
  OpBuilder builder;
  std::map<Key, Value> made;
  llvm::DenseMap<Block *, unsigned> depths;
};

} // namespace mlir::tts

#endif

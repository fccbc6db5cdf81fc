// One tts access taken apart: where its lanes are and which are active.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_ACCESS_H
#define TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_ACCESS_H

#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::tts {

/// How the lanes of an access reach memory.
enum class Reach : uint8_t {
  Views,        // as elements of the argument's memref, where they are of one
  DefinedViews, // the same, but only where offset and strides are not negative
  Addresses,
};

/// Pointer argument -> its memref.
using ArgumentMap = DenseMap<Value, Value>;

/// The type of an element in memory: a byte for i1, else the type itself.
Type storageType(Type element);

/// The address in a memref's descriptor, as i64.
Value addressOf(ImplicitLocOpBuilder &b, Value memref);

/// Erases what a list with one entry a dim has for `dims`, which ascend.
template <typename T>
void eraseDims(SmallVectorImpl<T> &list, ArrayRef<int64_t> dims) {
  for (int64_t dim : llvm::reverse(dims))
    list.erase(list.begin() + dim);
}

/// An access through the block that a tts.make_block describes. It reaches
/// memory either as elements of a memref (a pointer argument) or by addresses.
class Access {
public:
  /// Fails, with an error at `op`, if the block or its base is not known.
  static FailureOr<Access> get(ImplicitLocOpBuilder &b, Operation *op,
                               Value block, const ArgumentMap &arguments,
                               Reach reach);

  BlockType type() const { return block.getType(); }
  int64_t rank() const { return type().getRank(); }
  Type storage() const { return storageType(type().getElementType()); }

  /// Every lane is active.
  bool isFull() const;
  /// The active lanes are a box of one strided memref, but for dims in which
  /// they are all the same element.
  bool isBoxOfMemref() const;

  /// Dims with stride 0: a memref's strides are positive.
  SmallVector<int64_t> repeatedDims() const;

  /// The strided memref of all lanes, without repeated dims; only if
  /// isBoxOfMemref.
  Value stridedMemref(ImplicitLocOpBuilder &b) const;

  /// The active box: lower bounds and sizes, clamped to the block; empty when
  /// the scalar mask is off.
  struct Box {
    SmallVector<OpFoldResult> offsets, sizes, strides;
  };
  Box box(ImplicitLocOpBuilder &b) const;

  /// The condition besides the box at one lane; null when always true.
  Value laneMask(ImplicitLocOpBuilder &b, ValueRange at) const;

  /// The memory of one lane: memref<T, strided<[], offset: ?>> or !llvm.ptr.
  Value lane(ImplicitLocOpBuilder &b, ValueRange at) const;

private:
  /// Neither the offset nor a stride can be negative.
  bool cannotReachBack() const;

  /// In elements, without the base.
  Value indexOf(ImplicitLocOpBuilder &b, ValueRange at) const;

  mutable MakeBlockOp block; // its getters are not const
  Value memref;              // or, when null:
  Value address;             // i64, or a tensor of them, one per lane
};

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_ACCESS_H

// Sign and divisibility of integer scalars, found from their definitions; of
// blocks, what holds for all elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_ANALYSIS_SCALARFACTS_H
#define TRITON_SHARED_ANALYSIS_SCALARFACTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace mlir::tts {

class ScalarExpr;

/// True when the signed value is never below 0. Products and sums of
/// non-negative values count as such: an index computation that wraps around
/// its integer type has no meaning as an address. That is not believed of
/// products with what multiplies a hash.
bool isNonNegative(Value scalar);
bool isNonNegative(const ScalarExpr &expr);

/// Is the result of a shift or a mask far from the end of its type, whatever
/// the operand is?
bool makesSmaller(Operation *op);

/// Is it a factor that hashes are made by, so that products may be meant to
/// wrap around? Such factors are large, and mostly odd.
bool isHashFactor(int64_t number);
/// The same of the distance between lanes, for which smaller numbers are
/// enough.
bool isHashStride(int64_t number);
/// Is it a product with such a factor?
bool isHashProduct(Value scalar);
/// Is it one, or made of one by what mixes its bits or chooses its sign?
bool comesFromHash(Value scalar);

/// The same without belief: true only if the ranges of all that the value is
/// computed from leave no room for a sign. What is signed or unsigned where the
/// sign is looked at (division, order, shifts to the right) is the same then.
bool cannotBeNegative(Value scalar);

/// No value of it is further from 0, whatever the arguments are; none if that
/// is not known.
std::optional<uint64_t> greatestMagnitude(Value scalar);

/// The greatest number that a float, rounded towards zero, is where `choice`
/// takes it: of a place in an image, say, that a condition keeps within its
/// bounds. None if the condition does not tell, or lets it be negative.
std::optional<uint64_t> greatestChosen(arith::SelectOp choice);

/// A positive number that divides the value whatever the arguments are;
/// `tt.divisibility` is believed. 0 stands for the constant zero.
uint64_t getDivisibility(Value scalar);
uint64_t getDivisibility(const ScalarExpr &expr);

} // namespace mlir::tts

#endif

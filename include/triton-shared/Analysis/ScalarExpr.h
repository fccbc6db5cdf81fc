// Symbolic integer scalars: polynomials over SSA values, compared and folded
// without touching the IR.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_ANALYSIS_SCALAREXPR_H
#define TRITON_SHARED_ANALYSIS_SCALAREXPR_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace mlir::tts {

struct ScalarAtom;

/// A product of atoms times a constant. `factors` is sorted by atom number.
struct ScalarTerm {
  int64_t coefficient = 0;
  SmallVector<const ScalarAtom *, 2> factors;
};

/// A sum of terms in canonical order: two expressions that are equal as
/// polynomials compare equal. Arithmetic is that of 64-bit integers.
class ScalarExpr {
public:
  ScalarExpr() = default;
  /*implicit*/ ScalarExpr(int64_t constant);
  static ScalarExpr ofAtom(const ScalarAtom *atom);

  /// The value when it does not depend on any SSA value.
  std::optional<int64_t> getConstant() const;
  bool isZero() const { return terms.empty(); }
  ArrayRef<ScalarTerm> getTerms() const { return terms; }
  /// The term free of atoms, 0 when absent.
  int64_t getConstantTerm() const;

  ScalarExpr operator+(const ScalarExpr &other) const;
  ScalarExpr operator-(const ScalarExpr &other) const;
  ScalarExpr operator*(const ScalarExpr &other) const;
  ScalarExpr scaled(int64_t factor) const;
  bool operator==(const ScalarExpr &other) const;
  bool operator!=(const ScalarExpr &other) const { return !(*this == other); }

  void print(raw_ostream &os) const;

private:
  SmallVector<ScalarTerm, 2> terms;
};

/// What a polynomial cannot express further.
enum class AtomKind {
  Value,    ///< an integer or index SSA value, sign-extended; also the
            ///< element of a tensor that has one
  Unsigned, ///< an integer SSA value, zero-extended
  Min,      ///< minimum of two expressions
  Max,      ///< maximum of two expressions
  FloorDiv, ///< quotient, rounded down, by a positive constant
  Div,      ///< operands[0] / operands[1], rounded to zero, where `value` is
  Rem,      ///< remainder of that division
  Select,   ///< operands[0] where the i1 value holds, else operands[1]
};

struct ScalarAtom {
  AtomKind kind = AtomKind::Value;
  unsigned number = 0;
  Value value;
  SmallVector<ScalarExpr, 2> operands;
};

/// Owns the atoms of one function and makes them unique.
class ScalarContext {
public:
  /// The expression of an integer or index SSA scalar, seen through constants
  /// and casts that keep the value.
  ScalarExpr get(Value scalar);
  /// The SSA value itself, whatever its type is now.
  ScalarExpr getOpaque(Value scalar);
  /// The expression of an integer SSA scalar as an unsigned number.
  ScalarExpr getUnsigned(Value scalar);
  ScalarExpr min(const ScalarExpr &a, const ScalarExpr &b);
  ScalarExpr max(const ScalarExpr &a, const ScalarExpr &b);
  /// `divisor` must be positive.
  ScalarExpr floorDiv(const ScalarExpr &a, int64_t divisor);
  /// `divisor` must be positive.
  ScalarExpr ceilDiv(const ScalarExpr &a, int64_t divisor);
  ScalarExpr select(Value condition, const ScalarExpr &a, const ScalarExpr &b);
  /// Signed division as arith.divsi (or, `remainder`, arith.remsi) has it.
  /// `anchor` is where the program divides: nothing may divide earlier, since
  /// the divisor may be zero there.
  ScalarExpr divide(const ScalarExpr &a, const ScalarExpr &b, bool remainder,
                    Value anchor);

private:
  ScalarExpr unique(AtomKind kind, Value value, ArrayRef<ScalarExpr> operands);
  ScalarExpr pick(AtomKind kind, const ScalarExpr &a, const ScalarExpr &b);

  SmallVector<std::unique_ptr<ScalarAtom>> atoms;
  llvm::DenseMap<Value, const ScalarAtom *> valueAtoms;
};

inline raw_ostream &operator<<(raw_ostream &os, const ScalarExpr &expr) {
  expr.print(os);
  return os;
}

} // namespace mlir::tts

#endif

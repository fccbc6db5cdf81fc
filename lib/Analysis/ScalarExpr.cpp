// Polynomials over SSA scalars.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Analysis/ScalarExpr.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "triton-shared/Analysis/ScalarFacts.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tts;

/// Order of terms: the constant first, then by atom numbers.
static int compareFactors(ArrayRef<const ScalarAtom *> a,
                          ArrayRef<const ScalarAtom *> b) {
  if (a.size() != b.size())
    return a.size() < b.size() ? -1 : 1;
  for (auto [x, y] : llvm::zip(a, b))
    if (x->number != y->number)
      return x->number < y->number ? -1 : 1;
  return 0;
}

/// Products wrap like the 64-bit machine arithmetic that will compute them.
static int64_t wrappingMul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) *
                              static_cast<uint64_t>(b));
}

static int64_t wrappingAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(b));
}

ScalarExpr::ScalarExpr(int64_t constant) {
  if (constant)
    terms.push_back({constant, {}});
}

ScalarExpr ScalarExpr::ofAtom(const ScalarAtom *atom) {
  ScalarExpr result;
  result.terms.push_back({1, {atom}});
  return result;
}

std::optional<int64_t> ScalarExpr::getConstant() const {
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms[0].factors.empty())
    return terms[0].coefficient;
  return std::nullopt;
}

int64_t ScalarExpr::getConstantTerm() const {
  if (!terms.empty() && terms[0].factors.empty())
    return terms[0].coefficient;
  return 0;
}

ScalarExpr ScalarExpr::operator+(const ScalarExpr &other) const {
  ScalarExpr result;
  const auto *a = terms.begin();
  const auto *b = other.terms.begin();
  while (a != terms.end() || b != other.terms.end()) {
    int order = a == terms.end() ? 1
                : b == other.terms.end()
                    ? -1
                    : compareFactors(a->factors, b->factors);
    if (order < 0) {
      result.terms.push_back(*a++);
    } else if (order > 0) {
      result.terms.push_back(*b++);
    } else {
      int64_t sum = wrappingAdd(a->coefficient, b->coefficient);
      if (sum)
        result.terms.push_back({sum, a->factors});
      ++a;
      ++b;
    }
  }
  return result;
}

ScalarExpr ScalarExpr::scaled(int64_t factor) const {
  ScalarExpr result;
  for (const ScalarTerm &term : terms)
    if (int64_t product = wrappingMul(term.coefficient, factor))
      result.terms.push_back({product, term.factors});
  return result;
}

ScalarExpr ScalarExpr::operator-(const ScalarExpr &other) const {
  return *this + other.scaled(-1);
}

ScalarExpr ScalarExpr::operator*(const ScalarExpr &other) const {
  if (std::optional<int64_t> constant = other.getConstant())
    return scaled(*constant);
  if (std::optional<int64_t> constant = getConstant())
    return other.scaled(*constant);
  ScalarExpr result;
  for (const ScalarTerm &a : terms) {
    for (const ScalarTerm &b : other.terms) {
      ScalarExpr product;
      ScalarTerm term{wrappingMul(a.coefficient, b.coefficient), a.factors};
      if (!term.coefficient)
        continue;
      llvm::append_range(term.factors, b.factors);
      llvm::sort(term.factors, [](const ScalarAtom *x, const ScalarAtom *y) {
        return x->number < y->number;
      });
      product.terms.push_back(std::move(term));
      result = result + product;
    }
  }
  return result;
}

bool ScalarExpr::operator==(const ScalarExpr &other) const {
  if (terms.size() != other.terms.size())
    return false;
  for (auto [a, b] : llvm::zip(terms, other.terms))
    if (a.coefficient != b.coefficient || a.factors != b.factors)
      return false;
  return true;
}

static void printValue(raw_ostream &os, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    os << "arg" << argument.getArgNumber();
    return;
  }
  Operation *op = value.getDefiningOp();
  os << op->getName().stripDialect();
  if (auto axis = op->getAttrOfType<IntegerAttr>("axis"))
    os << "." << static_cast<char>('x' + axis.getInt());
}

static void printAtom(raw_ostream &os, const ScalarAtom &atom) {
  switch (atom.kind) {
  case AtomKind::Value:
    printValue(os, atom.value);
    return;
  case AtomKind::Unsigned:
    os << "unsigned(";
    printValue(os, atom.value);
    os << ")";
    return;
  case AtomKind::Min:
    os << "min(" << atom.operands[0] << ", " << atom.operands[1] << ")";
    return;
  case AtomKind::Max:
    os << "max(" << atom.operands[0] << ", " << atom.operands[1] << ")";
    return;
  case AtomKind::FloorDiv:
    os << "(" << atom.operands[0] << " floordiv " << atom.operands[1] << ")";
    return;
  case AtomKind::Div:
    os << "(" << atom.operands[0] << " / " << atom.operands[1] << ")";
    return;
  case AtomKind::Rem:
    os << "(" << atom.operands[0] << " rem " << atom.operands[1] << ")";
    return;
  case AtomKind::Select:
    os << "(";
    printValue(os, atom.value);
    os << " ? " << atom.operands[0] << " : " << atom.operands[1] << ")";
    return;
  }
}

void ScalarExpr::print(raw_ostream &os) const {
  if (terms.empty()) {
    os << "0";
    return;
  }
  llvm::interleave(
      terms, os,
      [&](const ScalarTerm &term) {
        if (term.factors.empty() || term.coefficient != 1)
          os << term.coefficient << (term.factors.empty() ? "" : "*");
        llvm::interleave(
            term.factors, os,
            [&](const ScalarAtom *atom) { printAtom(os, *atom); }, "*");
      },
      " + ");
}

/// The source of a cast that keeps the (signed) value, or null.
static Value lookThroughCast(Value scalar) {
  Operation *op = scalar.getDefiningOp();
  if (!op)
    return {};
  if (auto extension = dyn_cast<arith::ExtSIOp>(op))
    // i1 is a truth value in Triton: true is 1 in memory and arithmetic only
    // through extui, and -1 through extsi. Left to the IR.
    return extension.getIn().getType().isInteger(1) ? Value()
                                                    : extension.getIn();
  if (auto extension = dyn_cast<arith::ExtUIOp>(op))
    return cannotBeNegative(extension.getIn()) ? extension.getIn() : Value();
  // Narrow casts from index are made by the rewriting of carried values, whose
  // index holds the true value.
  if (auto cast = dyn_cast<arith::IndexCastOp>(op)) {
    Operation *source = cast.getIn().getDefiningOp();
    bool mayTruncate = !cast.getType().isIndex() &&
                       cast.getType().getIntOrFloatBitWidth() < 64;
    return mayTruncate && source && source->getNumRegions() == 0 ? Value()
                                                                 : cast.getIn();
  }
  return {};
}

ScalarExpr ScalarContext::get(Value scalar) {
  APInt constant;
  if (matchPattern(scalar, m_ConstantInt(&constant)))
    if (constant.getBitWidth() > 1 && constant.getBitWidth() <= 64)
      return constant.getSExtValue();
  if (Value source = lookThroughCast(scalar))
    return get(source);
  return getOpaque(scalar);
}

ScalarExpr ScalarContext::getOpaque(Value scalar) {
  const ScalarAtom *&known = valueAtoms[scalar];
  if (!known) {
    auto atom = std::make_unique<ScalarAtom>();
    atom->kind = AtomKind::Value;
    atom->number = atoms.size();
    atom->value = scalar;
    known = atom.get();
    atoms.push_back(std::move(atom));
  }
  return ScalarExpr::ofAtom(known);
}

ScalarExpr ScalarContext::getUnsigned(Value scalar) {
  if (cannotBeNegative(scalar))
    return get(scalar);
  return unique(AtomKind::Unsigned, scalar, {});
}

ScalarExpr ScalarContext::unique(AtomKind kind, Value value,
                                 ArrayRef<ScalarExpr> operands) {
  // Kinds other than Value are few per function: a linear search is enough.
  for (const std::unique_ptr<ScalarAtom> &atom : atoms)
    if (atom->kind == kind && atom->value == value &&
        llvm::equal(atom->operands, operands))
      return ScalarExpr::ofAtom(atom.get());
  auto atom = std::make_unique<ScalarAtom>();
  atom->kind = kind;
  atom->number = atoms.size();
  atom->value = value;
  atom->operands.append(operands.begin(), operands.end());
  atoms.push_back(std::move(atom));
  return ScalarExpr::ofAtom(atoms.back().get());
}

/// Min or Max, decided at once where the difference is constant.
ScalarExpr ScalarContext::pick(AtomKind kind, const ScalarExpr &a,
                               const ScalarExpr &b) {
  if (std::optional<int64_t> difference = (a - b).getConstant())
    return (*difference < 0) == (kind == AtomKind::Min) ? a : b;
  return unique(kind, Value(), {a, b});
}

ScalarExpr ScalarContext::min(const ScalarExpr &a, const ScalarExpr &b) {
  return pick(AtomKind::Min, a, b);
}

ScalarExpr ScalarContext::max(const ScalarExpr &a, const ScalarExpr &b) {
  return pick(AtomKind::Max, a, b);
}

ScalarExpr ScalarContext::floorDiv(const ScalarExpr &a, int64_t divisor) {
  if (divisor == 1)
    return a;
  // What the divisor divides leaves the quotient: floor((d*x + y) / d) =
  // x + floor(y / d).
  ScalarExpr quotient, rest;
  for (const ScalarTerm &term : a.getTerms()) {
    ScalarExpr single(1);
    for (const ScalarAtom *factor : term.factors)
      single = single * ScalarExpr::ofAtom(factor);
    int64_t whole = llvm::divideFloorSigned(term.coefficient, divisor);
    int64_t left = term.coefficient - whole * divisor;
    if (term.factors.empty() || left == 0)
      quotient = quotient + single.scaled(whole);
    else
      left = term.coefficient;
    rest = rest + single.scaled(left);
  }
  if (std::optional<int64_t> constant = rest.getConstant())
    return quotient + llvm::divideFloorSigned(*constant, divisor);
  return quotient + unique(AtomKind::FloorDiv, Value(), {rest, divisor});
}

ScalarExpr ScalarContext::ceilDiv(const ScalarExpr &a, int64_t divisor) {
  return floorDiv(a + ScalarExpr(divisor - 1), divisor);
}

ScalarExpr ScalarContext::select(Value condition, const ScalarExpr &a,
                                 const ScalarExpr &b) {
  if (a == b)
    return a;
  return unique(AtomKind::Select, condition, {a, b});
}

ScalarExpr ScalarContext::divide(const ScalarExpr &a, const ScalarExpr &b,
                                 bool remainder, Value anchor) {
  std::optional<int64_t> divisor = b.getConstant();
  if (divisor && *divisor > 0 && isNonNegative(a)) {
    ScalarExpr quotient = floorDiv(a, *divisor);
    return remainder ? a - quotient.scaled(*divisor) : quotient;
  }
  return unique(remainder ? AtomKind::Rem : AtomKind::Div, anchor, {a, b});
}

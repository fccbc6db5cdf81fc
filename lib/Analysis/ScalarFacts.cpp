// Sign and divisibility of integer scalars, and of all elements of blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Analysis/ScalarFacts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "triton-shared/Analysis/ScalarExpr.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <numeric>

using namespace mlir;
using namespace mlir::tts;

/// Definitions are followed this far and no further.
constexpr unsigned kMaxDepth = 12;

/// Odd numbers from here on multiply hashes, which lose no bits by them, and
/// any other ones from `kLargeFactor` on may. Of lanes, smaller ones do as
/// well: scalars count rows of a vocabulary (50,257 elements, say), lanes are
/// seldom so far apart.
constexpr int64_t kLeastHashStride = int64_t(1) << 12;
constexpr int64_t kLeastHashFactor = int64_t(1) << 16;
constexpr int64_t kLargeFactor = int64_t(1) << 20;

static bool reaches(int64_t number, int64_t leastOdd) {
  int64_t least = number & 1 ? leastOdd : kLargeFactor;
  return number >= least || number <= -least;
}

bool mlir::tts::isHashFactor(int64_t number) {
  return reaches(number, kLeastHashFactor);
}

bool mlir::tts::isHashStride(int64_t number) {
  return reaches(number, kLeastHashStride);
}

static bool isHashFactor(Value scalar) {
  APInt constant;
  return matchPattern(scalar, m_ConstantInt(&constant)) &&
         constant.getBitWidth() <= 32 &&
         mlir::tts::isHashFactor(constant.getSExtValue());
}

bool mlir::tts::isHashProduct(Value scalar) {
  auto product = scalar.getDefiningOp<arith::MulIOp>();
  return product && llvm::any_of(product->getOperands(), ::isHashFactor);
}

/// Is it the low half of a product of 64 bits by a factor that leaves them?
static bool isLowHalf(Operation *op) {
  auto low = dyn_cast_or_null<arith::TruncIOp>(op);
  auto product = low ? low.getIn().getDefiningOp<arith::MulIOp>() : nullptr;
  APInt factor;
  return product && matchPattern(product.getRhs(), m_ConstantInt(&factor)) &&
         mlir::tts::isHashFactor(factor.getSExtValue());
}

bool mlir::tts::makesSmaller(Operation *op) {
  APInt number;
  if (isa<arith::ShRSIOp, arith::ShRUIOp>(op))
    return matchPattern(op->getOperand(1), m_ConstantInt(&number)) &&
           !number.isZero();
  constexpr unsigned kMostBits = 30;
  return isa<arith::AndIOp>(op) &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return matchPattern(operand, m_ConstantInt(&number)) &&
                  number.isIntN(kMostBits);
         });
}

static bool comesFromHash(Value scalar, unsigned depth) {
  if (isHashProduct(scalar))
    return true;
  if (depth == 0)
    return false;
  Operation *op = scalar.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(scalar)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && argument != loop.getInductionVar() &&
           comesFromHash(loop.getTiedLoopYieldedValue(argument)->get(),
                         depth - 1);
  }
  if (isLowHalf(op))
    return true;
  if (makesSmaller(op) ||
      !isa<arith::XOrIOp, arith::AndIOp, arith::OrIOp, arith::ShLIOp,
           arith::ShRSIOp, arith::ShRUIOp, arith::MaxSIOp, arith::MinSIOp,
           arith::AddIOp, arith::SubIOp, arith::SelectOp, math::AbsIOp>(op))
    return false;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return comesFromHash(operand, depth - 1);
  });
}

bool mlir::tts::comesFromHash(Value scalar) {
  constexpr unsigned kMostSteps = 6;
  return ::comesFromHash(scalar, kMostSteps);
}

/// Numbers of fewer than 32 bits are data, whose sums and products may wrap
/// around.
static bool isNarrow(Value scalar) {
  Type type = getElementTypeOrSelf(scalar);
  return type.isInteger() && type.getIntOrFloatBitWidth() < 32;
}

static std::optional<uint64_t> greatest(Value scalar, unsigned depth);

/// Unsigned data, which may be as large as its type allows.
static bool isUnsignedData(Value scalar) {
  return scalar.getDefiningOp<arith::ExtUIOp>() != nullptr;
}

/// `x - (x >> k) * 2^k`, which is what remains beyond a multiple of 2^k.
static bool isRestOfPowerOfTwo(arith::SubIOp sub) {
  auto product = sub ? sub.getRhs().getDefiningOp<arith::MulIOp>() : nullptr;
  auto shift =
      product ? product.getLhs().getDefiningOp<arith::ShRSIOp>() : nullptr;
  APInt bits, whole;
  return shift && shift.getLhs() == sub.getLhs() &&
         matchPattern(shift.getRhs(), m_ConstantInt(&bits)) &&
         matchPattern(product.getRhs(), m_ConstantInt(&whole)) &&
         whole.isPowerOf2() && bits == whole.logBase2();
}

static bool isNonNegative(Value scalar, unsigned depth) {
  APInt constant;
  if (matchPattern(scalar, m_ConstantInt(&constant)))
    return !constant.isNegative();
  if (depth == 0)
    return false;
  auto recurse = [&](Value operand) {
    return isNonNegative(operand, depth - 1);
  };
  if (auto argument = dyn_cast<BlockArgument>(scalar)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop)
      return false;
    // The step of scf.for is positive.
    if (argument == loop.getInductionVar())
      return !loop.getUnsignedCmp() && recurse(loop.getLowerBound());
    // A carried value that only grows: by induction over the iterations.
    Value next = loop.getTiedLoopYieldedValue(argument)->get();
    if (next == argument)
      return recurse(loop.getTiedLoopInit(argument)->get());
    auto add = next.getDefiningOp<arith::AddIOp>();
    if (!add || isNarrow(next) ||
        (add.getLhs() != argument && add.getRhs() != argument))
      return false;
    Value step = add.getLhs() == argument ? add.getRhs() : add.getLhs();
    return step != argument && recurse(step) &&
           recurse(loop.getTiedLoopInit(argument)->get());
  }
  Operation *op = scalar.getDefiningOp();
  if (isa<triton::GetProgramIdOp, triton::GetNumProgramsOp, arith::ExtUIOp>(op))
    return true;
  if (auto range = dyn_cast<triton::MakeRangeOp>(op))
    return range.getStart() >= 0;
  if (isa<arith::AddIOp, arith::MulIOp>(op) && isNarrow(scalar))
    return greatest(scalar, depth).has_value();
  if (isa<arith::MulIOp>(op)) {
    if (isHashProduct(scalar))
      return false;
    if (llvm::any_of(op->getOperands(), isUnsignedData))
      return greatest(scalar, depth).has_value();
  }
  if (isa<arith::AddIOp, arith::MulIOp, arith::DivSIOp, arith::MinSIOp,
          arith::CeilDivSIOp, arith::FloorDivSIOp>(op))
    return recurse(op->getOperand(0)) && recurse(op->getOperand(1));
  if (isa<arith::RemSIOp, arith::ExtSIOp, arith::ShRSIOp, arith::IndexCastOp,
          triton::SplatOp, triton::ExpandDimsOp, triton::BroadcastOp,
          triton::TransOp>(op))
    return recurse(op->getOperand(0));
  if (isa<arith::MaxSIOp, arith::AndIOp>(op))
    return recurse(op->getOperand(0)) || recurse(op->getOperand(1));
  if (isa<arith::SelectOp>(op))
    return recurse(op->getOperand(1)) && recurse(op->getOperand(2));
  return isRestOfPowerOfTwo(dyn_cast<arith::SubIOp>(op));
}

bool mlir::tts::isNonNegative(Value scalar) {
  return ::isNonNegative(scalar, kMaxDepth);
}

static bool isNonNegative(const ScalarAtom &atom) {
  switch (atom.kind) {
  case AtomKind::Value:
    return isNonNegative(atom.value);
  case AtomKind::Unsigned:
    return true;
  case AtomKind::Max:
    return isNonNegative(atom.operands[0]) || isNonNegative(atom.operands[1]);
  case AtomKind::Min:
  case AtomKind::Div:
  case AtomKind::Select:
    return isNonNegative(atom.operands[0]) && isNonNegative(atom.operands[1]);
  case AtomKind::FloorDiv:
  case AtomKind::Rem:
    return isNonNegative(atom.operands[0]);
  }
  return false;
}

bool mlir::tts::isNonNegative(const ScalarExpr &expr) {
  return llvm::all_of(expr.getTerms(), [](const ScalarTerm &term) {
    bool wraps = !term.factors.empty() && isHashFactor(term.coefficient);
    return term.coefficient >= 0 && !wraps &&
           llvm::all_of(term.factors, [](const ScalarAtom *atom) {
             return ::isNonNegative(*atom);
           });
  });
}

/// The comparisons that hold wherever `condition` does.
static void collectHolding(Value condition, SmallVectorImpl<arith::CmpFOp> &all,
                           unsigned depth = kMaxDepth) {
  Operation *op = condition.getDefiningOp();
  if (auto comparison = dyn_cast_or_null<arith::CmpFOp>(op)) {
    all.push_back(comparison);
  } else if (isa_and_nonnull<arith::AndIOp>(op) && depth > 0) {
    collectHolding(op->getOperand(0), all, depth - 1);
    collectHolding(op->getOperand(1), all, depth - 1);
  }
}

std::optional<uint64_t> mlir::tts::greatestChosen(arith::SelectOp choice) {
  using P = arith::CmpFPredicate;
  constexpr double kMost = 0x1p52;
  auto rounded = choice.getTrueValue().getDefiningOp<arith::FPToSIOp>();
  if (!rounded)
    return std::nullopt;
  bool hasSign = true;
  std::optional<double> most;
  SmallVector<arith::CmpFOp> holding;
  collectHolding(choice.getCondition(), holding);
  for (arith::CmpFOp comparison : holding) {
    APFloat constant(0.0);
    if (comparison.getLhs() != rounded.getIn() ||
        !matchPattern(comparison.getRhs(), m_ConstantFloat(&constant)))
      continue;
    double limit = constant.convertToDouble();
    P p = comparison.getPredicate();
    if ((p == P::OGE && limit > -1) || (p == P::OGT && limit >= -1))
      hasSign = false;
    else if ((p == P::OLT || p == P::OLE) && limit >= 0 && limit < kMost)
      most = std::min(most.value_or(kMost),
                      p == P::OLT ? std::ceil(limit) - 1 : std::floor(limit));
  }
  // What its type has no room for is any number of it.
  unsigned width =
      getElementTypeOrSelf(choice.getType()).getIntOrFloatBitWidth();
  if (hasSign || !most || *most > static_cast<double>(llvm::maxIntN(width)))
    return std::nullopt;
  return static_cast<uint64_t>(std::max(*most, 0.0));
}

/// The greatest number that the value can be; none if it can be negative.
static std::optional<uint64_t> greatest(Value scalar, unsigned depth) {
  Type type = getElementTypeOrSelf(scalar);
  unsigned width = type.isInteger() ? type.getIntOrFloatBitWidth() : 64;
  APInt constant;
  if (width > 64)
    return std::nullopt;
  if (matchPattern(scalar, m_ConstantInt(&constant)))
    return constant.isNegative()
               ? std::nullopt
               : std::optional<uint64_t>(constant.getZExtValue());
  Operation *op = scalar.getDefiningOp();
  if (!op || depth == 0)
    return std::nullopt;
  const uint64_t limit = llvm::maxIntN(width);
  auto operand = [&](unsigned i) {
    return greatest(op->getOperand(i), depth - 1);
  };
  auto bounded = [&](uint64_t number, bool overflow) {
    return overflow || number > limit ? std::nullopt
                                      : std::optional<uint64_t>(number);
  };
  if (isa<triton::GetProgramIdOp, triton::GetNumProgramsOp>(op))
    return llvm::maxIntN(32);
  if (auto range = dyn_cast<triton::MakeRangeOp>(op))
    return bounded(range.getEnd() - 1, range.getStart() < 0);
  if (auto extension = dyn_cast<arith::ExtUIOp>(op)) {
    unsigned from =
        getElementTypeOrSelf(extension.getIn()).getIntOrFloatBitWidth();
    return std::min(operand(0).value_or(llvm::maxUIntN(from)),
                    uint64_t(llvm::maxUIntN(from)));
  }
  if (isa<arith::ExtSIOp, triton::SplatOp, triton::ExpandDimsOp,
          triton::BroadcastOp, triton::TransOp>(op))
    return operand(0);
  // One operand is enough.
  if (isa<arith::AndIOp>(op)) {
    auto a = operand(0), b = operand(1);
    return a && b ? std::min(a, b) : a ? a : b;
  }
  if (op->getNumOperands() < 2)
    return std::nullopt;
  bool chooses = isa<arith::SelectOp>(op);
  auto a = operand(chooses), b = operand(chooses + 1);
  if (chooses && !a)
    a = greatestChosen(cast<arith::SelectOp>(op));
  if (!a || !b)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return bounded(*a + *b, *a + *b < *a);
  if (isa<arith::MulIOp>(op)) {
    bool overflow = *a != 0 && *b > limit / *a;
    return bounded(overflow ? 0 : *a * *b, overflow);
  }
  if (isa<arith::MinSIOp, arith::MinUIOp>(op))
    return std::min(a, b);
  if (isa<arith::MaxSIOp, arith::MaxUIOp>(op) || chooses)
    return std::max(a, b);
  if (isa<arith::RemSIOp, arith::RemUIOp>(op) && *b > 0)
    return std::min(*a, *b - 1);
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return a;
  return std::nullopt;
}

bool mlir::tts::cannotBeNegative(Value scalar) {
  return greatest(scalar, kMaxDepth).has_value();
}

std::optional<uint64_t> mlir::tts::greatestMagnitude(Value scalar) {
  Operation *op = scalar.getDefiningOp();
  APInt by;
  if (isa_and_nonnull<arith::RemSIOp, arith::RemUIOp>(op) &&
      matchPattern(op->getOperand(1), m_ConstantInt(&by)) &&
      by.isStrictlyPositive() && by.isIntN(64))
    return by.getZExtValue() - 1;
  return greatest(scalar, kMaxDepth);
}

/// Keeps products of divisors far from the range's end.
static uint64_t boundedProduct(uint64_t a, uint64_t b) {
  constexpr uint64_t limit = uint64_t(1) << 31;
  if (a == 0 || b == 0)
    return 0;
  if (a <= limit && b <= limit && a * b <= limit)
    return a * b;
  return std::max(a, b);
}

/// What still divides a number that has wrapped around.
static uint64_t powerOfTwoIn(uint64_t divisor) {
  return divisor & (~divisor + 1);
}

static uint64_t getDivisibility(Value scalar, unsigned depth) {
  APInt constant;
  if (matchPattern(scalar, m_ConstantInt(&constant)) &&
      constant.getBitWidth() <= 64)
    return constant.abs().getZExtValue();
  if (depth == 0)
    return 1;
  auto recurse = [&](Value operand) {
    return getDivisibility(operand, depth - 1);
  };
  if (auto argument = dyn_cast<BlockArgument>(scalar)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(owner))
      return argument == loop.getInductionVar()
                 ? std::gcd(recurse(loop.getLowerBound()),
                            recurse(loop.getStep()))
                 : 1;
    if (auto function = dyn_cast<FunctionOpInterface>(owner))
      if (auto attr = function.getArgAttrOfType<IntegerAttr>(
              argument.getArgNumber(), "tt.divisibility"))
        return std::max<int64_t>(attr.getInt(), 1);
    return 1;
  }
  Operation *op = scalar.getDefiningOp();
  if (isa<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::MaxSIOp>(op)) {
    uint64_t both =
        std::gcd(recurse(op->getOperand(0)), recurse(op->getOperand(1)));
    bool mayWrap = isNarrow(scalar) && isa<arith::AddIOp, arith::SubIOp>(op);
    return mayWrap ? powerOfTwoIn(both) : both;
  }
  if (isa<arith::MulIOp>(op)) {
    uint64_t product =
        boundedProduct(recurse(op->getOperand(0)), recurse(op->getOperand(1)));
    return isNarrow(scalar) || isHashProduct(scalar) ? powerOfTwoIn(product)
                                                     : product;
  }
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp, triton::SplatOp,
          triton::ExpandDimsOp, triton::BroadcastOp, triton::TransOp>(op))
    return recurse(op->getOperand(0));
  if (isa<arith::SelectOp>(op))
    return std::gcd(recurse(op->getOperand(1)), recurse(op->getOperand(2)));
  return 1;
}

uint64_t mlir::tts::getDivisibility(Value scalar) {
  return ::getDivisibility(scalar, kMaxDepth);
}

uint64_t mlir::tts::getDivisibility(const ScalarExpr &expr) {
  uint64_t result = 0;
  for (const ScalarTerm &term : expr.getTerms()) {
    uint64_t product = term.coefficient < 0
                           ? 0 - static_cast<uint64_t>(term.coefficient)
                           : static_cast<uint64_t>(term.coefficient);
    for (const ScalarAtom *atom : term.factors)
      if (atom->kind == AtomKind::Value)
        product =
            boundedProduct(product, ::getDivisibility(atom->value, kMaxDepth));
    result = std::gcd(result, product);
  }
  return result;
}

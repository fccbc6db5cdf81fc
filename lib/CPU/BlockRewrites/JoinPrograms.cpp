// Versions of kernels in which programs that lie side by side are one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "AccessBounds.h"
#include "JoinedLanes.h"
#include "ProgramLanes.h"
#include "triton-shared/CPU/Analysis/AxisUse.h"
#include "triton-shared/CPU/Analysis/GridOrder.h"
#include "triton-shared/CPU/Analysis/SharedDim.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUJOINPROGRAMS
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace {

/// Rows of so many elements are long enough.
constexpr int64_t kLongRow = 1024;
/// What larger blocks read and write is no longer in the second-level cache
/// when something wants it again.
constexpr int64_t kLargestBlock = 1 << 15;
/// What loops carry is to stay in the first-level cache, and what scans give.
constexpr int64_t kMostKept = 1 << 12;
/// Rows of so many elements are worth it that all of that leaves the cache
/// where it is, as long as it is no more than this.
constexpr int64_t kGoodRow = 64, kMostOfGoodRows = 1 << 17;
/// Rows of fewer lanes are not worth it that each of them is a program.
constexpr int64_t kLeastLanes = 8;
/// Larger functions are not worth the time to compile them twice.
constexpr int64_t kMaxOperations = 500;

/// How many programs are done at once, a power of two: so many that rows are
/// long; 1 where they are. `largest` is the size of the largest block of a
/// program, `kept` of what it keeps.
int64_t mostAtOnce(int64_t width, int64_t largest, int64_t kept) {
  kept = std::max<int64_t>(kept, 1);
  int64_t most =
      std::min({kLongRow / width, kLargestBlock / largest, kMostKept / kept});
  int64_t good =
      std::min(kGoodRow / width, kMostOfGoodRows / std::max(largest, kept));
  return llvm::bit_floor<uint64_t>(std::max<int64_t>({most, good, 1}));
}

/// Of tiles; 1 where a program has but one row, which it is quickly done with
/// unless a loop goes on from row to row.
int64_t mostJoined(const cpu::JoinedLanes &lanes) {
  int64_t largest = 0, kept = 0;
  for (auto [v, dim] : lanes.dims()) {
    largest = std::max(largest, cpu::blockSize(v));
    if (isa<BlockArgument>(v) || v.getDefiningOp<triton::ScanOp>())
      kept += cpu::blockSize(v);
  }
  return largest == lanes.width() && kept == 0
             ? 1
             : mostAtOnce(lanes.width(), largest, kept);
}

int64_t mostLanes(const cpu::Differences &differences) {
  return mostAtOnce(/*width=*/1, differences.largest(), differences.kept());
}

/// A version of a function whose blocks are as long as those of several
/// programs.
class JoinedVersion {
public:
  JoinedVersion(triton::FuncOp function, const cpu::JoinedLanes &lanes)
      : lanes(lanes), most(mostJoined(lanes)),
        version(cast<triton::FuncOp>(function->clone(map))) {}

  triton::FuncOp build(cpu::ProgramNumber number) {
    for (auto [v, dim] : lanes.dims())
      if (Value own = map.lookupOrNull(v))
        widen(own, dim);
    addLanes();
    for (auto [v, dim] : lanes.dims())
      if (auto block = v.getDefiningOp<MakeBlockOp>())
        bound(cast<MakeBlockOp>(map.lookup(v).getDefiningOp()), dim);
    if (Operation *remainder = number.remainder)
      map.lookup(remainder->getResult(0))
          .getDefiningOp()
          ->setAttr(kJoinedNumberAttr, UnitAttr::get(version.getContext()));
    return version;
  }

private:
  SmallVector<int64_t> widened(ArrayRef<int64_t> shape, int dim) {
    auto own = llvm::to_vector(shape);
    own[dim] *= most;
    return own;
  }

  void widen(Value v, int dim) {
    auto tensor = dyn_cast<RankedTensorType>(v.getType());
    if (!tensor) {
      auto block = cast<BlockType>(v.getType());
      v.setType(BlockType::get(widened(block.getShape(), dim),
                               block.getElementType()));
      return;
    }
    RankedTensorType own = tensor.clone(widened(tensor.getShape(), dim));
    v.setType(own);
    Operation *op = v.getDefiningOp();
    if (!op)
      return;
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto splat = cast<SplatElementsAttr>(constant.getValue());
      constant.setValueAttr(splat.resizeSplat(own));
    } else if (auto range = dyn_cast<triton::MakeRangeOp>(op)) {
      int32_t start = range.getStartAttr().getInt();
      range.setEndAttr(Builder(op).getI32IntegerAttr(
          start + static_cast<int32_t>(own.getNumElements())));
    }
  }

  /// The lanes of the programs that there are.
  void addLanes() {
    Value programs = cpu::addProgramCount(version);
    auto b = OpBuilder::atBlockBegin(&version.getBody().front());
    Location loc = version.getLoc();
    Value width = arith::ConstantIndexOp::create(b, loc, lanes.width());
    count = arith::MulIOp::create(b, loc, programs, width);
  }

  /// A bound, or the lanes if that is less. Accesses of one bound keep one.
  Value boundBy(Value upper) {
    Value &own = bounds[upper];
    if (!own) {
      OpBuilder b(version.getContext());
      b.setInsertionPointAfterValue(upper);
      own = arith::MinSIOp::create(b, upper.getLoc(), count, upper);
    }
    return own;
  }

  /// Keeps an access to these lanes.
  void bound(MakeBlockOp block, int dim) {
    SmallVector<OpFoldResult> upper = block.getMixedUpper();
    upper[dim] =
        isa<Attribute>(upper[dim]) ? count : boundBy(cast<Value>(upper[dim]));
    cpu::replaceUpper(block, upper);
  }

  const cpu::JoinedLanes &lanes;
  int64_t most;
  IRMapping map;
  triton::FuncOp version;
  Value count; // of the lanes that there are
  DenseMap<Value, Value> bounds;
};

struct CPUJoinPrograms : impl::CPUJoinProgramsBase<CPUJoinPrograms> {
  void runOnOperation() override {
    auto functions = getOperation().getOps<triton::FuncOp>();
    for (triton::FuncOp function : llvm::make_early_inc_range(functions))
      if (!function.isDeclaration() && !function->hasAttr(kJoinedAttr) &&
          !function->hasAttr(kMostJoinedAttr) && isSmall(function))
        join(function);
  }

  static bool isSmall(triton::FuncOp function) {
    int64_t operations = 0;
    function.walk([&](Operation *) { ++operations; });
    return operations <= kMaxOperations;
  }

  void join(triton::FuncOp function) {
    if (std::optional<int> axis = cpu::axisInAnyOrder(function))
      for (cpu::ProgramNumber number : numbersAlong(function, *axis)) {
        cpu::JoinedLanes lanes(function, number);
        if (!lanes.find() || mostJoined(lanes) == 1)
          continue;
        return addVersion(function,
                          JoinedVersion(function, lanes).build(number), number,
                          mostJoined(lanes));
      }
    if (cpu::isOrdered(function) || cpu::hasDots(function))
      return;
    for (int axis : {0, 1, 2})
      for (cpu::ProgramNumber number : numbersAlong(function, axis)) {
        cpu::Differences differences(function, number);
        int64_t most = mostLanes(differences);
        if (!differences.haveColumns() || most < kLeastLanes)
          continue;
        triton::FuncOp version =
            cpu::ProgramLanes(function, number, differences, most).build();
        if (!version)
          continue;
        function->setAttr(kJoinedAloneAttr, UnitAttr::get(&getContext()));
        return addVersion(function, version, number, most);
      }
  }

  /// Is it the number along axis 0, of which no bits have been cut off?
  static bool isWholeNumber(Value v) {
    while (auto *op = v.getDefiningOp()) {
      if (isa<triton::GetProgramIdOp>(op))
        return cpu::isProgramX(v);
      if (!isa<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp>(op))
        return false;
      v = op->getOperand(0);
    }
    return false;
  }

  /// What may count programs that lie side by side.
  static SmallVector<cpu::ProgramNumber> numbersAlong(triton::FuncOp function,
                                                      int axis) {
    SmallVector<cpu::ProgramNumber> numbers{{axis, nullptr}};
    if (axis == 0)
      function.walk([&](Operation *op) {
        llvm::SetVector<Operation *> slice;
        if (isa<arith::RemSIOp, arith::RemUIOp>(op) &&
            isWholeNumber(op->getOperand(0)) &&
            cpu::addScalars(op->getOperand(1), slice))
          numbers.push_back({0, op});
      });
    return numbers;
  }

  void addVersion(triton::FuncOp function, triton::FuncOp version,
                  cpu::ProgramNumber number, int64_t most) {
    version.setName((function.getName() + ".joined").str());
    version.setVisibility(SymbolTable::Visibility::Private);
    version->removeAttr(kVersionAttr);
    version->removeAttr(kVersionStridesAttr);
    Builder b(function.getContext());
    version->setAttr(kJoinedAxisAttr, b.getI32IntegerAttr(number.axis));
    version->setAttr(kMostJoinedAttr, b.getI64IntegerAttr(most));
    SymbolTable(getOperation()).insert(version, Block::iterator(function));
    function->setAttr(kJoinedAttr, FlatSymbolRefAttr::get(version));
    function->setAttr(kJoinedAxisAttr, version->getAttr(kJoinedAxisAttr));
  }
};

} // namespace
} // namespace mlir::tts

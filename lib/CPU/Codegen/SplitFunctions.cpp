// Long functions in pieces.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SplitFunctions.h"
#include "CodeCost.h"
#include "HalfLoads.h"
#include "triton-shared/CPU/Codegen/TileIntrinsics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DominanceFrontier.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace mlir::tts {
namespace {

/// The cost from which on a function is split.
constexpr size_t kLong = 2000;
/// The share of a function, in percent, that is worth taking out of it.
constexpr size_t kLeastShare = 20, kMostShare = 80;
/// What a call passes and returns at most: what does not fit into registers
/// goes through memory.
constexpr size_t kMostInputs = 64, kMostVectors = 4, kMostOutputs = 4;

using Blocks = SmallVector<BasicBlock *>;
using Values = SetVector<Value *>;

bool isVector(const Value *value) { return value->getType()->isVectorTy(); }

bool usesTiles(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return intrinsic &&
           tts::usesTiles(intrinsic->getCalledFunction()->getName());
  });
}

class Splitter {
public:
  explicit Splitter(Function &function)
      : function(function), dominators(function), postDominators(function),
        loops(dominators), assumptions(function), cache(function) {
    frontier.analyze(dominators);
    regions.recalculate(function, &dominators, &postDominators, &frontier);
  }

  /// Takes out the region that is nearest to half of the function. Null where
  /// none can be taken.
  Function *split() {
    whole = codeCost(function);
    collect(*regions.getTopLevelRegion());
    // The outer one of two that are as near.
    SmallVector<std::pair<size_t, size_t>> order;
    for (auto [index, piece] : enumerate(pieces))
      order.push_back(
          {std::max(2 * piece.cost, whole) - std::min(2 * piece.cost, whole),
           index});
    sort(order);
    for (auto [distance, index] : order)
      if (Function *part = extract(pieces[index].blocks))
        return part;
    return nullptr;
  }

private:
  struct Piece {
    Blocks blocks; // the way in first
    size_t cost = 0;
  };

  /// The regions in `outer` that may be taken out, and rows of such regions
  /// that follow each other, about half of the function.
  void collect(const Region &outer) {
    DenseMap<const BasicBlock *, const Region *> byEntry;
    for (const std::unique_ptr<Region> &region : outer)
      byEntry[region->getEntry()] = region.get();
    for (const std::unique_ptr<Region> &first : outer) {
      Piece piece;
      const Region *last = first.get();
      for (; last && 2 * piece.cost < whole;
           last = byEntry.lookup(last->getExit())) {
        add(piece, *last);
        if (last == first.get() || 2 * piece.cost >= whole)
          offer(piece);
      }
      collect(*first);
    }
  }

  static void add(Piece &piece, const Region &region) {
    for (BasicBlock *block : region.blocks()) {
      piece.blocks.push_back(block);
      piece.cost += codeCost(*block);
    }
  }

  void offer(const Piece &piece) {
    if (piece.cost * 100 >= whole * kLeastShare &&
        piece.cost * 100 <= whole * kMostShare)
      pieces.push_back(piece);
  }

  /// Does a loop around the blocks hold vectors? A call would spill them.
  bool isInAccumulation(const Blocks &blocks) const {
    for (const Loop *loop = loops.getLoopFor(blocks.front()); loop;
         loop = loop->getParentLoop())
      if (!is_contained(blocks, loop->getHeader()) &&
          any_of(loop->getHeader()->phis(),
                 [](const PHINode &phi) { return isVector(&phi); }))
        return true;
    return false;
  }

  Function *extract(const Blocks &blocks) {
    if (isInAccumulation(blocks))
      return nullptr;
    CodeExtractor extractor(blocks, &dominators, /*AggregateArgs=*/false,
                            /*BFI=*/nullptr, /*BPI=*/nullptr, &assumptions);
    if (!extractor.isEligible())
      return nullptr;
    Values sinking, hoisting, inputs, outputs;
    BasicBlock *exit = nullptr;
    extractor.findAllocas(cache, sinking, hoisting, exit);
    extractor.findInputsOutputs(inputs, outputs, sinking);
    if (inputs.size() > kMostInputs || outputs.size() > kMostOutputs ||
        count_if(inputs, isVector) > ptrdiff_t(kMostVectors) ||
        any_of(outputs, isVector))
      return nullptr;
    return extractor.extractCodeRegion(cache);
  }

  Function &function;
  DominatorTree dominators;
  PostDominatorTree postDominators;
  DominanceFrontier frontier;
  RegionInfo regions;
  LoopInfo loops;
  AssumptionCache assumptions;
  CodeExtractorAnalysisCache cache;
  size_t whole = 0;
  SmallVector<Piece> pieces;
};

/// Notes which parameters of a part, which is called once, point to tensors.
void markTensors(Function &part) {
  auto *call = cast<CallBase>(*part.user_begin());
  for (Argument &parameter : part.args())
    if (parameter.getType()->isPointerTy() &&
        !isScratch(call->getArgOperand(parameter.getArgNo())))
      part.addParamAttr(parameter.getArgNo(),
                        Attribute::get(part.getContext(), kTensorPointer));
}

} // namespace

void splitLongFunctions(Module &module) {
  SmallVector<Function *> given;
  for (Function &function : module)
    if (!function.isDeclaration() && !usesTiles(function))
      given.push_back(&function);
  for (Function *function : given) {
    unsigned parts = 0;
    SmallVector<Function *> left{function};
    while (!left.empty()) {
      Function *next = left.back();
      Function *part =
          codeCost(*next) < kLong ? nullptr : Splitter(*next).split();
      if (!part) {
        left.pop_back();
        continue;
      }
      part->setName(function->getName() + ".part_" + Twine(parts++));
      part->setLinkage(GlobalValue::ExternalLinkage);
      part->setVisibility(GlobalValue::HiddenVisibility);
      part->addFnAttr(Attribute::NoInline);
      markTensors(*part);
      left.push_back(part);
    }
  }
}

} // namespace mlir::tts

// The pass: kernel entry point, argument slots, loop over programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlocksToLoops/Passes.h"

#include "Emitter.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"
#include "triton-shared/Lowering/KernelArguments.h"
#include "triton-shared/Runtime/KernelABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUBLOCKSTOLOOPS
#include "triton-shared/CPU/BlocksToLoops/Passes.h.inc"

namespace {

/// Loads argument `i` from its 8-byte slot.
Value loadArgument(OpBuilder &b, Location loc, Value args, unsigned i,
                   Type type) {
  Type ptr = args.getType();
  Value slot = LLVM::GEPOp::create(b, loc, ptr, b.getI64Type(), args,
                                   ArrayRef<LLVM::GEPArg>{int32_t(i)});
  return loadScalarArgument(b, loc, slot,
                            isa<triton::PointerType>(type) ? ptr : type);
}

/// The function that the attribute `name` of the kernel names takes the
/// kernel's arguments and `more` besides.
LogicalResult verifyVersion(triton::FuncOp src, StringRef name, unsigned more) {
  auto symbol = src->getAttrOfType<FlatSymbolRefAttr>(name);
  if (!symbol)
    return success();
  auto function =
      SymbolTable::lookupNearestSymbolFrom<triton::FuncOp>(src, symbol);
  if (!function || function.isDeclaration())
    return src.emitError() << "attribute '" << name << "' names " << symbol
                           << ", which is no function with a body";
  if (function.getNumArguments() != src.getNumArguments() + more ||
      function->hasAttr(kMostJoinedAttr) !=
          (more != 0 || src->hasAttr(kMostJoinedAttr)))
    return src.emitError() << "attribute '" << name << "' names " << symbol
                           << ", which has other arguments";
  return success();
}

/// Calls the function that the attribute `name` of the kernel names where
/// `condition` holds; what follows is for all else.
scf::IfOp callInstead(OpBuilder &b, triton::FuncOp src, func::FuncOp out,
                      Value condition, StringRef name) {
  Location loc = src.getLoc();
  auto branch = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  func::CallOp::create(b, loc, src->getAttrOfType<FlatSymbolRefAttr>(name),
                       TypeRange(), out.getArguments());
  b.setInsertionPointToStart(branch.elseBlock());
  return branch;
}

/// Calls the version of the kernel for unit strides where they are; what
/// follows is for all others. `args` are those of the kernel.
scf::IfOp callVersion(OpBuilder &b, triton::FuncOp src, func::FuncOp out,
                      ValueRange args) {
  Location loc = src.getLoc();
  Value all;
  for (int32_t i : src->getAttrOfType<DenseI32ArrayAttr>(kVersionStridesAttr)
                       .asArrayRef()) {
    Value one = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(args[i].getType(), 1));
    Value isOne =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, args[i], one);
    all = all ? arith::AndIOp::create(b, loc, all, isOne).getResult() : isOne;
  }
  return callInstead(b, src, out, all, kVersionAttr);
}

/// Tells the launch how many programs that follow each other are done at once.
void tellJoins(OpBuilder &b, Location loc, Value runtime, int32_t most) {
  Value slot =
      LLVM::GEPOp::create(b, loc, runtime.getType(), b.getI8Type(), runtime,
                          ArrayRef<LLVM::GEPArg>{TTS_CONTEXT_JOINS});
  Value count = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(most));
  LLVM::StoreOp::create(b, loc, count, slot, /*alignment=*/4,
                        /*isVolatile=*/false, /*isNonTemporal=*/false,
                        /*isInvariantGroup=*/false,
                        LLVM::AtomicOrdering::monotonic);
}

/// Calls the version of the kernel that does programs side by side at once
/// where there are several in a row, and in most versions only where several
/// are given; what follows is for all others.
scf::IfOp callJoined(OpBuilder &b, triton::FuncOp src, func::FuncOp out,
                     int32_t mostJoined) {
  Location loc = src.getLoc();
  Type i32 = b.getI32Type();
  tellJoins(b, loc, out.getArgument(5), mostJoined);
  int32_t axis = src->getAttrOfType<IntegerAttr>(kJoinedAxisAttr).getInt();
  Value grid = out.getArgument(1);
  Value slot = LLVM::GEPOp::create(b, loc, grid.getType(), i32, grid,
                                   ArrayRef<LLVM::GEPArg>{axis});
  Value inRow = arith::ExtUIOp::create(
      b, loc, b.getI64Type(), LLVM::LoadOp::create(b, loc, i32, slot, 4));
  Value most = inRow;
  if (!src->hasAttr(kJoinedAloneAttr)) {
    Value given =
        arith::SubIOp::create(b, loc, out.getArgument(3), out.getArgument(2));
    most = arith::MinSIOp::create(b, loc, inRow, given);
  }
  Value one = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(1));
  Value several =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, most, one);
  return callInstead(b, src, out, several, kJoinedAttr);
}

/// How many programs each function does at once that does several.
using MostJoined = llvm::StringMap<int32_t>;

MostJoined findMostJoined(ModuleOp module) {
  MostJoined found;
  for (auto f : module.getOps<triton::FuncOp>())
    if (auto most = f->getAttrOfType<IntegerAttr>(kMostJoinedAttr))
      found[f.getName()] = most.getInt();
  return found;
}

/// What was to be fused is (cpu-fuse-products). LLVM would fuse more, in one
/// version of a kernel and not in another.
void forbidContraction(func::FuncOp function) {
  function.walk([](arith::ArithFastMathInterface op) {
    auto flags = op.getFastMathFlagsAttr();
    constexpr auto contract = arith::FastMathFlags::contract;
    if (flags && arith::bitEnumContainsAll(flags.getValue(), contract))
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(op.getContext(),
                                                flags.getValue() & ~contract));
  });
}

bool hasOperations(func::FuncOp function, unsigned number) {
  unsigned count = 0;
  return function
      .walk([&](Operation *) {
        return ++count >= number ? WalkResult::interrupt()
                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What accesses test is much the same for all of them. To simplify each of
/// these tests takes the canonicalizer, which comes next, ten times as long as
/// it takes to drop them. (It makes other code then, on the whole neither
/// better nor worse; short functions keep theirs.)
void dropRepeats(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
}

LogicalResult emitKernel(triton::FuncOp src, cpu::LoopTarget target,
                         const MostJoined &mostJoined, int64_t &arenaBytes) {
  OpBuilder b(src);
  Location loc = src.getLoc();
  Type ptr = LLVM::LLVMPointerType::get(b.getContext());
  Type i64 = b.getI64Type();
  // How many programs are done at once is no argument of the kernel's.
  auto arguments = ArrayRef<BlockArgument>(src.getArguments())
                       .drop_back(src->hasAttr(kMostJoinedAttr));
  for (Type t : ValueRange(arguments).getTypes())
    if (!isa<triton::PointerType, IntegerType, FloatType>(t))
      return src.emitError("argument of type ")
             << t << " has no slot in the kernel's argument block";
  auto type = b.getFunctionType({ptr, ptr, i64, i64, ptr, ptr}, {});
  auto out = func::FuncOp::create(b, loc, src.getName(), type);
  out.setVisibility(src.getVisibility());
  // Scratch is private to the thread that runs the kernel.
  out.setArgAttr(4, "llvm.noalias", b.getUnitAttr());
  out.setArgAttr(4, "llvm.align", b.getI64IntegerAttr(64));
  out.setArgAttr(0, "llvm.noalias", b.getUnitAttr());
  out.setArgAttr(0, "llvm.readonly", b.getUnitAttr());
  Block *entry = out.addEntryBlock();
  b.setInsertionPointToEnd(entry);
  Operation *end = func::ReturnOp::create(b, loc);
  b.setInsertionPoint(end);

  cpu::Emitter emitter(src, b, target, /*arenaPtr=*/entry->getArgument(4),
                       /*runtime=*/entry->getArgument(5));
  SmallVector<Value> args;
  for (auto [i, arg] : llvm::enumerate(arguments)) {
    args.push_back(
        loadArgument(b, loc, entry->getArgument(0), i, arg.getType()));
    emitter.scalars.map(arg, args.back());
  }
  if (src->hasAttr(kVersionAttr))
    end = callVersion(b, src, out, args).elseYield();
  if (auto joined = src->getAttrOfType<FlatSymbolRefAttr>(kJoinedAttr))
    end = callJoined(b, src, out, mostJoined.lookup(joined.getValue()))
              .elseYield();
  if (failed(emitter.emit(entry->getArgument(1), entry->getArgument(2),
                          entry->getArgument(3), end)))
    return failure();
  forbidContraction(out);
  out->setAttr(kArenaBytesAttr, b.getI64IntegerAttr(emitter.arenaPeak));
  arenaBytes = std::max(arenaBytes, emitter.arenaPeak);
  return success();
}

int64_t arenaBytesOf(func::FuncOp function) {
  auto bytes = function->getAttrOfType<IntegerAttr>(kArenaBytesAttr);
  return bytes ? bytes.getInt() : 0;
}

/// A version of a kernel that it calls has the kernel's scratch.
void coverVersions(ModuleOp module) {
  module.walk([&](func::CallOp call) {
    auto kernel = call->getParentOfType<func::FuncOp>();
    auto version = module.lookupSymbol<func::FuncOp>(call.getCallee());
    if (!kernel || !version)
      return;
    int64_t bytes = arenaBytesOf(version);
    if (bytes > arenaBytesOf(kernel))
      kernel->setAttr(kArenaBytesAttr,
                      Builder(module).getI64IntegerAttr(bytes));
  });
}

struct CPUBlocksToLoopsPass
    : public impl::CPUBlocksToLoopsBase<CPUBlocksToLoopsPass> {
  using CPUBlocksToLoopsBase::CPUBlocksToLoopsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (vectorBits != 128 && vectorBits != 256 && vectorBits != 512) {
      module.emitError("'vector-bits' is 128, 256 or 512, not ")
          << unsigned(vectorBits);
      return signalPassFailure();
    }
    cpu::LoopTarget target;
    target.vectorBits = vectorBits;
    target.streamBytes = streamBytes;
    target.cas16 = cas16;
    target.transactions = transactions;
    target.weakMemory = weakMemory;
    for (const std::string &unit : dotUnits) {
      bool *known = llvm::StringSwitch<bool *>(unit)
                        .Case("amx-bf16", &target.amxBf16)
                        .Case("amx-int8", &target.amxInt8)
                        .Case("avx512bf16", &target.avx512Bf16)
                        .Case("pmaddwd", &target.pmaddwd)
                        .Case("vpdpbusd", &target.vpdpbusd)
                        .Default(nullptr);
      if (!known) {
        module.emitError("unknown dot unit '")
            << unit
            << "'; known are amx-bf16, amx-int8, avx512bf16, vpdpbusd, pmaddwd";
        return signalPassFailure();
      }
      *known = true;
    }
    for (auto f : module.getOps<triton::FuncOp>())
      if (failed(verifyVersion(f, kVersionAttr, 0)) ||
          failed(verifyVersion(f, kJoinedAttr, 1)))
        return signalPassFailure();
    MostJoined mostJoined = findMostJoined(module);
    int64_t arenaBytes = 0;
    for (auto f : llvm::make_early_inc_range(module.getOps<triton::FuncOp>())) {
      if (f.isDeclaration()) {
        f.erase();
        continue;
      }
      if (failed(emitKernel(f, target, mostJoined, arenaBytes)))
        return signalPassFailure();
      f.erase();
    }
    for (auto f : module.getOps<func::FuncOp>())
      if (hasOperations(f, longFrom))
        dropRepeats(f);
    coverVersions(module);
    module->setAttr(
        kArenaBytesAttr,
        IntegerAttr::get(IntegerType::get(&getContext(), 64), arenaBytes));
  }
};

} // namespace
} // namespace mlir::tts

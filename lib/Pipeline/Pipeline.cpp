// The road: stops and phases in order.
// Start reading here: the list below is the whole order from Triton's IR to the
// LLVM dialect. lib/Pipeline/Compile.cpp goes along it and on to object code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Pipeline/Pipeline.h"

#include "triton-shared/CPU/BlockRewrites/Passes.h"
#include "triton-shared/CPU/BlocksToLoops/Passes.h"
#include "triton-shared/CPU/ToLLVM/Passes.h"
#include "triton-shared/CPU/VectorMath/Passes.h"
#include "triton-shared/Conversion/LinalgToPlain/Passes.h"
#include "triton-shared/Conversion/StructuredToMemref/Passes.h"
#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Conversion/TritonExpandDotScaled/Passes.h"
#include "triton-shared/Conversion/TritonNormalize/Passes.h"
#include "triton-shared/Conversion/TritonToStructured/Passes.h"
#include "triton-shared/Conversion/VerifyUpstreamOnly/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::tts {
namespace {

void cleanUp(OpPassManager &passes) {
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
}

void normalize(OpPassManager &passes, const PipelineOptions &options) {
  TritonNormalizeOptions normalize;
  normalize.descriptorArgFlags = options.descriptorFlags;
  passes.addPass(createTritonNormalize(normalize));
}

void expandDotScaled(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createTritonExpandDotScaled());
}

void structure(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createTritonToStructured());
  cleanUp(passes);
}

void arithToLinalg(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createTritonArithToLinalg());
}

void toMemref(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createStructuredToMemref());
  cleanUp(passes);
}

void upstreamOnly(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createVerifyUpstreamOnly());
}

void plainBufferize(OpPassManager &passes, const PipelineOptions &) {
  addPlainBufferize(passes);
}

void plainLoops(OpPassManager &passes, const PipelineOptions &) {
  addPlainLoops(passes);
}

void plainToLLVM(OpPassManager &passes, const PipelineOptions &) {
  addPlainToLLVM(passes);
}

void branchesToSelects(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUBranchesToSelects());
}

void turnStores(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUTurnStores());
}

void unitStrides(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUUnitStrides());
}

void maskBounds(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUMaskBounds());
}

void dotFewRows(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUDotFewRows());
}

void flattenExchanges(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUFlattenExchanges());
}

void reduceInLoops(OpPassManager &passes, const PipelineOptions &options) {
  CPUReduceInLoopsOptions reduce;
  reduce.reorderSums = options.fpFusion;
  passes.addPass(createCPUReduceInLoops(reduce));
}

void reduceRowsFirst(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUReduceRowsFirst());
}

void storeInBranches(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUStoreInBranches());
}

/// Not where it would be a call of the C library for each lane.
void fuseProducts(OpPassManager &passes, const PipelineOptions &options) {
  bool hasInstruction = llvm::Triple(options.target.triple()).isX86()
                            ? options.target.hasFeature("fma")
                            : options.target.hasFeature("neon");
  if (options.fpFusion && hasInstruction)
    passes.addPass(createCPUFuseProducts());
}

void joinPrograms(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUJoinPrograms());
}

void pairAccesses(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUPairAccesses());
}

void blocksToLoops(OpPassManager &passes, const PipelineOptions &options) {
  CPUBlocksToLoopsOptions loops;
  loops.vectorBits = options.vectorBits                     ? options.vectorBits
                     : options.target.hasFeature("avx512f") ? 512
                     : options.target.hasFeature("avx2")    ? 256
                                                            : 128;
  // Streaming gains 1.1x from 16 MiB on and 1.3 to 1.5x from 32 MiB on where
  // more fits in the last level than two cores need. Zen's cores share 32 MiB
  // of it, which up to eight of them fill.
  if (llvm::StringRef(options.target.cpu()).starts_with("znver"))
    loops.streamBytes = 16 << 20;
  loops.cas16 = options.target.hasFeature("cx16");
  loops.transactions = options.target.hasFeature("rtm");
  loops.weakMemory = !llvm::Triple(options.target.triple()).isX86();
  for (llvm::StringRef unit : {"amx-bf16", "amx-int8", "avx512bf16"})
    if (options.target.hasFeature(unit))
      loops.dotUnits.push_back(unit.str());
  if (options.target.hasFeature(loops.vectorBits == 512 ? "avx512bw" : "avx2"))
    loops.dotUnits.push_back("pmaddwd");
  // 512 bits are AVX512's own; narrower registers AVX-VNNI has, too.
  bool vnni = options.target.hasFeature("avx512vnni") &&
              options.target.hasFeature("avx512vl");
  if (vnni || (loops.vectorBits == 256 && options.target.hasFeature("avxvnni")))
    loops.dotUnits.push_back("vpdpbusd");
  passes.addPass(createCPUBlocksToLoops(loops));
}

void cleanLoops(OpPassManager &passes, const PipelineOptions &) {
  // Operations after their operands, it takes time that grows with the square
  // of a kernel: 200 loads of a tile took 3.5 s, and take 0.1 so.
  GreedyRewriteConfig usersFirst;
  usersFirst.setUseTopDownTraversal(false).setRegionSimplificationLevel(
      GreedySimplifyRegionLevel::Normal);
  passes.addPass(createCanonicalizerPass(usersFirst));
  passes.addPass(createCSEPass());
  passes.addPass(createLoopInvariantCodeMotionPass());
}

void outlineRepeats(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUOutlineRepeats());
}

/// The widest instruction set of the target that vector math knows.
std::string vectorMathFeatures(const CPUTarget &target) {
  bool avx512 = llvm::all_of(
      std::initializer_list<llvm::StringRef>{"avx512f", "avx512dq", "avx512vl"},
      [&](llvm::StringRef f) { return target.hasFeature(f); });
  std::string features = avx512                      ? "avx512"
                         : target.hasFeature("avx2") ? "avx2"
                         : target.hasFeature("neon") ? "neon"
                                                     : "generic";
  if (target.hasFeature("avx512fp16") || target.hasFeature("fullfp16"))
    features += "+fp16";
  if (avx512 && target.hasFeature("avx512bf16"))
    features += "+bf16";
  if (avx512 && target.cpu() == "znver4")
    features += "+znver4";
  return features;
}

void vectorMath(OpPassManager &passes, const PipelineOptions &options) {
  CPUVectorMathOptions math;
  math.features = vectorMathFeatures(options.target);
  passes.addPass(createCPUVectorMath(math));
}

void libraryFunctions(OpPassManager &passes, const PipelineOptions &options) {
  CPULibraryFunctionsOptions functions;
  functions.features = vectorMathFeatures(options.target);
  passes.addPass(createCPULibraryFunctions(functions));
}

void lowerVectors(OpPassManager &passes, const PipelineOptions &options) {
  CPULowerVectorsOptions vectors;
  vectors.expandBf16 = !options.target.hasFeature("avx512bf16") &&
                       !options.target.hasFeature("avxneconvert") &&
                       !options.target.hasFeature("bf16");
  passes.addPass(createCPULowerVectors(vectors));
}

void toLLVM(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCPUToLLVM());
}

constexpr Phase kPhases[] = {
    {"triton-normalize", Stop::TTIR, Stop::Structured, normalize},
    {"triton-expand-dot-scaled", Stop::TTIR, Stop::Structured, expandDotScaled},
    {"triton-to-structured", Stop::TTIR, Stop::Structured, structure},

    {"triton-arith-to-linalg", Stop::Structured, Stop::Linalg, arithToLinalg},
    {"structured-to-memref", Stop::Structured, Stop::Linalg, toMemref},
    {"verify-upstream-only", Stop::Structured, Stop::Linalg, upstreamOnly},

    {"plain-bufferize", Stop::Linalg, Stop::Loops, plainBufferize},
    {"plain-loops", Stop::Linalg, Stop::Loops, plainLoops},
    {"cpu-library-functions", Stop::Linalg, Stop::LLVM, libraryFunctions},
    {"plain-to-llvm", Stop::Linalg, Stop::LLVM, plainToLLVM},

    {"cpu-branches-to-selects", Stop::Structured, Stop::Loops,
     branchesToSelects},
    {"cpu-turn-stores", Stop::Structured, Stop::Loops, turnStores},
    {"cpu-unit-strides", Stop::Structured, Stop::Loops, unitStrides},
    {"cpu-mask-bounds", Stop::Structured, Stop::Loops, maskBounds},
    {"cpu-dot-few-rows", Stop::Structured, Stop::Loops, dotFewRows},
    {"cpu-flatten-exchanges", Stop::Structured, Stop::Loops, flattenExchanges},
    {"cpu-reduce-in-loops", Stop::Structured, Stop::Loops, reduceInLoops},
    {"cpu-reduce-rows-first", Stop::Structured, Stop::Loops, reduceRowsFirst},
    {"cpu-store-in-branches", Stop::Structured, Stop::Loops, storeInBranches},
    {"cpu-fuse-products", Stop::Structured, Stop::Loops, fuseProducts},
    {"cpu-join-programs", Stop::Structured, Stop::Loops, joinPrograms},
    {"cpu-pair-accesses", Stop::Structured, Stop::Loops, pairAccesses},
    {"cpu-blocks-to-loops", Stop::Structured, Stop::Loops, blocksToLoops},
    {"clean-loops", Stop::Structured, Stop::Loops, cleanLoops},

    {"cpu-outline-repeats", Stop::Loops, Stop::LLVM, outlineRepeats},
    {"cpu-vector-math", Stop::Loops, Stop::LLVM, vectorMath},
    {"cpu-lower-vectors", Stop::Loops, Stop::LLVM, lowerVectors},
    {"cpu-to-llvm", Stop::Loops, Stop::LLVM, toLLVM},
};

constexpr llvm::StringLiteral kStopNames[] = {
    "ttir", "structured", "linalg", "loops", "llvm", "llir", "asm", "obj"};

} // namespace

llvm::ArrayRef<Phase> phases() { return kPhases; }

llvm::ArrayRef<llvm::StringLiteral> stopNames() { return kStopNames; }

llvm::StringRef stopName(Stop stop) { return kStopNames[int(stop)]; }

std::optional<Stop> parseStop(llvm::StringRef name) {
  for (auto [index, known] : llvm::enumerate(kStopNames))
    if (known == name)
      return Stop(index);
  return std::nullopt;
}

} // namespace mlir::tts

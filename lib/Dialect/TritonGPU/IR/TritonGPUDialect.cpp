// The part of Triton's ttg dialect that occurs in TTIR.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/TritonGPU/IR/TritonGPUDialect.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::triton::gpu;

#include "triton-shared/Dialect/TritonGPU/IR/TritonGPUDialect.cpp.inc"
#include "triton-shared/Dialect/TritonGPU/IR/TritonGPUEnums.cpp.inc"

/// Address spaces joined by '|'.
static ParseResult parseAddrSpace(OpAsmParser &parser,
                                  AddrSpaceAttr &addrSpace) {
  AddrSpace spaces = AddrSpace::None;
  do {
    std::string keyword;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeywordOrString(&keyword))
      return failure();
    std::optional<AddrSpace> space = symbolizeAddrSpace(keyword);
    if (!space)
      return parser.emitError(loc)
             << "unknown address space '" << keyword << "'";
    spaces = spaces | *space;
  } while (succeeded(parser.parseOptionalVerticalBar()));
  addrSpace = AddrSpaceAttr::get(parser.getContext(), spaces);
  return success();
}

static void printAddrSpace(OpAsmPrinter &printer, BarrierOp,
                           AddrSpaceAttr addrSpace) {
  AddrSpace spaces = addrSpace.getValue();
  if (spaces == AddrSpace::None || spaces == AddrSpace::All) {
    printer << (spaces == AddrSpace::None ? "none" : "all");
    return;
  }
  llvm::ListSeparator bar("|");
  for (uint32_t bit = 1; bit <= static_cast<uint32_t>(AddrSpace::TensorWrite);
       bit <<= 1)
    if (static_cast<uint32_t>(spaces) & bit)
      printer << StringRef(bar) << stringifyAddrSpace(AddrSpace(bit));
}

#define GET_OP_CLASSES
#include "triton-shared/Dialect/TritonGPU/IR/TritonGPUOps.cpp.inc"

void TritonGPUDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "triton-shared/Dialect/TritonGPU/IR/TritonGPUOps.cpp.inc"
      >();
}

// tts.make_block: builder, accessors, assembly and verifier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::tts;

//===----------------------------------------------------------------------===//
// Builder and accessors
//===----------------------------------------------------------------------===//

void MakeBlockOp::build(OpBuilder &builder, OperationState &state,
                        BlockType type, Value base, Value offset,
                        ArrayRef<OpFoldResult> strides,
                        ArrayRef<OpFoldResult> lower,
                        ArrayRef<OpFoldResult> upper,
                        ArrayRef<int32_t> wrapDims, ValueRange wrapStarts,
                        ValueRange wrapModuli, ArrayRef<int32_t> clipDims,
                        Value gather, Value mask) {
  SmallVector<int64_t> staticStrides, staticLower, staticUpper;
  SmallVector<Value> dynamicStrides, dynamicLower, dynamicUpper;
  dispatchIndexOpFoldResults(strides, dynamicStrides, staticStrides);
  if (lower.empty())
    staticLower.assign(type.getRank(), 0);
  else
    dispatchIndexOpFoldResults(lower, dynamicLower, staticLower);
  if (upper.empty())
    llvm::append_range(staticUpper, type.getShape());
  else
    dispatchIndexOpFoldResults(upper, dynamicUpper, staticUpper);
  build(builder, state, type, base, offset, dynamicStrides, dynamicLower,
        dynamicUpper, wrapStarts, wrapModuli, gather, mask, staticStrides,
        staticLower, staticUpper, wrapDims, clipDims);
}

SmallVector<OpFoldResult> MakeBlockOp::getMixedStrides() {
  return getMixedValues(getStaticStrides(), getStrides(), getContext());
}

SmallVector<OpFoldResult> MakeBlockOp::getMixedLower() {
  return getMixedValues(getStaticLower(), getLower(), getContext());
}

SmallVector<OpFoldResult> MakeBlockOp::getMixedUpper() {
  return getMixedValues(getStaticUpper(), getUpper(), getContext());
}

bool MakeBlockOp::hasFullBox() {
  if (!getLower().empty() || !getUpper().empty())
    return false;
  for (auto [lower, upper, size] : llvm::zip_equal(
           getStaticLower(), getStaticUpper(), getType().getShape()))
    if (lower > 0 || upper < size)
      return false;
  return true;
}

bool MakeBlockOp::isWrapped(int64_t dim) {
  return llvm::is_contained(getWrapDims(), dim);
}

bool MakeBlockOp::isClipped(int64_t dim) {
  return llvm::is_contained(getClipDims(), dim);
}

Value MakeBlockOp::getWrapStart(int64_t dim) {
  for (auto [wrapDim, start] : llvm::zip_equal(getWrapDims(), getWrapStarts()))
    if (wrapDim == dim)
      return start;
  return {};
}

Value MakeBlockOp::getWrapModulus(int64_t dim) {
  for (auto [wrapDim, modulus] :
       llvm::zip_equal(getWrapDims(), getWrapModuli()))
    if (wrapDim == dim)
      return modulus;
  return {};
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {
/// Strides and bounds that are constants become static.
struct FoldConstantSizes : OpRewritePattern<MakeBlockOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MakeBlockOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> strides = op.getMixedStrides();
    SmallVector<OpFoldResult> lower = op.getMixedLower();
    SmallVector<OpFoldResult> upper = op.getMixedUpper();
    bool folded = false;
    for (auto *sizes : {&strides, &lower, &upper})
      folded |= succeeded(foldDynamicIndexList(*sizes));
    if (!folded)
      return failure();
    rewriter.replaceOpWithNewOp<MakeBlockOp>(
        op, op.getType(), op.getBase(), op.getOffset(), strides, lower, upper,
        op.getWrapDims(), op.getWrapStarts(), op.getWrapModuli(),
        op.getClipDims(), op.getGather(), op.getMask());
    return success();
  }
};
} // namespace

void MakeBlockOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<FoldConstantSizes>(context);
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

using Operands = SmallVector<OpAsmParser::UnresolvedOperand>;

/// An integer, or an operand that makes the static value dynamic.
static ParseResult parseIndex(OpAsmParser &parser, Operands &operands,
                              SmallVectorImpl<int64_t> &values) {
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult dynamic = parser.parseOptionalOperand(operand);
  if (dynamic.has_value()) {
    operands.push_back(operand);
    values.push_back(ShapedType::kDynamic);
    return *dynamic;
  }
  return parser.parseInteger(values.emplace_back());
}

static void printIndex(OpAsmPrinter &printer, OpFoldResult value) {
  if (auto dynamic = dyn_cast<Value>(value))
    printer << dynamic;
  else
    printer << *getConstantIntValue(value);
}

ParseResult MakeBlockOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto square = OpAsmParser::Delimiter::Square;
  OpAsmParser::UnresolvedOperand base, offset, gather, mask;
  Operands strides, lower, upper, wrapStarts, wrapModuli;
  SmallVector<int64_t> staticStrides, staticLower, staticUpper;
  SmallVector<int32_t> wrapDims, clipDims;

  if (parser.parseOperand(base) || parser.parseKeyword("offset") ||
      parser.parseOperand(offset))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("strides")) &&
      parser.parseCommaSeparatedList(
          square, [&] { return parseIndex(parser, strides, staticStrides); }))
    return failure();
  bool hasBounds = succeeded(parser.parseOptionalKeyword("bounds"));
  if (hasBounds && parser.parseCommaSeparatedList(square, [&]() -> ParseResult {
        return failure(parseIndex(parser, lower, staticLower) ||
                       parser.parseColon() ||
                       parseIndex(parser, upper, staticUpper));
      }))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("wrap"))) {
    auto parseDims = [&](SmallVectorImpl<int32_t> &dims) -> ParseResult {
      return failure(parser.parseEqual() ||
                     parser.parseCommaSeparatedList(square, [&] {
                       return parser.parseInteger(dims.emplace_back());
                     }));
    };
    auto parseClip = [&]() -> ParseResult {
      return failure(succeeded(parser.parseOptionalComma()) &&
                     (parser.parseKeyword("clip") || parseDims(clipDims)));
    };
    auto parsePair = [&]() -> ParseResult {
      return failure(parser.parseLParen() ||
                     parser.parseOperand(wrapStarts.emplace_back()) ||
                     parser.parseComma() ||
                     parser.parseOperand(wrapModuli.emplace_back()) ||
                     parser.parseRParen());
    };
    if (parser.parseLBrace() || parser.parseKeyword("dims") ||
        parseDims(wrapDims) || parseClip() || parser.parseRBrace() ||
        parser.parseCommaSeparatedList(square, parsePair))
      return failure();
  }
  bool hasGather = succeeded(parser.parseOptionalKeyword("gather"));
  if (hasGather && parser.parseOperand(gather))
    return failure();
  bool hasMask = succeeded(parser.parseOptionalKeyword("mask"));
  if (hasMask && parser.parseOperand(mask))
    return failure();

  FunctionType types;
  SMLoc typesLoc;
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.getCurrentLocation(&typesLoc) || parser.parseType(types))
    return failure();
  if (types.getNumInputs() != 1u + hasGather + hasMask ||
      types.getNumResults() != 1)
    return parser.emitError(typesLoc)
           << "expected the types of base, gather and mask (as far as present) "
              "and of one result";
  auto block = dyn_cast<BlockType>(types.getResult(0));
  if (!block)
    return parser.emitError(typesLoc) << "expected a !tts.block result";
  result.addTypes(block);
  if (!hasBounds) {
    staticLower.assign(block.getRank(), 0);
    llvm::append_range(staticUpper, block.getShape());
  }

  Type index = builder.getIndexType();
  if (parser.resolveOperand(base, types.getInput(0), result.operands) ||
      parser.resolveOperand(offset, index, result.operands) ||
      parser.resolveOperands(strides, index, result.operands) ||
      parser.resolveOperands(lower, index, result.operands) ||
      parser.resolveOperands(upper, index, result.operands) ||
      parser.resolveOperands(wrapStarts, index, result.operands) ||
      parser.resolveOperands(wrapModuli, index, result.operands))
    return failure();
  if (hasGather &&
      parser.resolveOperand(gather, types.getInput(1), result.operands))
    return failure();
  if (hasMask &&
      parser.resolveOperand(mask, types.getInputs().back(), result.operands))
    return failure();

  auto &properties = result.getOrAddProperties<MakeBlockOp::Properties>();
  properties.setStaticStrides(builder.getDenseI64ArrayAttr(staticStrides));
  properties.setStaticLower(builder.getDenseI64ArrayAttr(staticLower));
  properties.setStaticUpper(builder.getDenseI64ArrayAttr(staticUpper));
  properties.setWrapDims(builder.getDenseI32ArrayAttr(wrapDims));
  properties.setClipDims(builder.getDenseI32ArrayAttr(clipDims));
  auto count = [](const Operands &operands) {
    return static_cast<int32_t>(operands.size());
  };
  llvm::copy(ArrayRef<int32_t>({1, 1, count(strides), count(lower),
                                count(upper), count(wrapStarts),
                                count(wrapModuli), hasGather, hasMask}),
             properties.operandSegmentSizes.begin());
  return success();
}

void MakeBlockOp::print(OpAsmPrinter &printer) {
  printer << " " << getBase() << " offset " << getOffset();
  if (!getStaticStrides().empty()) {
    printer << " strides [";
    llvm::interleaveComma(getMixedStrides(), printer, [&](OpFoldResult stride) {
      printIndex(printer, stride);
    });
    printer << "]";
  }
  BlockType block = getType();
  bool isWholeBlock = getLower().empty() && getUpper().empty() &&
                      llvm::all_of(getStaticLower(),
                                   [](int64_t lower) { return lower == 0; }) &&
                      getStaticUpper() == block.getShape();
  if (!isWholeBlock) {
    printer << " bounds [";
    llvm::interleaveComma(llvm::zip_equal(getMixedLower(), getMixedUpper()),
                          printer, [&](auto bounds) {
                            printIndex(printer, std::get<0>(bounds));
                            printer << " : ";
                            printIndex(printer, std::get<1>(bounds));
                          });
    printer << "]";
  }
  if (!getWrapDims().empty()) {
    printer << " wrap {dims = [";
    llvm::interleaveComma(getWrapDims(), printer);
    if (!getClipDims().empty()) {
      printer << "], clip = [";
      llvm::interleaveComma(getClipDims(), printer);
    }
    printer << "]} [";
    llvm::interleaveComma(llvm::zip_equal(getWrapStarts(), getWrapModuli()),
                          printer, [&](auto pair) {
                            printer << "(" << std::get<0>(pair) << ", "
                                    << std::get<1>(pair) << ")";
                          });
    printer << "]";
  }
  SmallVector<Type> types = {getBase().getType()};
  if (Value gather = getGather()) {
    printer << " gather " << gather;
    types.push_back(gather.getType());
  }
  if (Value mask = getMask()) {
    printer << " mask " << mask;
    types.push_back(mask.getType());
  }
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getStaticStridesAttrName(), getStaticLowerAttrName(),
       getStaticUpperAttrName(), getWrapDimsAttrName(), getClipDimsAttrName(),
       getOperandSegmentSizesAttrName()});
  printer << " : " << FunctionType::get(getContext(), types, block);
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// One static entry per dimension, as many dynamic values as it announces.
static LogicalResult verifyMixed(Operation *op, StringRef name, int64_t rank,
                                 ArrayRef<int64_t> statics,
                                 ValueRange dynamics) {
  if (static_cast<int64_t>(statics.size()) != rank)
    return op->emitOpError()
           << "needs " << rank << " " << name << ", one for each dimension of "
           << "the block, got " << statics.size();
  size_t expected = llvm::count_if(statics, ShapedType::isDynamic);
  if (dynamics.size() != expected)
    return op->emitOpError() << "has " << expected << " dynamic " << name
                             << ", but " << dynamics.size() << " operands";
  return success();
}

LogicalResult MakeBlockOp::verify() {
  BlockType block = getType();
  int64_t rank = block.getRank();
  if (failed(verifyMixed(*this, "strides", rank, getStaticStrides(),
                         getStrides())) ||
      failed(verifyMixed(*this, "lower bounds", rank, getStaticLower(),
                         getLower())) ||
      failed(verifyMixed(*this, "upper bounds", rank, getStaticUpper(),
                         getUpper())))
    return failure();

  Type base = getBase().getType();
  auto baseTensor = dyn_cast<RankedTensorType>(base);
  if (baseTensor && baseTensor.getShape() != block.getShape())
    return emitOpError("base ")
           << baseTensor << " must have the shape of the block " << block;
  auto pointer = cast<triton::PointerType>(getElementTypeOrSelf(base));
  if (pointer.getPointeeType() != block.getElementType())
    return emitOpError("base points to ")
           << pointer.getPointeeType() << ", but the block's elements are "
           << block.getElementType();

  size_t wraps = getWrapDims().size();
  if (getWrapStarts().size() != wraps || getWrapModuli().size() != wraps)
    return emitOpError("needs a start and a modulus for each of the ")
           << wraps << " wrapped dimensions";
  for (auto [i, dim] : llvm::enumerate(getWrapDims())) {
    if (dim < 0 || dim >= rank)
      return emitOpError("wrapped dimension ")
             << dim << " is out of range for " << block;
    if (llvm::is_contained(getWrapDims().take_front(i), dim))
      return emitOpError("dimension ") << dim << " is wrapped twice";
  }
  for (int32_t dim : getClipDims())
    if (!isWrapped(dim))
      return emitOpError("clipped dimension ") << dim << " is not wrapped";

  if (Value gather = getGather())
    if (cast<RankedTensorType>(gather.getType()).getShape() != block.getShape())
      return emitOpError("gather ")
             << gather.getType() << " must have the shape of the block "
             << block;
  if (Value mask = getMask())
    if (auto tensor = dyn_cast<RankedTensorType>(mask.getType()))
      if (tensor.getShape() != block.getShape())
        return emitOpError("mask ")
               << tensor << " must have the shape of the block " << block;
  return success();
}

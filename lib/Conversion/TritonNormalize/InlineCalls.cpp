// Inlines every tt.call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::tts;

namespace {

class CallInliner {
public:
  explicit CallInliner(ModuleOp module) : module(module) {}

  LogicalResult run();

private:
  /// Callees first, so that a body is copied when it is free of calls.
  LogicalResult visit(triton::FuncOp function);
  void inlineCall(triton::CallOp call, triton::FuncOp callee);

  ModuleOp module;
  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, bool> finished;
};

} // namespace

/// Copies `op` and gives every copy a location that names the call as well.
static Operation *cloneAt(OpBuilder &builder, Operation &op, IRMapping &mapping,
                          Location callLoc) {
  Operation *copy = builder.clone(op, mapping);
  copy->walk([&](Operation *inner) {
    inner->setLoc(CallSiteLoc::get(inner->getLoc(), callLoc));
  });
  return copy;
}

void CallInliner::inlineCall(triton::CallOp call, triton::FuncOp callee) {
  IRMapping mapping;
  Block &body = callee.getBody().front();
  mapping.map(body.getArguments(), call.getOperands());
  OpBuilder builder(call);
  for (Operation &op : body.without_terminator())
    cloneAt(builder, op, mapping, call.getLoc());
  for (auto [result, value] :
       llvm::zip(call->getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
}

LogicalResult CallInliner::visit(triton::FuncOp function) {
  auto [entry, isNew] = finished.try_emplace(function, false);
  if (!isNew)
    return success();
  SmallVector<triton::CallOp> calls;
  function.walk([&](triton::CallOp call) { calls.push_back(call); });
  for (triton::CallOp call : calls) {
    auto callee = symbols.lookupNearestSymbolFrom<triton::FuncOp>(
        call, call.getCalleeAttr());
    if (callee.isDeclaration())
      return call.emitError("calls '")
             << call.getCallee() << "', which has no body to inline";
    auto state = finished.find(callee);
    if (state != finished.end() && !state->second)
      return call.emitError("recursive call of '")
             << call.getCallee() << "': a kernel cannot call itself";
    if (failed(visit(callee)))
      return failure();
    inlineCall(call, callee);
  }
  finished[function] = true;
  return success();
}

LogicalResult CallInliner::run() {
  for (auto function : module.getOps<triton::FuncOp>())
    if (failed(visit(function)))
      return failure();
  for (auto function :
       llvm::make_early_inc_range(module.getOps<triton::FuncOp>()))
    if (function.isPrivate())
      function.erase();
  return success();
}

LogicalResult mlir::tts::inlineCalls(ModuleOp module) {
  return CallInliner(module).run();
}

// The loops stop to the LLVM dialect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_TOLLVM_PASSES
#define TRITON_SHARED_CPU_TOLLVM_PASSES

include "mlir/Pass/PassBase.td"

def CPUOutlineRepeats : Pass<"cpu-outline-repeats", "::mlir::ModuleOp"> {
  let summary = "Make functions of what a long kernel repeats";
  let description = [{
    In long kernels, as unrolling by `tl.static_range` makes them, operations
    with regions that are equal but for what they use from outside
    become calls of one function, from four copies on. What all copies have in
    common is the function's own where it is a constant, one parameter
    otherwise. The largest such operations are taken, and those within only
    where these are no copies. Locations are those of the first copy.

    A kernel that uses the tiles of AMX is left as it is.

    ```mlir
    scf.for %i = %c0 to %n step %c8 : i64 { use(%a, %c8, %i) }
    scf.for %i = %c0 to %n step %c8 : i64 { use(%b, %c8, %i) }
    ...
    ```
    becomes
    ```mlir
    func.call @k.repeated_0(%n, %a) : (i64, !llvm.ptr) -> ()
    func.call @k.repeated_0(%n, %b) : (i64, !llvm.ptr) -> ()
    ...
    func.func private @k.repeated_0(%n: i64, %p: !llvm.ptr) {
      scf.for %i = %c0 to %n step %c8 : i64 { use(%p, %c8, %i) }
      return
    }
    ```
  }];
  let options = [
    Option<"minOps", "min-ops", "unsigned", "4000",
           "Kernels of fewer operations are left as they are">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def CPULowerVectors : Pass<"cpu-lower-vectors", "::mlir::ModuleOp"> {
  let summary = "Bring vector ops to those that the LLVM dialect has";
  let description = [{
    Lowers what has no LLVM counterpart of its own: `vector.contract` to outer
    products and those to fused multiply-adds, `vector.multi_reduction` to
    operations on rows, `vector.transpose` to shuffles, transfers to loads and
    stores, `vector.shape_cast`, `vector.scan`, `vector.step`, masks and
    multi-dimensional gathers; integer division that rounds up or down to
    division and select.

    ```mlir
    %r = vector.multi_reduction <add>, %v, %acc [0]
           : vector<2x16xf32> to vector<16xf32>
    ```
    becomes two `arith.addf` on `vector<16xf32>`.
  }];
  let options = [
    Option<"expandBf16", "expand-bf16", "bool", "false",
           "Round f32 to bf16 by integer operations: for targets without such "
           "an instruction, where LLVM would call a function for each element">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

def CPUToLLVM : Pass<"cpu-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert the loops stop to the LLVM dialect";
  let description = [{
    Converts func, scf, cf, arith, math, vector, memref, index and ub in one
    go; ops of the LLVM dialect may be mixed in. Math functions that have
    neither an LLVM intrinsic nor been expanded before become calls of libm.
    Whatever else is left is an error at its location, the first tensor before
    anything else.

    A public function with the kernel signature `(args, grid, first, last, arena, rt)`
    has its `args` and `grid` marked as read-only and unaliased, which lets
    argument loads leave loops, and its `tts.arena_bytes` handed on to LLVM IR
    as function attribute `"tts-arena-bytes"`.

    ```mlir
    func.func @f(%a: f32, %b: f32) -> f32 {
      %0 = arith.addf %a, %b : f32
      return %0 : f32
    }
    ```
    becomes
    ```mlir
    llvm.func @f(%a: f32, %b: f32) -> f32 {
      %0 = llvm.fadd %a, %b : f32
      llvm.return %0 : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::cf::ControlFlowDialect"];
}

#endif // TRITON_SHARED_CPU_TOLLVM_PASSES

// Pass definitions: the plain way to run the `linalg` stop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CONVERSION_LINALGTOPLAIN_PASSES
#define TRITON_SHARED_CONVERSION_LINALGTOPLAIN_PASSES

include "mlir/Pass/PassBase.td"

def PlainCopies : Pass<"plain-copies", "::mlir::ModuleOp"> {
  let summary = "Turn memref.copy into a linalg operation";
  let description = [{
    Upstream lowers a copy between strided buffers to a call of its runner's
    library. As `linalg.generic` it becomes a loop and needs no library.

    Before: `memref.copy %a, %b : memref<4xf32, strided<[2]>> to memref<4xf32>`

    After: a `linalg.generic` that yields its input.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def PlainMath : Pass<"plain-math", "::mlir::ModuleOp"> {
  let summary = "Call the C library for log1p and expm1";
  let description = [{
    LLVM has no intrinsic for either, and upstream's conversion makes log(1 + x)
    and exp(x) - 1 of them, which lose all digits near 0. All other operations of
    math stay as they are.

    Before: `%y = math.log1p %x : f32`

    After: `%y = call @log1pf(%x) : (f32) -> f32`
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def PlainKernelABI : Pass<"plain-kernel-abi", "::mlir::ModuleOp"> {
  let summary = "Give kernels the entry point that the launcher calls";
  let description = [{
    Runs on loops in `cf` form. A public function `@k` of the `linalg` stop's
    convention (arguments, then six `i32`) becomes the private `@k_program`;
    the new `@k(args, grid, first, last, arena, rt)` calls it for each program
    of the range, with its arguments read from 8-byte slots.

    `cf.assert` becomes a call of `tts_rt_assert` and a return from the
    program; calls of `tts_print_*` become calls of `tts_rt_print`. A function
    without the convention's six arguments is an error.

    Before: `func.func @k(%p: memref<*xf32>, %n: i32, %nx: i32, ...)`

    After: `func.func @k(%args: !llvm.ptr, %grid: !llvm.ptr, %first: i64,
    %last: i64, %arena: !llvm.ptr, %rt: !llvm.ptr)` and `@k_program`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // TRITON_SHARED_CONVERSION_LINALGTOPLAIN_PASSES

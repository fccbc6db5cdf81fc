// Pass definition: block compute of the tt dialect -> linalg on tensors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CONVERSION_TRITONARITHTOLINALG_PASSES
#define TRITON_SHARED_CONVERSION_TRITONARITHTOLINALG_PASSES

include "mlir/Pass/PassBase.td"

def TritonArithToLinalg : Pass<"triton-arith-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Turn compute on Triton blocks into linalg, tensor, arith and math";
  let description = [{
    Runs at the `structured` stop. Every operation on blocks that does not touch
    memory becomes operations of upstream dialects on tensors. Memory accesses
    (`tts` ops), `tt.func`, `tt.return`, `tt.get_program_id` and
    `tt.get_num_programs` stay for `structured-to-memref`.

    Pointers that are values (selected, loop-carried, loaded from memory, made
    from integers) become i64 addresses; `tt.ptr_to_int` on a function argument
    and `tt.int_to_ptr` below a `tts.make_block` mark the borders.

    Integer division and shifts become total, as for the CPU backend: lanes that
    are masked off divide by zero too, which in `arith` is undefined. x / 0 and
    x % 0 give 0, INT_MIN / -1 wraps, a shift by the width or more gives 0 (or
    the sign). By constants they stay as they are.

    What it refuses, with an error at the operation: inline assembly (it is PTX,
    which has no meaning on other targets) and any `tt` operation that the
    earlier passes should have removed.

    Example:
    ```mlir
    %1 = tt.splat %x : f32 -> tensor<64xf32>
    %2 = arith.addf %0, %1 : tensor<64xf32>
    ```
    becomes
    ```mlir
    %e = tensor.empty() : tensor<64xf32>
    %1 = linalg.fill ins(%x : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %2 = linalg.generic {...} ins(%0, %1 : ...) outs(%0 : tensor<64xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<64xf32>
    ```
  }];
  let options = [
    Option<"fuseElementwise", "fuse-elementwise", "bool", "false",
           "Fuse chains of elementwise linalg operations afterwards">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect",
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // TRITON_SHARED_CONVERSION_TRITONARITHTOLINALG_PASSES

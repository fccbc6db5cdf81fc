// Pass definition: tts accesses and tt.func -> memref and func.func.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CONVERSION_STRUCTUREDTOMEMREF_PASSES
#define TRITON_SHARED_CONVERSION_STRUCTUREDTOMEMREF_PASSES

include "mlir/Pass/PassBase.td"

def StructuredToMemref : Pass<"structured-to-memref", "::mlir::ModuleOp"> {
  let summary = "Turn tts accesses into memref operations and tt.func into func.func";
  let description = [{
    Runs after `triton-arith-to-linalg` and leaves upstream dialects only.

    The function: each pointer argument becomes `memref<*xT>` (the aligned
    pointer of the descriptor is the address; its offset is not read; `i1`
    memory is `i8`, one byte an element), scalars stay, and six `i32` follow:
    number of programs in x, y, z, then the program's id in x, y, z.

    Accesses through a pointer argument: the box of a structured block is one
    `memref.reinterpret_cast` and `memref.subview`; a load copies it into a
    fresh buffer that holds `other` elsewhere, so that later stores do not
    change it; a store materialises the box of the tensor in the destination.
    Dimensions in which a loaded block repeats one element (stride 0) are a
    `linalg.broadcast`. Wrapped dimensions, gathers, constant negative strides
    and masks that are not a box are loops that load or store under `scf.if`: an
    inactive lane touches no memory.
    Read-modify-write atomics are `memref.atomic_rmw`.

    Accesses through an address that is a value (see `triton-arith-to-linalg`)
    and compare-and-swap use `llvm.inttoptr` and `llvm.load`, `llvm.store`,
    `llvm.atomicrmw`, `llvm.cmpxchg`.

    Example:
    ```mlir
    tt.func @k(%p: !tt.ptr<f32>) {
      %b = tts.make_block %p offset %o strides [1] bounds [0 : %n] : ...
      %v = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
    ```
    becomes
    ```mlir
    func.func @k(%p: memref<*xf32>, %nx: i32, ..., %idz: i32) {
      %r = memref.reinterpret_cast %p to offset: [%o], sizes: [64], strides: [1]
      %a = memref.alloc() : memref<64xf32>
      linalg.fill ins(%zero : f32) outs(%a : memref<64xf32>)
      %s = memref.subview %r[0] [%n] [1]
      %d = memref.subview %a[0] [%n] [1]
      memref.copy %s, %d
      %v = bufferization.to_tensor %a restrict writable
    ```
  }];
  let options = [
    Option<"loads", "loads", "std::string", "\"copy\"",
           "`copy`: a load sees memory as it is at that point. `in-place`: a "
           "load of a whole block is a view of the memory itself; for clients "
           "that know that no later store of the program changes it">,
    Option<"views", "views", "std::string", "\"all\"",
           "`all`: boxes are views with the offset and the strides that the "
           "program computes. `defined`: only where neither can be negative, "
           "which upstream leaves undefined; others go by addresses">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // TRITON_SHARED_CONVERSION_STRUCTUREDTOMEMREF_PASSES

// The cpu-blocks-to-loops pass.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CPU_BLOCKSTOLOOPS_PASSES_TD
#define TRITON_SHARED_CPU_BLOCKSTOLOOPS_PASSES_TD

include "mlir/Pass/PassBase.td"

def CPUBlocksToLoops : Pass<"cpu-blocks-to-loops", "::mlir::ModuleOp"> {
  let summary = "Lower structured Triton functions to loops over vectors";
  let description = [{
    Takes functions at the `structured` stop (tts accesses, tt/arith/math on
    blocks, scf) and turns each into a `func.func` with the kernel entry point
    of the CPU runtime: a loop over program ids whose body consists of loop
    nests over vectors of the target's width.

    Block values are evaluated lazily inside the nest of the store, reduction,
    scan or dot that needs them, so that a chain of loads, arithmetic and a
    store is one loop without intermediate storage. A block gets storage (in
    the arena that the caller passes) only when several nests need it and
    computing it again would cost more, when a later write could change what
    it was loaded from, or when it is carried by a loop.

    Loads that may overlap a store of the same nest are tested for it at run
    time, and copied first when they do. Outputs of `stream-bytes` and more go
    past the caches, and what later steps will read is asked for ahead.

    The loop over the programs decides their order: down the columns of a dot,
    by the locks that they take, or as the grid counts where they wait or print.
    Loops that only accumulate a dot pack its operands, and keep what the next
    program needs. Programs that wait for others call the runtime in each turn.

    Reads `tts.unit_strides`, `tts.unit_stride_args` (`cpu-unit-strides`),
    `tts.joined`, `tts.joined_alone`, `tts.joined_axis`, `tts.most_joined`,
    `tts.joined_number` (`cpu-join-programs`) and `tts.few_rows` (`cpu-dot-few-rows`): the entry point
    calls a version of the kernel where that applies. Sets `tts.arena_bytes` on
    each function and on the module: the scratch that a thread needs.

    ```mlir
    tt.func @copy(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
      %c0 = arith.constant 0 : index
      %a = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
      %v = tts.load %a : !tts.block<1024xf32> -> tensor<1024xf32>
      %b = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
      tts.store %v, %b : tensor<1024xf32>, !tts.block<1024xf32>
      tt.return
    }
    ```
    becomes, without the test for an overlap,
    ```mlir
    func.func @copy(%args: !llvm.ptr, %grid: !llvm.ptr, %first: i64, %last: i64,
                    %arena: !llvm.ptr, %rt: !llvm.ptr) {
      // %x and %y: loads from slots of %args
      scf.for %program = %first to %last step %c1 : i64 {
        scf.for %i = %c0 to %c1024 step %c64 : i64 {
          %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
          %v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<64xf32>
          %q = llvm.getelementptr %y[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
          llvm.store %v, %q {alignment = 4 : i64} : vector<64xf32>, !llvm.ptr
        }
      }
      return
    }
    ```

    Refuses, with an error at the operation: operations that have no meaning
    on a CPU (inline PTX), and control flow that is not structured.
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "512",
           "Width of a SIMD register of the target">,
    Option<"streamBytes", "stream-bytes", "int64_t", "33554432",
           "Outputs of so many bytes bypass the caches; 0: none do">,
    ListOption<"dotUnits", "dot-units", "std::string",
           "Units of the target for dots of bf16, fp8 and int8: amx-bf16, "
           "amx-int8, avx512bf16, vpdpbusd, pmaddwd (the last two in registers "
           "of vector-bits)">,
    Option<"cas16", "cas16", "bool", "false",
           "The target has a compare-and-swap of 16 bytes: atomics on "
           "contiguous elements update so many at a time">,
    Option<"transactions", "transactions", "bool", "false",
           "The target has hardware transactions (x86 RTM): atomics on "
           "contiguous elements of 64 bytes and more are carried out in them">,
    Option<"weakMemory", "weak-memory", "bool", "false",
           "Other cores may see stores in another order: barriers take an "
           "instruction">,
    Option<"longFrom", "long-from", "unsigned", "32768",
           "Functions of so many operations lose what they compute several "
           "times, which is quicker than to simplify it">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
    "::mlir::tts::TritonStructuredDialect",
  ];
}

#endif

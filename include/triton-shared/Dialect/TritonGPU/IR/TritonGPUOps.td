// The few ttg operations that occur before Triton's GPU passes have run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITONGPU_IR_TRITONGPUOPS_TD
#define TRITON_SHARED_DIALECT_TRITONGPU_IR_TRITONGPUOPS_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TritonGPU_Dialect : Dialect {
  let name = "ttg";
  let cppNamespace = "::mlir::triton::gpu";
  let summary = "what of Triton's GPU dialect occurs in TTIR";
  let description = [{
    Triton's frontends print `ttg.barrier` for `tl.debug_barrier`. Layouts and
    the operations of later GPU stages are not part of TTIR and are not read.
  }];
}

def TTG_AddrSpace : I32BitEnumAttr<"AddrSpace", "kinds of memory", [
  I32BitEnumAttrCaseNone<"None", "none">,
  I32BitEnumAttrCaseBit<"Local", 0, "local">,
  I32BitEnumAttrCaseBit<"GlobalRead", 1, "global_read">,
  I32BitEnumAttrCaseBit<"GlobalWrite", 2, "global_write">,
  I32BitEnumAttrCaseBit<"TensorRead", 3, "tensor_read">,
  I32BitEnumAttrCaseBit<"TensorWrite", 4, "tensor_write">,
  I32BitEnumAttrCaseGroup<"All",
    [I32BitEnumAttrCaseBit<"Local", 0>, I32BitEnumAttrCaseBit<"GlobalRead", 1>,
     I32BitEnumAttrCaseBit<"GlobalWrite", 2>,
     I32BitEnumAttrCaseBit<"TensorRead", 3>,
     I32BitEnumAttrCaseBit<"TensorWrite", 4>], "all">
]> {
  let cppNamespace = "::mlir::triton::gpu";
}

def TTG_BarrierOp : Op<TritonGPU_Dialect, "barrier",
                       [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait for all threads of the program";
  let description = [{
    Orders accesses to the named kinds of memory within one program. A program
    on a CPU runs in program order, so that it asks for nothing more there.

    ```mlir
    ttg.barrier local|global_read
    ttg.barrier all
    ```
  }];
  let arguments = (ins TTG_AddrSpace:$addrSpace);
  let assemblyFormat = "custom<AddrSpace>($addrSpace) attr-dict";
}

#endif // TRITON_SHARED_DIALECT_TRITONGPU_IR_TRITONGPUOPS_TD

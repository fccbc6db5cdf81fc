// The program's place in the grid, and debugging aids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONPROGRAMOPS_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONPROGRAMOPS_TD

include "triton-shared/Dialect/Triton/IR/TritonOpBase.td"

class TT_GridOp<string mnemonic> : TT_Op<mnemonic, [Pure]> {
  let arguments = (ins TT_ProgramDim:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
  let builders = [
    OpBuilder<(ins "::mlir::triton::ProgramIDDim":$axis), [{
      build($_builder, $_state, $_builder.getI32Type(), axis);
    }]>,
    OpBuilder<(ins "int":$axis), [{
      build($_builder, $_state, $_builder.getI32Type(),
            static_cast<ProgramIDDim>(axis));
    }]>
  ];
  let extraClassDeclaration = [{
    int32_t getAxisAsInt() { return static_cast<int32_t>(getAxis()); }
  }];
}

def TT_GetProgramIdOp : TT_GridOp<"get_program_id"> {
  let summary = "this program's index in one dimension of the grid";
  let description = [{
    ```mlir
    %pid = tt.get_program_id x : i32
    ```
  }];
}

def TT_GetNumProgramsOp : TT_GridOp<"get_num_programs"> {
  let summary = "the grid's size in one dimension";
  let description = [{
    ```mlir
    %n = tt.get_num_programs y : i32
    ```
  }];
}

class TT_GridDependencyOp<string mnemonic>
    : TT_Op<mnemonic, [MemoryEffects<[MemRead<TT_GlobalMemory>,
                                      MemWrite<TT_GlobalMemory>]>]> {
  let assemblyFormat = "attr-dict";
}

def TT_GridDependencyWaitOp : TT_GridDependencyOp<"grid_dependency_wait"> {
  let summary = "wait for the launches that this one depends on";
  let description = [{
    Since Triton 3.9. Launches on a CPU follow one another, so that the pass
    triton-expand-ops removes it.

    ```mlir
    tt.grid_dependency_wait
    ```
  }];
}

def TT_GridDependencyLaunchDependentsOp
    : TT_GridDependencyOp<"grid_dependency_launch_dependents"> {
  let summary = "allow launches that depend on this one to begin";
  let description = [{
    Since Triton 3.9; a hint, which the pass triton-expand-ops removes.

    ```mlir
    tt.grid_dependency_launch_dependents
    ```
  }];
}

def TT_PrintOp : TT_Op<"print", [MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "print values while the kernel runs";
  let description = [{
    `isSigned` has one entry per operand: whether an integer is printed signed.

    ```mlir
    tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %x : tensor<8xi32>
    ```
  }];
  let arguments = (ins StrAttr:$prefix, BoolAttr:$hex, Variadic<TT_Type>:$args,
                       DenseI32ArrayAttr:$isSigned);
  let assemblyFormat = "$prefix attr-dict (`:` $args^ `:` type($args))?";
  let hasVerifier = 1;
}

def TT_AssertOp : TT_Op<"assert",
                        [MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "fail the launch unless all elements are true";
  let description = [{
    ```mlir
    tt.assert %ok, "index out of bounds" : tensor<8xi1>
    ```
  }];
  let arguments = (ins TT_BoolLike:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
}

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONPROGRAMOPS_TD

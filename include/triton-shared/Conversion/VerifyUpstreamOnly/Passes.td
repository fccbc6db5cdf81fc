// Pass definition: the contract of the `linalg` stop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CONVERSION_VERIFYUPSTREAMONLY_PASSES
#define TRITON_SHARED_CONVERSION_VERIFYUPSTREAMONLY_PASSES

include "mlir/Pass/PassBase.td"

def VerifyUpstreamOnly : Pass<"verify-upstream-only", "::mlir::ModuleOp"> {
  let summary = "Check that only upstream dialects are left";
  let description = [{
    The contract of the `linalg` stop. Fails with an error at every operation,
    type or attribute of Triton's dialects or of ours that is left, and at
    every pending `builtin.unrealized_conversion_cast`; the error names the
    pass that should have removed it. Changes nothing.

    Example: `%0 = tt.make_range {end = 4 : i32, start = 0 : i32} : ...` gives
    `error: 'tt.make_range' is left at the linalg stop;
    'triton-arith-to-linalg' should have removed it`.
  }];
}

#endif // TRITON_SHARED_CONVERSION_VERIFYUPSTREAMONLY_PASSES

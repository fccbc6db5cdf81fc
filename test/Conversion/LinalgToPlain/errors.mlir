// Functions that are no kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --plain-kernel-abi --split-input-file --verify-diagnostics %s

// expected-error @+1 {{is not a kernel of the linalg stop: expected six i32 at the end of its arguments and no results}}
func.func @short(%x: i32) {
  return
}

// -----

// expected-error @+1 {{has an argument of type 'memref<4xf32>', which the launcher cannot pass}}
func.func @ranked(%m: memref<4xf32>, %nx: i32, %ny: i32, %nz: i32, %x: i32, %y: i32, %z: i32) {
  return
}

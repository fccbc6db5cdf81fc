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

// -----

func.func private @tts_print_me()
func.func @other_print(%nx: i32, %ny: i32, %nz: i32, %x: i32, %y: i32, %z: i32) {
  // expected-error @+1 {{is not the call of a print at the linalg stop: expected a prefix, three i32 and, where data is printed, three more and the data}}
  call @tts_print_me() : () -> ()
  return
}

// -----

func.func private @tts_print_f32(memref<*xi8>, i32, i32, i32, i32, i32, i32, memref<*xf32>)
func.func @print_argument(%p: memref<*xi8>, %d: memref<*xf32>, %nx: i32, %ny: i32, %nz: i32, %x: i32, %y: i32, %z: i32) {
  // expected-error @+1 {{prints data of unknown shape or type}}
  call @tts_print_f32(%p, %x, %y, %z, %x, %x, %x, %d) : (memref<*xi8>, i32, i32, i32, i32, i32, i32, memref<*xf32>) -> ()
  return
}

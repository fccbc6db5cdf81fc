// Leftovers, with the pass that should have removed them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --verify-upstream-only --split-input-file --verify-diagnostics --allow-unregistered-dialect %s

func.func @operation() {
  // expected-error @+1 {{'tt.make_range' op is left at the linalg stop; 'triton-arith-to-linalg' should have removed it}}
  %0 = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  return
}

// -----

// expected-error @+1 {{'tt.func' op is left at the linalg stop; 'structured-to-memref' should have removed it}}
tt.func private @declaration()

// -----

// expected-error @+1 {{has a value of type '!tt.ptr<f32>' at the linalg stop}}
func.func @type(%p: !tt.ptr<f32>) {
  return
}

// -----

func.func @attribute(%x: f32) {
  // expected-error @+1 {{has the attribute 'tt.divisibility' at the linalg stop}}
  %0 = arith.addf %x, %x {tt.divisibility = 16 : i32} : f32
  return
}

// -----

func.func @cast(%x: i64) {
  // expected-error @+1 {{is left at the linalg stop: a conversion of types is incomplete}}
  %0 = builtin.unrealized_conversion_cast %x : i64 to !llvm.ptr
  return
}

// -----

// Nothing to say.
func.func @clean(%x: memref<*xf32>) {
  return
}

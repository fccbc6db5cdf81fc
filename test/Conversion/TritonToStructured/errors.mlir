// What triton-to-structured expects to be gone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-to-structured --split-input-file --verify-diagnostics %s

// expected-error @below {{needs structured control flow: run triton-normalize first}}
tt.func @branches(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return
^bb2:
  tt.return
}

// -----

tt.func private @callee()
tt.func @call() {
  // expected-error @below {{a call is left: run triton-normalize first}}
  tt.call @callee() : () -> ()
  tt.return
}

// -----

tt.func @block_pointer(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  // expected-error @below {{a tensor pointer is left: run triton-normalize first}}
  %b = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<8xf32>>
  tt.return
}

// -----

// expected-error @below {{a tensor descriptor is left: run triton-normalize first}}
tt.func @descriptor(%d: !tt.tensordesc<tensor<8xf32>>) {
  tt.return
}

// -----

tt.func @branches_inside(%p: !tt.ptr<f32>, %f: f32, %c: i1) {
  scf.execute_region {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    // expected-error @below {{an access among branches cannot be structured}}
    tt.store %p, %f : !tt.ptr<f32>
    scf.yield
  ^bb2:
    scf.yield
  }
  tt.return
}

// What the pass refuses, and why.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --structured-to-memref --split-input-file --verify-diagnostics %s

// expected-error @+1 {{has an argument of type '!tt.tensordesc<tensor<8x8xf32>>'; 'triton-normalize' should have taken it apart}}
tt.func @descriptor(%d: !tt.tensordesc<tensor<8x8xf32>>) {
  tt.return
}

// -----

tt.func @carried_block(%p: !tt.ptr<f32>, %c: i1, %o: index) -> f32 {
  %b = tts.make_block %p offset %o strides [] : (!tt.ptr<f32>) -> !tts.block<f32>
  %s = arith.select %c, %b, %b : !tts.block<f32>
  // expected-error @+1 {{accesses a block that is not a tts.make_block; blocks cannot pass through control flow}}
  %v = tts.load %s : !tts.block<f32> -> f32
  tt.return %v : f32
}

// -----

tt.func @pointer_value(%p: !tt.ptr<f32>, %c: i1, %o: index) -> f32 {
  %q = arith.select %c, %p, %p : !tt.ptr<f32>
  %b = tts.make_block %q offset %o strides [] : (!tt.ptr<f32>) -> !tts.block<f32>
  // expected-error @+1 {{neither an argument nor an address; 'triton-arith-to-linalg' should have converted it}}
  %v = tts.load %b : !tts.block<f32> -> f32
  tt.return %v : f32
}

// -----

tt.func @small_float(%p: !tt.ptr<f8E5M2>, %o: index, %v: f8E5M2) {
  %b = tts.make_block %p offset %o strides [] : (!tt.ptr<f8E5M2>) -> !tts.block<f8E5M2>
  // expected-error @+1 {{cannot update 'f8E5M2' atomically}}
  %old = tts.atomic_rmw fadd, relaxed, gpu, %b, %v : !tts.block<f8E5M2>, f8E5M2 -> f8E5M2
  tt.return
}

// -----

tt.func @other_use(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{uses a pointer argument other than for an access}}
  tt.call @callee(%p) : (!tt.ptr<f32>) -> ()
  tt.return
}
tt.func private @callee(!tt.ptr<f32>)

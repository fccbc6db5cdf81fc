// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// A tile of accumulators in registers over the whole of k.
// CHECK-LABEL: func.func @dot
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>, vector<16xf32>
// CHECK: vector.broadcast %{{.*}} : f32 to vector<16xf32>
// CHECK: vector.fma %{{.*}} : vector<16xf32>
tt.func public @dot(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %ba = tts.make_block %x offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bb = tts.make_block %y offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %d = tt.dot %a, %b, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %d, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// A loop that only accumulates packs several blocks of k, then multiplies them
// at once: k of 256 for blocks of 32.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for {{.*}} step %c8_i64
// CHECK: scf.for
// CHECK: llvm.store
// CHECK: vector.fma
tt.func public @loop(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %acc, %end = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%c = %zero, %off = %c0) -> (tensor<32x32xf32>, index) : i32 {
    %ba = tts.make_block %x offset %off strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %bb = tts.make_block %y offset %off strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %d = tt.dot %a, %b, %c : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    %next = arith.addi %off, %c32 : index
    scf.yield %d, %next : tensor<32x32xf32>, index
  }
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %acc, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

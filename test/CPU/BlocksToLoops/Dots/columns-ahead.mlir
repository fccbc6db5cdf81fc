// Columns that are contiguous along k are asked for an iteration before they are
// packed: a line or two each, on as many pages.

// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// 32 k of fp32 are two lines of each of eight columns; in the next iteration they are
// as far on as the loop's step says, in the last one nowhere else.
// CHECK-LABEL: func.func @weights
// CHECK-COUNT-2: llvm.ptrtoint
// CHECK: %[[NEXT:.*]] = arith.subi %{{.*}}, %{{.*}} : i64
// CHECK-NEXT: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c8_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[NEXT]]]
// CHECK-COUNT-16: llvm.intr.prefetch
// CHECK-NOT: llvm.intr.prefetch
// CHECK: scf.for %{{.*}} = %c0_i64 to %c32_i64 step %c8_i64
tt.func public @weights(%x: !tt.ptr<f32>, %w: !tt.ptr<f32>, %o: !tt.ptr<f32>, %ki: i32, %si: i32) {
  %k = arith.index_cast %ki : i32 to index
  %s = arith.index_cast %si : i32 to index
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %d = scf.for %i = %c0 to %k step %s iter_args(%c = %zero) -> (tensor<16x64xf32>) {
    %pa = tts.make_block %x offset %i strides [%k, 1] : (!tt.ptr<f32>) -> !tts.block<16x32xf32>
    %a = tts.load %pa : !tts.block<16x32xf32> -> tensor<16x32xf32>
    %pb = tts.make_block %w offset %i strides [1, %k] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
    %b = tts.load %pb : !tts.block<32x64xf32> -> tensor<32x64xf32>
    %n = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    scf.yield %n : tensor<16x64xf32>
  }
  %po = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}

// Rows of columns are followed by hardware; outside of a loop there is no next one.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: llvm.intr.prefetch
// CHECK: vector.fma
// CHECK-LABEL: func.func @once
// CHECK-NOT: llvm.intr.prefetch
tt.func public @rows(%x: !tt.ptr<f32>, %w: !tt.ptr<f32>, %o: !tt.ptr<f32>, %ki: i32) {
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %d = scf.for %i = %c0 to %k step %c32 iter_args(%c = %zero) -> (tensor<16x64xf32>) {
    %pa = tts.make_block %x offset %i strides [%k, 1] : (!tt.ptr<f32>) -> !tts.block<16x32xf32>
    %a = tts.load %pa : !tts.block<16x32xf32> -> tensor<16x32xf32>
    %pb = tts.make_block %w offset %i strides [%k, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
    %b = tts.load %pb : !tts.block<32x64xf32> -> tensor<32x64xf32>
    %n = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    scf.yield %n : tensor<16x64xf32>
  }
  %e = math.exp %d : tensor<16x64xf32>
  %sum = "tt.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %t = arith.addf %u, %v : f32
    tt.reduce.return %t : f32
  }) : (tensor<16x64xf32>) -> tensor<64xf32>
  %ps = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %sum, %ps : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}
tt.func public @once(%x: !tt.ptr<f32>, %w: !tt.ptr<f32>, %o: !tt.ptr<f32>, %ki: i32) {
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %pa = tts.make_block %x offset %c0 strides [%k, 1] : (!tt.ptr<f32>) -> !tts.block<16x32xf32>
  %a = tts.load %pa : !tts.block<16x32xf32> -> tensor<16x32xf32>
  %pb = tts.make_block %w offset %c0 strides [1, %k] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %b = tts.load %pb : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %d = tt.dot %a, %b, %zero : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
  %po = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}

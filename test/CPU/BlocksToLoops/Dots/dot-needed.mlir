// What a dot by itself leaves out: rows and columns that nobody needs, and k
// from where both operands are zero.

// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// Both bounds come from the store after it, that of k from the loads. The
// second operand is transposed and the first one converted.
// CHECK-LABEL: func.func @bounded
// CHECK: %[[END:.*]] = arith.maxsi %[[K:.*]], %[[K]] : i64
// CHECK: llvm.intr.memset
// CHECK: %[[COLUMNS:.*]] = arith.minsi %{{.*}}, %c32_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[COLUMNS]] step %c16_i64
// CHECK: %[[ROWS:.*]] = arith.minsi %{{.*}}, %c30_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[ROWS]] step %c6_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[END]] step %c4_i64
// CHECK-COUNT-24: vector.fma
tt.func public @bounded(%x: !tt.ptr<f16>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %mi: i32, %ni: i32, %ki: i32) {
  %m = arith.index_cast %mi : i32 to index
  %n = arith.index_cast %ni : i32 to index
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %h0 = arith.constant 0.0 : f16
  %ba = tts.make_block %x offset %c0 strides [%k, 1] bounds [0 : 32, 0 : %k] : (!tt.ptr<f16>) -> !tts.block<32x32xf16>
  %bb = tts.make_block %y offset %c0 strides [%k, 1] bounds [0 : 32, 0 : %k] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %h = tts.load %ba other %h0 : !tts.block<32x32xf16>, f16 -> tensor<32x32xf16>
  %a = arith.extf %h : tensor<32x32xf16> to tensor<32x32xf32>
  %rows = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %b = tt.trans %rows {order = array<i32: 1, 0>} : tensor<32x32xf32> -> tensor<32x32xf32>
  %d = tt.dot %a, %b, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  %bo = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %m, 0 : %n] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %d, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// Two products in a loop, as attention has them. Of the second one 20 columns are
// stored after the loop, of both some rows. A known end needs one narrow panel.
// CHECK-LABEL: func.func @carried
// CHECK: scf.for %{{.*}} = %c0_i32
// CHECK: %[[ROWS:.*]] = arith.minsi %[[M:.*]], %c30_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[ROWS]] step %c6_i64
// CHECK-COUNT-48: vector.fma
// CHECK: scf.for %[[COLUMN:.*]] = %c0_i64 to %c20_i64 step %c16_i64
// CHECK: %[[LEFT:.*]] = arith.subi %c20_i64, %[[COLUMN]]
// CHECK: %[[FEW:.*]] = arith.cmpi sle, %[[LEFT]], %c8_i64
// CHECK: scf.if %[[FEW]] {
// CHECK: arith.minsi %[[M]], %c30_i64
// CHECK-COUNT-24: vector.fma
// CHECK: } else {
// CHECK: arith.minsi %[[M]], %c30_i64
// CHECK-COUNT-48: vector.fma
tt.func public @carried(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %mi: i32, %n: i32) {
  %m = arith.index_cast %mi : i32 to index
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i32 = arith.constant 32 : i32
  %half = arith.constant dense<0.5> : tensor<32x32xf32>
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %acc = scf.for %i = %i0 to %n step %i32 iter_args(%c = %zero) -> (tensor<32x32xf32>) : i32 {
    %at = arith.index_cast %i : i32 to index
    %ba = tts.make_block %x offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %bb = tts.make_block %x offset %at strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %s = tt.dot %a, %b, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    %p = math.exp %s : tensor<32x32xf32>
    %scaled = arith.mulf %c, %half : tensor<32x32xf32>
    %d = tt.dot %p, %b, %scaled : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    scf.yield %d : tensor<32x32xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [20, 1] bounds [0 : %m, 0 : 20] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %acc, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// A sum over the columns needs them all, one over the rows the rows. Of k nothing
// is left out where one operand is not zero.
// CHECK-LABEL: func.func @summed
// CHECK-NOT: llvm.intr.memset
// CHECK: scf.for %{{.*}} = %c0_i64 to %c32_i64 step %c16_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c30_i64 step %c6_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c32_i64 step %c4_i64
tt.func public @summed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %ni: i32) {
  %n = arith.index_cast %ni : i32 to index
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %f0 = arith.constant 0.0 : f32
  %f1 = arith.constant 1.0 : f32
  %ba = tts.make_block %x offset %c0 strides [%n, 1] bounds [0 : 32, 0 : %n] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bb = tts.make_block %y offset %c0 strides [32, 1] bounds [0 : %n, 0 : 32] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %a = tts.load %ba other %f0 : !tts.block<32x32xf32>, f32 -> tensor<32x32xf32>
  %b = tts.load %bb other %f1 : !tts.block<32x32xf32>, f32 -> tensor<32x32xf32>
  %d = tt.dot %a, %b, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  %columns = "tt.reduce"(%d) <{axis = 1 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tt.reduce.return %w : f32
  }) : (tensor<32x32xf32>) -> tensor<32xf32>
  %rows = "tt.reduce"(%d) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tt.reduce.return %w : f32
  }) : (tensor<32x32xf32>) -> tensor<32xf32>
  %both = arith.addf %columns, %rows : tensor<32xf32>
  %bs = tts.make_block %o offset %c4096 strides [1] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<32xf32>
  tts.store %both, %bs : tensor<32xf32>, !tts.block<32xf32>
  %bo = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %n, 0 : %n] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %d, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

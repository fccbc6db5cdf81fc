// Pointers that are values become i64 addresses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s

// An argument as base of an access stays as it is.
// CHECK-LABEL: tt.func @argument
// CHECK-SAME: %[[P:[^:]*]]: !tt.ptr<f32>
// CHECK: tts.make_block %[[P]]
tt.func @argument(%p: !tt.ptr<f32>, %o: index) {
  %b = tts.make_block %p offset %o strides [] : (!tt.ptr<f32>) -> !tts.block<f32>
  %v = tts.load %b : !tts.block<f32> -> f32
  tt.return
}

// CHECK-LABEL: tt.func @selected
// CHECK: %[[P:.*]] = tt.ptr_to_int %{{.*}} : !tt.ptr<f32> -> i64
// CHECK: %[[S:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i64
// CHECK: %[[B:.*]] = tt.int_to_ptr %[[S]] : i64 -> !tt.ptr<f32>
// CHECK: tts.make_block %[[B]]
tt.func @selected(%c: i1, %p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %o: index) {
  %s = arith.select %c, %p, %q : !tt.ptr<f32>
  %b = tts.make_block %s offset %o strides [] : (!tt.ptr<f32>) -> !tts.block<f32>
  %v = tts.load %b : !tts.block<f32> -> f32
  tt.return
}

// CHECK-LABEL: tt.func @carried
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (i64)
// CHECK: %[[W:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: arith.muli %[[W]], %{{.*}} : i64
// CHECK: arith.addi
tt.func @carried(%p: !tt.ptr<f16>, %n: i32, %o: index) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p) -> (!tt.ptr<f16>) : i32 {
    %next = tt.addptr %q, %i : !tt.ptr<f16>, i32
    scf.yield %next : !tt.ptr<f16>
  }
  %b = tts.make_block %r offset %o strides [] : (!tt.ptr<f16>) -> !tts.block<f16>
  %v = tts.load %b : !tts.block<f16> -> f16
  tt.return
}

// Pointers in memory are integers there.
// CHECK-LABEL: tt.func @table
// CHECK: tts.load %{{.*}} : !tts.block<i64> -> i64
tt.func @table(%p: !tt.ptr<!tt.ptr<f32>>, %o: index) {
  %b = tts.make_block %p offset %o strides [] : (!tt.ptr<!tt.ptr<f32>>) -> !tts.block<!tt.ptr<f32>>
  %q = tts.load %b : !tts.block<!tt.ptr<f32>> -> !tt.ptr<f32>
  %c = tts.make_block %q offset %o strides [] : (!tt.ptr<f32>) -> !tts.block<f32>
  %v = tts.load %c : !tts.block<f32> -> f32
  tt.return
}

// CHECK-LABEL: tt.func @blocks
// CHECK: linalg.fill ins(%{{.*}} : i64)
// CHECK: tt.int_to_ptr %{{.*}} : tensor<8xi64> -> tensor<8x!tt.ptr<f32>>
tt.func @blocks(%p: !tt.ptr<f32>, %i: tensor<8xi64>, %o: index) {
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %q = tt.addptr %s, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
  %b = tts.make_block %q offset %o strides [0] : (tensor<8x!tt.ptr<f32>>) -> !tts.block<8xf32>
  %v = tts.load %b : !tts.block<8xf32> -> tensor<8xf32>
  tt.return
}

// Two views of one argument: both are of its address.
// CHECK-LABEL: tt.func @views
// CHECK-SAME: %[[P:.*]]: !tt.ptr<i32>,
// CHECK: %[[A:.*]] = tt.ptr_to_int %[[P]] : !tt.ptr<i32> -> i64
// CHECK-DAG: tt.int_to_ptr %[[A]] : i64 -> !tt.ptr<i8>
// CHECK-DAG: tt.int_to_ptr %[[A]] : i64 -> !tt.ptr<f16>
tt.func @views(%p: !tt.ptr<i32>, %o: index) {
  %bytes = tt.bitcast %p : !tt.ptr<i32> -> !tt.ptr<i8>
  %halves = tt.bitcast %p : !tt.ptr<i32> -> !tt.ptr<f16>
  %a = tts.make_block %bytes offset %o strides [1] : (!tt.ptr<i8>) -> !tts.block<8xi8>
  %v = tts.load %a : !tts.block<8xi8> -> tensor<8xi8>
  %b = tts.make_block %halves offset %o strides [1] : (!tt.ptr<f16>) -> !tts.block<8xf16>
  %w = tts.load %b : !tts.block<8xf16> -> tensor<8xf16>
  tt.return
}

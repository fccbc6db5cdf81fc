// A block that is stored where it was loaded.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// Each element once, whatever the base: nothing is tested.
// CHECK-LABEL: func.func @rows_apart
// CHECK-NOT: scf.if
// CHECK: llvm.store
// CHECK-NOT: scf.if
// CHECK: return
tt.func public @rows_apart(%x: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1> : tensor<4x8xi32>
  %b = tts.make_block %x offset %c0 strides [8, 1] : (!tt.ptr<i32>) -> !tts.block<4x8xi32>
  %v = tts.load %b : !tts.block<4x8xi32> -> tensor<4x8xi32>
  %w = arith.addi %v, %one : tensor<4x8xi32>
  tts.store %w, %b : tensor<4x8xi32>, !tts.block<4x8xi32>
  tt.return
}

// Strides of the run: rows less than eight apart have elements in common.
// CHECK-LABEL: func.func @rows_of_the_run
// CHECK: %[[S:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: %[[ROWS:.*]] = math.absi %[[S]]
// CHECK: %[[FAR:.*]] = arith.cmpi sge, %[[ROWS]], %c1_i64
// CHECK: %[[REACH:.*]] = arith.select %[[FAR]], %c7_i64, %c0_i64
// CHECK: %[[NEAR:.*]] = arith.cmpi sle, %[[ROWS]], %[[REACH]]
// CHECK: %[[REPEATS:.*]] = arith.ori %[[NEAR]],
// CHECK: %[[FROM:.*]] = arith.select %[[REPEATS]], %arg4, %[[X:.*]] :
// CHECK: scf.if %[[REPEATS]] {
// CHECK: llvm.getelementptr %[[FROM]]
// CHECK: llvm.load
// CHECK: llvm.getelementptr %[[X]]
// CHECK: llvm.store
tt.func public @rows_of_the_run(%x: !tt.ptr<i32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1> : tensor<4x8xi32>
  %stride = arith.index_cast %s : i32 to index
  %b = tts.make_block %x offset %c0 strides [%stride, 1] : (!tt.ptr<i32>) -> !tts.block<4x8xi32>
  %v = tts.load %b : !tts.block<4x8xi32> -> tensor<4x8xi32>
  %w = arith.addi %v, %one : tensor<4x8xi32>
  tts.store %w, %b : tensor<4x8xi32>, !tts.block<4x8xi32>
  tt.return
}

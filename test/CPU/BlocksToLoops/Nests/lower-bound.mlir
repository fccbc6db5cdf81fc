// A box whose lower bound is known at run time alone: the steps without masks are taken where it is
// not inside the block; the masked ones look at both bounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @copy
// CHECK: %[[ALL:.*]] = arith.cmpi sle, %[[LOW:.*]], %c0_i64
// CHECK: %[[MAIN:.*]] = arith.select %[[ALL]], %[[HIGH:.*]], %c0_i64
// CHECK: %[[LIMIT:.*]] = arith.minsi %{{.*}}, %c256_i64
// The tail ends at the upper bound, whatever the lower one is.
// CHECK: %[[END:.*]] = arith.minsi %[[HIGH]], %c256_i64
// CHECK: scf.for
// CHECK-NOT: masked
// CHECK: llvm.load {{.*}} -> vector<64xi32>
// CHECK: llvm.store {{.*}} : vector<64xi32>
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[END]]
// CHECK-DAG: arith.maxsi %[[HIGH]], %c0_i64
// CHECK-DAG: arith.maxsi %[[LOW]], %c0_i64
// CHECK: arith.andi {{.*}} : vector<64xi1>
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.store
tt.func public @copy(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %low: i32, %high: i32) {
  %c0 = arith.constant 0 : index
  %l = arith.index_cast %low : i32 to index
  %h = arith.index_cast %high : i32 to index
  %v = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %bx = tts.make_block %x offset %c0 strides [1] bounds [%l : %h] : (!tt.ptr<i32>) -> !tts.block<256xi32>
  %w = tts.load %bx : !tts.block<256xi32> -> tensor<256xi32>
  %s = arith.addi %v, %w : tensor<256xi32>
  %by = tts.make_block %y offset %c0 strides [1] bounds [%l : %h] : (!tt.ptr<i32>) -> !tts.block<256xi32>
  tts.store %s, %by : tensor<256xi32>, !tts.block<256xi32>
  tt.return
}

// A load through computed offsets is read where it is, unless the range of what it
// reads, found from the offsets' own operations, meets that of the store.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s

// Remainders of what spans several periods are anything below the divisor, which has to
// be positive.
// CHECK-LABEL: func.func @remainder
// CHECK: %[[N:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[BAD:.*]] = arith.cmpi slt, %[[N]], %c1_i64
// CHECK: %[[D:.*]] = arith.maxsi %[[N]], %c1_i64
// CHECK: %[[TO:.*]] = arith.divsi %c511_i64, %[[D]]
// CHECK: %[[ONCE:.*]] = arith.cmpi eq, {{.*}}%[[TO]]
// CHECK: %[[LAST:.*]] = arith.subi %[[D]], %c1_i64
// CHECK: %[[REM:.*]] = arith.remsi %c511_i64, %[[D]]
// CHECK: %[[MOST:.*]] = arith.select %[[ONCE]], %[[REM]], %[[LAST]]
// CHECK: %[[END:.*]] = arith.addi %[[MOST]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
// CHECK: %[[MEET:.*]] = arith.andi
// CHECK: %[[COPY:.*]] = arith.ori %[[MEET]], {{.*}}
// CHECK: scf.if %[[COPY]]
// CHECK: return
tt.func @remainder(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %at = arith.remsi %i, %d : tensor<512xi32>
  %g = arith.extsi %at : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// A product that leaves its 32 bits may be anything: the copy is made.
// CHECK-LABEL: func.func @product
// CHECK: %[[M:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[P:.*]] = arith.muli %[[M]], %c511_i64
// CHECK: arith.cmpi sgt, %{{.*}}, %c2147483647_i64
// CHECK: scf.if
// CHECK: return
tt.func @product(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %m: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %f = tt.splat %m : i32 -> tensor<512xi32>
  %p = arith.muli %i, %f : tensor<512xi32>
  %s = arith.minsi %p, %i : tensor<512xi32>
  %g = arith.extsi %s : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Bits that are cut off leave no range: the load has storage of its own, always.
// CHECK-LABEL: func.func @truncated
// CHECK-NOT: arith.cmpi ult
// CHECK: masked.gather
// CHECK: llvm.store
// CHECK-NOT: arith.cmpi ult
// CHECK: return
tt.func @truncated(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %t = arith.trunci %i : tensor<512xi32> to tensor<512xi8>
  %g = arith.extui %t : tensor<512xi8> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

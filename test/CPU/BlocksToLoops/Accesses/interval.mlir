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

// -----

// Positions of an image that is scaled: ends in fp64, rounded outwards, and refused where they are no
// numbers of 32 bits. What is chosen in floating point is not tested for neighbours.
// CHECK-LABEL: func.func @scaled
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK: %[[P:.*]] = arith.mulf {{.*}} : f64
// CHECK: math.absf {{.*}} : f64
// CHECK: arith.cmpf olt, {{.*}} : f64
// CHECK: arith.cmpf oge, {{.*}} : f64
// CHECK: arith.cmpf ole, {{.*}} : f64
// CHECK: arith.fptosi {{.*}} : f64 to i64
// CHECK: scf.if
// CHECK-NOT: vector.reduction
// CHECK: return
tt.func @scaled(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %by: f32, %n: i32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %f = arith.sitofp %i : tensor<512xi32> to tensor<512xf32>
  %factor = tt.splat %by : f32 -> tensor<512xf32>
  %p = arith.mulf %f, %factor : tensor<512xf32>
  %above = arith.cmpf ogt, %p, %zero : tensor<512xf32>
  %q = arith.select %above, %p, %zero : tensor<512xi1>, tensor<512xf32>
  %j = arith.fptosi %q : tensor<512xf32> to tensor<512xi32>
  %last = tt.splat %n : i32 -> tensor<512xi32>
  %at = arith.minsi %j, %last : tensor<512xi32>
  %g = arith.extsi %at : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %b = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %b : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Half precision leaves no range.
// CHECK-LABEL: func.func @half
// CHECK-NOT: f64
// CHECK: masked.gather
// CHECK: llvm.store
// CHECK-NOT: arith.cmpi ult
// CHECK: return
tt.func @half(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %half = arith.constant dense<0.5> : tensor<512xf16>
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %f = arith.sitofp %i : tensor<512xi32> to tensor<512xf16>
  %p = arith.mulf %f, %half : tensor<512xf16>
  %j = arith.fptosi %p : tensor<512xf16> to tensor<512xi32>
  %g = arith.extsi %j : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %b = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %b : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Rows past the bound are not read: a tile of the last 24 rows ends with the array, and
// what lies behind it, as the result may, is not met.
// CHECK-LABEL: func.func @bounded
// CHECK: %[[ROWS:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: %[[LEFT:.*]] = arith.subi %[[ROWS]], %c1_i64
// CHECK: %[[LESS:.*]] = arith.minsi %[[LEFT]], %c31_i64
// CHECK: %[[LAST:.*]] = arith.maxsi %[[LESS]], %c0_i64
// CHECK: %[[QUOTIENT:.*]] = arith.divsi %[[LAST]], %c3_i64
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[QUOTIENT]], %c1000_i64
// CHECK: %[[MOST:.*]] = arith.maxsi %{{.*}}, %c0_i64
// CHECK: %[[END:.*]] = arith.addi %[[MOST]], %c16_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
// CHECK: scf.if
tt.func @bounded(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %rows = arith.index_cast %n : i32 to index
  %c0 = arith.constant 0 : index
  %three = arith.constant dense<3> : tensor<32xi32>
  %thousand = arith.constant dense<1000> : tensor<32x1xi64>
  %i = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %q = arith.divsi %i, %three : tensor<32xi32>
  %w = arith.extsi %q : tensor<32xi32> to tensor<32xi64>
  %e = tt.expand_dims %w {axis = 1 : i32} : tensor<32xi64> -> tensor<32x1xi64>
  %m = arith.muli %e, %thousand : tensor<32x1xi64>
  %g = tt.broadcast %m : tensor<32x1xi64> -> tensor<32x16xi64>
  %bx = tts.make_block %x offset %c0 strides [0, 1] bounds [0 : %rows, 0 : 16] gather %g : (!tt.ptr<f32>, tensor<32x16xi64>) -> !tts.block<32x16xf32>
  %v = tts.load %bx : !tts.block<32x16xf32> -> tensor<32x16xf32>
  %by = tts.make_block %y offset %c0 strides [16, 1] bounds [0 : %rows, 0 : 16] : (!tt.ptr<f32>) -> !tts.block<32x16xf32>
  tts.store %v, %by : tensor<32x16xf32>, !tts.block<32x16xf32>
  tt.return
}

// -----

// Of positions along both dims no bound holds for all.
// CHECK-LABEL: func.func @along_both
// CHECK: %[[QUOTIENT:.*]] = arith.divsi %c31_i64, %{{.*}}
// CHECK: %[[MOST:.*]] = arith.addi %[[QUOTIENT]], %[[QUOTIENT]]
// CHECK: %[[END:.*]] = arith.addi %[[MOST]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
tt.func @along_both(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %s: i32) {
  %rows = arith.index_cast %n : i32 to index
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %by_scalar = tt.splat %s : i32 -> tensor<32xi32>
  %d = arith.divsi %i, %by_scalar : tensor<32xi32>
  %a = tt.expand_dims %d {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %b = tt.expand_dims %d {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %wa = tt.broadcast %a : tensor<32x1xi32> -> tensor<32x32xi32>
  %wb = tt.broadcast %b : tensor<1x32xi32> -> tensor<32x32xi32>
  %o = arith.addi %wa, %wb : tensor<32x32xi32>
  %g = arith.extsi %o : tensor<32x32xi32> to tensor<32x32xi64>
  %bx = tts.make_block %x offset %c0 strides [0, 0] bounds [0 : %rows, 0 : 32] gather %g : (!tt.ptr<f32>, tensor<32x32xi64>) -> !tts.block<32x32xf32>
  %v = tts.load %bx : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %by = tts.make_block %y offset %c0 strides [32, 1] bounds [0 : %rows, 0 : 32] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %v, %by : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

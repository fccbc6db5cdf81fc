// Accesses to every second element and to those between are one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-pair-accesses --split-input-file | FileCheck %s

// CHECK-LABEL: tt.func @loads
// CHECK-SAME: %[[X:[^:]*]]: !tt.ptr<f32>, %[[O:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK: %[[LOW:.*]] = arith.minsi %[[N]], %c64
// CHECK: %[[END:.*]] = arith.maxsi %[[LOW]], %c0
// CHECK: %[[TWICE:.*]] = arith.addi %[[END]], %[[END]]
// CHECK: %[[B:.*]] = tts.make_block %[[X]] offset %[[O]] strides [1] bounds [0 : %[[TWICE]]] : (!tt.ptr<f32>) -> !tts.block<128xf32>
// CHECK: %[[ALL:.*]] = tts.load %[[B]]
// CHECK: %[[PAIRS:.*]] = tt.reshape %[[ALL]] : tensor<128xf32> -> tensor<64x2xf32>
// CHECK: %[[EVEN:.*]], %[[ODD:.*]] = tt.split %[[PAIRS]]
// CHECK-NOT: tts.load
// CHECK: tt.return %[[EVEN]], %[[ODD]]
tt.func @loads(%x: !tt.ptr<f32>, %o: index, %n: index) -> (tensor<64xf32>, tensor<64xf32>) {
  %c1 = arith.constant 1 : index
  %p = arith.addi %o, %c1 : index
  %b = tts.make_block %x offset %o strides [2] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %c = tts.make_block %x offset %p strides [2] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %even = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
  %odd = tts.load %c : !tts.block<64xf32> -> tensor<64xf32>
  tt.return %even, %odd : tensor<64xf32>, tensor<64xf32>
}

// -----

// The second elements first, in rows, with a number for lanes that are off;
// another load lies between.
// CHECK-LABEL: tt.func @rows
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[FIRST:.*]] = arith.subi %{{.*}}, %[[ONE]]
// CHECK: %[[B:.*]] = tts.make_block %{{.*}} offset %[[FIRST]] strides [%{{.*}}, 1] bounds [0 : %{{.*}}, 6 : 40] {{.*}} -> !tts.block<8x64xf16>
// CHECK: %[[OTHER:.*]] = arith.constant dense<2.000000e+00> : tensor<8x64xf16>
// CHECK: tts.load %[[B]] other %[[OTHER]]
// CHECK: %[[EVEN:.*]], %[[ODD:.*]] = tt.split %{{.*}} : tensor<8x32x2xf16>
// CHECK: tt.return %[[ODD]], %[[EVEN]]
tt.func @rows(%x: !tt.ptr<f16>, %y: !tt.ptr<f16>, %o: index, %s: index, %n: index) -> (tensor<8x32xf16>, tensor<8x32xf16>) {
  %two = arith.constant dense<2.0> : tensor<8x32xf16>
  %c1 = arith.constant 1 : index
  %p = arith.addi %o, %c1 : index
  %c = tts.make_block %x offset %p strides [%s, 2] bounds [0 : %n, 3 : 20] : (!tt.ptr<f16>) -> !tts.block<8x32xf16>
  %odd = tts.load %c other %two : !tts.block<8x32xf16>, tensor<8x32xf16> -> tensor<8x32xf16>
  %d = tts.make_block %y offset %p strides [%s, 2] bounds [0 : %n, 3 : 20] : (!tt.ptr<f16>) -> !tts.block<8x32xf16>
  %z = tts.load %d other %two : !tts.block<8x32xf16>, tensor<8x32xf16> -> tensor<8x32xf16>
  %sum = arith.addf %odd, %z : tensor<8x32xf16>
  %b = tts.make_block %x offset %o strides [%s, 2] bounds [0 : %n, 3 : 20] : (!tt.ptr<f16>) -> !tts.block<8x32xf16>
  %even = tts.load %b other %two : !tts.block<8x32xf16>, tensor<8x32xf16> -> tensor<8x32xf16>
  %d2 = arith.addf %even, %sum : tensor<8x32xf16>
  tt.return %odd, %even : tensor<8x32xf16>, tensor<8x32xf16>
}

// -----

// CHECK-LABEL: tt.func @stores
// CHECK-SAME: %{{.*}}: !tt.ptr<i32>, %[[O:[^:]*]]: index, %[[V:[^:]*]]: tensor<64xi32>, %[[W:[^:]*]]: tensor<64xi32>
// CHECK: %[[B:.*]] = tts.make_block %{{.*}} offset %[[O]] strides [1]
// CHECK: %[[PAIRS:.*]] = tt.join %[[W]], %[[V]]
// CHECK: %[[ALL:.*]] = tt.reshape %[[PAIRS]]
// CHECK: tts.store %[[ALL]], %[[B]] : tensor<128xi32>
// CHECK-NOT: tts.store
// CHECK: tt.return
tt.func @stores(%x: !tt.ptr<i32>, %o: index, %v: tensor<64xi32>, %w: tensor<64xi32>) {
  %c1 = arith.constant 1 : index
  %p = arith.addi %o, %c1 : index
  %c = tts.make_block %x offset %p strides [2] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  %b = tts.make_block %x offset %o strides [2] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  tts.store %v, %c : tensor<64xi32>, !tts.block<64xi32>
  tts.store %w, %b : tensor<64xi32>, !tts.block<64xi32>
  tt.return
}

// -----

// Something is stored between the loads, and loaded between the stores.
// CHECK-LABEL: tt.func @between
// CHECK-NOT: tt.split
// CHECK-NOT: tt.join
// CHECK: tt.return
tt.func @between(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: index) {
  %c1 = arith.constant 1 : index
  %p = arith.addi %o, %c1 : index
  %b = tts.make_block %x offset %o strides [2] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %c = tts.make_block %x offset %p strides [2] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %d = tts.make_block %y offset %o strides [2] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %e = tts.make_block %y offset %p strides [2] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %even = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
  tts.store %even, %d : tensor<64xf32>, !tts.block<64xf32>
  %odd = tts.load %c : !tts.block<64xf32> -> tensor<64xf32>
  tts.store %odd, %e : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// -----

// Three stores in turn: the first would pass another that may be to its place.
// CHECK-LABEL: tt.func @another
// CHECK-NOT: tt.join
// CHECK: tt.return
tt.func @another(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: index, %v: tensor<64xf32>) {
  %c1 = arith.constant 1 : index
  %p = arith.addi %o, %c1 : index
  %b = tts.make_block %x offset %o strides [2] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %c = tts.make_block %x offset %p strides [2] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %d = tts.make_block %y offset %o strides [2] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %b : tensor<64xf32>, !tts.block<64xf32>
  tts.store %v, %d : tensor<64xf32>, !tts.block<64xf32>
  tts.store %v, %c : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// -----

// Other bounds, another array, two elements apart, a closer dim, short rows,
// volatile, other numbers for lanes that are off.
// CHECK-LABEL: tt.func @apart
// CHECK-NOT: tt.split
// CHECK: tt.return
tt.func @apart(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: index, %n: index, %m: index, %u: f32, %v: f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = arith.addi %o, %c1 : index
  %q = arith.addi %o, %c2 : index
  %0 = tts.make_block %x offset %o strides [2] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %1 = tts.make_block %x offset %p strides [2] bounds [0 : %m] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %2 = tts.make_block %y offset %p strides [2] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %3 = tts.make_block %x offset %q strides [2] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %4 = tts.make_block %x offset %o strides [1, 2] : (!tt.ptr<f32>) -> !tts.block<8x64xf32>
  %5 = tts.make_block %x offset %p strides [1, 2] : (!tt.ptr<f32>) -> !tts.block<8x64xf32>
  %6 = tts.make_block %x offset %o strides [%n, 2] : (!tt.ptr<f32>) -> !tts.block<64x2xf32>
  %7 = tts.make_block %x offset %p strides [%n, 2] : (!tt.ptr<f32>) -> !tts.block<64x2xf32>
  %8 = tts.make_block %y offset %o strides [2] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %9 = tts.make_block %y offset %p strides [2] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %a = tts.load %0 : !tts.block<64xf32> -> tensor<64xf32>
  %b = tts.load %1 : !tts.block<64xf32> -> tensor<64xf32>
  %c = tts.load %2 : !tts.block<64xf32> -> tensor<64xf32>
  %d = tts.load %3 : !tts.block<64xf32> -> tensor<64xf32>
  %e = tts.load %4 : !tts.block<8x64xf32> -> tensor<8x64xf32>
  %f = tts.load %5 : !tts.block<8x64xf32> -> tensor<8x64xf32>
  %g = tts.load %6 : !tts.block<64x2xf32> -> tensor<64x2xf32>
  %h = tts.load %7 : !tts.block<64x2xf32> -> tensor<64x2xf32>
  %i = tts.load %8 {isVolatile = true} : !tts.block<64xf32> -> tensor<64xf32>
  %j = tts.load %9 {isVolatile = true} : !tts.block<64xf32> -> tensor<64xf32>
  %su = tt.splat %u : f32 -> tensor<64xf32>
  %sv = tt.splat %v : f32 -> tensor<64xf32>
  %k = tts.load %8 other %su : !tts.block<64xf32>, tensor<64xf32> -> tensor<64xf32>
  %l = tts.load %9 other %sv : !tts.block<64xf32>, tensor<64xf32> -> tensor<64xf32>
  tt.return
}

// -----

// A row of the first store may lie where another one of the second does.
// CHECK-LABEL: tt.func @mixed_rows
// CHECK-NOT: tt.join
// CHECK-COUNT-2: tts.store
tt.func @mixed_rows(%x: !tt.ptr<i32>, %o: index, %v: tensor<2x8xi32>, %w: tensor<2x8xi32>) {
  %c1 = arith.constant 1 : index
  %p = arith.addi %o, %c1 : index
  %b = tts.make_block %x offset %o strides [15, 2] : (!tt.ptr<i32>) -> !tts.block<2x8xi32>
  %c = tts.make_block %x offset %p strides [15, 2] : (!tt.ptr<i32>) -> !tts.block<2x8xi32>
  tts.store %v, %b : tensor<2x8xi32>, !tts.block<2x8xi32>
  tts.store %w, %c : tensor<2x8xi32>, !tts.block<2x8xi32>
  tt.return
}

// -----

// CHECK-LABEL: tt.func @rows_apart
// CHECK: tt.join
tt.func @rows_apart(%x: !tt.ptr<i32>, %o: index, %v: tensor<2x8xi32>, %w: tensor<2x8xi32>) {
  %c1 = arith.constant 1 : index
  %p = arith.addi %o, %c1 : index
  %b = tts.make_block %x offset %o strides [17, 2] : (!tt.ptr<i32>) -> !tts.block<2x8xi32>
  %c = tts.make_block %x offset %p strides [17, 2] : (!tt.ptr<i32>) -> !tts.block<2x8xi32>
  tts.store %v, %b : tensor<2x8xi32>, !tts.block<2x8xi32>
  tts.store %w, %c : tensor<2x8xi32>, !tts.block<2x8xi32>
  tt.return
}

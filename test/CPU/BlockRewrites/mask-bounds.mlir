// Masks of rows and columns bound what is written of a dot.

// RUN: triton-shared-opt %s --cpu-mask-bounds --split-input-file | FileCheck %s

// The last bit that is set, before the products; along each dim that has a mask
// of its own and no bound.
// CHECK-LABEL: tt.func @rows
// CHECK: %[[SOME:.*]] = arith.cmpi slt
// CHECK: %[[ENDS:.*]] = tt.make_range {end = 17 : i32, start = 1 : i32} : tensor<16xi32>
// CHECK: %[[OWN:.*]] = arith.select %[[SOME]], %[[ENDS]], %{{.*}} : tensor<16xi1>, tensor<16xi32>
// CHECK: %[[LAST:.*]] = "tt.reduce"(%[[OWN]])
// CHECK: arith.maxsi
// CHECK: %[[END:.*]] = arith.index_cast %[[LAST]] : i32 to index
// CHECK: tt.dot
// CHECK: tts.make_block %{{.*}} bounds [0 : %[[END]], 0 : %{{.*}}] mask
tt.func @rows(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>, %o: !tt.ptr<f32>, %token: tensor<16xi32>, %valid: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %all = tt.splat %valid : i32 -> tensor<16xi32>
  %some = arith.cmpi slt, %token, %all : tensor<16xi32>
  %column = tt.expand_dims %some {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
  %lanes = tt.broadcast %column : tensor<16x1xi1> -> tensor<16x64xi1>
  %d = tt.dot %a, %b, %zero : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
  %po = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : 16, 0 : %n] mask %lanes : (!tt.ptr<f32>, tensor<16x64xi1>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}

// -----

// A conjunction, of which each side bounds a dim, found once for two accesses.
// CHECK-LABEL: tt.func @both
// CHECK-COUNT-2: "tt.reduce"
// CHECK-NOT: "tt.reduce"
// CHECK: tts.make_block %{{.*}} bounds [0 : %[[ROWS:.*]], 0 : %[[COLUMNS:.*]]] mask
// CHECK: tts.make_block %{{.*}} bounds [0 : %[[ROWS]], 0 : %[[COLUMNS]]] mask
tt.func @both(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>, %o: !tt.ptr<f32>, %r: tensor<16xi1>, %s: tensor<64xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %column = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
  %row = tt.expand_dims %s {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %columns = tt.broadcast %column : tensor<16x1xi1> -> tensor<16x64xi1>
  %rows = tt.broadcast %row : tensor<1x64xi1> -> tensor<16x64xi1>
  %mask = arith.andi %columns, %rows : tensor<16x64xi1>
  %d = tt.dot %a, %b, %zero : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
  %po = tts.make_block %o offset %c0 strides [%n, 1] mask %mask : (!tt.ptr<f32>, tensor<16x64xi1>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  %twice = arith.addf %d, %d : tensor<16x64xf32>
  %pt = tts.make_block %o offset %c4096 strides [%n, 1] mask %mask : (!tt.ptr<f32>, tensor<16x64xi1>) -> !tts.block<16x64xf32>
  tts.store %twice, %pt : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}

// -----

// A sum of all columns needs them; what is written of no dot is left alone; a
// mask of all elements, or one of the other side of a disjunction, tells nothing.
// CHECK-LABEL: tt.func @summed
// CHECK-NOT: bounds
// CHECK-LABEL: tt.func @no_dot
// CHECK-NOT: bounds
// CHECK-LABEL: tt.func @any
// CHECK-NOT: bounds
tt.func @summed(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>, %o: !tt.ptr<f32>, %s: tensor<64xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %row = tt.expand_dims %s {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %mask = tt.broadcast %row : tensor<1x64xi1> -> tensor<16x64xi1>
  %d = tt.dot %a, %b, %zero : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
  %sum = "tt.reduce"(%d) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %y : f32
    tt.reduce.return %z : f32
  }) : (tensor<16x64xf32>) -> tensor<16xf32>
  %ps = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  tts.store %sum, %ps : tensor<16xf32>, !tts.block<16xf32>
  %po = tts.make_block %o offset %n strides [%n, 1] mask %mask : (!tt.ptr<f32>, tensor<16x64xi1>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}
tt.func @no_dot(%d: tensor<16x64xf32>, %o: !tt.ptr<f32>, %s: tensor<64xi1>, %n: index) {
  %row = tt.expand_dims %s {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %mask = tt.broadcast %row : tensor<1x64xi1> -> tensor<16x64xi1>
  %po = tts.make_block %o offset %n strides [%n, 1] mask %mask : (!tt.ptr<f32>, tensor<16x64xi1>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}
tt.func @any(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>, %o: !tt.ptr<f32>, %s: tensor<64xi1>, %all: tensor<16x64xi1>, %n: index) {
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %row = tt.expand_dims %s {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %rows = tt.broadcast %row : tensor<1x64xi1> -> tensor<16x64xi1>
  %mask = arith.ori %rows, %all : tensor<16x64xi1>
  %d = tt.dot %a, %b, %zero : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
  %po = tts.make_block %o offset %n strides [%n, 1] mask %mask : (!tt.ptr<f32>, tensor<16x64xi1>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}

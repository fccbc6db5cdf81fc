// Blocks that only leave an scf.if to be stored are stored in it.
// RUN: triton-shared-opt %s --cpu-store-in-branches --split-input-file | FileCheck %s

// CHECK-LABEL: tt.func @both
// CHECK: %[[BX:.*]] = tts.make_block %{{.*}} offset
// CHECK: %[[BY:.*]] = tts.make_block %{{.*}} offset
// CHECK: %[[S:.*]] = scf.if %{{.*}} -> (i32)
// CHECK: tts.store %{{.*}}, %[[BX]]
// CHECK: tts.store %{{.*}}, %[[BY]]
// CHECK: scf.yield %{{.*}} : i32
// CHECK: else
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: tts.store %[[SUM]], %[[BX]]
// CHECK: tts.store %{{.*}}, %[[BY]]
// CHECK: scf.yield %{{.*}} : i32
// CHECK-NOT: tts.store
// CHECK: tt.return %[[S]]
tt.func @both(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %a: tensor<64xf32>, %b: tensor<64xf32>, %c: i1, %n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r:3 = scf.if %c -> (tensor<64xf32>, i32, tensor<64xf32>) {
    scf.yield %a, %n, %b : tensor<64xf32>, i32, tensor<64xf32>
  } else {
    %s = arith.addf %a, %b : tensor<64xf32>
    scf.yield %s, %c1, %a : tensor<64xf32>, i32, tensor<64xf32>
  }
  %i = arith.index_cast %n : i32 to index
  %bx = tts.make_block %x offset %i strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %r#0, %bx : tensor<64xf32>, !tts.block<64xf32>
  %by = tts.make_block %y offset %i strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %r#2, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return %r#1 : i32
}

// -----

// Something is loaded in between, which the store might write to.
// CHECK-LABEL: tt.func @load_between
// CHECK: scf.if {{.*}} -> (tensor<64xf32>)
// CHECK-NOT: tts.store
// CHECK: tts.load
// CHECK: tts.store
tt.func @load_between(%x: !tt.ptr<f32>, %a: tensor<64xf32>, %b: tensor<64xf32>, %c: i1) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %r = scf.if %c -> (tensor<64xf32>) {
    scf.yield %a : tensor<64xf32>
  } else {
    scf.yield %b : tensor<64xf32>
  }
  %l = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  tts.store %r, %bx : tensor<64xf32>, !tts.block<64xf32>
  tt.return %l : tensor<64xf32>
}

// -----

// Where it goes depends on the branch that was taken.
// CHECK-LABEL: tt.func @place_from_branch
// CHECK: scf.if {{.*}} -> (tensor<64xf32>, index)
// CHECK-NOT: tts.store
// CHECK: tts.make_block
// CHECK: tts.store
tt.func @place_from_branch(%x: !tt.ptr<f32>, %a: tensor<64xf32>, %b: tensor<64xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %r:2 = scf.if %c -> (tensor<64xf32>, index) {
    scf.yield %a, %c0 : tensor<64xf32>, index
  } else {
    scf.yield %b, %c8 : tensor<64xf32>, index
  }
  %bx = tts.make_block %x offset %r#1 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %r#0, %bx : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// The source of a gather has storage, also when the gather itself is what is
// stored for a loop.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @captured
// CHECK: llvm.store
// CHECK: llvm.intr.masked.gather
// CHECK: scf.for
tt.func public @captured(%x: !tt.ptr<i32>, %o: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %m = arith.constant dense<63> : tensor<64xi32>
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  %v = tts.load %b : !tts.block<64xi32> -> tensor<64xi32>
  %i = arith.andi %v, %m : tensor<64xi32>
  %g = tt.gather %v[%i] {axis = 0 : i32} : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %r = scf.for %k = %c0_i32 to %n step %c1_i32 iter_args(%a = %v) -> (tensor<64xi32>) : i32 {
    %s = arith.addi %a, %g : tensor<64xi32>
    scf.yield %s : tensor<64xi32>
  }
  tts.store %r, %bo : tensor<64xi32>, !tts.block<64xi32>
  tt.return
}

// A scalar made of a gathered block of one element: the source has storage too.
// CHECK-LABEL: func.func @unsplat
// CHECK: llvm.store
// CHECK: llvm.atomicrmw add
tt.func public @unsplat(%x: !tt.ptr<i32>, %o: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0> : tensor<1xi32>
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<1xi32>
  %v = tts.load %b : !tts.block<1xi32> -> tensor<1xi32>
  %g = tt.gather %v[%z] {axis = 0 : i32} : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %s = tt.unsplat %g : tensor<1xi32>
  %i = arith.index_cast %s : i32 to index
  %bo = tts.make_block %o offset %i strides [1] : (!tt.ptr<i32>) -> !tts.block<1xi32>
  tts.atomic_rmw add, acq_rel, gpu, %bo, %v : !tts.block<1xi32>, tensor<1xi32> -> tensor<1xi32>
  tt.return
}

// Rows gathered by index: the least and the greatest offset give the range that
// is tested for overlap, and nothing is copied when there is none.
// CHECK-LABEL: func.func @rows
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} -> (vector<8xi64>, vector<8xi64>)
// CHECK: vector.reduction <minsi>, %[[R]]#0
// CHECK: vector.reduction <maxsi>, %[[R]]#1
// CHECK: arith.cmpi ult
// CHECK: arith.select %{{.*}} : !llvm.ptr
// CHECK: scf.if
tt.func public @rows(%t: !tt.ptr<f32>, %i: !tt.ptr<i64>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bi = tts.make_block %i offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<32xi64>
  %index = tts.load %bi : !tts.block<32xi64> -> tensor<32xi64>
  %column = tt.expand_dims %index {axis = 1 : i32} : tensor<32xi64> -> tensor<32x1xi64>
  %offsets = tt.broadcast %column : tensor<32x1xi64> -> tensor<32x128xi64>
  %bt = tts.make_block %t offset %c0 strides [0, 1] gather %offsets : (!tt.ptr<f32>, tensor<32x128xi64>) -> !tts.block<32x128xf32>
  %v = tts.load %bt : !tts.block<32x128xf32> -> tensor<32x128xf32>
  %by = tts.make_block %y offset %c0 strides [128, 1] : (!tt.ptr<f32>) -> !tts.block<32x128xf32>
  tts.store %v, %by : tensor<32x128xf32>, !tts.block<32x128xf32>
  tt.return
}

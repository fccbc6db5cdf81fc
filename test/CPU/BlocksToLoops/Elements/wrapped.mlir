// An index with a remainder gets contiguous loops for the case that it does not
// wrap inside the block, and gathers otherwise. Lanes that wrap more than once are
// divided in fp32, and one by one in a loop only where positions may be negative.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @wrapped
// CHECK: arith.remsi
// CHECK: scf.if
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<64xf32>
// CHECK: } else {
// CHECK: scf.if {{.*}} -> (vector<64xi64>)
// CHECK: scf.if {{.*}} -> (vector<64xi64>)
// CHECK: arith.select {{.*}} : vector<64xi1>, vector<64xi64>
// CHECK: } else {
// CHECK: arith.divf {{.*}} : f32
// CHECK: arith.mulf {{.*}} : vector<64xf32>
// CHECK: } else {
// CHECK: scf.for
// CHECK: arith.remsi {{.*}} : i64
// CHECK: vector.insert {{.*}} : i64 into vector<64xi64>
// CHECK: llvm.intr.masked.gather
tt.func public @wrapped(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32, %p: i32) {
  %c0 = arith.constant 0 : index
  %m = arith.index_cast %n : i32 to index
  %s = arith.index_cast %p : i32 to index
  %b = tts.make_block %x offset %c0 strides [1] wrap {dims = [0]} [(%s, %m)] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v = tts.load %b : !tts.block<256xf32> -> tensor<256xf32>
  tts.store %v, %bo : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// An index that is clipped: contiguous as long as it stays below the limit.
// CHECK-LABEL: func.func @clipped
// CHECK-NOT: arith.remsi
// CHECK: arith.cmpi sle
// CHECK: scf.if
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<64xf32>
// CHECK: } else {
// CHECK: arith.cmpi slt, {{.*}} : vector<64xi64>
// CHECK: arith.select {{.*}} : vector<64xi1>, vector<64xi64>
// CHECK: llvm.intr.masked.gather
tt.func public @clipped(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32, %p: i32) {
  %c0 = arith.constant 0 : index
  %m = arith.index_cast %n : i32 to index
  %s = arith.index_cast %p : i32 to index
  %b = tts.make_block %x offset %c0 strides [1] wrap {dims = [0], clip = [0]} [(%s, %m)] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v = tts.load %b : !tts.block<256xf32> -> tensor<256xf32>
  tts.store %v, %bo : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

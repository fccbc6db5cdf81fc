// Loads, arithmetic and the store of a block are one loop without storage: an
// unmasked main part, then a masked tail.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @add
// CHECK-SAME: (%{{.*}}: !llvm.ptr {{.*}}, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: !llvm.ptr {{.*}}, %{{.*}}: !llvm.ptr)
// CHECK: scf.for {{.*}} : i64
// The copies for overlapping arguments come first, under their flags.
// CHECK: scf.if
// CHECK: scf.if
// CHECK: scf.for %{{.*}} step %c64_i64
// CHECK: %[[X:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<64xf32>
// CHECK: %[[Y:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<64xf32>
// CHECK: %[[S:.*]] = arith.addf %[[X]], %[[Y]] : vector<64xf32>
// CHECK: llvm.store %[[S]], %{{.*}} : vector<64xf32>, !llvm.ptr
// CHECK: scf.for %{{.*}} step %c64_i64
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.store
// CHECK: return
tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %h = arith.index_cast %n : i32 to index
  %bx = tts.make_block %x offset %c0 strides [1] bounds [0 : %h] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %c0 strides [1] bounds [0 : %h] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %bo = tts.make_block %o offset %c0 strides [1] bounds [0 : %h] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %vx = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  %vy = tts.load %by : !tts.block<1024xf32> -> tensor<1024xf32>
  %r = arith.addf %vx, %vy : tensor<1024xf32>
  tts.store %r, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// In place: the same addresses for load and store need no test and no copy.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT: scf.if
// CHECK: arith.mulf %{{.*}} : vector<64xf32>
// CHECK-NOT: scf.if
// CHECK: return
tt.func public @in_place(%x: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
  %r = arith.mulf %v, %v : tensor<1024xf32>
  tts.store %r, %b : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// What is the same for a row is computed once a row.
// CHECK-LABEL: func.func @row_scale
// CHECK: scf.for
// CHECK: %[[S:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK: %[[V:.*]] = vector.broadcast %[[S]] : f32 to vector<64xf32>
// CHECK: scf.for
// CHECK: arith.mulf %{{.*}}, %[[V]] : vector<64xf32>
tt.func public @row_scale(%x: !tt.ptr<f32>, %s: !tt.ptr<f32>, %stride: i32) {
  %c0 = arith.constant 0 : index
  %k = arith.index_cast %stride : i32 to index
  %b = tts.make_block %x offset %c0 strides [%k, 1] : (!tt.ptr<f32>) -> !tts.block<16x256xf32>
  %bs = tts.make_block %s offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  %v = tts.load %b : !tts.block<16x256xf32> -> tensor<16x256xf32>
  %row = tts.load %bs : !tts.block<16xf32> -> tensor<16xf32>
  %e = tt.expand_dims %row {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %w = tt.broadcast %e : tensor<16x1xf32> -> tensor<16x256xf32>
  %r = arith.mulf %v, %w : tensor<16x256xf32>
  tts.store %r, %b : tensor<16x256xf32>, !tts.block<16x256xf32>
  tt.return
}

// What is needed after a store that may overwrite its source is put into storage by the
// nest of that store where it evaluates it anyway, not by a reduction before. The barriers keep
// the stores apart, which would have one nest otherwise (store-group.mlir).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=512 stream-bytes=0" --canonicalize --cse | FileCheck %s

// The first pass over the row only reads; the loop that stores to %y keeps the values for
// the one that stores to %z.
// CHECK-LABEL: func.func @rows
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args
// CHECK-NOT: llvm.store
// CHECK: scf.yield
// CHECK: scf.if
// CHECK: llvm.store
// CHECK: scf.for
// CHECK: %[[V:.*]] = llvm.load {{.*}} -> vector<64xf32>
// CHECK: %[[D:.*]] = arith.subf %[[V]],
// CHECK: llvm.store %[[D]], %{{.*}} : vector<64xf32>
// CHECK: llvm.store %[[V]], %{{.*}} : vector<64xf32>
// CHECK: scf.for
// CHECK: %[[KEPT:.*]] = llvm.load {{.*}} -> vector<64xf32>
// CHECK-NEXT: llvm.getelementptr
// CHECK-NEXT: llvm.store %[[KEPT]]
// CHECK: return
tt.func public @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %bz = tts.make_block %z offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %s = tt.splat %sum : f32 -> tensor<1024xf32>
  %d = arith.subf %v, %s : tensor<1024xf32>
  tts.store %d, %by : tensor<1024xf32>, !tts.block<1024xf32>
  tts.barrier
  tts.store %v, %bz : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// Another reduction comes before the store: the first one keeps the row.
// CHECK-LABEL: func.func @twice
// CHECK: scf.for {{.*}} iter_args
// CHECK: %[[ROW:.*]] = llvm.load {{.*}} -> vector<64xf32>
// CHECK: llvm.store %[[ROW]]
// CHECK: scf.yield
// CHECK: scf.for {{.*}} iter_args
tt.func public @twice(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %bz = tts.make_block %z offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %s = tt.splat %sum : f32 -> tensor<1024xf32>
  %d = arith.subf %v, %s : tensor<1024xf32>
  %most = "tt.reduce"(%d) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.maxnumf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %m = tt.splat %most : f32 -> tensor<1024xf32>
  %e = arith.subf %d, %m : tensor<1024xf32>
  tts.store %e, %by : tensor<1024xf32>, !tts.block<1024xf32>
  tts.barrier
  tts.store %v, %bz : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// A short row is kept by the first pass: no test for overlap is needed then.
// CHECK-LABEL: func.func @short
// CHECK: %[[ROW:.*]] = llvm.load {{.*}} -> vector<64xf32>
// CHECK: llvm.store %[[ROW]]
// CHECK-NOT: scf.if
// CHECK: return
tt.func public @short(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %bz = tts.make_block %z offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<64xf32>) -> f32
  %s = tt.splat %sum : f32 -> tensor<64xf32>
  %d = arith.subf %v, %s : tensor<64xf32>
  tts.store %d, %by : tensor<64xf32>, !tts.block<64xf32>
  tts.store %v, %bz : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

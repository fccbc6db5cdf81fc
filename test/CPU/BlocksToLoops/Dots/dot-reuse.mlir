// What one program has packed, the next program of the same call finds, unless
// a write could come between.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// Packing happens only in another launch, or when an input (here the offset) is
// another.
// CHECK-LABEL: func.func @shared
// CHECK-SAME: %[[RT:[a-z0-9]+]]: !llvm.ptr) attributes
// CHECK: %[[LAUNCH:.*]] = llvm.load %[[RT]] {{.*}} : !llvm.ptr -> i64
// CHECK: scf.for
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: %[[NEW:.*]] = arith.cmpi ne, %[[LAUNCH]]
// CHECK: %[[CHANGED:.*]] = arith.ori
// CHECK: scf.if %[[CHANGED]] {
// CHECK: llvm.store %{{.*}} : vector<{{.*}}xf32>, !llvm.ptr
// CHECK: vector.fma
tt.func public @shared(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %acc, %end = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%c = %zero, %off = %c0) -> (tensor<32x32xf32>, index) : i32 {
    %ba = tts.make_block %x offset %off strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %bb = tts.make_block %y offset %off strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %d = tt.dot %a, %b, %c : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    %next = arith.addi %off, %c32 : index
    scf.yield %d, %next : tensor<32x32xf32>, index
  }
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %acc, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// A loop that does more than accumulate: each iteration has its own slot if
// the first one found what the program before had packed.
// CHECK-LABEL: func.func @rows
// CHECK: %[[LAUNCH2:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: scf.for
// CHECK: scf.for %[[I:.*]] = %c0_i32 to
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[DONE:.*]], %c0_i64
// CHECK: %[[OWN:.*]] = arith.minsi %[[DONE]], %[[LAST:.*]] : i64
// CHECK: %[[TURN:.*]] = arith.select %{{.*}}, %[[OWN]], %[[LAST]] : i64
// CHECK: arith.select %[[FIRST]], %c0_i64, %[[TURN]] : i64
// CHECK: arith.cmpi ne, %[[LAUNCH2]]
// CHECK: scf.if %[[CHANGED:.*]] {
// CHECK: llvm.store %{{.*}} : vector<{{.*}}xf32>, !llvm.ptr
// CHECK: vector.fma
tt.func public @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %low = arith.constant dense<0xFF800000> : tensor<32xf32>
  %ba = tts.make_block %x offset %c0 strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %top = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%m = %low) -> (tensor<32xf32>) : i32 {
    %off = arith.index_cast %i : i32 to index
    %bb = tts.make_block %y offset %off strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %d = tt.dot %a, %b, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    %r = "tt.reduce"(%d) <{axis = 1 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %t = arith.maxnumf %p, %q : f32
      tt.reduce.return %t : f32
    }) : (tensor<32x32xf32>) -> tensor<32xf32>
    %next = arith.maxnumf %m, %r : tensor<32xf32>
    scf.yield %next : tensor<32xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<32xf32>
  tts.store %top, %bo : tensor<32xf32>, !tts.block<32xf32>
  tt.return
}

// The slot is found with signed numbers, so that a loop which may pass the
// largest of them packs every time.
// CHECK-LABEL: func.func @unsignedCount
// CHECK: scf.for unsigned
// CHECK-NOT: arith.minsi
// CHECK-NOT: scf.if
// CHECK: vector.fma
// CHECK: return
tt.func public @unsignedCount(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %l: i32, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1_i32 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %low = arith.constant dense<0xFF800000> : tensor<32x32xf32>
  %ba = tts.make_block %x offset %c0 strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %top = scf.for unsigned %i = %l to %n step %c1_i32 iter_args(%m = %low) -> (tensor<32x32xf32>) : i32 {
    %off = arith.index_cast %i : i32 to index
    %bb = tts.make_block %y offset %off strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %d = tt.dot %a, %b, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    %next = arith.maxnumf %m, %d : tensor<32x32xf32>
    scf.yield %next : tensor<32x32xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %top, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// Columns that are computed from a block that has storage, here because the remainder is dear.
// CHECK-LABEL: func.func @unpacked
// CHECK: %[[LAUNCH4:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: llvm.store %{{.*}} : vector<32xi32>
// CHECK: arith.cmpi ne, %[[LAUNCH4]]
// CHECK: scf.if
// CHECK: arith.shrsi
// CHECK: vector.fma
tt.func public @unpacked(%x: !tt.ptr<f32>, %y: !tt.ptr<i32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %c7 = arith.constant dense<7> : tensor<32xi32>
  %range = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %rest = arith.remsi %range, %c7 : tensor<32xi32>
  %column = tt.expand_dims %rest {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %shift = tt.broadcast %column : tensor<32x1xi32> -> tensor<32x32xi32>
  %acc, %end = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%c = %zero, %off = %c0) -> (tensor<32x32xf32>, index) : i32 {
    %ba = tts.make_block %x offset %off strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %bb = tts.make_block %y offset %off strides [1024, 1] : (!tt.ptr<i32>) -> !tts.block<32x32xi32>
    %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %q = tts.load %bb : !tts.block<32x32xi32> -> tensor<32x32xi32>
    %s = arith.shrsi %q, %shift : tensor<32x32xi32>
    %b = arith.sitofp %s : tensor<32x32xi32> to tensor<32x32xf32>
    %d = tt.dot %a, %b, %c : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    %next = arith.addi %off, %c32 : index
    scf.yield %d, %next : tensor<32x32xf32>, index
  }
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %acc, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// A loop within another: a chunk of any turn may be there, and is looked for.
// CHECK-LABEL: func.func @nested
// CHECK-SAME: %[[RT3:[a-z0-9]+]]: !llvm.ptr) attributes
// CHECK: llvm.store %c-1_i64, %[[SLOT:.*]] {
// CHECK: %[[KNOWN:.*]] = llvm.load %[[SLOT]]
// CHECK: %[[UNKNOWN:.*]] = arith.cmpi slt, %[[KNOWN]], %c0_i64
// CHECK: scf.if %[[UNKNOWN]] -> (i64) {
// CHECK: %[[FOUND:.*]] = llvm.call @tts_rt_slot
// CHECK: llvm.store %[[FOUND]], %[[SLOT]]
// CHECK: scf.if %{{.*}} {
// CHECK: llvm.store %{{.*}} : vector<{{.*}}xf32>, !llvm.ptr
// CHECK: llvm.load %[[SLOT]]
// CHECK: vector.fma
tt.func public @nested(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %sum = scf.for %j = %c0_i32 to %n step %c1_i32 iter_args(%s = %zero) -> (tensor<32x32xf32>) : i32 {
    %first = arith.index_cast %j : i32 to index
    %acc, %end = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%c = %s, %off = %first) -> (tensor<32x32xf32>, index) : i32 {
      %ba = tts.make_block %x offset %off strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
      %bb = tts.make_block %y offset %off strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
      %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
      %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
      %d = tt.dot %a, %b, %c : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
      %next = arith.addi %off, %c32 : index
      scf.yield %d, %next : tensor<32x32xf32>, index
    }
    scf.yield %acc : tensor<32x32xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %sum, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

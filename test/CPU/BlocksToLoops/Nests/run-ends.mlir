// The lanes at the end of a run, without AVX512: a register that ends where the run does. It is
// computed before the steps that it has lanes in common with are stored, and stored after them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// Positions of both stores are those that are loaded: in place, if %x is %y.
// CHECK-LABEL: func.func @in_place
// CHECK: scf.while
// CHECK: ^bb0(%[[BEGIN:[^:]+]]: i64,
// CHECK: %[[END:.*]] = arith.minsi
// CHECK: %[[LENGTH:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: %[[FITS:.*]] = arith.cmpi sge, %[[LENGTH]], %c8_i64
// CHECK: scf.if %[[FITS]] {
// CHECK: arith.subi %[[END]], %c8_i64
// CHECK-NOT: llvm.store
// CHECK: llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[SUM:.*]] = arith.addf {{.*}} : vector<8xf32>
// CHECK-NOT: llvm.store
// CHECK: arith.subi %[[END]], %c1_i64
// CHECK-NOT: masked
// CHECK: scf.for {{.*}} step %c32_i64
// CHECK: llvm.store {{.*}} : vector<32xf32>
// CHECK: scf.for {{.*}} step %c8_i64
// CHECK: llvm.store {{.*}} : vector<8xf32>
// CHECK: }
// CHECK: llvm.store %[[SUM]], {{.*}} : vector<8xf32>
// CHECK: } else {
// CHECK: llvm.intr.masked.store {{.*}} : vector<8xf32>
// CHECK: return
tt.func @in_place(%x: !tt.ptr<f32>, %c: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %row = arith.divsi %i, %d : tensor<512xi32>
  %g = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bc = tts.make_block %c offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %bias = tts.load %bc : !tts.block<512xf32> -> tensor<512xf32>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %w = arith.addf %v, %bias : tensor<512xf32>
  tts.store %w, %bx : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// A known number: 27 are three registers and what is left.
// CHECK-LABEL: func.func @known
// CHECK: scf.while
// CHECK: llvm.load {{.*}} -> vector<8xf32>
// CHECK: scf.for {{.*}} step %c8_i64
// CHECK: llvm.store {{.*}} : vector<8xf32>
// CHECK: }
// CHECK: llvm.store {{.*}} : vector<8xf32>
// CHECK: } else {
// CHECK: return
tt.func @known(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %n = arith.constant dense<27> : tensor<512xi32>
  %row = arith.divsi %i, %n : tensor<512xi32>
  %g = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [1] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// Each lane of a volatile load is loaded once.
// CHECK-LABEL: func.func @volatile
// CHECK: scf.while
// CHECK: ^bb0
// CHECK-NOT: scf.if
// CHECK-NOT: llvm.load
// CHECK: scf.for {{.*}} step %c32_i64
// CHECK: scf.for {{.*}} step %c8_i64
// CHECK: scf.for {{.*}} step %c8_i64
// CHECK: llvm.intr.masked.store
// CHECK: return
tt.func @volatile(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %row = arith.divsi %i, %d : tensor<512xi32>
  %g = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [1] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx {isVolatile = true} : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// Quotients of quotients: where the inner one changes, the outer one is divided again.
// CHECK-LABEL: func.func @nested
// CHECK: scf.while
// CHECK: ^bb0
// CHECK: arith.remsi {{.*}} : i32
// CHECK: arith.minsi
// CHECK: scf.if
// CHECK: return
tt.func @nested(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %f = tt.splat %m : i32 -> tensor<512xi32>
  %five = arith.constant dense<5> : tensor<512xi32>
  %row = arith.divsi %i, %d : tensor<512xi32>
  %apart = arith.muli %row, %five : tensor<512xi32>
  %p = arith.addi %i, %apart : tensor<512xi32>
  %q = arith.divsi %p, %f : tensor<512xi32>
  %g = arith.extsi %q : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// Where lanes are loaded from anywhere all the same, so few lanes do not pay for those done twice.
// CHECK-LABEL: func.func @scattered
// CHECK-NOT: scf.while
// CHECK: llvm.intr.masked.gather
// CHECK-NOT: scf.while
// CHECK: return
tt.func @scattered(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %n = arith.constant dense<27> : tensor<512xi32>
  %row = arith.divsi %i, %n : tensor<512xi32>
  %g = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [1] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %bits = arith.constant dense<255> : tensor<512xi32>
  %square = arith.muli %i, %i : tensor<512xi32>
  %low = arith.andi %square, %bits : tensor<512xi32>
  %at = arith.extsi %low : tensor<512xi32> to tensor<512xi64>
  %bw = tts.make_block %x offset %c0 strides [0] gather %at : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %w = tts.load %bw : !tts.block<512xf32> -> tensor<512xf32>
  %sum = arith.addf %v, %w : tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %sum, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// What a loop carries is read where it is written: the last register is written
// after the steps before it, which read some of it.
// CHECK-LABEL: func.func @carried
// CHECK: scf.for
// CHECK: scf.while
// CHECK: %[[LAST:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK-NOT: llvm.store
// CHECK: %[[SUM:.*]] = arith.addf %[[LAST]], {{.*}} : vector<8xf32>
// CHECK-NOT: llvm.store
// CHECK: scf.for {{.*}} step %c8_i64
// CHECK: llvm.store {{.*}} : vector<8xf32>
// CHECK: }
// CHECK: llvm.store %[[SUM]], {{.*}} : vector<8xf32>
// CHECK: } else {
// CHECK: return
tt.func @carried(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %m: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %n = arith.constant dense<27> : tensor<512xi32>
  %row = arith.divsi %i, %n : tensor<512xi32>
  %g = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %r = scf.for %k = %c0_i32 to %m step %c1_i32 iter_args(%a = %zero) -> (tensor<512xf32>) : i32 {
    %o = arith.index_cast %k : i32 to index
    %bx = tts.make_block %x offset %o strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
    %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
    %s = arith.addf %a, %v : tensor<512xf32>
    scf.yield %s : tensor<512xf32>
  }
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %r, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

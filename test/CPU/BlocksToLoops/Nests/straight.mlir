// Quotients and remainders of a position, of which few change within a step.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s

// Where neither crosses a multiple of %n, nor leaves its type, a step reads and
// writes vectors.
// CHECK-LABEL: func.func @flat
// CHECK: scf.for
// CHECK: %[[REST:.*]] = arith.remsi %{{.*}}, %[[N:.*]] : i32
// CHECK: %[[WIDE:.*]] = arith.extsi %[[REST]] : i32 to i64
// CHECK: %[[LAST:.*]] = arith.addi %[[WIDE]], %c{{.*}}_i64
// CHECK: %[[FITS:.*]] = arith.cmpi slt, %[[LAST]]
// CHECK: %[[STAYS:.*]] = arith.cmpi sle, %{{.*}}, %c2147483583_i64
// CHECK: %[[BETWEEN:.*]] = arith.andi %{{.*}}, %[[FITS]]
// CHECK: %[[STRAIGHT:.*]] = arith.andi %[[BETWEEN]], %[[STAYS]]
// CHECK: scf.if %[[STRAIGHT]]
// CHECK-NOT: masked.gather
// CHECK: llvm.load {{.*}} -> vector<{{.*}}xf32>
// CHECK: } else {
// CHECK: masked.gather
// CHECK: return
tt.func @flat(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %row = arith.divsi %i, %d : tensor<512xi32>
  %column = arith.remsi %i, %d : tensor<512xi32>
  %pitch = arith.constant dense<1000> : tensor<512xi32>
  %start = arith.muli %row, %pitch : tensor<512xi32>
  %at = arith.addi %start, %column : tensor<512xi32>
  %g = arith.extsi %at : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// A sum of 32 bits that is made wider before it is divided has to stay within
// its own type, too.
// CHECK-LABEL: func.func @made_wider
// CHECK: scf.for
// CHECK: %[[SUM:.*]] = arith.addi %{{.*}} : i32
// CHECK: %[[WIDE:.*]] = arith.extsi %[[SUM]] : i32 to i64
// CHECK: %[[NARROW:.*]] = arith.cmpi sle, %[[WIDE]], %c2147483583_i64
// CHECK: arith.remsi
// CHECK: %[[ALSO:.*]] = arith.andi %[[NARROW]], %{{.*}} : i1
// CHECK: %[[MORE:.*]] = arith.andi %[[ALSO]]
// CHECK: %[[STRAIGHT:.*]] = arith.andi %[[MORE]]
// CHECK: scf.if %[[STRAIGHT]]
// CHECK: return
tt.func @made_wider(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i64, %h: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %s = tt.splat %h : i32 -> tensor<512xi32>
  %sum = arith.addi %i, %s : tensor<512xi32>
  %wide = arith.extsi %sum : tensor<512xi32> to tensor<512xi64>
  %far = arith.constant dense<8589934592> : tensor<512xi64>
  %j = arith.addi %wide, %far : tensor<512xi64>
  %d = tt.splat %n : i64 -> tensor<512xi64>
  %g = arith.remsi %j, %d : tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Steps of 16 lanes end where rows of 48 do, without a test; what is squared is
// at no equal distances.
// CHECK-LABEL: func.func @short_rows
// CHECK: tts_rt_resident
// CHECK: scf.for {{.*}} step %c16_i64
// CHECK-NOT: scf.if
// CHECK: arith.remsi {{.*}}, %c48_i32 : i32
// CHECK: llvm.load {{.*}} -> vector<16xf32>
// CHECK: masked.gather
// CHECK-NOT: scf.if
// CHECK: llvm.load {{.*}} -> i1
// CHECK: return
tt.func @short_rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = arith.constant dense<48> : tensor<512xi32>
  %e = tt.splat %n : i32 -> tensor<512xi32>
  %a = arith.remsi %i, %d : tensor<512xi32>
  %b = arith.remsi %i, %e : tensor<512xi32>
  %c = arith.muli %b, %b : tensor<512xi32>
  %ga = arith.extsi %a : tensor<512xi32> to tensor<512xi64>
  %gc = arith.extsi %c : tensor<512xi32> to tensor<512xi64>
  %ba = tts.make_block %x offset %c0 strides [0] gather %ga : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %bc = tts.make_block %x offset %c0 strides [0] gather %gc : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %va = tts.load %ba : !tts.block<512xf32> -> tensor<512xf32>
  %vc = tts.load %bc : !tts.block<512xf32> -> tensor<512xf32>
  %v = arith.addf %va, %vc : tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// The same of an index that wraps: one of 96 begins anew every three steps of 32,
// and programs begin with a step. The block is longer than the modulus, so that no
// loop is made for the case that it does not wrap.
// CHECK-LABEL: func.func @wraps
// CHECK: tts_rt_resident
// CHECK: scf.for {{.*}} step %c32_i64
// CHECK: arith.remsi {{.*}}, %c96_i64 : i64
// CHECK: llvm.load {{.*}} -> vector<32xf32>
// CHECK-NOT: scf.if
// CHECK-NOT: masked.gather
// CHECK: llvm.load {{.*}} -> i1
// CHECK: return
tt.func @wraps(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c96 = arith.constant 96 : index
  %c512 = arith.constant 512 : i32
  %p = tt.get_program_id x : i32
  %first = arith.muli %p, %c512 : i32
  %start = arith.index_cast %first : i32 to index
  %bx = tts.make_block %x offset %c0 strides [1] wrap {dims = [0]} [(%start, %c96)] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %start strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// A start that is no multiple of the lanes, and a modulus that is none: a test a step.
// CHECK-LABEL: func.func @wraps_anywhere
// CHECK: tts_rt_resident
// CHECK: scf.for {{.*}} step %c[[L:[0-9]+]]_i64
// CHECK: %[[REST:.*]] = arith.remsi {{.*}}, %c1000_i64 : i64
// CHECK: %[[LAST:.*]] = arith.addi %[[REST]]
// CHECK: arith.cmpi slt, %[[LAST]], %c1000_i64
// CHECK: scf.if
// CHECK: llvm.load {{.*}} -> vector<[[L]]xf32>
// CHECK: } else {
// CHECK: masked.gather
// CHECK: return
tt.func @wraps_anywhere(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %c1000 = arith.constant 1000 : index
  %start = arith.index_cast %s : i32 to index
  %bx = tts.make_block %x offset %c0 strides [1] wrap {dims = [0]} [(%start, %c1000)] : (!tt.ptr<f32>) -> !tts.block<2048xf32>
  %v = tts.load %bx : !tts.block<2048xf32> -> tensor<2048xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<2048xf32>
  tts.store %v, %by : tensor<2048xf32>, !tts.block<2048xf32>
  tt.return
}

// -----

// A number and a mask that are the same in all lanes of a step: one element is
// read, and no lanes are masked. Where it is read from a copy, that of the first
// lane does.
// CHECK-LABEL: func.func @uniform
// CHECK: tts_rt_resident
// CHECK: scf.for {{.*}} step %c32_i64
// CHECK: %[[ROW:.*]] = arith.divsi {{.*}}, %c64_i32 : i32
// CHECK: %[[ON:.*]] = arith.cmpi slt, %[[ROW]], %c5_i32 : i32
// CHECK: scf.if %[[ON]] -> (f32)
// CHECK: llvm.load {{.*}} -> f32
// CHECK: scf.if %[[ON]] -> (vector<32xf32>)
// CHECK: llvm.load {{.*}} -> vector<32xf32>
// CHECK-NOT: masked
// CHECK: return
tt.func @uniform(%x: !tt.ptr<f32>, %z: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %d = arith.constant dense<64> : tensor<512xi32>
  %five = arith.constant dense<5> : tensor<512xi32>
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %row = arith.divsi %i, %d : tensor<512xi32>
  %on = arith.cmpi slt, %row, %five : tensor<512xi32>
  %g = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g mask %on : (!tt.ptr<f32>, tensor<512xi64>, tensor<512xi1>) -> !tts.block<512xf32>
  %bz = tts.make_block %z offset %c0 strides [1] mask %on : (!tt.ptr<f32>, tensor<512xi1>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %w = tts.load %bz : !tts.block<512xf32> -> tensor<512xf32>
  %sum = arith.addf %v, %w : tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %sum, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Padding by reflection: where neither absolute value turns, a step is read
// backwards twice, which is forwards. Most of what the outer one is taken of is
// less than zero, so that side counts; the nest is one with the store.
// CHECK-LABEL: func.func @reflect
// CHECK: arith.cmpi ult
// CHECK: scf.for
// CHECK: %[[C:.*]] = arith.remsi
// CHECK: %[[I:.*]] = arith.addi %{{.*}}, %c-3_i32
// CHECK: arith.cmpi sge, %{{.*}}, %c0_i64
// CHECK: math.absi %[[I]] : i32
// CHECK: arith.cmpi sle, %{{.*}}, %c0_i64
// CHECK: scf.if
// CHECK-NOT: vector.reduction
// CHECK: llvm.load {{.*}} -> vector<{{.*}}xf32>
// CHECK: } else {
// CHECK: masked.gather
// CHECK: return
tt.func @reflect(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %width = arith.constant dense<134> : tensor<512xi32>
  %pad = arith.constant dense<-3> : tensor<512xi32>
  %edge = arith.constant dense<-127> : tensor<512xi32>
  %last = arith.constant dense<127> : tensor<512xi32>
  %column = arith.remsi %i, %width : tensor<512xi32>
  %inside = arith.addi %column, %pad : tensor<512xi32>
  %left = math.absi %inside : tensor<512xi32>
  %beyond = arith.addi %left, %edge : tensor<512xi32>
  %right = math.absi %beyond : tensor<512xi32>
  %at = arith.subi %last, %right : tensor<512xi32>
  %g = arith.extsi %at : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

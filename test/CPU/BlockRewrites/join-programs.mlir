// Programs whose tiles lie side by side get a version in which they are one, with rows of 1,024
// lanes; its last argument says how many programs there are.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-join-programs --split-input-file | FileCheck %s

// The bound of the columns shrinks by the width of a tile from program to program.
// CHECK-LABEL: tt.func private @tiles.joined
// CHECK-SAME: %[[X:[a-z0-9]+]]: !tt.ptr<f32>, {{.*}}, %[[PROGRAMS:[a-z0-9]+]]: index)
// CHECK-SAME: tts.joined_axis = 0 : i32, tts.most_joined = 32 : i64
// CHECK: %[[LANES:.*]] = arith.muli %[[PROGRAMS]], %c32 : index
// CHECK: %[[LEFT:.*]] = arith.subi %{{.*}}, %[[FIRST:.*]] : index
// CHECK-NEXT: %[[END:.*]] = arith.minsi %[[LANES]], %[[LEFT]] : index
// CHECK: tts.make_block %[[X]] offset %[[FIRST]] strides [%{{.*}}, 1] bounds [0 : 8, 0 : %[[END]]] : (!tt.ptr<f32>) -> !tts.block<8x1024xf32>
// CHECK: arith.addf %{{.*}}, %cst : tensor<8x1024xf32>
// CHECK: tts.make_block %{{.*}} bounds [0 : 8, 0 : %[[END]]]
// CHECK-LABEL: tt.func @tiles
// CHECK-SAME: tts.joined = @tiles.joined, tts.joined_axis = 0 : i32
// CHECK: arith.addf %{{.*}} : tensor<8x32xf32>
tt.func @tiles(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: index, %columns: index) {
  %c32 = arith.constant 32 : i32
  %one = arith.constant dense<1.0> : tensor<8x32xf32>
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c32 : i32
  %o = arith.index_cast %first : i32 to index
  %left = arith.subi %columns, %o : index
  %bx = tts.make_block %x offset %o strides [%stride, 1] bounds [0 : 8, 0 : %left] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  %v = tts.load %bx : !tts.block<8x32xf32> -> tensor<8x32xf32>
  %w = arith.addf %v, %one : tensor<8x32xf32>
  %by = tts.make_block %y offset %o strides [%stride, 1] bounds [0 : 8, 0 : %left] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  tts.store %w, %by : tensor<8x32xf32>, !tts.block<8x32xf32>
  tt.return
}

// -----

// Axis 1 goes along the rows; a range counts lanes, and with the number columns.
// CHECK-LABEL: tt.func private @numbered.joined
// CHECK-SAME: tts.joined_axis = 1 : i32, tts.most_joined = 16 : i64
// CHECK: tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
// CHECK: tts.make_block %{{.*}} bounds [0 : 4, 0 : %{{.*}}] : (!tt.ptr<i32>) -> !tts.block<4x1024xi32>
tt.func @numbered(%y: !tt.ptr<i32>, %stride: index) {
  %c4 = arith.constant 4 : i32
  %c64 = arith.constant 64 : i32
  %idx = tt.get_program_id x : i32
  %row = arith.muli %idx, %c4 : i32
  %r = arith.index_cast %row : i32 to index
  %down = arith.muli %r, %stride : index
  %idy = tt.get_program_id y : i32
  %column = arith.muli %idy, %c64 : i32
  %c = arith.index_cast %column : i32 to index
  %o = arith.addi %down, %c : index
  %lane = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %all = tt.splat %column : i32 -> tensor<64xi32>
  %at = arith.addi %lane, %all : tensor<64xi32>
  %e = tt.expand_dims %at {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %v = tt.broadcast %e : tensor<1x64xi32> -> tensor<4x64xi32>
  %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<i32>) -> !tts.block<4x64xi32>
  tts.store %v, %by : tensor<4x64xi32>, !tts.block<4x64xi32>
  tt.return
}

// -----

// One axis counts rows and columns of tiles: those of a quotient lie side by side.
// CHECK-LABEL: tt.func private @taken_apart.joined
// CHECK: arith.remsi {{.*}} {tts.joined_number} : i32
// CHECK-LABEL: tt.func @taken_apart(
// CHECK-NOT: tts.joined_number
tt.func @taken_apart(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: index, %tiles: i32) {
  %c8 = arith.constant 8 : i32
  %c32 = arith.constant 32 : i32
  %id = tt.get_program_id x : i32
  %i = arith.divsi %id, %tiles : i32
  %row = arith.muli %i, %c8 : i32
  %r = arith.index_cast %row : i32 to index
  %down = arith.muli %r, %stride : index
  %j = arith.remsi %id, %tiles : i32
  %column = arith.muli %j, %c32 : i32
  %c = arith.index_cast %column : i32 to index
  %o = arith.addi %down, %c : index
  %bx = tts.make_block %x offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  %v = tts.load %bx : !tts.block<8x32xf32> -> tensor<8x32xf32>
  %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  tts.store %v, %by : tensor<8x32xf32>, !tts.block<8x32xf32>
  tt.return
}

// -----

// What is left alone. One row has been read once a program begins:
// CHECK-LABEL: tt.func @one_row
// CHECK-NOT: joined
tt.func @one_row(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c32 = arith.constant 32 : i32
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c32 : i32
  %o = arith.index_cast %first : i32 to index
  %bx = tts.make_block %x offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<32xf32>
  %v = tts.load %bx : !tts.block<32xf32> -> tensor<32xf32>
  %by = tts.make_block %y offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<32xf32>
  tts.store %v, %by : tensor<32xf32>, !tts.block<32xf32>
  tt.return
}

// -----

// tiles with a gap between them:
tt.func @gap(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: index) {
  %c33 = arith.constant 33 : i32
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c33 : i32
  %o = arith.index_cast %first : i32 to index
  %bx = tts.make_block %x offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  %v = tts.load %bx : !tts.block<8x32xf32> -> tensor<8x32xf32>
  %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  tts.store %v, %by : tensor<8x32xf32>, !tts.block<8x32xf32>
  tt.return
}

// -----

// a bound that is the same for all programs, so that each tile ends at it:
tt.func @fixed_bound(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: index, %n: index) {
  %c32 = arith.constant 32 : i32
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c32 : i32
  %o = arith.index_cast %first : i32 to index
  %bx = tts.make_block %x offset %o strides [%stride, 1] bounds [0 : 8, 0 : %n] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  %v = tts.load %bx : !tts.block<8x32xf32> -> tensor<8x32xf32>
  %by = tts.make_block %y offset %o strides [%stride, 1] bounds [0 : 8, 0 : %n] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  tts.store %v, %by : tensor<8x32xf32>, !tts.block<8x32xf32>
  tt.return
}

// -----

// lanes that are counted in each program from 0:
tt.func @lane(%y: !tt.ptr<i32>, %stride: index) {
  %c32 = arith.constant 32 : i32
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c32 : i32
  %o = arith.index_cast %first : i32 to index
  %lane = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %e = tt.expand_dims %lane {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %v = tt.broadcast %e : tensor<1x32xi32> -> tensor<8x32xi32>
  %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<i32>) -> !tts.block<8x32xi32>
  tts.store %v, %by : tensor<8x32xi32>, !tts.block<8x32xi32>
  tt.return
}

// -----

// the number itself among the data:
tt.func @number(%y: !tt.ptr<i32>, %stride: index) {
  %c32 = arith.constant 32 : i32
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c32 : i32
  %o = arith.index_cast %first : i32 to index
  %v = tt.splat %id : i32 -> tensor<8x32xi32>
  %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<i32>) -> !tts.block<8x32xi32>
  tts.store %v, %by : tensor<8x32xi32>, !tts.block<8x32xi32>
  tt.return
}

// -----

// something that is done once in each program:
tt.func @counted(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: !tt.ptr<i32>, %stride: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c32 : i32
  %o = arith.index_cast %first : i32 to index
  %bn = tts.make_block %n offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  %old = tts.atomic_rmw add, relaxed, gpu, %bn, %c1 : !tts.block<i32>, i32 -> i32
  %bx = tts.make_block %x offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  %v = tts.load %bx : !tts.block<8x32xf32> -> tensor<8x32xf32>
  %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  tts.store %v, %by : tensor<8x32xf32>, !tts.block<8x32xf32>
  tt.return
}

// -----

// rows that are reduced, so that lanes of other tiles would count:
tt.func @reduced(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: index) {
  %c32 = arith.constant 32 : i32
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c32 : i32
  %o = arith.index_cast %first : i32 to index
  %bx = tts.make_block %x offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  %v = tts.load %bx : !tts.block<8x32xf32> -> tensor<8x32xf32>
  %s = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<8x32xf32>) -> tensor<8xf32>
  %e = tt.expand_dims %s {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  %w = tt.broadcast %e : tensor<8x1xf32> -> tensor<8x32xf32>
  %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  tts.store %w, %by : tensor<8x32xf32>, !tts.block<8x32xf32>
  tt.return
}

// -----

// a branch that not all programs take:
tt.func @branch(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: index) {
  %c5 = arith.constant 5 : i32
  %c32 = arith.constant 32 : i32
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c32 : i32
  %o = arith.index_cast %first : i32 to index
  %few = arith.cmpi slt, %id, %c5 : i32
  scf.if %few {
    %bx = tts.make_block %x offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
    %v = tts.load %bx : !tts.block<8x32xf32> -> tensor<8x32xf32>
    %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
    tts.store %v, %by : tensor<8x32xf32>, !tts.block<8x32xf32>
  }
  tt.return
}

// -----

// Channels of three that lie next to each other: lanes share lines.
// CHECK-LABEL: tt.func private @channels.joined
// CHECK-SAME: tts.most_joined = 32 : i64
// CHECK: tts.make_block %{{.*}} strides [1, 3] {{.*}} -> !tts.block<4x1024xf32>
// CHECK: tts.make_block %{{.*}} strides [%{{.*}}, 1] {{.*}} -> !tts.block<4x1024xf32>
tt.func @channels(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %plane: index) {
  %c32 = arith.constant 32 : i32
  %c3 = arith.constant 3 : index
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c32 : i32
  %o = arith.index_cast %first : i32 to index
  %p = arith.muli %o, %c3 : index
  %bx = tts.make_block %x offset %p strides [1, 3] : (!tt.ptr<f32>) -> !tts.block<4x32xf32>
  %v = tts.load %bx : !tts.block<4x32xf32> -> tensor<4x32xf32>
  %by = tts.make_block %y offset %o strides [%plane, 1] : (!tt.ptr<f32>) -> !tts.block<4x32xf32>
  tts.store %v, %by : tensor<4x32xf32>, !tts.block<4x32xf32>
  tt.return
}

// -----

// Each on a line of its own: rows would not be longer, but more.
// CHECK-LABEL: tt.func @columns
// CHECK-NOT: joined
tt.func @columns(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c32 = arith.constant 32 : i32
  %c16 = arith.constant 16 : index
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c32 : i32
  %o = arith.index_cast %first : i32 to index
  %p = arith.muli %o, %c16 : index
  %bx = tts.make_block %x offset %p strides [1, 16] : (!tt.ptr<f32>) -> !tts.block<4x32xf32>
  %v = tts.load %bx : !tts.block<4x32xf32> -> tensor<4x32xf32>
  %by = tts.make_block %y offset %p strides [1, 16] : (!tt.ptr<f32>) -> !tts.block<4x32xf32>
  tts.store %v, %by : tensor<4x32xf32>, !tts.block<4x32xf32>
  tt.return
}

// Programs that go down columns side by side, in loops that carry what they have computed of each
// column, or reduce columns, are done as one, too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-join-programs --split-input-file | FileCheck %s

// A loop reads a row in each turn: one row is no reason to leave the program alone. What it carries
// gets the lanes of all programs; where it begins is what it was.
// CHECK-LABEL: tt.func private @recurrence.joined
// CHECK-SAME: %[[PROGRAMS:[a-z0-9]+]]: index)
// CHECK-SAME: tts.most_joined = 16 : i64
// CHECK: %[[LANES:.*]] = arith.muli %[[PROGRAMS]], %c64 : index
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<1024xf32>
// CHECK: %[[FIRST:.*]] = arith.index_cast
// CHECK: scf.for {{.*}} iter_args(%[[STATE:.*]] = %[[ZERO]], %{{.*}} = %[[FIRST]]) -> (tensor<1024xf32>, index)
// CHECK: tts.make_block {{.*}} bounds [0 : %[[LANES]]] {{.*}} -> !tts.block<1024xf32>
// CHECK: arith.mulf %[[STATE]], %{{.*}} : tensor<1024xf32>
// CHECK: tts.store {{.*}} : tensor<1024xf32>
// CHECK-LABEL: tt.func @recurrence
// CHECK-SAME: tts.joined = @recurrence.joined
tt.func @recurrence(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %rows: i32, %columns: index) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c64 : i32
  %o = arith.index_cast %first : i32 to index
  %r:2 = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %zero, %at = %o) -> (tensor<64xf32>, index) : i32 {
    %bx = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
    %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
    %m = arith.mulf %s, %v : tensor<64xf32>
    %n = arith.addf %m, %v : tensor<64xf32>
    %by = tts.make_block %y offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
    tts.store %n, %by : tensor<64xf32>, !tts.block<64xf32>
    %next = arith.addi %at, %columns : index
    scf.yield %n, %next : tensor<64xf32>, index
  }
  tt.return
}

// -----

// Columns that are added up, in a loop and behind it: so many that what is carried stays at hand.
// CHECK-LABEL: tt.func private @columns.joined
// CHECK-SAME: tts.most_joined = 4 : i64
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: (tensor<64x64xf32>) -> tensor<64xf32>
// CHECK: tts.store {{.*}} : tensor<64xf32>
tt.func @columns(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %rows: i32, %stride: index) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c16 : i32
  %o = arith.index_cast %first : i32 to index
  %all = scf.for %i = %c0 to %rows step %c64 iter_args(%s = %zero) -> (tensor<64x16xf32>) : i32 {
    %row = arith.index_cast %i : i32 to index
    %down = arith.muli %row, %stride : index
    %at = arith.addi %down, %o : index
    %bx = tts.make_block %x offset %at strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<64x16xf32>
    %v = tts.load %bx : !tts.block<64x16xf32> -> tensor<64x16xf32>
    %n = arith.addf %s, %v : tensor<64x16xf32>
    scf.yield %n : tensor<64x16xf32>
  }
  %sum = "tt.reduce"(%all) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<64x16xf32>) -> tensor<16xf32>
  %by = tts.make_block %y offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  tts.store %sum, %by : tensor<16xf32>, !tts.block<16xf32>
  tt.return
}

// -----

// Two sizes are carried, 1040 elements a program: three programs would fit into the first level, and
// two be taken, as blocks have a power of two of elements; for a row of 64 lanes it is four.
// CHECK-LABEL: tt.func private @two_sizes.joined
// CHECK-SAME: tts.most_joined = 4 : i64
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, tensor<64xf32>)
tt.func @two_sizes(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %rows: i32, %stride: index) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %one = arith.constant dense<1.0> : tensor<16xf32>
  %none = arith.constant dense<0.0> : tensor<16xf32>
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c16 : i32
  %o = arith.index_cast %first : i32 to index
  %all:2 = scf.for %i = %c0 to %rows step %c64 iter_args(%s = %zero, %t = %none) -> (tensor<64x16xf32>, tensor<16xf32>) : i32 {
    %row = arith.index_cast %i : i32 to index
    %down = arith.muli %row, %stride : index
    %at = arith.addi %down, %o : index
    %bx = tts.make_block %x offset %at strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<64x16xf32>
    %v = tts.load %bx : !tts.block<64x16xf32> -> tensor<64x16xf32>
    %n = arith.addf %s, %v : tensor<64x16xf32>
    %m = arith.addf %t, %one : tensor<16xf32>
    scf.yield %n, %m : tensor<64x16xf32>, tensor<16xf32>
  }
  %sum = "tt.reduce"(%all#0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<64x16xf32>) -> tensor<16xf32>
  %both = arith.addf %sum, %all#1 : tensor<16xf32>
  %by = tts.make_block %y offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  tts.store %both, %by : tensor<16xf32>, !tts.block<16xf32>
  tt.return
}

// -----

// Sums down the columns: what a scan gives is to stay at hand, too.
// CHECK-LABEL: tt.func private @scanned.joined
// CHECK-SAME: tts.most_joined = 4 : i64
// CHECK: "tt.scan"
// CHECK: (tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK: tts.store {{.*}} : tensor<64x64xf32>
tt.func @scanned(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: index) {
  %c16 = arith.constant 16 : i32
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c16 : i32
  %o = arith.index_cast %first : i32 to index
  %bx = tts.make_block %x offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<64x16xf32>
  %v = tts.load %bx : !tts.block<64x16xf32> -> tensor<64x16xf32>
  %sums = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.scan.return %c : f32
  }) : (tensor<64x16xf32>) -> tensor<64x16xf32>
  %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<64x16xf32>
  tts.store %sums, %by : tensor<64x16xf32>, !tts.block<64x16xf32>
  tt.return
}

// -----

// What is left alone. As many turns as the program's number:
// CHECK-LABEL: tt.func @turns
// CHECK-NOT: joined
tt.func @turns(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %columns: index) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c64 : i32
  %o = arith.index_cast %first : i32 to index
  %r:2 = scf.for %i = %c0 to %id step %c1 iter_args(%s = %zero, %at = %o) -> (tensor<64xf32>, index) : i32 {
    %bx = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
    %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
    %n = arith.addf %s, %v : tensor<64xf32>
    %next = arith.addi %at, %columns : index
    scf.yield %n, %next : tensor<64xf32>, index
  }
  %by = tts.make_block %y offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %r#0, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// -----

// a state that begins with the program's number:
tt.func @numbered(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %rows: i32, %columns: index) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %id = tt.get_program_id x : i32
  %start = tt.splat %id : i32 -> tensor<64xi32>
  %first = arith.muli %id, %c64 : i32
  %o = arith.index_cast %first : i32 to index
  %r:2 = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %start, %at = %o) -> (tensor<64xi32>, index) : i32 {
    %bx = tts.make_block %x offset %at strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
    %v = tts.load %bx : !tts.block<64xi32> -> tensor<64xi32>
    %n = arith.addi %s, %v : tensor<64xi32>
    %next = arith.addi %at, %columns : index
    scf.yield %n, %next : tensor<64xi32>, index
  }
  %by = tts.make_block %y offset %o strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  tts.store %r#0, %by : tensor<64xi32>, !tts.block<64xi32>
  tt.return
}

// -----

// a sum of the lanes that a loop carries:
tt.func @summed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %rows: i32, %columns: index) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant 0.0 : f32
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c64 : i32
  %o = arith.index_cast %first : i32 to index
  %r:2 = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %zero, %at = %o) -> (f32, index) : i32 {
    %bx = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
    %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
    %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<64xf32>) -> f32
    %n = arith.addf %s, %sum : f32
    %all = tt.splat %n : f32 -> tensor<64xf32>
    %by = tts.make_block %y offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
    tts.store %all, %by : tensor<64xf32>, !tts.block<64xf32>
    %next = arith.addi %at, %columns : index
    scf.yield %n, %next : f32, index
  }
  tt.return
}

// -----

// sums along the lanes:
tt.func @scanned_along(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: index) {
  %c16 = arith.constant 16 : i32
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c16 : i32
  %o = arith.index_cast %first : i32 to index
  %bx = tts.make_block %x offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<64x16xf32>
  %v = tts.load %bx : !tts.block<64x16xf32> -> tensor<64x16xf32>
  %sums = "tt.scan"(%v) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.scan.return %c : f32
  }) : (tensor<64x16xf32>) -> tensor<64x16xf32>
  %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<64x16xf32>
  tts.store %sums, %by : tensor<64x16xf32>, !tts.block<64x16xf32>
  tt.return
}

// Programs that go down columns side by side become lanes of one: what differs between them has
// one more dim, the last one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-join-programs --split-input-file | FileCheck %s

// A sum down a column. The weights are the same for all; the row of results has a lane for each
// program, as far as there are programs.
// CHECK-LABEL: tt.func private @column.joined
// CHECK-SAME: %[[X:[a-z0-9]+]]: !tt.ptr<f32>, %[[W:[a-z0-9]+]]: !tt.ptr<f32>, %[[Y:[a-z0-9]+]]: !tt.ptr<f32>, {{.*}}, %[[PROGRAMS:[a-z0-9]+]]: index)
// CHECK-SAME: tts.joined_axis = 1 : i32, tts.most_joined = 512 : i64
// CHECK: %[[FIRST:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: %[[BX:.*]] = tts.make_block %[[X]] offset %[[FIRST]] strides [%{{.*}}, 1] bounds [0 : %{{.*}}, 0 : %[[PROGRAMS]]] : (!tt.ptr<f32>) -> !tts.block<64x512xf32>
// CHECK: tts.load %[[BX]] {{.*}} -> tensor<64x512xf32>
// CHECK: %[[WEIGHTS:.*]] = tts.load %{{.*}} : !tts.block<64xf32> -> tensor<64xf32>
// CHECK: tt.expand_dims %[[WEIGHTS]] {axis = 1 : i32}
// CHECK: %[[SUM:.*]] = "tt.reduce"
// CHECK: (tensor<64x512xf32>) -> tensor<512xf32>
// CHECK: %[[BY:.*]] = tts.make_block %[[Y]] offset %[[FIRST]] strides [1] bounds [0 : %[[PROGRAMS]]] : (!tt.ptr<f32>) -> !tts.block<512xf32>
// CHECK: tts.store %[[SUM]], %[[BY]] : tensor<512xf32>
// CHECK-LABEL: tt.func @column
// CHECK-SAME: tts.joined = @column.joined, tts.joined_alone, tts.joined_axis = 1 : i32
tt.func @column(%x: !tt.ptr<f32>, %w: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: index, %rows: index) {
  %id = tt.get_program_id y : i32
  %o = arith.index_cast %id : i32 to index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %bx = tts.make_block %x offset %o strides [%stride] bounds [0 : %rows] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %bx other %zero : !tts.block<64xf32>, f32 -> tensor<64xf32>
  %bw = tts.make_block %w offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %weights = tts.load %bw : !tts.block<64xf32> -> tensor<64xf32>
  %p = arith.mulf %v, %weights : tensor<64xf32>
  %sum = "tt.reduce"(%p) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<64xf32>) -> f32
  %by = tts.make_block %y offset %o : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %sum, %by : f32, !tts.block<f32>
  tt.return
}

// -----

// The offset that the loop carries is the first program's; the sum is each one's.
// CHECK-LABEL: tt.func private @carried.joined
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (index, tensor<1024xf32>)
// CHECK: tts.make_block {{.*}} -> !tts.block<8x1024xf32>
// CHECK: scf.yield %{{.*}}, %{{.*}} : index, tensor<1024xf32>
tt.func @carried(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: index) {
  %id = tt.get_program_id x : i32
  %o = arith.index_cast %id : i32 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%at = %o, %total = %zero) -> (index, f32) {
    %bx = tts.make_block %x offset %at strides [%stride] : (!tt.ptr<f32>) -> !tts.block<8xf32>
    %v = tts.load %bx : !tts.block<8xf32> -> tensor<8xf32>
    %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<8xf32>) -> f32
    %t = arith.addf %total, %sum : f32
    %n = arith.addi %at, %stride : index
    scf.yield %n, %t : index, f32
  }
  %by = tts.make_block %y offset %o : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %r#1, %by : f32, !tts.block<f32>
  tt.return
}

// -----

// Programs that leave early: who stays is a mask of what is accessed, and none of it is if all
// leave.
// CHECK-LABEL: tt.func private @leave.joined
// CHECK: %[[NUMBERS:.*]] = arith.addi %{{.*}}, %{{.*}} : tensor<1024xi32>
// CHECK: %[[GONE:.*]] = arith.cmpi sge, %[[NUMBERS]], %{{.*}} : tensor<1024xi32>
// CHECK: %[[STAY:.*]] = arith.xori %[[GONE]], %{{.*}} : tensor<1024xi1>
// CHECK: %[[ANY:.*]] = "tt.reduce"
// CHECK: scf.if %[[ANY]] {
// CHECK: tts.make_block {{.*}} mask %[[STAY]] : (!tt.ptr<f32>, tensor<1024xi1>) -> !tts.block<1024xf32>
// CHECK: tts.make_block {{.*}} mask %[[STAY]] : (!tt.ptr<f32>, tensor<1024xi1>) -> !tts.block<1024xf32>
// CHECK: tts.store
tt.func @leave(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %columns: i32) {
  %id = tt.get_program_id x : i32
  %o = arith.index_cast %id : i32 to index
  %gone = arith.cmpi sge, %id, %columns : i32
  scf.if %gone {
  } else {
    %bx = tts.make_block %x offset %o : (!tt.ptr<f32>) -> !tts.block<f32>
    %v = tts.load %bx : !tts.block<f32> -> f32
    %by = tts.make_block %y offset %o : (!tt.ptr<f32>) -> !tts.block<f32>
    tts.store %v, %by : f32, !tts.block<f32>
  }
  tt.return
}

// -----

// What remains of the number counts columns.
// CHECK-LABEL: tt.func private @planes.joined
// CHECK: arith.divsi %{{.*}}, %{{.*}} : i32
// CHECK: arith.remsi %{{.*}}, %{{.*}} {tts.joined_number} : i32
// CHECK: -> !tts.block<16x1024xi32>
tt.func @planes(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %columns: i32, %stride: index) {
  %id = tt.get_program_id x : i32
  %plane = arith.divsi %id, %columns : i32
  %column = arith.remsi %id, %columns : i32
  %p = arith.index_cast %plane : i32 to index
  %c = arith.index_cast %column : i32 to index
  %first = arith.muli %p, %stride : index
  %o = arith.addi %first, %c : index
  %bx = tts.make_block %x offset %o strides [%stride] : (!tt.ptr<i32>) -> !tts.block<16xi32>
  %v = tts.load %bx : !tts.block<16xi32> -> tensor<16xi32>
  %by = tts.make_block %y offset %o strides [%stride] : (!tt.ptr<i32>) -> !tts.block<16xi32>
  tts.store %v, %by : tensor<16xi32>, !tts.block<16xi32>
  tt.return
}

// -----

// Rows of its own: the next program goes on far from where one ends.
// CHECK-LABEL: tt.func @rows(
// CHECK-NOT: tts.joined
tt.func @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: index) {
  %id = tt.get_program_id x : i32
  %o = arith.index_cast %id : i32 to index
  %at = arith.muli %o, %stride : index
  %bx = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<64xf32>) -> f32
  %by = tts.make_block %y offset %o : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %sum, %by : f32, !tts.block<f32>
  tt.return
}

// -----

// A place that all of the programs write.
// CHECK-LABEL: tt.func @one_place(
// CHECK-NOT: tts.joined
tt.func @one_place(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %id = tt.get_program_id x : i32
  %o = arith.index_cast %id : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %o : (!tt.ptr<f32>) -> !tts.block<f32>
  %v = tts.load %bx : !tts.block<f32> -> f32
  %by = tts.make_block %y offset %c0 : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %v, %by : f32, !tts.block<f32>
  tt.return
}

// -----

// A number of rounds that differs between programs.
// CHECK-LABEL: tt.func @rounds(
// CHECK-NOT: tts.joined
tt.func @rounds(%y: !tt.ptr<f32>, %stride: index) {
  %id = tt.get_program_id x : i32
  %o = arith.index_cast %id : i32 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %o step %c1 {
    %down = arith.muli %i, %stride : index
    %at = arith.addi %o, %down : index
    %by = tts.make_block %y offset %at : (!tt.ptr<f32>) -> !tts.block<f32>
    tts.store %one, %by : f32, !tts.block<f32>
  }
  tt.return
}

// -----

// Blocks so large that few lanes would be left.
// CHECK-LABEL: tt.func @large(
// CHECK-NOT: tts.joined
tt.func @large(%y: !tt.ptr<f32>, %stride: index) {
  %id = tt.get_program_id x : i32
  %o = arith.index_cast %id : i32 to index
  %ones = arith.constant dense<1.0> : tensor<32768xf32>
  %by = tts.make_block %y offset %o strides [%stride] : (!tt.ptr<f32>) -> !tts.block<32768xf32>
  tts.store %ones, %by : tensor<32768xf32>, !tts.block<32768xf32>
  tt.return
}

// -----

// A value that only some of the programs compute: none do if none of them asks, and its loop need
// not end then.
// CHECK-LABEL: tt.func private @chosen.joined
// CHECK: %[[ANY:.*]] = "tt.reduce"
// CHECK: %[[SOME:.*]] = scf.if %[[ANY]] -> (tensor<1024xf32>) {
// CHECK: tts.load {{.*}} : !tts.block<f32> -> f32
// CHECK: scf.yield
// CHECK: } else {
// CHECK: scf.yield
// CHECK: arith.select %{{.*}}, %[[SOME]], %{{.*}} : tensor<1024xi1>, tensor<1024xf32>
tt.func @chosen(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %limit: i32) {
  %id = tt.get_program_id x : i32
  %o = arith.index_cast %id : i32 to index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %few = arith.cmpi slt, %id, %limit : i32
  %v = scf.if %few -> (f32) {
    %bx = tts.make_block %x offset %c0 : (!tt.ptr<f32>) -> !tts.block<f32>
    %one = tts.load %bx : !tts.block<f32> -> f32
    scf.yield %one : f32
  } else {
    scf.yield %zero : f32
  }
  %by = tts.make_block %y offset %o : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %v, %by : f32, !tts.block<f32>
  tt.return
}

// -----

// What is the same for all, but not where it is masked.
// CHECK-LABEL: tt.func private @other.joined
// CHECK: tts.make_block %{{.*}} strides [1, 0] bounds [0 : %{{.*}}, 0 : %{{.*}}] : (!tt.ptr<i32>) -> !tts.block<4x1024xi32>
// CHECK: tts.load %{{.*}} other %{{.*}} : !tts.block<4x1024xi32>, tensor<4x1024xi32>
tt.func @other(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %n: index, %stride: index) {
  %id = tt.get_program_id x : i32
  %o = arith.index_cast %id : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] bounds [0 : %n] : (!tt.ptr<i32>) -> !tts.block<4xi32>
  %v = tts.load %bx other %id : !tts.block<4xi32>, i32 -> tensor<4xi32>
  %by = tts.make_block %y offset %o strides [%stride] : (!tt.ptr<i32>) -> !tts.block<4xi32>
  tts.store %v, %by : tensor<4xi32>, !tts.block<4xi32>
  tt.return
}

// -----

// Of a number whose high bits are gone, programs side by side have not always one quotient.
// CHECK-LABEL: tt.func @cut(
// CHECK-NOT: tts.joined
tt.func @cut(%y: !tt.ptr<f32>, %k: i16, %stride: index) {
  %one = arith.constant 1.0 : f32
  %id = tt.get_program_id x : i32
  %low = arith.trunci %id : i32 to i16
  %row = arith.divsi %low, %k : i16
  %column = arith.remsi %low, %k : i16
  %r = arith.index_cast %row : i16 to index
  %c = arith.index_cast %column : i16 to index
  %down = arith.muli %r, %stride : index
  %o = arith.addi %down, %c : index
  %by = tts.make_block %y offset %o : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %one, %by : f32, !tts.block<f32>
  tt.return
}

// -----

// A block that is the same for all programs, whose elements that are masked off
// are not: what the programs access of it is there for all that comes after.
// CHECK-LABEL: tt.func private @fill.joined
// CHECK: %[[BLOCK:.*]] = tts.make_block %{{.*}} bounds [0 : %{{.*}}, 0 : %{{.*}}] : (!tt.ptr<f32>) -> !tts.block<16x{{[0-9]+}}xf32>
// CHECK-NOT: scf.if
// CHECK: tts.load %{{.*}} : !tts.block<{{[0-9]+}}xf32>
// CHECK: scf.if
// CHECK: tts.load %{{.*}} other
// CHECK: scf.if
// CHECK: tts.load %{{.*}} other
// CHECK: tts.load %[[BLOCK]] other
// CHECK-LABEL: tt.func public @fill
tt.func public @fill(%x: !tt.ptr<f32>, %f: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %end = arith.index_cast %n : i32 to index
  %p = tt.get_program_id x : i32
  %i = arith.index_cast %p : i32 to index
  %bx = tts.make_block %x offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  %bf = tts.make_block %f offset %i : (!tt.ptr<f32>) -> !tts.block<f32>
  %c = tts.load %bf : !tts.block<f32> -> f32
  %positive = arith.cmpf ogt, %c, %zero : f32
  %r = scf.if %positive -> (f32) {
    %v = tts.load %bx other %c : !tts.block<16xf32>, f32 -> tensor<16xf32>
    %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<16xf32>) -> f32
    scf.yield %sum : f32
  } else {
    %d = arith.subf %c, %one : f32
    %v = tts.load %bx other %d : !tts.block<16xf32>, f32 -> tensor<16xf32>
    %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<16xf32>) -> f32
    scf.yield %sum : f32
  }
  %e = arith.addf %c, %one : f32
  %w = tts.load %bx other %e : !tts.block<16xf32>, f32 -> tensor<16xf32>
  %most = "tt.reduce"(%w) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<16xf32>) -> f32
  %z = arith.addf %most, %r : f32
  %by = tts.make_block %y offset %i : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %z, %by : f32, !tts.block<f32>
  tt.return
}

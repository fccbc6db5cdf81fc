// Positions taken apart by a number that only the run tells: a loop from one place where the
// quotient changes to the next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @rows
// Where the store is streamed, each step is tested.
// CHECK: nontemporal
// Runs of eight elements and more, of positions that do not wrap.
// CHECK: %[[FIRST:.*]] = arith.cmpi sge, %{{.*}}, %c0_i64
// CHECK: %[[LAST:.*]] = arith.cmpi sle, %{{.*}}, %c2147483135_i64
// CHECK: arith.andi %[[FIRST]], %[[LAST]]
// CHECK: arith.cmpi sge, %{{.*}}, %c8_i64
// The first run divides, the others know what it has left.
// CHECK: %[[QUOTIENT:.*]] = arith.divsi
// CHECK: arith.remsi
// CHECK: scf.while (%[[AT:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %[[QUOTIENT]]) : (i64, i64, i32)
// CHECK: arith.cmpi slt, %[[AT]], %c512_i64
// CHECK: ^bb0(%[[BEGIN:[^:]+]]: i64, %[[LEFT:[^:]+]]: i64, %[[ROW:[^:]+]]: i32):
// CHECK-NOT: divsi
// CHECK-NOT: remsi
// CHECK: %[[NEXT:.*]] = arith.addi %[[BEGIN]], %[[LEFT]]
// CHECK: %[[END:.*]] = arith.minsi %[[NEXT]], %c512_i64
// CHECK: %[[LENGTH:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: arith.muli %[[ROW]], %c1000_i32
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[WHOLE:.*]] step %c64_i64
// CHECK-NOT: divsi
// CHECK-NOT: remsi
// CHECK-NOT: masked
// CHECK: llvm.load {{.*}} -> vector<64xf32>
// CHECK: llvm.store {{.*}} : vector<64xf32>
// CHECK: scf.for %{{.*}} = %[[WHOLE]] to %[[END]] step %c64_i64
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.store
// CHECK: %[[STILL:.*]] = arith.subi %[[LEFT]], %[[LENGTH]]
// CHECK: %[[ENDS:.*]] = arith.cmpi eq, %[[STILL]], %c0_i64
// CHECK: %[[LEFTS:.*]] = arith.select %[[ENDS]], %{{.*}}, %[[STILL]]
// CHECK: %[[ONE:.*]] = arith.extui %[[ENDS]]
// CHECK: %[[ROWS:.*]] = arith.addi %[[ROW]], %[[ONE]]
// CHECK: scf.yield %[[END]], %[[LEFTS]], %[[ROWS]]
// CHECK: } else {
// CHECK: llvm.intr.masked.gather
// CHECK: return

tt.func @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
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

// What is divided is loaded: it is not known where there is nothing to load.
// CHECK-LABEL: func.func @loaded
// CHECK-NOT: scf.while
// CHECK: return
tt.func @loaded(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %bs = tts.make_block %s offset %c0 strides [0] : (!tt.ptr<i32>) -> !tts.block<512xi32>
  %first = tts.load %bs : !tts.block<512xi32> -> tensor<512xi32>
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %p = arith.addi %i, %first : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %row = arith.divsi %p, %d : tensor<512xi32>
  %g = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// A number that is known, and no multiple of the lanes; runs of 27 have less than two steps of 16.
// CHECK-LABEL: func.func @known
// CHECK: scf.while
// CHECK: llvm.store {{.*}} : vector<16xf32>
// CHECK: llvm.intr.masked.store {{.*}} : vector<16xf32>
// CHECK: return
// CHECK-LABEL: func.func @short
// CHECK-NOT: scf.while
// CHECK: return
tt.func @known(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %n = arith.constant dense<98> : tensor<512xi32>
  %row = arith.divsi %i, %n : tensor<512xi32>
  %g = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [1] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

tt.func @short(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
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

// What no address is made of: two steps of all lanes make a run. Where lines bypass the caches, a
// step of one row is straight, if the numbers do not wrap around in it.
// CHECK-LABEL: func.func @values
// CHECK: %[[REST:.*]] = arith.remsi %{{.*}}, %{{.*}} : i32
// CHECK: arith.cmpi sge, %{{.*}}, %c0_i64
// CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : i64
// CHECK: arith.cmpi sle, %{{.*}}, %c2147483583_i64
// CHECK: scf.if
// CHECK-NOT: divsi {{.*}} : vector
// CHECK: nontemporal
// CHECK: } else {
// CHECK: arith.divsi {{.*}} : vector<64xi32>
// CHECK: nontemporal
// CHECK: arith.cmpi sge, %{{.*}}, %c128_i64
// CHECK: scf.while
// CHECK-NOT: divsi {{.*}} : vector
// CHECK: llvm.intr.masked.store
// CHECK: scf.yield
// CHECK: } else {
// CHECK: arith.divsi {{.*}} : vector<64xi32>
// CHECK: return
tt.func @values(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %row = arith.divsi %i, %d : tensor<512xi32>
  %column = arith.remsi %i, %d : tensor<512xi32>
  %left = arith.cmpi sle, %column, %row : tensor<512xi32>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %none = arith.constant dense<0.0> : tensor<512xf32>
  %w = arith.select %left, %v, %none : tensor<512xi1>, tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %w, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// What is claimed is claimed of the lanes of the run alone.
// CHECK-LABEL: func.func @claimed
// CHECK: scf.while ({{.*}}) : (i64, i64, i32, vector<64xi1>) ->
// CHECK: %[[SAME:.*]] = vector.broadcast %{{.*}} : i1 to vector<64xi1>
// CHECK: scf.for
// CHECK: arith.andi %{{.*}}, %[[SAME]] : vector<64xi1>
// CHECK: %[[LANES:.*]] = arith.cmpi sgt, %{{.*}} : vector<64xi32>
// CHECK: scf.for
// CHECK: %[[CLAIM:.*]] = arith.select %[[LANES]], %[[SAME]], %{{.*}} : vector<64xi1>, vector<64xi1>
// CHECK: arith.andi %{{.*}}, %[[CLAIM]] : vector<64xi1>
// CHECK: vector.reduction <and>
// CHECK: return
tt.func @claimed(%n: i32, %x: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %row = arith.divsi %i, %d : tensor<512xi32>
  %g = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<i32>, tensor<512xi64>) -> !tts.block<512xi32>
  %v = tts.load %bx : !tts.block<512xi32> -> tensor<512xi32>
  %ten = arith.constant dense<10> : tensor<512xi32>
  %c = arith.cmpi slt, %v, %ten : tensor<512xi32>
  tt.assert %c, "ten" : tensor<512xi1>
  tt.return
}

// A block with storage: the lanes past the run are the next one's to write.
// CHECK-LABEL: func.func @kept
// CHECK: scf.while
// CHECK: llvm.store {{.*}} : vector<
// CHECK: llvm.intr.masked.store
// CHECK: scf.yield
tt.func @kept(%n: i32, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %row = arith.divsi %i, %d : tensor<512xi32>
  %g = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bs = tts.make_block %s offset %c0 strides [0] gather %g : (!tt.ptr<i32>, tensor<512xi64>) -> !tts.block<512xi32>
  %r = tts.load %bs : !tts.block<512xi32> -> tensor<512xi32>
  %at = arith.addi %r, %i : tensor<512xi32>
  %h = arith.extsi %at : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %h : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// No address is made of the row, but it changes only where the column begins anew.
// CHECK-LABEL: func.func @compared
// CHECK: %[[FIRST:.*]] = arith.divsi %{{.*}}, %{{.*}} : i32
// CHECK: scf.while ({{.*}} = %[[FIRST]]) : (i64, i64, i32)
// CHECK: ^bb0({{.*}}, %[[ROW:[^:]+]]: i32):
// CHECK-NOT: divsi
// CHECK: arith.cmpi eq, %[[ROW]], %{{.*}} : i32
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[WHOLE:.*]] step %c64_i64
// CHECK-NOT: divsi
// CHECK: llvm.store {{.*}} : vector<64xi32>
// CHECK: scf.for %{{.*}} = %[[WHOLE]] to
// CHECK-NOT: divsi
// CHECK: llvm.intr.masked.store
// CHECK: } else {
tt.func @compared(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %n: i32, %index: i32) {
  %c0 = arith.constant 0 : index
  %none = arith.constant dense<0> : tensor<512xi32>
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %row = arith.divsi %i, %d : tensor<512xi32>
  %column = arith.remsi %i, %d : tensor<512xi32>
  %g = arith.extsi %column : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<i32>, tensor<512xi64>) -> !tts.block<512xi32>
  %v = tts.load %bx : !tts.block<512xi32> -> tensor<512xi32>
  %which = tt.splat %index : i32 -> tensor<512xi32>
  %chosen = arith.cmpi eq, %row, %which : tensor<512xi32>
  %r = arith.select %chosen, %v, %none : tensor<512xi1>, tensor<512xi32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<512xi32>
  tts.store %r, %by : tensor<512xi32>, !tts.block<512xi32>
  tt.return
}

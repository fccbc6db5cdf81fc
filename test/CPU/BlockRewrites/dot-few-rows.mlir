// Loops that sum a dot of which few rows may be stored get a version for those.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-dot-few-rows --split-input-file | FileCheck %s

// The bounds of the store say how many rows there are. What is only for the
// store goes where that goes; what the bounds are made from stays before.
// CHECK-LABEL: tt.func @bounds
// CHECK: %[[LEFT:.*]] = arith.subi %{{.*}}, %{{.*}} : index
// CHECK: %[[FEW:.*]] = arith.cmpi sle, %[[LEFT]], %c8
// CHECK: scf.if %[[FEW]] {
// CHECK:   scf.for {{.*}} -> (index, tensor<8x64xf32>)
// CHECK:     tts.make_block %arg0 {{.*}} bounds [0 : %[[LEFT]], 0 : 32] {{.*}} !tts.block<8x32xf32>
// CHECK:     tt.dot {{.*}} {tts.few_rows} : tensor<8x32xf32> * tensor<32x64xf32> -> tensor<8x64xf32>
// CHECK:   %[[B:.*]] = tts.load {{.*}} -> tensor<64xf32>
// CHECK:   %[[R:.*]] = tt.expand_dims %[[B]]
// CHECK:   tt.broadcast %[[R]] : tensor<1x64xf32> -> tensor<8x64xf32>
// CHECK:   arith.addf {{.*}} : tensor<8x64xf32>
// CHECK:   tts.store {{.*}} : tensor<8x64xf32>
// CHECK: } else {
// CHECK:   scf.for {{.*}} -> (index, tensor<16x64xf32>)
// CHECK:     tt.dot {{.*}}tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
// CHECK:   tts.load {{.*}} -> tensor<64xf32>
// CHECK:   arith.addf {{.*}} : tensor<16x64xf32>
// CHECK:   tts.store {{.*}} : tensor<16x64xf32>
// CHECK: }
// CHECK-NEXT: tt.return
tt.func @bounds(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %left0 = arith.subi %m, %c32 : index
  %d:2 = scf.for %i = %c0 to %n step %c32 iter_args(%at = %c0, %c = %zero) -> (index, tensor<16x64xf32>) {
    %pa = tts.make_block %x offset %i strides [%n, 1] bounds [0 : %left0, 0 : 32] : (!tt.ptr<f32>) -> !tts.block<16x32xf32>
    %a = tts.load %pa : !tts.block<16x32xf32> -> tensor<16x32xf32>
    %pb = tts.make_block %y offset %at strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
    %b = tts.load %pb : !tts.block<32x64xf32> -> tensor<32x64xf32>
    %s = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    %next = arith.addi %at, %c32 : index
    scf.yield %next, %s : index, tensor<16x64xf32>
  }
  %left = arith.subi %m, %c32 : index
  %pc = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %bias = tts.load %pc : !tts.block<64xf32> -> tensor<64xf32>
  %row = tt.expand_dims %bias {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
  %rows = tt.broadcast %row : tensor<1x64xf32> -> tensor<16x64xf32>
  %e = arith.addf %d#1, %rows : tensor<16x64xf32>
  %po = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %left0, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  tts.store %e, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}

// -----

// An atomic under a mask and a bound.
// CHECK-LABEL: tt.func @atomic
// CHECK: %[[ROWS:.*]] = arith.index_cast
// CHECK: %[[FEW:.*]] = arith.cmpi sle, %[[ROWS]], %c8
// CHECK: scf.if %[[FEW]] {
// CHECK: tts.atomic_rmw fadd, acq_rel, gpu, {{.*}} : !tts.block<8x64xf32>, tensor<8x64xf32>
// CHECK: } else {
// CHECK: tts.atomic_rmw fadd, acq_rel, gpu, {{.*}} : !tts.block<16x64xf32>, tensor<16x64xf32>
tt.func @atomic(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %t: !tt.ptr<i32>, %n: index, %valid: i32) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %pt = tts.make_block %t offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<16xi32>
  %token = tts.load %pt : !tts.block<16xi32> -> tensor<16xi32>
  %all = tt.splat %valid : i32 -> tensor<16xi32>
  %some = arith.cmpi slt, %token, %all : tensor<16xi32>
  %column = tt.expand_dims %some {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
  %rows = arith.index_cast %valid : i32 to index
  %lanes = tt.broadcast %column : tensor<16x1xi1> -> tensor<16x64xi1>
  %d = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<16x64xf32>) {
    %pa = tts.make_block %x offset %i strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<16x32xf32>
    %a = tts.load %pa : !tts.block<16x32xf32> -> tensor<16x32xf32>
    %pb = tts.make_block %y offset %i strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
    %b = tts.load %pb : !tts.block<32x64xf32> -> tensor<32x64xf32>
    %s = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    scf.yield %s : tensor<16x64xf32>
  }
  %po = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %rows, 0 : 64] mask %lanes : (!tt.ptr<f32>, tensor<16x64xi1>) -> !tts.block<16x64xf32>
  %old = tts.atomic_rmw fadd, acq_rel, gpu, %po, %d : !tts.block<16x64xf32>, tensor<16x64xf32> -> tensor<16x64xf32>
  tt.return
}

// -----

// Of one row that is known, one is multiplied; a computed operand allows four.
// CHECK-LABEL: tt.func @one
// CHECK: arith.cmpi sle, %{{.*}}, %c1
// CHECK: tt.dot {{.*}} -> tensor<1x64xf32>
// CHECK-LABEL: tt.func @computed
// CHECK: arith.cmpi sle, %{{.*}}, %c4
// CHECK: tt.dot {{.*}} -> tensor<4x64xf32>
tt.func @one(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %left = arith.subi %c1, %m : index
  %pa = tts.make_block %x offset %c0 strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<16x32xf32>
  %a = tts.load %pa : !tts.block<16x32xf32> -> tensor<16x32xf32>
  %d = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<16x64xf32>) {
    %pb = tts.make_block %y offset %i strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
    %b = tts.load %pb : !tts.block<32x64xf32> -> tensor<32x64xf32>
    %s = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    scf.yield %s : tensor<16x64xf32>
  }
  %po = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %left, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}
tt.func @computed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %pa = tts.make_block %x offset %c0 strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<16x32xf32>
  %a = tts.load %pa : !tts.block<16x32xf32> -> tensor<16x32xf32>
  %d = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<16x64xf32>) {
    %pb = tts.make_block %y offset %i strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
    %b = tts.load %pb : !tts.block<32x64xf32> -> tensor<32x64xf32>
    %e = math.exp %b : tensor<32x64xf32>
    %s = tt.dot %a, %e, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    scf.yield %s : tensor<16x64xf32>
  }
  %po = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %m, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}

// -----

// All rows are stored; the sum is loaded again after it has been stored; something
// is stored before it; the rows of the first operand are not known one by one; the loop
// carries a block without rows.
// CHECK-LABEL: tt.func @all_rows
// CHECK-NOT: scf.if
// CHECK-LABEL: tt.func @loaded_between
// CHECK-NOT: scf.if
// CHECK-LABEL: tt.func @stored_between
// CHECK-NOT: scf.if
// CHECK-LABEL: tt.func @argument
// CHECK-NOT: arith.cmpi
// CHECK-NOT: scf.if
// CHECK-LABEL: tt.func @without_rows
// CHECK-NOT: scf.if
tt.func @all_rows(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>, %o: !tt.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %d = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<16x64xf32>) {
    %s = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    scf.yield %s : tensor<16x64xf32>
  }
  %po = tts.make_block %o offset %c0 strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}
tt.func @loaded_between(%b: tensor<32x64xf32>, %o: !tt.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %a = arith.constant dense<1.0> : tensor<16x32xf32>
  %d = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<16x64xf32>) {
    %s = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    scf.yield %s : tensor<16x64xf32>
  }
  %po = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %n, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  %l = tts.load %po : !tts.block<16x64xf32> -> tensor<16x64xf32>
  %e = arith.addf %d, %l : tensor<16x64xf32>
  tts.store %e, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}
tt.func @stored_between(%b: tensor<32x64xf32>, %o: !tt.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %a = arith.constant dense<1.0> : tensor<16x32xf32>
  %d = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<16x64xf32>) {
    %s = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    scf.yield %s : tensor<16x64xf32>
  }
  %po = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %n, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  tts.store %zero, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}
tt.func @argument(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>, %o: !tt.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %d = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<16x64xf32>) {
    %s = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    scf.yield %s : tensor<16x64xf32>
  }
  %po = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %n, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  tts.store %d, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}

tt.func @without_rows(%x: !tt.ptr<f32>, %b: tensor<32x64xf32>, %o: !tt.ptr<f32>, %start: tensor<f32>, %m: index, %n: index) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %d:2 = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero, %t = %start) -> (tensor<16x64xf32>, tensor<f32>) {
    %px = tts.make_block %x offset %i strides [%n, 1] bounds [0 : %m, 0 : 32] : (!tt.ptr<f32>) -> !tts.block<16x32xf32>
    %a = tts.load %px : !tts.block<16x32xf32> -> tensor<16x32xf32>
    %s = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    %u = arith.addf %t, %t : tensor<f32>
    scf.yield %s, %u : tensor<16x64xf32>, tensor<f32>
  }
  %po = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %m, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  tts.store %d#0, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return %d#1 : tensor<f32>
}

// -----

// Attention for few queries: rows are reduced along the other dim, and two
// results are stored, of a number of rows that is known. There is one version.
// CHECK-LABEL: tt.func @attention
// CHECK-NOT: scf.if
// CHECK: %{{.*}}:2 = scf.for {{.*}} -> (tensor<4x64xf32>, tensor<4xf32>)
// CHECK: %[[S:.*]] = tt.dot {{.*}} {tts.few_rows} : tensor<4x64xf32> * tensor<64x32xf32> -> tensor<4x32xf32>
// CHECK: "tt.reduce"(%[[S]]) <{axis = 1 : i32}> ({
// CHECK: }) : (tensor<4x32xf32>) -> tensor<4xf32>
// CHECK: tt.dot {{.*}} {tts.few_rows} : tensor<4x32xf32> * tensor<32x64xf32> -> tensor<4x64xf32>
// CHECK: tts.store {{.*}} : tensor<4x64xf32>
// CHECK: tts.store {{.*}} : tensor<4xf32>
// CHECK-NOT: tts.store
tt.func @attention(%q: !tt.ptr<f32>, %k: !tt.ptr<f32>, %v: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %acc0 = arith.constant dense<0.0> : tensor<16x64xf32>
  %most0 = arith.constant dense<0xFF800000> : tensor<16xf32>
  %pq = tts.make_block %q offset %c0 strides [64, 1] bounds [0 : 3, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  %rows = tts.load %pq : !tts.block<16x64xf32> -> tensor<16x64xf32>
  %d:2 = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %acc0, %most = %most0) -> (tensor<16x64xf32>, tensor<16xf32>) {
    %pk = tts.make_block %k offset %i strides [1, 64] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
    %b = tts.load %pk : !tts.block<64x32xf32> -> tensor<64x32xf32>
    %s = tt.dot %rows, %b, %zero : tensor<16x64xf32> * tensor<64x32xf32> -> tensor<16x32xf32>
    %m = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<16x32xf32>) -> tensor<16xf32>
    %next = arith.maxnumf %m, %most : tensor<16xf32>
    %column = tt.expand_dims %next {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
    %columns = tt.broadcast %column : tensor<16x1xf32> -> tensor<16x32xf32>
    %shifted = arith.subf %s, %columns : tensor<16x32xf32>
    %e = math.exp %shifted : tensor<16x32xf32>
    %pv = tts.make_block %v offset %i strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
    %c = tts.load %pv : !tts.block<32x64xf32> -> tensor<32x64xf32>
    %sum = tt.dot %e, %c, %acc : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
    scf.yield %sum, %next : tensor<16x64xf32>, tensor<16xf32>
  }
  %po = tts.make_block %o offset %c0 strides [64, 1] bounds [0 : 3, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  tts.store %d#0, %po : tensor<16x64xf32>, !tts.block<16x64xf32>
  %pm = tts.make_block %o offset %n strides [1] bounds [0 : 2] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  tts.store %d#1, %pm : tensor<16xf32>, !tts.block<16xf32>
  tt.return
}

// -----

// A state that is multiplied from the right has all of its rows.
// CHECK-LABEL: tt.func @state
// CHECK-NOT: arith.cmpi
// CHECK-NOT: scf.if
// CHECK-NOT: few_rows
tt.func @state(%q: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = scf.for %i = %c0 to %n step %c16 iter_args(%state = %zero) -> (tensor<16x16xf32>) {
    %pq = tts.make_block %q offset %i strides [16, 1] : (!tt.ptr<f32>) -> !tts.block<16x16xf32>
    %a = tts.load %pq : !tts.block<16x16xf32> -> tensor<16x16xf32>
    %s = tt.dot %a, %state, %zero : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    scf.yield %s : tensor<16x16xf32>
  }
  %po = tts.make_block %o offset %c0 strides [16, 1] bounds [0 : %n, 0 : 16] : (!tt.ptr<f32>) -> !tts.block<16x16xf32>
  tts.store %d, %po : tensor<16x16xf32>, !tts.block<16x16xf32>
  tt.return
}

// -----

// A mask of three dims says nothing of rows; what is around goes on with results.
// CHECK-LABEL: tt.func @planes
// CHECK-NOT: scf.if
// CHECK-LABEL: tt.func @yielded
// CHECK-NOT: scf.if
tt.func @planes(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %some: tensor<16x16xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = scf.for %i = %c0 to %n step %c16 iter_args(%c = %zero) -> (tensor<16x16xf32>) {
    %p = tts.make_block %x offset %i strides [16, 1] : (!tt.ptr<f32>) -> !tts.block<16x16xf32>
    %a = tts.load %p : !tts.block<16x16xf32> -> tensor<16x16xf32>
    %s = tt.dot %a, %a, %c : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    scf.yield %s : tensor<16x16xf32>
  }
  %plane = tt.expand_dims %d {axis = 1 : i32} : tensor<16x16xf32> -> tensor<16x1x16xf32>
  %e = tt.broadcast %plane : tensor<16x1x16xf32> -> tensor<16x4x16xf32>
  %m = tt.expand_dims %some {axis = 1 : i32} : tensor<16x16xi1> -> tensor<16x1x16xi1>
  %mask = tt.broadcast %m : tensor<16x1x16xi1> -> tensor<16x4x16xi1>
  %po = tts.make_block %o offset %c0 strides [64, 16, 1] mask %mask : (!tt.ptr<f32>, tensor<16x4x16xi1>) -> !tts.block<16x4x16xf32>
  tts.store %e, %po : tensor<16x4x16xf32>, !tts.block<16x4x16xf32>
  tt.return
}
tt.func @yielded(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %r = scf.for %t = %c0 to %n step %c16 iter_args(%first = %c0) -> (index) {
    %d:2 = scf.for %i = %c0 to %n step %c16 iter_args(%at = %first, %c = %zero) -> (index, tensor<16x16xf32>) {
      %p = tts.make_block %x offset %at strides [16, 1] : (!tt.ptr<f32>) -> !tts.block<16x16xf32>
      %a = tts.load %p : !tts.block<16x16xf32> -> tensor<16x16xf32>
      %s = tt.dot %a, %a, %c : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
      %next = arith.addi %at, %c16 : index
      scf.yield %next, %s : index, tensor<16x16xf32>
    }
    %po = tts.make_block %o offset %t strides [16, 1] bounds [0 : %n, 0 : 16] : (!tt.ptr<f32>) -> !tts.block<16x16xf32>
    tts.store %d#1, %po : tensor<16x16xf32>, !tts.block<16x16xf32>
    scf.yield %d#0 : index
  }
  tt.return %r : index
}

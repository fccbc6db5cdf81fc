// Loops and branches carry scalars.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-to-structured --split-input-file %s | FileCheck %s

// CHECK-LABEL: tt.func @for_pointer
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f32>, %[[N:.*]]: i32, %[[S:.*]]: i32
// CHECK: %[[STEP:.*]] = arith.index_cast %[[S]] : i32 to index
// CHECK: scf.for {{.*}} iter_args(%[[D:.*]] = %{{.*}}) -> (index)
// CHECK: %[[NEXT:.*]] = arith.addi %[[STEP]], %[[D]] : index
// CHECK: %[[B:.*]] = tts.make_block %[[P]] offset %[[D]] strides [1]
// CHECK: tts.load %[[B]]
// CHECK: scf.yield %[[NEXT]] : index
tt.func @for_pointer(%p: !tt.ptr<f32>, %n: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %start = tt.addptr %base, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %step = tt.splat %s : i32 -> tensor<8xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %start) -> (tensor<8x!tt.ptr<f32>>) : i32 {
    %v = tt.load %q {isVolatile = true} : tensor<8x!tt.ptr<f32>>
    tt.store %q, %v : tensor<8x!tt.ptr<f32>>
    %next = tt.addptr %q, %step : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    scf.yield %next : tensor<8x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// The result of a loop goes on where the loop stopped; the inner loop starts
// where the outer one is.
// CHECK-LABEL: tt.func @nested
// CHECK: scf.for {{.*}} -> (index)
// CHECK: scf.for {{.*}} -> (index)
// CHECK-NOT: tensor<8x!tt.ptr
tt.func @nested(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %cst = arith.constant dense<8> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %start = tt.addptr %base, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %start) -> (tensor<8x!tt.ptr<f32>>) : i32 {
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%t = %q) -> (tensor<8x!tt.ptr<f32>>) : i32 {
      %v = tt.load %t : tensor<8x!tt.ptr<f32>>
      tt.store %q, %v : tensor<8x!tt.ptr<f32>>
      %next = tt.addptr %t, %cst : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
      scf.yield %next : tensor<8x!tt.ptr<f32>>
    }
    %next = tt.addptr %s, %cst : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    scf.yield %next : tensor<8x!tt.ptr<f32>>
  }
  %v = tt.load %r : tensor<8x!tt.ptr<f32>>
  tt.store %start, %v : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

// An index block is rebuilt from the scalar, which wraps around as it does: as
// data, in addresses and in masks.
// CHECK-LABEL: tt.func @index_as_data
// CHECK: %[[N:.*]] = arith.index_cast %arg1
// CHECK: scf.for {{.*}} iter_args(%[[D:.*]] = %{{.*}}) -> (index)
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[D]] : index to i64
// CHECK: %[[C:.*]] = arith.trunci %[[WIDE]] : i64 to i32
// CHECK: %[[O:.*]] = arith.index_cast %[[C]] : i32 to index
// CHECK: %[[B:.*]] = arith.subi %[[N]], %[[O]] : index
// CHECK: %[[SPLAT:.*]] = tt.splat %[[C]]
// CHECK: %[[I:.*]] = arith.addi %{{.*}}, %[[SPLAT]] : tensor<8xi32>
// CHECK: tts.make_block %{{.*}} offset %[[O]] strides [1] bounds [0 : %[[B]]]
// CHECK: tts.store %[[I]]
tt.func @index_as_data(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %cst = arith.constant dense<8> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %limit = tt.splat %n : i32 -> tensor<8xi32>
  %r = scf.for %i = %c0 to %n step %c8 iter_args(%x = %range) -> (tensor<8xi32>) : i32 {
    %q = tt.addptr %base, %x : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %m = arith.cmpi slt, %x, %limit : tensor<8xi32>
    tt.store %q, %x, %m : tensor<8x!tt.ptr<i32>>
    %next = arith.addi %x, %cst : tensor<8xi32>
    scf.yield %next : tensor<8xi32>
  }
  tt.return
}

// -----

// A sum in i32 that may wrap around is no sum of the same scalars in i64: the
// block stays one. A scalar that is extended keeps its value.
// CHECK-LABEL: tt.func @extended
// CHECK: scf.for {{.*}} -> (tensor<8xi64>, index)
tt.func @extended(%p: !tt.ptr<i64>, %n: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %three = arith.constant dense<3> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %start = arith.extsi %range : tensor<8xi32> to tensor<8xi64>
  %base = tt.splat %p : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
  %q = tt.addptr %base, %range : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
  %scalar = tt.splat %s : i32 -> tensor<8xi32>
  %product = arith.muli %scalar, %three : tensor<8xi32>
  %wide = arith.extsi %product : tensor<8xi32> to tensor<8xi64>
  %step = arith.extsi %scalar : tensor<8xi32> to tensor<8xi64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %start, %y = %start) -> (tensor<8xi64>, tensor<8xi64>) : i32 {
    %a = arith.addi %x, %wide : tensor<8xi64>
    %b = arith.addi %y, %step : tensor<8xi64>
    scf.yield %a, %b : tensor<8xi64>, tensor<8xi64>
  }
  %sum = arith.addi %r#0, %r#1 : tensor<8xi64>
  tt.store %q, %sum : tensor<8x!tt.ptr<i64>>
  tt.return
}

// -----

// Twice a value that may have wrapped around before it was extended.
// CHECK-LABEL: tt.func @widened_and_doubled
// CHECK: scf.for {{.*}} -> (tensor<8xi64>)
tt.func @widened_and_doubled(%p: !tt.ptr<i64>, %n: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %three = arith.constant dense<3> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
  %q = tt.addptr %base, %range : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
  %scalar = tt.splat %s : i32 -> tensor<8xi32>
  %product = arith.muli %scalar, %three : tensor<8xi32>
  %wide = arith.extsi %product : tensor<8xi32> to tensor<8xi64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %wide) -> (tensor<8xi64>) : i32 {
    %twice = arith.addi %wide, %wide : tensor<8xi64>
    scf.yield %twice : tensor<8xi64>
  }
  tt.store %q, %r : tensor<8x!tt.ptr<i64>>
  tt.return
}

// -----

// What moves per lane is carried as it is.
// CHECK-LABEL: tt.func @chase
// CHECK: scf.for {{.*}} -> (tensor<8xi32>)
// CHECK: tts.make_block %{{.*}} gather
tt.func @chase(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %r = scf.for %i = %c0 to %n step %c8 iter_args(%x = %range) -> (tensor<8xi32>) : i32 {
    %q = tt.addptr %base, %x : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %next = tt.load %q : tensor<8x!tt.ptr<i32>>
    scf.yield %next : tensor<8xi32>
  }
  %e = tt.addptr %base, %range : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  tt.store %e, %r : tensor<8x!tt.ptr<i32>>
  tt.return
}

// -----

// CHECK-LABEL: tt.func @while_pointer
// CHECK: scf.while {{.*}} : (index, i32) -> (index, i32)
// CHECK-NOT: tensor<8x!tt.ptr
tt.func @while_pointer(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %cst = arith.constant dense<8> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %start = tt.addptr %base, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %r:2 = scf.while (%q = %start, %i = %c0) : (tensor<8x!tt.ptr<f32>>, i32) -> (tensor<8x!tt.ptr<f32>>, i32) {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %q, %i : tensor<8x!tt.ptr<f32>>, i32
  } do {
  ^bb0(%q: tensor<8x!tt.ptr<f32>>, %i: i32):
    %v = tt.load %q : tensor<8x!tt.ptr<f32>>
    tt.store %start, %v : tensor<8x!tt.ptr<f32>>
    %next = tt.addptr %q, %cst : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %j = arith.addi %i, %c1 : i32
    scf.yield %next, %j : tensor<8x!tt.ptr<f32>>, i32
  }
  %v = tt.load %r#0 : tensor<8x!tt.ptr<f32>>
  tt.store %start, %v : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK-LABEL: tt.func @if_pointer
// CHECK: %[[D:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK: tts.make_block %{{.*}} offset %[[D]] strides [1]
tt.func @if_pointer(%p: !tt.ptr<f32>, %c: i1, %n: i32, %e: !tt.ptr<i32>) {
  %cst = arith.constant dense<8> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %start = tt.addptr %base, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %r = scf.if %c -> (tensor<8x!tt.ptr<f32>>) {
    tt.store %e, %n : !tt.ptr<i32>
    %a = tt.addptr %start, %cst : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    scf.yield %a : tensor<8x!tt.ptr<f32>>
  } else {
    %s = tt.splat %n : i32 -> tensor<8xi32>
    %b = tt.addptr %start, %s : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    scf.yield %b : tensor<8x!tt.ptr<f32>>
  }
  %v = tt.load %r : tensor<8x!tt.ptr<f32>>
  tt.store %start, %v : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

// A scalar pointer is carried as an offset too.
// CHECK-LABEL: tt.func @scalar_pointer
// CHECK: scf.for {{.*}} iter_args(%[[D:.*]] = %{{.*}}) -> (index)
// CHECK: tts.make_block %{{.*}} offset %[[D]]
tt.func @scalar_pointer(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %f = arith.constant 1.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p) -> (!tt.ptr<f32>) : i32 {
    tt.store %q, %f : !tt.ptr<f32>
    %next = tt.addptr %q, %c1 : !tt.ptr<f32>, i32
    scf.yield %next : !tt.ptr<f32>
  }
  tt.return
}

// -----

// A loop of branches, lifted: the pointers that leave the first region have moved.
// CHECK-LABEL: tt.func @lifted_loop
// CHECK: scf.while {{.*}} : ({{.*}}index{{.*}}) -> ({{.*}}index{{.*}})
// CHECK-NOT: tensor<8x!tt.ptr
tt.func @lifted_loop(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %cst = arith.constant dense<8> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %start = tt.addptr %base, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %r:2 = scf.while (%q = %start, %i = %c0) : (tensor<8x!tt.ptr<f32>>, i32) -> (tensor<8x!tt.ptr<f32>>, i32) {
    %v = tt.load %q : tensor<8x!tt.ptr<f32>>
    tt.store %start, %v : tensor<8x!tt.ptr<f32>>
    %next = tt.addptr %q, %cst : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %j = arith.addi %i, %c1 : i32
    %c = arith.cmpi slt, %j, %n : i32
    scf.condition(%c) %next, %j : tensor<8x!tt.ptr<f32>>, i32
  } do {
  ^bb0(%q: tensor<8x!tt.ptr<f32>>, %i: i32):
    scf.yield %q, %i : tensor<8x!tt.ptr<f32>>, i32
  }
  %v = tt.load %r#0 : tensor<8x!tt.ptr<f32>>
  tt.store %start, %v : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

// Data that may wrap around before it is made wider is carried as what it is then.
// CHECK-LABEL: tt.func @widened_data
// CHECK: %[[V:.*]] = arith.extsi {{.*}} : tensor<1xi32> to tensor<1xi64>
// CHECK: %[[S:.*]] = tt.unsplat %[[V]]
// CHECK: arith.index_cast %[[S]] : i64 to index
// CHECK-NOT: arith.index_cast {{.*}} : i32 to index
tt.func @widened_data(%p: !tt.ptr<i32>, %o: !tt.ptr<i64>, %c: i1) {
  %three = arith.constant dense<3> : tensor<1xi32>
  %wide = arith.constant dense<3> : tensor<1xi64>
  %x = tt.splat %p : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
  %y = tt.splat %o : !tt.ptr<i64> -> tensor<1x!tt.ptr<i64>>
  %v = tt.load %x : tensor<1x!tt.ptr<i32>>
  %w = arith.muli %v, %three : tensor<1xi32>
  %e = arith.extsi %w : tensor<1xi32> to tensor<1xi64>
  %r = scf.if %c -> (tensor<1xi64>) {
    %m = arith.muli %e, %wide : tensor<1xi64>
    scf.yield %m : tensor<1xi64>
  } else {
    scf.yield %e : tensor<1xi64>
  }
  tt.store %y, %r : tensor<1x!tt.ptr<i64>>
  tt.return
}

// -----

// Where a loop moves a widened block, it carries the distance.
// CHECK-LABEL: tt.func @widened_offsets
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (index)
tt.func @widened_offsets(%p: !tt.ptr<f32>, %n: i32, %step: i64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %first = arith.extsi %range : tensor<8xi32> to tensor<8xi64>
  %by = tt.splat %step : i64 -> tensor<8xi64>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%at = %first) -> (tensor<8xi64>) : i32 {
    %q = tt.addptr %base, %at : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
    tt.store %q, %zero : tensor<8x!tt.ptr<f32>>
    %next = arith.addi %at, %by : tensor<8xi64>
    scf.yield %next : tensor<8xi64>
  }
  tt.return
}

// -----

// What a loop reads and adds up is data, which wraps around, but offsets that grow by what
// it has read before are offsets.
// CHECK-LABEL: tt.func @sum_of_data
// CHECK: scf.for {{.*}} -> (tensor<8xi32>, index)
tt.func @sum_of_data(%p: !tt.ptr<i32>, %q: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0> : tensor<8xi32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %q : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %stride = tt.load %p : !tt.ptr<i32>
  %by = tt.splat %stride : i32 -> tensor<8xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zeros, %at = %range) -> (tensor<8xi32>, tensor<8xi32>) : i32 {
    %x = tt.addptr %p, %i : !tt.ptr<i32>, i32
    %v = tt.load %x : !tt.ptr<i32>
    %w = tt.splat %v : i32 -> tensor<8xi32>
    %next = arith.addi %sum, %w : tensor<8xi32>
    %mask = arith.cmpi sgt, %next, %zeros : tensor<8xi32>
    %y = tt.addptr %base, %at : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    tt.store %y, %zero, %mask : tensor<8x!tt.ptr<f32>>
    %later = arith.addi %at, %by : tensor<8xi32>
    scf.yield %next, %later : tensor<8xi32>, tensor<8xi32>
  }
  tt.return
}

// -----

// A product of the block that a loop carries is a hash.
// CHECK-LABEL: tt.func @product
// CHECK: scf.for {{.*}} -> (tensor<8xi32>)
tt.func @product(%q: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0> : tensor<8xi32>
  %five = arith.constant dense<5> : tensor<8xi32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %q : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %y = tt.addptr %base, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %first = tt.splat %n : i32 -> tensor<8xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%state = %first) -> (tensor<8xi32>) : i32 {
    %product = arith.muli %state, %five : tensor<8xi32>
    %mask = arith.cmpi sgt, %product, %zeros : tensor<8xi32>
    tt.store %y, %zero, %mask : tensor<8x!tt.ptr<f32>>
    scf.yield %product : tensor<8xi32>
  }
  tt.return
}

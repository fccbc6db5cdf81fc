// Every kind of access, and where what is not structured goes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-to-structured --split-input-file %s | FileCheck %s

// CHECK-LABEL: tt.func @vector_add
// CHECK-SAME: %[[X:[^:]*]]: !tt.ptr<f32>, %[[Y:[^:]*]]: !tt.ptr<f32>, %[[N:[^:]*]]: i32
// CHECK: %[[LIMIT:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: %[[START:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
// CHECK: %[[O:.*]] = arith.index_cast %[[START]] : i32 to index
// CHECK: %[[UPPER:.*]] = arith.subi %[[LIMIT]], %[[O]] : index
// CHECK: %[[B:.*]] = tts.make_block %[[X]] offset %[[O]] strides [1] bounds [0 : %[[UPPER]]]
// CHECK: %[[V:.*]] = tts.load %[[B]] other %{{.*}} evictionPolicy = evict_last : !tts.block<1024xf32>, f32
// CHECK: %[[C:.*]] = tts.make_block %[[Y]] offset %[[O]] strides [1] bounds [0 : %[[UPPER]]]
// CHECK: tts.store %[[V]], %[[C]]
// CHECK-NOT: tt.addptr
tt.func @vector_add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %c1024 = arith.constant 1024 : i32
  %pid = tt.get_program_id x : i32
  %start = arith.muli %pid, %c1024 : i32
  %range = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %start : i32 -> tensor<1024xi32>
  %i = arith.addi %s, %range : tensor<1024xi32>
  %l = tt.splat %n : i32 -> tensor<1024xi32>
  %m = arith.cmpi slt, %i, %l : tensor<1024xi32>
  %xb = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xp = tt.addptr %xb, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %xp, %m, %zero evictionPolicy = evict_last : tensor<1024x!tt.ptr<f32>>
  %yb = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %yp = tt.addptr %yb, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %yp, %v, %m : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Scalars: the mask is kept.
// CHECK-LABEL: tt.func @scalars
// CHECK-SAME: %[[P:[^:]*]]: !tt.ptr<i32>, %[[I:[^:]*]]: i32, %[[C:[^:]*]]: i1
// CHECK: %[[O:.*]] = arith.index_cast %[[I]]
// CHECK: %[[B:.*]] = tts.make_block %[[P]] offset %[[O]] mask %[[C]] : (!tt.ptr<i32>, i1) -> !tts.block<i32>
// CHECK: tts.load %[[B]] other %[[I]] : !tts.block<i32>, i32 -> i32
// CHECK: tts.atomic_rmw add, acq_rel, gpu, %[[B]]
// CHECK: %[[F:.*]] = tts.make_block %[[P]] offset %[[O]] : (!tt.ptr<i32>) -> !tts.block<i32>
// CHECK: tts.atomic_cas acq_rel, sys, %[[F]]
tt.func @scalars(%p: !tt.ptr<i32>, %i: i32, %c: i1) -> i32 {
  %q = tt.addptr %p, %i : !tt.ptr<i32>, i32
  %v = tt.load %q, %c, %i : !tt.ptr<i32>
  %a = tt.atomic_rmw add, acq_rel, gpu, %q, %v, %c : (!tt.ptr<i32>, i32, i1) -> i32
  %b = tt.atomic_cas acq_rel, sys, %q, %a, %v : (!tt.ptr<i32>, i32, i32) -> i32
  tt.return %b : i32
}

// -----

// The gather is computed once a row and broadcast last.
// CHECK-LABEL: tt.func @rows
// CHECK: %[[W:.*]] = arith.extsi %{{.*}} : tensor<8x1xi32> to tensor<8x1xi64>
// CHECK: %[[G:.*]] = arith.muli %[[W]], %{{.*}} : tensor<8x1xi64>
// CHECK: %[[GB:.*]] = tt.broadcast %[[G]] : tensor<8x1xi64> -> tensor<8x16xi64>
// CHECK: tts.make_block %{{.*}} offset %{{.*}} strides [0, 1] gather %[[GB]]
// CHECK: tts.atomic_rmw fadd
tt.func @rows(%p: !tt.ptr<f32>, %idx: tensor<8xi32>, %stride: i32, %v: tensor<8x16xf32>) {
  %n = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %col = tt.expand_dims %idx {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %s = tt.splat %stride : i32 -> tensor<8x1xi32>
  %off = arith.muli %col, %s : tensor<8x1xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x1x!tt.ptr<f32>>
  %rows = tt.addptr %base, %off : tensor<8x1x!tt.ptr<f32>>, tensor<8x1xi32>
  %rb = tt.broadcast %rows : tensor<8x1x!tt.ptr<f32>> -> tensor<8x16x!tt.ptr<f32>>
  %nr = tt.expand_dims %n {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %nb = tt.broadcast %nr : tensor<1x16xi32> -> tensor<8x16xi32>
  %ptr = tt.addptr %rb, %nb : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
  %old = tt.atomic_rmw fadd, relaxed, gpu, %ptr, %v : (tensor<8x16x!tt.ptr<f32>>, tensor<8x16xf32>) -> tensor<8x16xf32>
  tt.return
}

// -----

// Pointers that are data: a base per lane.
// CHECK-LABEL: tt.func @lane_bases
// CHECK: tts.make_block %{{.*}} offset %{{.*}} strides [0] bounds [0 : %{{.*}}] : (tensor<8x!tt.ptr<f32>>) -> !tts.block<8xf32>
tt.func @lane_bases(%ptr: tensor<8x!tt.ptr<f32>>, %n: i32) -> tensor<8xf32> {
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %l = tt.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %range, %l : tensor<8xi32>
  %v = tt.load %ptr, %m : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// -----

// What is no box stays a mask; a scalar beside it closes the box.
// CHECK-LABEL: tt.func @leftover
// CHECK-SAME: %[[C:[^:]*]]: i1, %[[K:[^:]*]]: tensor<8xi1>
// CHECK: %[[UP:.*]] = arith.select %[[C]], %{{.*}}, %{{.*}} : index
// CHECK: tts.make_block %{{.*}} bounds [2 : %[[UP]]] mask %[[K]] : (!tt.ptr<f32>, tensor<8xi1>)
tt.func @leftover(%p: !tt.ptr<f32>, %c: i1, %keep: tensor<8xi1>) -> tensor<8xf32> {
  %two = arith.constant dense<2> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %cs = tt.splat %c : i1 -> tensor<8xi1>
  %a = arith.cmpi sge, %range, %two : tensor<8xi32>
  %ab = arith.andi %a, %keep : tensor<8xi1>
  %m = arith.andi %ab, %cs : tensor<8xi1>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ptr = tt.addptr %base, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %ptr, %m : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// -----

// No lane at all; all lanes by a constant.
// CHECK-LABEL: tt.func @constant_masks
// CHECK: bounds [0 : 0]
// CHECK: tts.make_block %{{.*}} strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
// CHECK: %[[F:.*]] = arith.constant false
// CHECK: mask %[[F]]
tt.func @constant_masks(%p: !tt.ptr<f32>, %f: f32) -> (tensor<8xf32>, tensor<8xf32>, f32) {
  %no = arith.constant dense<false> : tensor<8xi1>
  %yes = arith.constant dense<true> : tensor<8xi1>
  %never = arith.constant false
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ptr = tt.addptr %base, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %a = tt.load %ptr, %no : tensor<8x!tt.ptr<f32>>
  %b = tt.load %ptr, %yes : tensor<8x!tt.ptr<f32>>
  %c = tt.load %p, %never, %f : !tt.ptr<f32>
  tt.return %a, %b, %c : tensor<8xf32>, tensor<8xf32>, f32
}

// -----

// A division may not run before the program's own: its divisor may be 0.
// CHECK-LABEL: tt.func @division
// CHECK: scf.if
// CHECK: arith.divsi %{{.*}}, %{{.*}} : index
tt.func @division(%p: !tt.ptr<f32>, %n: i32, %d: i32, %v: tensor<1xf32>) {
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi ne, %d, %c0 : i32
  %ns = tt.splat %n : i32 -> tensor<1xi32>
  scf.if %c {
    %ds = tt.splat %d : i32 -> tensor<1xi32>
    %q = arith.divsi %ns, %ds : tensor<1xi32>
    %base = tt.splat %p : !tt.ptr<f32> -> tensor<1x!tt.ptr<f32>>
    %ptr = tt.addptr %base, %q : tensor<1x!tt.ptr<f32>>, tensor<1xi32>
    tt.store %ptr, %v : tensor<1x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// A cast to a type of the same size keeps the structure.
// CHECK-LABEL: tt.func @bitcast
// CHECK: %[[B:.*]] = tt.bitcast %{{.*}} : !tt.ptr<i1> -> !tt.ptr<i8>
// CHECK: tts.make_block %[[B]] offset %{{.*}} strides [1]
tt.func @bitcast(%p: !tt.ptr<i1>) -> tensor<8xi8> {
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<i1> -> tensor<8x!tt.ptr<i1>>
  %ptr = tt.addptr %base, %range : tensor<8x!tt.ptr<i1>>, tensor<8xi32>
  %cast = tt.bitcast %ptr : tensor<8x!tt.ptr<i1>> -> tensor<8x!tt.ptr<i8>>
  %v = tt.load %cast : tensor<8x!tt.ptr<i8>>
  tt.return %v : tensor<8xi8>
}

// -----

// Two loads that ask for the memory itself stay two, as volatile ones do.
// CHECK-LABEL: tt.func @fetched_again
// CHECK-COUNT-2: tts.load {{.*}}isVolatile = true
tt.func @fetched_again(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %a = tt.load %p cacheModifier = cv : !tt.ptr<f32>
  %b = tt.load %p cacheModifier = cv : !tt.ptr<f32>
  %s = arith.addf %a, %b : f32
  tt.store %o, %s : !tt.ptr<f32>
  tt.return
}

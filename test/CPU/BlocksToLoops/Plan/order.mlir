// A load sees the memory before any later store of its block, also when
// arguments overlap.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// The value is used after a store that may change what it was loaded from: it
// is kept in scratch on the way to the first store.
// CHECK: module attributes {tts.arena_bytes
// CHECK-LABEL: func.func @kept
// CHECK: %[[V:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<64xf32>
// CHECK: llvm.store %[[V]], %{{.*}} : vector<64xf32>, !llvm.ptr
// CHECK: llvm.store %{{.*}}, %{{.*}} : vector<64xf32>, !llvm.ptr
// CHECK: scf.for
// CHECK: llvm.load
// CHECK: arith.addf
// CHECK: llvm.store
tt.func public @kept(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %bz = tts.make_block %z offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %m = arith.mulf %v, %v : tensor<256xf32>
  tts.store %m, %by : tensor<256xf32>, !tts.block<256xf32>
  tts.barrier
  %a = arith.addf %v, %v : tensor<256xf32>
  tts.store %a, %bz : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// A shifted copy within one argument: the ranges overlap and the copy is made.
// CHECK-LABEL: func.func @shifted
// CHECK: arith.cmpi ult
// CHECK: arith.select %{{.*}} : !llvm.ptr
// CHECK: scf.if
// CHECK: llvm.store %{{.*}} : vector<16xf32>, !llvm.ptr
tt.func public @shifted(%x: !tt.ptr<f32>, %d: i32) {
  %c0 = arith.constant 0 : index
  %o = arith.index_cast %d : i32 to index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %by = tts.make_block %x offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  tts.store %v, %by : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// The same elements of two arrays: which bytes those are is only compared where
// the arrays start less than a block apart, 3 * |stride| + 255 elements.
// CHECK-LABEL: func.func @window
// CHECK: %[[LONG:.*]] = arith.muli %{{.*}}, %c3_i64
// CHECK: %[[SPAN:.*]] = arith.muli %{{.*}}, %c4_i64
// CHECK: %[[AHEAD:.*]] = arith.addi %{{.*}}, %[[SPAN]]
// CHECK: %[[NEAR:.*]] = arith.cmpi ult, %[[AHEAD]], %{{.*}}
// CHECK: %[[OVERLAP:.*]] = scf.if %[[NEAR]] -> (i1)
// CHECK: %[[LESS:.*]] = arith.cmpi ult
// CHECK: %[[DIFFERS:.*]] = arith.cmpi ne
// CHECK: } else {
// CHECK: scf.yield %false
// CHECK: scf.if %[[OVERLAP]]
// CHECK: llvm.store %{{.*}} : vector<16xf32>, !llvm.ptr
tt.func public @window(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %d: i32) {
  %p = tt.get_program_id x : i32
  %o = arith.index_cast %p : i32 to index
  %s = arith.index_cast %d : i32 to index
  %bx = tts.make_block %x offset %o strides [%s, 1] : (!tt.ptr<f32>) -> !tts.block<4x256xf32>
  %by = tts.make_block %y offset %o strides [%s, 1] : (!tt.ptr<f32>) -> !tts.block<4x256xf32>
  %v = tts.load %bx : !tts.block<4x256xf32> -> tensor<4x256xf32>
  tts.store %v, %by : tensor<4x256xf32>, !tts.block<4x256xf32>
  tt.return
}

// Others may write to volatile memory: it is read once, where the load stands.
// CHECK-LABEL: func.func @volatile
// CHECK: llvm.load volatile %{{.*}} -> vector<64xf32>
// CHECK-NOT: llvm.load volatile
// CHECK: return
tt.func public @volatile(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v = tts.load %bx {isVolatile = true} : !tts.block<256xf32> -> tensor<256xf32>
  %m = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.maxnumf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<256xf32>) -> f32
  %s = tt.splat %m : f32 -> tensor<256xf32>
  %d = arith.subf %v, %s : tensor<256xf32>
  tts.store %d, %by : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

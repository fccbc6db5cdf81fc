// Atomics on contiguous elements in hardware transactions: 256 bytes once, then
// a line at a time, then one element after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=512 cas16=true transactions=true" --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @add
// CHECK: scf.for %{{.*}} step %c64_i64
// CHECK: scf.while
// CHECK-COUNT-4: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK: %[[S:.*]] = llvm.call_intrinsic "llvm.x86.xbegin"() : () -> i32
// CHECK: %[[BEGUN:.*]] = arith.cmpi eq, %[[S]], %c-1_i32
// CHECK: scf.if %[[BEGUN]]
// CHECK: llvm.load {{.*}} : !llvm.ptr -> vector<64xf32>
// CHECK: arith.addf {{.*}} : vector<64xf32>
// CHECK: llvm.store {{.*}} : vector<64xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.xend"
// CHECK: else
// CHECK-COUNT-4: "llvm.x86.xbegin"
// CHECK: llvm.atomicrmw fadd
// CHECK-NOT: i128
tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<256xf32>, tensor<256xf32> -> tensor<256xf32>
  tt.return
}

// Masked lanes touch nothing, in a transaction and one after the other.
// CHECK-LABEL: func.func @masked
// CHECK: llvm.intr.masked.load {{.*}}vector<16xi1>
// CHECK: llvm.intr.masked.store {{.*}}vector<16xi1>
// CHECK: llvm.call_intrinsic "llvm.x86.xend"
// CHECK: scf.for
// CHECK: %[[ON:.*]] = vector.extract {{.*}} : i1 from vector<16xi1>
// CHECK: scf.if %[[ON]]
// CHECK: llvm.atomicrmw max
tt.func public @masked(%y: !tt.ptr<i32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %v = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %b = tts.make_block %y offset %c0 strides [1] bounds [0 : %n] : (!tt.ptr<i32>) -> !tts.block<16xi32>
  %old = tts.atomic_rmw max, relaxed, gpu, %b, %v : !tts.block<16xi32>, tensor<16xi32> -> tensor<16xi32>
  tt.return
}

// Rows whose places are loaded: those of the fourth row from here, the last one
// at most, are asked for first.
// CHECK-LABEL: func.func @rows
// CHECK: scf.for %[[I:.*]] = %c0_i64 to %c32_i64
// CHECK: %[[AHEAD:.*]] = arith.addi %[[I]], %c4_i64
// CHECK: %[[LATER:.*]] = arith.minsi %[[AHEAD]], %c31_i64
// CHECK: %[[P:.*]] = llvm.getelementptr %{{.*}}[%[[LATER]]]
// CHECK: %[[ROW:.*]] = llvm.load %[[P]]
// CHECK: llvm.getelementptr %{{.*}}[%[[ROW]]]
// CHECK-COUNT-4: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK: scf.while
// CHECK-COUNT-4: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK: llvm.x86.xbegin
tt.func public @rows(%index: !tt.ptr<i64>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bi = tts.make_block %index offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<32xi64>
  %i = tts.load %bi : !tts.block<32xi64> -> tensor<32xi64>
  %column = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi64> -> tensor<32x1xi64>
  %rows = tt.broadcast %column : tensor<32x1xi64> -> tensor<32x128xi64>
  %bx = tts.make_block %x offset %c0 strides [128, 1] : (!tt.ptr<f32>) -> !tts.block<32x128xf32>
  %v = tts.load %bx : !tts.block<32x128xf32> -> tensor<32x128xf32>
  %by = tts.make_block %y offset %c0 strides [0, 1] gather %rows : (!tt.ptr<f32>, tensor<32x128xi64>) -> !tts.block<32x128xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<32x128xf32>, tensor<32x128xf32> -> tensor<32x128xf32>
  tt.return
}

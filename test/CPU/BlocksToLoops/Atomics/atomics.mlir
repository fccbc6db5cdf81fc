// Atomics on contiguous elements whose old values nobody asks for, and which other
// processes may change, too, who know nothing of our locks.
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=512 cas16=true" --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s --check-prefix=NONE

// CHECK-LABEL: func.func @add
// CHECK: scf.if
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr -> i128
// CHECK: scf.while
// CHECK: arith.addf %{{.*}} : vector<4xf32>
// CHECK: llvm.cmpxchg %{{.*}} seq_cst monotonic : !llvm.ptr, i128
// CHECK: else
// CHECK-COUNT-4: llvm.atomicrmw fadd
// NONE-LABEL: func.func @add
// NONE-NOT: i128
// NONE: llvm.atomicrmw fadd
tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %old = tts.atomic_rmw fadd, relaxed, sys, %by, %v : !tts.block<256xf32>, tensor<256xf32> -> tensor<256xf32>
  tt.return
}

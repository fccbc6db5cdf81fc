// Atomics, assertions and prints.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// Element by element, under the mask of the element.
// CHECK-LABEL: func.func @atomic
// CHECK: scf.if
// CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} acq_rel
tt.func public @atomic(%x: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %h = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64xf32>
  %b = tts.make_block %x offset %c0 strides [1] bounds [0 : %h] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %old = tts.atomic_rmw fadd, acq_rel, gpu, %b, %one : !tts.block<64xf32>, tensor<64xf32> -> tensor<64xf32>
  tt.return
}

// CHECK-LABEL: func.func @checked
// CHECK: vector.reduction <and>
// CHECK: scf.if
// CHECK: llvm.call @tts_rt_assert
tt.func public @checked(%n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %n : i32 -> tensor<64xi32>
  %ok = arith.cmpi slt, %r, %s : tensor<64xi32>
  tt.assert %ok, "out of range" : tensor<64xi1>
  tt.return
}

// CHECK-LABEL: func.func @printed
// CHECK: llvm.call @tts_rt_print
tt.func public @printed(%n: i32) {
  tt.print "n: " {hex = false, isSigned = array<i32: 1>} : %n : i32
  tt.return
}

// Accesses keep their order; no instruction does that.
// CHECK-LABEL: func.func @ordered
// CHECK: llvm.store
// CHECK-NEXT: llvm.fence syncscope("singlethread") acq_rel
// CHECK: llvm.store
tt.func public @ordered(%data: !tt.ptr<i32>, %flag: !tt.ptr<i32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %d = tts.make_block %data offset %c0 : (!tt.ptr<i32>) -> !tts.block<i32>
  tts.store %v, %d : i32, !tts.block<i32>
  tts.barrier
  %f = tts.make_block %flag offset %c0 : (!tt.ptr<i32>) -> !tts.block<i32>
  tts.store %v, %f : i32, !tts.block<i32>
  tt.return
}

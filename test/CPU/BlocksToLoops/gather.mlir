// The source of a gather has storage, also when the gather itself is what is
// stored for a loop.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @captured
// CHECK: llvm.store
// CHECK: llvm.intr.masked.gather
// CHECK: scf.for
tt.func public @captured(%x: !tt.ptr<i32>, %o: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %m = arith.constant dense<63> : tensor<64xi32>
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  %v = tts.load %b : !tts.block<64xi32> -> tensor<64xi32>
  %i = arith.andi %v, %m : tensor<64xi32>
  %g = tt.gather %v[%i] {axis = 0 : i32} : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %r = scf.for %k = %c0_i32 to %n step %c1_i32 iter_args(%a = %v) -> (tensor<64xi32>) : i32 {
    %s = arith.addi %a, %g : tensor<64xi32>
    scf.yield %s : tensor<64xi32>
  }
  tts.store %r, %bo : tensor<64xi32>, !tts.block<64xi32>
  tt.return
}

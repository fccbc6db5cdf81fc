// Without lane masks in the target, a masked load is made of registers, and the
// part that is known to be off is no load.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @box
// CHECK-NOT: llvm.intr.masked.load {{.*}} vector<32xi1>
// CHECK: llvm.intr.masked.load {{.*}} vector<8xi1>
tt.func public @box(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %s = arith.index_cast %n : i32 to index
  %b = tts.make_block %x offset %c0 strides [32, 1] bounds [0 : %s, 0 : 18] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  %v = tts.load %b : !tts.block<8x32xf32> -> tensor<8x32xf32>
  tts.store %v, %bo : tensor<8x32xf32>, !tts.block<8x32xf32>
  tt.return
}

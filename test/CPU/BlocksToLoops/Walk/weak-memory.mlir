// A barrier where other cores may see stores in another order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=weak-memory=true | FileCheck %s
// RUN: triton-shared-opt %s --cpu-blocks-to-loops | FileCheck %s --check-prefix=STRONG

// CHECK-LABEL: func.func @flag
// CHECK: llvm.store
// CHECK: llvm.fence acq_rel
// CHECK: llvm.store
// STRONG-LABEL: func.func @flag
// STRONG: llvm.fence syncscope("singlethread") acq_rel
tt.func public @flag(%x: !tt.ptr<f32>, %flag: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %data = arith.constant 1.0 : f32
  %set = arith.constant 1 : i32
  %bx = tts.make_block %x offset %c0 : (!tt.ptr<f32>) -> !tts.block<f32>
  %bf = tts.make_block %flag offset %c0 : (!tt.ptr<i32>) -> !tts.block<i32>
  tts.store %data, %bx : f32, !tts.block<f32>
  tts.barrier
  tts.store %set, %bf : i32, !tts.block<i32>
  tt.return
}

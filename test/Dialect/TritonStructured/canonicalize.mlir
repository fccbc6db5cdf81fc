// Constant strides and bounds become static.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @sizes
// CHECK: tts.make_block %arg0 offset %arg1 strides [%arg2, 1] bounds [2 : 64, 0 : %arg2] wrap {dims = [0], clip = [0]} [(%arg1, %arg2)] mask %arg3 : (!tt.ptr<f32>, i1)
func.func @sizes(%p: !tt.ptr<f32>, %o: index, %s: index, %on: i1) -> !tts.block<64x32xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %b = tts.make_block %p offset %o strides [%s, %c1] bounds [%c2 : %c64, 0 : %s] wrap {dims = [0], clip = [0]} [(%o, %s)] mask %on : (!tt.ptr<f32>, i1) -> !tts.block<64x32xf32>
  return %b : !tts.block<64x32xf32>
}

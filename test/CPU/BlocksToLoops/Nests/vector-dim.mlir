// Which dim runs along the lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops | FileCheck %s

// A weight, a bias and a mean for each row are contiguous down the rows; the block that
// they are applied to, of which there is more, is contiguous along them.
// CHECK-LABEL: func.func @weights_of_rows
// CHECK-NOT: masked.scatter
// CHECK: llvm.store %{{.*}} : vector<64xf32>
// CHECK-NOT: masked.scatter
// CHECK: return
tt.func @weights_of_rows(%x: !tt.ptr<f32>, %w: !tt.ptr<f32>, %y: !tt.ptr<f32>, %pitch: i32) {
  %c0 = arith.constant 0 : index
  %p = arith.index_cast %pitch : i32 to index
  %bx = tts.make_block %x offset %c0 strides [%p, 1] : (!tt.ptr<f32>) -> !tts.block<8x64xf32>
  %v = tts.load %bx : !tts.block<8x64xf32> -> tensor<8x64xf32>
  %bw = tts.make_block %w offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %weight = tts.load %bw : !tts.block<8xf32> -> tensor<8xf32>
  %wc = tt.expand_dims %weight {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  %wide = tt.broadcast %wc : tensor<8x1xf32> -> tensor<8x64xf32>
  %bb = tts.make_block %w offset %p strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %bias = tts.load %bb : !tts.block<8xf32> -> tensor<8xf32>
  %bc = tt.expand_dims %bias {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  %biases = tt.broadcast %bc : tensor<8x1xf32> -> tensor<8x64xf32>
  %m = arith.mulf %v, %wide : tensor<8x64xf32>
  %a = arith.addf %m, %biases : tensor<8x64xf32>
  %bm = tts.make_block %x offset %p strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %mean = tts.load %bm : !tts.block<8xf32> -> tensor<8xf32>
  %mc = tt.expand_dims %mean {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  %means = tt.broadcast %mc : tensor<8x1xf32> -> tensor<8x64xf32>
  %r = arith.subf %a, %means : tensor<8x64xf32>
  %by = tts.make_block %y offset %c0 strides [%p, 1] : (!tt.ptr<f32>) -> !tts.block<8x64xf32>
  tts.store %r, %by : tensor<8x64xf32>, !tts.block<8x64xf32>
  tt.return
}

// One number a row, of rows whose length the run tells: mostly one element for all lanes of a
// step, which takes four registers where there is little to do.
// CHECK-LABEL: func.func @numberOfARow
// CHECK: scf.for {{.*}} step %c64_i64
tt.func public @numberOfARow(%x: !tt.ptr<f32>, %w: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %range = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %length = tt.splat %n : i32 -> tensor<1024xi32>
  %row = arith.divsi %range, %length : tensor<1024xi32>
  %offset = arith.extsi %row : tensor<1024xi32> to tensor<1024xi64>
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
  %bw = tts.make_block %w offset %c0 strides [0] gather %offset : (!tt.ptr<f32>, tensor<1024xi64>) -> !tts.block<1024xf32>
  %vw = tts.load %bw : !tts.block<1024xf32> -> tensor<1024xf32>
  %s = arith.addf %v, %vw : tensor<1024xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  tts.store %s, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

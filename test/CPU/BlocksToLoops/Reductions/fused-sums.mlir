// Products that are to be rounded together with the sum they are added to (cpu-fuse-products), under
// masks and without. Nothing is left for LLVM to contract.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @squares
// CHECK: scf.for
// CHECK: %[[X:.*]] = llvm.load
// CHECK: math.fma %[[X]], %[[X]], %{{.*}} : vector<{{[0-9]+}}xf32>
// CHECK-NOT: contract
tt.func public @squares(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  %p = arith.mulf %v, %v fastmath<contract> : tensor<1024xf32>
  %s = "tt.reduce"(%p) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b fastmath<contract> : f32
    tt.reduce.return %0 : f32
  }) : (tensor<1024xf32>) -> f32
  %by = tts.make_block %y offset %c0 : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %s, %by : f32, !tts.block<f32>
  tt.return
}

// -----

// A lane that the mask keeps out adds what is in its place.
// CHECK-LABEL: func.func @chosen
// CHECK: %[[FUSED:.*]] = math.fma %{{.*}}, %{{.*}}, %[[SUM:.*]] : vector<{{[0-9]+}}xf32>
// CHECK: %[[OTHER:.*]] = arith.addf %{{.*}}, %[[SUM]] : vector
// CHECK: arith.select %{{.*}}, %[[FUSED]], %[[OTHER]]
// CHECK-NOT: contract
tt.func public @chosen(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  %m = arith.cmpf ogt, %v, %zero : tensor<1024xf32>
  %p = arith.mulf %v, %v fastmath<contract> : tensor<1024xf32>
  %c = arith.select %m, %p, %zero : tensor<1024xi1>, tensor<1024xf32>
  %s = "tt.reduce"(%c) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b fastmath<contract> : f32
    tt.reduce.return %0 : f32
  }) : (tensor<1024xf32>) -> f32
  %by = tts.make_block %y offset %c0 : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %s, %by : f32, !tts.block<f32>
  tt.return
}

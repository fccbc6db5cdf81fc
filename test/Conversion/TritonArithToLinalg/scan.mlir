// Scans in both directions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s

// CHECK-LABEL: tt.func @cumsum
// CHECK: %[[F:.*]] = tensor.extract %{{.*}}[%[[C0:.*]]] : tensor<8xf32>
// CHECK: tensor.insert %[[F]] into %{{.*}}[%[[C0]]]
// CHECK: scf.for %[[I:.*]] = %{{.*}} iter_args(%[[OUT:.*]] = %{{.*}}, %[[ACC:.*]] = %[[F]])
// CHECK: %[[X:.*]] = tensor.extract %{{.*}}[%[[I]]]
// CHECK: %[[S:.*]] = arith.addf %[[ACC]], %[[X]]
// CHECK: tensor.insert %[[S]] into %[[OUT]][%[[I]]]
tt.func @cumsum(%x: tensor<8xf32>) {
  %0 = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.scan.return %s : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// A reverse scan starts at the last slice.
// CHECK-LABEL: tt.func @reverse

// CHECK: tensor.extract_slice %{{.*}}[0, 3] [8, 1] [1, 1] : tensor<8x4xf32> to tensor<8xf32>
// CHECK: scf.for %[[I:[a-z0-9]*]] =
// CHECK: %[[AT:.*]] = arith.subi %c3, %[[I]]
// CHECK: tensor.extract_slice %{{.*}}[0, %[[AT]]]
// CHECK: linalg.generic
// CHECK: tensor.insert_slice %{{.*}}[0, %[[AT]]]
tt.func @reverse(%x: tensor<8x4xf32>) {
  %0 = "tt.scan"(%x) <{axis = 1 : i32, reverse = true}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.scan.return %s : f32
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  tt.return
}

// Scans in both directions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s
// RUN: triton-shared-opt --triton-arith-to-linalg --canonicalize %s \
// RUN:   | FileCheck %s --check-prefix=CANON

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

// CHECK: tensor.extract_slice %{{.*}}[0, 3] [8, 1] [1, 1] : tensor<8x4xf32> to tensor<8x1xf32>
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

// Slices keep their rank: canonicalized, a slice of rank 2 would become another
// one wherever a dimension of size 1 stands before the axis.
// CANON-LABEL: tt.func @behind_unit_dimension
// CANON-SAME: %[[X:.*]]: tensor<1x2x2xi32>
// CANON: tensor.extract_slice %[[X]][0, 0, 1] [1, 2, 1] [1, 1, 1]
// CANON: tensor.extract_slice %[[X]][0, 0, 0] [1, 2, 1] [1, 1, 1]
// CANON: tensor.insert_slice %{{.*}}[0, 0, 0] [1, 2, 1] [1, 1, 1]
tt.func @behind_unit_dimension(%x: tensor<1x2x2xi32>) -> tensor<1x2x2xi32> {
  %0 = "tt.scan"(%x) <{axis = 2 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<1x2x2xi32>) -> tensor<1x2x2xi32>
  tt.return %0 : tensor<1x2x2xi32>
}

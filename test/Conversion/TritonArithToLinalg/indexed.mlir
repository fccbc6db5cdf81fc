// Elements addressed by other elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s

// CHECK-LABEL: tt.func @gather
// CHECK: ^bb0(%[[J:.*]]: i32, %{{.*}}: f32):
// CHECK: %[[R:.*]] = arith.index_cast %[[J]] : i32 to index
// CHECK: %[[C:.*]] = linalg.index 1
// CHECK: tensor.extract %{{.*}}[%[[R]], %[[C]]] : tensor<8x4xf32>
tt.func @gather(%x: tensor<8x4xf32>, %i: tensor<2x4xi32>) {
  %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8x4xf32>, tensor<2x4xi32>) -> tensor<2x4xf32>
  tt.return
}

// Values outside the bins and masked ones count nowhere.
// CHECK-LABEL: tt.func @histogram
// CHECK: scf.for
// CHECK: %[[IN:.*]] = arith.cmpi ult
// CHECK: %[[C:.*]] = arith.andi %[[IN]], %{{.*}}
// CHECK: scf.if %[[C]]
tt.func @histogram(%x: tensor<64xi32>, %m: tensor<64xi1>) {
  %0 = tt.histogram %x, %m : tensor<64xi32> -> tensor<16xi32>
  tt.return
}

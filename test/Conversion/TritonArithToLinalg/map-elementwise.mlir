// Scalar regions over blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s

// CHECK-LABEL: tt.func @one_by_one
// CHECK: linalg.generic
// CHECK: scf.if
tt.func @one_by_one(%x: tensor<8xi32>) {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    %c0 = arith.constant 0 : i32
    %c = arith.cmpi sgt, %a, %c0 : i32
    %r = scf.if %c -> i32 {
      %d = arith.addi %a, %a : i32
      scf.yield %d : i32
    } else {
      scf.yield %c0 : i32
    }
    tt.map_elementwise.return %r : i32
  }) : (tensor<8xi32>) -> tensor<8xi32>
  tt.return
}

// CHECK-LABEL: tt.func @pairs
// CHECK: tensor.expand_shape %{{.*}} output_shape [4, 2]
// CHECK: %[[EVEN:.*]] = tensor.extract_slice %{{.*}}[0, 0] [4, 1] [1, 1] : tensor<4x2xi32> to tensor<4xi32>
// CHECK: %[[ODD:.*]] = tensor.extract_slice %{{.*}}[0, 1] [4, 1] [1, 1] : tensor<4x2xi32> to tensor<4xi32>
// CHECK: %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[EVEN]], %[[ODD]] :
// CHECK: tensor.insert_slice %[[R]]#0 into %{{.*}}[0, 0]
// CHECK: tensor.insert_slice %[[R]]#1 into %{{.*}}[0, 1]
tt.func @pairs(%x: tensor<8xi32>) {
  %0 = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    tt.map_elementwise.return %b, %a : i32, i32
  }) : (tensor<8xi32>) -> tensor<8xi32>
  tt.return
}

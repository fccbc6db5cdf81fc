// A chain of elementwise operations is one linalg operation if that is asked for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg=fuse-elementwise %s | FileCheck %s
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s --check-prefix=APART

// CHECK-LABEL: tt.func @chain
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: math.exp
// CHECK-NEXT: linalg.yield
// CHECK-NOT: linalg.generic
// APART-LABEL: tt.func @chain
// APART-COUNT-3: linalg.generic
tt.func @chain(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = arith.mulf %x, %y : tensor<8xf32>
  %1 = arith.addf %0, %x : tensor<8xf32>
  %2 = math.exp %1 : tensor<8xf32>
  tt.return %2 : tensor<8xf32>
}

// Assembly of tensor descriptors, as 3.7 and as 3.8 write their type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --mlir-print-op-generic | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --emit-bytecode | triton-shared-opt | FileCheck %s

// CHECK-LABEL: tt.func @descriptors
// CHECK-SAME: !tt.tensordesc<tensor<16x32xui8>>
tt.func @descriptors(%p: !tt.ptr<f16>, %m: i32, %n: i64, %rows: tensor<8xi32>, %u: !tt.tensordesc<16x32xui8>) {
  // CHECK: tt.make_tensor_descriptor %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] : <f16>, <tensor<16x32xf16>>
  %d = tt.make_tensor_descriptor %p, [%m, %m], [%n, %n] : <f16>, <tensor<16x32xf16>>
  // CHECK: tt.make_tensor_descriptor {{.*}} {padding = 2 : i32} : <f16>, <tensor<1x32xf16>>
  %r = tt.make_tensor_descriptor %p, [%m, %m], [%n, %n] {padding = 2 : i32} : <f16>, <1x32xf16>
  // CHECK: tt.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] cacheModifier = cg : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
  %0 = tt.descriptor_load %d[%m, %m] cacheModifier = cg : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
  // CHECK: tt.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] : !tt.tensordesc<tensor<1x32xf16>> -> tensor<32xf16>
  %1 = tt.descriptor_load %r[%m, %m] : !tt.tensordesc<1x32xf16> -> tensor<32xf16>
  // CHECK: tt.descriptor_load %{{.*}} : !tt.tensordesc<tensor<16x32xui8>> -> tensor<16x32xi8>
  %2 = tt.descriptor_load %u[%m, %m] : !tt.tensordesc<16x32xui8> -> tensor<16x32xi8>
  // CHECK: tt.descriptor_store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<16x32xf16>>, tensor<16x32xf16>
  tt.descriptor_store %d[%m, %m], %0 : !tt.tensordesc<tensor<16x32xf16>>, tensor<16x32xf16>
  // CHECK: tt.descriptor_reduce min, %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<16x32xui8>>, tensor<16x32xi8>
  tt.descriptor_reduce min, %u[%m, %m], %2 : !tt.tensordesc<tensor<16x32xui8>>, tensor<16x32xi8>
  // CHECK: tt.descriptor_gather %{{.*}}[%{{.*}}, %{{.*}}] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32) -> tensor<8x32xf16>
  %3 = tt.descriptor_gather %r[%rows, %m] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32) -> tensor<8x32xf16>
  // CHECK: tt.descriptor_scatter %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32, tensor<8x32xf16>
  tt.descriptor_scatter %r[%rows, %m], %3 : !tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32, tensor<8x32xf16>
  tt.return
}

// Assembly of casts, arithmetic and other elementwise ops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --mlir-print-op-generic | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --emit-bytecode | triton-shared-opt | FileCheck %s

// CHECK-LABEL: tt.func @casts
tt.func @casts(%i: i64, %p: tensor<8x!tt.ptr<f32>>, %x: tensor<8xf32>) {
  // CHECK: tt.int_to_ptr %{{.*}} : i64 -> !tt.ptr<f16>
  %0 = tt.int_to_ptr %i : i64 -> !tt.ptr<f16>
  // CHECK: tt.ptr_to_int %{{.*}} : tensor<8x!tt.ptr<f32>> -> tensor<8xi64>
  %1 = tt.ptr_to_int %p : tensor<8x!tt.ptr<f32>> -> tensor<8xi64>
  // CHECK: tt.bitcast %{{.*}} : tensor<8x!tt.ptr<f32>> -> tensor<8x!tt.ptr<i8>>
  %2 = tt.bitcast %p : tensor<8x!tt.ptr<f32>> -> tensor<8x!tt.ptr<i8>>
  // CHECK: tt.bitcast %{{.*}} : tensor<8xf32> -> tensor<8xi32>
  %3 = tt.bitcast %x : tensor<8xf32> -> tensor<8xi32>
  // CHECK: tt.fp_to_fp %{{.*}}, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
  %4 = tt.fp_to_fp %x, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
  // CHECK: tt.fp_to_fp %{{.*}}, rounding = rtz : tensor<8xf32> -> tensor<8xbf16>
  %5 = tt.fp_to_fp %x, rounding = rtz : tensor<8xf32> -> tensor<8xbf16>
  // CHECK: tt.fp_to_fp %{{.*}} : tensor<8xf8E5M2> -> tensor<8xf16>
  %6 = tt.fp_to_fp %4 : tensor<8xf8E5M2> -> tensor<8xf16>
  tt.return
}

// CHECK-LABEL: tt.func @arithmetic
tt.func @arithmetic(%x: tensor<8xf32>, %f: f32, %k: tensor<8xi32>, %p: !tt.ptr<f32>, %i: i64) {
  // CHECK: tt.clampf %{{.*}}, %{{.*}}, %{{.*}}, propagateNan = none : tensor<8xf32>
  %0 = tt.clampf %x, %x, %x, propagateNan = none : tensor<8xf32>
  // CHECK: tt.clampf %{{.*}}, %{{.*}}, %{{.*}}, propagateNan = all : f32
  %1 = tt.clampf %f, %f, %f, propagateNan = all : f32
  // CHECK: tt.precise_sqrt %{{.*}} : tensor<8xf32>
  %2 = tt.precise_sqrt %x : tensor<8xf32>
  // CHECK: tt.precise_divf %{{.*}}, %{{.*}} : tensor<8xf32>
  %3 = tt.precise_divf %x, %x : tensor<8xf32>
  // CHECK: tt.approx_divf %{{.*}}, %{{.*}} : tensor<8xf32>
  %4 = tt.approx_divf %x, %x : tensor<8xf32>
  // CHECK: tt.mulhiui %{{.*}}, %{{.*}} : tensor<8xi32>
  %5 = tt.mulhiui %k, %k : tensor<8xi32>
  // CHECK: tt.addptr %{{.*}}, %{{.*}} : !tt.ptr<f32>, i64
  %6 = tt.addptr %p, %i : !tt.ptr<f32>, i64
  tt.return
}

// CHECK-LABEL: tt.func @calls
tt.func @calls(%x: tensor<8xf32>, %f: f32, %k: tensor<8xi32>) {
  // CHECK: tt.extern_elementwise %{{.*}} {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"} : (tensor<8xf32>) -> tensor<8xf32>
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: tt.extern_elementwise %{{.*}}, %{{.*}} {{.*}} : (f32, f32) -> f32
  %1 = tt.extern_elementwise %f, %f {libname = "", libpath = "", pure = false, symbol = "__nv_powf"} : (f32, f32) -> f32
  // CHECK: tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %{{.*}} : tensor<8xi32> -> tensor<8xi32>
  %2 = tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %k : tensor<8xi32> -> tensor<8xi32>
  // CHECK: tt.elementwise_inline_asm "wait; // $0" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  %3 = tt.elementwise_inline_asm "wait; // $0" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  // CHECK: %{{.*}}:2 = tt.elementwise_inline_asm {{.*}} -> tensor<8xi32>, tensor<8xi32>
  %4:2 = tt.elementwise_inline_asm "two" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %k : tensor<8xi32> -> tensor<8xi32>, tensor<8xi32>
  tt.return
}

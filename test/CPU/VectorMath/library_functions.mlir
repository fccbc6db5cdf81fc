// Declared functions of libdevice get bodies; all else stays.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-library-functions | FileCheck %s

// CHECK-LABEL: func.func private @__nv_byte_perm(%{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32) -> i32
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
// CHECK-NOT: __nv_byte_perm
// CHECK: return %{{.*}} : i32
func.func private @__nv_byte_perm(i32, i32, i32) -> i32

// One lane of a register of SLEEF's.
// CHECK-LABEL: func.func private @__nv_tgammaf(%{{.*}}: f32) -> f32
// CHECK: llvm.call @Sleef_tgammaf4_u10avx2128(%{{.*}}) : (vector<4xf32>) -> vector<4xf32>
// CHECK: return %{{.*}} : f32
func.func private @__nv_tgammaf(f32) -> f32

// CHECK: func.func private @erff(f32) -> f32
func.func private @erff(f32) -> f32

// CHECK-LABEL: func.func @kernel
// CHECK: math.tanh
// CHECK: call @__nv_byte_perm
func.func @kernel(%x: f32, %i: i32) -> (f32, i32) {
  %y = math.tanh %x : f32
  %p = call @__nv_byte_perm(%i, %i, %i) : (i32, i32, i32) -> i32
  %z = call @__nv_tgammaf(%y) : (f32) -> f32
  %w = call @erff(%z) : (f32) -> f32
  return %w, %p : f32, i32
}

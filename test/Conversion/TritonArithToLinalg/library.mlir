// Functions of GPU math libraries by symbol.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s

// CHECK: func.func private @lgammaf(f32) -> f32

// CHECK-LABEL: tt.func @blocks
// CHECK: math.tanh %{{.*}} : f32
// CHECK: math.exp %{{.*}} : f64
// CHECK: math.isnan
// CHECK: arith.extui %{{.*}} : i1 to i32
// CHECK: call @lgammaf
tt.func @blocks(%x: tensor<8xf32>, %y: tensor<8xf64>) {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tt.extern_elementwise %y {libname = "", libpath = "", pure = true, symbol = "__ocml_exp_f64"} : (tensor<8xf64>) -> tensor<8xf64>
  %2 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_isnanf"} : (tensor<8xf32>) -> tensor<8xi32>
  %3 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_lgammaf"} : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// CHECK-LABEL: tt.func @scalar
// CHECK: math.powf
// CHECK: math.ctpop
tt.func @scalar(%x: f32, %i: i32) {
  %0 = tt.extern_elementwise %x, %x {libname = "", libpath = "", pure = true, symbol = "__nv_fast_powf"} : (f32, f32) -> f32
  %1 = tt.extern_elementwise %i {libname = "", libpath = "", pure = true, symbol = "__nv_popc"} : (i32) -> i32
  tt.return
}

// What no integer is near to is the last one that there is, and NaN is 0.
// CHECK-LABEL: tt.func @saturates
// CHECK: %[[HIGH:.*]] = arith.cmpf oge, %[[X:.*]], %{{.*}} : f32
// CHECK: %[[LOW:.*]] = arith.cmpf ole, %[[X]], %{{.*}} : f32
// CHECK: arith.cmpf uno, %[[X]], %[[X]] : f32
// CHECK: %[[IN:.*]] = arith.select %{{.*}}, %{{.*}}, %[[X]] : f32
// CHECK: %[[I:.*]] = arith.fptosi %[[IN]] : f32 to i32
// CHECK: %[[TOP:.*]] = arith.constant 2147483647 : i32
// CHECK: %[[A:.*]] = arith.select %[[HIGH]], %[[TOP]], %[[I]] : i32
// CHECK: %[[LEAST:.*]] = arith.constant -2147483648 : i32
// CHECK: arith.select %[[LOW]], %[[LEAST]], %[[A]] : i32
tt.func @saturates(%x: f32) {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_float2int_rz"} : (f32) -> i32
  tt.return
}

// Squares in f64.
// CHECK-LABEL: tt.func @length
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK: math.sqrt %{{.*}} : f64
// CHECK: arith.truncf %{{.*}} : f64 to f32
tt.func @length(%x: f32) {
  %0 = tt.extern_elementwise %x, %x, %x {libname = "", libpath = "", pure = true, symbol = "__nv_norm3df"} : (f32, f32, f32) -> f32
  tt.return
}

// Only the distance from the nearest integer is multiplied by pi.
// CHECK-LABEL: tt.func @half_turns
// CHECK: %[[NEAREST:.*]] = math.roundeven %[[X:.*]] : f32
// CHECK: %[[R:.*]] = arith.subf %[[X]], %[[NEAREST]] : f32
// CHECK: %[[ODD:.*]] = arith.cmpf une
// CHECK: %[[ANGLE:.*]] = arith.mulf %[[R]], %{{.*}} : f32
// CHECK: %[[SINE:.*]] = math.sin %[[ANGLE]] : f32
// CHECK: arith.select %[[ODD]], %{{.*}}, %[[SINE]] : f32
// CHECK: math.copysign
tt.func @half_turns(%x: f32) {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_sinpif"} : (f32) -> f32
  tt.return
}

// What AArch64's instructions do in another way than x86's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-vector-math=features=neon | FileCheck %s

// FMAXNM gives NaN for a signalling NaN beside a number: what may be one is
// made quiet, and what was computed is not.
// CHECK-LABEL: func.func @computed
// CHECK-NOT: llvm.canonicalize
// CHECK: arith.maxnumf %{{.*}}, %{{.*}} : vector<4xf32>
func.func @computed(%a: i32, %b: i32) -> vector<4xf32> {
  %x = arith.sitofp %a : i32 to f32
  %y = arith.sitofp %b : i32 to f32
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %w = vector.broadcast %y : f32 to vector<4xf32>
  %r = arith.maxnumf %v, %w : vector<4xf32>
  return %r : vector<4xf32>
}

// CHECK-LABEL: func.func @loaded
// CHECK: %[[LOADED:.*]] = llvm.load
// CHECK: %[[QUIET:.*]] = llvm.call_intrinsic "llvm.canonicalize"(%[[LOADED]])
// CHECK: arith.minnumf %[[QUIET]], %{{.*}} : vector<2xf64>
func.func @loaded(%p: !llvm.ptr, %b: i64) -> vector<2xf64> {
  %x = llvm.load %p : !llvm.ptr -> vector<2xf64>
  %y = arith.sitofp %b : i64 to f64
  %w = vector.broadcast %y : f64 to vector<2xf64>
  %r = arith.minnumf %x, %w : vector<2xf64>
  return %r : vector<2xf64>
}

// bf16 goes by way of f32, which a signalling NaN comes through.
// CHECK-LABEL: func.func @bf16
// CHECK: llvm.call_intrinsic "llvm.canonicalize"({{.*}}) : (vector<8xf32>)
// CHECK: arith.maxnumf %{{.*}}, %{{.*}} : vector<8xf32>
func.func @bf16(%p: !llvm.ptr, %b: vector<8xbf16>) -> vector<8xbf16> {
  %x = llvm.load %p : !llvm.ptr -> vector<8xbf16>
  %r = arith.maxnumf %x, %b : vector<8xbf16>
  return %r : vector<8xbf16>
}

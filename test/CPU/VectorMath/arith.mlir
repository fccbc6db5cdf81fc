// Total integer arithmetic, uniform division, 16-bit types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-vector-math=features=avx512 | FileCheck %s

// A divisor that is one scalar costs one reciprocal for all lanes.
// CHECK-LABEL: func.func @rem_by_scalar
// CHECK: arith.divf %{{.*}}, %{{.*}} : f64
// CHECK-NOT: arith.remsi
// CHECK: arith.fptosi %{{.*}} : vector<16xf64> to vector<16xi32>
func.func @rem_by_scalar(%a: vector<16xi32>, %n: i32) -> vector<16xi32> {
  %b = vector.broadcast %n : i32 to vector<16xi32>
  %r = arith.remsi %a, %b : vector<16xi32>
  return %r : vector<16xi32>
}

// Divisors that are known not to trap are left to LLVM.
// CHECK-LABEL: func.func @constant
// CHECK: arith.divsi %{{.*}}, %{{.*}} : vector<16xi32>
func.func @constant(%a: vector<16xi32>) -> vector<16xi32> {
  %c = arith.constant dense<7> : vector<16xi32>
  %r = arith.divsi %a, %c : vector<16xi32>
  return %r : vector<16xi32>
}

// CHECK-LABEL: func.func @scalar_total
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %arg1
// CHECK: arith.divui
// CHECK: arith.select %[[ZERO]]
func.func @scalar_total(%a: i32, %b: i32) -> i32 {
  %r = arith.divui %a, %b : i32
  return %r : i32
}

// What a loop does not change divides once, before it; a product does what is left.
// CHECK-LABEL: func.func @in_a_loop
// CHECK: %[[INVERSE:.*]] = arith.divui %{{.*}}, %{{.*}} : i64
// CHECK: %[[NEXT:.*]] = arith.addi %[[INVERSE]]
// CHECK: %[[RECIPROCAL:.*]] = arith.select %{{.*}}, %{{.*}}, %[[NEXT]] : i64
// CHECK: scf.for
// CHECK: arith.mului_extended %[[RECIPROCAL]], %{{.*}} : i64
// CHECK-NOT: arith.remsi
// CHECK: memref.store
func.func @in_a_loop(%m: memref<?xi32>, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%i] : memref<?xi32>
    %r = arith.remsi %x, %d : i32
    memref.store %r, %m[%i] : memref<?xi32>
  }
  return
}

// A divisor that changes, and no loop.
// CHECK-LABEL: func.func @changes
// CHECK-NOT: arith.mului_extended
// CHECK: return
func.func @changes(%m: memref<?xi32>, %d: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%i] : memref<?xi32>
    %r = arith.divsi %d, %x : i32
    memref.store %r, %m[%i] : memref<?xi32>
  }
  %x = memref.load %m[%c0] : memref<?xi32>
  %r = arith.divsi %x, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @float_by_scalar
// CHECK: arith.divf %{{.*}} : f64
// CHECK: arith.mulf %{{.*}} : vector<32xf64>
func.func @float_by_scalar(%a: vector<32xf32>, %n: f32) -> vector<32xf32> {
  %b = vector.broadcast %n : f32 to vector<32xf32>
  %r = arith.divf %a, %b : vector<32xf32>
  return %r : vector<32xf32>
}

// CHECK-LABEL: func.func @bf16
// CHECK: arith.addf %{{.*}}, %{{.*}} : vector<32xf32>
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @bf16(%a: vector<32xbf16>, %b: vector<32xbf16>) -> vector<32xbf16> {
  %r = arith.addf %a, %b : vector<32xbf16>
  return %r : vector<32xbf16>
}

// Vectors of other ranks are flattened.
// CHECK-LABEL: func.func @two_dimensions
// CHECK: vector.shape_cast %{{.*}} : vector<4x16xf32> to vector<64xf32>
// CHECK: vector.shape_cast %{{.*}} : vector<64xbf16> to vector<4x16xbf16>
func.func @two_dimensions(%a: vector<4x16xf32>) -> vector<4x16xbf16> {
  %r = arith.truncf %a : vector<4x16xf32> to vector<4x16xbf16>
  return %r : vector<4x16xbf16>
}

// The number where one operand is NaN: one instruction a register.
// CHECK-LABEL: func.func @max_of_numbers
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512.mask.range.ps.512"
// CHECK-NOT: arith.maxnumf
func.func @max_of_numbers(%a: vector<32xf32>, %b: vector<32xf32>) -> vector<32xf32> {
  %r = arith.maxnumf %a, %b : vector<32xf32>
  return %r : vector<32xf32>
}

// CHECK-LABEL: func.func @min_of_few
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.range.pd.128"
func.func @min_of_few(%a: vector<2xf64>, %b: vector<2xf64>) -> vector<2xf64> {
  %r = arith.minnumf %a, %b : vector<2xf64>
  return %r : vector<2xf64>
}

// Narrow integers by way of i32: numbers out of range wrap, in every lane alike.
// CHECK-LABEL: func.func @narrow_integer
// CHECK: %[[WIDE:.*]] = arith.fptosi %{{.*}} : vector<16xf32> to vector<16xi32>
// CHECK: arith.trunci %[[WIDE]] : vector<16xi32> to vector<16xi8>
func.func @narrow_integer(%a: vector<16xf32>) -> vector<16xi8> {
  %r = arith.fptoui %a : vector<16xf32> to vector<16xi8>
  return %r : vector<16xi8>
}

// CHECK-LABEL: func.func @narrow_from_bf16
// CHECK: arith.fptosi %{{.*}} : f32 to i32
// CHECK: arith.trunci %{{.*}} : i32 to i16
func.func @narrow_from_bf16(%a: bf16) -> i16 {
  %r = arith.fptosi %a : bf16 to i16
  return %r : i16
}

// x^2 is a product; x^-3 is made in f64, where nothing is lost.
// CHECK-LABEL: func.func @square
// CHECK: arith.mulf %arg0, %arg0 : vector<16xf32>
// CHECK-NEXT: return
func.func @square(%x: vector<16xf32>) -> vector<16xf32> {
  %two = arith.constant dense<2.0> : vector<16xf32>
  %r = math.powf %x, %two : vector<16xf32>
  return %r : vector<16xf32>
}

// CHECK-LABEL: func.func @inverse_cube
// CHECK: %[[W:.*]] = arith.extf %arg0
// CHECK: %[[S:.*]] = arith.mulf %[[W]], %[[W]] : vector<16xf64>
// CHECK: %[[C:.*]] = arith.mulf %[[W]], %[[S]] : vector<16xf64>
// CHECK: arith.divf %{{.*}}, %[[C]] : vector<16xf64>
// CHECK: arith.truncf
func.func @inverse_cube(%x: vector<16xf32>) -> vector<16xf32> {
  %n = arith.constant dense<-3> : vector<16xi32>
  %r = tts.extern "__nv_powif"(%x, %n) : (vector<16xf32>, vector<16xi32>) -> vector<16xf32>
  return %r : vector<16xf32>
}

// Exponents that the run tells: squares and products while all are at most 64.
// CHECK-LABEL: func.func @integer_at_run_time
// CHECK: %[[LARGE:.*]] = arith.cmpi ugt, %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK-COUNT-13: arith.mulf {{.*}} : vector<16xf64>
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[LARGE]]
// CHECK: scf.if %[[ANY]]
// CHECK: else
// CHECK-NEXT: scf.yield
// CHECK: arith.truncf
func.func @integer_at_run_time(%x: vector<16xf32>, %n: vector<16xi32>) -> vector<16xf32> {
  %r = tts.extern "__nv_powif"(%x, %n) : (vector<16xf32>, vector<16xi32>) -> vector<16xf32>
  return %r : vector<16xf32>
}

// CHECK-LABEL: func.func @not_an_integer
// CHECK: arith.constant dense<2.500000e+00>
// CHECK: arith.shrsi
func.func @not_an_integer(%x: vector<16xf32>) -> vector<16xf32> {
  %n = arith.constant dense<2.5> : vector<16xf32>
  %r = math.powf %x, %n : vector<16xf32>
  return %r : vector<16xf32>
}

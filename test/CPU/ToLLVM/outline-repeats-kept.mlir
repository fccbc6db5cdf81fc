// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-outline-repeats=min-ops=4 | FileCheck %s
// RUN: triton-shared-opt %s --cpu-outline-repeats | FileCheck %s

// Loops that look alike and are not: their operations, types, order of
// operands or use of each other's values differ.
// CHECK-LABEL: func.func @differ(
// CHECK-COUNT-5: scf.for
// CHECK: return
// CHECK-NOT: repeated
func.func @differ(%x: !llvm.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %a = arith.addf %v, %v : vector<8xf32>
    %b = arith.subf %a, %v : vector<8xf32>
    %c = arith.mulf %b, %b : vector<8xf32>
    %d = arith.mulf %c, %c : vector<8xf32>
    %e = arith.mulf %d, %d : vector<8xf32>
    %f = arith.mulf %e, %e : vector<8xf32>
    %g = arith.mulf %f, %f : vector<8xf32>
    %h = arith.mulf %g, %g : vector<8xf32>
    %j = arith.mulf %h, %h : vector<8xf32>
    %k = arith.mulf %j, %j : vector<8xf32>
    llvm.store %k, %p : vector<8xf32>, !llvm.ptr
  }
  // Operands the other way round.
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %a = arith.addf %v, %v : vector<8xf32>
    %b = arith.subf %v, %a : vector<8xf32>
    %c = arith.mulf %b, %b : vector<8xf32>
    %d = arith.mulf %c, %c : vector<8xf32>
    %e = arith.mulf %d, %d : vector<8xf32>
    %f = arith.mulf %e, %e : vector<8xf32>
    %g = arith.mulf %f, %f : vector<8xf32>
    %h = arith.mulf %g, %g : vector<8xf32>
    %j = arith.mulf %h, %h : vector<8xf32>
    %k = arith.mulf %j, %j : vector<8xf32>
    llvm.store %k, %p : vector<8xf32>, !llvm.ptr
  }
  // Another operation.
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %a = arith.addf %v, %v : vector<8xf32>
    %b = arith.addf %a, %v : vector<8xf32>
    %c = arith.mulf %b, %b : vector<8xf32>
    %d = arith.mulf %c, %c : vector<8xf32>
    %e = arith.mulf %d, %d : vector<8xf32>
    %f = arith.mulf %e, %e : vector<8xf32>
    %g = arith.mulf %f, %f : vector<8xf32>
    %h = arith.mulf %g, %g : vector<8xf32>
    %j = arith.mulf %h, %h : vector<8xf32>
    %k = arith.mulf %j, %j : vector<8xf32>
    llvm.store %k, %p : vector<8xf32>, !llvm.ptr
  }
  // Another type.
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<4xf32>
    %a = arith.addf %v, %v : vector<4xf32>
    %b = arith.subf %a, %v : vector<4xf32>
    %c = arith.mulf %b, %b : vector<4xf32>
    %d = arith.mulf %c, %c : vector<4xf32>
    %e = arith.mulf %d, %d : vector<4xf32>
    %f = arith.mulf %e, %e : vector<4xf32>
    %g = arith.mulf %f, %f : vector<4xf32>
    %h = arith.mulf %g, %g : vector<4xf32>
    %j = arith.mulf %h, %h : vector<4xf32>
    %k = arith.mulf %j, %j : vector<4xf32>
    llvm.store %k, %p : vector<4xf32>, !llvm.ptr
  }
  // Another attribute.
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %a = arith.addf %v, %v : vector<8xf32>
    %b = arith.subf %a, %v : vector<8xf32>
    %c = arith.mulf %b, %b : vector<8xf32>
    %d = arith.mulf %c, %c : vector<8xf32>
    %e = arith.mulf %d, %d : vector<8xf32>
    %f = arith.mulf %e, %e : vector<8xf32>
    %g = arith.mulf %f, %f : vector<8xf32>
    %h = arith.mulf %g, %g : vector<8xf32>
    %j = arith.mulf %h, %h : vector<8xf32>
    %k = arith.mulf %j, %j : vector<8xf32>
    llvm.store %k, %p {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
  }
  return
}

// The tiles of AMX are named in the code: no call may come between.
// CHECK-LABEL: func.func @tiles(
// CHECK-COUNT-4: scf.for
// CHECK: return
// CHECK-NOT: repeated
func.func @tiles(%x: !llvm.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %zero = arith.constant 0 : i8
  llvm.call_intrinsic "llvm.x86.tilezero"(%zero) : (i8) -> ()
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %a = arith.addf %v, %v : vector<8xf32>
    %b = arith.addf %a, %a : vector<8xf32>
    %c = arith.mulf %b, %b : vector<8xf32>
    %d = arith.mulf %c, %c : vector<8xf32>
    %e = arith.mulf %d, %d : vector<8xf32>
    %f = arith.mulf %e, %e : vector<8xf32>
    %g = arith.mulf %f, %f : vector<8xf32>
    %h = arith.mulf %g, %g : vector<8xf32>
    %j = arith.mulf %h, %h : vector<8xf32>
    %k = arith.mulf %j, %j : vector<8xf32>
    llvm.store %k, %p : vector<8xf32>, !llvm.ptr
  }
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %a = arith.addf %v, %v : vector<8xf32>
    %b = arith.addf %a, %a : vector<8xf32>
    %c = arith.mulf %b, %b : vector<8xf32>
    %d = arith.mulf %c, %c : vector<8xf32>
    %e = arith.mulf %d, %d : vector<8xf32>
    %f = arith.mulf %e, %e : vector<8xf32>
    %g = arith.mulf %f, %f : vector<8xf32>
    %h = arith.mulf %g, %g : vector<8xf32>
    %j = arith.mulf %h, %h : vector<8xf32>
    %k = arith.mulf %j, %j : vector<8xf32>
    llvm.store %k, %p : vector<8xf32>, !llvm.ptr
  }
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %a = arith.addf %v, %v : vector<8xf32>
    %b = arith.addf %a, %a : vector<8xf32>
    %c = arith.mulf %b, %b : vector<8xf32>
    %d = arith.mulf %c, %c : vector<8xf32>
    %e = arith.mulf %d, %d : vector<8xf32>
    %f = arith.mulf %e, %e : vector<8xf32>
    %g = arith.mulf %f, %f : vector<8xf32>
    %h = arith.mulf %g, %g : vector<8xf32>
    %j = arith.mulf %h, %h : vector<8xf32>
    %k = arith.mulf %j, %j : vector<8xf32>
    llvm.store %k, %p : vector<8xf32>, !llvm.ptr
  }
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %a = arith.addf %v, %v : vector<8xf32>
    %b = arith.addf %a, %a : vector<8xf32>
    %c = arith.mulf %b, %b : vector<8xf32>
    %d = arith.mulf %c, %c : vector<8xf32>
    %e = arith.mulf %d, %d : vector<8xf32>
    %f = arith.mulf %e, %e : vector<8xf32>
    %g = arith.mulf %f, %f : vector<8xf32>
    %h = arith.mulf %g, %g : vector<8xf32>
    %j = arith.mulf %h, %h : vector<8xf32>
    %k = arith.mulf %j, %j : vector<8xf32>
    llvm.store %k, %p : vector<8xf32>, !llvm.ptr
  }
  return
}

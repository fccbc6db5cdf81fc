// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-outline-repeats=min-ops=4 | FileCheck %s

// Constants that all copies share stay constants; what differs, a pointer, a
// constant index and a constant operand, comes as a parameter.
// CHECK-LABEL: func.func @copies(
// CHECK-SAME: %[[X:.*]]: !llvm.ptr, %[[Y:.*]]: !llvm.ptr, %[[N:.*]]: i64)
func.func @copies(%x: !llvm.ptr, %y: !llvm.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f3 = arith.constant 3.0 : f32
  %f4 = arith.constant 4.0 : f32
  // CHECK-NOT: scf.for
  // CHECK-COUNT-4: call @copies.repeated_0({{.*}}) : (i64, !llvm.ptr, f32, i64) -> ()
  // CHECK-NOT: scf.for
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %s = vector.broadcast %f1 : f32 to vector<8xf32>
    %m0 = arith.mulf %v, %s : vector<8xf32>
    %m1 = arith.addf %m0, %v : vector<8xf32>
    %m2 = arith.mulf %m1, %v : vector<8xf32>
    %m3 = arith.addf %m2, %v : vector<8xf32>
    %m4 = arith.mulf %m3, %v : vector<8xf32>
    %m5 = arith.addf %m4, %v : vector<8xf32>
    %m6 = arith.mulf %m5, %v : vector<8xf32>
    %m7 = arith.addf %m6, %v : vector<8xf32>
    %m8 = arith.mulf %m7, %v : vector<8xf32>
    %q = llvm.getelementptr %p[64] : (!llvm.ptr) -> !llvm.ptr, f32
    llvm.store %m8, %q : vector<8xf32>, !llvm.ptr
  }
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %y[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %s = vector.broadcast %f2 : f32 to vector<8xf32>
    %m0 = arith.mulf %v, %s : vector<8xf32>
    %m1 = arith.addf %m0, %v : vector<8xf32>
    %m2 = arith.mulf %m1, %v : vector<8xf32>
    %m3 = arith.addf %m2, %v : vector<8xf32>
    %m4 = arith.mulf %m3, %v : vector<8xf32>
    %m5 = arith.addf %m4, %v : vector<8xf32>
    %m6 = arith.mulf %m5, %v : vector<8xf32>
    %m7 = arith.addf %m6, %v : vector<8xf32>
    %m8 = arith.mulf %m7, %v : vector<8xf32>
    %q = llvm.getelementptr %p[65] : (!llvm.ptr) -> !llvm.ptr, f32
    llvm.store %m8, %q : vector<8xf32>, !llvm.ptr
  }
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %s = vector.broadcast %f3 : f32 to vector<8xf32>
    %m0 = arith.mulf %v, %s : vector<8xf32>
    %m1 = arith.addf %m0, %v : vector<8xf32>
    %m2 = arith.mulf %m1, %v : vector<8xf32>
    %m3 = arith.addf %m2, %v : vector<8xf32>
    %m4 = arith.mulf %m3, %v : vector<8xf32>
    %m5 = arith.addf %m4, %v : vector<8xf32>
    %m6 = arith.mulf %m5, %v : vector<8xf32>
    %m7 = arith.addf %m6, %v : vector<8xf32>
    %m8 = arith.mulf %m7, %v : vector<8xf32>
    %q = llvm.getelementptr %p[66] : (!llvm.ptr) -> !llvm.ptr, f32
    llvm.store %m8, %q : vector<8xf32>, !llvm.ptr
  }
  scf.for %i = %c0 to %n step %c8 : i64 {
    %p = llvm.getelementptr %y[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %s = vector.broadcast %f4 : f32 to vector<8xf32>
    %m0 = arith.mulf %v, %s : vector<8xf32>
    %m1 = arith.addf %m0, %v : vector<8xf32>
    %m2 = arith.mulf %m1, %v : vector<8xf32>
    %m3 = arith.addf %m2, %v : vector<8xf32>
    %m4 = arith.mulf %m3, %v : vector<8xf32>
    %m5 = arith.addf %m4, %v : vector<8xf32>
    %m6 = arith.mulf %m5, %v : vector<8xf32>
    %m7 = arith.addf %m6, %v : vector<8xf32>
    %m8 = arith.mulf %m7, %v : vector<8xf32>
    %q = llvm.getelementptr %p[67] : (!llvm.ptr) -> !llvm.ptr, f32
    llvm.store %m8, %q : vector<8xf32>, !llvm.ptr
  }
  return
}
// CHECK: func.func private @copies.repeated_0(
// CHECK-SAME: %[[M:.*]]: i64, %[[P:.*]]: !llvm.ptr, %[[F:.*]]: f32, %[[Q:.*]]: i64) attributes {llvm.linkage = #llvm.linkage<internal>, no_inline}
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i64
// CHECK: scf.for %[[I:.*]] = %[[C0]] to %[[M]] step %[[C8]]
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[P]][%[[I]]]
// CHECK: vector.broadcast %[[F]]
// CHECK: llvm.getelementptr %[[AT]][%[[Q]]]
// CHECK: return

// What copies result in comes back from the call; a vector may go in and out,
// and one copy may use what another one gave.
// CHECK-LABEL: func.func @results(
func.func @results(%x: !llvm.ptr, %n: i64, %start: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  // CHECK: %[[R0:.*]] = call @results.repeated_0(%{{.*}}, %{{.*}}, %{{.*}}) : (i64, vector<8xf32>, !llvm.ptr) -> vector<8xf32>
  // CHECK: %[[R1:.*]] = call @results.repeated_0(%{{.*}}, %[[R0]], %{{.*}})
  // CHECK: %[[R2:.*]] = call @results.repeated_0(%{{.*}}, %[[R1]], %{{.*}})
  // CHECK: %[[R3:.*]] = call @results.repeated_0(%{{.*}}, %[[R2]], %{{.*}})
  // CHECK: return %[[R3]]
  %0 = scf.for %i = %c0 to %n step %c8 iter_args(%s = %start) -> (vector<8xf32>) : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %m0 = arith.mulf %v, %v : vector<8xf32>
    %m1 = arith.addf %m0, %v : vector<8xf32>
    %m2 = arith.mulf %m1, %v : vector<8xf32>
    %m3 = arith.addf %m2, %v : vector<8xf32>
    %m4 = arith.mulf %m3, %v : vector<8xf32>
    %m5 = arith.addf %m4, %v : vector<8xf32>
    %m6 = arith.mulf %m5, %v : vector<8xf32>
    %m7 = arith.addf %m6, %v : vector<8xf32>
    %m8 = arith.mulf %m7, %v : vector<8xf32>
    %m9 = arith.mulf %m8, %v : vector<8xf32>
    %m10 = arith.addf %m9, %v : vector<8xf32>
    %t = arith.addf %s, %m10 : vector<8xf32>
    scf.yield %t : vector<8xf32>
  }
  %1 = scf.for %i = %c0 to %n step %c8 iter_args(%s = %0) -> (vector<8xf32>) : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %m0 = arith.mulf %v, %v : vector<8xf32>
    %m1 = arith.addf %m0, %v : vector<8xf32>
    %m2 = arith.mulf %m1, %v : vector<8xf32>
    %m3 = arith.addf %m2, %v : vector<8xf32>
    %m4 = arith.mulf %m3, %v : vector<8xf32>
    %m5 = arith.addf %m4, %v : vector<8xf32>
    %m6 = arith.mulf %m5, %v : vector<8xf32>
    %m7 = arith.addf %m6, %v : vector<8xf32>
    %m8 = arith.mulf %m7, %v : vector<8xf32>
    %m9 = arith.mulf %m8, %v : vector<8xf32>
    %m10 = arith.addf %m9, %v : vector<8xf32>
    %t = arith.addf %s, %m10 : vector<8xf32>
    scf.yield %t : vector<8xf32>
  }
  %2 = scf.for %i = %c0 to %n step %c8 iter_args(%s = %1) -> (vector<8xf32>) : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %m0 = arith.mulf %v, %v : vector<8xf32>
    %m1 = arith.addf %m0, %v : vector<8xf32>
    %m2 = arith.mulf %m1, %v : vector<8xf32>
    %m3 = arith.addf %m2, %v : vector<8xf32>
    %m4 = arith.mulf %m3, %v : vector<8xf32>
    %m5 = arith.addf %m4, %v : vector<8xf32>
    %m6 = arith.mulf %m5, %v : vector<8xf32>
    %m7 = arith.addf %m6, %v : vector<8xf32>
    %m8 = arith.mulf %m7, %v : vector<8xf32>
    %m9 = arith.mulf %m8, %v : vector<8xf32>
    %m10 = arith.addf %m9, %v : vector<8xf32>
    %t = arith.addf %s, %m10 : vector<8xf32>
    scf.yield %t : vector<8xf32>
  }
  %3 = scf.for %i = %c0 to %n step %c8 iter_args(%s = %2) -> (vector<8xf32>) : i64 {
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %m0 = arith.mulf %v, %v : vector<8xf32>
    %m1 = arith.addf %m0, %v : vector<8xf32>
    %m2 = arith.mulf %m1, %v : vector<8xf32>
    %m3 = arith.addf %m2, %v : vector<8xf32>
    %m4 = arith.mulf %m3, %v : vector<8xf32>
    %m5 = arith.addf %m4, %v : vector<8xf32>
    %m6 = arith.mulf %m5, %v : vector<8xf32>
    %m7 = arith.addf %m6, %v : vector<8xf32>
    %m8 = arith.mulf %m7, %v : vector<8xf32>
    %m9 = arith.mulf %m8, %v : vector<8xf32>
    %m10 = arith.addf %m9, %v : vector<8xf32>
    %t = arith.addf %s, %m10 : vector<8xf32>
    scf.yield %t : vector<8xf32>
  }
  return %3 : vector<8xf32>
}

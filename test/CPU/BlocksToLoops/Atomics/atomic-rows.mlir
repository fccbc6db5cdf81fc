// What an atomic adds is read row by row, and read into a copy first only where
// it overlaps what it is added to. Later rows that are added to are asked for
// ahead, the first ones before the loop; with transactions, those that are read
// as well.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s --check-prefix=ACROSS
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=512 cas16=true transactions=true" --canonicalize --cse | FileCheck %s --check-prefix=RTM

// CHECK-LABEL: func.func @rows
// CHECK: %[[FAR:.*]] = arith.ori {{.*}} : i1
// CHECK: %[[OVERLAPS:.*]] = arith.ori {{.*}}%[[FAR]]
// CHECK: %[[FROM:.*]] = arith.select %[[OVERLAPS]]
// CHECK: scf.if %[[OVERLAPS]]
// CHECK: llvm.store {{.*}}vector<16xf32>
// Three rows of eight lines each.
// CHECK-COUNT-24: rw = 1
// CHECK-NOT: rw = 0
// CHECK: scf.for %[[ROW:.*]] = %c0_i64 to %c32_i64 step %c1_i64
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[FROM]]
// CHECK: llvm.load %[[AT]] {{.*}} -> vector<128xf32>
// CHECK: arith.addi %[[ROW]], %c3_i64
// CHECK-COUNT-8: rw = 1
// CHECK-NOT: rw = 0
// CHECK: llvm.atomicrmw xchg
// CHECK: arith.addf {{.*}} : vector<128xf32>
// RTM-LABEL: func.func @rows
// RTM: arith.addi %{{.*}}, %c4_i64
// RTM-COUNT-4: rw = 1
// RTM-COUNT-4: rw = 0
// RTM: llvm.x86.xbegin
tt.func public @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %index: !tt.ptr<i64>) {
  %c0 = arith.constant 0 : index
  %bi = tts.make_block %index offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<32xi64>
  %i = tts.load %bi : !tts.block<32xi64> -> tensor<32xi64>
  %i2 = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi64> -> tensor<32x1xi64>
  %g = tt.broadcast %i2 : tensor<32x1xi64> -> tensor<32x128xi64>
  %bx = tts.make_block %x offset %c0 strides [128, 1] : (!tt.ptr<f32>) -> !tts.block<32x128xf32>
  %by = tts.make_block %y offset %c0 strides [0, 1] gather %g : (!tt.ptr<f32>, tensor<32x128xi64>) -> !tts.block<32x128xf32>
  %v = tts.load %bx : !tts.block<32x128xf32> -> tensor<32x128xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<32x128xf32>, tensor<32x128xf32> -> tensor<32x128xf32>
  tt.return
}

// What is read across the rows goes through a copy, which transposes it.
// ACROSS-LABEL: func.func @across
// ACROSS: llvm.store {{.*}} : vector<16xf32>
// ACROSS: scf.for %{{.*}} = %c0_i64 to %c32_i64 step %c1_i64
// ACROSS: llvm.atomicrmw xchg
tt.func public @across(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1, 32] : (!tt.ptr<f32>) -> !tts.block<32x128xf32>
  %by = tts.make_block %y offset %c0 strides [128, 1] : (!tt.ptr<f32>) -> !tts.block<32x128xf32>
  %v = tts.load %bx : !tts.block<32x128xf32> -> tensor<32x128xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<32x128xf32>, tensor<32x128xf32> -> tensor<32x128xf32>
  tt.return
}

// Which number counts joined programs is told to this pass alone: nothing of it is left on the loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-join-programs | FileCheck %s --check-prefix=JOINED
// RUN: triton-shared-opt %s --cpu-join-programs --cpu-blocks-to-loops | FileCheck %s
// RUN: triton-shared-opt %s --structured-to-loops --loops-to-llvm | FileCheck %s
// Other orders of passes: nothing is joined twice, and versions of versions are what they should be.
// RUN: triton-shared-opt %s --cpu-join-programs --cpu-join-programs --cpu-unit-strides --cpu-blocks-to-loops | FileCheck %s
// RUN: triton-shared-opt %s --cpu-join-programs --convert-arith-to-llvm | FileCheck %s --check-prefix=LLVM
// LLVM: llvm.srem {{.*}} {tts.joined_number}

// JOINED: arith.remsi {{.*}} {tts.joined_number} : i32
// The joined version stores the lanes of many programs, the other one its own.
// JOINED: tts.store {{.*}} !tts.block<4x1024xi32>
// JOINED: tts.store {{.*}} !tts.block<4x8xi32>
// CHECK-LABEL: @kernel.joined
// CHECK-NOT: tts.joined
// CHECK-LABEL: @kernel(
// CHECK-NOT: tts.joined
tt.func public @kernel(%arg0: !tt.ptr<i32>) {
  %c32 = arith.constant 32 : index
  %c70 = arith.constant 70 : index
  %cst = arith.constant dense<3> : tensor<4x8xi32>
  %c8_i32 = arith.constant 8 : i32
  %c4_i32 = arith.constant 4 : i32
  %0 = tt.get_program_id x : i32
  %1 = arith.remsi %0, %c4_i32 : i32
  %2 = arith.divsi %0, %c4_i32 : i32
  %3 = arith.muli %2, %c4_i32 : i32
  %4 = arith.index_cast %3 : i32 to index
  %5 = arith.muli %4, %c32 : index
  %6 = arith.muli %1, %c8_i32 : i32
  %7 = arith.index_cast %6 : i32 to index
  %8 = arith.addi %5, %7 : index
  %9 = arith.subi %c70, %7 : index
  %10 = tts.make_block %arg0 offset %8 strides [32, 1] bounds [0 : 4, 0 : %9] : (!tt.ptr<i32>) -> !tts.block<4x8xi32>
  tts.store %cst, %10 : tensor<4x8xi32>, !tts.block<4x8xi32>
  tt.return
}

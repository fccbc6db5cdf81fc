// Barriers stay where another program looks on: it waits by loads, or by atomics for what is stored
// plainly.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --triton-normalize | FileCheck %s

// CHECK-LABEL: tt.func @alone
// CHECK-NOT: barrier
tt.func @alone(%p: !tt.ptr<f32>, %flag: !tt.ptr<i32>, %v: f32, %n: i32) {
  tt.store %p, %v : !tt.ptr<f32>
  ttg.barrier local
  tt.store %flag, %n : !tt.ptr<i32>
  tt.return
}

// CHECK-LABEL: tt.func @volatile
// CHECK: tts.barrier
tt.func @volatile(%p: !tt.ptr<f32>, %flag: !tt.ptr<i32>, %v: f32, %n: i32) {
  %w = tt.load %flag {isVolatile = true} : !tt.ptr<i32>
  tt.store %p, %v : !tt.ptr<f32>
  ttg.barrier local
  tt.store %flag, %w : !tt.ptr<i32>
  tt.return
}

// CHECK-LABEL: tt.func @atomic
// CHECK: tt.store %arg0
// CHECK: tts.barrier
// CHECK: tt.store %arg1
// CHECK: tt.atomic_rmw
tt.func @atomic(%p: !tt.ptr<f32>, %flag: !tt.ptr<i32>, %v: f32, %n: i32) {
  %zero = arith.constant 0 : i32
  %yes = arith.constant true
  tt.store %p, %v : !tt.ptr<f32>
  ttg.barrier local
  tt.store %flag, %n : !tt.ptr<i32>
  scf.while : () -> () {
    %seen = tt.atomic_rmw or, acquire, gpu, %flag, %zero, %yes : (!tt.ptr<i32>, i32, i1) -> i32
    %more = arith.cmpi ne, %seen, %n : i32
    scf.condition(%more)
  } do {
    scf.yield
  }
  tt.return
}

// The flag itself is an atomic, which orders the stores before it.
// CHECK-LABEL: tt.func @released
// CHECK-NOT: barrier
tt.func @released(%p: tensor<8x!tt.ptr<f32>>, %flag: !tt.ptr<i32>, %v: tensor<8xf32>, %n: i32) {
  %yes = arith.constant true
  tt.store %p, %v : tensor<8x!tt.ptr<f32>>
  ttg.barrier local
  %old = tt.atomic_rmw exch, release, gpu, %flag, %n, %yes : (!tt.ptr<i32>, i32, i1) -> i32
  tt.return
}

// A flag in a block without dimensions is one, too.
// CHECK-LABEL: tt.func @flag_of_rank_0
// CHECK: tts.barrier
tt.func @flag_of_rank_0(%p: !tt.ptr<f32>, %flag: tensor<!tt.ptr<i32>>, %count: !tt.ptr<i32>, %v: f32, %n: tensor<i32>) {
  %yes = arith.constant true
  %one = arith.constant 1 : i32
  tt.store %p, %v : !tt.ptr<f32>
  ttg.barrier local
  tt.store %flag, %n : tensor<!tt.ptr<i32>>
  %old = tt.atomic_rmw add, acquire, gpu, %count, %one, %yes : (!tt.ptr<i32>, i32, i1) -> i32
  tt.return
}

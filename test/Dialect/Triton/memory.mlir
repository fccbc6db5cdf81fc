// Assembly of loads, stores, atomics and block pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --mlir-print-op-generic | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --emit-bytecode | triton-shared-opt | FileCheck %s

// CHECK-LABEL: tt.func @accesses
tt.func @accesses(%p: tensor<8x!tt.ptr<f32>>, %m: tensor<8xi1>, %o: tensor<8xf32>, %s: !tt.ptr<i64, 3>, %b: i1) {
  // CHECK: tt.load %{{.*}} : tensor<8x!tt.ptr<f32>>
  %0 = tt.load %p : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}}, %{{.*}} cacheModifier = cg evictionPolicy = evict_first {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  %1 = tt.load %p, %m evictionPolicy = evict_first cacheModifier = cg {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}}, %{{.*}}, %{{.*}} {note = "kept"} : tensor<8x!tt.ptr<f32>>
  %2 = tt.load %p, %m, %o {note = "kept"} : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}} : !tt.ptr<i64, 3>
  %3 = tt.load %s : !tt.ptr<i64, 3>
  // CHECK: tt.store %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>
  tt.store %p, %2 : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.store %{{.*}}, %{{.*}}, %{{.*}} cacheModifier = wt : !tt.ptr<i64, 3>
  tt.store %s, %3, %b cacheModifier = wt : !tt.ptr<i64, 3>
  tt.return
}

// Address spaces by name, as Triton 3.9 writes them.
// CHECK-LABEL: tt.func @named_spaces
// CHECK-SAME: (%{{.*}}: !tt.ptr<f32>, %{{.*}}: tensor<8x!tt.ptr<f32>>)
tt.func @named_spaces(%p: !tt.ptr<f32, "global">, %q: tensor<8x!tt.ptr<f32, "constant">>) {
  // CHECK: tt.load %{{.*}} : tensor<8x!tt.ptr<f32>>
  %0 = tt.load %q : tensor<8x!tt.ptr<f32, "constant">>
  tt.return
}

// CHECK-LABEL: tt.func @atomics
tt.func @atomics(%p: tensor<8x!tt.ptr<f32>>, %m: tensor<8xi1>, %v: tensor<8xf32>, %q: !tt.ptr<i32>, %i: i32, %t: i64) {
  // CHECK: tt.atomic_rmw fadd, acq_rel, gpu, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  %0 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  // CHECK: tt.atomic_rmw exch, relaxed, sys, %{{.*}}, %{{.*}} : (!tt.ptr<i32>, i32) -> i32
  %1 = tt.atomic_rmw exch, relaxed, sys, %q, %i : (!tt.ptr<i32>, i32) -> i32
  // CHECK: tt.atomic_cas acquire, cta, %{{.*}}, %{{.*}}, %{{.*}} : (!tt.ptr<i32>, i32, i32) -> i32
  %2 = tt.atomic_cas acquire, cta, %q, %i, %i : (!tt.ptr<i32>, i32, i32) -> i32
  // CHECK: tt.atomic_load acquire, gpu, %{{.*}}, %{{.*}} : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
  %3 = tt.atomic_load acquire, gpu, %p, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
  // CHECK: tt.atomic_store release, gpu, %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>
  tt.atomic_store release, gpu, %p, %v, %m : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.atomic_poll acquire, gpu, %{{.*}}, %{{.*}} timeout %{{.*}} : !tt.ptr<i32>, i32 -> i1
  %4 = tt.atomic_poll acquire, gpu, %q, %i timeout %t : !tt.ptr<i32>, i32 -> i1
  tt.return
}

// CHECK-LABEL: tt.func @block_pointers
tt.func @block_pointers(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // CHECK: tt.make_tensor_ptr %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] {order = array<i32: 1, 0>} : <tensor<8x32xf16>>
  %0 = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 0>} : <tensor<8x32xf16>>
  // CHECK: tt.advance %{{.*}}, [%{{.*}}, %{{.*}}] : <tensor<8x32xf16>>
  %1 = tt.advance %0, [%i, %i] : <tensor<8x32xf16>>
  // CHECK: tt.load %{{.*}} {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<8x32xf16>>
  %2 = tt.load %1 {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<8x32xf16>>
  // CHECK: tt.store %{{.*}}, %{{.*}} {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<8x32xf16>>
  tt.store %1, %2 {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<8x32xf16>>
  tt.return
}

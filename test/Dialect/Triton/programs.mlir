// Assembly of the grid, debugging aids, functions and calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --mlir-print-op-generic | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --emit-bytecode | triton-shared-opt | FileCheck %s

// CHECK-LABEL: tt.func public @kernel
// CHECK-SAME: (%{{.*}}: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %{{.*}}: tensor<8xi32>, %{{.*}}: i1) attributes {noinline = false} {
tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x: tensor<8xi32>, %b: i1) attributes {noinline = false} {
  // CHECK: tt.get_program_id x : i32
  %0 = tt.get_program_id x : i32
  // CHECK: tt.get_num_programs z : i32
  %1 = tt.get_num_programs z : i32
  // CHECK: tt.print "x: " {hex = false, isSigned = array<i32: 1, 0>} : %{{.*}}, %{{.*}} : tensor<8xi32>, i32
  tt.print "x: " {hex = false, isSigned = array<i32: 1, 0>} : %x, %0 : tensor<8xi32>, i32
  // CHECK: tt.print "done" {hex = true, isSigned = array<i32>}
  tt.print "done" {hex = true, isSigned = array<i32>}
  // CHECK: tt.assert %{{.*}}, "message" : i1
  tt.assert %b, "message" : i1
  // CHECK: tt.grid_dependency_wait
  tt.grid_dependency_wait
  // CHECK: tt.grid_dependency_launch_dependents
  tt.grid_dependency_launch_dependents
  // CHECK: %{{.*}}:2 = tt.call @two(%{{.*}}, %{{.*}}) : (i32, i1) -> (i1, i32)
  %2:2 = tt.call @two(%0, %b) : (i32, i1) -> (i1, i32)
  // CHECK: tt.call @"a name, quoted"() : () -> ()
  tt.call @"a name, quoted"() : () -> ()
  llvm.intr.assume %b : i1
  gpu.barrier
  // CHECK: tt.return
  tt.return
}

// CHECK-LABEL: tt.func private @two
tt.func private @two(%a: i32, %b: i1) -> (i1, i32) attributes {noinline = true} {
  cf.cond_br %b, ^bb1, ^bb2
^bb1:
  // CHECK: tt.return %{{.*}}, %{{.*}} : i1, i32
  tt.return %b, %a : i1, i32
^bb2:
  tt.return %b, %a : i1, i32
}

// CHECK: tt.func private @"a name, quoted"()
tt.func private @"a name, quoted"()

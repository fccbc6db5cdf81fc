// Assertions leave the program; prints reach the launcher.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --plain-kernel-abi %s | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @tts_assert_0("{\22file\22:\22k.py\22,\22func\22:\22kernel\22,\22line\22:42,\22message\22:\22in range\22}\00")
// CHECK-DAG: llvm.func @tts_rt_assert(!llvm.ptr, !llvm.ptr, i32, i32, i32)
// CHECK-DAG: llvm.mlir.global internal constant @tts_shape_0(dense<[2, 4]> : tensor<2xi64>)
// CHECK-DAG: memref.global "private" constant @prefix
// CHECK-NOT: func.func private @tts_print_f32
memref.global "private" constant @prefix : memref<2xi8> = dense<[65, 0]>
func.func private @tts_print_f32(memref<*xi8>, i32, i32, i32, i32, i32, i32, memref<*xf32>)

// CHECK: func.func private @kernel_program
// CHECK: cf.cond_br %{{.*}}, ^[[GO:.*]], ^[[STOP:.*]]
// CHECK: ^[[STOP]]:
// CHECK: llvm.call @tts_rt_assert(%[[RT:.*]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NEXT: return
// CHECK: ^[[GO]]:
// CHECK: llvm.call @tts_rt_print(%[[RT]],
func.func @kernel(%c: i1, %nx: i32, %ny: i32, %nz: i32, %x: i32, %y: i32, %z: i32) {
  cf.assert %c, "in range" loc("k.py":42:7)
  %c0 = arith.constant 0 : i32
  %p = memref.get_global @prefix : memref<2xi8>
  %q = memref.cast %p : memref<2xi8> to memref<*xi8>
  %v = memref.alloc() : memref<2x4xf32>
  %w = memref.cast %v : memref<2x4xf32> to memref<*xf32>
  call @tts_print_f32(%q, %x, %y, %z, %c0, %c0, %c0, %w) : (memref<*xi8>, i32, i32, i32, i32, i32, i32, memref<*xf32>) -> ()
  return
}

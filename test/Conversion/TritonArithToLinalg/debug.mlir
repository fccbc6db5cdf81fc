// Assertions and prints.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s

// CHECK-DAG: memref.global "private" constant @tts_print_prefix_0 : memref<5xi8> = dense<[32, 120, 58, 32, 0]>
// CHECK-DAG: func.func private @tts_print_f32(memref<*xi8>, i32, i32, i32, i32, i32, i32, memref<*xf32>)
// CHECK-DAG: func.func private @tts_print(memref<*xi8>, i32, i32, i32)

// CHECK-LABEL: tt.func @assert
// CHECK: linalg.reduce { arith.andi } ins(%{{.*}} : tensor<4x8xi1>) outs(%{{.*}} : tensor<i1>) dimensions = [0, 1]
// CHECK: %[[ALL:.*]] = tensor.extract
// CHECK: cf.assert %[[ALL]], "in range"
tt.func @assert(%c: tensor<4x8xi1>) {
  tt.assert %c, "in range" : tensor<4x8xi1>
  tt.return
}

// CHECK-LABEL: tt.func @print
// CHECK: %[[P:.*]] = memref.cast %{{.*}} : memref<5xi8> to memref<*xi8>
// CHECK: %[[X:.*]] = tt.get_program_id x
// CHECK: %[[B:.*]] = bufferization.to_buffer %{{.*}} read_only : tensor<8xf32>
// CHECK: %[[D:.*]] = memref.cast %[[B]] : memref<8xf32{{.*}}> to memref<*xf32>
// CHECK: call @tts_print_f32(%[[P]], %[[X]], {{.*}}, %[[D]])
// CHECK: call @tts_print_f32
// CHECK: call @tts_print(
tt.func @print(%x: tensor<8xf32>, %y: f32) {
  tt.print " x: " {hex = false, isSigned = array<i32: 1, 1>} : %x, %y : tensor<8xf32>, f32
  tt.print " x: " {hex = false, isSigned = array<i32>}
  tt.return
}

// Addresses come as i64, and the name tells that they are.
// CHECK-LABEL: tt.func @print_pointer
// CHECK: call @tts_print_ptr({{.*}}) : (memref<*xi8>, i32, i32, i32, i32, i32, i32, memref<*xi64>) -> ()
// CHECK: call @tts_print_i64(
tt.func @print_pointer(%p: !tt.ptr<f32>, %n: i64) {
  tt.print " p: " {hex = false, isSigned = array<i32: 0, 1>} : %p, %n : !tt.ptr<f32>, i64
  tt.return
}

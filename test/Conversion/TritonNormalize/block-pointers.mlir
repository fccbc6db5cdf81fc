// Tensor pointers and descriptors become pointers and masks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-normalize --split-input-file %s | FileCheck %s
// RUN: triton-shared-opt --triton-normalize --triton-to-structured --split-input-file %s | FileCheck %s --check-prefix=TTS
// RUN: triton-shared-opt "--triton-normalize=descriptor-arg-flags=1" --split-input-file %s | FileCheck %s --check-prefix=ONE

// CHECK-LABEL: tt.func public @load_store
// CHECK-NOT: tensor_ptr
// CHECK: tt.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x16x!tt.ptr<f32>>
// CHECK: tt.store %{{.*}}, %{{.*}} : tensor<8x16x!tt.ptr<f32>>
// Only dimension 0 is checked, and not below: the start is not negative.
// TTS-LABEL: tt.func public @load_store
// TTS-SAME: %[[P:[^:]*]]: !tt.ptr<f32>
// TTS: tts.make_block %[[P]] offset %{{.*}} strides [%{{.*}}, 1] bounds [0 : %{{.*}}, 0 : 16]
// TTS: tts.load %{{.*}} other %{{.*}}
// TTS: tts.make_block %[[P]] offset %{{.*}} strides [%{{.*}}, 1]
// TTS: tts.store
tt.func public @load_store(%p: !tt.ptr<f32>, %m: i64, %n: i64) {
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i32
  %c16 = arith.constant 16 : i32
  %c0 = arith.constant 0 : i32
  %pid = tt.get_program_id x : i32
  %i = arith.muli %pid, %c8 : i32
  %b = tt.make_tensor_ptr %p, [%m, %n], [%n, %c1], [%i, %c0] {order = array<i32: 1, 0>} : <tensor<8x16xf32>>
  %v = tt.load %b {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<8x16xf32>>
  %c = tt.advance %b, [%c0, %c16] : <tensor<8x16xf32>>
  tt.store %c, %v : !tt.ptr<tensor<8x16xf32>>
  tt.return
}

// -----

// Through loops: only the offset that changes is carried.
// CHECK-LABEL: tt.func public @loop
// CHECK: scf.for {{.*}} -> (i32)
// TTS-LABEL: tt.func public @loop
// TTS: scf.for {{.*}} -> (i32)
// TTS: tts.make_block %{{.*}} bounds [0 : %{{.*}}]
tt.func public @loop(%p: !tt.ptr<f32>, %n: i64, %k: i32) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %b = tt.make_tensor_ptr %p, [%n], [%c1], [%c0] {order = array<i32: 0>} : <tensor<8xf32>>
  %r = scf.for %i = %c0 to %k step %c8 iter_args(%q = %b) -> (!tt.ptr<tensor<8xf32>>) : i32 {
    %v = tt.load %q {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf32>>
    tt.store %q, %v {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf32>>
    %next = tt.advance %q, [%c8] : <tensor<8xf32>>
    scf.yield %next : !tt.ptr<tensor<8xf32>>
  }
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @branch
// CHECK-NOT: tensordesc
tt.func public @branch(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32, %c: i1) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %d = scf.if %c -> (!tt.tensordesc<tensor<8xf32>>) {
    %a = tt.make_tensor_descriptor %p, [%n], [%c1] : <f32>, <tensor<8xf32>>
    scf.yield %a : !tt.tensordesc<tensor<8xf32>>
  } else {
    %a = tt.make_tensor_descriptor %q, [%n], [%c1] : <f32>, <tensor<8xf32>>
    scf.yield %a : !tt.tensordesc<tensor<8xf32>>
  }
  %v = tt.descriptor_load %d[%c0] : !tt.tensordesc<tensor<8xf32>> -> tensor<8xf32>
  tt.descriptor_store %d[%c0], %v : !tt.tensordesc<tensor<8xf32>>, tensor<8xf32>
  tt.return
}

// -----

// A descriptor argument is what Triton's launchers pass for it.
// CHECK-LABEL: tt.func public @argument
// CHECK-SAME: %{{.*}}: i32, %{{.*}}: !tt.ptr<f32>, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i1, %{{.*}}: i1, %{{.*}}: i32)
// ONE-LABEL: tt.func public @argument
// ONE-SAME: %{{.*}}: i32, %{{.*}}: !tt.ptr<f32>, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i1, %{{.*}}: i32)
// TTS-LABEL: tt.func public @argument
// TTS: bounds [%{{.*}} : %{{.*}}, %{{.*}} : %{{.*}}]
tt.func public @argument(%i: i32, %d: !tt.tensordesc<tensor<8x16xf32>>, %j: i32) {
  %v = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<tensor<8x16xf32>> -> tensor<8x16xf32>
  tt.descriptor_store %d[%j, %i], %v : !tt.tensordesc<tensor<8x16xf32>>, tensor<8x16xf32>
  tt.descriptor_reduce add, %d[%j, %i], %v : !tt.tensordesc<tensor<8x16xf32>>, tensor<8x16xf32>
  tt.return
}

// -----

// Rows by index.
// CHECK-LABEL: tt.func public @gather
// TTS-LABEL: tt.func public @gather
// TTS: tts.make_block %{{.*}} gather %{{.*}} mask
tt.func public @gather(%d: !tt.tensordesc<tensor<1x16xf32>>, %x: tensor<8xi32>, %j: i32) {
  %v = tt.descriptor_gather %d[%x, %j] : (!tt.tensordesc<tensor<1x16xf32>>, tensor<8xi32>, i32) -> tensor<8x16xf32>
  tt.descriptor_scatter %d[%x, %j], %v : !tt.tensordesc<tensor<1x16xf32>>, tensor<8xi32>, i32, tensor<8x16xf32>
  tt.return
}

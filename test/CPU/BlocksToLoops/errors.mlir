// RUN: triton-shared-opt %s --cpu-blocks-to-loops --split-input-file --verify-diagnostics
// RUN: not triton-shared-opt %s --split-input-file --cpu-blocks-to-loops=vector-bits=7 2>&1 | FileCheck %s --check-prefix=BITS
// BITS: error: 'vector-bits' is 128, 256 or 512, not 7

tt.func public @ptx(%x: tensor<16xi32>) {
  tt.return
}
// expected-error @-3 {{has no slot in the kernel's argument block}}

// -----

tt.func public @asm(%n: i32) {
  %s = tt.splat %n : i32 -> tensor<16xi32>
  // expected-error @below {{inline assembly is PTX}}
  %r = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %s : tensor<16xi32> -> tensor<16xi32>
  tt.return
}

// -----

// expected-error @below {{attribute 'tts.unit_strides' names @nowhere, which is no function with a body}}
tt.func public @dangling(%s: i32) attributes {tts.unit_strides = @nowhere, tts.unit_stride_args = array<i32: 0>} {
  tt.return
}

// -----

tt.func private @fewer() {
  tt.return
}
// expected-error @below {{attribute 'tts.unit_strides' names @fewer, which has other arguments}}
tt.func public @arguments(%s: i32) attributes {tts.unit_strides = @fewer, tts.unit_stride_args = array<i32: 0>} {
  tt.return
}

// -----

tt.func public @unknown_block(%x: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'tensor.empty' op is not supported by the CPU backend}}
  %t = tensor.empty() : tensor<8xf32>
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  tts.store %t, %b : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}

// -----

tt.func public @unknown_scalar(%n: i32) {
  // expected-error @below {{'memref.alloc' op is not supported by the CPU backend}}
  %m = memref.alloc() : memref<8xf32>
  tt.return
}

// -----

tt.func public @mapped(%x: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<8xi32>
  %v = tts.load %b : !tts.block<8xi32> -> tensor<8xi32>
  // expected-error @below {{map_elementwise with unstructured control flow}}
  %r = "tt.map_elementwise"(%v) <{pack = 1 : i32}> ({
  ^bb0(%p: i32):
    cf.br ^bb1
  ^bb1:
    tt.map_elementwise.return %p : i32
  }) : (tensor<8xi32>) -> tensor<8xi32>
  tts.store %r, %b : tensor<8xi32>, !tts.block<8xi32>
  tt.return
}

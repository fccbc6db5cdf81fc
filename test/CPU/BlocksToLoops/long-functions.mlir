// A function that became long loses what it computes several times.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=long-from=1 | FileCheck %s
// RUN: triton-shared-opt %s --cpu-blocks-to-loops | FileCheck %s --check-prefix=SHORT

// CHECK-LABEL: func.func @copy
// CHECK: arith.constant 1023 : i64
// CHECK-NOT: arith.constant 1023 : i64
// CHECK: return

// SHORT-LABEL: func.func @copy
// SHORT-COUNT-2: arith.constant 1023 : i64
tt.func public @copy(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %from = tts.make_block %x offset %c0 strides [3] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %to = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %from : !tts.block<1024xf32> -> tensor<1024xf32>
  tts.store %v, %to : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

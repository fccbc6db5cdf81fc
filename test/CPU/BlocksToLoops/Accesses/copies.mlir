// Loads that may overlap what the nest stores to are copied before it, those of
// one shape together.
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=256 stream-bytes=0" --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @neighbours
// CHECK: %[[NEAR:.*]] = scf.if
// CHECK: %[[OTHER:.*]] = scf.if
// CHECK: %[[ANY:.*]] = arith.ori %[[NEAR]], %[[OTHER]] : i1
// CHECK: scf.if %[[ANY]] {
// CHECK-NEXT: scf.for
// CHECK-COUNT-2: llvm.store
// CHECK: %[[X:.*]] = arith.select %[[ANY]],
// CHECK: %[[Y:.*]] = arith.select %[[ANY]],
// CHECK: scf.for
// CHECK: llvm.getelementptr %[[X]]
// CHECK: llvm.getelementptr %[[Y]]
// CHECK: llvm.store
tt.func public @neighbours(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  %w = tts.load %by : !tts.block<1024xf32> -> tensor<1024xf32>
  %s = arith.addf %v, %w : tensor<1024xf32>
  tts.store %s, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

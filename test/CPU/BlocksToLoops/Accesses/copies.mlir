// Loads that may overlap what the nest stores to are copied before it, those of
// one shape together.
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=256 stream-bytes=0" --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @neighbours
// CHECK: %[[NEAR:.*]] = scf.if
// CHECK: %[[OTHER:.*]] = scf.if
// CHECK: %[[ANY:.*]] = arith.ori %[[NEAR]], %[[OTHER]] : i1
// CHECK: %[[Y:.*]] = arith.select %[[ANY]],
// CHECK: %[[X:.*]] = arith.select %[[ANY]],
// CHECK: scf.if %[[ANY]] {
// CHECK-NEXT: scf.for
// CHECK-COUNT-2: llvm.store
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

// Three loads that have elements in common are tested together, from the first
// one's begin to the last one's end. One that begins where the last one ends is
// tested by itself.
// CHECK-LABEL: func.func @in_common
// CHECK-COUNT-4: arith.cmpi ult
// CHECK-NOT: arith.cmpi ult
// CHECK: scf.if
tt.func public @in_common(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i64) {
  %from = arith.index_cast %n : i64 to index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c1033 = arith.constant 1033 : index
  %c5 = arith.constant 5 : index
  %x1 = arith.addi %from, %c1 : index
  %x9 = arith.addi %from, %c9 : index
  %x1033 = arith.addi %from, %c1033 : index
  %to = arith.addi %from, %c5 : index
  %b0 = tts.make_block %x offset %x9 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b1 = tts.make_block %x offset %from strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b2 = tts.make_block %x offset %x1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b3 = tts.make_block %x offset %x1033 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %bo = tts.make_block %o offset %to strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v0 = tts.load %b0 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v1 = tts.load %b1 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v2 = tts.load %b2 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v3 = tts.load %b3 : !tts.block<1024xf32> -> tensor<1024xf32>
  %s0 = arith.addf %v0, %v1 : tensor<1024xf32>
  %s1 = arith.addf %s0, %v2 : tensor<1024xf32>
  %s = arith.addf %s1, %v3 : tensor<1024xf32>
  tts.store %s, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// Of many tests some are done at a time, and no more once one holds.
// CHECK-LABEL: func.func @many
// CHECK: %[[ALL:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK-NEXT: scf.yield %true
// CHECK-NEXT: } else {
// CHECK-COUNT-4: arith.cmpi ult
// CHECK: arith.ori
// CHECK: scf.yield
// CHECK: scf.if %[[ALL]] -> (!llvm.ptr
tt.func public @many(%o: !tt.ptr<f32>, %x0: !tt.ptr<f32>, %x1: !tt.ptr<f32>, %x2: !tt.ptr<f32>, %x3: !tt.ptr<f32>, %x4: !tt.ptr<f32>, %x5: !tt.ptr<f32>, %x6: !tt.ptr<f32>, %x7: !tt.ptr<f32>, %x8: !tt.ptr<f32>, %x9: !tt.ptr<f32>, %x10: !tt.ptr<f32>, %x11: !tt.ptr<f32>, %x12: !tt.ptr<f32>, %x13: !tt.ptr<f32>, %x14: !tt.ptr<f32>, %x15: !tt.ptr<f32>, %x16: !tt.ptr<f32>, %x17: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b0 = tts.make_block %x0 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b1 = tts.make_block %x1 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b2 = tts.make_block %x2 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b3 = tts.make_block %x3 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b4 = tts.make_block %x4 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b5 = tts.make_block %x5 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b6 = tts.make_block %x6 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b7 = tts.make_block %x7 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b8 = tts.make_block %x8 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b9 = tts.make_block %x9 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b10 = tts.make_block %x10 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b11 = tts.make_block %x11 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b12 = tts.make_block %x12 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b13 = tts.make_block %x13 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b14 = tts.make_block %x14 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b15 = tts.make_block %x15 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b16 = tts.make_block %x16 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b17 = tts.make_block %x17 offset %c1 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v0 = tts.load %b0 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v1 = tts.load %b1 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v2 = tts.load %b2 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v3 = tts.load %b3 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v4 = tts.load %b4 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v5 = tts.load %b5 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v6 = tts.load %b6 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v7 = tts.load %b7 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v8 = tts.load %b8 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v9 = tts.load %b9 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v10 = tts.load %b10 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v11 = tts.load %b11 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v12 = tts.load %b12 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v13 = tts.load %b13 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v14 = tts.load %b14 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v15 = tts.load %b15 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v16 = tts.load %b16 : !tts.block<1024xf32> -> tensor<1024xf32>
  %v17 = tts.load %b17 : !tts.block<1024xf32> -> tensor<1024xf32>
  %s1 = arith.addf %v0, %v1 : tensor<1024xf32>
  %s2 = arith.addf %s1, %v2 : tensor<1024xf32>
  %s3 = arith.addf %s2, %v3 : tensor<1024xf32>
  %s4 = arith.addf %s3, %v4 : tensor<1024xf32>
  %s5 = arith.addf %s4, %v5 : tensor<1024xf32>
  %s6 = arith.addf %s5, %v6 : tensor<1024xf32>
  %s7 = arith.addf %s6, %v7 : tensor<1024xf32>
  %s8 = arith.addf %s7, %v8 : tensor<1024xf32>
  %s9 = arith.addf %s8, %v9 : tensor<1024xf32>
  %s10 = arith.addf %s9, %v10 : tensor<1024xf32>
  %s11 = arith.addf %s10, %v11 : tensor<1024xf32>
  %s12 = arith.addf %s11, %v12 : tensor<1024xf32>
  %s13 = arith.addf %s12, %v13 : tensor<1024xf32>
  %s14 = arith.addf %s13, %v14 : tensor<1024xf32>
  %s15 = arith.addf %s14, %v15 : tensor<1024xf32>
  %s16 = arith.addf %s15, %v16 : tensor<1024xf32>
  %s17 = arith.addf %s16, %v17 : tensor<1024xf32>
  tts.store %s17, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

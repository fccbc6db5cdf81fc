// Without AVX512, where masked stores are slow: what is left after the main steps
// is stored a register at a time, and only the last one under a mask.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s --check-prefix=WIDE

// CHECK-LABEL: func.func @copy
// CHECK: scf.for {{.*}} step %c32_i64
// CHECK: llvm.store {{.*}} : vector<32xf32>
// CHECK: %[[LEFT:.*]] = arith.subi %[[LIMIT:.*]], %[[DONE:.*]] : i64
// CHECK: %[[WHOLE:.*]] = arith.andi %[[LEFT]], %c-8_i64
// CHECK: %[[FROM:.*]] = arith.addi %[[DONE]], %[[WHOLE]]
// CHECK: scf.for {{.*}} = %[[DONE]] to %[[FROM]] step %c8_i64
// CHECK-NOT: masked
// CHECK: llvm.store {{.*}} : vector<8xf32>
// CHECK: scf.for {{.*}} = %[[FROM]] to {{.*}} step %c8_i64
// CHECK: llvm.intr.masked.store {{.*}} : vector<8xf32>
// CHECK-NOT: masked.store {{.*}} : vector<32xf32>
// CHECK: return
// WIDE-LABEL: func.func @copy
// WIDE-NOT: masked.store {{.*}} : vector<16xf32>
// WIDE: llvm.intr.masked.store {{.*}} : vector<64xf32>
// WIDE: return
tt.func public @copy(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %end = arith.index_cast %n : i32 to index
  %bx = tts.make_block %x offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  tts.store %v, %by : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// The unit that multiplies depends on the operands' type and on the target.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops="dot-units=amx-bf16,amx-int8,avx512bf16,pmaddwd" --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,AMX
// RUN: triton-shared-opt %s --cpu-blocks-to-loops="dot-units=avx512bf16,pmaddwd" --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,PAIRS
// RUN: triton-shared-opt %s --cpu-blocks-to-loops="vector-bits=256 dot-units=pmaddwd" --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,AVX2
// RUN: triton-shared-opt %s --cpu-blocks-to-loops="dot-units=avx512bf16,vpdpbusd,pmaddwd" --canonicalize --cse | FileCheck %s --check-prefixes=QUADS
// RUN: not triton-shared-opt %s --cpu-blocks-to-loops=dot-units=tensor-core 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown dot unit 'tensor-core'; known are amx-bf16, amx-int8, avx512bf16, vpdpbusd, pmaddwd

// B is packed in pairs of k. Tiles take 32 k at once, the first operand where
// it is; they are configured once for all programs, and none stays so.
// CHECK-LABEL: func.func @bf16
// AMX: llvm.call_intrinsic "llvm.x86.ldtilecfg"
// AMX: scf.for
// AMX: llvm.load %{{.*}} : !llvm.ptr -> vector<32xi16>
// AMX: vector.interleave {{.*}} : vector<32xi16>
// AMX: llvm.call_intrinsic "llvm.x86.tilezero"
// AMX-COUNT-4: llvm.call_intrinsic "llvm.x86.tileloadd64"
// AMX-COUNT-4: llvm.call_intrinsic "llvm.x86.tdpbf16ps"
// AMX-COUNT-4: llvm.call_intrinsic "llvm.x86.tilestored64"
// AMX: llvm.call_intrinsic "llvm.x86.tilerelease"
// PAIRS: vector.interleave {{.*}} : vector<32xi16>
// PAIRS: vector.bitcast %{{.*}} : vector<16xi32> to vector<32xbf16>
// PAIRS: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
// AVX2: arith.extf %{{.*}} : vector<{{.*}}xbf16>
// AVX2: vector.fma %{{.*}} : vector<8xf32>
tt.func public @bf16(%x: !tt.ptr<bf16>, %y: !tt.ptr<bf16>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %ba = tts.make_block %x offset %c0 strides [32, 1] : (!tt.ptr<bf16>) -> !tts.block<32x32xbf16>
  %bb = tts.make_block %y offset %c0 strides [64, 1] : (!tt.ptr<bf16>) -> !tts.block<32x64xbf16>
  %a = tts.load %ba : !tts.block<32x32xbf16> -> tensor<32x32xbf16>
  %b = tts.load %bb : !tts.block<32x64xbf16> -> tensor<32x64xbf16>
  %d = tt.dot %a, %b, %zero : tensor<32x32xbf16> * tensor<32x64xbf16> -> tensor<32x64xf32>
  %bo = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  tts.store %d, %bo : tensor<32x64xf32>, !tts.block<32x64xf32>
  tt.return
}

// CHECK-LABEL: func.func @int8
// AMX: vector.interleave {{.*}} : vector<32xi8>
// AMX: llvm.call_intrinsic "llvm.x86.tdpbssd"
// PAIRS: arith.extsi %{{.*}} : vector<{{.*}}xi8> to vector<{{.*}}xi16>
// PAIRS: llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"
// AVX2: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// The bytes of A count as unsigned: 128 are added to each, and the sums of 128 B
// come off the accumulators.
// QUADS-LABEL: func.func @int8
// QUADS: %[[BIAS:.*]] = arith.constant dense<-2139062144> : vector<16xi32>
// QUADS: vector.interleave {{.*}} : vector<64xi8>
// QUADS: scf.for
// QUADS: %[[BYTES:.*]] = vector.bitcast %[[BIAS]] : vector<16xi32> to vector<64xi8>
// QUADS-COUNT-4: "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[BYTES]], %{{.*}})
// The rows of a tile are biased in a copy; each product only spreads a lane.
// QUADS: scf.for
// QUADS: %[[A:.*]] = arith.xori %{{.*}}, %[[BIAS]]
// QUADS: llvm.store %[[A]], %{{.*}} {alignment = 1 : i64} : vector<16xi32>
// QUADS: arith.subi %{{.*}}, %{{.*}} : vector<16xi32>
// QUADS: scf.for
// QUADS: %[[LANES:.*]] = vector.broadcast %{{.*}} : i32 to vector<16xi32>
// QUADS: %[[U:.*]] = vector.bitcast %[[LANES]] : vector<16xi32> to vector<64xi8>
// QUADS: "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[U]], %{{.*}})
tt.func public @int8(%x: !tt.ptr<i8>, %y: !tt.ptr<i8>, %o: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0> : tensor<16x64xi32>
  %ba = tts.make_block %x offset %c0 strides [64, 1] : (!tt.ptr<i8>) -> !tts.block<16x64xi8>
  %bb = tts.make_block %y offset %c0 strides [64, 1] : (!tt.ptr<i8>) -> !tts.block<64x64xi8>
  %a = tts.load %ba : !tts.block<16x64xi8> -> tensor<16x64xi8>
  %b = tts.load %bb : !tts.block<64x64xi8> -> tensor<64x64xi8>
  %d = tt.dot %a, %b, %zero : tensor<16x64xi8> * tensor<64x64xi8> -> tensor<16x64xi32>
  %bo = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<i32>) -> !tts.block<16x64xi32>
  tts.store %d, %bo : tensor<16x64xi32>, !tts.block<16x64xi32>
  tt.return
}

// fp8 is exact in bf16.
// CHECK-LABEL: func.func @fp8
// AMX: llvm.call_intrinsic "llvm.x86.tdpbf16ps"
// PAIRS: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
// AVX2: vector.fma
tt.func public @fp8(%x: !tt.ptr<f8E4M3FN>, %y: !tt.ptr<f8E4M3FN>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %ba = tts.make_block %x offset %c0 strides [32, 1] : (!tt.ptr<f8E4M3FN>) -> !tts.block<32x32xf8E4M3FN>
  %bb = tts.make_block %y offset %c0 strides [32, 1] : (!tt.ptr<f8E4M3FN>) -> !tts.block<32x32xf8E4M3FN>
  %a = tts.load %ba : !tts.block<32x32xf8E4M3FN> -> tensor<32x32xf8E4M3FN>
  %b = tts.load %bb : !tts.block<32x32xf8E4M3FN> -> tensor<32x32xf8E4M3FN>
  %d = tt.dot %a, %b, %zero : tensor<32x32xf8E4M3FN> * tensor<32x32xf8E4M3FN> -> tensor<32x32xf32>
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %d, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// Where k is contiguous in memory, squares of 16 x 16 lanes are transposed in
// registers: 16 loads, four rounds of shuffles, 16 stores.
// CHECK-LABEL: func.func @transposed
// PAIRS-COUNT-16: llvm.load %{{.*}} : !llvm.ptr -> vector<32xi16>
// PAIRS: vector.bitcast %{{.*}} : vector<32xi16> to vector<16xi32>
// PAIRS-COUNT-64: vector.shuffle
// PAIRS-COUNT-16: llvm.store %{{.*}} : vector<16xi32>, !llvm.ptr
tt.func public @transposed(%x: !tt.ptr<bf16>, %y: !tt.ptr<bf16>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %ba = tts.make_block %x offset %c0 strides [64, 1] : (!tt.ptr<bf16>) -> !tts.block<32x64xbf16>
  %bb = tts.make_block %y offset %c0 strides [1, 64] : (!tt.ptr<bf16>) -> !tts.block<64x64xbf16>
  %a = tts.load %ba : !tts.block<32x64xbf16> -> tensor<32x64xbf16>
  %b = tts.load %bb : !tts.block<64x64xbf16> -> tensor<64x64xbf16>
  %d = tt.dot %a, %b, %zero : tensor<32x64xbf16> * tensor<64x64xbf16> -> tensor<32x64xf32>
  %bo = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  tts.store %d, %bo : tensor<32x64xf32>, !tts.block<32x64xf32>
  tt.return
}

// Dots that shape the tiles differently configure them each for itself.
// CHECK-LABEL: func.func @twoShapes
// AMX: scf.for
// AMX: llvm.call_intrinsic "llvm.x86.ldtilecfg"
// AMX: llvm.call_intrinsic "llvm.x86.tilerelease"
// AMX: llvm.call_intrinsic "llvm.x86.ldtilecfg"
// AMX: llvm.call_intrinsic "llvm.x86.tilerelease"
tt.func public @twoShapes(%x: !tt.ptr<bf16>, %y: !tt.ptr<bf16>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %none = arith.constant dense<0.0> : tensor<8x64xf32>
  %ba = tts.make_block %x offset %c0 strides [32, 1] : (!tt.ptr<bf16>) -> !tts.block<32x32xbf16>
  %bs = tts.make_block %x offset %c0 strides [32, 1] : (!tt.ptr<bf16>) -> !tts.block<8x32xbf16>
  %bb = tts.make_block %y offset %c0 strides [64, 1] : (!tt.ptr<bf16>) -> !tts.block<32x64xbf16>
  %a = tts.load %ba : !tts.block<32x32xbf16> -> tensor<32x32xbf16>
  %s = tts.load %bs : !tts.block<8x32xbf16> -> tensor<8x32xbf16>
  %b = tts.load %bb : !tts.block<32x64xbf16> -> tensor<32x64xbf16>
  %d = tt.dot %a, %b, %zero : tensor<32x32xbf16> * tensor<32x64xbf16> -> tensor<32x64xf32>
  %e = tt.dot %s, %b, %none : tensor<8x32xbf16> * tensor<32x64xbf16> -> tensor<8x64xf32>
  %bo = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  tts.store %d, %bo : tensor<32x64xf32>, !tts.block<32x64xf32>
  %be = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<8x64xf32>
  tts.store %e, %be : tensor<8x64xf32>, !tts.block<8x64xf32>
  tt.return
}

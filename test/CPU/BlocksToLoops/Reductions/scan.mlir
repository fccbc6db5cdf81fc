// A prefix inside the register, then the carry of the registers before, which stands in all lanes:
// from register to register it takes one addition.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s --check-prefix=AVX

// The last step between the halves of a register of AVX is of these alone.
// AVX-LABEL: func.func @cumsum
// AVX: iter_args(%[[CARRY:.*]] = %{{.*}}) -> (vector<8xf32>)
// AVX: vector.shuffle {{.*}} [0, 0, 2, 2, 4, 4, 6, 6]
// AVX: vector.shuffle {{.*}} [0, 1, 1, 1, 4, 5, 5, 5]
// AVX: %[[FOURS:.*]] = arith.select
// AVX: %[[LAST:.*]] = vector.shuffle %[[FOURS]], %[[FOURS]] [3, 3, 3, 3]
// AVX: %[[UPPER:.*]] = vector.shuffle %[[FOURS]], %[[FOURS]] [4, 5, 6, 7]
// AVX: %[[SUMS:.*]] = arith.addf %[[LAST]], %[[UPPER]] : vector<4xf32>
// AVX: %[[LOWER:.*]] = vector.extract_strided_slice %[[FOURS]] {offsets = [0]
// AVX: %[[PREFIX:.*]] = vector.shuffle %[[LOWER]], %[[SUMS]]
// AVX: arith.addf %[[CARRY]], %[[PREFIX]]

// CHECK-LABEL: func.func @cumsum
// CHECK: scf.for {{.*}} iter_args(%[[CARRY:.*]] = %{{.*}}) -> (vector<16xf32>)
// CHECK-COUNT-4: vector.shuffle
// CHECK: %[[PREFIX:.*]] = arith.select
// CHECK: %[[TOTAL:.*]] = vector.shuffle %[[PREFIX]], %[[PREFIX]] [15, 15,
// CHECK-DAG: %[[ALL:.*]] = arith.addf %[[CARRY]], %[[PREFIX]]
// CHECK-DAG: %[[NEXT:.*]] = arith.addf %[[CARRY]], %[[TOTAL]]
// CHECK: arith.select %[[FIRST:.*]], %[[PREFIX]], %[[ALL]]
// CHECK: %[[OUT:.*]] = arith.select %[[FIRST]], %[[TOTAL]], %[[NEXT]]
// CHECK: scf.yield %[[OUT]]
tt.func public @cumsum(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v = tts.load %b : !tts.block<256xf32> -> tensor<256xf32>
  %s = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.scan.return %t : f32
  }) : (tensor<256xf32>) -> tensor<256xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  tts.store %s, %bo : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// Rows that lie along the axis are scanned in registers, too, one after the other.
// CHECK-LABEL: func.func @rows
// CHECK: scf.for {{.*}} to %c8_i64
// CHECK: scf.for {{.*}} -> (vector<16xf32>)
// CHECK-COUNT-4: vector.shuffle
// CHECK-NOT: masked.gather
// CHECK: return
tt.func public @rows(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %b = tts.make_block %x offset %c0 strides [1000, 1] : (!tt.ptr<f32>) -> !tts.block<8x256xf32>
  %v = tts.load %b : !tts.block<8x256xf32> -> tensor<8x256xf32>
  %s = "tt.scan"(%v) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.scan.return %t : f32
  }) : (tensor<8x256xf32>) -> tensor<8x256xf32>
  %bo = tts.make_block %o offset %c0 strides [1000, 1] : (!tt.ptr<f32>) -> !tts.block<8x256xf32>
  tts.store %s, %bo : tensor<8x256xf32>, !tts.block<8x256xf32>
  tt.return
}

// A combiner that takes longer has rows as lanes, where there are so many: squares of what lies
// along them are transposed, on the way in and out. What is the same in all rows is not.
// AVX-LABEL: func.func @largest
// AVX-NOT: masked.gather
// AVX: scf.for {{.*}} step %c8_i64 iter_args(%{{.*}} = {{.*}}, %{{.*}} = {{.*}}) -> (vector<8xf32>, vector<8xi32>)
// AVX-COUNT-8: llvm.load {{.*}} -> vector<8xf32>
// AVX-COUNT-24: vector.shuffle {{.*}} vector<8xf32>, vector<8xf32>
// AVX: vector.broadcast {{.*}} : i32 to vector<8xi32>
// AVX-COUNT-24: vector.shuffle {{.*}} vector<8xf32>, vector<8xf32>
// AVX-COUNT-8: llvm.store {{.*}} : vector<8xf32>
// AVX-COUNT-24: vector.shuffle {{.*}} vector<8xi32>, vector<8xi32>
// AVX-COUNT-8: llvm.store {{.*}} : vector<8xi32>
// AVX: scf.yield
// AVX-NOT: masked.scatter
// AVX: return
tt.func public @largest(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %b = tts.make_block %x offset %c0 strides [1000, 1] : (!tt.ptr<f32>) -> !tts.block<8x64xf32>
  %v = tts.load %b : !tts.block<8x64xf32> -> tensor<8x64xf32>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %row = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %at = tt.broadcast %row : tensor<1x64xi32> -> tensor<8x64xi32>
  %s:2 = "tt.scan"(%v, %at) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%a: f32, %i: i32, %c: f32, %j: i32):
    %less = arith.cmpf olt, %a, %c : f32
    %same = arith.cmpf oeq, %a, %c : f32
    %later = arith.cmpi slt, %i, %j : i32
    %nan = arith.cmpf une, %c, %c : f32
    %tie = arith.andi %same, %later : i1
    %either = arith.ori %less, %tie : i1
    %take = arith.ori %either, %nan : i1
    %w = arith.select %take, %c, %a : f32
    %k = arith.select %take, %j, %i : i32
    tt.scan.return %w, %k : f32, i32
  }) : (tensor<8x64xf32>, tensor<8x64xi32>) -> (tensor<8x64xf32>, tensor<8x64xi32>)
  %bo = tts.make_block %o offset %c0 strides [1000, 1] : (!tt.ptr<f32>) -> !tts.block<8x64xf32>
  tts.store %s#0, %bo : tensor<8x64xf32>, !tts.block<8x64xf32>
  %bp = tts.make_block %p offset %c0 strides [1000, 1] : (!tt.ptr<i32>) -> !tts.block<8x64xi32>
  tts.store %s#1, %bp : tensor<8x64xi32>, !tts.block<8x64xi32>
  tt.return
}

// Elements whose positions differ in a bit change places within registers, or
// are read from where the others are.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// Within 64 lanes there is no storage in between.
// CHECK-LABEL: func.func @inLanes
// CHECK: scf.for %{{.*}} = %{{.*}} to %c128_i64{{.*}} step %c64_i64
// CHECK: %[[X:.*]] = llvm.load {{.*}} vector<64xi32>
// CHECK: %[[A:.*]] = vector.shuffle %[[X]], %[[X]] [1, 0, 3, 2, 5, 4,
// CHECK: %[[MORE:.*]] = arith.maxsi %[[A]], %[[X]]
// CHECK: %[[B:.*]] = vector.shuffle %[[MORE]], %[[MORE]] [32, 33, 34,
// CHECK: llvm.store %[[B]]
// CHECK: scf.for
// CHECK-NOT: shuffle
// CHECK: return
tt.func public @inLanes(%x: !tt.ptr<i32>, %o: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1> : tensor<128xi32>
  %half = arith.constant dense<32> : tensor<128xi32>
  %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %i = arith.xori %range, %one : tensor<128xi32>
  %j = arith.xori %range, %half : tensor<128xi32>
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<128xi32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<128xi32>
  %v = tts.load %b : !tts.block<128xi32> -> tensor<128xi32>
  %y = tt.gather %v[%i] {axis = 0 : i32} : (tensor<128xi32>, tensor<128xi32>) -> tensor<128xi32>
  %m = arith.maxsi %y, %v : tensor<128xi32>
  %z = tt.gather %m[%j] {axis = 0 : i32} : (tensor<128xi32>, tensor<128xi32>) -> tensor<128xi32>
  tts.store %z, %bo : tensor<128xi32>, !tts.block<128xi32>
  tt.return
}

// What is further away is stored first; both bits of the positions are told by
// where the lanes begin, the lower ones by the lane.
// CHECK-LABEL: func.func @between
// CHECK: %[[LANES:.*]] = arith.constant dense<[false, true, false,
// CHECK: scf.for
// CHECK: llvm.store
// CHECK: scf.for %[[P:.*]] = %{{.*}} to
// CHECK-DAG: %[[OTHER:.*]] = arith.xori %[[P]], %c64_i64
// CHECK-DAG: %[[FROM:.*]] = llvm.getelementptr %{{.*}}[%[[OTHER]]]
// CHECK-DAG: llvm.load %[[FROM]] {{.*}} vector<32xi32>
// CHECK-DAG: %[[MASKED:.*]] = arith.andi %[[P]], %c64_i64
// CHECK-DAG: %[[SET:.*]] = arith.cmpi ne, %[[MASKED]], %c0_i64
// CHECK-DAG: vector.broadcast %[[SET]] : i1 to vector<32xi1>
// CHECK-NOT: gather
// CHECK: return
tt.func public @between(%x: !tt.ptr<i32>, %o: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0> : tensor<128xi32>
  %one = arith.constant dense<1> : tensor<128xi32>
  %half = arith.constant dense<64> : tensor<128xi32>
  %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %i = arith.xori %range, %half : tensor<128xi32>
  %upper = arith.andi %range, %half : tensor<128xi32>
  %isUpper = arith.cmpi ne, %upper, %zero : tensor<128xi32>
  %lower = arith.andi %range, %one : tensor<128xi32>
  %isOdd = arith.cmpi ne, %lower, %zero : tensor<128xi32>
  %either = arith.xori %isUpper, %isOdd : tensor<128xi1>
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<128xi32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<128xi32>
  %v = tts.load %b : !tts.block<128xi32> -> tensor<128xi32>
  %y = tt.gather %v[%i] {axis = 0 : i32} : (tensor<128xi32>, tensor<128xi32>) -> tensor<128xi32>
  %z = arith.select %either, %y, %v : tensor<128xi1>, tensor<128xi32>
  tts.store %z, %bo : tensor<128xi32>, !tts.block<128xi32>
  tt.return
}

// Keys and what is sorted with them are stored by one loop, 32 lanes of each.
// CHECK-LABEL: func.func @pairs
// CHECK: %[[LESS:.*]] = arith.cmpi slt, {{.*}} vector<32xi32>
// CHECK: %[[Y:.*]] = arith.select %[[LESS]]
// CHECK: %[[Z:.*]] = arith.select %[[LESS]]
// CHECK: llvm.store %[[Y]]
// CHECK-NEXT: llvm.getelementptr
// CHECK-NEXT: llvm.store %[[Z]]
// CHECK-NOT: shuffle
// CHECK: return
tt.func public @pairs(%x: !tt.ptr<i32>, %k: !tt.ptr<i32>, %o: !tt.ptr<i32>, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1> : tensor<64xi32>
  %rest = arith.constant dense<-2> : tensor<64xi32>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %i = arith.ori %range, %one : tensor<64xi32>
  %j = arith.andi %range, %rest : tensor<64xi32>
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  %bk = tts.make_block %k offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  %bp = tts.make_block %p offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  %v = tts.load %b : !tts.block<64xi32> -> tensor<64xi32>
  %w = tts.load %bk : !tts.block<64xi32> -> tensor<64xi32>
  %right = tt.gather %v[%i] {axis = 0 : i32} : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %left = tt.gather %v[%j] {axis = 0 : i32} : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %less = arith.cmpi slt, %right, %left : tensor<64xi32>
  %wright = tt.gather %w[%i] {axis = 0 : i32} : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %wleft = tt.gather %w[%j] {axis = 0 : i32} : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %y = arith.select %less, %right, %left : tensor<64xi1>, tensor<64xi32>
  %z = arith.select %less, %wright, %wleft : tensor<64xi1>, tensor<64xi32>
  tts.store %y, %bo : tensor<64xi32>, !tts.block<64xi32>
  tts.store %z, %bp : tensor<64xi32>, !tts.block<64xi32>
  tt.return
}

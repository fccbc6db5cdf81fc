// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// Parallel accumulators over the lanes, folded once at the end.
// CHECK-LABEL: func.func @sum
// CHECK: %[[ACC:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (vector<64xf32>)
// CHECK: arith.addf %[[A]], %{{.*}} : vector<64xf32>
// CHECK: scf.yield
// CHECK: vector.extract_strided_slice %[[ACC]] {offsets = [0], sizes = [32]
// CHECK: arith.addf %{{.*}} : vector<32xf32>
// CHECK: vector.extract %{{.*}}[0] : f32 from vector<1xf32>
tt.func public @sum(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %bo = tts.make_block %o offset %c0 strides [] : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %s, %bo : f32, !tts.block<f32>
  tt.return
}

// Along an outer dim the accumulators stay in registers, the lanes run along
// the contiguous one, in long pieces.
// CHECK-LABEL: func.func @columns
// CHECK: scf.for
// CHECK: scf.for {{.*}} step %c1_i64 iter_args(%{{.*}}) -> (vector<128xf32>)
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<128xf32>
// CHECK: arith.addf
tt.func public @columns(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32) {
  %c0 = arith.constant 0 : index
  %k = arith.index_cast %stride : i32 to index
  %b = tts.make_block %x offset %c0 strides [%k, 1] : (!tt.ptr<f32>) -> !tts.block<32x256xf32>
  %v = tts.load %b : !tts.block<32x256xf32> -> tensor<32x256xf32>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<32x256xf32>) -> tensor<256xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  tts.store %s, %bo : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// All lanes in one step: where they are inside the bounds, no row has masks.
// CHECK-LABEL: func.func @bounded_columns
// CHECK: %[[FULL:.*]] = arith.cmpi sge, %{{.*}}, %c128_i64
// CHECK: scf.if %[[FULL]]
// CHECK: scf.for {{.*}} iter_args(%{{.*}}) -> (vector<128xf32>)
// CHECK-NOT: masked
// CHECK: llvm.load %{{.*}} -> vector<128xf32>
// CHECK: } else {
// CHECK: scf.for {{.*}} iter_args(%{{.*}}) -> (vector<128xf32>)
// CHECK: llvm.intr.masked.load
tt.func public @bounded_columns(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %k = arith.index_cast %n : i32 to index
  %b = tts.make_block %x offset %c0 strides [%k, 1] bounds [0 : 32, 0 : %k] : (!tt.ptr<f32>) -> !tts.block<32x128xf32>
  %v = tts.load %b : !tts.block<32x128xf32> -> tensor<32x128xf32>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<32x128xf32>) -> tensor<128xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
  tts.store %s, %bo : tensor<128xf32>, !tts.block<128xf32>
  tt.return
}

// A combiner without a known neutral element takes its first element as it is.
// CHECK-LABEL: func.func @argmax
// CHECK: scf.for {{.*}} -> (vector<{{.*}}xf32>, vector<{{.*}}xi32>)
// CHECK: arith.cmpi eq, %{{.*}}, %c0_i64
// CHECK: arith.select
tt.func public @argmax(%x: !tt.ptr<f32>, %o: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
  %i = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %r:2 = "tt.reduce"(%v, %i) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %pi: i32, %q: f32, %qi: i32):
    %gt = arith.cmpf ogt, %p, %q : f32
    %a = arith.select %gt, %p, %q : f32
    %c = arith.select %gt, %pi, %qi : i32
    tt.reduce.return %a, %c : f32, i32
  }) : (tensor<1024xf32>, tensor<1024xi32>) -> (f32, i32)
  %bo = tts.make_block %o offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  tts.store %r#1, %bo : i32, !tts.block<i32>
  tt.return
}

// Past the bound all values are exp(0) - 1 = 0: the loops stop there and not at
// 1024, and the rest is added once.
// CHECK-LABEL: func.func @masked
// CHECK: %[[N:.*]] = arith.maxsi %{{.*}}, %c0_i64
// CHECK: %[[END:.*]] = arith.minsi %[[N]], %c1024_i64
// CHECK: %[[LEFT:.*]] = arith.cmpi slt, %[[END]], %c1024_i64
// CHECK: %[[REST:.*]] = arith.select %[[LEFT]]
// CHECK: %[[MAIN:.*]] = scf.for
// CHECK: %[[SUM:.*]] = scf.for {{.*}} to %[[END]] step %c32_i64 iter_args(%{{.*}} = %[[MAIN]])
// CHECK: llvm.intr.masked.load
// CHECK: %[[V:.*]] = vector.broadcast %[[REST]]
// CHECK: arith.addf %[[SUM]], %[[V]]
tt.func public @masked(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %up = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<1024xf32>
  %b = tts.make_block %x offset %c0 strides [1] bounds [0 : %up] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
  %w = arith.mulf %v, %v : tensor<1024xf32>
  %e = math.exp %w : tensor<1024xf32>
  %d = arith.subf %e, %one : tensor<1024xf32>
  %s = "tt.reduce"(%d) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %bo = tts.make_block %o offset %c0 strides [] : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %s, %bo : f32, !tts.block<f32>
  tt.return
}

// Many rows: each leaves a register of partial sums; 16 of these are folded at
// once, 8 pairs first.
// CHECK-LABEL: func.func @rows
// CHECK: vector.extract_strided_slice %{{.*}} {offsets = [16], sizes = [16]
// CHECK: llvm.store %{{.*}} : vector<16xf32>, !llvm.ptr
// CHECK: scf.for
// CHECK-COUNT-16: llvm.load %{{.*}} : !llvm.ptr -> vector<16xf32>
// CHECK-COUNT-15: arith.addf %{{.*}} : vector<16xf32>
// CHECK: llvm.store %{{.*}} : vector<16xf32>, !llvm.ptr
tt.func public @rows(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %b = tts.make_block %x offset %c0 strides [256, 1] : (!tt.ptr<f32>) -> !tts.block<32x256xf32>
  %v = tts.load %b : !tts.block<32x256xf32> -> tensor<32x256xf32>
  %s = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<32x256xf32>) -> tensor<32xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<32xf32>
  tts.store %s, %bo : tensor<32xf32>, !tts.block<32xf32>
  tt.return
}

// Reductions of the same shape whose sources are there go through them together;
// one that needs the result of another does not.
// CHECK-LABEL: func.func @together
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<64xf32>, vector<64xf32>)
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<64xf32>)
tt.func public @together(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %b = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
  %w = arith.mulf %v, %v : tensor<1024xf32>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %d = tt.splat %s : f32 -> tensor<1024xf32>
  %m = arith.subf %v, %d : tensor<1024xf32>
  %e = "tt.reduce"(%m) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.maximumf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %u = "tt.reduce"(%w) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %f = arith.addf %e, %u : f32
  %bo = tts.make_block %o offset %c0 strides [] : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %f, %bo : f32, !tts.block<f32>
  tt.return
}

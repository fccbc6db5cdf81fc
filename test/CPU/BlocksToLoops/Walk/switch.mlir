// Early returns come as scf.index_switch.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 | FileCheck %s

// CHECK-LABEL: func.func @choose
// CHECK: arith.cmpi eq
// CHECK: scf.if {{.*}} -> (i32)
// CHECK: llvm.store %{{.*}} : vector<{{.*}}xi32>, !llvm.ptr
// CHECK: } else {
// CHECK: llvm.store %{{.*}} : vector<{{.*}}xi32>, !llvm.ptr
tt.func public @choose(%o: !tt.ptr<i32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %i = arith.index_cast %k : i32 to index
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %b, %s = scf.index_switch %i -> tensor<64xi32>, i32
  case 1 {
    scf.yield %r, %k : tensor<64xi32>, i32
  }
  default {
    %d = arith.addi %r, %r : tensor<64xi32>
    %two = arith.addi %k, %k : i32
    scf.yield %d, %two : tensor<64xi32>, i32
  }
  %w = tt.splat %s : i32 -> tensor<64xi32>
  %t = arith.addi %b, %w : tensor<64xi32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  tts.store %t, %bo : tensor<64xi32>, !tts.block<64xi32>
  tt.return
}

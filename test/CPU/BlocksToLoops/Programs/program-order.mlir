// Programs that go down rows along axis 0 and along them in axis 1 are run along
// axis 1 first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @along_rows
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[GRID]][1]
// CHECK: %[[NY:.*]] = llvm.load %[[SLOT]]
// CHECK: %[[NY64:.*]] = arith.extui %[[NY]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: arith.remui %[[ID]], %[[NY64]]
tt.func public @along_rows(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32) {
  %c64 = arith.constant 64 : i32
  %row = tt.get_program_id x : i32
  %column = tt.get_program_id y : i32
  %down = arith.muli %row, %stride : i32
  %along = arith.muli %column, %c64 : i32
  %sum = arith.addi %down, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %bo : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// What one operand would gain the other would lose.
// CHECK-LABEL: func.func @transposed
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK: %[[NX:.*]] = llvm.load %[[GRID]]
// CHECK: %[[NX64:.*]] = arith.extui %[[NX]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: arith.remui %[[ID]], %[[NX64]]
tt.func public @transposed(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32) {
  %c64 = arith.constant 64 : i32
  %row = tt.get_program_id x : i32
  %column = tt.get_program_id y : i32
  %down = arith.muli %row, %stride : i32
  %along = arith.muli %column, %c64 : i32
  %sum = arith.addi %down, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %to0 = arith.muli %column, %stride : i32
  %to1 = arith.addi %to0, %row : i32
  %to = arith.index_cast %to1 : i32 to index
  %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
  %bo = tts.make_block %o offset %to strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %bo : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// Whoever waits for another program may count on Triton's order.
// CHECK-LABEL: func.func @waits
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK: %[[NX:.*]] = llvm.load %[[GRID]]
// CHECK: %[[NX64:.*]] = arith.extui %[[NX]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: arith.remui %[[ID]], %[[NX64]]
tt.func public @waits(%x: !tt.ptr<i32>, %o: !tt.ptr<i32>, %stride: i32) {
  %c64 = arith.constant 64 : i32
  %c0 = arith.constant 0 : index
  %row = tt.get_program_id x : i32
  %column = tt.get_program_id y : i32
  %down = arith.muli %row, %stride : i32
  %along = arith.muli %column, %c64 : i32
  %sum = arith.addi %down, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %lock = tts.make_block %x offset %c0 : (!tt.ptr<i32>) -> !tts.block<i32>
  %turn = tts.atomic_rmw add, acq_rel, gpu, %lock, %c64 : !tts.block<i32>, i32 -> i32
  %v = tt.splat %turn : i32 -> tensor<64xi32>
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  tts.store %v, %bo : tensor<64xi32>, !tts.block<64xi32>
  tt.return
}

// Each scalar uses the one before it twice: every value is looked at once, here
// and where rows are fetched ahead.
// CHECK-LABEL: func.func @shared_operands
// CHECK: llvm.intr.prefetch
tt.func public @shared_operands(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %s0 = tt.get_program_id x : i32
  %s1 = arith.addi %s0, %s0 : i32
  %s2 = arith.addi %s1, %s1 : i32
  %s3 = arith.addi %s2, %s2 : i32
  %s4 = arith.addi %s3, %s3 : i32
  %s5 = arith.addi %s4, %s4 : i32
  %s6 = arith.addi %s5, %s5 : i32
  %s7 = arith.addi %s6, %s6 : i32
  %s8 = arith.addi %s7, %s7 : i32
  %s9 = arith.addi %s8, %s8 : i32
  %s10 = arith.addi %s9, %s9 : i32
  %s11 = arith.addi %s10, %s10 : i32
  %s12 = arith.addi %s11, %s11 : i32
  %s13 = arith.addi %s12, %s12 : i32
  %s14 = arith.addi %s13, %s13 : i32
  %s15 = arith.addi %s14, %s14 : i32
  %s16 = arith.addi %s15, %s15 : i32
  %s17 = arith.addi %s16, %s16 : i32
  %s18 = arith.addi %s17, %s17 : i32
  %s19 = arith.addi %s18, %s18 : i32
  %s20 = arith.addi %s19, %s19 : i32
  %s21 = arith.addi %s20, %s20 : i32
  %s22 = arith.addi %s21, %s21 : i32
  %s23 = arith.addi %s22, %s22 : i32
  %s24 = arith.addi %s23, %s23 : i32
  %s25 = arith.addi %s24, %s24 : i32
  %s26 = arith.addi %s25, %s25 : i32
  %s27 = arith.addi %s26, %s26 : i32
  %s28 = arith.addi %s27, %s27 : i32
  %s29 = arith.addi %s28, %s28 : i32
  %s30 = arith.addi %s29, %s29 : i32
  %s31 = arith.addi %s30, %s30 : i32
  %s32 = arith.addi %s31, %s31 : i32
  %s33 = arith.addi %s32, %s32 : i32
  %s34 = arith.addi %s33, %s33 : i32
  %s35 = arith.addi %s34, %s34 : i32
  %s36 = arith.addi %s35, %s35 : i32
  %s37 = arith.addi %s36, %s36 : i32
  %s38 = arith.addi %s37, %s37 : i32
  %s39 = arith.addi %s38, %s38 : i32
  %s40 = arith.addi %s39, %s39 : i32
  %s41 = arith.addi %s40, %s40 : i32
  %s42 = arith.addi %s41, %s41 : i32
  %s43 = arith.addi %s42, %s42 : i32
  %s44 = arith.addi %s43, %s43 : i32
  %s45 = arith.addi %s44, %s44 : i32
  %s46 = arith.addi %s45, %s45 : i32
  %s47 = arith.addi %s46, %s46 : i32
  %s48 = arith.addi %s47, %s47 : i32
  %s49 = arith.addi %s48, %s48 : i32
  %s50 = arith.addi %s49, %s49 : i32
  %s51 = arith.addi %s50, %s50 : i32
  %s52 = arith.addi %s51, %s51 : i32
  %s53 = arith.addi %s52, %s52 : i32
  %s54 = arith.addi %s53, %s53 : i32
  %s55 = arith.addi %s54, %s54 : i32
  %s56 = arith.addi %s55, %s55 : i32
  %s57 = arith.addi %s56, %s56 : i32
  %s58 = arith.addi %s57, %s57 : i32
  %s59 = arith.addi %s58, %s58 : i32
  %s60 = arith.addi %s59, %s59 : i32
  %s61 = arith.addi %s60, %s60 : i32
  %s62 = arith.addi %s61, %s61 : i32
  %s63 = arith.addi %s62, %s62 : i32
  %s64 = arith.addi %s63, %s63 : i32
  %at = arith.index_cast %s64 : i32 to index
  %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
  %m = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.maxnumf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<64xf32>) -> f32
  %w = tt.splat %m : f32 -> tensor<64xf32>
  %d = arith.subf %v, %w : tensor<64xf32>
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %d, %bo : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// Here they share them along axis 1.
// CHECK-LABEL: func.func @columns_in_x
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[GRID]][1]
// CHECK: %[[NY:.*]] = llvm.load %[[SLOT]]
// CHECK: %[[NY64:.*]] = arith.extui %[[NY]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: arith.remui %[[ID]], %[[NY64]]
tt.func public @columns_in_x(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c32 = arith.constant 32 : i32
  %c2048 = arith.constant 2048 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %column = tt.get_program_id x : i32
  %row = tt.get_program_id y : i32
  %down = arith.muli %row, %c2048 : i32
  %along = arith.muli %column, %c32 : i32
  %sum = arith.addi %down, %along : i32
  %ia = arith.index_cast %down : i32 to index
  %ib = arith.index_cast %along : i32 to index
  %io = arith.index_cast %sum : i32 to index
  %ba = tts.make_block %x offset %ia strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bb = tts.make_block %y offset %ib strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bo = tts.make_block %o offset %io strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %d = tt.dot %a, %b, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  tts.store %d, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// Axis 0 counts along the columns: 32 rows down one column, then the next one.
// CHECK-LABEL: func.func @columns_first
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : i64
// CHECK-DAG: %[[N:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK-DAG: %[[NX:.*]] = llvm.load %[[GRID]]
// CHECK-DAG: %[[NX64:.*]] = arith.extui %[[NX]]
// CHECK: %[[PERIOD:.*]] = arith.maxsi %[[N]]
// CHECK: %[[WHOLE:.*]] = arith.divui %[[NX64]], %[[PERIOD]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: %[[X:.*]] = arith.remui %[[ID]], %[[NX64]]
// CHECK: %[[END:.*]] = arith.muli %[[WHOLE]], %[[PERIOD]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[X]], %[[END]]
// CHECK: scf.if %[[INSIDE]]
// CHECK: %[[TOGETHER:.*]] = arith.muli %[[PERIOD]], %[[C32]]
// CHECK: arith.divui %[[X]], %[[TOGETHER]]
// CHECK: arith.minsi %{{.*}}, %[[C32]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[X]]
tt.func public @columns_first(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c32 = arith.constant 32 : i32
  %c2048 = arith.constant 2048 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %pid = tt.get_program_id x : i32
  %row = arith.divsi %pid, %n : i32
  %column = arith.remsi %pid, %n : i32
  %down = arith.muli %row, %c2048 : i32
  %along = arith.muli %column, %c32 : i32
  %sum = arith.addi %down, %along : i32
  %ia = arith.index_cast %down : i32 to index
  %ib = arith.index_cast %along : i32 to index
  %io = arith.index_cast %sum : i32 to index
  %ba = tts.make_block %x offset %ia strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bb = tts.make_block %y offset %ib strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bo = tts.make_block %o offset %io strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %d = tt.dot %a, %b, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  tts.store %d, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// The number in a batch is counted first, then rows, then columns: 32 rows of
// one product, then those of the next one.
// CHECK-LABEL: func.func @batches_first
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : i64
// CHECK-DAG: %[[C512:.*]] = arith.constant 512 : i64
// CHECK: scf.for
// CHECK: scf.if
// CHECK: arith.divui %{{.*}}, %[[C512]]
// CHECK: arith.minsi
tt.func public @batches_first(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c16 = arith.constant 16 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %c1024 = arith.constant 1024 : i32
  %c2048 = arith.constant 2048 : i32
  %c65536 = arith.constant 65536 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %pid = tt.get_program_id x : i32
  %batch = arith.remsi %pid, %c16 : i32
  %rows = arith.divsi %pid, %c16 : i32
  %row = arith.remsi %rows, %c64 : i32
  %column = arith.divsi %pid, %c1024 : i32
  %from = arith.muli %batch, %c65536 : i32
  %down = arith.muli %row, %c2048 : i32
  %along = arith.muli %column, %c32 : i32
  %a0 = arith.addi %from, %down : i32
  %b0 = arith.addi %from, %along : i32
  %o0 = arith.addi %a0, %along : i32
  %ia = arith.index_cast %a0 : i32 to index
  %ib = arith.index_cast %b0 : i32 to index
  %io = arith.index_cast %o0 : i32 to index
  %ba = tts.make_block %x offset %ia strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bb = tts.make_block %y offset %ib strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bo = tts.make_block %o offset %io strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %d = tt.dot %a, %b, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  tts.store %d, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// The grouped order of the matmul tutorial: four groups of 8 rows at a time.
// CHECK-LABEL: func.func @groups
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i64
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i64
// CHECK: %[[PERIOD:.*]] = arith.maxsi
// CHECK: %[[REST:.*]] = arith.remui %[[PERIOD]], %[[C8]]
// CHECK: %[[FILLS:.*]] = arith.cmpi eq, %[[REST]]
// CHECK: %[[WHOLE:.*]] = arith.select %[[FILLS]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: scf.if
// CHECK: %[[LEFT:.*]] = arith.subi %[[WHOLE]]
// CHECK: %[[GROUPS:.*]] = arith.minsi %[[LEFT]], %[[C4]]
// CHECK: arith.muli %[[GROUPS]], %[[C8]]
tt.func public @groups(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %m: i32, %n: i32) {
  %c8 = arith.constant 8 : i32
  %c32 = arith.constant 32 : i32
  %c2048 = arith.constant 2048 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %pid = tt.get_program_id x : i32
  %period = arith.muli %n, %c8 : i32
  %group = arith.divsi %pid, %period : i32
  %first = arith.muli %group, %c8 : i32
  %left = arith.subi %m, %first : i32
  %height = arith.minsi %left, %c8 : i32
  %rest = arith.remsi %pid, %period : i32
  %in = arith.remsi %rest, %height : i32
  %row = arith.addi %first, %in : i32
  %column = arith.divsi %rest, %height : i32
  %down = arith.muli %row, %c2048 : i32
  %along = arith.muli %column, %c32 : i32
  %sum = arith.addi %down, %along : i32
  %ia = arith.index_cast %down : i32 to index
  %ib = arith.index_cast %along : i32 to index
  %io = arith.index_cast %sum : i32 to index
  %ba = tts.make_block %x offset %ia strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bb = tts.make_block %y offset %ib strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bo = tts.make_block %o offset %io strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %d = tt.dot %a, %b, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  tts.store %d, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// The columns depend on the rows, too: Triton's order stays.
// CHECK-LABEL: func.func @diagonal
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: return
tt.func public @diagonal(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %pid = tt.get_program_id x : i32
  %row = arith.divsi %pid, %n : i32
  %column = arith.remsi %pid, %n : i32
  %both = arith.addi %row, %column : i32
  %along = arith.muli %both, %c32 : i32
  %at = arith.index_cast %along : i32 to index
  %bx = tts.make_block %x offset %at strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bo = tts.make_block %o offset %at strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %v = tts.load %bx : !tts.block<32x32xf32> -> tensor<32x32xf32>
  %d = tt.dot %v, %v, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  tts.store %d, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// Axis 0 counts down the rows first: 32 blocks along the same rows, then the
// next ones.
// CHECK-LABEL: func.func @rows_first
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i64
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : i64
// CHECK-DAG: %[[C256:.*]] = arith.constant 256 : i64
// CHECK: scf.for
// CHECK: scf.if %{{.*}} -> (i64)
// CHECK-NEXT: %[[GROUP:.*]] = arith.divui %{{.*}}, %[[C256]]
// CHECK-NEXT: %[[START:.*]] = arith.muli %[[GROUP]], %[[C32]]
// CHECK-NEXT: %[[LEFT:.*]] = arith.subi %{{.*}}, %[[START]]
// CHECK-NEXT: arith.minsi %[[LEFT]], %[[C32]]
tt.func public @rows_first(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c8 = arith.constant 8 : i32
  %c32 = arith.constant 32 : i32
  %c32768 = arith.constant 32768 : i32
  %pid = tt.get_program_id x : i32
  %row = arith.remsi %pid, %c8 : i32
  %column = arith.divsi %pid, %c8 : i32
  %down = arith.muli %row, %c32768 : i32
  %along = arith.muli %column, %c32 : i32
  %sum = arith.addi %down, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %bx = tts.make_block %x offset %at strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bo = tts.make_block %o offset %at strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %v = tts.load %bx : !tts.block<32x32xf32> -> tensor<32x32xf32>
  tts.store %v, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// Along the rows first it stays so.
// CHECK-LABEL: func.func @columns_of_rows
// CHECK: scf.for
// CHECK-NOT: scf.if %{{.*}} -> (i64)
// CHECK: return
tt.func public @columns_of_rows(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c32 = arith.constant 32 : i32
  %c32768 = arith.constant 32768 : i32
  %pid = tt.get_program_id x : i32
  %row = arith.divsi %pid, %c32 : i32
  %column = arith.remsi %pid, %c32 : i32
  %down = arith.muli %row, %c32768 : i32
  %along = arith.muli %column, %c32 : i32
  %sum = arith.addi %down, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %bx = tts.make_block %x offset %at strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %bo = tts.make_block %o offset %at strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  %v = tts.load %bx : !tts.block<32x32xf32> -> tensor<32x32xf32>
  tts.store %v, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// Axis 0 goes to other rows, axis 1 to elements whose numbers are loaded: the row
// stays along axis 1.
// CHECK-LABEL: func.func @picked
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[GRID]][1]
// CHECK: %[[NY:.*]] = llvm.load %[[SLOT]]
// CHECK: %[[NY64:.*]] = arith.extui %[[NY]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: arith.remui %[[ID]], %[[NY64]]
tt.func public @picked(%x: !tt.ptr<f32>, %n: !tt.ptr<i64>, %o: !tt.ptr<f32>, %stride: i32) {
  %c64 = arith.constant 64 : i32
  %row = tt.get_program_id x : i32
  %column = tt.get_program_id y : i32
  %down = arith.muli %row, %stride : i32
  %along = arith.muli %column, %c64 : i32
  %sum = arith.addi %down, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %from = arith.index_cast %down : i32 to index
  %first = arith.index_cast %along : i32 to index
  %bn = tts.make_block %n offset %first strides [1] : (!tt.ptr<i64>) -> !tts.block<64xi64>
  %numbers = tts.load %bn : !tts.block<64xi64> -> tensor<64xi64>
  %b = tts.make_block %x offset %from strides [0] gather %numbers : (!tt.ptr<f32>, tensor<64xi64>) -> !tts.block<64xf32>
  %v = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %bo : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// Here they are a few elements apart along axis 0.
// CHECK-LABEL: func.func @picked_beside
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK: %[[NX:.*]] = llvm.load %[[GRID]]
// CHECK: %[[NX64:.*]] = arith.extui %[[NX]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: arith.remui %[[ID]], %[[NX64]]
tt.func public @picked_beside(%x: !tt.ptr<f32>, %n: !tt.ptr<i64>, %o: !tt.ptr<f32>, %stride: i32) {
  %c64 = arith.constant 64 : i32
  %row = tt.get_program_id x : i32
  %column = tt.get_program_id y : i32
  %down = arith.muli %row, %stride : i32
  %along = arith.muli %column, %c64 : i32
  %sum = arith.addi %down, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %from = arith.index_cast %row : i32 to index
  %first = arith.index_cast %along : i32 to index
  %bn = tts.make_block %n offset %first strides [1] : (!tt.ptr<i64>) -> !tts.block<64xi64>
  %numbers = tts.load %bn : !tts.block<64xi64> -> tensor<64xi64>
  %b = tts.make_block %x offset %from strides [0] gather %numbers : (!tt.ptr<f32>, tensor<64xi64>) -> !tts.block<64xf32>
  %v = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %bo : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// A row of weights, however it lies, has no say beside tiles.
// CHECK-LABEL: func.func @weights
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[GRID]][1]
// CHECK: %[[NY:.*]] = llvm.load %[[SLOT]]
// CHECK: %[[NY64:.*]] = arith.extui %[[NY]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: arith.remui %[[ID]], %[[NY64]]
tt.func public @weights(%x: !tt.ptr<f32>, %w: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32) {
  %c64 = arith.constant 64 : i32
  %c256 = arith.constant 256 : i32
  %row = tt.get_program_id x : i32
  %column = tt.get_program_id y : i32
  %rows = arith.muli %row, %c64 : i32
  %down = arith.muli %rows, %stride : i32
  %along = arith.muli %column, %c64 : i32
  %sum = arith.addi %down, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %weight = arith.muli %column, %c256 : i32
  %first = arith.index_cast %weight : i32 to index
  %pitch = arith.index_cast %stride : i32 to index
  %bw = tts.make_block %w offset %first strides [0, 4] : (!tt.ptr<f32>) -> !tts.block<1x64xf32>
  %vw = tts.load %bw : !tts.block<1x64xf32> -> tensor<1x64xf32>
  %b = tts.make_block %x offset %at strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<64x64xf32>
  %v = tts.load %b : !tts.block<64x64xf32> -> tensor<64x64xf32>
  %all = tt.broadcast %vw : tensor<1x64xf32> -> tensor<64x64xf32>
  %product = arith.mulf %v, %all : tensor<64x64xf32>
  %bo = tts.make_block %o offset %at strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<64x64xf32>
  tts.store %product, %bo : tensor<64x64xf32>, !tts.block<64x64xf32>
  tt.return
}

// Batches, rows, pieces of rows: backwards.
// CHECK-LABEL: func.func @batches
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK: %[[SLOT1:.*]] = llvm.getelementptr %[[GRID]][1]
// CHECK: %[[NY:.*]] = llvm.load %[[SLOT1]]
// CHECK: %[[NY64:.*]] = arith.extui %[[NY]]
// CHECK: %[[SLOT2:.*]] = llvm.getelementptr %[[GRID]][2]
// CHECK: %[[NZ:.*]] = llvm.load %[[SLOT2]]
// CHECK: %[[NZ64:.*]] = arith.extui %[[NZ]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: arith.remui %[[ID]], %[[NZ64]]
// CHECK: %[[REST:.*]] = arith.divui %[[ID]], %[[NZ64]]
// CHECK: arith.remui %[[REST]], %[[NY64]]
// CHECK: arith.divui %[[REST]], %[[NY64]]
tt.func public @batches(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32, %pitch: i32) {
  %c64 = arith.constant 64 : i32
  %batch = tt.get_program_id x : i32
  %row = tt.get_program_id y : i32
  %column = tt.get_program_id z : i32
  %start = arith.muli %batch, %stride : i32
  %down = arith.muli %row, %pitch : i32
  %along = arith.muli %column, %c64 : i32
  %line = arith.addi %start, %down : i32
  %sum = arith.addi %line, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %bo : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

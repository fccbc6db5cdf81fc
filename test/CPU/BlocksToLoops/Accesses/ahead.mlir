// A nest that reads a row again, and one that stores after it, ask for the same
// row of the next program or iteration.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// The first nest waits for memory itself. The last program asks for nothing new.
// CHECK-LABEL: func.func @programs
// CHECK-SAME: %{{[a-z0-9]+}}: i64, %[[END:[a-z0-9]+]]: i64
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %[[END]]
// CHECK-NOT: llvm.intr.prefetch
// CHECK: scf.for {{.*}} iter_args
// CHECK: %[[NEXT:.*]] = arith.addi %[[P]], %c1_i64
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %[[END]]
// CHECK: %[[X:.*]] = arith.select %[[MORE]], %{{.*}}, %{{.*}} : !llvm.ptr
// CHECK: %[[O:.*]] = arith.select %[[MORE]], %{{.*}}, %{{.*}} : !llvm.ptr
// Where the store is streamed, only what is read.
// CHECK: scf.for %[[J:.*]] = %c0_i64 to %[[STREAMED:.*]] step %c64_i64
// CHECK: llvm.getelementptr %[[X]][%[[J]]]
// CHECK-NOT: llvm.getelementptr %[[O]][
// CHECK: scf.for %[[I:.*]] = %[[STREAMED]] to %c1024_i64 step %c64_i64
// CHECK: %[[XI:.*]] = llvm.getelementptr %[[X]][%[[I]]]
// CHECK-DAG: llvm.intr.prefetch{{.*}}%[[XI]]{{.*}}rw = 0
// CHECK-DAG: %[[OI:.*]] = llvm.getelementptr %[[O]][%[[I]]]
// CHECK-DAG: llvm.intr.prefetch{{.*}}%[[OI]]{{.*}}rw = 1
// CHECK: llvm.store
tt.func public @programs(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32) {
  %row = tt.get_program_id x : i32
  %first = arith.muli %row, %stride : i32
  %at = arith.index_cast %first : i32 to index
  %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
  %m = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.maxnumf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %s = tt.splat %m : f32 -> tensor<1024xf32>
  %d = arith.subf %v, %s : tensor<1024xf32>
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  tts.store %d, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// A loop over rows: its next iteration counts, not the next program.
// CHECK-LABEL: func.func @rows
// CHECK: scf.for %[[R:[a-z0-9]+]] = %{{[a-z0-9]+}} to %[[N:[a-z0-9]+]] step %[[S:[a-z0-9]+]]{{ +}}: i32
// CHECK: %[[NEXT:.*]] = arith.addi %[[R]], %[[S]] : i32
// CHECK: arith.cmpi slt, %[[NEXT]], %[[N]] : i32
// CHECK: llvm.intr.prefetch
tt.func public @rows(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32, %n: i32) {
  %pid = tt.get_program_id x : i32
  %step = tt.get_num_programs x : i32
  scf.for %row = %pid to %n step %step : i32 {
    %first = arith.muli %row, %stride : i32
    %at = arith.index_cast %first : i32 to index
    %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
    %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
    %m = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %t = arith.maxnumf %p, %q : f32
      tt.reduce.return %t : f32
    }) : (tensor<1024xf32>) -> f32
    %s = tt.splat %m : f32 -> tensor<1024xf32>
    %d = arith.subf %v, %s : tensor<1024xf32>
    %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
    tts.store %d, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  }
  tt.return
}

// A pointer that moves on by as much in each iteration.
// CHECK-LABEL: func.func @carried
// CHECK: scf.for {{.*}} iter_args(%[[AT:.*]] = %{{.*}}) -> (index)
// CHECK: %[[LATER:.*]] = arith.addi %[[AT]], %[[PITCH:.*]] : index
// CHECK: llvm.intr.prefetch
tt.func public @carried(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32, %n: i32) {
  %pid = tt.get_program_id x : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %first = arith.index_cast %pid : i32 to index
  %pitch = arith.index_cast %stride : i32 to index
  %end = scf.for %row = %zero to %n step %one iter_args(%at = %first) -> (index) : i32 {
    %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
    %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
    %m = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %t = arith.maxnumf %p, %q : f32
      tt.reduce.return %t : f32
    }) : (tensor<1024xf32>) -> f32
    %s = tt.splat %m : f32 -> tensor<1024xf32>
    %d = arith.subf %v, %s : tensor<1024xf32>
    %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
    tts.store %d, %bo : tensor<1024xf32>, !tts.block<1024xf32>
    %later = arith.addi %at, %pitch : index
    scf.yield %later : index
  }
  tt.return
}

// One nest goes through memory in order: the hardware sees that.
// CHECK-LABEL: func.func @once
// CHECK-NOT: llvm.intr.prefetch
// CHECK: return
tt.func public @once(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %pid = tt.get_program_id x : i32
  %at = arith.index_cast %pid : i32 to index
  %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  tts.store %v, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// What was read into storage is asked for by the next nest all the same, into the
// second level: until it is wanted, the first has other things to hold.
// CHECK-LABEL: func.func @kept
// CHECK: math.exp
// CHECK: scf.for
// CHECK: "llvm.intr.prefetch"({{.*}}hint = 2 : i32, rw = 0
// CHECK: llvm.store
tt.func public @kept(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32) {
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %stride : i32
  %at = arith.index_cast %first : i32 to index
  %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
  %e = math.exp %v : tensor<1024xf32>
  %m = "tt.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %s = tt.splat %m : f32 -> tensor<1024xf32>
  %d = arith.mulf %e, %s : tensor<1024xf32>
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  tts.store %d, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// A program that may wait is run by itself, and the next one of the grid comes
// after it.
// CHECK-LABEL: func.func @waiting
// CHECK: %[[PLANE:.*]] = arith.muli
// CHECK: %[[ALL:.*]] = arith.muli %[[PLANE]],
// CHECK: scf.for
// CHECK: arith.cmpi slt, %{{.*}}, %[[ALL]] : i64
// CHECK: llvm.intr.prefetch
tt.func public @waiting(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %lock: !tt.ptr<i32>, %stride: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %stride : i32
  %at = arith.index_cast %first : i32 to index
  %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
  %m = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.maxnumf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %s = tt.splat %m : f32 -> tensor<1024xf32>
  %d = arith.subf %v, %s : tensor<1024xf32>
  %c0 = arith.constant 0 : index
  %bl = tts.make_block %lock offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  scf.while : () -> () {
    %old = tts.atomic_cas acq_rel, gpu, %bl, %zero, %one : !tts.block<i32>, i32 -> i32
    %taken = arith.cmpi eq, %old, %one : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  tts.store %d, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// A loop within asks for lines that it stores to, not for the row that was read into
// storage before it: once is enough.
// CHECK-LABEL: func.func @loopWithin
// CHECK: math.exp
// CHECK-NOT: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = {{[0-3]}} : i32, rw = 0 : i32}>
// CHECK: return
tt.func public @loopWithin(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %stride : i32
  %at = arith.index_cast %first : i32 to index
  %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %b : !tts.block<1024xf32> -> tensor<1024xf32>
  %e = math.exp %v : tensor<1024xf32>
  %m = "tt.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.maxnumf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %s = tt.splat %m : f32 -> tensor<1024xf32>
  %d = arith.subf %e, %s : tensor<1024xf32>
  scf.for %i = %zero to %n step %one : i32 {
    %row = arith.addi %first, %i : i32
    %to = arith.index_cast %row : i32 to index
    %bo = tts.make_block %o offset %to strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
    tts.store %d, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  }
  tt.return
}

// A loop that reduces along rows, a short piece of each: those of the next iteration are asked
// for, a row with each row, if the rows of all iterations have 6 MiB or more (32 times that is
// compared).
// CHECK-LABEL: func.func @piecesOfRows
// CHECK: scf.for %[[I:.*]] = %c0_i32 to %[[END:.*]] step %c32_i32
// CHECK: %[[HERE:.*]] = llvm.getelementptr %{{.*}} : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[ON:.*]] = arith.addi %[[I]], %c32_i32 : i32
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[ON]], %[[END]]
// CHECK: %[[NEXT:.*]] = arith.select %[[MORE]], %{{.*}}, %[[HERE]]
// CHECK: %[[STEP:.*]] = arith.subi
// CHECK: %[[ALL:.*]] = arith.muli %{{.*}}, %[[STEP]]
// CHECK: %[[PAYS:.*]] = arith.cmpi sge, %[[ALL]], %c201326592_i64
// CHECK: %[[FROM:.*]] = arith.select %[[PAYS]], %[[NEXT]], %[[HERE]]
// CHECK: scf.for %[[ROW:.*]] = %c0_i64 to %c32_i64
// CHECK: %[[DOWN:.*]] = arith.muli %[[ROW]], %{{.*}}
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[FROM]][%[[DOWN]]]
// CHECK: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}>
// CHECK: llvm.load
// Longer pieces of rows are not.
// CHECK-LABEL: func.func @longRows
// CHECK-NOT: prefetch
tt.func public @piecesOfRows(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %c128 = arith.constant 128 : i32
  %zeros = arith.constant dense<0.0> : tensor<128xf32>
  %pitch = arith.index_cast %stride : i32 to index
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c128 : i32
  %column = arith.index_cast %first : i32 to index
  %total = scf.for %i = %c0 to %n step %c32 iter_args(%a = %zeros) -> (tensor<128xf32>) : i32 {
    %row = arith.muli %i, %stride : i32
    %r = arith.index_cast %row : i32 to index
    %at = arith.addi %r, %column : index
    %b = tts.make_block %x offset %at strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<32x128xf32>
    %v = tts.load %b : !tts.block<32x128xf32> -> tensor<32x128xf32>
    %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %t = arith.addf %p, %q : f32
      tt.reduce.return %t : f32
    }) : (tensor<32x128xf32>) -> tensor<128xf32>
    %next = arith.addf %a, %s : tensor<128xf32>
    scf.yield %next : tensor<128xf32>
  }
  %bo = tts.make_block %o offset %column strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
  tts.store %total, %bo : tensor<128xf32>, !tts.block<128xf32>
  tt.return
}

tt.func public @longRows(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %zeros = arith.constant dense<0.0> : tensor<1024xf32>
  %pitch = arith.index_cast %stride : i32 to index
  %c0i = arith.constant 0 : index
  %total = scf.for %i = %c0 to %n step %c8 iter_args(%a = %zeros) -> (tensor<1024xf32>) : i32 {
    %row = arith.muli %i, %stride : i32
    %at = arith.index_cast %row : i32 to index
    %b = tts.make_block %x offset %at strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<8x1024xf32>
    %v = tts.load %b : !tts.block<8x1024xf32> -> tensor<8x1024xf32>
    %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %t = arith.addf %p, %q : f32
      tt.reduce.return %t : f32
    }) : (tensor<8x1024xf32>) -> tensor<1024xf32>
    %next = arith.addf %a, %s : tensor<1024xf32>
    scf.yield %next : tensor<1024xf32>
  }
  %bo = tts.make_block %o offset %c0i strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  tts.store %total, %bo : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// Each row of a tile is much work, and only a piece of a row in memory: rows of the tile
// are asked for four ahead, those that two loads share once. Where there is little to do the
// processor looks ahead itself, and rows that lie close together are found by the hardware.
// CHECK-LABEL: func.func @tile
// The steps that are streamed, and the others:
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[STREAMED:[0-9]+]] step %c16_i64
// CHECK: llvm.intr.prefetch
// CHECK-NOT: llvm.intr.prefetch
// CHECK: scf.for %{{.*}} = %[[STREAMED]] to %c64_i64 step %c16_i64
// CHECK: llvm.intr.prefetch
// CHECK-NOT: llvm.intr.prefetch
// CHECK-LABEL: func.func @lightTile
// CHECK-NOT: llvm.intr.prefetch
// CHECK-LABEL: func.func @denseTile
// CHECK-NOT: llvm.intr.prefetch
// CHECK: return
tt.func public @tile(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %rowBy: i32, %pitchBy: i32) {
  %c0 = arith.constant 0 : index
  %row = arith.index_cast %rowBy : i32 to index
  %pitch = arith.index_cast %pitchBy : i32 to index
  %b = tts.make_block %x offset %c0 strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %bl = tts.make_block %x offset %row strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %v = tts.load %b : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %w = tts.load %bl : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %s = arith.addf %v, %w : tensor<32x64xf32>
  %e0 = math.exp %s : tensor<32x64xf32>
  %e1 = math.exp %e0 : tensor<32x64xf32>
  %e2 = math.exp %e1 : tensor<32x64xf32>
  %e3 = math.exp %e2 : tensor<32x64xf32>
  %bo = tts.make_block %o offset %c0 strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  tts.store %e3, %bo : tensor<32x64xf32>, !tts.block<32x64xf32>
  tt.return
}

tt.func public @lightTile(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %rowBy: i32, %pitchBy: i32) {
  %c0 = arith.constant 0 : index
  %row = arith.index_cast %rowBy : i32 to index
  %pitch = arith.index_cast %pitchBy : i32 to index
  %b = tts.make_block %x offset %c0 strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %bl = tts.make_block %x offset %row strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %v = tts.load %b : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %w = tts.load %bl : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %s = arith.addf %v, %w : tensor<32x64xf32>
  %bo = tts.make_block %o offset %c0 strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  tts.store %s, %bo : tensor<32x64xf32>, !tts.block<32x64xf32>
  tt.return
}

tt.func public @denseTile(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %rowBy: i32, %pitchBy: i32) {
  %c0 = arith.constant 0 : index
  %row = arith.index_cast %rowBy : i32 to index
  %pitch = arith.index_cast %pitchBy : i32 to index
  %b = tts.make_block %x offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %bl = tts.make_block %x offset %row strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %v = tts.load %b : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %w = tts.load %bl : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %s = arith.addf %v, %w : tensor<32x64xf32>
  %e0 = math.exp %s : tensor<32x64xf32>
  %e1 = math.exp %e0 : tensor<32x64xf32>
  %e2 = math.exp %e1 : tensor<32x64xf32>
  %e3 = math.exp %e2 : tensor<32x64xf32>
  %bo = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  tts.store %e3, %bo : tensor<32x64xf32>, !tts.block<32x64xf32>
  tt.return
}

// A row whose number is loaded: that of a later iteration is loaded too, if there will be
// such an iteration, and its lines are asked for. Not where an iteration may not load it.
// CHECK-LABEL: func.func @numbers
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N:.*]] step %c1_i32
// CHECK: %[[WIDE:.*]] = arith.extsi %[[I]] : i32 to i64
// CHECK: %[[LATER:.*]] = arith.addi %[[WIDE]], %c6_i64
// CHECK: %[[END:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[LATER]], %[[END]]
// CHECK: scf.if %[[MORE]] {
// CHECK: %[[ROW:.*]] = llvm.load {{.*}} -> i64
// CHECK: llvm.getelementptr %{{.*}}[%{{.*}}]
// CHECK-COUNT-8: llvm.intr.prefetch
// CHECK-NOT: llvm.intr.prefetch
// CHECK-LABEL: func.func @someNumbers
// CHECK-NOT: llvm.intr.prefetch
// CHECK: return
tt.func public @numbers(%x: !tt.ptr<f32>, %numbers: !tt.ptr<i64>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i64
  %zeros = arith.constant dense<0.0> : tensor<128xf32>
  %sum = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%a = %zeros) -> (tensor<128xf32>) : i32 {
    %at = arith.index_cast %i : i32 to index
    %bn = tts.make_block %numbers offset %at : (!tt.ptr<i64>) -> !tts.block<i64>
    %number = tts.load %bn : !tts.block<i64> -> i64
    %start = arith.muli %number, %c128 : i64
    %row = arith.index_cast %start : i64 to index
    %b = tts.make_block %x offset %row strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
    %v = tts.load %b : !tts.block<128xf32> -> tensor<128xf32>
    %next = arith.addf %a, %v : tensor<128xf32>
    scf.yield %next : tensor<128xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
  tts.store %sum, %bo : tensor<128xf32>, !tts.block<128xf32>
  tt.return
}

tt.func public @someNumbers(%x: !tt.ptr<f32>, %numbers: !tt.ptr<i64>, %o: !tt.ptr<f32>, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %c128 = arith.constant 128 : i64
  %zeros = arith.constant dense<0.0> : tensor<128xf32>
  %sum = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%a = %zeros) -> (tensor<128xf32>) : i32 {
    %at = arith.index_cast %i : i32 to index
    %some = arith.cmpi slt, %i, %m : i32
    %bn = tts.make_block %numbers offset %at mask %some : (!tt.ptr<i64>, i1) -> !tts.block<i64>
    %number = tts.load %bn other %zero : !tts.block<i64>, i64 -> i64
    %start = arith.muli %number, %c128 : i64
    %row = arith.index_cast %start : i64 to index
    %b = tts.make_block %x offset %row strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
    %v = tts.load %b : !tts.block<128xf32> -> tensor<128xf32>
    %next = arith.addf %a, %v : tensor<128xf32>
    scf.yield %next : tensor<128xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
  tts.store %sum, %bo : tensor<128xf32>, !tts.block<128xf32>
  tt.return
}

// Sums of rows in pieces: the piece of the next iteration is asked for with that of this one, if the
// rows of all programs come from afar.
// CHECK-LABEL: func.func @pieces
// CHECK: scf.for %{{.*}} iter_args(%[[AT:.*]] = %{{.*}}) -> (index)
// CHECK: %[[AFAR:.*]] = arith.cmpi sge, %{{.*}}, %c6291456_i64
// CHECK: %[[NEXT:.*]] = arith.select %[[AFAR]], %{{.*}}, %{{.*}} : !llvm.ptr
// CHECK: scf.for %[[ROW:.*]] = %c0_i64 to %c8_i64
// CHECK: %[[BYTES:.*]] = arith.muli %[[ROW]], %{{.*}} : i64
// CHECK: %[[LINE:.*]] = llvm.getelementptr %[[NEXT]][%[[BYTES]]]
// CHECK: "llvm.intr.prefetch"(%[[LINE]]) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CHECK: llvm.load
tt.func public @pieces(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32, %n: i32) {
  %pid = tt.get_program_id x : i32
  %pitch = arith.index_cast %stride : i32 to index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %number = arith.index_cast %pid : i32 to index
  %first = arith.muli %number, %c8 : index
  %begin = arith.muli %first, %pitch : index
  %none = arith.constant dense<0.0> : tensor<8xf32>
  %sums, %end = scf.for %k = %zero to %n step %step iter_args(%acc = %none, %at = %begin) -> (tensor<8xf32>, index) : i32 {
    %b = tts.make_block %x offset %at strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<8x64xf32>
    %v = tts.load %b : !tts.block<8x64xf32> -> tensor<8x64xf32>
    %s = "tt.reduce"(%v) <{axis = 1 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %t = arith.addf %p, %q : f32
      tt.reduce.return %t : f32
    }) : (tensor<8x64xf32>) -> tensor<8xf32>
    %all = arith.addf %acc, %s : tensor<8xf32>
    %on = arith.addi %at, %c64 : index
    scf.yield %all, %on : tensor<8xf32>, index
  }
  %bo = tts.make_block %o offset %first strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  tts.store %sums, %bo : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}

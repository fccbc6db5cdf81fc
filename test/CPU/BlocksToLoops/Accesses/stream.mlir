// Large outputs bypass the caches.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=stream-bytes=0" | FileCheck %s --check-prefix=NEVER

// NEVER-NOT: nontemporal

// As far as it pays (bytes of the whole grid, alignment, memory touched before)
// the loop without masks streams; a fence follows the last program, if any did.
// CHECK-LABEL: func.func @output
// CHECK: %[[LARGE:.*]] = arith.cmpi sge, %{{.*}}, %c33554432_i64
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %{{.*}}, %c0_i64
// CHECK: %[[PAYS:.*]] = scf.if %[[LARGE]]
// CHECK: llvm.store %true, %[[ANY:.*]] {{.*}}: i1, !llvm.ptr
// CHECK: %[[BYTES:.*]] = arith.muli %{{.*}}, %c4_i64
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[8] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: %[[KNOWN:.*]] = llvm.load %[[PLACE]] atomic monotonic
// CHECK: %[[YES:.*]] = arith.cmpi sgt, %[[KNOWN]], %c0_i32
// CHECK: %[[WAS:.*]] = scf.if %[[YES]]
// CHECK: %[[OLD:.*]] = llvm.call @tts_rt_resident(%{{.*}}, %{{.*}}, %[[BYTES]])
// CHECK: arith.cmpi ne, %[[OLD]], %c0_i32
// CHECK: arith.andi %[[WAS]], %[[ALIGNED]]
// CHECK: %[[END:.*]] = arith.select %[[PAYS]], %{{.*}}, %c0_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[END]]
// CHECK: llvm.store {{.*}} {alignment = 64 : i64, nontemporal}
// CHECK: scf.for %{{.*}} = %[[END]] to
// CHECK: llvm.store {{.*}} {alignment = 4 : i64}
// CHECK: llvm.intr.masked.store
// CHECK-NOT: llvm.intr.masked.store
// CHECK: %[[STREAMED:.*]] = llvm.load %[[ANY]]
// CHECK: scf.if %[[STREAMED]]
// CHECK-NEXT: llvm.fence seq_cst
tt.func public @output(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %up = arith.index_cast %n : i32 to index
  %bx = tts.make_block %x offset %c0 strides [1] bounds [0 : %up] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %c0 strides [1] bounds [0 : %up] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  tts.store %v, %by : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// What reads little has the caches for itself: twice as much stays in them.
// CHECK-LABEL: func.func @onlyWrites
// CHECK: arith.cmpi sge, %{{.*}}, %c67108864_i64
// CHECK: nontemporal
tt.func public @onlyWrites(%y: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %up = arith.index_cast %n : i32 to index
  %by = tts.make_block %y offset %c0 strides [1] bounds [0 : %up] : (!tt.ptr<i32>) -> !tts.block<1024xi32>
  %v = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  tts.store %v, %by : tensor<1024xi32>, !tts.block<1024xi32>
  tt.return
}

// Rows of any length: one step stores up to the first line, whole lines are
// streamed, and what is left of the last step is stored with the masked rest.
// CHECK-LABEL: func.func @rows
// CHECK: %[[TO_LINE:.*]] = arith.andi %{{.*}}, %c63_i64
// CHECK: %[[SKEW:.*]] = arith.andi %[[TO_LINE]], %c3_i64
// CHECK: arith.cmpi eq, %[[SKEW]], %c0_i64
// CHECK: %[[START:.*]] = arith.divui %[[TO_LINE]], %c4_i64
// CHECK: %[[PAYS:.*]] = scf.if
// CHECK: %[[HEAD:.*]] = arith.select %[[PAYS]], %[[START]], %c0_i64
// CHECK: %[[END:.*]] = arith.select %[[PAYS]], %{{.*}}, %c0_i64
// CHECK: %[[ANY:.*]] = arith.cmpi sgt, %[[HEAD]], %c0_i64
// CHECK: %[[ONCE:.*]] = arith.select %[[ANY]], %c64_i64, %c0_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[ONCE]]
// CHECK: %[[FEW:.*]] = arith.cmpi sgt, %{{.*}} : vector<64xi32>
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[FEW]]
// CHECK: scf.for %{{.*}} = %[[HEAD]] to %[[END]]
// CHECK: llvm.store {{.*}} {alignment = 64 : i64, nontemporal}
// CHECK: %[[STREAMED:.*]] = arith.cmpi sgt, %[[END]], %c0_i64
// CHECK: %[[DONE:.*]] = arith.select %[[STREAMED]], %[[END]], %{{.*}}
// CHECK: llvm.store {{.*}} {alignment = 4 : i64}
// CHECK: %[[REST:.*]] = arith.andi %[[DONE]], %c-64_i64
// CHECK: scf.for %{{.*}} = %[[REST]] to
// CHECK: %[[LATE:.*]] = arith.cmpi sle, %{{.*}} : vector<64xi32>
// CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[LATE]]
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[BOTH]]
tt.func public @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %row = tt.get_program_id x : i32
  %start = arith.muli %row, %n : i32
  %first = arith.index_cast %start : i32 to index
  %up = arith.index_cast %n : i32 to index
  %bx = tts.make_block %x offset %first strides [1] bounds [0 : %up] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %first strides [1] bounds [0 : %up] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  tts.store %v, %by : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// What is loaded too is in the caches.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT: nontemporal
// CHECK: return
tt.func public @in_place(%x: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  %w = arith.addf %v, %v : tensor<1024xf32>
  tts.store %w, %bx : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// The same place again and again.
// CHECK-LABEL: func.func @again
// CHECK-NOT: nontemporal
// CHECK: return
tt.func public @again(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  scf.for %i = %z to %n step %c1 : i32 {
    %k = arith.index_cast %i : i32 to index
    %bx = tts.make_block %x offset %k strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
    %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
    %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
    tts.store %v, %by : tensor<1024xf32>, !tts.block<1024xf32>
  }
  tt.return
}

// Atomics order plain stores alone: a fence follows what may have been streamed.
// CHECK-LABEL: func.func @before_atomic
// CHECK: %[[LARGE:.*]] = arith.cmpi sge, %{{.*}}, %c33554432_i64
// CHECK: nontemporal
// CHECK: scf.if %[[LARGE]]
// CHECK-NEXT: llvm.fence seq_cst
// CHECK-NEXT: }
// CHECK: llvm.atomicrmw
tt.func public @before_atomic(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: !tt.ptr<i32>) {
  %row = tt.get_program_id x : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %size = arith.constant 1024 : i32
  %start = arith.muli %row, %size : i32
  %first = arith.index_cast %start : i32 to index
  %bx = tts.make_block %x offset %first strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %first strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  tts.store %v, %by : tensor<1024xf32>, !tts.block<1024xf32>
  %bc = tts.make_block %count offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  %old = tts.atomic_rmw add, release, gpu, %bc, %one : !tts.block<i32>, i32 -> i32
  tt.return
}

// Rows that programs collect under a lock, one after another: the first one to
// come stores past the caches where the threads' cores share none, whatever the
// size. Who adds to a row has it in its caches.
// CHECK-LABEL: func.func @collect
// CHECK: scf.while
// CHECK: scf.if
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[12] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: %[[FAR:.*]] = llvm.load %[[PLACE]] atomic monotonic
// CHECK: %[[APART:.*]] = arith.cmpi ne, %[[FAR]], %c0_i32
// CHECK: scf.if %[[APART]]
// CHECK: nontemporal
// CHECK: scf.if %[[APART]]
// CHECK-NEXT: llvm.fence seq_cst
// CHECK: } else {
// CHECK-NOT: nontemporal
// CHECK: return
tt.func public @collect(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %lock: !tt.ptr<i32>, %count: !tt.ptr<i32>) {
  %row = tt.get_program_id x : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %size = arith.constant 1024 : i32
  %start = arith.muli %row, %size : i32
  %first = arith.index_cast %start : i32 to index
  %bx = tts.make_block %x offset %first strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %bl = tts.make_block %lock offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  %bc = tts.make_block %count offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  scf.while : () -> () {
    %old = tts.atomic_cas acq_rel, gpu, %bl, %zero, %one : !tts.block<i32>, i32 -> i32
    %taken = arith.cmpi eq, %old, %one : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %n = tts.load %bc : !tts.block<i32> -> i32
  %none = arith.cmpi eq, %n, %zero : i32
  scf.if %none {
    tts.store %v, %by : tensor<1024xf32>, !tts.block<1024xf32>
  } else {
    %sum = tts.load %by : !tts.block<1024xf32> -> tensor<1024xf32>
    %w = arith.addf %v, %sum : tensor<1024xf32>
    tts.store %w, %by : tensor<1024xf32>, !tts.block<1024xf32>
  }
  %done = tts.atomic_rmw exch, acq_rel, gpu, %bl, %zero : !tts.block<i32>, i32 -> i32
  tt.return
}

// Without the lock: read and written by turns, so it stays in the caches.
// CHECK-LABEL: func.func @by_turns
// CHECK-NOT: nontemporal
// CHECK: return
tt.func public @by_turns(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %first: i1) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  scf.if %first {
    tts.store %v, %by : tensor<1024xf32>, !tts.block<1024xf32>
  } else {
    %sum = tts.load %by : !tts.block<1024xf32> -> tensor<1024xf32>
    %w = arith.addf %v, %sum : tensor<1024xf32>
    tts.store %w, %by : tensor<1024xf32>, !tts.block<1024xf32>
  }
  tt.return
}

// The range of what a load reads is known through bitwise operations and shifts, too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s

// Without its lowest bits a number is rounded down.
// CHECK-LABEL: func.func @rounded_down
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[HI:.*]] = arith.addi %[[LO]], %c511_i64
// CHECK: %[[FIRST:.*]] = arith.andi %[[LO]], %c-8_i64
// CHECK: %[[LAST:.*]] = arith.andi %[[HI]], %c-8_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[FIRST]]]
// CHECK: %[[END:.*]] = arith.addi %[[LAST]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
// CHECK: scf.if
tt.func @rounded_down(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %s : i32 -> tensor<512xi32>
  %j = arith.addi %i, %d : tensor<512xi32>
  %m = arith.constant dense<-8> : tensor<512xi32>
  %k = arith.andi %j, %m : tensor<512xi32>
  %g = arith.extsi %k : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// They grow as the number does as long as the others stay.
// CHECK-LABEL: func.func @remainder
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[HI:.*]] = arith.addi %[[LO]], %c511_i64
// CHECK: %[[A:.*]] = arith.andi %[[LO]], %c63_i64
// CHECK: %[[Z:.*]] = arith.andi %[[HI]], %c63_i64
// CHECK: %[[B:.*]] = arith.andi %[[LO]], %c-64_i64
// CHECK: %[[C:.*]] = arith.andi %[[HI]], %c-64_i64
// CHECK: %[[STAY:.*]] = arith.cmpi eq, %[[B]], %[[C]]
// CHECK: %[[FIRST:.*]] = arith.select %[[STAY]], %[[A]], %c0_i64
// CHECK: %[[LAST:.*]] = arith.select %[[STAY]], %[[Z]], %c63_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[FIRST]]]
// CHECK: %[[END:.*]] = arith.addi %[[LAST]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
// CHECK: scf.if
tt.func @remainder(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %s : i32 -> tensor<512xi32>
  %j = arith.addi %i, %d : tensor<512xi32>
  %m = arith.constant dense<63> : tensor<512xi32>
  %k = arith.andi %j, %m : tensor<512xi32>
  %g = arith.extsi %k : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Nothing is known of two numbers that may both have a sign.
// CHECK-LABEL: func.func @mask_at_run_time
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[HI:.*]] = arith.addi %[[LO]], %c511_i64
// CHECK: %[[N:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[X:.*]] = arith.cmpi slt, %[[LO]], %c0_i64
// CHECK: %[[Y:.*]] = arith.cmpi slt, %[[N]], %c0_i64
// CHECK: %[[BOTH:.*]] = arith.andi %[[X]], %[[Y]]
// CHECK: %[[BAD:.*]] = arith.ori %{{.*}}, %[[BOTH]]
// CHECK: %[[LESSER:.*]] = arith.minsi %[[HI]], %[[N]]
// CHECK: %[[IFX:.*]] = arith.select %[[Y]], %[[HI]], %[[LESSER]]
// CHECK: %[[LAST:.*]] = arith.select %[[X]], %[[N]], %[[IFX]]
// CHECK: %[[COPY:.*]] = arith.ori %[[BAD]]
// CHECK: %[[END:.*]] = arith.addi %[[LAST]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
// CHECK: %[[IF:.*]] = arith.ori %{{.*}}, %[[COPY]]
// CHECK: scf.if %[[IF]]
tt.func @mask_at_run_time(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %s : i32 -> tensor<512xi32>
  %j = arith.addi %i, %d : tensor<512xi32>
  %m = tt.splat %n : i32 -> tensor<512xi32>
  %k = arith.andi %j, %m : tensor<512xi32>
  %g = arith.extsi %k : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// CHECK-LABEL: func.func @with_bits
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[HI:.*]] = arith.addi %[[LO]], %c511_i64
// CHECK: %[[N:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[FIRST:.*]] = arith.maxsi %[[LO]], %[[N]]
// CHECK: arith.cmpi slt, %[[LO]], %c0_i64
// CHECK: arith.cmpi slt, %[[N]], %c0_i64
// CHECK: %[[LAST:.*]] = arith.addi %[[HI]], %[[N]]
// CHECK: llvm.getelementptr %{{.*}}[%[[FIRST]]]
// CHECK: %[[END:.*]] = arith.addi %[[LAST]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
// CHECK: scf.if
tt.func @with_bits(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %s : i32 -> tensor<512xi32>
  %j = arith.addi %i, %d : tensor<512xi32>
  %m = tt.splat %n : i32 -> tensor<512xi32>
  %k = arith.ori %j, %m : tensor<512xi32>
  %g = arith.extsi %k : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// The bits above those that are flipped stay.
// CHECK-LABEL: func.func @neighbour
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[HI:.*]] = arith.addi %[[LO]], %c511_i64
// CHECK: %[[FIRST:.*]] = arith.andi %[[LO]], %c-2_i64
// CHECK: %[[LAST:.*]] = arith.ori %[[HI]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[FIRST]]]
// CHECK: %[[END:.*]] = arith.addi %[[LAST]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
// CHECK: scf.if
tt.func @neighbour(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %s : i32 -> tensor<512xi32>
  %j = arith.addi %i, %d : tensor<512xi32>
  %m = arith.constant dense<1> : tensor<512xi32>
  %k = arith.xori %j, %m : tensor<512xi32>
  %g = arith.extsi %k : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// CHECK-LABEL: func.func @all_flipped
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[HI:.*]] = arith.addi %[[LO]], %c511_i64
// CHECK: %[[FIRST:.*]] = arith.xori %[[HI]], %c-1_i64
// CHECK: %[[LAST:.*]] = arith.xori %[[LO]], %c-1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[FIRST]]]
// CHECK: %[[END:.*]] = arith.addi %[[LAST]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
// CHECK: scf.if
tt.func @all_flipped(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %s : i32 -> tensor<512xi32>
  %j = arith.addi %i, %d : tensor<512xi32>
  %m = arith.constant dense<-1> : tensor<512xi32>
  %k = arith.xori %j, %m : tensor<512xi32>
  %g = arith.extsi %k : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// CHECK-LABEL: func.func @flipped_at_run_time
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[HI:.*]] = arith.addi %[[LO]], %c511_i64
// CHECK: %[[N:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[A:.*]] = arith.subi %[[LO]], %[[N]]
// CHECK: %[[B:.*]] = arith.subi %[[N]], %[[HI]]
// CHECK: %[[APART:.*]] = arith.maxsi %[[A]], %[[B]]
// CHECK: %[[FIRST:.*]] = arith.maxsi %[[APART]], %c0_i64
// CHECK: arith.cmpi slt, %[[LO]], %c0_i64
// CHECK: arith.cmpi slt, %[[N]], %c0_i64
// CHECK: %[[LAST:.*]] = arith.addi %[[HI]], %[[N]]
// CHECK: llvm.getelementptr %{{.*}}[%[[FIRST]]]
// CHECK: %[[END:.*]] = arith.addi %[[LAST]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
// CHECK: scf.if
tt.func @flipped_at_run_time(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %s : i32 -> tensor<512xi32>
  %j = arith.addi %i, %d : tensor<512xi32>
  %m = tt.splat %n : i32 -> tensor<512xi32>
  %k = arith.xori %j, %m : tensor<512xi32>
  %g = arith.extsi %k : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// What leaves its type is not known, and by what numbers are shifted is clamped.
// CHECK-LABEL: func.func @multiplied
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[HI:.*]] = arith.addi %[[LO]], %c511_i64
// CHECK: %[[N:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: arith.cmpi slt, %[[N]], %c0_i64
// CHECK: arith.cmpi sgt, %[[N]], %c31_i64
// CHECK: %[[M:.*]] = arith.maxsi %[[N]], %c0_i64
// CHECK: %[[BY:.*]] = arith.minsi %[[M]], %c31_i64
// CHECK: %[[FIRST:.*]] = arith.shli %[[LO]], %[[BY]]
// CHECK: %[[LAST:.*]] = arith.shli %[[HI]], %[[BY]]
// CHECK: arith.cmpi slt, %[[FIRST]], %c-2147483648_i64
// CHECK: arith.cmpi sgt, %[[LAST]], %c2147483647_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[FIRST]]]
// CHECK: %[[END:.*]] = arith.addi %[[LAST]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
// CHECK: scf.if
tt.func @multiplied(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %s : i32 -> tensor<512xi32>
  %j = arith.addi %i, %d : tensor<512xi32>
  %m = tt.splat %n : i32 -> tensor<512xi32>
  %k = arith.shli %j, %m : tensor<512xi32>
  %g = arith.extsi %k : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// CHECK-LABEL: func.func @divided
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[HI:.*]] = arith.addi %[[LO]], %c511_i64
// CHECK: %[[N:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[M:.*]] = arith.maxsi %[[N]], %c0_i64
// CHECK: %[[BY:.*]] = arith.minsi %[[M]], %c31_i64
// CHECK: arith.cmpi slt, %[[LO]], %c0_i64
// CHECK: %[[FIRST:.*]] = arith.shrsi %[[LO]], %[[BY]]
// CHECK: %[[LAST:.*]] = arith.shrsi %[[HI]], %[[BY]]
// CHECK: llvm.getelementptr %{{.*}}[%[[FIRST]]]
// CHECK: %[[END:.*]] = arith.addi %[[LAST]], %c1_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[END]]]
// CHECK: scf.if
tt.func @divided(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %s : i32 -> tensor<512xi32>
  %j = arith.addi %i, %d : tensor<512xi32>
  %m = tt.splat %n : i32 -> tensor<512xi32>
  %k = arith.shrui %j, %m : tensor<512xi32>
  %g = arith.extsi %k : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

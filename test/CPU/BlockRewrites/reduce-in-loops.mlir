// Blocks that a loop only accumulates into are reduced in the loop.
// RUN: triton-shared-opt %s --cpu-reduce-in-loops --split-input-file | FileCheck %s
// RUN: triton-shared-opt %s --cpu-reduce-in-loops=reorder-sums=false --split-input-file | FileCheck %s --check-prefix=ORDER

// ORDER-LABEL: tt.func @sum
// ORDER: scf.for {{.*}} -> (tensor<64xf32>)
// ORDER-NEXT: arith.addf {{.*}} : tensor<64xf32>
// ORDER: tt.reduce
// Integers have no order.
// ORDER-LABEL: tt.func @nested
// ORDER: scf.for {{.*}} -> (i32, tensor<16xi32>)
// CHECK-LABEL: tt.func @sum
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %[[ZERO]]) -> (f32)
// CHECK: %[[R:.*]] = "tt.reduce"
// CHECK: %[[N:.*]] = arith.addf %[[A]], %[[R]] : f32
// CHECK: scf.yield %[[N]] : f32
// CHECK-NOT: tt.reduce
// CHECK: tt.return %[[SUM]]
tt.func @sum(%x: tensor<64xf32>, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %acc = scf.for %i = %c0 to %n step %c64 iter_args(%a = %zeros) -> (tensor<64xf32>) : i32 {
    %s = arith.addf %a, %x : tensor<64xf32>
    scf.yield %s : tensor<64xf32>
  }
  %sum = "tt.reduce"(%acc) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %sum : f32
}

// -----

// One axis of two; what the loop starts from is reduced too; other values that
// the loop carries stay. The value passes through an inner loop.
// CHECK-LABEL: tt.func @nested
// CHECK-SAME: %[[INIT:[a-z0-9]+]]: tensor<32x16xi32>
// CHECK: %[[START:.*]] = "tt.reduce"(%[[INIT]])
// CHECK: %[[OUT:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[A:.*]] = %[[START]]) -> (i32, tensor<16xi32>)
// CHECK: %[[IN:.*]] = scf.for {{.*}} iter_args(%[[B:.*]] = %[[A]]) -> (tensor<16xi32>)
// CHECK: %[[R:.*]] = "tt.reduce"
// CHECK: %[[M:.*]] = arith.maxsi %[[B]], %[[R]] : tensor<16xi32>
// CHECK: scf.yield %[[M]]
// CHECK: scf.yield %{{.*}}, %[[IN]] : i32, tensor<16xi32>
// CHECK: tt.return %[[OUT]]#0, %[[OUT]]#1
tt.func @nested(%init: tensor<32x16xi32>, %x: tensor<32x16xi32>, %n: i32) -> (i32, tensor<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0, %a = %init) -> (i32, tensor<32x16xi32>) : i32 {
    %in = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> (tensor<32x16xi32>) : i32 {
      %m = arith.maxsi %x, %b : tensor<32x16xi32>
      scf.yield %m : tensor<32x16xi32>
    }
    %next = arith.addi %k, %i : i32
    scf.yield %next, %in : i32, tensor<32x16xi32>
  }
  %max = "tt.reduce"(%r#1) <{axis = 0 : i32}> ({
  ^bb0(%p: i32, %q: i32):
    %t = arith.maxsi %p, %q : i32
    tt.reduce.return %t : i32
  }) : (tensor<32x16xi32>) -> tensor<16xi32>
  tt.return %r#0, %max : i32, tensor<16xi32>
}

// -----

// Another operation reduces than accumulates.
// CHECK-LABEL: tt.func @other_operation
// CHECK: scf.for {{.*}} -> (tensor<64xf32>)
tt.func @other_operation(%x: tensor<64xf32>, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zeros) -> (tensor<64xf32>) : i32 {
    %s = arith.addf %a, %x : tensor<64xf32>
    scf.yield %s : tensor<64xf32>
  }
  %max = "tt.reduce"(%acc) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.maximumf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %max : f32
}

// -----

// The block is used in the loop, too.
// CHECK-LABEL: tt.func @used
// CHECK: scf.for {{.*}} -> (tensor<64xi32>)
tt.func @used(%x: tensor<64xi32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<64xi32>) : i32 {
    %d = arith.muli %a, %x : tensor<64xi32>
    %s = arith.addi %a, %d : tensor<64xi32>
    scf.yield %s : tensor<64xi32>
  }
  %sum = "tt.reduce"(%acc) <{axis = 0 : i32}> ({
  ^bb0(%p: i32, %q: i32):
    %t = arith.addi %p, %q : i32
    tt.reduce.return %t : i32
  }) : (tensor<64xi32>) -> i32
  tt.return %sum : i32
}

// -----

// Sums of half precision keep one partial sum a lane.
// CHECK-LABEL: tt.func @half
// CHECK: scf.for {{.*}} -> (tensor<64xf16>)
tt.func @half(%x: tensor<64xf16>, %n: i32) -> f16 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<64xf16>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zeros) -> (tensor<64xf16>) : i32 {
    %s = arith.addf %a, %x : tensor<64xf16>
    scf.yield %s : tensor<64xf16>
  }
  %sum = "tt.reduce"(%acc) <{axis = 0 : i32}> ({
  ^bb0(%p: f16, %q: f16):
    %t = arith.addf %p, %q : f16
    tt.reduce.return %t : f16
  }) : (tensor<64xf16>) -> f16
  tt.return %sum : f16
}

// -----

// That no lane overflows says nothing about the sum of all.
// CHECK-LABEL: tt.func @flags
// CHECK: arith.addi %{{.*}}, %{{.*}} : i32
// CHECK-NOT: nsw
tt.func @flags(%x: tensor<64xi32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0> : tensor<64xi32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zeros) -> (tensor<64xi32>) : i32 {
    %s = arith.addi %a, %x overflow<nsw> : tensor<64xi32>
    scf.yield %s : tensor<64xi32>
  }
  %sum = "tt.reduce"(%acc) <{axis = 0 : i32}> ({
  ^bb0(%p: i32, %q: i32):
    %t = arith.addi %p, %q : i32
    tt.reduce.return %t : i32
  }) : (tensor<64xi32>) -> i32
  tt.return %sum : i32
}

// -----

// A block that is reduced whole is given one dim in each iteration.
// CHECK-LABEL: tt.func @whole
// CHECK: scf.for {{.*}} -> (f32)
// CHECK: %[[ALL:.*]] = tt.reshape %{{.*}} allow_reorder : tensor<8x64xf32> -> tensor<512xf32>
// CHECK: "tt.reduce"(%[[ALL]])
// CHECK: scf.yield %{{.*}} : f32
// CHECK-NOT: tt.reshape
// CHECK: tt.return
tt.func @whole(%x: tensor<8x64xf32>, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<8x64xf32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zeros) -> (tensor<8x64xf32>) : i32 {
    %s = arith.addf %a, %x : tensor<8x64xf32>
    scf.yield %s : tensor<8x64xf32>
  }
  %all = tt.reshape %acc allow_reorder : tensor<8x64xf32> -> tensor<512xf32>
  %sum = "tt.reduce"(%all) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<512xf32>) -> f32
  tt.return %sum : f32
}

// -----

// What is accumulated under a mask: elsewhere, what changes nothing is added. The
// mask may come after the sum.
// CHECK-LABEL: tt.func @masked
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (f32)
// CHECK: %[[MASK:.*]] = arith.cmpi slt
// CHECK: %[[REST:.*]] = arith.constant dense<-0.000000e+00> : tensor<64xf32>
// CHECK: %[[X:.*]] = arith.select %[[MASK]], %{{.*}}, %[[REST]]
// CHECK: %[[R:.*]] = "tt.reduce"(%[[X]])
// CHECK: arith.addf %[[A]], %[[R]] : f32
tt.func @masked(%x: tensor<64xf32>, %at: tensor<64xi32>, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %acc = scf.for %i = %c0 to %n step %c64 iter_args(%a = %zeros) -> (tensor<64xf32>) : i32 {
    %s = arith.addf %x, %a : tensor<64xf32>
    %end = tt.splat %i : i32 -> tensor<64xi32>
    %inside = arith.cmpi slt, %at, %end : tensor<64xi32>
    %next = arith.select %inside, %s, %a : tensor<64xi1>, tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  %sum = "tt.reduce"(%acc) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %sum : f32
}

// -----

// Not what is subtracted.
// CHECK-LABEL: tt.func @difference
// CHECK: scf.for {{.*}} -> (tensor<64xf32>)
tt.func @difference(%x: tensor<64xf32>, %m: tensor<64xi1>, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %acc = scf.for %i = %c0 to %n step %c64 iter_args(%a = %zeros) -> (tensor<64xf32>) : i32 {
    %s = arith.subf %a, %x : tensor<64xf32>
    %next = arith.select %m, %s, %a : tensor<64xi1>, tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  %sum = "tt.reduce"(%acc) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %sum : f32
}

// -----

// Products: those of floats overflow in another order, 1e20 * 1e-20 in each of two lanes is 1;
// of integers that do not overflow per lane the product may.
// ORDER-LABEL: tt.func @product
// ORDER: scf.for {{.*}} -> (tensor<64xf32>, i32)
// CHECK-LABEL: tt.func @product
// CHECK: scf.for {{.*}} -> (tensor<64xf32>, i32)
// CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<64xf32>
// CHECK: arith.muli %{{.*}}, %{{.*}} : i32
tt.func @product(%x: tensor<64xf32>, %y: tensor<64xi32>, %n: i32) -> (f32, i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %ones = arith.constant dense<1.0> : tensor<64xf32>
  %twos = arith.constant dense<2> : tensor<64xi32>
  %acc:2 = scf.for %i = %c0 to %n step %c64 iter_args(%a = %ones, %c = %twos) -> (tensor<64xf32>, tensor<64xi32>) : i32 {
    %s = arith.mulf %a, %x : tensor<64xf32>
    %t = arith.muli %c, %y overflow<nsw> : tensor<64xi32>
    scf.yield %s, %t : tensor<64xf32>, tensor<64xi32>
  }
  %product = "tt.reduce"(%acc#0) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.mulf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<64xf32>) -> f32
  %whole = "tt.reduce"(%acc#1) <{axis = 0 : i32}> ({
  ^bb0(%p: i32, %q: i32):
    %t = arith.muli %p, %q : i32
    tt.reduce.return %t : i32
  }) : (tensor<64xi32>) -> i32
  tt.return %product, %whole : f32, i32
}

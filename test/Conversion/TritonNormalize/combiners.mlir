// Combiners of reductions that choose by a comparison are named.
// RUN: triton-shared-opt %s --triton-normalize --split-input-file | FileCheck %s

// The greater one, or NaN.
// CHECK-LABEL: tt.func @maximum
// CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT: %[[M:.*]] = arith.maximumf %[[A]], %[[B]] fastmath<nsz>
// CHECK-NEXT: tt.reduce.return %[[M]]
tt.func @maximum(%x: tensor<8xf32>) -> f32 {
  %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %more = arith.cmpf ogt, %a, %b : f32
    %nan = arith.cmpf une, %a, %a : f32
    %either = arith.ori %more, %nan : i1
    %m = arith.select %either, %a, %b : f32
    tt.reduce.return %m : f32
  }) : (tensor<8xf32>) -> f32
  tt.return %r : f32
}

// -----

// The other way round, in all respects.
// CHECK-LABEL: tt.func @minimum
// CHECK: ^bb0(%[[A:.*]]: f16, %[[B:.*]]: f16):
// CHECK-NEXT: %[[M:.*]] = arith.minimumf %[[B]], %[[A]] fastmath<nsz>
// CHECK-NEXT: tt.reduce.return %[[M]]
tt.func @minimum(%x: tensor<8xf16>) -> f16 {
  %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %nan = arith.cmpf uno, %b, %b : f16
    %more = arith.cmpf oge, %a, %b : f16
    %either = arith.ori %nan, %more : i1
    %m = arith.select %either, %b, %a : f16
    tt.reduce.return %m : f16
  }) : (tensor<8xf16>) -> f16
  tt.return %r : f16
}

// -----

// CHECK-LABEL: tt.func @integers
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK: arith.minui
tt.func @integers(%x: tensor<8xi32>) -> (i32, i32, i32) {
  %p = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %more = arith.cmpi sgt, %a, %b : i32
    %m = arith.select %more, %a, %b : i32
    tt.reduce.return %m : i32
  }) : (tensor<8xi32>) -> i32
  %q = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %more = arith.cmpi sge, %a, %b : i32
    %m = arith.select %more, %b, %a : i32
    tt.reduce.return %m : i32
  }) : (tensor<8xi32>) -> i32
  %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi ult, %a, %b : i32
    %m = arith.select %less, %a, %b : i32
    tt.reduce.return %m : i32
  }) : (tensor<8xi32>) -> i32
  tt.return %p, %q, %r : i32, i32, i32
}

// -----

// What depends on the order where there are NaNs, what looks for a NaN on the
// other side, and scans, whose order is told, stay.
// CHECK-LABEL: tt.func @stay
// CHECK-NOT: arith.maximumf
// CHECK: tt.return
tt.func @stay(%x: tensor<8xf32>) -> (f32, f32, tensor<8xf32>) {
  %p = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %more = arith.cmpf ogt, %a, %b : f32
    %m = arith.select %more, %a, %b : f32
    tt.reduce.return %m : f32
  }) : (tensor<8xf32>) -> f32
  %q = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %more = arith.cmpf ogt, %a, %b : f32
    %nan = arith.cmpf une, %b, %b : f32
    %either = arith.ori %more, %nan : i1
    %m = arith.select %either, %a, %b : f32
    tt.reduce.return %m : f32
  }) : (tensor<8xf32>) -> f32
  %r = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %more = arith.cmpf ogt, %a, %b : f32
    %nan = arith.cmpf une, %a, %a : f32
    %either = arith.ori %more, %nan : i1
    %m = arith.select %either, %a, %b : f32
    tt.scan.return %m : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return %p, %q, %r : f32, f32, tensor<8xf32>
}

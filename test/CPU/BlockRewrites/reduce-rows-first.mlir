// Blocks that are reduced whole are reduced row by row.
// RUN: triton-shared-opt %s --cpu-reduce-rows-first --split-input-file | FileCheck %s

// CHECK-LABEL: tt.func @sum
// CHECK-SAME: %[[X:.*]]: tensor<8x4096xf32>
// CHECK: %[[ROWS:.*]] = "tt.reduce"(%[[X]]) <{axis = 1 : i32}>
// CHECK: arith.addf
// CHECK: (tensor<8x4096xf32>) -> tensor<8xf32>
// CHECK: %[[SUM:.*]] = "tt.reduce"(%[[ROWS]]) <{axis = 0 : i32}>
// CHECK: arith.addf
// CHECK: (tensor<8xf32>) -> f32
// CHECK: tt.return %[[SUM]]
tt.func @sum(%x: tensor<8x4096xf32>) -> f32 {
  %all = tt.reshape %x allow_reorder : tensor<8x4096xf32> -> tensor<32768xf32>
  %sum = "tt.reduce"(%all) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<32768xf32>) -> f32
  tt.return %sum : f32
}

// -----

// Several operands, three dims: what rows come to is one dim again. The order of
// elements is kept, so the shape need not allow another one.
// CHECK-LABEL: tt.func @three_dims
// CHECK-SAME: %[[X:.*]]: tensor<2x4x64xf32>, %[[Y:.*]]: tensor<2x4x64xi32>
// CHECK: %[[ROWS:.*]]:2 = "tt.reduce"(%[[X]], %[[Y]]) <{axis = 2 : i32}>
// CHECK: (tensor<2x4x64xf32>, tensor<2x4x64xi32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
// CHECK: %[[A:.*]] = tt.reshape %[[ROWS]]#0 : tensor<2x4xf32> -> tensor<8xf32>
// CHECK: %[[B:.*]] = tt.reshape %[[ROWS]]#1 : tensor<2x4xi32> -> tensor<8xi32>
// CHECK: "tt.reduce"(%[[A]], %[[B]]) <{axis = 0 : i32}>
tt.func @three_dims(%x: tensor<2x4x64xf32>, %y: tensor<2x4x64xi32>) -> (f32, i32) {
  %p = tt.reshape %x : tensor<2x4x64xf32> -> tensor<512xf32>
  %q = tt.reshape %y : tensor<2x4x64xi32> -> tensor<512xi32>
  %r:2 = "tt.reduce"(%p, %q) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %more = arith.cmpf ogt, %a, %b : f32
    %v = arith.select %more, %a, %b : f32
    %k = arith.select %more, %i, %j : i32
    tt.reduce.return %v, %k : f32, i32
  }) : (tensor<512xf32>, tensor<512xi32>) -> (f32, i32)
  tt.return %r#0, %r#1 : f32, i32
}

// -----

// Short rows, and operands of which one has no rows, stay.
// CHECK-LABEL: tt.func @stays
// CHECK: tt.reshape
// CHECK: "tt.reduce"{{.*}}axis = 0
// CHECK: (tensor<256xf32>) -> f32
// CHECK: tt.reshape
// CHECK: "tt.reduce"
// CHECK: (tensor<512xf32>, tensor<512xi32>) -> (f32, i32)
tt.func @stays(%x: tensor<16x16xf32>, %y: tensor<8x64xf32>, %i: tensor<512xi32>) -> (f32, f32) {
  %p = tt.reshape %x allow_reorder : tensor<16x16xf32> -> tensor<256xf32>
  %max = "tt.reduce"(%p) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<256xf32>) -> f32
  %q = tt.reshape %y allow_reorder : tensor<8x64xf32> -> tensor<512xf32>
  %r:2 = "tt.reduce"(%q, %i) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %k: i32, %b: f32, %l: i32):
    %more = arith.cmpf ogt, %a, %b : f32
    %v = arith.select %more, %a, %b : f32
    %n = arith.select %more, %k, %l : i32
    tt.reduce.return %v, %n : f32, i32
  }) : (tensor<512xf32>, tensor<512xi32>) -> (f32, i32)
  tt.return %max, %r#0 : f32, f32
}

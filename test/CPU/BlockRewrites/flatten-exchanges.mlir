// Elements of pairs change places along a dim of two: of one dim, its positions
// have a bit flipped.
// RUN: triton-shared-opt %s --cpu-flatten-exchanges --split-input-file | FileCheck %s

// CHECK-LABEL: tt.func @exchange
// CHECK-SAME: %[[X:.*]]: tensor<2x2x2xi32>
// CHECK: %[[I:.*]] = tt.make_range {end = 8 : i32, start = 0 : i32}
// CHECK: %[[BIT:.*]] = arith.constant dense<2>
// CHECK: %[[J:.*]] = arith.xori %[[I]], %[[BIT]]
// CHECK: %[[FLAT:.*]] = tt.reshape %[[X]] : tensor<2x2x2xi32> -> tensor<8xi32>
// CHECK: %[[Y:.*]] = tt.gather %[[FLAT]][%[[J]]] {axis = 0 : i32}
// CHECK: %[[R:.*]] = tt.reshape %[[Y]] : tensor<8xi32> -> tensor<2x2x2xi32>
// CHECK: tt.return %[[R]]
tt.func @exchange(%x: tensor<2x2x2xi32>) -> tensor<2x2x2xi32> {
  %xor = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.xori %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  %e = tt.expand_dims %xor {axis = 1 : i32} : tensor<2x2xi32> -> tensor<2x1x2xi32>
  %both = tt.broadcast %e : tensor<2x1x2xi32> -> tensor<2x2x2xi32>
  %y = arith.xori %x, %both : tensor<2x2x2xi32>
  tt.return %y : tensor<2x2x2xi32>
}

// -----

// A comparison and exchange: the bits are not what is gathered, and where to put
// the greater one is told by bits of the position.
// CHECK-LABEL: tt.func @compare
// CHECK-SAME: %[[X:.*]]: tensor<2x2x2xf32>
// CHECK: %[[INNER:.*]] = arith.cmpi ne
// CHECK: %[[BIT:.*]] = arith.constant dense<4>
// CHECK: %[[MASKED:.*]] = arith.andi %{{.*}}, %[[BIT]]
// CHECK: %[[OUTER:.*]] = arith.cmpi ne, %[[MASKED]]
// CHECK: %[[Y:.*]] = tt.gather {{.*}} : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
// CHECK: %[[MORE:.*]] = arith.cmpf ogt, %{{.*}}, %[[Y]] : tensor<8xf32>
// CHECK: %[[DOWN:.*]] = arith.xori %[[OUTER]], %[[INNER]] : tensor<8xi1>
// CHECK: %[[SWAP:.*]] = arith.xori %[[MORE]], %[[DOWN]] : tensor<8xi1>
// CHECK: %[[Z:.*]] = arith.select %[[SWAP]], %[[Y]], %{{.*}} : tensor<8xi1>, tensor<8xf32>
// CHECK: tt.return %[[Z]]
tt.func @compare(%x: tensor<2x2x2xf32>) -> tensor<8xf32> {
  %range = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %outer = tt.reshape %range : tensor<2xi32> -> tensor<2x1x1xi32>
  %inner = tt.reshape %range : tensor<2xi32> -> tensor<1x1x2xi32>
  %outers = tt.broadcast %outer : tensor<2x1x1xi32> -> tensor<2x1x2xi32>
  %inners = tt.broadcast %inner : tensor<1x1x2xi32> -> tensor<2x1x2xi32>
  %flip = arith.xori %outers, %inners : tensor<2x1x2xi32>
  %flips = tt.broadcast %flip : tensor<2x1x2xi32> -> tensor<2x2x2xi32>
  %bits = tt.bitcast %x : tensor<2x2x2xf32> -> tensor<2x2x2xi32>
  %xor = "tt.reduce"(%bits) <{axis = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.xori %b, %a : i32
    tt.reduce.return %c : i32
  }) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  %e = tt.expand_dims %xor {axis = 2 : i32} : tensor<2x2xi32> -> tensor<2x2x1xi32>
  %both = tt.broadcast %e : tensor<2x2x1xi32> -> tensor<2x2x2xi32>
  %ybits = arith.xori %both, %bits : tensor<2x2x2xi32>
  %y = tt.bitcast %ybits : tensor<2x2x2xi32> -> tensor<2x2x2xf32>
  %more = arith.cmpf ogt, %x, %y : tensor<2x2x2xf32>
  %wide = arith.extui %more : tensor<2x2x2xi1> to tensor<2x2x2xi32>
  %swap = arith.cmpi ne, %wide, %flips : tensor<2x2x2xi32>
  %z = arith.select %swap, %y, %x : tensor<2x2x2xi1>, tensor<2x2x2xf32>
  %flat = tt.reshape %z : tensor<2x2x2xf32> -> tensor<8xf32>
  tt.return %flat : tensor<8xf32>
}

// -----

// Of integers the lesser or the greater one, which need no masks. What changes
// places twice is where it was.
// CHECK-LABEL: tt.func @integers
// CHECK-SAME: %[[A:.*]]: tensor<2x4xi32>
// CHECK: %[[BIT:.*]] = arith.cmpi ne
// CHECK: %[[Y:.*]] = tt.reshape %[[A]] : tensor<2x4xi32> -> tensor<8xi32>
// CHECK: %[[X:.*]] = tt.gather %[[Y]]
// CHECK: %[[MORE:.*]] = arith.cmpi sgt, %[[X]], %[[Y]]
// CHECK: %[[GREATER:.*]] = arith.select %[[MORE]], %[[X]], %[[Y]]
// CHECK: %[[LESSER:.*]] = arith.select %[[MORE]], %[[Y]], %[[X]]
// CHECK: arith.select %[[BIT]], %[[GREATER]], %[[LESSER]]
tt.func @integers(%a: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %axor = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%p: i32, %q: i32):
    %c = arith.xori %p, %q : i32
    tt.reduce.return %c : i32
  }) : (tensor<2x4xi32>) -> tensor<4xi32>
  %ae = tt.expand_dims %axor {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %aboth = tt.broadcast %ae : tensor<1x4xi32> -> tensor<2x4xi32>
  %x = arith.xori %a, %aboth : tensor<2x4xi32>
  %xor = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%p: i32, %q: i32):
    %c = arith.xori %p, %q : i32
    tt.reduce.return %c : i32
  }) : (tensor<2x4xi32>) -> tensor<4xi32>
  %e = tt.expand_dims %xor {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %both = tt.broadcast %e : tensor<1x4xi32> -> tensor<2x4xi32>
  %y = arith.xori %x, %both : tensor<2x4xi32>
  %range = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %second = tt.reshape %range : tensor<2xi32> -> tensor<2x1xi32>
  %seconds = tt.broadcast %second : tensor<2x1xi32> -> tensor<2x4xi32>
  %more = arith.cmpi sgt, %x, %y : tensor<2x4xi32>
  %wide = arith.extui %more : tensor<2x4xi1> to tensor<2x4xi32>
  %swap = arith.cmpi ne, %wide, %seconds : tensor<2x4xi32>
  %z = arith.select %swap, %y, %x : tensor<2x4xi1>, tensor<2x4xi32>
  tt.return %z : tensor<2x4xi32>
}

// -----

// Either element of a pair, by products with 0 and 1, for both.
// CHECK-LABEL: tt.func @choose
// CHECK-DAG: %[[REST:.*]] = arith.constant dense<-5>
// CHECK-DAG: %[[I:.*]] = arith.andi %{{.*}}, %[[REST]]
// CHECK-DAG: %[[BIT:.*]] = arith.constant dense<4>
// CHECK-DAG: %[[J:.*]] = arith.ori %{{.*}}, %[[BIT]]
// CHECK: %[[SECOND:.*]] = tt.gather %{{.*}}[%[[J]]] {axis = 0 : i32} : (tensor<32xi16>
// CHECK: %[[WIDE:.*]] = arith.extsi %[[SECOND]] : tensor<32xi16> to tensor<32xi32>
// CHECK: %[[FIRST:.*]] = tt.gather %{{.*}}[%[[I]]] {axis = 0 : i32} : (tensor<32xi16>
// CHECK: %[[WIDE1:.*]] = arith.extsi %[[FIRST]] : tensor<32xi16> to tensor<32xi32>
// CHECK: %[[R:.*]] = tt.reshape %[[WIDE]] : tensor<32xi32> -> tensor<4x8xi32>
// CHECK: %[[L:.*]] = tt.reshape %[[WIDE1]] : tensor<32xi32> -> tensor<4x8xi32>
// CHECK: tt.return %[[L]], %[[R]]
tt.func @choose(%x: tensor<4x8xi16>) -> (tensor<4x8xi32>, tensor<4x8xi32>) {
  %one = arith.constant dense<1> : tensor<1x2x1xi32>
  %range = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %range {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %second = tt.expand_dims %row {axis = 2 : i32} : tensor<1x2xi32> -> tensor<1x2x1xi32>
  %first = arith.subi %one, %second : tensor<1x2x1xi32>
  %pairs = tt.reshape %x : tensor<4x8xi16> -> tensor<4x2x4xi16>
  %r16 = arith.trunci %second : tensor<1x2x1xi32> to tensor<1x2x1xi16>
  %l16 = arith.trunci %first : tensor<1x2x1xi32> to tensor<1x2x1xi16>
  %rs = tt.broadcast %r16 : tensor<1x2x1xi16> -> tensor<4x2x4xi16>
  %ls = tt.broadcast %l16 : tensor<1x2x1xi16> -> tensor<4x2x4xi16>
  %rp = arith.muli %pairs, %rs : tensor<4x2x4xi16>
  %lp = arith.muli %ls, %pairs : tensor<4x2x4xi16>
  %rw = arith.extsi %rp : tensor<4x2x4xi16> to tensor<4x2x4xi32>
  %lw = arith.extsi %lp : tensor<4x2x4xi16> to tensor<4x2x4xi32>
  %rr = "tt.reduce"(%rw) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<4x2x4xi32>) -> tensor<4x4xi32>
  %lr = "tt.reduce"(%lw) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<4x2x4xi32>) -> tensor<4x4xi32>
  %re = tt.expand_dims %rr {axis = 1 : i32} : tensor<4x4xi32> -> tensor<4x1x4xi32>
  %le = tt.expand_dims %lr {axis = 1 : i32} : tensor<4x4xi32> -> tensor<4x1x4xi32>
  %rb = tt.broadcast %re : tensor<4x1x4xi32> -> tensor<4x2x4xi32>
  %lb = tt.broadcast %le : tensor<4x1x4xi32> -> tensor<4x2x4xi32>
  %right = tt.reshape %rb : tensor<4x2x4xi32> -> tensor<4x8xi32>
  %left = tt.reshape %lb : tensor<4x2x4xi32> -> tensor<4x8xi32>
  tt.return %left, %right : tensor<4x8xi32>, tensor<4x8xi32>
}

// -----

// One exchange after another: a single one.
// CHECK-LABEL: tt.func @flip
// CHECK: %[[BITS:.*]] = arith.constant dense<12>
// CHECK: %[[J:.*]] = arith.xori %{{.*}}, %[[BITS]]
// CHECK: tt.gather %{{.*}}[%[[J]]] {axis = 0 : i32}
// CHECK-NOT: tt.gather
// CHECK: tt.return
tt.func @flip(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %bits = tt.bitcast %x : tensor<4x4xf32> -> tensor<4x4xi32>
  %y0 = tt.reshape %bits : tensor<4x4xi32> -> tensor<2x2x4xi32>
  %xor0 = "tt.reduce"(%y0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.xori %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<2x2x4xi32>) -> tensor<2x4xi32>
  %e0 = tt.expand_dims %xor0 {axis = 0 : i32} : tensor<2x4xi32> -> tensor<1x2x4xi32>
  %b0 = tt.broadcast %e0 : tensor<1x2x4xi32> -> tensor<2x2x4xi32>
  %y1 = arith.xori %y0, %b0 : tensor<2x2x4xi32>
  %xor1 = "tt.reduce"(%y1) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.xori %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<2x2x4xi32>) -> tensor<2x4xi32>
  %e1 = tt.expand_dims %xor1 {axis = 1 : i32} : tensor<2x4xi32> -> tensor<2x1x4xi32>
  %b1 = tt.broadcast %e1 : tensor<2x1x4xi32> -> tensor<2x2x4xi32>
  %y2 = arith.xori %y1, %b1 : tensor<2x2x4xi32>
  %r = tt.reshape %y2 : tensor<2x2x4xi32> -> tensor<4x4xi32>
  %z = tt.bitcast %r : tensor<4x4xi32> -> tensor<4x4xf32>
  tt.return %z : tensor<4x4xf32>
}

// -----

// Pairs that are reduced after it keep few dims.
// CHECK-LABEL: tt.func @largest
// CHECK: tt.gather
// CHECK: "tt.reduce"
// CHECK: (tensor<2x2x4xi32>) -> tensor<2x4xi32>
tt.func @largest(%x: tensor<2x2x2x2xi32>) -> tensor<8xi32> {
  %xor = "tt.reduce"(%x) <{axis = 3 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.xori %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<2x2x2x2xi32>) -> tensor<2x2x2xi32>
  %e = tt.expand_dims %xor {axis = 3 : i32} : tensor<2x2x2xi32> -> tensor<2x2x2x1xi32>
  %both = tt.broadcast %e : tensor<2x2x2x1xi32> -> tensor<2x2x2x2xi32>
  %y = arith.xori %x, %both : tensor<2x2x2x2xi32>
  %half = "tt.reduce"(%y) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.maxsi %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<2x2x2x2xi32>) -> tensor<2x2x2xi32>
  %flat = tt.reshape %half : tensor<2x2x2xi32> -> tensor<8xi32>
  tt.return %flat : tensor<8xi32>
}

// -----

// Neither a sum nor the exclusive or along another dim.
// CHECK-LABEL: tt.func @sum_is_no_exchange
// CHECK-NOT: tt.gather
// CHECK: tt.return
tt.func @sum_is_no_exchange(%x: tensor<2x2x2xi32>, %z: tensor<2x2x2xi32>) -> (tensor<2x2x2xi32>, tensor<2x2x2xi32>) {
  %sum = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  %e = tt.expand_dims %sum {axis = 1 : i32} : tensor<2x2xi32> -> tensor<2x1x2xi32>
  %both = tt.broadcast %e : tensor<2x1x2xi32> -> tensor<2x2x2xi32>
  %y = arith.xori %x, %both : tensor<2x2x2xi32>
  %xor = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.xori %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  %ez = tt.expand_dims %xor {axis = 2 : i32} : tensor<2x2xi32> -> tensor<2x2x1xi32>
  %bz = tt.broadcast %ez : tensor<2x2x1xi32> -> tensor<2x2x2xi32>
  %w = arith.xori %x, %bz : tensor<2x2x2xi32>
  tt.return %y, %w : tensor<2x2x2xi32>, tensor<2x2x2xi32>
}

// What the mask analysis makes of predicates.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --test-access-analysis --verify-diagnostics %s

tt.func @orders(%p: tensor<8x!tt.ptr<f32>>, %n: i32, %o: i32) {
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %os = tt.splat %o : i32 -> tensor<8xi32>
  %i = arith.addi %os, %range : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %slt = arith.cmpi slt, %i, %ns : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : -1*arg2 + arg1]}}
  tt.load %p, %slt : tensor<8x!tt.ptr<f32>>
  %sle = arith.cmpi sle, %i, %ns : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 1 + -1*arg2 + arg1]}}
  tt.load %p, %sle : tensor<8x!tt.ptr<f32>>
  %sgt = arith.cmpi sgt, %i, %ns : tensor<8xi32>
  // expected-remark @below {{mask: box = [1 + -1*arg2 + arg1 : 8]}}
  tt.load %p, %sgt : tensor<8x!tt.ptr<f32>>
  %sge = arith.cmpi sge, %i, %ns : tensor<8xi32>
  // expected-remark @below {{mask: box = [-1*arg2 + arg1 : 8]}}
  tt.load %p, %sge : tensor<8x!tt.ptr<f32>>
  %swapped = arith.cmpi sgt, %ns, %i : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : -1*arg2 + arg1]}}
  tt.load %p, %swapped : tensor<8x!tt.ptr<f32>>
  %eq = arith.cmpi eq, %i, %ns : tensor<8xi32>
  // expected-remark @below {{mask: box = [-1*arg2 + arg1 : 1 + -1*arg2 + arg1]}}
  tt.load %p, %eq : tensor<8x!tt.ptr<f32>>
  %ne = arith.cmpi ne, %i, %ns : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 8], leftover = cmpi[0]}}
  tt.load %p, %ne : tensor<8x!tt.ptr<f32>>
  tt.return
}

// `>= 0` holds for a range that starts at 0, and only then.
tt.func @above_zero(%p: tensor<8x!tt.ptr<f32>>, %o: i32) {
  %zero = arith.constant dense<0> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %os = tt.splat %o : i32 -> tensor<8xi32>
  %i = arith.addi %os, %range : tensor<8xi32>
  %always = arith.cmpi sge, %range, %zero : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 8]}}
  tt.load %p, %always : tensor<8x!tt.ptr<f32>>
  %shifted = arith.cmpi sge, %i, %zero : tensor<8xi32>
  // expected-remark @below {{mask: box = [-1*arg1 : 8]}}
  tt.load %p, %shifted : tensor<8x!tt.ptr<f32>>
  tt.return
}

tt.func @unsigned(%p: tensor<8x!tt.ptr<f32>>, %o: i32, %n: i32) {
  %c5 = arith.constant dense<5> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %os = tt.splat %o : i32 -> tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %i = arith.addi %os, %range : tensor<8xi32>
  %plain = arith.cmpi ult, %range, %c5 : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 5]}}
  tt.load %p, %plain : tensor<8x!tt.ptr<f32>>
  %both = arith.cmpi ult, %i, %c5 : tensor<8xi32>
  // expected-remark @below {{mask: box = [-1*arg1 : 5 + -1*arg1]}}
  tt.load %p, %both : tensor<8x!tt.ptr<f32>>
  %unknown = arith.cmpi ult, %range, %ns : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 8], leftover = cmpi[0]}}
  tt.load %p, %unknown : tensor<8x!tt.ptr<f32>>
  %outside = arith.cmpi uge, %i, %c5 : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 8], leftover = cmpi[0]}}
  tt.load %p, %outside : tensor<8x!tt.ptr<f32>>
  tt.return
}

// Coefficients other than 1: rounded bounds.
tt.func @strided(%p: tensor<8x!tt.ptr<f32>>, %n: i32, %s: i32) {
  %c3 = arith.constant dense<3> : tensor<8xi32>
  %c0 = arith.constant dense<0> : tensor<8xi32>
  %c10 = arith.constant dense<10> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %ss = tt.splat %s : i32 -> tensor<8xi32>
  %i3 = arith.muli %range, %c3 : tensor<8xi32>
  %lt = arith.cmpi slt, %i3, %ns : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : (2 + arg1 floordiv 3)]}}
  tt.load %p, %lt : tensor<8x!tt.ptr<f32>>
  %ge = arith.cmpi sge, %i3, %c10 : tensor<8xi32>
  // expected-remark @below {{mask: box = [4 : 8]}}
  tt.load %p, %ge : tensor<8x!tt.ptr<f32>>
  %neg = arith.subi %c0, %i3 : tensor<8xi32>
  %nlt = arith.cmpi sgt, %neg, %ns : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : (2 + -1*arg1 floordiv 3)]}}
  tt.load %p, %nlt : tensor<8x!tt.ptr<f32>>
  // The sign of the coefficient is unknown.
  %is = arith.muli %range, %ss : tensor<8xi32>
  %dyn = arith.cmpi slt, %is, %ns : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 8], leftover = cmpi[0]}}
  tt.load %p, %dyn : tensor<8x!tt.ptr<f32>>
  tt.return
}

tt.func @trees(%p: tensor<8x!tt.ptr<f32>>, %n: i32, %m: i32, %c: i1) {
  %true = arith.constant dense<true> : tensor<8xi1>
  %false = arith.constant dense<false> : tensor<8xi1>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %ms = tt.splat %m : i32 -> tensor<8xi32>
  %cs = tt.splat %c : i1 -> tensor<8xi1>
  %a = arith.cmpi slt, %range, %ns : tensor<8xi32>
  %b = arith.cmpi sge, %range, %ms : tensor<8xi32>
  %ab = arith.andi %a, %b : tensor<8xi1>
  // expected-remark @below {{mask: box = [arg2 : arg1]}}
  tt.load %p, %ab : tensor<8x!tt.ptr<f32>>
  %d = arith.cmpi slt, %range, %ms : tensor<8xi32>
  %ad = arith.andi %a, %d : tensor<8xi1>
  // expected-remark @below {{mask: box = [0 : min(arg1, arg2)]}}
  tt.load %p, %ad : tensor<8x!tt.ptr<f32>>
  %abc = arith.andi %ab, %cs : tensor<8xi1>
  // expected-remark @below {{mask: box = [arg2 : arg1], when scalar}}
  tt.load %p, %abc : tensor<8x!tt.ptr<f32>>
  %or = arith.ori %a, %b : tensor<8xi1>
  // expected-remark @below {{mask: box = [0 : 8], leftover = ori[0]}}
  tt.load %p, %or : tensor<8x!tt.ptr<f32>>
  %orn = arith.xori %or, %true : tensor<8xi1>
  // expected-remark @below {{mask: box = [arg1 : arg2]}}
  tt.load %p, %orn : tensor<8x!tt.ptr<f32>>
  %abn = arith.xori %ab, %true : tensor<8xi1>
  // expected-remark @below {{mask: box = [0 : 8], leftover = not andi[0]}}
  tt.load %p, %abn : tensor<8x!tt.ptr<f32>>
  %uniform = arith.cmpi slt, %ns, %ms : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 8], when arg1 slt arg2}}
  tt.load %p, %uniform : tensor<8x!tt.ptr<f32>>
  // expected-remark @below {{mask: box = [0 : 8]}}
  tt.load %p, %true : tensor<8x!tt.ptr<f32>>
  // expected-remark @below {{mask: never}}
  tt.load %p, %false : tensor<8x!tt.ptr<f32>>
  %sel = arith.select %a, %b, %false : tensor<8xi1>, tensor<8xi1>
  // expected-remark @below {{mask: box = [arg2 : arg1]}}
  tt.load %p, %sel : tensor<8x!tt.ptr<f32>>
  tt.return
}

// Per dimension, through views; a unit dimension masks like a scalar.
tt.func @matrix(%p: tensor<8x16x!tt.ptr<f32>>, %m: i32, %n: i32, %o: i32) {
  %rm = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %rn = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %ms = tt.splat %m : i32 -> tensor<8x1xi32>
  %ns = tt.splat %n : i32 -> tensor<16xi32>
  %rmc = tt.expand_dims %rm {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %cm = arith.cmpi slt, %rmc, %ms : tensor<8x1xi32>
  %cn = arith.cmpi slt, %rn, %ns : tensor<16xi32>
  %cnr = tt.expand_dims %cn {axis = 0 : i32} : tensor<16xi1> -> tensor<1x16xi1>
  %bm = tt.broadcast %cm : tensor<8x1xi1> -> tensor<8x16xi1>
  %bn = tt.broadcast %cnr : tensor<1x16xi1> -> tensor<8x16xi1>
  %and = arith.andi %bm, %bn : tensor<8x16xi1>
  // expected-remark @below {{mask: box = [0 : arg1, 0 : arg2]}}
  tt.load %p, %and : tensor<8x16x!tt.ptr<f32>>
  // A triangle is no box.
  %b1 = tt.broadcast %rmc : tensor<8x1xi32> -> tensor<8x16xi32>
  %rnr = tt.expand_dims %rn {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %b2 = tt.broadcast %rnr : tensor<1x16xi32> -> tensor<8x16xi32>
  %tri = arith.cmpi sge, %b1, %b2 : tensor<8x16xi32>
  %trin = arith.andi %tri, %bn : tensor<8x16xi1>
  // expected-remark @below {{mask: box = [0 : 8, 0 : arg2], leftover = cmpi[0, 1]}}
  tt.load %p, %trin : tensor<8x16x!tt.ptr<f32>>
  // One row: the comparison is of scalars.
  %r1 = tt.make_range {start = 0 : i32, end = 1 : i32} : tensor<1xi32>
  %os = tt.splat %o : i32 -> tensor<1xi32>
  %row = arith.addi %r1, %os : tensor<1xi32>
  %lim = tt.splat %m : i32 -> tensor<1xi32>
  %c1 = arith.cmpi slt, %row, %lim : tensor<1xi32>
  %c1e = tt.expand_dims %c1 {axis = 1 : i32} : tensor<1xi1> -> tensor<1x1xi1>
  %c1b = tt.broadcast %c1e : tensor<1x1xi1> -> tensor<8x16xi1>
  // expected-remark @below {{mask: box = [0 : 8, 0 : 16], when arg3 slt arg1}}
  tt.load %p, %c1b : tensor<8x16x!tt.ptr<f32>>
  tt.return
}

// A wrapped index compares lane by lane.
tt.func @wrapped(%p: tensor<8x!tt.ptr<f32>>, %o: i32, %m: i32, %n: i32) {
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %os = tt.splat %o : i32 -> tensor<8xi32>
  %ms = tt.splat %m : i32 -> tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %i = arith.addi %os, %range : tensor<8xi32>
  %r = arith.remsi %i, %ms : tensor<8xi32>
  %c = arith.cmpi slt, %r, %ns : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 8], leftover = cmpi[0]}}
  tt.load %p, %c : tensor<8x!tt.ptr<f32>>
  tt.return
}

tt.func @scalar(%p: !tt.ptr<f32>, %n: i32, %o: i32) {
  %c = arith.cmpi slt, %o, %n : i32
  // expected-remark @below {{mask: box = [], when scalar}}
  %v = tt.load %p, %c : !tt.ptr<f32>
  tt.return
}

// Unsigned orders: signed ones where no side can be negative, which a program's number times
// something may be once it wraps around.
tt.func @unsigned_hash(%p: tensor<8x!tt.ptr<f32>>) {
  %n = arith.constant dense<100> : tensor<8xi32>
  %k = arith.constant 1640531527 : i32
  %pid = tt.get_program_id x : i32
  %h = arith.muli %pid, %k : i32
  %hs = tt.splat %h : i32 -> tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %c = arith.cmpi ult, %range, %n : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 100]}}
  tt.load %p, %c : tensor<8x!tt.ptr<f32>>
  %i = arith.addi %hs, %range : tensor<8xi32>
  %d = arith.cmpi ult, %i, %n : tensor<8xi32>
  // expected-remark @below {{leftover = cmpi[0]}}
  tt.load %p, %d : tensor<8x!tt.ptr<f32>>
  %e = arith.cmpi uge, %i, %n : tensor<8xi32>
  // expected-remark @below {{leftover = cmpi[0]}}
  tt.load %p, %e : tensor<8x!tt.ptr<f32>>
  // The sum of two scalars may wrap around to be less again.
  %two = arith.addi %i, %hs : tensor<8xi32>
  %f = arith.cmpi ult, %two, %n : tensor<8xi32>
  // expected-remark @below {{leftover = cmpi[0]}}
  tt.load %p, %f : tensor<8x!tt.ptr<f32>>
  // So may products with what multiplies hashes, in signed numbers, too.
  %factor = arith.constant dense<65599> : tensor<8xi32>
  %product = arith.muli %i, %factor : tensor<8xi32>
  %g = arith.cmpi slt, %product, %n : tensor<8xi32>
  // expected-remark @below {{leftover = cmpi[0]}}
  tt.load %p, %g : tensor<8x!tt.ptr<f32>>
  tt.return
}

// Constants that leave their type alone wrap around, and so would differences of constants of
// 64 bits, which count as 2^62.
tt.func @constants_that_wrap(%p: tensor<8x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0> : tensor<8xi32>
  %far = arith.constant dense<2147483647> : tensor<8xi32>
  %edge = arith.constant dense<2147483640> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %wraps = arith.addi %range, %far : tensor<8xi32>
  %a = arith.cmpi slt, %wraps, %zero : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 8], leftover = cmpi[0]}}
  tt.load %p, %a : tensor<8x!tt.ptr<f32>>
  %fits = arith.addi %range, %edge : tensor<8xi32>
  %b = arith.cmpi slt, %fits, %far : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 7]}}
  tt.load %p, %b : tensor<8x!tt.ptr<f32>>
  %most = arith.constant dense<9223372036854775807> : tensor<8xi64>
  %one = arith.constant dense<1> : tensor<8xi64>
  %wide = arith.extsi %range : tensor<8xi32> to tensor<8xi64>
  %c = arith.cmpi sle, %wide, %most : tensor<8xi64>
  // expected-remark @below {{mask: box = [0 : 4611686018427387905]}}
  tt.load %p, %c : tensor<8x!tt.ptr<f32>>
  %less = arith.subi %wide, %one : tensor<8xi64>
  %d = arith.cmpi slt, %less, %most : tensor<8xi64>
  // expected-remark @below {{mask: box = [0 : 4611686018427387905]}}
  tt.load %p, %d : tensor<8x!tt.ptr<f32>>
  tt.return
}

// Positions may begin below zero.
tt.func @negative_start(%p: tensor<8x!tt.ptr<f32>>, %n: i64) {
  %range = tt.make_range {start = -4 : i32, end = 4 : i32} : tensor<8xi32>
  %i = arith.extsi %range : tensor<8xi32> to tensor<8xi64>
  %ns = tt.splat %n : i64 -> tensor<8xi64>
  %c = arith.cmpi slt, %i, %ns : tensor<8xi64>
  // expected-remark @below {{mask: box = [0 : 4 + max(min(arg1, 4611686018427387904), -4611686018427387904)]}}
  tt.load %p, %c : tensor<8x!tt.ptr<f32>>
  tt.return
}

// Numbers of 8 bits wrap around: their sum may be negative where they are not.
tt.func @narrow(%p: tensor<8x!tt.ptr<f32>>, %a: i8, %b: i8, %c: i32, %d: i32) {
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %zero = arith.constant dense<0> : tensor<8xi32>
  %half = arith.constant 127 : i8
  %x = arith.andi %a, %half : i8
  %y = arith.andi %b, %half : i8
  %sum = arith.addi %x, %y : i8
  %wide = arith.extsi %sum : i8 to i32
  %block = tt.splat %wide : i32 -> tensor<8xi32>
  %i = arith.addi %range, %block : tensor<8xi32>
  %m = arith.cmpi sge, %i, %zero : tensor<8xi32>
  // expected-remark @below {{mask: box = [-1*addi : 8]}}
  tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  // Of 32 bits it is believed.
  %most = arith.constant 2147483647 : i32
  %u = arith.andi %c, %most : i32
  %v = arith.andi %d, %most : i32
  %large = arith.addi %u, %v : i32
  %far = tt.splat %large : i32 -> tensor<8xi32>
  %j = arith.addi %range, %far : tensor<8xi32>
  %n = arith.cmpi sge, %j, %zero : tensor<8xi32>
  // expected-remark @below {{mask: box = [0 : 8]}}
  tt.load %p, %n : tensor<8x!tt.ptr<f32>>
  tt.return
}

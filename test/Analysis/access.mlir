// What the access analysis knows of pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --test-access-analysis --verify-diagnostics %s

tt.func @vector(%p: !tt.ptr<f32>) {
  %c8 = arith.constant 8 : i32
  %pid = tt.get_program_id x : i32
  %start = arith.muli %pid, %c8 : i32
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %splat = tt.splat %start : i32 -> tensor<8xi32>
  %index = arith.addi %splat, %range : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ptr = tt.addptr %base, %index : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{base = arg0, offset = muli, strides = [1]}}
  %v = tt.load %ptr : tensor<8x!tt.ptr<f32>>
  tt.return
}

tt.func @scalar(%p: !tt.ptr<f32>, %i: i32, %j: i64) {
  %q = tt.addptr %p, %i : !tt.ptr<f32>, i32
  %r = tt.addptr %q, %j : !tt.ptr<f32>, i64
  // expected-remark @below {{base = arg0, offset = arg1 + arg2, strides = []}}
  %v = tt.load %r : !tt.ptr<f32>
  tt.return
}

// Both halves of the address: scalar and block arithmetic, i32 and i64.
tt.func @matrix(%p: !tt.ptr<f32>, %row: i32, %stride: i64) {
  %cst = arith.constant dense<2> : tensor<1x16xi64>
  %q = tt.addptr %p, %row : !tt.ptr<f32>, i32
  %m = tt.make_range {start = 4 : i32, end = 12 : i32} : tensor<8xi32>
  %n = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %m64 = arith.extsi %m : tensor<8xi32> to tensor<8xi64>
  %n64 = arith.extsi %n : tensor<16xi32> to tensor<16xi64>
  %mc = tt.expand_dims %m64 {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
  %nr = tt.expand_dims %n64 {axis = 0 : i32} : tensor<16xi64> -> tensor<1x16xi64>
  %s = tt.splat %stride : i64 -> tensor<8x1xi64>
  %ms = arith.muli %s, %mc : tensor<8x1xi64>
  %ns = arith.shli %nr, %cst : tensor<1x16xi64>
  %base = tt.splat %q : !tt.ptr<f32> -> tensor<8x1x!tt.ptr<f32>>
  %rows = tt.addptr %base, %ms : tensor<8x1x!tt.ptr<f32>>, tensor<8x1xi64>
  %rb = tt.broadcast %rows : tensor<8x1x!tt.ptr<f32>> -> tensor<8x16x!tt.ptr<f32>>
  %nb = tt.broadcast %ns : tensor<1x16xi64> -> tensor<8x16xi64>
  %ptr = tt.addptr %rb, %nb : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi64>
  // expected-remark @below {{base = arg0, offset = arg1 + 4*arg2, strides = [arg2, 4]}}
  %v = tt.load %ptr : tensor<8x16x!tt.ptr<f32>>
  %t = tt.trans %ptr {order = array<i32: 1, 0>} : tensor<8x16x!tt.ptr<f32>> -> tensor<16x8x!tt.ptr<f32>>
  // expected-remark @below {{strides = [4, arg2]}}
  %w = tt.load %t : tensor<16x8x!tt.ptr<f32>>
  tt.return
}

tt.func @wrapped(%p: !tt.ptr<f32>, %start: i32, %m: i32, %stride: i32) {
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %start : i32 -> tensor<8xi32>
  %i = arith.addi %s, %range : tensor<8xi32>
  %mod = tt.splat %m : i32 -> tensor<8xi32>
  %rem = arith.remsi %i, %mod : tensor<8xi32>
  %step = tt.splat %stride : i32 -> tensor<8xi32>
  %x = arith.muli %rem, %step : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ptr = tt.addptr %base, %x : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = 0, strides = [arg3 wrap(arg1, arg2)]}}
  %v = tt.load %ptr : tensor<8x!tt.ptr<f32>>
  // The dimension cannot hold a second term.
  %both = tt.addptr %ptr, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = 0, strides = [1], residual = (arg3) * remsi[0]}}
  %w = tt.load %both : tensor<8x!tt.ptr<f32>>
  tt.return
}

// Lanes from a limit on that take one index, as for the rows past the last one.
tt.func @clipped(%p: !tt.ptr<f32>, %start: i32, %m: i32, %stride: i32) {
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %zero = arith.constant dense<0> : tensor<8xi32>
  %five = arith.constant dense<5> : tensor<8xi32>
  %s = tt.splat %start : i32 -> tensor<8xi32>
  %i = arith.addi %s, %range : tensor<8xi32>
  %limit = tt.splat %m : i32 -> tensor<8xi32>
  %below = arith.cmpi slt, %i, %limit : tensor<8xi32>
  %clip = arith.select %below, %i, %zero : tensor<8xi1>, tensor<8xi32>
  %step = tt.splat %stride : i32 -> tensor<8xi32>
  %x = arith.muli %clip, %step : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ptr = tt.addptr %base, %x : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = 0, strides = [arg3 clip(arg1, arg2)]}}
  %v = tt.load %ptr : tensor<8x!tt.ptr<f32>>
  // Other lanes than those compared, and another index past the limit.
  %clip2 = arith.select %below, %range, %five : tensor<8xi1>, tensor<8xi32>
  %ptr2 = tt.addptr %base, %clip2 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = 5, strides = [1 clip(-5, -5 + -1*arg1 + arg2)]}}
  %w = tt.load %ptr2 : tensor<8x!tt.ptr<f32>>
  // The dimension cannot hold a second term; the select holds the 5 as well.
  %ptr3 = tt.addptr %ptr2, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = 0, strides = [1], residual = select[0]}}
  %y = tt.load %ptr3 : tensor<8x!tt.ptr<f32>>
  %above = arith.cmpi sgt, %i, %limit : tensor<8xi32>
  %other = arith.select %above, %i, %zero : tensor<8xi1>, tensor<8xi32>
  %ptr4 = tt.addptr %base, %other : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = 0, strides = [0], residual = select[0]}}
  %z = tt.load %ptr4 : tensor<8x!tt.ptr<f32>>
  tt.return
}

// A block that lies between two multiples of the divisor divides as a scalar.
tt.func @delinearized(%p: !tt.ptr<f32>) {
  %c8 = arith.constant 8 : i32
  %c64 = arith.constant dense<64> : tensor<8xi32>
  %c6 = arith.constant dense<6> : tensor<8xi32>
  %pid = tt.get_program_id y : i32
  %start = arith.muli %pid, %c8 : i32
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %splat = tt.splat %start : i32 -> tensor<8xi32>
  %i = arith.addi %splat, %range : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %rem = arith.remsi %i, %c64 : tensor<8xi32>
  %ptr0 = tt.addptr %base, %rem : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = muli + -64*(muli floordiv 64), strides = [1]}}
  %v0 = tt.load %ptr0 : tensor<8x!tt.ptr<f32>>
  %div = arith.divsi %i, %c64 : tensor<8xi32>
  %ptr1 = tt.addptr %base, %div : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = (muli floordiv 64), strides = [0]}}
  %v1 = tt.load %ptr1 : tensor<8x!tt.ptr<f32>>
  %odd = arith.divsi %i, %c6 : tensor<8xi32>
  %ptr2 = tt.addptr %base, %odd : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = 0, strides = [0], residual = divsi[0]}}
  %v2 = tt.load %ptr2 : tensor<8x!tt.ptr<f32>>
  tt.return
}

// A loaded index stays small: rows gather, columns stay contiguous.
tt.func @rows(%p: !tt.ptr<f32>, %indices: !tt.ptr<i64>, %stride: i32) {
  %m = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ib = tt.splat %indices : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
  %ip = tt.addptr %ib, %m : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
  // expected-remark @below {{base = arg1}}
  %idx = tt.load %ip : tensor<8x!tt.ptr<i64>>
  %col = tt.expand_dims %idx {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
  %s64 = arith.extsi %stride : i32 to i64
  %s = tt.splat %s64 : i64 -> tensor<8x1xi64>
  %off = arith.muli %col, %s : tensor<8x1xi64>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<8x1x!tt.ptr<f32>>
  %rows = tt.addptr %base, %off : tensor<8x1x!tt.ptr<f32>>, tensor<8x1xi64>
  %rb = tt.broadcast %rows : tensor<8x1x!tt.ptr<f32>> -> tensor<8x8x!tt.ptr<f32>>
  %nr = tt.expand_dims %m {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %nb = tt.broadcast %nr : tensor<1x8xi32> -> tensor<8x8xi32>
  %ptr = tt.addptr %rb, %nb : tensor<8x8x!tt.ptr<f32>>, tensor<8x8xi32>
  // expected-remark @below {{base = arg0, offset = 0, strides = [0, 1], residual = (arg2) * load[0]}}
  %v = tt.load %ptr : tensor<8x8x!tt.ptr<f32>>
  tt.return
}

// Pointers that are data: a base per lane, but structured steps on top.
tt.func @pointers(%p: !tt.ptr<i64>) {
  %m = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %b = tt.splat %p : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
  %q = tt.addptr %b, %m : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
  // expected-remark @below {{base = arg0}}
  %a = tt.load %q : tensor<8x!tt.ptr<i64>>
  %ptr = tt.int_to_ptr %a : tensor<8xi64> -> tensor<8x!tt.ptr<f32>>
  %next = tt.addptr %ptr, %m : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{base = int_to_ptr[0], offset = 0, strides = [1]}}
  %v = tt.load %next : tensor<8x!tt.ptr<f32>>
  tt.return
}

tt.func @views(%p: !tt.ptr<f32>, %q: !tt.ptr<i32>, %c: i1) {
  %m = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %r = tt.reshape %m : tensor<32xi32> -> tensor<4x8xi32>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>>
  %ptr = tt.addptr %b, %r : tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi32>
  // expected-remark @below {{strides = [8, 1]}}
  %v = tt.load %ptr : tensor<4x8x!tt.ptr<f32>>
  %flat = tt.reshape %ptr : tensor<4x8x!tt.ptr<f32>> -> tensor<1x32x!tt.ptr<f32>>
  // expected-remark @below {{strides = [0, 1]}}
  %w = tt.load %flat : tensor<1x32x!tt.ptr<f32>>
  // Same element size: the same base.
  %cast = tt.bitcast %flat : tensor<1x32x!tt.ptr<f32>> -> tensor<1x32x!tt.ptr<i32>>
  // expected-remark @below {{base = arg0, offset = 0, strides = [0, 1]}}
  %x = tt.load %cast : tensor<1x32x!tt.ptr<i32>>
  // Another element size: steps are no longer whole elements.
  %half = tt.bitcast %flat : tensor<1x32x!tt.ptr<f32>> -> tensor<1x32x!tt.ptr<f16>>
  // expected-remark @below {{base = bitcast[0, 1], offset = 0, strides = [0, 0]}}
  %y = tt.load %half : tensor<1x32x!tt.ptr<f16>>
  tt.return
}

tt.func @choices(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %c: i1, %i: i32) {
  %m = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %cst = arith.constant dense<[3, 5, 7, 9, 11, 13, 15, 17]> : tensor<8xi32>
  %is = tt.splat %i : i32 -> tensor<8xi32>
  %mi = arith.addi %m, %is : tensor<8xi32>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %sel = arith.select %c, %m, %mi : tensor<8xi32>
  %ptr = tt.addptr %b, %sel : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = (arg2 ? 0 : arg3), strides = [1]}}
  %v = tt.load %ptr : tensor<8x!tt.ptr<f32>>
  %min = arith.minsi %m, %is : tensor<8xi32>
  %ptr2 = tt.addptr %b, %min : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = arg3, strides = [1 clip(-1*arg3, 0)]}}
  %w = tt.load %ptr2 : tensor<8x!tt.ptr<f32>>
  %ptr3 = tt.addptr %b, %cst : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{offset = 3, strides = [2]}}
  %x = tt.load %ptr3 : tensor<8x!tt.ptr<f32>>
  %pq = arith.select %c, %p, %q : !tt.ptr<f32>
  %b4 = tt.splat %pq : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ptr4 = tt.addptr %b4, %m : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{base = select, offset = 0, strides = [1]}}
  %y = tt.load %ptr4 : tensor<8x!tt.ptr<f32>>
  tt.return
}

// A hash wraps around its type on purpose: never affine.
tt.func @hash(%p: !tt.ptr<f32>) {
  %m = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %k = arith.constant dense<1103515245> : tensor<8xi32>
  %h = arith.muli %m, %k : tensor<8xi32>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ptr = tt.addptr %b, %h : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{strides = [0], residual = muli[0]}}
  %v = tt.load %ptr : tensor<8x!tt.ptr<f32>>
  tt.return
}

// One lane is a scalar, whatever is done to it.
tt.func @one(%p: !tt.ptr<f32>) {
  %c7 = arith.constant dense<7> : tensor<1xi32>
  %pid = tt.get_program_id z : i32
  %r = tt.make_range {start = 0 : i32, end = 1 : i32} : tensor<1xi32>
  %s = tt.splat %pid : i32 -> tensor<1xi32>
  %i = arith.addi %s, %r : tensor<1xi32>
  %d = arith.divsi %i, %c7 : tensor<1xi32>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<1x!tt.ptr<f32>>
  %ptr = tt.addptr %b, %d : tensor<1x!tt.ptr<f32>>, tensor<1xi32>
  // expected-remark @below {{offset = (get_program_id.z floordiv 7), strides = [0]}}
  %v = tt.load %ptr : tensor<1x!tt.ptr<f32>>
  tt.return
}

// A hash: the product is meant to wrap around. Masked by a power of two less one, what remains of it
// is known whatever its sign is.
tt.func @hashed_table(%p: tensor<16x!tt.ptr<f32>>) {
  %k = arith.constant 1640531527 : i32
  %m = arith.constant dense<1023> : tensor<16xi32>
  %n = arith.constant dense<1000> : tensor<16xi32>
  %pid = tt.get_program_id x : i32
  %h = arith.muli %pid, %k : i32
  %hs = tt.splat %h : i32 -> tensor<16xi32>
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %i = arith.addi %hs, %range : tensor<16xi32>
  %and = arith.andi %i, %m : tensor<16xi32>
  %q = tt.addptr %p, %and : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  // expected-remark @below {{offset = 0, strides = [1 wrap(muli + -1024*(muli floordiv 1024), 1024)]}}
  %v = tt.load %q : tensor<16x!tt.ptr<f32>>
  // As an unsigned number it may be any.
  %rem = arith.remui %i, %n : tensor<16xi32>
  %r = tt.addptr %p, %rem : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  // expected-remark @below {{remui}}
  %w = tt.load %r : tensor<16x!tt.ptr<f32>>
  tt.return
}

// Unsigned offsets: the scalar may be past the signed numbers of its width.
tt.func @unsigned_offset(%p: tensor<16x!tt.ptr<f32>>, %q: !tt.ptr<f32>) {
  %big = arith.constant dense<1050625> : tensor<16xi32>
  %k = arith.constant 65536 : i32
  %pid = tt.get_program_id x : i32
  %h = arith.muli %pid, %k : i32
  %hs = tt.splat %h : i32 -> tensor<16xi32>
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %i = arith.addi %hs, %range : tensor<16xi32>
  %wide = arith.extui %i : tensor<16xi32> to tensor<16xi64>
  %r = tt.addptr %p, %wide : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
  // expected-remark @below {{offset = unsigned(muli), strides = [1]}}
  %v = tt.load %r : tensor<16x!tt.ptr<f32>>
  %one = arith.extui %h : i32 to i64
  %s = tt.addptr %q, %one : !tt.ptr<f32>, i64
  // expected-remark @below {{offset = extui, strides = []}}
  %w = tt.load %s : !tt.ptr<f32>
  // A large factor may be a stride, and keeps what it has in an address.
  %rows = arith.muli %i, %big : tensor<16xi32>
  %t = tt.addptr %p, %rows : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  // expected-remark @below {{offset = 1050625*muli, strides = [1050625]}}
  %x = tt.load %t : tensor<16x!tt.ptr<f32>>
  tt.return
}

// An index that is cut to 32 bits is another number.
tt.func @cut(%p: !tt.ptr<f32>, %n: i64) {
  %i = arith.index_cast %n : i64 to index
  %low = arith.index_cast %i : index to i32
  %q = tt.addptr %p, %low : !tt.ptr<f32>, i32
  // expected-remark @below {{offset = index_cast, strides = []}}
  %v = tt.load %q : !tt.ptr<f32>
  tt.return
}

// Data times a constant that leaves hardly a bit of it: as the program computes it.
tt.func @scaled_far(%p: !tt.ptr<f32>, %i: tensor<8xi32>) {
  %k = arith.constant dense<1073741824> : tensor<8xi32>
  %far = arith.muli %i, %k : tensor<8xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %q = tt.addptr %ps, %far : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{residual = muli[0]}}
  %v = tt.load %q : tensor<8x!tt.ptr<f32>>
  tt.return
}

// The dialect's attributes on operations of other dialects, where they may not stand so.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{has an attribute "tts.unheard_of" that the tts dialect does not know}}
func.func private @unknown() attributes {tts.unheard_of}

// -----

// expected-error @below {{attribute "tts.unit_strides" must be a symbol on a function with 'tts.unit_stride_args'}}
tt.func private @alone(i32) attributes {tts.unit_strides = @other}

// -----

// expected-error @below {{attribute "tts.unit_stride_args" must be positions of a function's integer arguments}}
tt.func private @position(i32) attributes {tts.unit_stride_args = array<i32: 1>}

// -----

// expected-error @below {{attribute "tts.unit_stride_args" must be positions of a function's integer arguments}}
tt.func private @type(f32) attributes {tts.unit_stride_args = array<i32: 0>}

// -----

// expected-error @below {{attribute "tts.joined" must be a symbol on a function with 'tts.joined_axis'}}
tt.func private @no_axis(i32) attributes {tts.joined = @other}

// -----

// expected-error @below {{attribute "tts.joined_axis" must be an axis of the grid, an i32, on a function}}
tt.func private @axis(i32) attributes {tts.joined_axis = 3 : i32}

// -----

// expected-error @below {{attribute "tts.joined_alone" must be a unit attribute on a function with 'tts.joined'}}
tt.func private @alone(i32) attributes {tts.joined_alone}

// -----

// expected-error @below {{attribute "tts.most_joined" must be a positive i64 on a function with arguments and 'tts.joined_axis'}}
tt.func private @none(i32) attributes {tts.joined_axis = 0 : i32, tts.most_joined = 0 : i64}

// -----

func.func @number(%x: i32) -> i32 {
  // expected-error @below {{attribute "tts.joined_number" must be a unit attribute}}
  %0 = arith.remsi %x, %x {tts.joined_number = 1 : i32} : i32
  return %0 : i32
}

// -----

func.func @rows(%x: i32) -> i32 {
  // expected-error @below {{attribute "tts.few_rows" must be a unit attribute on a tt.dot}}
  %0 = arith.muli %x, %x {tts.few_rows} : i32
  return %0 : i32
}

// -----

// expected-error @below {{attribute "tts.arena_bytes" must be an i64, not negative, on a function or a module}}
func.func private @bytes() attributes {tts.arena_bytes = -1 : i64}

// -----

tt.func @printed(%x: i32) {
  // expected-error @below {{attribute "tts.pointers" must be a boolean for each operand of a tt.print}}
  tt.print " x: " {hex = false, isSigned = array<i32: 1>, tts.pointers = array<i1: true, false>} : %x : i32
  tt.return
}

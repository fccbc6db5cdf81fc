// Vector add at the loops stop, written by hand: the smallest real kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
func.func @add(%args: !llvm.ptr, %grid: !llvm.ptr, %first: i64, %last: i64, %arena: !llvm.ptr, %rt: !llvm.ptr) attributes {tts.arena_bytes = 0 : i64} {
  %x = llvm.load %args : !llvm.ptr -> !llvm.ptr
  %py = llvm.getelementptr %args[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %y = llvm.load %py : !llvm.ptr -> !llvm.ptr
  %po = llvm.getelementptr %args[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %o = llvm.load %po : !llvm.ptr -> !llvm.ptr
  %pn = llvm.getelementptr %args[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %n = llvm.load %pn : !llvm.ptr -> i32
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %block = arith.constant 1024 : i64
  %n64 = arith.extsi %n : i32 to i64
  %pad = arith.constant dense<0.0> : vector<16xf32>
  scf.for %p = %first to %last step %c1 : i64 {
    %base = arith.muli %p, %block : i64
    %left = arith.subi %n64, %base : i64
    %end = arith.minsi %left, %block : i64
    scf.for %i = %c0 to %end step %c16 : i64 {
      %at = arith.addi %base, %i : i64
      %rest = arith.subi %end, %i : i64
      %ri = arith.index_cast %rest : i64 to index
      %m = vector.create_mask %ri : vector<16xi1>
      %xa = llvm.getelementptr %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %ya = llvm.getelementptr %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %oa = llvm.getelementptr %o[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %xv = llvm.intr.masked.load %xa, %m, %pad {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
      %yv = llvm.intr.masked.load %ya, %m, %pad {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
      %s = arith.addf %xv, %yv : vector<16xf32>
      llvm.intr.masked.store %s, %oa, %m {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
    }
  }
  return
}

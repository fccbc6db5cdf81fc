// Passes on blocks, before cpu-blocks-to-loops, in the order of the road.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CPU_BLOCKREWRITES_PASSES_TD
#define TRITON_SHARED_CPU_BLOCKREWRITES_PASSES_TD

include "mlir/Pass/PassBase.td"

def CPUTurnStores : Pass<"cpu-turn-stores", "::mlir::ModuleOp"> {
  let summary = "Store columns of what is loaded in rows as rows of its transpose";
  let description = [{
    A kernel may transpose by the pointers that it stores to: the block's first
    stride is 1, while what it stores is computed from a block that was loaded
    with a last stride of 1. Either the load or the store goes across the lanes
    of its loops then. The value is transposed, and stored with the dims of the
    block in the other order, so that `cpu-blocks-to-loops` turns squares of it
    in registers, as it does where the kernel says `tl.trans`.

    Blocks with masks that are blocks, gathers or indices that wrap are left as
    they are, and so are those with a side of fewer than eight elements.

    ```mlir
    %x = tts.load %rows : !tts.block<32x16xf32> -> tensor<32x16xf32>
    %c = tts.make_block %y offset %o strides [1, %m] bounds [0 : %m, 0 : %n]
      : (!tt.ptr<f32>) -> !tts.block<32x16xf32>
    tts.store %x, %c : tensor<32x16xf32>, !tts.block<32x16xf32>
    ```
    becomes
    ```mlir
    %x = tts.load %rows : !tts.block<32x16xf32> -> tensor<32x16xf32>
    %c = tts.make_block %y offset %o strides [%m, 1] bounds [0 : %n, 0 : %m]
      : (!tt.ptr<f32>) -> !tts.block<16x32xf32>
    %t = tt.trans %x {order = array<i32: 1, 0>}
      : tensor<32x16xf32> -> tensor<16x32xf32>
    tts.store %t, %c : tensor<16x32xf32>, !tts.block<16x32xf32>
    ```
  }];
}

def CPUUnitStrides : Pass<"cpu-unit-strides", "::mlir::ModuleOp"> {
  let summary = "Make a version of a kernel for strides that are 1 at run time";
  let description = [{
    Triton makes an argument that is 1 a constant, but not one that the kernel
    annotates (`stride: int`) or asks to leave alone. Where such an argument is
    the stride of the innermost dim of a block, and of no outer one, a private
    copy of the function is added in which all of them are 1. In a gathered
    index it is what positions are multiplied by, or what the last remainder is
    divided by where a position is taken apart (`p / s0`, `p % s0 / s1`). The function
    names it (`tts.unit_strides`, `tts.unit_stride_args`), and
    `cpu-blocks-to-loops` makes a call of it where the arguments are 1. There,
    blocks are read and written by vectors and not element by element.

    Functions of more than 2,000 operations are left as they are, and so are
    strides that are multiples of 16 (`tt.divisibility`), which are not 1.

    ```mlir
    tt.func @k(%x: !tt.ptr<f32>, %stride: i32) {
      %s = arith.index_cast %stride : i32 to index
      %b = tts.make_block %x offset %o strides [%s] : ...
    ```
    becomes
    ```mlir
    tt.func private @k.unit_strides(%x: !tt.ptr<f32>, %stride: i32) {
      %b = tts.make_block %x offset %o strides [1] : ...
      ...
    tt.func @k(%x: !tt.ptr<f32>, %stride: i32) attributes {
        tts.unit_strides = @k.unit_strides,
        tts.unit_stride_args = array<i32: 1>} {
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CPUMaskBounds : Pass<"cpu-mask-bounds", "::mlir::ModuleOp"> {
  let summary = "Bound what is written of dots by masks of rows or columns";
  let description = [{
    Where all that is made of a dot is written under a mask, and that mask, or
    part of a conjunction, is a 1-D one repeated along the other dims, the
    position after its last bit becomes a bound of the access, in a dim that has
    none. It is found where the mask is, before the products, and rows or columns
    from there on need not be computed: `cpu-dot-few-rows` and
    `cpu-blocks-to-loops` leave them out.

    ```mlir
    %rows = tt.broadcast %row : tensor<64x1xi1> -> tensor<64x64xi1>
    %p = tts.make_block %y offset %o strides [%s, 1] mask %rows : ...
    ```
    becomes
    ```mlir
    %own = arith.select %mask, %one_to_64, %zeros : tensor<64xi1>, tensor<64xi32>
    %last = "tt.reduce"(%own) ... arith.maxsi ...
    %end = arith.index_cast %last : i32 to index
    %p = tts.make_block %y offset %o strides [%s, 1] bounds [0 : %end, 0 : 64] mask %rows : ...
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CPUDotFewRows : Pass<"cpu-dot-few-rows", "::mlir::ModuleOp"> {
  let summary = "Make versions of dots for results of few rows";
  let description = [{
    Where only the first rows of what a `scf.for` with dots computes are written
    (the bounds of the stores tell how many), a version for
    up to eight of them is added, four where a second operand is computed: what
    has rows, in the loop and after it, gets so many, as long as rows do not mix.
    Its dots are marked, and `cpu-blocks-to-loops` packs no operand for them. A
    number of rows that is known makes it the only version. Loops of more than
    300 operations are left as they are.

    ```mlir
    %d = scf.for ... iter_args(%c = %zeros) -> (tensor<16x64xf32>) {
      ...
      %n = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
      scf.yield %n : tensor<16x64xf32>
    }
    %p = tts.make_block %y offset %o strides [%s, 1] bounds [0 : %rows, 0 : 64] : ...
    tts.store %d, %p : ...
    ```
    becomes
    ```mlir
    %few = arith.cmpi sle, %rows, %c8 : index
    scf.if %few {
      %d = scf.for ... iter_args(%c = %zeros) -> (tensor<8x64xf32>) {
        ...
        %n = tt.dot %a, %b, %c {tts.few_rows} : tensor<8x32xf32> * tensor<32x64xf32> -> tensor<8x64xf32>
        scf.yield %n : tensor<8x64xf32>
      }
      %p = tts.make_block %y offset %o strides [%s, 1] bounds [0 : %rows, 0 : 64] : ...
      tts.store %d, %p : tensor<8x64xf32>, !tts.block<8x64xf32>
    } else {
      ...
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def CPUFlattenExchanges : Pass<"cpu-flatten-exchanges", "::mlir::ModuleOp"> {
  let summary = "Have the blocks of sorting networks in one dim";
  let description = [{
    `tl.sort`, `tl.topk` and `tl.flip` make dims of two elements and exchange
    them: `x ^ xor_sum(x)`. In one dim that is a gather at positions with one
    bit flipped, of which the nests make exchanges of registers, or of the lanes
    of one. Where a sum of products with 0 and 1 takes one element of each pair,
    as TorchInductor's sorts do, the bit is cleared or set. All that is computed
    elementwise of it becomes flat as well, what is 0, 1 along a dim becomes a
    bit of the position, and a reduction along one dim has three dims.

    ```mlir
    %xor = "tt.reduce"(%x) <{axis = 1 : i32}> ({ xori }) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
    %e = tt.expand_dims %xor {axis = 1 : i32} : tensor<2x2xi32> -> tensor<2x1x2xi32>
    %b = tt.broadcast %e : tensor<2x1x2xi32> -> tensor<2x2x2xi32>
    %y = arith.xori %x, %b : tensor<2x2x2xi32>
    ```
    becomes
    ```mlir
    %flat = tt.reshape %x : tensor<2x2x2xi32> -> tensor<8xi32>
    %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
    %j = arith.xori %i, dense<2> : tensor<8xi32>
    %z = tt.gather %flat[%j] {axis = 0 : i32} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
    %y = tt.reshape %z : tensor<8xi32> -> tensor<2x2x2xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CPUReduceInLoops : Pass<"cpu-reduce-in-loops", "::mlir::ModuleOp"> {
  let summary = "Reduce in the loop what is accumulated there and reduced after";
  let description = [{
    A block that a `scf.for` only accumulates into, by the operation that
    reduces it once the loop is left, is reduced in every iteration: the loop
    then carries the reduced value. That saves clearing, reading and writing a
    block of scratch. Loops inside the loop that carry the block go along. What
    is accumulated under a mask (`where(mask, acc + x, acc)`) is combined with
    what changes nothing elsewhere (`acc + where(mask, x, -0.0)`) before.

    Sums of floats then meet in another order than the loop has them: what
    cancels per lane need not do so in all of them. Products of floats stay as
    they are, since they overflow and vanish in another order; so do sums
    narrower than 32 bits, since partial sums per lane keep more bits than one
    sum of everything, and all sums without `reorder-sums`, as where Triton's
    `enable_fp_fusion` is off.

    ```mlir
    %acc = scf.for ... iter_args(%a = %zeros) -> (tensor<1024xf32>) {
      %n = arith.addf %a, %x : tensor<1024xf32>
      scf.yield %n : tensor<1024xf32>
    }
    %sum = "tt.reduce"(%acc) ({ addf }) : (tensor<1024xf32>) -> f32
    ```
    becomes
    ```mlir
    %sum = scf.for ... iter_args(%a = %zero) -> (f32) {
      %s = "tt.reduce"(%x) ({ addf }) : (tensor<1024xf32>) -> f32
      %n = arith.addf %a, %s : f32
      scf.yield %n : f32
    }
    ```
  }];
  let options = [
    Option<"reorderSums", "reorder-sums", "bool", "true",
           "Sums of floats, too">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CPUReduceRowsFirst : Pass<"cpu-reduce-rows-first", "::mlir::ModuleOp"> {
  let summary = "Reduce the rows of a block before what they come to";
  let description = [{
    A block of several dims that is reduced whole (`tl.sum(x)`) is made one dim
    first. Its rows, if they have 32 elements or more, are reduced instead, and
    then the results of all rows: a row has bounds where its accesses have
    them, and no position has to be taken apart.

    ```mlir
    %all = tt.reshape %x allow_reorder : tensor<8x4096xf32> -> tensor<32768xf32>
    %sum = "tt.reduce"(%all) <{axis = 0 : i32}> ({ addf }) : (tensor<32768xf32>) -> f32
    ```
    becomes
    ```mlir
    %rows = "tt.reduce"(%x) <{axis = 1 : i32}> ({ addf }) : (tensor<8x4096xf32>) -> tensor<8xf32>
    %sum = "tt.reduce"(%rows) <{axis = 0 : i32}> ({ addf }) : (tensor<8xf32>) -> f32
    ```
  }];
}

def CPUBranchesToSelects : Pass<"cpu-branches-to-selects", "::mlir::ModuleOp"> {
  let summary = "Choose where a branch is the first iteration's, and computes nothing";
  let description = [{
    A loop that starts from what it reads asks in each iteration whether it is
    the first one (Inductor's Welford). Where the branch of the first
    iteration computes nothing, and the other one a few operations an element
    without effects, blocks are computed in all iterations and chosen by the
    condition: a branch would need scratch for all that it gives.

    ```mlir
    scf.for %i = %c0 to %n step %c64 : i32 {
      %first = arith.cmpi eq, %i, %c0 : i32
      %r = scf.if %first -> (tensor<64xf32>) {
        scf.yield %a : tensor<64xf32>
      } else {
        %s = arith.addf %a, %b : tensor<64xf32>
        scf.yield %s : tensor<64xf32>
      }
    }
    ```
    becomes
    ```mlir
    scf.for %i = %c0 to %n step %c64 : i32 {
      %first = arith.cmpi eq, %i, %c0 : i32
      %s = arith.addf %a, %b : tensor<64xf32>
      %r = arith.select %first, %a, %s : tensor<64xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CPUStoreInBranches : Pass<"cpu-store-in-branches", "::mlir::ModuleOp"> {
  let summary = "Store blocks in the branches that compute them";
  let description = [{
    A block that an `scf.if` gives and that is only stored after it, with no
    effect on memory in between, is stored in both branches. It then needs no
    scratch to leave the branch.

    ```mlir
    %r = scf.if %c -> (tensor<1024xf32>) {
      scf.yield %a : tensor<1024xf32>
    } else {
      %s = arith.addf %a, %b : tensor<1024xf32>
      scf.yield %s : tensor<1024xf32>
    }
    tts.store %r, %block : tensor<1024xf32>, !tts.block<1024xf32>
    ```
    becomes
    ```mlir
    scf.if %c {
      tts.store %a, %block : tensor<1024xf32>, !tts.block<1024xf32>
    } else {
      %s = arith.addf %a, %b : tensor<1024xf32>
      tts.store %s, %block : tensor<1024xf32>, !tts.block<1024xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def CPUFuseProducts : Pass<"cpu-fuse-products", "::mlir::ModuleOp"> {
  let summary = "Round a * b + c once";
  let description = [{
    What Triton's `enable_fp_fusion` allows. A product of fp32 or fp64 whose only use is
    a sum or a difference in the same block becomes a `math.fma` with it. A
    product whose only use is to be added up by a `tt.reduce`, by way of a choice
    (`tl.where`) or not, and the addition in the combiner, get the `contract`
    flag: `cpu-blocks-to-loops` fuses them.

    LLVM would fuse what it finds side by side in machine code, and kernels have
    several versions: with and without masks, of one program and of several. A
    lane must not be rounded otherwise in one than in another.

    ```mlir
    %0 = arith.mulf %a, %b : tensor<64xf32>
    %1 = arith.subf %0, %c : tensor<64xf32>
    ```
    becomes
    ```mlir
    %0 = arith.negf %c : tensor<64xf32>
    %1 = math.fma %a, %b, %0 : tensor<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def CPUJoinPrograms : Pass<"cpu-join-programs", "::mlir::ModuleOp"> {
  let summary = "Make a version of a kernel that does programs side by side at once";
  let description = [{
    Tiles of 32 columns are what a GPU reads at once. A CPU that runs the
    programs of such tiles one after the other goes to another row, mostly on
    another page, every 128 bytes. Where programs that follow each other differ
    in the columns of their blocks alone, and lane i of a program is lane
    `i - width` of the next one in all that is read, computed and written, a
    private copy of the function is added whose blocks have the lanes of so many
    programs that a row has 1,024. Its last argument says how many programs
    there are; no lane beyond those is accessed. The function names it
    (`tts.joined`), and `cpu-blocks-to-loops` makes a call of it where a thread
    has been given several programs of a grid with several in a row.

    The order of programs must be free: none waits, prints or uses what an atomic
    gives. What loops carry of such columns, and reductions of them, are joined,
    too, as long as what is carried takes no more than 4,096 elements, or
    131,072 for rows of up to 64 lanes. Kernels with dots and those that scan or
    reduce along rows are left as they are; so are blocks of one row outside of
    such loops, and functions of more than 500 operations.

    Other programs go down a column each, or have single elements, and those of
    the next one lie beside them in all that they access. There each program
    becomes a lane: what differs between programs has one more dim in that copy,
    the last one, and is as long as 1,024 programs, or as the same limits allow.
    What a loop carries and what reductions give is one for each lane; of
    offsets those of the first program are kept. A branch that some of the
    programs take masks what is accessed in it, and is left out where none does.
    Sums come in another order than in a single program, so single programs of a
    row with several (`tts.joined_alone`) go through that copy, too: no result
    depends on which programs a thread was given. Programs are left as they are
    if they write one place all of them, loop a number of times that differs
    between them, or if fewer than 8 lanes would be left.

    ```mlir
    tt.func @k(%x: !tt.ptr<f32>, %stride: index, %columns: index) {
      %id = tt.get_program_id x : i32
      %first = arith.muli %id, %c32 : i32
      %o = arith.index_cast %first : i32 to index
      %left = arith.subi %columns, %o : index
      %b = tts.make_block %x offset %o strides [%stride, 1] bounds [0 : 32, 0 : %left]
        : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    ```
    becomes
    ```mlir
    tt.func private @k.joined(%x: !tt.ptr<f32>, %stride: index, %columns: index,
                              %programs: index) attributes {
        tts.joined_axis = 0 : i32, tts.most_joined = 32 : i64} {
      %lanes = arith.muli %programs, %c32 : index
      ...
      %end = arith.minsi %lanes, %left : index
      %b = tts.make_block %x offset %o strides [%stride, 1] bounds [0 : 32, 0 : %end]
        : (!tt.ptr<f32>) -> !tts.block<32x1024xf32>
      ...
    tt.func @k(%x: !tt.ptr<f32>, %stride: index, %columns: index) attributes {
        tts.joined = @k.joined, tts.joined_axis = 0 : i32} {
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CPUPairAccesses : Pass<"cpu-pair-accesses", "::mlir::ModuleOp"> {
  let summary = "Load and store every second element together with those between";
  let description = [{
    Real and imaginary parts, pairs that are rotated, gates beside their inputs:
    kernels access `x + 2 * i` and `x + 2 * i + 1`. Two loads whose blocks differ
    by one element, whose innermost stride is 2, and which have the same bounds,
    become one load of whole rows that is split; of two stores that follow each
    other the values are joined. What is accessed is the same, in each lane.

    Nothing may be written between two loads, and nothing be read or written
    between two stores. Blocks with masks that are blocks, gathers or indices
    that wrap are left as they are, and so are rows of fewer than four elements,
    and stores of rows that begin between the elements of others by a constant
    stride. Two stores whose rows are mixed by a run-time stride are not ordered
    then, as they are not on a GPU.

    ```mlir
    %b = tts.make_block %x offset %o strides [2] bounds [0 : %n]
      : (!tt.ptr<f32>) -> !tts.block<128xf32>
    %even = tts.load %b : !tts.block<128xf32> -> tensor<128xf32>
    %p = arith.addi %o, %c1 : index
    %c = tts.make_block %x offset %p strides [2] bounds [0 : %n]
      : (!tt.ptr<f32>) -> !tts.block<128xf32>
    %odd = tts.load %c : !tts.block<128xf32> -> tensor<128xf32>
    ```
    becomes
    ```mlir
    %b = tts.make_block %x offset %o strides [1] bounds [0 : %twice]
      : (!tt.ptr<f32>) -> !tts.block<256xf32>
    %all = tts.load %b : !tts.block<256xf32> -> tensor<256xf32>
    %pairs = tt.reshape %all : tensor<256xf32> -> tensor<128x2xf32>
    %even, %odd = tt.split %pairs : tensor<128x2xf32> -> tensor<128xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif

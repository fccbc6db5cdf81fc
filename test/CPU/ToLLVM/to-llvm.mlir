// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-to-llvm --split-input-file | FileCheck %s

// The launcher's guarantees become attributes of the kernel's arguments.
// CHECK-LABEL: llvm.func @kernel
// CHECK-SAME: !llvm.ptr {llvm.noalias, llvm.readonly}
// CHECK-SAME: !llvm.ptr {llvm.noalias, llvm.readonly}
// CHECK-SAME: i64
// CHECK-SAME: i64
// CHECK-SAME: !llvm.ptr {llvm.align = 64 : i64, llvm.noalias}
// CHECK-SAME: {{\[}}"tts-arena-bytes", "4096"]
func.func @kernel(%args: !llvm.ptr, %grid: !llvm.ptr, %first: i64, %last: i64,
                  %arena: !llvm.ptr, %rt: !llvm.ptr)
    attributes {tts.arena_bytes = 4096 : i64} {
  %c1 = arith.constant 1 : i64
  // CHECK: llvm.cond_br
  scf.for %i = %first to %last step %c1 : i64 {
    // CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<16xf32>
    %v = llvm.load %arena : !llvm.ptr -> vector<16xf32>
    // CHECK: llvm.fadd
    %s = arith.addf %v, %v : vector<16xf32>
    // CHECK: llvm.store
    llvm.store %s, %arena : vector<16xf32>, !llvm.ptr
  }
  // CHECK: llvm.return
  return
}

// -----

// What LLVM was to be told anyway stays.
// CHECK-LABEL: llvm.func @told
// CHECK-SAME: passthrough = ["cold", ["tts-arena-bytes", "64"]]
func.func @told(%args: !llvm.ptr, %grid: !llvm.ptr, %first: i64, %last: i64,
                %arena: !llvm.ptr, %rt: !llvm.ptr)
    attributes {tts.arena_bytes = 64 : i64, passthrough = ["cold"]} {
  return
}

// -----

// A private function is no kernel, even with a kernel's signature.
// CHECK-LABEL: llvm.func @kernel.repeated_0
// CHECK-NOT: noalias
// CHECK: llvm.return
func.func private @kernel.repeated_0(%x: !llvm.ptr, %y: !llvm.ptr, %m: i64,
                                     %n: i64, %z: !llvm.ptr, %w: !llvm.ptr) {
  return
}

// -----

// Other functions keep their arguments as they are.
// CHECK-LABEL: llvm.func @helper(%{{.*}}: !llvm.ptr) -> f32
func.func @helper(%p: !llvm.ptr) -> f32 {
  %0 = llvm.load %p : !llvm.ptr -> f32
  // CHECK: llvm.intr.sqrt
  %1 = math.sqrt %0 : f32
  return %1 : f32
}

// -----

// What has no intrinsic becomes a call of libm.
// CHECK: llvm.func @erff(f32) -> f32
// CHECK-LABEL: llvm.func @library
func.func @library(%x: f32) -> f32 {
  // CHECK: llvm.call @erff
  %0 = math.erf %x : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: llvm.func @contracted
func.func @contracted(%a: f32, %b: f32, %c: f32) -> f32 {
  // CHECK: llvm.fmul {{.*}} {fastmathFlags = #llvm.fastmath<contract>}
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  // CHECK: llvm.fadd {{.*}} {fastmathFlags = #llvm.fastmath<contract>}
  %1 = arith.addf %0, %c fastmath<contract> : f32
  return %1 : f32
}

// -----

// A loop's hint ends on the branch that closes it, as LLVM's own attribute.
// CHECK: #[[HINT:.*]] = #llvm.loop_annotation<licm = #{{.*}}>
// CHECK-LABEL: llvm.func @hint
// CHECK: llvm.cond_br {{.*}} {loop_annotation = #[[HINT]]}
func.func @hint(%p: !llvm.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i64 {
    llvm.store volatile %i, %p : i64, !llvm.ptr
  } {llvm.loop_annotation =
      #llvm.loop_annotation<licm = <disable = true, versioningDisable = true>>}
  return
}

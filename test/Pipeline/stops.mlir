// The tool goes from stop to stop, and phase by phase, under the names that Python has.
// RUN: triton-shared-opt %s --ttir-to-structured | FileCheck %s --check-prefix=STRUCTURED
// RUN: triton-shared-opt %s --ttir-to-structured --structured-to-loops | FileCheck %s --check-prefix=LOOPS
// RUN: triton-shared-opt %s --ttir-to-structured --structured-to-loops --loops-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: triton-shared-opt %s --triton-to-linalg --plain-bufferize --plain-loops | FileCheck %s --check-prefix=PLAIN
// RUN: triton-shared-opt %s --triton-to-linalg --plain-bufferize --plain-loops --plain-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: triton-shared-opt %s --ttir-to-structured --cpu-blocks-to-loops --clean-loops | FileCheck %s --check-prefix=LOOPS

// STRUCTURED: tt.func public @double
// STRUCTURED: tts.load
// STRUCTURED: tts.store

// LOOPS: func.func @double
// LOOPS: scf.for
// LOOPS: vector
// LOOPS-NOT: tts.

// PLAIN: func.func
// PLAIN: scf.for
// PLAIN-NOT: linalg.

// LLVM: llvm.func @double
// LLVM-NOT: scf.
tt.func public @double(%p: !tt.ptr<f32>) {
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %a = tt.addptr %b, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %v = tt.load %a : tensor<256x!tt.ptr<f32>>
  %w = arith.addf %v, %v : tensor<256xf32>
  tt.store %a, %w : tensor<256x!tt.ptr<f32>>
  tt.return
}

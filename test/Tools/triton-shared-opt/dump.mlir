// TRITON_SHARED_DUMP_DIR serves the tool as well: the IR after every pass, in a
// folder a module and pipeline.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env TRITON_SHARED_DUMP_DIR=%t/ir triton-shared-opt --ttir-to-structured %s -o %t/out
// RUN: env TRITON_SHARED_DUMP_DIR=%t/ir triton-shared-opt --triton-normalize %s -o %t/out
// RUN: ls %t/ir | FileCheck %s --check-prefix=FOLDERS
// RUN: ls %t/ir/store_kernel-* | FileCheck %s --check-prefix=FILES
// RUN: cat %t/ir/store_kernel-*/*-triton-to-structured.mlir | FileCheck %s
// RUN: not env TRITON_SHARED_DUMP_DIR=%t/out/ir triton-shared-opt --triton-normalize %s -o %t/not 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not ls %t/not

// FOLDERS-COUNT-2: {{^}}store_kernel-{{[0-9a-f]+$}}
// FOLDERS-NOT: {{.}}
// FILES-DAG: 00-input.mlir
// FILES-DAG: 01-triton-normalize.mlir
// FILES-DAG: 03-triton-to-structured.mlir
// CHECK: tts.store
// ERROR: error: cannot dump IR to '{{.*}}/out/ir/store_kernel-{{.*}}': Not a directory
tt.func public @store_kernel(%x: !tt.ptr<f32>) {
  %c = arith.constant dense<1.0> : tensor<64xf32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %p, %c : tensor<64x!tt.ptr<f32>>
  tt.return
}

// The folder of a dump lies below the one asked for, whatever a symbol is called; a
// folder that cannot be written is told once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir -p %t/below
// RUN: env TRITON_SHARED_DUMP_DIR=%t/below triton-shared-opt --cse %s -o %t/out
// RUN: ls %t %t/below | FileCheck %s
// RUN: not env TRITON_SHARED_DUMP_DIR=%t/out triton-shared-opt --triton-to-linalg %s 2>&1 | FileCheck %s --check-prefix=ONCE
// CHECK: below
// CHECK-NEXT: out
// CHECK: kernel.._.._esc-{{[0-9a-f]+$}}
// ONCE: error: cannot dump IR to
// ONCE-NOT: error
func.func @"../../esc"() {
  return
}

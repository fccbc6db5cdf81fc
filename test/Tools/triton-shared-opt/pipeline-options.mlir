// A named pipeline that is given options it does not have says so.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not triton-shared-opt %s --triton-to-linalg=a=1 2>&1 | FileCheck %s
// RUN: not triton-shared-opt %s "--pass-pipeline=builtin.module(clean-loops{b})" 2>&1 | FileCheck %s --check-prefix=TEXT
// CHECK: error: 'triton-to-linalg' has no options, but was given 'a=1'
// TEXT: error: 'clean-loops' has no options, but was given 'b'
module {
}

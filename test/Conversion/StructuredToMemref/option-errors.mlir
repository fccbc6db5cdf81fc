// A wrong option is an error, not an assertion.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not triton-shared-opt "--structured-to-memref=loads=never" %s 2>&1 | FileCheck %s
// CHECK: error: 'loads' is 'copy' or 'in-place', not 'never'
// RUN: not triton-shared-opt "--structured-to-memref=views=some" %s 2>&1 | FileCheck %s --check-prefix=VIEWS
// VIEWS: error: 'views' is 'all' or 'defined', not 'some'
module {}

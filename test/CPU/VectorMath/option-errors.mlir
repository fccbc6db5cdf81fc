// Wrong options are errors that name them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not triton-shared-opt %s --cpu-vector-math=features=mmx9 2>&1 | FileCheck %s --check-prefix=MATH
// RUN: not triton-shared-opt %s --cpu-library-functions=features=mmx9 2>&1 | FileCheck %s --check-prefix=LIBRARY
// MATH: error: cpu-vector-math: unknown features 'mmx9'
// LIBRARY: error: cpu-library-functions: unknown features 'mmx9'
module {}

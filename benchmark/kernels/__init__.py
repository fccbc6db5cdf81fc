# Kernels that only the benchmarks and the tests use; the tutorials' are in triton_shared.examples.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

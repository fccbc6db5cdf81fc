# The kernels of Triton's tutorials as ordinary user code: what the demo, the tests and the
# benchmarks run. Nothing in them knows about this backend.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

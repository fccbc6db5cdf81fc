# Running kernels on Triton's interpreter as an oracle: for our tests, our fuzzer, and backends.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

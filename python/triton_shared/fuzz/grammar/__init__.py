# What the fuzzer's kernels are made of, by subject.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each production is a function of a `Draft`: it adds statements to it, or nothing at all when what
it needs is not in scope. `triton_shared.fuzz.generate` draws them by weight.
"""

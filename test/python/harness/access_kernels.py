# Kernels that copy through a mask: the address, the mask and `other` are filled in.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

MASKED = """
@triton.jit
def kernel(X, Z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(X + i, mask={mask}, other={other})
    tl.store(Z + i, x)
"""

MATRIX = """
@triton.jit
def kernel(X, Z, M, N, sm, sn, B0: tl.constexpr, B1: tl.constexpr):
    r = tl.program_id(0) * B0 + tl.arange(0, B0)
    c = tl.program_id(1) * B1 + tl.arange(0, B1)
    rows = r[:, None]
    cols = c[None, :]
    x = tl.load(X + ({address}), mask={mask}, other=-1.0)
    tl.store(Z + rows * {width} + cols, x)
"""

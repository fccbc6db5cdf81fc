# The kernels of gpu_unchanged.py: Triton reads their sources from a file.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    total = tl.load(x_ptr + offsets, mask) + tl.load(y_ptr + offsets, mask)
    tl.store(out_ptr + offsets, total, mask)


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, N, K, BLOCK: tl.constexpr):
    """c = a @ b for sizes that are multiples of BLOCK; b and c have N columns."""
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    steps = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for k in range(0, K, BLOCK):
        a = tl.load(a_ptr + rows[:, None] * K + (k + steps)[None, :])
        b = tl.load(b_ptr + (k + steps)[:, None] * N + columns[None, :])
        total = tl.dot(a, b, total)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], total)

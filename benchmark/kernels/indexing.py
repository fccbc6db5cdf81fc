# Indirect access: embedding rows gathered by index, and rows added by atomics.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import torch
import triton
import triton.language as tl

from triton_shared.examples.sizes import cdiv, next_power_of_2


@triton.jit
def embedding_kernel(
    table_ptr, index_ptr, y_ptr, n_index, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr
):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    cols = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    index = tl.load(index_ptr + rows, mask=rows < n_index, other=0)
    inside = (rows[:, None] < n_index) & (cols[None, :] < N)
    values = tl.load(table_ptr + index[:, None] * N + cols[None, :], mask=inside)
    tl.store(y_ptr + rows[:, None] * N + cols[None, :], values, mask=inside)


@triton.jit
def index_add_kernel(
    y_ptr, index_ptr, x_ptr, n_index, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr
):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    cols = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    index = tl.load(index_ptr + rows, mask=rows < n_index, other=0)
    inside = (rows[:, None] < n_index) & (cols[None, :] < N)
    values = tl.load(x_ptr + rows[:, None] * N + cols[None, :], mask=inside)
    tl.atomic_add(y_ptr + index[:, None] * N + cols[None, :], values, mask=inside, sem="relaxed")


def _blocks(n: int) -> tuple[int, int]:
    return 32, min(128, next_power_of_2(n))


def embedding(table: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """`table[index]` for a flat index."""
    N = table.shape[1]
    y = torch.empty((index.numel(), N), dtype=table.dtype, device=table.device)
    block_m, block_n = _blocks(N)
    grid = (cdiv(index.numel(), block_m), cdiv(N, block_n))
    embedding_kernel[grid](table, index, y, index.numel(), N, BLOCK_M=block_m, BLOCK_N=block_n)
    return y


def index_add_(y: torch.Tensor, index: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """Add row i of `x` to row `index[i]` of `y`, in place."""
    N = x.shape[1]
    block_m, block_n = _blocks(N)
    grid = (cdiv(index.numel(), block_m), cdiv(N, block_n))
    index_add_kernel[grid](y, index, x, index.numel(), N, BLOCK_M=block_m, BLOCK_N=block_n)
    return y

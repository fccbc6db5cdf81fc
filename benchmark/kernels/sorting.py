# Sorted rows and their largest elements, by the networks of `tl.sort` and `tl.topk`.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import torch
import triton
import triton.language as tl

from triton_shared.examples.sizes import next_power_of_2


@triton.jit
def sort_kernel(x_ptr, y_ptr, stride, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    inside = cols < N
    x = tl.load(x_ptr + row * stride + cols, mask=inside, other=float("inf"))
    tl.store(y_ptr + row * stride + cols, tl.sort(x), mask=inside)


@triton.jit
def topk_kernel(x_ptr, y_ptr, stride, N, K: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride + cols, mask=cols < N, other=-float("inf"))
    tl.store(y_ptr + row * K + tl.arange(0, K), tl.topk(x, K))


def row_sort(x: torch.Tensor) -> torch.Tensor:
    """Each row of [M, N] in ascending order."""
    M, N = x.shape
    y = torch.empty_like(x)
    sort_kernel[(M,)](x, y, x.stride(0), N, BLOCK=next_power_of_2(N))
    return y


def row_topk(x: torch.Tensor, k: int) -> torch.Tensor:
    """The k largest elements of each row of [M, N], a power of two, in descending order: [M, k]."""
    M, N = x.shape
    y = torch.empty((M, k), dtype=x.dtype, device=x.device)
    topk_kernel[(M,)](x, y, x.stride(0), N, K=k, BLOCK=next_power_of_2(N))
    return y

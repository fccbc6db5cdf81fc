# Elementwise kernels: GELU (tanh form), SwiGLU, and a copy that transposes.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

from triton_shared.examples.sizes import cdiv, next_power_of_2


@triton.jit
def gelu_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=inside).to(tl.float32)
    inner = 0.7978845608028654 * (x + 0.044715 * x * x * x)
    y = 0.5 * x * (1.0 + libdevice.tanh(inner))
    tl.store(y_ptr + offsets, y, mask=inside)


@triton.jit
def swiglu_kernel(a_ptr, b_ptr, y_ptr, stride, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * stride
    cols = tl.arange(0, BLOCK)
    inside = cols < N
    a = tl.load(a_ptr + row + cols, mask=inside, other=0).to(tl.float32)
    b = tl.load(b_ptr + row + cols, mask=inside, other=0)
    y = (a * tl.sigmoid(a)).to(b.dtype) * b
    tl.store(y_ptr + row + cols, y, mask=inside)


@triton.jit
def transpose_kernel(x_ptr, y_ptr, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    cols = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    inside = (rows[:, None] < M) & (cols[None, :] < N)
    x = tl.load(x_ptr + rows[:, None] * N + cols[None, :], mask=inside)
    inside_t = (cols[:, None] < N) & (rows[None, :] < M)
    tl.store(y_ptr + cols[:, None] * M + rows[None, :], tl.trans(x), mask=inside_t)


def gelu(x: torch.Tensor, block: int = 1024) -> torch.Tensor:
    """GELU in its tanh form."""
    y = torch.empty_like(x)
    gelu_kernel[(cdiv(x.numel(), block),)](x, y, x.numel(), BLOCK=block)
    return y


def swiglu(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """`silu(a) * b` for contiguous matrices."""
    M, N = a.shape
    y = torch.empty_like(a)
    swiglu_kernel[(M,)](a, b, y, a.stride(0), N, BLOCK=next_power_of_2(N))
    return y


def transpose_copy(x: torch.Tensor, block: tuple[int, int] = (64, 64)) -> torch.Tensor:
    """A contiguous copy of `x.t()`."""
    M, N = x.shape
    y = torch.empty((N, M), dtype=x.dtype, device=x.device)
    grid = (cdiv(M, block[0]), cdiv(N, block[1]))
    transpose_kernel[grid](x, y, M, N, BLOCK_M=block[0], BLOCK_N=block[1])
    return y

# Reductions and scans: column sum, row argmax, row cumulative sum, RMS norm, cross entropy.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import torch
import triton
import triton.language as tl

from triton_shared.examples.sizes import cdiv, next_power_of_2


@triton.jit
def column_sum_kernel(x_ptr, y_ptr, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, M, BLOCK_M):
        rows = start + tl.arange(0, BLOCK_M)
        inside = (rows[:, None] < M) & (cols[None, :] < N)
        total += tl.load(x_ptr + rows[:, None] * N + cols[None, :], mask=inside, other=0.0)
    tl.store(y_ptr + cols, tl.sum(total, axis=0), mask=cols < N)


@triton.jit
def argmax_kernel(x_ptr, y_ptr, stride, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride + cols, mask=cols < N, other=-float("inf"))
    tl.store(y_ptr + row, tl.argmax(x, axis=0).to(tl.int64))


@triton.jit
def cumsum_kernel(x_ptr, y_ptr, stride, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    inside = cols < N
    x = tl.load(x_ptr + row * stride + cols, mask=inside, other=0.0)
    tl.store(y_ptr + row * stride + cols, tl.cumsum(x, axis=0), mask=inside)


@triton.jit
def rms_norm_kernel(x_ptr, w_ptr, y_ptr, stride, N, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    inside = cols < N
    x = tl.load(x_ptr + row * stride + cols, mask=inside, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + cols, mask=inside, other=0.0)
    rstd = tl.rsqrt(tl.sum(x * x, axis=0) / N + eps)
    tl.store(y_ptr + row * stride + cols, x * rstd * w, mask=inside)


@triton.jit
def cross_entropy_kernel(x_ptr, target_ptr, loss_ptr, stride, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_ptr += row * stride
    target = tl.load(target_ptr + row)
    maximum = -float("inf")
    total = 0.0
    for start in range(0, N, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + cols, mask=cols < N, other=-float("inf")).to(tl.float32)
        new_maximum = tl.maximum(maximum, tl.max(x, axis=0))
        total = total * tl.exp(maximum - new_maximum) + tl.sum(tl.exp(x - new_maximum), axis=0)
        maximum = new_maximum
    picked = tl.load(x_ptr + target).to(tl.float32)
    tl.store(loss_ptr + row, tl.log(total) + maximum - picked)


def column_sum(x: torch.Tensor, block: tuple[int, int] = (32, 128)) -> torch.Tensor:
    """Sum over the rows of a contiguous matrix."""
    M, N = x.shape
    y = torch.empty((N,), dtype=x.dtype, device=x.device)
    column_sum_kernel[(cdiv(N, block[1]),)](x, y, M, N, BLOCK_M=block[0], BLOCK_N=block[1])
    return y


def row_argmax(x: torch.Tensor) -> torch.Tensor:
    """Index of each row's first maximum."""
    M, N = x.shape
    y = torch.empty((M,), dtype=torch.int64, device=x.device)
    argmax_kernel[(M,)](x, y, x.stride(0), N, BLOCK=next_power_of_2(N))
    return y


def row_cumsum(x: torch.Tensor) -> torch.Tensor:
    """Running sums along each row."""
    M, N = x.shape
    y = torch.empty_like(x)
    cumsum_kernel[(M,)](x, y, x.stride(0), N, BLOCK=next_power_of_2(N))
    return y


def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float = 1e-6) -> torch.Tensor:
    """RMS norm over the last axis of a contiguous matrix."""
    M, N = x.shape
    y = torch.empty_like(x)
    rms_norm_kernel[(M,)](x, weight, y, x.stride(0), N, eps, BLOCK=next_power_of_2(N))
    return y


def cross_entropy(x: torch.Tensor, target: torch.Tensor, block: int = 4096) -> torch.Tensor:
    """Cross entropy of each row of logits, not reduced."""
    M, N = x.shape
    loss = torch.empty((M,), dtype=torch.float32, device=x.device)
    block = min(block, next_power_of_2(N))
    cross_entropy_kernel[(M,)](x, target, loss, x.stride(0), N, BLOCK=block)
    return loss

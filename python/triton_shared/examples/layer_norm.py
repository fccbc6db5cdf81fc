# Layer norm, forward and backward: the weight gradients are first added into a few partial rows,
# each guarded by a spin lock, and then summed by a second kernel.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from typing import Any

import torch
import triton
import triton.language as tl

from .sizes import cdiv, next_power_of_2


@triton.jit
def _layer_norm_fwd_fused(X, Y, W, B, Mean, Rstd, stride, N, eps, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0)
    Y += row * stride
    X += row * stride
    total = tl.zeros([BLOCK_SIZE], dtype=tl.float32)
    for off in range(0, N, BLOCK_SIZE):
        cols = off + tl.arange(0, BLOCK_SIZE)
        total += tl.load(X + cols, mask=cols < N, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / N
    squares = tl.zeros([BLOCK_SIZE], dtype=tl.float32)
    for off in range(0, N, BLOCK_SIZE):
        cols = off + tl.arange(0, BLOCK_SIZE)
        x = tl.load(X + cols, mask=cols < N, other=0.0).to(tl.float32)
        x = tl.where(cols < N, x - mean, 0.0)
        squares += x * x
    rstd = 1 / tl.sqrt(tl.sum(squares, axis=0) / N + eps)
    tl.store(Mean + row, mean)
    tl.store(Rstd + row, rstd)
    for off in range(0, N, BLOCK_SIZE):
        cols = off + tl.arange(0, BLOCK_SIZE)
        inside = cols < N
        w = tl.load(W + cols, mask=inside)
        b = tl.load(B + cols, mask=inside)
        x = tl.load(X + cols, mask=inside, other=0.0).to(tl.float32)
        tl.store(Y + cols, (x - mean) * rstd * w + b, mask=inside)


@triton.jit
def _layer_norm_bwd_dx_fused(
    DX,
    DY,
    DW,
    DB,
    X,
    W,
    Mean,
    Rstd,
    Lock,
    stride,
    N,
    GROUP_SIZE_M: tl.constexpr,
    BLOCK_SIZE_N: tl.constexpr,
):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK_SIZE_N)
    inside = cols < N
    X += row * stride
    DY += row * stride
    DX += row * stride
    # Lock holds GROUP_SIZE_M locks, then as many flags that say whether a partial row was written.
    lock_id = row % GROUP_SIZE_M
    Lock += lock_id
    Count = Lock + GROUP_SIZE_M
    DW = DW + lock_id * N + cols
    DB = DB + lock_id * N + cols
    x = tl.load(X + cols, mask=inside, other=0).to(tl.float32)
    dy = tl.load(DY + cols, mask=inside, other=0).to(tl.float32)
    w = tl.load(W + cols, mask=inside).to(tl.float32)
    mean = tl.load(Mean + row)
    rstd = tl.load(Rstd + row)

    xhat = tl.where(inside, (x - mean) * rstd, 0.0)
    wdy = tl.where(inside, w * dy, 0.0)
    c1 = tl.sum(xhat * wdy, axis=0) / N
    c2 = tl.sum(wdy, axis=0) / N
    tl.store(DX + cols, (wdy - (xhat * c1 + c2)) * rstd, mask=inside)

    partial_dw = (dy * xhat).to(w.dtype)
    partial_db = dy.to(w.dtype)
    while tl.atomic_cas(Lock, 0, 1) == 1:
        pass
    count = tl.load(Count)
    if count == 0:
        tl.atomic_xchg(Count, 1)
    else:
        partial_dw += tl.load(DW, mask=inside)
        partial_db += tl.load(DB, mask=inside)
    tl.store(DW, partial_dw, mask=inside)
    tl.store(DB, partial_db, mask=inside)
    # Every lane's store must be visible before the lock is free again.
    tl.debug_barrier()
    tl.atomic_xchg(Lock, 0)


@triton.jit
def _layer_norm_bwd_dwdb(
    DW, DB, FINAL_DW, FINAL_DB, M, N, BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr
):
    cols = tl.program_id(0) * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
    dw = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    db = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    for i in range(0, M, BLOCK_SIZE_M):
        rows = i + tl.arange(0, BLOCK_SIZE_M)
        inside = (rows[:, None] < M) & (cols[None, :] < N)
        offs = rows[:, None] * N + cols[None, :]
        dw += tl.load(DW + offs, mask=inside, other=0.0)
        db += tl.load(DB + offs, mask=inside, other=0.0)
    tl.store(FINAL_DW + cols, tl.sum(dw, axis=0), mask=cols < N)
    tl.store(FINAL_DB + cols, tl.sum(db, axis=0), mask=cols < N)


def _group_size(n: int) -> int:
    """How many partial weight-gradient rows: more for short rows, where the lock is held often."""
    if n <= 1024:
        return 256
    if n <= 4096:
        return 128
    return 96 if n <= 8192 else 64


def layer_norm_forward(
    x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, eps: float = 1e-5
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Normalise the last axis of `x` [..., N], contiguous, by fp32; `weight` and `bias` are [N].

    Returns the result, and the means and reciprocal deviations [M] of all M rows in fp32.
    """
    y = torch.empty_like(x)
    rows = x if x.dim() == 2 else x.reshape(-1, x.shape[-1])
    M, N = rows.shape
    mean, rstd = x.new_empty(M, dtype=torch.float32), x.new_empty(M, dtype=torch.float32)
    block_size = min(65536 // x.element_size(), next_power_of_2(N))
    _layer_norm_fwd_fused[(M,)](
        rows, y, weight, bias, mean, rstd, rows.stride(0), N, eps, BLOCK_SIZE=block_size
    )
    return y, mean, rstd


def layer_norm_backward(
    dy: torch.Tensor,
    x: torch.Tensor,
    weight: torch.Tensor,
    mean: torch.Tensor,
    rstd: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Gradients of `x` [..., N], `weight` and `bias` [N] from `dy`, of the shape of `x`, and from
    what `layer_norm_forward` returned."""
    rows = x if x.dim() == 2 else x.reshape(-1, x.shape[-1])
    M, N = rows.shape
    groups = _group_size(N)
    locks = x.new_zeros(2 * groups, dtype=torch.int32)
    # The flags beside the locks say which rows hold something, so that none is cleared first. One
    # block of memory for both: two would be given back to the system at every call.
    partial_dw = x.new_empty(2 * groups, N)
    partial_db = partial_dw[groups:]
    dw, db = torch.empty_like(weight), torch.empty_like(weight)
    dx = torch.empty_like(dy)
    _layer_norm_bwd_dx_fused[(M,)](
        dx,
        dy,
        partial_dw,
        partial_db,
        rows,
        weight,
        mean,
        rstd,
        locks,
        rows.stride(0),
        N,
        GROUP_SIZE_M=groups,
        BLOCK_SIZE_N=next_power_of_2(N),
    )
    _layer_norm_bwd_dwdb[(cdiv(N, 128),)](
        partial_dw,
        partial_db,
        dw,
        db,
        min(groups, M),
        N,
        BLOCK_SIZE_M=32,
        BLOCK_SIZE_N=128,
    )
    return dx, dw, db


class LayerNorm(torch.autograd.Function):
    """Layer norm over the last axis, as an autograd function."""

    @staticmethod
    def forward(
        ctx: Any,
        x: torch.Tensor,
        weight: torch.Tensor,
        bias: torch.Tensor,
        eps: float = 1e-5,
    ) -> torch.Tensor:
        """See `layer_norm_forward`."""
        y, mean, rstd = layer_norm_forward(x, weight, bias, eps)
        ctx.save_for_backward(x, weight, mean, rstd)
        return y

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """See `layer_norm_backward`."""
        x, weight, mean, rstd = ctx.saved_tensors
        dx, dw, db = layer_norm_backward(grads[0].contiguous(), x, weight, mean, rstd)
        return dx, dw, db, None


def layer_norm(
    x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, eps: float = 1e-5
) -> torch.Tensor:
    """Differentiable layer norm over the last axis of `x` [..., N], contiguous; `weight` and
    `bias` are [N]."""
    result: torch.Tensor = LayerNorm.apply(x, weight, bias, eps)
    return result

# What a language model runs for one token at a time: weights of 8 and 4 bits, and
# attention of one query a head, in blocks of 16 rows as GPUs want them.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import torch
import triton
import triton.language as tl

from triton_shared.examples.sizes import cdiv, next_power_of_2


@triton.jit
def int8_linear_kernel(
    x_ptr,
    w_ptr,
    scale_ptr,
    y_ptr,
    M,
    N,
    K,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
):
    m = tl.program_id(1) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    sums = tl.zeros((BLOCK_M, BLOCK_N), tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        x = tl.load(x_ptr + m[:, None] * K + k[None, :], mask=m[:, None] < M, other=0.0)
        w = tl.load(w_ptr + n[None, :] * K + k[:, None])
        sums = tl.dot(x, w.to(x.dtype), sums)
    y = sums * tl.load(scale_ptr + n)[None, :]
    tl.store(y_ptr + m[:, None] * N + n[None, :], y, mask=m[:, None] < M)


def int8_linear(x: torch.Tensor, w: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """`x @ (w * scale[:, None]).T` of `x` [M, K], int8 `w` [N, K]; N and K multiples of 64."""
    (m, k), n = x.shape, w.shape[0]
    y = torch.empty((m, n), dtype=x.dtype)
    grid = (n // 64, cdiv(m, 16))
    int8_linear_kernel[grid](x, w, scale, y, m, n, k, BLOCK_M=16, BLOCK_N=64, BLOCK_K=64)
    return y


@triton.jit
def int4_linear_kernel(
    x_ptr,
    w_ptr,
    scale_ptr,
    y_ptr,
    M,
    N,
    K,
    GROUP: tl.constexpr,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
):
    m = tl.program_id(1) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    sums = tl.zeros((BLOCK_M, BLOCK_N), tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        x = tl.load(x_ptr + m[:, None] * K + k[None, :], mask=m[:, None] < M, other=0.0)
        eight = tl.load(w_ptr + (k[:, None] // 8) * N + n[None, :])
        scale = tl.load(scale_ptr + (start // GROUP) * N + n)
        w = ((eight >> ((k % 8) * 4)[:, None]) & 15) - 8
        sums = tl.dot(x, (w * scale[None, :]).to(x.dtype), sums)
    tl.store(y_ptr + m[:, None] * N + n[None, :], sums, mask=m[:, None] < M)


def int4_linear(x: torch.Tensor, w: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """`x` [M, K] times weights of 4 bits, eight of them along K in an int32 of `w` [K / 8, N],
    8 for zero, with a `scale` [K / group, N]; groups, N and K are multiples of 64."""
    (m, k), n = x.shape, w.shape[1]
    y = torch.empty((m, n), dtype=x.dtype)
    grid, group = (n // 64, cdiv(m, 16)), k // scale.shape[0]
    int4_linear_kernel[grid](
        x, w, scale, y, m, n, k, GROUP=group, BLOCK_M=16, BLOCK_N=64, BLOCK_K=64
    )
    return y


@triton.jit
def attention_kernel(
    q_ptr,
    k_ptr,
    v_ptr,
    o_ptr,
    L,
    heads,
    scale,
    GROUP: tl.constexpr,
    BLOCK_H: tl.constexpr,
    BLOCK_N: tl.constexpr,
    D: tl.constexpr,
):
    # The queries of all heads that share keys and values are the rows of one block.
    shared = tl.program_id(0).to(tl.int64) * heads + tl.program_id(1)
    h, d = tl.arange(0, BLOCK_H), tl.arange(0, D)
    place = (shared * GROUP + h)[:, None] * D + d[None, :]
    live = h < GROUP
    q = tl.load(q_ptr + place, mask=live[:, None], other=0.0)
    k_ptr += shared * L * D
    v_ptr += shared * L * D
    most = tl.zeros([BLOCK_H], tl.float32) - float("inf")
    weight = tl.zeros([BLOCK_H], tl.float32)
    sums = tl.zeros([BLOCK_H, D], tl.float32)
    for start in range(0, L, BLOCK_N):
        n = start + tl.arange(0, BLOCK_N)
        inside = n < L
        k = tl.load(k_ptr + n[None, :] * D + d[:, None], mask=inside[None, :], other=0.0)
        score = tl.dot(q, k) * scale
        score = tl.where(live[:, None] & inside[None, :], score, float("-inf"))
        v = tl.load(v_ptr + n[:, None] * D + d[None, :], mask=inside[:, None], other=0.0)
        now = tl.maximum(tl.max(score, 1), most)
        shrink = tl.exp(most - now)
        p = tl.exp(score - now[:, None])
        sums = tl.dot(p.to(v.dtype), v, sums * shrink[:, None])
        weight = weight * shrink + tl.sum(p, 1)
        most = now
    tl.store(o_ptr + place, sums / weight[:, None], mask=live[:, None])


def decode_attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Attention of queries [batch, heads, 1, D] to keys and values [batch, shared heads, L, D], all
    of them contiguous; heads / shared heads consecutive queries share keys and values."""
    batch, shared, length, dim = k.shape
    group = q.shape[1] // shared
    o = torch.empty_like(q)
    attention_kernel[(batch, shared)](
        q,
        k,
        v,
        o,
        length,
        shared,
        dim**-0.5,
        GROUP=group,
        BLOCK_H=max(16, next_power_of_2(group)),
        BLOCK_N=32,
        D=dim,
    )
    return o

# Products of few channels in blocks of many: operands are copied as far as they are not zero.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small whole numbers, so that sums are exact in any order."""

from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

cdiv = triton.cdiv


@triton.jit
def taps(
    X, R, W, Y, rows, columns, count, sm, sc, C, KNOWN: tl.constexpr, ACC: tl.constexpr,
    M: tl.constexpr, N: tl.constexpr, K: tl.constexpr,
):  # fmt: skip
    """Rows that are looked up, of as many channels as there are, once for each tap."""
    channels = C if KNOWN == 0 else KNOWN
    m = tl.program_id(0) * M + tl.arange(0, M)
    n = tl.program_id(1) * N + tl.arange(0, N)
    c = tl.arange(0, K)
    acc = tl.zeros((M, N), ACC)
    for t in range(count):
        row = tl.load(R + t * rows + m, mask=m < rows, other=-1)
        inside = (row >= 0)[:, None] & (c < channels)[None, :]
        a = tl.load(X + row[:, None] * sm + c[None, :] * sc, mask=inside, other=0)
        kept = (c < channels)[:, None] & (n < columns)[None, :]
        b = tl.load(W + (t * channels + c)[:, None] * columns + n[None, :], mask=kept, other=0)
        acc = tl.dot(a, b, acc, out_dtype=ACC)
    inside = (m < rows)[:, None] & (n < columns)[None, :]
    tl.store(Y + m[:, None] * columns + n[None, :], acc, mask=inside)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("first", ["channels", "rows"])
@pytest.mark.parametrize("columns", [1, 40])
@pytest.mark.parametrize("channels", [32, 1, 3, 8, 17, 31])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16, torch.int8])
def test_taps(dtype: torch.dtype, channels: int, columns: int, first: str, known: bool) -> None:
    rows, count = 50, 5
    x = torch.randint(-4, 5, (rows, channels)).to(dtype)
    w = torch.randint(-4, 5, (count, channels, columns)).to(dtype)
    index = torch.randint(-1, rows, (count, rows), dtype=torch.int32)
    stored = x if first == "rows" else x.T.contiguous().T
    exact = torch.int32 if dtype == torch.int8 else torch.float32
    y = torch.full((rows, columns), 7, dtype=exact)
    # What is left in scratch of as many channels as there is room for must not be read.
    whole = torch.full((rows, 32), 100 if dtype == torch.int8 else float("nan")).to(dtype)
    weights = torch.ones(count, 32, columns).to(dtype)
    acc = tl.int32 if dtype == torch.int8 else tl.float32
    for source, factors, used in ((whole, weights, 32), (stored, w, channels)):
        taps[(cdiv(rows, 16), cdiv(columns, 32))](
            source, index, factors, y, rows, columns, count, source.stride(0), source.stride(1),
            used, KNOWN=used if known else 0, ACC=acc, M=16, N=32, K=32,
        )  # fmt: skip
    picked = torch.where((index >= 0)[:, :, None], x.long()[index.long()], 0)
    assert torch.equal(y.long(), torch.einsum("trc,tcn->rn", picked, w.long()))

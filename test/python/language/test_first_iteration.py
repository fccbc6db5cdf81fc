# Loops that start from what they read: Welford's method, as TorchInductor writes it.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from triton_shared.testing.check import check

_WELFORD = """
@triton.jit
def combine(mean_a, m2_a, weight_a, mean_b, m2_b, weight_b):
    delta, weight = mean_b - mean_a, weight_a + weight_b
    part = tl.where(weight == 0.0, 0.0, weight_b / weight)
    return mean_a + delta * part, m2_a + m2_b + delta * delta * weight_a * part, weight

@triton.jit
def kernel(X, MEAN, M2, WEIGHT, rows, columns, M: tl.constexpr, N: tl.constexpr):
    r = tl.program_id(0) * M + tl.arange(0, M)[:, None]
    mean = tl.zeros([M, N], tl.float32)
    m2 = tl.zeros([M, N], tl.float32)
    weight = tl.zeros([M, N], tl.float32)
    for first in tl.range(0, columns, N):
        c = first + tl.arange(0, N)[None, :]
        inside = (r < rows) & (c < columns)
        x = tl.load(X + r * columns + c, mask=inside, other=0.0).to(tl.float32)
        if first == 0:
            next_mean, next_m2, next_weight = x, tl.zeros_like(m2), tl.full([M, N], 1, tl.float32)
        else:
            delta = x - mean
            next_weight = weight + 1
            next_mean = mean + delta / next_weight
            next_m2 = m2 + delta * (x - next_mean)
        mean = tl.where(inside, next_mean, mean)
        m2 = tl.where(inside, next_m2, m2)
        weight = tl.where(inside, next_weight, weight)
    mean, m2, weight = tl.reduce((mean, m2, weight), 1, combine)
    row = tl.program_id(0) * M + tl.arange(0, M)
    tl.store(MEAN + row, mean, mask=row < rows)
    tl.store(M2 + row, m2, mask=row < rows)
    tl.store(WEIGHT + row, weight, mask=row < rows)
"""


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=["fp32", "bf16"])
@pytest.mark.parametrize(("rows", "columns"), [(3, 1000), (5, 64), (8, 777), (2, 1)])
@pytest.mark.parametrize(("M", "N"), [(1, 256), (4, 64), (8, 16)])
def test_welford(rows: int, columns: int, M: int, N: int, dtype: torch.dtype) -> None:
    x = (torch.randn(rows, columns) * 3 + 5).to(dtype)
    mean, m2, weight = (torch.full((rows,), -1.0) for _ in range(3))
    grid = (-(-rows // M),)
    check(_WELFORD, grid, [x, mean, m2, weight, rows, columns], M=M, N=N, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("condition", ["k == 0", "k != 0", "0 == k", "k == 64", "k < 64"])
@pytest.mark.parametrize("flag", [0, 1])
def test_choices(condition: str, flag: int) -> None:
    """A condition that is the same in all lanes, among masks that are too."""
    source = f"""
@triton.jit
def kernel(X, Y, n, flag, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.full([B], 7, tl.float32)
    on = (flag != 0)
    for k in range(0, n, B):
        x = tl.load(X + k + i, mask=(k + i < n) & on, other=-1.0)
        if {condition}:
            b = x
        else:
            b = a * 0.5 + x
        a = tl.where((k + i < n) & on, b, a)
    tl.store(Y + i, a + tl.where(on, 1.0, a))
"""
    for n in (64, 192, 150):
        check(source, (1,), [torch.randn(256), torch.zeros(64), n, flag], B=64)


def test_guarded_gather() -> None:
    """The first iteration's numbers lie outside of the block, and are not looked up."""
    source = """
@triton.jit
def kernel(X, I, Y, n, B: tl.constexpr):
    i = tl.arange(0, B)
    s = tl.load(X + i)
    for k in range(0, n):
        index = tl.load(I + i + k * B)
        if k == 0:
            s = s
        else:
            s = s + tl.gather(s, index, 0)
    tl.store(Y + i, s)
"""
    index = torch.randint(0, 64, (4, 64), dtype=torch.int32)
    index[0] = 500_000_000
    check(source, (1,), [torch.randn(64), index, torch.zeros(64), 4], B=64)

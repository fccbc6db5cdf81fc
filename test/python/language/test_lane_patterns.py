# Lanes at known distances that are not equal: pairs that are exchanged, repeated or taken apart.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import dtype_id
from harness.memory import guarded, run_in_place
from triton_shared.testing.check import check

_PLACES = [
    "i ^ 1",
    "i ^ 5",
    "i + (i + 1) % 2 * 2 - 1",
    "i // 2",
    "i // 3 * 0 + i // 4",
    "i // 2 + 700",
    "i % 2 + i // 8",
    "i % 4 * 8 + i // 4",
    "i // 16 * 16 + 15 - i % 16",
    "(i & 7) ^ (i & 24) | 32",
    "i << 1 >> 2",
    "tl.where(i % 2 == 0, i + 1, i - 1)",
    "tl.where(i % 4 < 2, i // 2, i)",
    "tl.where(i % 2 == 1, 3, 40)",
    "i % 48 // 2 + i // 48 * 24",
    "i // 2 % 20 + i // 40 * 20 + i % 2",
    "i % 8 * 64",
    "1023 - (i ^ 3)",
    "(i - 1) // 2 + 2",
    "(i - 5) % 4 + 5",
    "i // 4 % 28 + i // 448 * 28",
    "i % 40 // 8 * 5 + i // 8",
    "((i % 56).to(tl.float32) * 0.5).to(tl.int32) + i // 112 * 28",
    "((i // 48 % 48).to(tl.float32) * 0.25).to(tl.int32) * 12 + (i % 48).to(tl.int32) // 4",
]


@pytest.mark.parametrize("dtype", [torch.float32, torch.int8, torch.int64], ids=dtype_id)
@pytest.mark.parametrize("place", _PLACES)
def test_one_row(place: str, dtype: torch.dtype) -> None:
    source = f"""
@triton.jit
def kernel(X, Y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(Y + i, tl.load(X + ({place}), mask=i < n, other=9), mask=i < n + 5)
"""
    x = torch.randint(-100, 100, (2048,)).to(dtype)
    for n in (1024, 777):
        check(source, (2,), [x, torch.zeros(1300, dtype=dtype), n], B=512)


@pytest.mark.parametrize("scale", ["* 0.5", "/ 4", "* 0.25", "* 0.3", "* -0.5"])
@pytest.mark.parametrize("n", [112, 1 << 24, (1 << 24) + 2, 1 << 30])
def test_positions_scaled_as_floats(n: int, scale: str) -> None:
    """Positions that a float does not have are rounded before they are scaled."""
    source = f"""
@triton.jit
def kernel(Y, start, B: tl.constexpr, N: tl.constexpr):
    i = start + tl.arange(0, B)
    scaled = (i % N).to(tl.float32) {scale}
    tl.store(Y + tl.arange(0, B), scaled.to(tl.int32))
"""
    for start in (0, 33, n - 50, -77):
        check(source, (1,), [torch.zeros(128, dtype=torch.int32), start], B=128, N=n)


@pytest.mark.parametrize("columns", [32, 48, 8])
def test_pairs_of_a_row(columns: int) -> None:
    """Rotary embedding of pairs that are next to each other."""
    source = """
@triton.jit
def kernel(X, C, S, Y, rows, columns, M: tl.constexpr, N: tl.constexpr):
    r, c = tl.program_id(0) * M + tl.arange(0, M), tl.arange(0, N)
    swapped, pair = c + ((c + 1) % 2) * 2 - 1, c // 2
    inside = (r[:, None] < rows) & (c[None, :] < columns)
    x = tl.load(X + r[:, None] * columns + c[None, :], mask=inside, other=0.0)
    other = tl.load(X + r[:, None] * columns + swapped[None, :], mask=inside, other=0.0)
    cos = tl.load(C + r[:, None] * (columns // 2) + pair[None, :], mask=inside, other=1.0)
    sin = tl.load(S + r[:, None] * (columns // 2) + pair[None, :], mask=inside, other=0.0)
    y = tl.where(c[None, :] % 2 == 0, x * cos - other * sin, x * cos + other * sin)
    tl.store(Y + r[:, None] * columns + c[None, :], y, mask=inside)
"""
    x, angle = torch.randn(37, columns), torch.randn(37, columns // 2)
    args = [x, angle.cos(), angle.sin(), torch.zeros_like(x), 37, columns]
    ours = check(source, (5,), args, M=8, N=64, rtol=1e-5, atol=1e-6)[3]
    pairs = torch.view_as_complex(x.view(37, -1, 2)) * torch.polar(torch.ones_like(angle), angle)
    torch.testing.assert_close(ours, torch.view_as_real(pairs).view_as(x))


@pytest.mark.parametrize("place", ["i ^ 1", "i // 2", "i % 4 + i // 4 * 4", "i ^ 7"])
def test_nothing_past_the_lanes(place: str) -> None:
    """The first and the last element lie at the edges of what can be read."""
    source = f"""
@triton.jit
def kernel(X, Y, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(Y + i, tl.load(X + ({place})))
"""
    block = 2048 if place == "i // 2" else 1024
    i = torch.arange(block)
    at = {"i ^ 1": i ^ 1, "i // 2": i // 2, "i ^ 7": i ^ 7}.get(place, i)
    with guarded(1024) as x:  # a page
        x.copy_(torch.randn(1024))
        y = torch.zeros(block)
        run_in_place(source, (1,), [x, y], B=block)
        assert torch.equal(y, x[at])


def test_in_place() -> None:
    source = """
@triton.jit
def kernel(X, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(X + i, tl.load(X + (i ^ 1)) + 1)
"""
    check(source, (1,), [torch.randn(256)], B=256)


_CONDITIONS = [
    "(i % 2 == 0).to(tl.int32)",
    "(i % 4 > 1).to(tl.int32) * 3 + i // 8",
    "tl.where((i % 2 == 0) & (i % 4 == 0), i, i // 2)",
    "(i.to(tl.int8) * 3 + 3).to(tl.int32) + 400",
    "((i * 1103515245 + 12345) >> 16) & 255",
    "(i * 65536) // 32768 % 64 + 64",
    "tl.where(i % 2 == 0, i // 4, (i + 512) // 4)",
]


@pytest.mark.parametrize("place", _CONDITIONS)
def test_conditions_and_numbers_that_wrap(place: str) -> None:
    source = f"""
@triton.jit
def kernel(X, Y, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(Y + i, tl.load(X + ({place})))
"""
    check(source, (4,), [torch.randn(2048), torch.zeros(1024)], B=256)


def test_of_two_dims() -> None:
    """Rows and columns that are the same block, from different dims."""
    source = """
@triton.jit
def kernel(X, Y, N: tl.constexpr):
    half = tl.arange(0, N) // 4
    r, c = half[:, None], half[None, :]
    even = (tl.arange(0, N) % 2 == 0)[None, :]
    at = tl.where(even, r + 0 * c, c + 0 * r)
    to = tl.arange(0, N)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(Y + to, tl.load(X + at))
"""
    check(source, (1,), [torch.randn(64), torch.zeros(32, 32)], N=32)

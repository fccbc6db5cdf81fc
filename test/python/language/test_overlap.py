# Loads and stores of the same memory: overlapping arguments, order, in place.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import dtype_id
from triton_shared.testing.check import check, run


@pytest.mark.parametrize("shift", [-5, -1, 0, 1, 7])
def test_overlapping_arguments(shift: int) -> None:
    # The whole block is loaded before any of it is stored.
    source = """
@triton.jit
def kernel(X, Z, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(X + i)
    y = tl.load(X + BLOCK - 1 - i)
    tl.store(Z + i, x + 2 * y)
"""
    memory = torch.randn(128)
    check(source, (1,), [memory[16:80], memory[16 + shift : 80 + shift]], BLOCK=64)


@pytest.mark.parametrize("stride", [40, -40])
@pytest.mark.parametrize("shift", [-161, -160, -159, -32, -1, 0, 1, 31, 39, 151, 152])
def test_the_same_elements_of_overlapping_arguments(shift: int, stride: int) -> None:
    # Up to 3 * 40 + 32 elements apart, blocks of 4 rows of 32 may overlap.
    source = """
@triton.jit
def kernel(X, Z, stride, n, BLOCK: tl.constexpr):
    i = tl.arange(0, 4)[:, None] * stride + tl.arange(0, BLOCK)[None, :]
    inside = tl.arange(0, BLOCK)[None, :] < n
    tl.store(Z + i, tl.load(X + i, mask=inside, other=0.0) * 2 + 1, mask=inside)
"""
    memory = torch.randn(800)
    arguments = [memory[400:], memory[400 + shift :], stride, 29]
    check(source, (1,), arguments, BLOCK=32)


def test_load_after_store_of_the_same_place() -> None:
    source = """
@triton.jit
def kernel(X, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    for step in range(4):
        x = tl.load(X + i)
        tl.store(X + BLOCK - 1 - i, x * 2 + step)
"""
    check(source, (1,), [torch.randn(32)], BLOCK=32)


def test_transposing_in_place() -> None:
    source = """
@triton.jit
def kernel(X, B: tl.constexpr):
    i = tl.arange(0, B)[:, None]
    j = tl.arange(0, B)[None, :]
    x = tl.load(X + i * B + j)
    tl.store(X + j * B + i, x)
"""
    check(source, (1,), [torch.randn(16 * 16)], B=16)


def test_last_of_several_stores_wins() -> None:
    source = """
@triton.jit
def kernel(Z, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(Z + i, i)
    tl.store(Z + i, i * 2, mask=i < 20)
    tl.store(Z + i + 4, i * 3, mask=i < 9)
"""
    check(source, (1,), [torch.zeros(64, dtype=torch.int32)], BLOCK=32)


_ROWS = """
@triton.jit
def kernel(X, I, n, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    row = tl.load(I + i)
    inside = (i[:, None] < n) & (j[None, :] < N)
    x = tl.load(X + row[:, None] * N + j[None, :], mask=inside, other=-1)
    tl.store(X + {first} * N + i[:, None] * N + j[None, :], x, mask=inside)
"""


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64], ids=dtype_id)
@pytest.mark.parametrize("first", [0, 16, 40])
def test_rows_gathered_from_where_they_are_stored(first: int, dtype: torch.dtype) -> None:
    """All rows are read before the first is written; far offsets of masked rows do no harm."""
    x = torch.arange(64 * 64, dtype=torch.int32)
    index = torch.randint(0, 64, (16,), dtype=dtype)
    index[0], index[13:] = 40, torch.iinfo(dtype).max // 3
    want = x.clone().view(64, 64)
    want[first : first + 13] = x.view(64, 64)[index[:13].long()]
    got = run(_ROWS.format(first=first), (1,), [x, index, 13], M=16, N=64)[0]
    assert torch.equal(got.view(64, 64), want)


@pytest.mark.parametrize("strides", [(2, 1), (1, 1), (0, 1), (3, 2), (16, 1)])
def test_lanes_that_share_elements(strides: tuple[int, int]) -> None:
    """A block that has an element several times is loaded before any of it is stored."""
    source = """
@triton.jit
def kernel(X, S: tl.constexpr, T: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, N)[:, None] * S + tl.arange(0, N)[None, :] * T
    tl.store(X + at, tl.load(X + at) + 1)
"""
    x = torch.arange(400, dtype=torch.int32)
    want = x.clone()
    at = torch.arange(16)[:, None] * strides[0] + torch.arange(16)[None, :] * strides[1]
    want[at.unique()] += 1
    assert torch.equal(run(source, (1,), [x], S=strides[0], T=strides[1], N=16)[0], want)


@pytest.mark.parametrize("strides", [(2, 1), (1, 1), (0, 1), (3, 2), (-2, 1), (16, 1), (1, -16)])
@pytest.mark.parametrize("bound", [16, 3, 1, 0])
def test_lanes_that_share_elements_by_strides_of_the_run(
    strides: tuple[int, int], bound: int
) -> None:
    """The same if only the run tells the strides, and how many of the columns are masked."""
    source = """
@triton.jit
def kernel(X, S, T, E, N: tl.constexpr):
    column = tl.arange(0, N)[None, :]
    at = 300 + tl.arange(0, N)[:, None] * S + column * T
    tl.store(X + at, tl.load(X + at) + 1, mask=column < E)
"""
    x = torch.arange(600, dtype=torch.int32)
    want = x.clone()
    at = 300 + torch.arange(16)[:, None] * strides[0] + torch.arange(16)[None, :] * strides[1]
    want[at[:, :bound].unique()] += 1
    assert torch.equal(run(source, (1,), [x, *strides, bound], N=16)[0], want)


@pytest.mark.parametrize("end", ["BLOCK", "n"])
@pytest.mark.parametrize(("count", "distance"), [(3, 1), (40, 1), (4, 63), (3, 64), (20, 100)])
def test_many_loads_of_overlapping_arguments(count: int, distance: int, end: str) -> None:
    source = f"""
@triton.jit
def kernel(X, Z, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(X + i, mask=i < {end})
    for k in tl.static_range({count - 1}):
        x = x * 2 - tl.load(X + i + (k + 1) * {distance}, mask=i < {end})
    tl.store(Z + i, x, mask=i < {end})
"""
    last = (count - 1) * distance
    for shift in (-64, -63, -1, 0, 1, distance, last, last + 1, last + 63, last + 64):
        memory = torch.randint(-8, 9, (last + 300,)).double()
        arguments = [memory[80:], memory[80 + shift :], 60]
        check(source, (1,), arguments, BLOCK=64)

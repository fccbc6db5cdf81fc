# Programs that read their number within what has a region of its own: helpers that return early,
# functions of single elements, combiners. Side by side they are what each is alone.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

pytestmark = pytest.mark.usefixtures("one_thread")
PROGRAMS = 300


@triton.jit
def numbered(x, n, m):
    """Returns from four places, the last of which tells programs apart."""
    if n == 2:
        if m == 3:
            return x * 2
        x += 7
    elif m == 5:
        return x - 2
    return x + 5 * tl.program_id(0)


@triton.jit
def return_early(x, y, n, m, TILE: tl.constexpr):
    v = numbered(tl.load(x), n, m)  # before all else that asks for the number
    if TILE:
        rows = tl.arange(0, 8)[:, None]
        cols = tl.program_id(0) * 16 + tl.arange(0, 16)[None, :]
        tl.store(y + rows * (tl.num_programs(0) * 16) + cols, v + rows + cols * 0)
    else:
        tl.store(y + tl.program_id(0), v)


@pytest.mark.parametrize("tile", [False, True])
def test_early_returns(tile: bool) -> None:
    x = torch.tensor([5], dtype=torch.int32)
    pid = torch.arange(PROGRAMS, dtype=torch.int32)
    for n, m, expected in [(7, 8, 5 + 5 * pid), (2, 3, 10 + 0 * pid), (2, 0, 12 + 5 * pid)]:
        y = torch.zeros((8, PROGRAMS * 16) if tile else PROGRAMS, dtype=torch.int32)
        return_early[(PROGRAMS,)](x, y, n, m, TILE=tile)
        if tile:
            rows = torch.arange(8, dtype=torch.int32)[:, None]
            expected = expected.repeat_interleave(16)[None] + rows
        assert torch.equal(y, expected)


@triton.jit
def times_number(x):
    return x * (tl.program_id(0) + 1)


@triton.jit
def map_numbers(x, y, n, B: tl.constexpr):
    i = tl.arange(0, B)
    sums = tl.zeros((B,), tl.int32)
    for k in range(n):
        sums += tl.map_elementwise(times_number, tl.load(x + k * B + i))
    tl.store(y + tl.program_id(0), tl.sum(sums))


def test_map_elementwise() -> None:
    x = torch.randint(-9, 9, (8, 64), dtype=torch.int32)
    y = torch.zeros(PROGRAMS, dtype=torch.int32)
    map_numbers[(PROGRAMS,)](x, y, 8, B=64)
    assert torch.equal(y, x.sum().int() * torch.arange(1, PROGRAMS + 1, dtype=torch.int32))


@triton.jit
def at_least_number(a, b):
    return tl.maximum(tl.maximum(a, b), tl.program_id(0) * 10)


@triton.jit
def combine(x, y, SCAN: tl.constexpr, B: tl.constexpr):
    v = tl.load(x + tl.arange(0, B))
    if SCAN:
        r = tl.sum(tl.associative_scan(v, 0, at_least_number))
    else:
        r = tl.reduce(v, 0, at_least_number)
    tl.store(y + tl.program_id(0), r)


@pytest.mark.parametrize("scan", [False, True])
def test_combiners(scan: bool) -> None:
    x = torch.arange(16, dtype=torch.int32)
    y = torch.zeros(PROGRAMS, dtype=torch.int32)
    combine[(PROGRAMS,)](x, y, SCAN=scan, B=16)
    least = (10 * torch.arange(PROGRAMS, dtype=torch.int32))[:, None]
    expected = torch.maximum(x[None, 1:], least)
    assert torch.equal(y, expected.sum(1).int() if scan else expected.amax(1))


@triton.jit
def add_hashes(x, y, ld, B: tl.constexpr):
    pid = tl.program_id(0)
    rows, cols = tl.arange(0, 8)[:, None], tl.arange(0, B)[None, :]
    h = (pid * 0x01000000).to(tl.int64) + cols.to(tl.int64) * 0x00100000
    place = rows * ld + pid * B + cols
    tl.store(y + place, tl.load(x + place) + h)


def test_hash_of_the_number_wraps_around() -> None:
    x = torch.arange(8 * PROGRAMS * 16).view(8, -1)
    y = torch.zeros_like(x)
    add_hashes[(PROGRAMS,)](x, y, PROGRAMS * 16, B=16)
    pid = torch.arange(PROGRAMS)[:, None]
    h = (pid * 2**24).int().long() + torch.arange(16)[None] * 2**20
    assert torch.equal(y, x + h.view(1, -1))

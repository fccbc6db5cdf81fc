# Elements from anywhere: several arrays by the same indices, what all lanes have in common in an
# index, and results that may be written to where others are read.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

from harness.data import dtype_id

DTYPES = [torch.int8, torch.bfloat16, torch.float32, torch.int64]


@triton.jit
def gather_four(x, z, index, y, n, left, up, B: tl.constexpr):
    """x[i - left], x[i + 3], z[2 * (i + up)], z[i - left]: what is added may be negative."""
    i = tl.program_id(0) * B + tl.arange(0, B)
    k = tl.load(index + i, mask=i < n, other=left).to(tl.int64)
    a = tl.load(x + (k - left)) + tl.load(x + (k + 3))
    b = tl.load(z + (k + up) * 2) + tl.load(z + (k - left))
    tl.store(y + i, a - b, mask=i < n)


@pytest.mark.parametrize("index", [torch.int16, torch.int32, torch.int64], ids=dtype_id)
@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_id)
def test_same_indices(dtype: torch.dtype, index: torch.dtype) -> None:
    x, z = torch.randint(-9, 9, (2, 200)).to(dtype)
    i = torch.randint(17, 90, (1000,)).to(index)
    y = torch.zeros(1000, dtype=dtype)
    gather_four[(4,)](x, z, i, y, 1000, 17, -9, B=256)
    k = i.long()
    assert torch.equal(y, x[k - 17] + x[k + 3] - (z[(k - 9) * 2] + z[k - 17]))


@pytest.mark.parametrize("shift", [0, 1, 5, 150])
def test_results_go_to_where_is_read(shift: int) -> None:
    """All of a program is read before any of it is written."""
    memory = torch.randint(-9, 9, (600,)).float()
    x, y = memory[:200], memory[shift : shift + 256]
    i = torch.randint(17, 90, (256,))
    expected = x[i - 17] + x[i + 3] - (x[(i - 9) * 2] + x[i - 17])
    gather_four[(1,)](x, x, i, y, 256, 17, -9, B=256)
    assert torch.equal(y, expected)


@triton.jit
def shrink(x, y, rows, left, B: tl.constexpr, C: tl.constexpr):
    """Two places of a row for each element, of a range that is known before they are read."""
    i = tl.program_id(0) * B + tl.arange(0, B)
    row, column = i // C, i % C
    k = (column.to(tl.float32) * 0.3).to(tl.int32)
    a = tl.load(x + row * left + k, mask=row < rows)
    b = tl.load(x + row * left + k * 2 + 1, mask=row < rows)
    tl.store(y + i, a - b, mask=row < rows)


@pytest.mark.parametrize("columns", [24, 32, 100])
@pytest.mark.parametrize("shift", [0, 1, 17, 1500])
def test_known_ranges_that_are_written_to(shift: int, columns: int) -> None:
    memory = torch.randint(-9, 9, (3000,)).float()
    rows = 500 // columns
    y = memory[shift : shift + rows * columns]
    k = (torch.arange(columns).float() * 0.3).int().long()
    place = torch.arange(rows)[:, None] * 70
    expected = memory[place + k] - memory[place + 2 * k + 1]
    shrink[(1,)](memory, y, rows, 70, B=512, C=columns)
    assert torch.equal(y, expected.view(-1))


@triton.jit
def turn_rows(x, index, y, z, ld, R: tl.constexpr, B: tl.constexpr):
    """Columns of rows by one index: the rows' beginnings are common to all lanes."""
    rows = (tl.program_id(0) * R + tl.arange(0, R))[:, None]
    cols = tl.arange(0, B)[None, :]
    k = tl.load(index + cols)
    v = tl.load(x + rows * ld + k)
    tl.store(y + rows * B + cols, v)
    tl.store(z + rows * B + k, v)


@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_id)
def test_common_rows(dtype: torch.dtype) -> None:
    x = torch.randint(-9, 9, (16, 128)).to(dtype)
    k = torch.randperm(64)
    y, z = torch.zeros(2, 16, 64, dtype=dtype)
    turn_rows[(4,)](x, k.int(), y, z, 128, R=4, B=64)
    assert torch.equal(y, x[:, k])
    assert torch.equal(z, x[:, :64])


@triton.jit
def sample(x, place, y, n, size, B: tl.constexpr, LOW: tl.constexpr, HIGH: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    p = tl.load(place + i, mask=i < n, other=-1.0)
    k = tl.where((p >= LOW) & (p < HIGH), p.to(tl.int64), 2)
    tl.device_assert((k >= 0) & (k < 100), "no such place")
    tl.store(y + i, tl.load(x + k), mask=i < n)


# Infinities and what is no number are nowhere; numbers of more than 31 bits.
PLACES = [0.0, 0.5, 99.75, 100.0, 1e10, -1e10, -0.5, float("inf"), -float("inf"), float("nan")]


def test_places_within_bounds() -> None:
    x = torch.randn(100)
    places = torch.tensor(PLACES * 20)
    y = torch.zeros(200)
    sample[(2,)](x, places, y, 200, 100, B=128, LOW=0.0, HIGH=100.0, debug=True)
    inside = (places >= 0) & (places < 100)
    assert torch.equal(y, x[torch.where(inside, places, 2.0).long()])


@triton.jit
def sample_narrow(x, place, y, KIND: tl.constexpr, HIGH: tl.constexpr, B: tl.constexpr):
    i = tl.arange(0, B)
    p = tl.load(place + i)
    k = tl.where((p >= 0.0) & (p < HIGH), p.to(KIND), 3).to(tl.int32)
    tl.store(y + i, tl.load(x + tl.where(k < 0, k + 40000, k) % 1000))


@pytest.mark.parametrize(
    ("kind", "dtype", "high"), [(tl.int8, torch.int8, 256.0), (tl.int16, torch.int16, 40000.0)]
)
def test_bounds_wider_than_the_type(kind: tl.dtype, dtype: torch.dtype, high: float) -> None:
    """Numbers wrap around there, and are negative."""
    x, places = torch.randn(1000), torch.rand(256) * high
    y = torch.zeros(256)
    sample_narrow[(1,)](x, places, y, KIND=kind, HIGH=high, B=256)
    k = places.int().to(dtype).int()
    assert (k < 0).any()
    assert torch.equal(y, x[torch.where(k < 0, k + 40000, k) % 1000])


@triton.jit
def move_narrow(x, place, B: tl.constexpr):
    """In place: what is read lies where is written, as the numbers wrap around."""
    i = tl.arange(0, B)
    p = tl.load(place + i)
    k = tl.where((p >= 0.0) & (p < 512.0), p.to(tl.int8), 0).to(tl.int32)
    tl.store(x + i, tl.load(x + 128 + k))


@pytest.mark.parametrize("n", [0, 60, 128, 200])
def test_ranges_of_narrow_types(n: int) -> None:
    x = torch.randn(512)
    k = (torch.arange(128) + n).to(torch.int8).long()
    expected = x.clone()
    expected[:128] = x[128 + k]
    move_narrow[(1,)](x, (torch.arange(128) + n).float(), B=128)
    assert torch.equal(x, expected)


@pytest.mark.parametrize(
    ("low", "high", "place"), [(0.0, 100.5, 100.25), (-5.0, 100.0, -1.0), (0.0, 1e6, 100.0)]
)
def test_bounds_too_wide_are_checked(low: float, high: float, place: float) -> None:
    x, places, y = torch.randn(100), torch.full((100,), 3.0), torch.zeros(100)
    places[77] = place
    with pytest.raises(Exception, match="no such place"):
        sample[(1,)](x, places, y, 100, 100, B=128, LOW=low, HIGH=high, debug=True)

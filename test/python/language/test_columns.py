# Programs that go down columns: those of the same lines of the caches take turns.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl


@triton.jit
def copy_tiles(x, y, rows, cols, sx0, sx1, sy0, sy1, BLOCK: tl.constexpr):
    tiles = tl.cdiv(cols, BLOCK)
    row = tl.program_id(0) // tiles
    at = tl.program_id(0) % tiles * BLOCK + tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * sx0 + at * sx1, mask=mask)
    tl.store(y + row * sy0 + at * sy1, v, mask=mask)


def column_major(rows: int, cols: int, pad: int, dtype: torch.dtype) -> torch.Tensor:
    memory = torch.randint(-100, 100, (cols, rows + pad)).to(dtype)
    return memory[:, :rows].t()


# The tiles of a row are programs that do not meet: none, one, two and six between.
@pytest.mark.parametrize("cols", [256, 300, 700, 1700])
@pytest.mark.parametrize("rows", [1, 15, 64, 130])
@pytest.mark.parametrize("dtype", [torch.int8, torch.float16, torch.float32, torch.float64])
def test_transposed_copy(rows: int, cols: int, dtype: torch.dtype) -> None:
    x = column_major(rows, cols, 5, dtype)
    y = torch.zeros(rows, cols + 3, dtype=dtype)
    out = y[:, :cols]
    grid = (rows * triton.cdiv(cols, 256),)
    copy_tiles[grid](x, out, rows, cols, *x.stride(), *out.stride(), BLOCK=256)
    assert torch.equal(out, x)
    assert (y[:, cols:] == 0).all()
    # The other way: what is stored goes down the columns.
    back = torch.zeros(cols, rows + 5, dtype=dtype)
    other = back[:, :rows].t()
    copy_tiles[grid](out, other, rows, cols, *out.stride(), *other.stride(), BLOCK=256)
    assert torch.equal(other, x)
    assert (back[:, rows:] == 0).all()


@pytest.mark.parametrize("rows", [512, 1024, 2048, 4096])
def test_rows_that_share_sets_of_the_caches(rows: int) -> None:
    x = column_major(rows, 600, 0, torch.float32)
    y = torch.empty(rows, 600)
    copy_tiles[(rows * 2,)](x, y, rows, 600, *x.stride(), *y.stride(), BLOCK=512)
    assert torch.equal(y, x)


@pytest.mark.parametrize("stride", [-3, -1, 0, 1, 2, 16, 100])
def test_any_distance(stride: int) -> None:
    memory = torch.arange(100 * 1024 * 2 + 1, dtype=torch.int32)
    start = 1023 * 3 if stride < 0 else 0
    y = torch.zeros(40, 1024, dtype=torch.int32)
    x = memory[start:]
    copy_tiles[(40,)](x, y, 40, 1024, 7, stride, 1024, 1, BLOCK=1024)
    at = start + torch.arange(40)[:, None] * 7 + torch.arange(1024) * stride
    assert torch.equal(y, memory[at])


@triton.jit
def shift_columns(x, stride, BLOCK: tl.constexpr):
    at = x + tl.program_id(0) + tl.arange(0, BLOCK) * stride
    tl.store(at + stride, tl.load(at))


# All of a column is read before any of it is written, whoever has turns between.
def test_columns_in_place() -> None:
    x = torch.randn(513, 70)
    expected = x.clone()
    expected[1:] = x[:-1]
    shift_columns[(70,)](x, x.stride(0), BLOCK=512)
    assert torch.equal(x, expected)


@triton.jit
def scaled_columns(x, scales, index, y, stride, PICKED: tl.constexpr, BLOCK: tl.constexpr):
    # What the loops need: scalars, a loaded block and a number that a loop has counted.
    column = tl.program_id(0)
    scale = tl.load(scales + column)
    picked = tl.load(index + column * PICKED + tl.arange(0, PICKED))
    total = tl.sum(picked, 0)
    rounds = 0
    for i in range(column):
        rounds += i
    v = tl.load(x + column + tl.arange(0, BLOCK) * stride)
    tl.store(y + column + tl.arange(0, BLOCK) * stride, v * scale + total + rounds)


def test_what_programs_keep() -> None:
    x = torch.randint(-9, 9, (256, 90)).float()
    scales = torch.randint(-9, 9, (90,)).float()
    index = torch.randint(-9, 9, (90, 16))
    y = torch.empty_like(x)
    scaled_columns[(90,)](x, scales, index, y, x.stride(0), PICKED=16, BLOCK=256)
    counted = torch.tensor([sum(range(i)) for i in range(90)])
    assert torch.equal(y, x * scales + index.sum(1) + counted)


@triton.jit
def two_copies(x, y, z, stride, BLOCK: tl.constexpr):
    at = tl.program_id(0) + tl.arange(0, BLOCK) * stride
    v = tl.load(x + at)
    tl.store(y + at, v)
    tl.debug_barrier()
    tl.store(z + at, v + tl.load(y + at))


def test_several_stores() -> None:
    x = torch.randn(512, 64)
    y, z = torch.empty_like(x), torch.empty_like(x)
    two_copies[(64,)](x, y, z, x.stride(0), BLOCK=512)
    assert torch.equal(y, x)
    assert torch.equal(z, x + x)

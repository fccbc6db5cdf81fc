# Tiles of rows: programs side by side are done as one, and are what they were.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

from harness.versions import needs_block_pointers

cdiv = triton.cdiv
pytestmark = pytest.mark.usefixtures("one_thread")


@triton.jit
def scale_tiles(x, y, rows, cols, sx, sy, AXIS: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(1 - AXIS) * M + tl.arange(0, M)
    j = tl.program_id(AXIS) * N + tl.arange(0, N)
    inside = (i[:, None] < rows) & (j[None, :] < cols)
    v = tl.load(x + i[:, None] * sx + j[None, :], mask=inside)
    tl.store(y + i[:, None] * sy + j[None, :], v * 2 + 1, mask=inside)


def guarded(rows: int, cols: int, dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    """Rows inside of longer ones, and all of their memory."""
    memory = torch.full((rows + 2, cols + 7), 77, dtype=dtype)
    return memory[1:-1, 3 : 3 + cols], memory


# One tile in a row, some, a row that ends inside of one; more than are done at once.
@pytest.mark.parametrize("cols", [20, 32, 64, 96, 250, 1024, 1100, 2500])
@pytest.mark.parametrize("rows", [1, 16, 50])
@pytest.mark.parametrize("dtype", [torch.int8, torch.float16, torch.float32, torch.int64])
def test_tiles(rows: int, cols: int, dtype: torch.dtype) -> None:
    x = torch.randint(-30, 30, (rows, cols)).to(dtype)
    for axis in (0, 1):
        y, memory = guarded(rows, cols, dtype)
        grid = [0, 0]
        grid[axis], grid[1 - axis] = cdiv(cols, 32), cdiv(rows, 16)
        scale_tiles[tuple(grid)](x, y, rows, cols, x.stride(0), y.stride(0), AXIS=axis, M=16, N=32)
        assert torch.equal(y, x * 2 + 1)
        y.fill_(77)
        assert (memory == 77).all()


@triton.jit
def move_channels(
    x, y, planes, size, OUT: tl.constexpr, C: tl.constexpr, M: tl.constexpr, N: tl.constexpr
):
    """Planes of channels beside channels that alternate, as Inductor turns them around."""
    i = tl.program_id(1) * M + tl.arange(0, M)[:, None]
    j = tl.program_id(0) * N + tl.arange(0, N)[None, :]
    inside = (i < planes) & (j < size)
    apart = i // C * C * size + i % C + j * C
    together = i * size + j
    v = tl.load(x + (together if OUT else apart), mask=inside)
    tl.store(y + (apart if OUT else together), v + 1, mask=inside)


# The rows that a tile of 16 has past the last plane lie in the result, which follows.
@pytest.mark.parametrize("size", [5, 32, 70, 1024, 2500])
@pytest.mark.parametrize("channels", [2, 3, 5, 8, 12])
@pytest.mark.parametrize("dtype", [torch.int8, torch.float32, torch.float64])
def test_channels(channels: int, size: int, dtype: torch.dtype) -> None:
    count = 4 * channels * size
    memory = torch.randint(-30, 30, (2 * count + 5,)).to(dtype)
    x, y = memory[:count], memory[count : 2 * count]
    grid = (cdiv(size, 32), cdiv(4 * channels, 16))
    for out in (True, False):
        before = memory.clone()
        order = (4, channels, size) if out else (4, size, channels)
        move_channels[grid](x, y, 4 * channels, size, OUT=out, C=channels, M=16, N=32)
        assert torch.equal(y, x.view(order).transpose(1, 2).reshape(-1) + 1)
        y.copy_(before[count : 2 * count])
        assert torch.equal(memory, before)


@triton.jit
def tiles_of_one_number(x, y, rows, cols, per_row, M: tl.constexpr, N: tl.constexpr):
    pid = tl.program_id(0)
    i = pid // per_row * M + tl.arange(0, M)
    j = pid % per_row * N + tl.arange(0, N)
    inside = (i[:, None] < rows) & (j[None, :] < cols)
    v = tl.load(x + i[:, None] * cols + j[None, :], mask=inside, other=0)
    v = tl.where(j[None, :] % 3 == 0, v, i[:, None] + j[None, :])
    tl.store(y + i[:, None] * cols + j[None, :], v, mask=inside)


@pytest.mark.parametrize("cols", [17, 64, 129, 2100])
@pytest.mark.parametrize("planes", [1, 3])
def test_rows_of_one_axis(cols: int, planes: int) -> None:
    x = torch.randint(-1000, 1000, (37, cols), dtype=torch.int32)
    y = torch.zeros_like(x)
    per_row = cdiv(cols, 32)
    grid = (per_row * cdiv(37, 8), planes)
    tiles_of_one_number[grid](x, y, 37, cols, per_row, M=8, N=32)
    i, j = torch.arange(37)[:, None], torch.arange(cols)[None, :]
    assert torch.equal(y, torch.where(j % 3 == 0, x, (i + j).int()))


# The grid ends inside of a row of tiles.
def test_grid_that_ends_in_a_row() -> None:
    x = torch.randint(-1000, 1000, (16, 256), dtype=torch.int32)
    y = torch.zeros_like(x)
    tiles_of_one_number[(11,)](x, y, 16, 256, 8, M=8, N=32)
    i, j = torch.arange(16)[:, None], torch.arange(256)[None, :]
    expected = torch.where(j % 3 == 0, x, (i + j).int())
    expected[8:, 96:] = 0
    assert torch.equal(y, expected)


@triton.jit
def gather_tiles(table, index, y, n, cols, M: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = tl.program_id(1).to(tl.int64) * N + tl.arange(0, N)
    row = tl.load(index + i, mask=i < n, other=0)
    inside = (i[:, None] < n) & (j[None, :] < cols)
    known = inside & (row[:, None] >= 0)
    v = tl.load(table + row[:, None] * cols + j[None, :], mask=known, other=-1.0)
    tl.store(y + i[:, None] * cols + j[None, :], v, mask=inside)


@triton.jit
def add_tiles(table, index, x, n, cols, M: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = tl.program_id(1) * N + tl.arange(0, N)
    row = tl.load(index + i, mask=i < n, other=-1)
    inside = (i[:, None] < n) & (j[None, :] < cols) & (row[:, None] >= 0)
    v = tl.load(x + i[:, None] * cols + j[None, :], mask=inside)
    tl.atomic_add(table + row[:, None] * cols + j[None, :], v, mask=inside, sem="relaxed")


@pytest.mark.parametrize("cols", [40, 64, 200, 1500])
def test_gathered_and_added_rows(cols: int) -> None:
    table = torch.randint(-50, 50, (30, cols)).float()
    index = torch.randint(-3, 30, (77,))
    y = torch.zeros(77, cols)
    grid = (cdiv(77, 32), cdiv(cols, 64))
    gather_tiles[grid](table, index, y, 77, cols, M=32, N=64)
    assert torch.equal(y, torch.where(index[:, None] < 0, -1.0, table[index]))
    expected = table.clone()
    expected.index_add_(0, index[index >= 0], y[index >= 0])
    add_tiles[grid](table, index, y, 77, cols, M=32, N=64)
    assert torch.equal(table, expected)


@triton.jit
def weighted_tiles(x, w, y, rows, cols, FLIP: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    j = tl.program_id(0) * N + tl.arange(0, N)
    weight = tl.load(w + j, mask=j < cols, other=0)
    for first in range(0, rows, M):
        i = first + tl.arange(0, M)
        inside = (i[:, None] < rows) & (j[None, :] < cols)
        v = tl.load(x + i[:, None] * cols + j[None, :], mask=inside, other=0)
        if FLIP:
            v = v.T.T
        tl.store(y + i[:, None] * cols + j[None, :], v * weight[None, :], mask=inside)


@pytest.mark.parametrize("flip", [False, True])
def test_rows_in_a_loop(flip: bool) -> None:
    x, w = torch.randn(45, 330), torch.randn(330)
    y = torch.zeros_like(x)
    weighted_tiles[(cdiv(330, 16),)](x, w, y, 45, 330, FLIP=flip, M=8, N=16)
    assert torch.equal(y, x * w)


# What tells programs apart, which keeps them from being joined, or has to be told all the same.


@triton.jit
def marked_tiles(x, y, seen, total, cols, KIND: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    pid = tl.program_id(0)
    i = tl.arange(0, M)[:, None]
    lane = tl.arange(0, N)[None, :]
    j = pid * N + lane
    at = i * cols + j
    inside = j < cols
    v = tl.load(x + at, mask=inside, other=0)
    if KIND == "number":
        v += pid
    elif KIND == "lane":
        v += lane
    elif KIND == "position":
        v += (j.to(tl.int64) * 0x9E3779B9 % 0x100000000 >> 7).to(tl.int32)
    elif KIND == "half":
        inside = inside & (lane < N // 2)
    elif KIND == "branch":
        if pid % 3 == 1:
            v = -v
    elif KIND == "sum":
        v += tl.sum(v, 1)[:, None]
    elif KIND == "scan":
        v = tl.cumsum(v, 1)
    elif KIND == "count":
        tl.atomic_add(total, 1)
    elif KIND == "seen":
        tl.store(seen + pid, 1)
    elif KIND == "early" and pid > 4:
        return
    tl.store(y + at, v, mask=inside)


KINDS = ["number", "lane", "position", "half", "branch", "sum", "scan", "count", "seen", "early"]


@pytest.mark.parametrize("kind", KINDS)
def test_what_tells_programs_apart(kind: str) -> None:
    cols, n = 300, 32
    x = torch.randint(-1000, 1000, (8, cols), dtype=torch.int32)
    y = torch.zeros_like(x)
    seen, total = torch.zeros(10, dtype=torch.int32), torch.zeros(1, dtype=torch.int32)
    marked_tiles[(10,)](x, y, seen, total, cols, KIND=kind, M=8, N=n)
    j = torch.arange(cols)
    padded = torch.nn.functional.pad(x, (0, 320 - cols)).view(8, 10, n)
    if kind == "number":
        expected = x + j // n
    elif kind == "lane":
        expected = x + j % n
    elif kind == "position":
        expected = x + (j * 0x9E3779B9 % 2**32 >> 7)
    elif kind == "half":
        expected = torch.where(j % n < n // 2, x, 0)
    elif kind == "branch":
        expected = torch.where(j // n % 3 == 1, -x, x)
    elif kind == "sum":
        expected = (padded + padded.sum(2, keepdim=True)).view(8, 320)[:, :cols]
    elif kind == "scan":
        expected = padded.cumsum(2).view(8, 320)[:, :cols]
    elif kind == "early":
        expected = torch.where(j // n > 4, 0, x)
    else:
        expected = x
    assert torch.equal(y, expected.int())
    assert total.item() == (10 if kind == "count" else 0)
    assert seen.sum().item() == (10 if kind == "seen" else 0)


@triton.jit
def shift_rows(x, cols, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None] * cols
    j = tl.program_id(0) * N + tl.arange(0, N)[None, :]
    v = tl.load(x + i + j, mask=j < cols)
    tl.store(x + i + cols + j, v, mask=j < cols)


# A program reads all of its rows before it writes any.
def test_rows_in_place() -> None:
    x = torch.randn(17, 500)
    expected = x.clone()
    expected[1:] = x[:-1]
    shift_rows[(cdiv(500, 32),)](x, 500, M=16, N=32)
    assert torch.equal(x, expected)


@triton.jit
def descriptor_tiles(x, y, rows, cols, M: tl.constexpr, N: tl.constexpr):
    xs = tl.make_tensor_descriptor(x, [rows, cols], [cols, 1], [M, N])
    ys = tl.make_tensor_descriptor(y, [rows, cols], [cols, 1], [M, N])
    at = [tl.program_id(1) * M, tl.program_id(0) * N]
    ys.store(at, xs.load(at) + 1)


@triton.jit
def block_pointer_tiles(x, y, rows, cols, M: tl.constexpr, N: tl.constexpr):
    at = (tl.program_id(1) * M, tl.program_id(0) * N)
    xs = tl.make_block_ptr(x, (rows, cols), (cols, 1), at, (M, N), (1, 0))
    ys = tl.make_block_ptr(y, (rows, cols), (cols, 1), at, (M, N), (1, 0))
    v = tl.load(xs, boundary_check=(0, 1))
    tl.store(ys, v + 1, boundary_check=(0, 1))


@pytest.mark.parametrize(
    "kernel",
    [descriptor_tiles, pytest.param(block_pointer_tiles, marks=needs_block_pointers)],
)
@pytest.mark.parametrize("cols", [64, 100, 1400])
def test_block_pointers_and_descriptors(kernel: triton.JITFunction, cols: int) -> None:
    x = torch.randn(30, cols)
    y = torch.zeros_like(x)
    kernel[(cdiv(cols, 32), 2)](x, y, 30, cols, M=16, N=32)
    assert torch.equal(y, x + 1)

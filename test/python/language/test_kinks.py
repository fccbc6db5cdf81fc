# Positions with a kink, as padding by reflection or by repetition makes them: absolute
# values, minima and maxima. Steps without one are read as a whole, forwards or backwards,
# so that source and destination overlap here in every way.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

N = 512
# Past this, what is added leaves 32 bits within a step, and does not meet the least number.
FAR = 2147483501


@triton.jit
def move(
    x, y, pad, edge,
    WIDTH: tl.constexpr, WAY: tl.constexpr, WIDE: tl.constexpr, N: tl.constexpr, FAR: tl.constexpr,
):  # fmt: skip
    i = tl.arange(0, N)
    c, r = i % WIDTH, i // WIDTH
    if WIDE:
        c, r = c.to(tl.int64), r.to(tl.int64)
    if WAY == "reflect":
        j = (WIDTH - 1) - tl.abs((WIDTH - 1) - tl.abs(c - pad))
    elif WAY == "reflect, constant":
        j = (WIDTH - 7) - tl.abs(tl.abs(c - 3) - (WIDTH - 7))
    elif WAY == "clamp":
        j = tl.minimum(tl.maximum(c - pad, 0), edge)
    elif WAY == "products":
        low = 0 * (c - pad <= 0) + (c - pad) * (c - pad > 0)
        j = edge * (edge <= low) + low * (low < edge)
    elif WAY == "two apart":
        j = tl.maximum(2 * c - pad, pad)
    elif WAY == "down":
        j = tl.minimum(edge - c, pad) + tl.maximum(pad - c, -edge)
    elif WAY == "flip":
        j = edge - c
    else:
        j = tl.abs(2 * c + FAR) - (FAR - 800)
    tl.store(y + i, tl.load(x + (j + r * WIDTH)) * 2)


def positions(way: str, pad: int, edge: int, width: int, wide: bool) -> torch.Tensor:
    kind = torch.int64 if wide else torch.int32
    i = torch.arange(N, dtype=kind)
    c, r = i % width, i // width
    last = width - 1
    if way == "reflect":
        j = last - (last - (c - pad).abs()).abs()
    elif way == "reflect, constant":
        j = width - 7 - ((c - 3).abs() - (width - 7)).abs()
    elif way in ("clamp", "products"):
        j = (c - pad).clamp_min(0).clamp_max(edge)
    elif way == "two apart":
        j = (2 * c - pad).clamp_min(pad)
    elif way == "down":
        j = (edge - c).clamp_max(pad) + (pad - c).clamp_min(-edge)
    elif way == "flip":
        j = edge - c
    else:
        j = (2 * c + FAR).abs() - (FAR - 800)
    return (j + r * width).long()


WAYS = ["reflect", "reflect, constant", "clamp", "products", "two apart", "down", "flip", "far"]


@pytest.mark.parametrize("wide", [False, True], ids=["i32", "i64"])
@pytest.mark.parametrize("width", [16, 37, 64, 134, N])
@pytest.mark.parametrize("way", WAYS)
def test_overlapping(way: str, width: int, wide: bool) -> None:
    """One program, whose loads come before its stores, wherever these are."""
    for pad, edge in ((3, width - 4), (0, width - 1), (11, 5), (-2, width)):
        at = positions(way, pad, edge, width, wide)
        for start in (-1100, -500, -37, -1, 0, 1, 40, 300, 511, 1300):
            memory = torch.arange(6144, dtype=torch.float32)
            expected = memory.clone()
            expected[2048 + start : 2048 + start + N] = memory[2048 + at] * 2
            x, y = memory[2048:], memory[2048 + start :]
            move[(1,)](x, y, pad, edge, WIDTH=width, WAY=way, WIDE=wide, N=N, FAR=FAR)
            assert torch.equal(memory, expected), (pad, edge, start)


@triton.jit
def pad_rows(x, y, n, H: tl.constexpr, W: tl.constexpr, PAD: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    column, row = i % (W + 2 * PAD), i // (W + 2 * PAD) % (H + 2 * PAD)
    image = i // ((W + 2 * PAD) * (H + 2 * PAD))
    column = (W - 1) - tl.abs(tl.abs(column - PAD) - (W - 1))
    row = (H - 1) - tl.abs(tl.abs(row - PAD) - (H - 1))
    tl.store(y + i, tl.load(x + (image * H + row) * W + column, mask=i < n), mask=i < n)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.int8, torch.float64])
@pytest.mark.parametrize("shape", [(2, 64, 64), (3, 20, 33), (1, 5, 300), (1, 4, 4)])
def test_padding(shape: tuple[int, ...], dtype: torch.dtype) -> None:
    _, height, width = shape
    pad = 3
    x = (torch.randn(shape) * 30).to(dtype)
    expected = torch.nn.functional.pad(x.double(), (pad,) * 4, mode="reflect").to(dtype)
    y = torch.zeros_like(expected)
    grid = (triton.cdiv(y.numel(), 1024),)
    pad_rows[grid](x, y, y.numel(), height, width, PAD=pad, BLOCK=1024)
    assert torch.equal(y, expected)

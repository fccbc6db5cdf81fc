# Loads whose positions are computed in floating point: the range of what they read is found from
# the operations, and tells whether a store may go along with them. A wrong range would read what
# the store has written, so that source and destination overlap here in every way.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

N = 256


@triton.jit
def positions(
    scale, shift, last, WAY: tl.constexpr, FP64: tl.constexpr, N: tl.constexpr, CLAMP: tl.constexpr
):
    i = tl.arange(0, N)
    f = i.to(tl.float64) if FP64 else i.to(tl.float32)
    if WAY == "product":
        j = ((f + 0.5) * scale - shift).to(tl.int32)
    elif WAY == "quotient":
        j = tl.maximum(f / scale + shift, -40.0).to(tl.int64)
    elif WAY == "floor":
        j = tl.floor(f * scale).to(tl.int32) + tl.ceil(shift * 0.5 * f).to(tl.int32)
    elif WAY == "libdevice":
        j = (libdevice.floor(f * scale) + libdevice.rint(f * 0.3) - libdevice.ceil(f * 0.2)).to(
            tl.int32
        )
        j += libdevice.trunc(f * 0.1 - 7).to(tl.int32)
    elif WAY == "unsigned":
        j = tl.abs(i - 100).to(tl.uint32).to(tl.float32).to(tl.uint32).to(tl.int32)
    else:
        p = tl.where(f > 30, -f * scale, shift - f)
        j = tl.minimum(-p, last + 0.0).to(tl.int32)
    if CLAMP:
        j = tl.minimum(tl.maximum(j, 0), last)
    return j


@triton.jit
def write_positions(
    seen, scale, shift, last,
    WAY: tl.constexpr, FP64: tl.constexpr, N: tl.constexpr, CLAMP: tl.constexpr,
):  # fmt: skip
    tl.store(seen + tl.arange(0, N), positions(scale, shift, last, WAY, FP64, N, CLAMP))


@triton.jit
def resample(
    x, y, scale, shift, last,
    WAY: tl.constexpr, FP64: tl.constexpr, N: tl.constexpr, CLAMP: tl.constexpr,
):  # fmt: skip
    j = positions(scale, shift, last, WAY, FP64, N, CLAMP)
    tl.store(y + tl.arange(0, N), tl.load(x + j) * 2)


WAYS = ["product", "quotient", "floor", "libdevice", "unsigned", "where"]


def check(way: str, fp64: bool, scale: float, shift: float, last: int, clamp: bool) -> None:
    """One program, whose loads come before its stores, wherever these are."""
    options = {"WAY": way, "FP64": fp64, "N": N, "CLAMP": clamp}
    seen = torch.zeros(N, dtype=torch.int64)
    write_positions[(1,)](seen, scale, shift, last, **options)
    for start in (-768, -300, -100, -1, 0, 1, 40, 90, 255, 256, 400, 690, 768):
        memory = torch.arange(3072, dtype=torch.float32)
        expected = memory.clone()
        expected[1024 + start : 1024 + start + N] = memory[1024 + seen] * 2
        resample[(1,)](memory[1024:], memory[1024 + start :], scale, shift, last, **options)
        assert torch.equal(memory, expected), (shift, last, start)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("fp64", [False, True])
@pytest.mark.parametrize("scale", [0.5, 1 / 3, 0.999999, 1.0, 2.7, -0.8])
def test_overlapping(way: str, fp64: bool, scale: float) -> None:
    for shift in (0.5, -3.25, 1e-7):
        check(way, fp64, scale, shift, N, clamp=False)


# What is no number on the way has no range.
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("scale", [0.5, float("nan"), float("inf"), 0.0])
def test_clamped(way: str, scale: float) -> None:
    check(way, False, scale, -3.25, 90, clamp=True)


@triton.jit
def far(x, y, scale, N: tl.constexpr):
    i = tl.arange(0, N)
    j = (i.to(tl.float32) * scale).to(tl.int64)
    tl.store(y + i, tl.load(x + j, mask=j < N, other=-1.0))


# Past what 32 and 52 bits hold.
@pytest.mark.parametrize("scale", [1.0, 2.0**25, 2.0**40, 2.0**53])
def test_far(scale: float) -> None:
    x = torch.randn(N)
    y = torch.empty(N)
    far[(1,)](x, y, scale, N=N)
    j = (torch.arange(N, dtype=torch.float32) * scale).to(torch.float64)
    near = j < N
    expected = torch.where(near, x[torch.where(near, j, 0).to(torch.int64)], -1.0)
    assert torch.equal(y, expected)


@triton.jit
def upsample(x, y, C: tl.constexpr, H: tl.constexpr, W: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    r, c = (i // (2 * W)) % (2 * H), i % (2 * W)
    rf = tl.maximum((r.to(tl.float32) + 0.5) * 0.5 - 0.5, 0.0)
    cf = tl.maximum((c.to(tl.float32) + 0.5) * 0.5 - 0.5, 0.0)
    r0, c0 = rf.to(tl.int32), cf.to(tl.int32)
    r1, c1 = tl.minimum(r0 + 1, H - 1), tl.minimum(c0 + 1, W - 1)
    x += i // (4 * H * W) * (H * W)
    top = tl.load(x + r0 * W + c0) * (1 - cf + c0) + tl.load(x + r0 * W + c1) * (cf - c0)
    low = tl.load(x + r1 * W + c0) * (1 - cf + c0) + tl.load(x + r1 * W + c1) * (cf - c0)
    inside = i < C * 4 * H * W
    tl.store(y + i, top * (1 - rf + r0) + low * (rf - r0), mask=inside)


@pytest.mark.parametrize("shape", [(1, 3, 64, 64), (1, 2, 37, 50), (1, 1, 1, 1)])
def test_bilinear(shape: tuple[int, ...]) -> None:
    _, channels, height, width = shape
    # Lanes behind the last element load, too, as far as the next channel.
    room = torch.randn(channels + 64 * 64, height, width)
    x = room[:channels].unsqueeze(0)
    y = torch.empty(1, channels, 2 * height, 2 * width)
    grid = (triton.cdiv(y.numel(), 512),)
    upsample[grid](room, y, channels, height, width, BLOCK=512)
    expected = torch.nn.functional.interpolate(x, scale_factor=2, mode="bilinear")
    torch.testing.assert_close(y, expected, rtol=1e-5, atol=1e-6)

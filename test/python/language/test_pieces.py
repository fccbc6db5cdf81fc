# Arrays put together from pieces: padding of every kind, concatenation, slices that are replaced.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import dtype_id
from harness.memory import guarded
from triton_shared.testing.check import check
from triton_shared.testing.kernels import make_kernel

# How a position beyond either end is brought back, as kernels and Inductor write it.
_BACK = {
    "reflect": "tl.where(tl.abs({i}) >= {n}, 2 * ({n} - 1) - tl.abs({i}), tl.abs({i}))",
    "reflect by abs": "{n} - 1 - tl.abs({n} - 1 - tl.abs({i}))",
    "replicate": "tl.minimum(tl.maximum({i}, 0), {n} - 1)",
    "replicate by products": "({n} - 1) * ({n} - 1 <= {i} * ({i} >= 0))"
    " + {i} * ({i} >= 0) * ({n} - 1 > {i} * ({i} >= 0))",
    "circular": "tl.where({i} < 0, {i} + {n}, tl.where({i} >= {n}, {i} - {n}, {i}))",
}
_SHAPES = [(3, 40, 50), (2, 19, 333), (1, 7, 1030), (5, 64, 5), (2, 300, 1)]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.int8], ids=dtype_id)
@pytest.mark.parametrize("way", _BACK)
def test_padding_by_the_array(way: str, dtype: torch.dtype) -> None:
    source = f"""
@triton.jit
def kernel(X, Y, H, W, OH, OW, top, left, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    w = i % OW - left
    h = i // OW % OH - top
    h = {_BACK[way].format(i="h", n="H")}
    w = {_BACK[way].format(i="w", n="W")}
    x = tl.load(X + (i // OW // OH * H + h) * W + w, mask=i < n)
    tl.store(Y + i, x, mask=i < n)
"""
    for c, h, w in _SHAPES:
        top, left = min(2, h - 1), min(3, w - 1)
        oh, ow = h + 2 * top, w + left
        x = (torch.randn(c, h, w) * 50).to(dtype)
        args = [x, torch.zeros(c, oh, ow, dtype=dtype), h, w, oh, ow, top, left, c * oh * ow]
        check(source, (-(-c * oh * ow // 1024),), args, B=1024)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.int8], ids=dtype_id)
def test_padding_by_a_constant(dtype: torch.dtype) -> None:
    source = """
@triton.jit
def kernel(X, Y, H, W, OH, OW, top, left, n, fill, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    w = i % OW - left
    h = i // OW % OH - top
    inside = (h >= 0) & (h < H) & (w >= 0) & (w < W)
    x = tl.load(X + (i // OW // OH * H + h) * W + w, mask=(i < n) & inside, other=fill)
    tl.store(Y + i, x, mask=i < n)
"""
    for c, h, w in _SHAPES:
        oh, ow = h + 5, w + 7
        x = (torch.randn(c, h, w) * 50).to(dtype)
        args = [x, torch.zeros(c, oh, ow, dtype=dtype), h, w, oh, ow, 2, 3, c * oh * ow, 9]
        check(source, (-(-c * oh * ow // 1024),), args, B=1024)


@pytest.mark.parametrize("widths", [(100, 30), (16, 16), (1, 700), (333, 2)])
def test_concatenation_of_rows(widths: tuple[int, int]) -> None:
    source = """
@triton.jit
def kernel(X, Y, Z, wx, wy, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    c = i % (wx + wy)
    r = i // (wx + wy)
    x = tl.load(X + r * wx + c, mask=(c < wx) & (i < n), other=-1)
    y = tl.load(Y + r * wy + c - wx, mask=(c >= wx) & (i < n), other=-2)
    none = tl.load(X + r * wx + c, mask=(c < 0) & (i < n), other=0)
    tl.store(Z + i, tl.where(c < wx, x, y) + none, mask=i < n)
"""
    wx, wy = widths
    x, y = (torch.arange(20 * w, dtype=torch.int32) for w in widths)
    z = torch.cat([x.view(20, wx), y.view(20, wy)], 1)
    args = [x, y, torch.zeros_like(z), wx, wy, z.numel()]
    ours = check(source, (-(-z.numel() // 512),), args, B=512)
    assert torch.equal(ours[2], z)


@pytest.mark.parametrize("first", [0, 1, 5, 400])
def test_lanes_left_out_of_a_choice(first: int) -> None:
    """Whether lanes are neighbours is a matter of those that are on, whatever the others choose."""
    source = """
@triton.jit
def kernel(X, Z, first, B: tl.constexpr):
    i = tl.arange(0, B)
    at = tl.where(i < first, 7 * i, tl.where(i >= first + 60, -i, i))
    on = (i >= first) & (i < first + 60)
    tl.store(Z + i, tl.load(X + at, mask=on, other=-1))
    tl.store(Z + B + i, tl.load(X + tl.abs(at), mask=i != first, other=-1))
"""
    x, z = torch.arange(4096, dtype=torch.int32), torch.zeros(1024, dtype=torch.int32)
    check(source, (1,), [x, z, first], B=512)


@pytest.mark.parametrize("width", [30, 64, 200])
def test_pieces_touch_no_masked_memory(width: int) -> None:
    """Neither what a choice leaves out, nor what a piece ends before, is read."""
    kernel = make_kernel("""
@triton.jit
def kernel(X, Z, W, n, B: tl.constexpr):
    i = tl.arange(0, B)
    w = i % (W + 4) - 2
    r = i // (W + 4)
    inside = (w >= 0) & (w < W) & (i < n)
    plain = tl.load(X + r * W + w, mask=inside, other=0)
    w = tl.minimum(tl.maximum(w, 0), W - 1)
    tl.store(Z + i, tl.load(X + r * W + w, mask=i < n, other=0) - plain, mask=i < n)
""")
    for rows in (0, 1, 3):
        n, held = rows * (width + 4), rows * width
        with guarded(1024) as x, guarded(1024) as z:
            x[:] = 1
            kernel[(1,)](x[1024 - held :], z[1024 - n :], width, n, B=1024)
            assert z.sum().item() == 4 * rows
            x[:held] = 2
            kernel[(1,)](x, z, width, n, B=1024)
            assert z[:n].sum().item() == 8 * rows

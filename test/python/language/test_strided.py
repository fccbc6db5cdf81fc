# Lanes a few elements apart: pixels, interleaved pairs, arrays read backwards.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import dtype_id
from harness.memory import guarded
from triton_shared.testing.check import check
from triton_shared.testing.kernels import make_kernel

_STRIDES = [2, 3, 4, 5, -1, -2, -3, -4, -5]
_DTYPES = [torch.float32, torch.float16, torch.int8, torch.float64, torch.int64, torch.bool]


@pytest.mark.parametrize("dtype", _DTYPES, ids=dtype_id)
@pytest.mark.parametrize("stride", _STRIDES)
def test_loads(stride: int, dtype: torch.dtype) -> None:
    source = f"""
@triton.jit
def kernel(X, Y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(Y + i, tl.load(X + 2600 + i * {stride}, mask=i < n))
"""
    x = (torch.randn(5300) * 90).to(dtype)
    check(source, (2,), [x, torch.zeros(512, dtype=dtype), 499], B=256)


@pytest.mark.parametrize("dtype", _DTYPES, ids=dtype_id)
@pytest.mark.parametrize("stride", [*_STRIDES, 40, -40])
def test_stores(stride: int, dtype: torch.dtype) -> None:
    source = f"""
@triton.jit
def kernel(X, Y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(Y + 20500 + i * {stride}, tl.load(X + i, mask=i < n), mask=i < n)
"""
    x = (torch.randn(512) * 90).to(dtype)
    check(source, (2,), [x, torch.zeros(41000, dtype=dtype), 499], B=256)


def test_stores_beside_one_another() -> None:
    source = """
@triton.jit
def kernel(X, Y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    re = tl.load(X + 2 * i, mask=i < n)
    im = tl.load(X + 2 * i + 1, mask=i < n)
    tl.store(Y + 2 * i, re - im, mask=i < n)
    tl.store(Y + 2 * i + 1, re + im, mask=i < n)
"""
    check(source, (4,), [torch.randn(2000), torch.zeros(2000), 999], B=256)


@pytest.mark.parametrize("stride", _STRIDES)
def test_rows_of_pixels(stride: int) -> None:
    source = f"""
@triton.jit
def kernel(X, Y, h, w, R: tl.constexpr, C: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, C)[None, :]
    inside = (r < h) & (c < w)
    x = tl.load(X + 400 + r * 700 + c * {stride}, mask=inside, other=3)
    tl.store(Y + r * C + c, x.to(tl.float32) / 255)
"""
    x = torch.randint(0, 255, (6000,), dtype=torch.uint8)
    check(source, (2,), [x, torch.zeros(8 * 64), 7, 61], R=4, C=64)


@pytest.mark.parametrize("stride", [2, 3, -1, -2])
@pytest.mark.parametrize("shift", [0, 90, 517, 600])
def test_reads_what_it_overwrites(shift: int, stride: int) -> None:
    source = f"""
@triton.jit
def kernel(X, shift, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(X + 600 + i * {stride})
    tl.store(X + shift + i, x * 2)
"""
    check(source, (1,), [torch.randn(1500), shift], B=256)


@pytest.mark.parametrize("stride", _STRIDES)
def test_nothing_beyond_the_ends_is_touched(stride: int) -> None:
    kernel = make_kernel(f"""
@triton.jit
def kernel(X, Y, first, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(Y + i, tl.load(X + first + i * {stride}))
""")
    lanes = 128
    span = (lanes - 1) * abs(stride) + 1
    # The pages end behind the first array, and begin and end with the second.
    for n in (span, 1024):
        with guarded(n) as x:
            x.copy_(torch.randn(n))
            first = span - 1 if stride < 0 else 0
            y = torch.zeros(lanes)
            kernel[(1,)](x, y, first, B=lanes)
            assert torch.equal(y, x[first + torch.arange(lanes) * stride])


@pytest.mark.parametrize("stride", _STRIDES)
def test_nothing_else_is_stored(stride: int) -> None:
    kernel = make_kernel(f"""
@triton.jit
def kernel(X, Y, first, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(Y + first + i * {stride}, tl.load(X + i))
""")
    lanes = 128
    span = (lanes - 1) * abs(stride) + 1
    for n in (span, 1024):
        with guarded(n) as y:
            x, expected = torch.randn(lanes), torch.zeros(n)
            first = span - 1 if stride < 0 else 0
            expected[first + torch.arange(lanes) * stride] = x
            kernel[(1,)](x, y, first, B=lanes)
            assert torch.equal(y, expected)

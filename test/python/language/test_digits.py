# Quotients of quotients, and positions that are put together from their digits again.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import dtype_id
from triton_shared.testing.check import check

_FORMS = [
    "x % 48 % 16",
    "x % 50 % 16",
    "x // 7 // 5",
    "x % 35 // 5",
    "x % 36 // 5",
    "x // 3 % 35 % 7 // 7",
    "x % 32 + x // 32 % 7 * 32",
    "x // 32 * 32 + x % 32",
    "x // 96 % 5 * 35 + (x // 480 + x % 32 * 5 + x // 32 % 3 * 160) - x // 480 * 2",
    "x - (x // 100 * 120 + x % 10 * 12 + x // 10 % 10 * 120)",
    "x % 16 + x // 32 * 16 + x // 16 % 2",
    "x // 65536 // 65536 + x % 65536 % 40000",
    "x % 1 + x // 1 + x % 8 % 1",
]


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64, torch.uint32], ids=dtype_id)
@pytest.mark.parametrize("form", _FORMS)
def test_any_number(form: str, dtype: torch.dtype) -> None:
    """Division rounds towards zero, remainders have the sign of what is divided."""
    source = f"""
@triton.jit
def kernel(X, Y, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(X + i)
    tl.store(Y + i, {form})
"""
    signed = torch.int64 if dtype == torch.int64 else torch.int32
    info = torch.iinfo(signed)
    x = torch.cat(
        [
            torch.arange(-600, 600, dtype=signed),
            torch.randint(info.min, info.max, (842,), dtype=signed),
            torch.tensor([info.min, info.min + 1, info.max - 1, info.max, 0, -1], dtype=signed),
        ]
    ).view(dtype)
    check(source, (1,), [x, torch.zeros_like(x)], B=2048)


_WINDOWS = """
@triton.jit
def kernel(X, Z, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    c, p, w = i % 24, i // 24 % 49, i // 1176
    at = c + 24 * (p % 7) + 168 * (w % 3) + 504 * (p // 7) + 3528 * (w // 3)
    tl.store(Z + i, tl.load(X + at, mask=i < n), mask=i < n)
"""


@pytest.mark.parametrize("dtype", [torch.float32, torch.int8], ids=dtype_id)
def test_windows_of_an_image(dtype: torch.dtype) -> None:
    x = torch.randint(-100, 100, (21, 21, 24)).to(dtype)
    z = torch.zeros(9 * 49 * 24 + 100, dtype=dtype)
    ours = check(_WINDOWS, (-(-x.numel() // 512),), [x, z, x.numel()], B=512)[1]
    windows = x.view(3, 7, 3, 7, 24).permute(0, 2, 1, 3, 4)
    assert torch.equal(ours[: x.numel()].view(windows.shape), windows)


_ROWS = """
@triton.jit
def kernel(X, Z, M: tl.constexpr, N: tl.constexpr):
    y = (tl.program_id(0) * M + tl.arange(0, M))[:, None]
    x = tl.arange(0, N)[None, :]
    at = y % 4 * 64 + (x + y // 4 % 5 * 256) + y // 20 * 1280
    tl.store(Z + y * N + x, tl.load(X + at, mask=y < 77), mask=y < 77)
"""


def test_rows_that_are_counted_twice() -> None:
    x, z = torch.randn(6 * 1280), torch.zeros(96, 64)
    ours = check(_ROWS, (3,), [x, z], M=32, N=64)[1]
    assert torch.equal(ours[:77], x[: 77 * 64].view(77, 64))

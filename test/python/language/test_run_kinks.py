# Rows that are cut at the kinks of positions: padding by reflection and by repetition,
# differences of neighbours, distances from the diagonal.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import dtype_id
from triton_shared.testing.check import check, run

# Of the column c and the row r of a place among rows of W.
_PLACES = [
    "tl.abs(c - 3)",
    "W - 1 - tl.abs(W - 1 - tl.abs(c - 2))",
    "W + 3 - tl.abs(tl.abs(c - 6) - (W + 3))",
    "tl.minimum(tl.maximum(c - 2, 0), W - 5)",
    "tl.abs(r % W - c)",
    "tl.maximum(c, r) - tl.minimum(r, c)",
    "tl.minimum(c + 5, W - 1) * 2",
    "W - 1 - tl.minimum(c, 7)",
    "tl.abs(tl.abs(c - 20) - 9)",
    "tl.maximum(tl.minimum(tl.abs(c - 9), 30), 4)",
    "tl.maximum(W - 1 - c, 40)",
    "tl.abs(c - 3) % 7 + c",
    "tl.abs(2 * c - 31)",
]


@pytest.mark.parametrize("known", [True, False], ids=["constant", "run-time"])
@pytest.mark.parametrize("width", [48, 50, 64, 100, 333])
@pytest.mark.parametrize("place", _PLACES)
def test_places(place: str, width: int, known: bool) -> None:
    source = f"""
@triton.jit
def kernel(X, Y, n, W{": tl.constexpr" if known else ""}, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    r, c = i // W, i % W
    tl.store(Y + i, tl.load(X + r * W + ({place}), mask=i < n) - tl.load(X + i), mask=i < n)
"""
    x = torch.arange(4096, dtype=torch.float32)
    args = [x, torch.zeros(1536), 1400] + ([] if known else [width])
    check(source, (3,), args, B=512, **({"W": width} if known else {}))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.int8, torch.float64], ids=dtype_id)
@pytest.mark.parametrize("pad", [1, 2, 9])
def test_rows_and_columns(pad: int, dtype: torch.dtype) -> None:
    """What is repeated is written over what is read, one program after the other."""
    source = """
@triton.jit
def kernel(X, Y, n, H, W, pad, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    c, r = i % (W + 2 * pad), i // (W + 2 * pad) % (H + 2 * pad)
    image = i // ((W + 2 * pad) * (H + 2 * pad))
    c = tl.minimum(tl.maximum(c - pad, 0), W - 1)
    r = tl.minimum(tl.maximum(r - pad, 0), H - 1)
    tl.store(Y + i, tl.load(X + (image * H + r) * W + c, mask=i < n), mask=i < n)
"""
    height, width = 11, 70
    x = torch.randint(-100, 100, (3, height, width)).to(dtype)
    expected = torch.nn.functional.pad(x.double(), (pad,) * 4, mode="replicate").to(dtype)
    y = torch.zeros_like(expected)
    n = y.numel()
    out = check(source, (-(-n // 1024),), [x, y, n, height, width, pad], B=1024)
    assert torch.equal(out[1], expected)


def test_in_place() -> None:
    """All of a program's loads come before its stores."""
    source = """
@triton.jit
def kernel(X, W: tl.constexpr, B: tl.constexpr):
    i = tl.arange(0, B)
    r, c = i // W, i % W
    x = tl.load(X + r * W + tl.abs(W - 9 - c)) + tl.load(X + r * W + tl.maximum(c - 1, 0))
    tl.store(X + i, x)
"""
    for width in (50, 64, 100):
        check(source, (1,), [torch.randn(2048)], W=width, B=1024)


@pytest.mark.parametrize("used", [False, True])
def test_atomics(used: bool) -> None:
    """Each lane adds to the place that it is reflected to."""
    source = f"""
@triton.jit
def kernel(X, Y, n, W, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    r, c = i // W, i % W
    place = Y + r * W + tl.abs(c - 11)
    was = tl.atomic_add(place, i, mask=i < n)
    {"tl.store(X + i, was, mask=i < n)" if used else ""}
"""
    x, y = torch.zeros(1024, dtype=torch.int32), torch.zeros(2048, dtype=torch.int32)
    check(source, (1,), [x, y, 1000, 60], B=1024)


@pytest.mark.parametrize(
    "mask", ["", "i < n", "c > 1", "c < W - 2", "v != 97", "(c > 1) & (i < n)"]
)
@pytest.mark.parametrize(
    "place",
    [
        "i",
        "i * 128 + tl.abs(c - 3)",
        "i * 3 + tl.maximum(c, 5)",
        "r * W + W + 7 - tl.minimum(c, W)",
    ],
)
def test_stores(place: str, mask: str) -> None:
    """Lanes that are stored beyond a kink go where each of them says, if its mask does."""
    source = f"""
@triton.jit
def kernel(X, Y, n, W, B: tl.constexpr):
    i = tl.arange(0, B)
    r, c = i // W, i % W
    v = tl.load(X + r * W + tl.abs(c - 3))
    tl.store(Y + {place}, v{", mask=" + mask if mask else ""})
"""
    for width in (70, 100):
        x = torch.arange(1024, dtype=torch.float32)
        check(source, (1,), [x, torch.full((70000,), -1.0), 500, width], B=512)


@pytest.mark.parametrize("width", [100, 333])
@pytest.mark.parametrize("divisor", ["W + c - tl.abs(c - 20)", "tl.minimum(c + 60, 90)"])
def test_divisors(divisor: str, width: int) -> None:
    """Where the divisor changes, runs are none of straight lanes."""
    source = f"""
@triton.jit
def kernel(X, Y, W, B: tl.constexpr):
    i = tl.arange(0, B)
    c = i % W
    tl.store(Y + i, tl.load(X + i % ({divisor})))
"""
    check(source, (1,), [torch.randn(1024), torch.zeros(1024), width], B=1024)


_ASSERTED = """
@triton.jit
def kernel(X, n, m, size, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    x = tl.load(X + i // m * n + tl.minimum(i % m, n - 1), mask=i < size, other=1.0)
    tl.device_assert(x > 0, "not positive")
"""


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float64], ids=dtype_id)
def test_assertions(dtype: torch.dtype) -> None:
    x = torch.ones(13 * 50, dtype=dtype)
    arguments = [x, 50, 56, 13 * 56]
    run(_ASSERTED, (1,), arguments, B=1024, debug=True)
    x[5 * 50 + 49] = -1
    with pytest.raises(Exception, match="not positive"):
        run(_ASSERTED, (1,), arguments, B=1024, debug=True)

# Rows put together from pieces, under masks that begin and end at any lane.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A step of the lanes may be inside of a box, outside of it or partly in, of each another way."""

from __future__ import annotations

import pytest
import torch

from harness.data import dtype_id
from harness.memory import check_guarded
from triton_shared.testing.check import check

#: Rows of `u` from X and of `v` from Y make rows of `w` in Z, of which block (r, c) is at hand.
_BODIES = {
    "concatenation": """
    x = tl.load(X + r * u + c, mask=(r < m) & (c < u), other=0)
    y = tl.load(Y + r * v + c - u, mask=(r < m) & (c >= u) & (c < w), other=0)
    tl.store(Z + r * w + c, tl.where(c < u, x, y), mask=(r < m) & (c < w))""",
    "sum of both": """
    x = tl.load(X + r * u + c, mask=(r < m) & (c < u), other=5)
    y = tl.load(Y + r * v + c - u, mask=(r < m) & (c >= u) & (c < w), other=-3)
    tl.store(Z + r * w + c, x + y, mask=(r < m) & (c < w))""",
    "in the middle": """
    x = tl.load(X + r * u + c - v, mask=(r < m) & (c >= v) & (c < v + u), other=7)
    tl.store(Z + r * w + c, x, mask=(r < m) & (c < w))""",
    "at the beginning": """
    x = tl.load(X + r * u + c, mask=(r < m) & (c < u), other=7)
    tl.store(Z + r * w + c, x, mask=(r < m) & (c < w))""",
    "stored from a column on": """
    x = tl.load(X + r * u + c, mask=(r < m) & (c < u), other=7)
    tl.store(Z + r * w + c, x, mask=(r < m) & (c >= v) & (c < w))""",
    "every third": """
    x = tl.load(X + r * u + c, mask=(r < m) & (c < u) & (c % 3 != 1), other=0)
    y = tl.load(Y + r * v + c - u, mask=(r < m) & (c >= u) & (c < w) & (c % 3 != 1), other=4)
    tl.store(Z + r * w + c, x - y, mask=(r < m) & (c < w) & (c % 3 != 2))""",
    "both of some rows": """
    x = tl.load(X + r * u + c, mask=(r < m - 1) & (c < u), other=1)
    y = tl.load(Y + r * v + c - u, mask=(r >= 1) & (r < m) & (c >= u) & (c < w), other=2)
    tl.store(Z + r * w + c, x * 16 + y, mask=(r < m) & (c < w))""",
    "one column of one": """
    x = tl.load(X + r * u, mask=(r < m) & (u > 0), other=1)
    y = tl.load(Y + r * v + c - u, mask=(r < m) & (c >= u) & (c < w), other=2)
    tl.store(Z + r * w + c, x * 16 + y, mask=(r < m) & (c < w))""",
    "distance from the largest": """
    x = tl.load(X + r * u + c, mask=(r < m) & (c < u), other=-9)
    y = tl.load(Y + r * v + c - u, mask=(r < m) & (c >= u) & (c < w), other=-9)
    z = tl.maximum(x, y)
    tl.store(Z + r * w + c, z - tl.max(z, 1)[:, None], mask=(r < m) & (c < w))""",
    "of each row": """
    x = tl.load(X + r * u + c, mask=(r < m) & (c < u), other=2)
    y = tl.load(Y + r * v + c - u, mask=(r < m) & (c >= u) & (c < w), other=1)
    tl.store(Z + r * w, tl.sum(x * y, 1)[:, None], mask=(r < m) & (tl.program_id(1) == 0))""",
    "of each column": """
    x = tl.load(X + r * u + c, mask=(r < m) & (c < u), other=2)
    y = tl.load(Y + r * v + c - u, mask=(r < m) & (c >= u) & (c < w), other=1)
    tl.store(Z + c, tl.sum(x * y, 0)[None, :], mask=(tl.program_id(0) == 0) & (c < w))""",
}

_SOURCE = """
@triton.jit
def kernel(X, Y, Z, m, u, v, M: tl.constexpr, N: tl.constexpr):
    w = u + v
    r = tl.program_id(0) * M + tl.arange(0, M)[:, None]
    c = tl.program_id(1) * N + tl.arange(0, N)[None, :]
{body}
"""
_WIDTHS = [(100, 29), (64, 64), (1, 200), (128, 2), (0, 33), (333, 0), (31, 97)]


@pytest.mark.parametrize("block", [(1, 512), (4, 64), (2, 8), (8, 128)])
@pytest.mark.parametrize("widths", _WIDTHS)
@pytest.mark.parametrize("name", _BODIES)
def test_pieces_of_rows(name: str, widths: tuple[int, int], block: tuple[int, int]) -> None:
    rows, width = 5, sum(widths)
    scalars = {"m": rows, "u": widths[0], "v": widths[1], "M": block[0], "N": block[1]}
    grid = (-(-rows // block[0]), -(-width // block[1]))
    sizes = [rows * n or 1 for n in (*widths, width)]
    check_guarded(_SOURCE.format(body=_BODIES[name]), grid, sizes, **scalars)


@pytest.mark.parametrize("dtype", [torch.float16, torch.int8, torch.int64], ids=dtype_id)
@pytest.mark.parametrize("widths", [(100, 29), (64, 300)])
@pytest.mark.parametrize("name", ["concatenation", "in the middle", "distance from the largest"])
def test_types_of_pieces(name: str, widths: tuple[int, int], dtype: torch.dtype) -> None:
    u, v = widths
    arrays = [torch.randint(-8, 9, (5 * n,)).to(dtype) for n in (u, v, u + v)]
    check(_SOURCE.format(body=_BODIES[name]), (3, 1), [*arrays, 5, u, v], M=2, N=512)


@pytest.mark.parametrize("begin", [1, 8, 40, 64])
def test_pieces_known_to_the_compiler(begin: int) -> None:
    source = """
@triton.jit
def kernel(X, Y, Z, AT: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i, mask=i < AT, other=0)
    y = tl.load(Y + i - AT, mask=i >= AT, other=0)
    tl.store(Z + i, tl.where(i < AT, x, y))
"""
    check_guarded(source, (1,), [begin, 256 - begin, 256], AT=begin, N=256)


#: Row r of `u` columns, with H taps of it and of the rows beside it, from column c - v on.
_TAPS = """
@triton.jit
def kernel(X, Y, Z, h, u, v, C: tl.constexpr, H: tl.constexpr, N: tl.constexpr):
    r = tl.program_id(0)
    c = tl.program_id(1) * N + tl.arange(0, N)
    s = tl.zeros([N], tl.float32)
    for i in range(C):
        for j in tl.static_range(-1, 2):
            for k in tl.static_range(H):
                at = c + k - v
                held = (r + j >= 0) & (r + j < h) & (at >= 0) & (at < u)
                x = tl.load(X + (i * h + r + j) * u + at, mask=held, other=0)
                s += x * tl.load(Y + ((i * 3) + j + 1) * H + k)
    tl.store(Z + r * u + c, s, mask=c < u)
"""


@pytest.mark.parametrize("block", [64, 256])
@pytest.mark.parametrize("width", [1, 56, 64, 300])
@pytest.mark.parametrize(("taps", "before"), [(1, 0), (3, 1), (3, 5), (2, -2)])
def test_taps(taps: int, before: int, width: int, block: int) -> None:
    sizes = [2 * 3 * width, 2 * 3 * taps, 3 * width]
    scalars = {"h": 3, "u": width, "v": before, "C": 2, "H": taps, "N": block}
    check_guarded(_TAPS, (3, -(-width // block)), sizes, **scalars)


@pytest.mark.parametrize("dtype", [torch.float16, torch.int8, torch.int64], ids=dtype_id)
@pytest.mark.parametrize("width", [56, 300])
def test_taps_of_other_types(width: int, dtype: torch.dtype) -> None:
    arrays = [torch.randint(-4, 5, (n,)).to(dtype) for n in (width, 9, width)]
    check(_TAPS, (1, 2), [*arrays, 1, width, 1], C=1, H=3, N=256)


@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("width", [5, 60, 129, 512])
def test_neighbours_stored(width: int, in_place: bool) -> None:
    source = """
@triton.jit
def kernel(X, Z, n, low, N: tl.constexpr):
    c = tl.arange(0, N)
    s = tl.load(X + c, mask=c < n, other=1)
    for k in tl.static_range(1, 4):
        s = s * 2 + tl.load(X + c - k, mask=(c - k >= low) & (c - k < n), other=0)
        s = s * 2 - tl.load(X + c + k, mask=c + k < n, other=3)
    tl.store(Z + c, s, mask=(c >= low) & (c < n))
"""
    if in_place:
        source = source.replace("Z + c", "X + c")
    for low in (0, 1, 50, 600):
        x = torch.randint(-8, 9, (width,)).float()
        check(source, (1,), [x, torch.zeros_like(x), width, low], N=512)


@pytest.mark.parametrize("made", ["tl.cumsum(s, 0)", "tl.sort(s)", "tl.gather(s, 511 - c, 0)"])
@pytest.mark.parametrize("width", [5, 60, 129, 500])
def test_neighbours_kept(width: int, made: str) -> None:
    """The sums have storage, filled with what is the same in all lanes past the last box."""
    source = f"""
@triton.jit
def kernel(X, Z, n, N: tl.constexpr):
    c = tl.arange(0, N)
    s = tl.load(X + c, mask=c < n, other=1)
    s += tl.load(X + c - 1, mask=(c >= 1) & (c < n + 1), other=2)
    s += tl.load(X + c + 1, mask=c + 1 < n, other=3)
    tl.store(Z + c, {made})
"""
    check_guarded(source, (1,), [width, 512], n=width, N=512)

# Positions that are taken apart by sizes that only the run tells: rows of any length.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.memory import guarded, run_in_place
from triton_shared.testing.check import check, run

_PERMUTE = """
@triton.jit
def kernel(X, Z, n, C, H, W, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    w, h, c, b = i % W, i // W % H, i // (W * H) % C, i // (W * H * C)
    tl.store(Z + i, tl.load(X + ((b * H + h) * C + c) * W + w, mask=m), mask=m)
"""

# Rows shorter than a register, longer than a block, and of all lengths between.
_SHAPES = [(2, 3, 4, w) for w in (1, 2, 7, 16, 17, 31, 33, 56, 63, 64, 100, 255, 3000)]
_SHAPES += [(3, 50, 1, 40), (1, 1, 1, 5000), (40, 3, 31, 1)]
_DTYPES = [torch.float32, torch.bfloat16, torch.int8, torch.int64]


@pytest.mark.parametrize("dtype", _DTYPES, ids=str)
@pytest.mark.parametrize("shape", _SHAPES, ids=str)
def test_dims_in_another_order(shape: tuple[int, ...], dtype: torch.dtype) -> None:
    b, c, h, w = shape
    x = torch.randint(-100, 100, (b, h, c, w)).to(dtype)
    z, n = torch.zeros(x.numel() + 64, dtype=dtype), x.numel()
    ours = run(_PERMUTE, (-(-n // 1024),), [x, z, n, c, h, w], B=1024)[1]
    assert torch.equal(ours[:n].view(b, c, h, w), x.permute(0, 2, 1, 3))
    assert not ours[n:].any()


_BROADCAST = """
@triton.jit
def kernel(X, Y, Z, n, C, D, first, B: tl.constexpr):
    i = first + tl.program_id(0) * B + tl.arange(0, B)
    m = (i >= 0) & (i < n)
    d, c, a = i % D, i // D % C, i // (C * D)
    tl.store(Z + i, tl.load(X + a * D + d, mask=m) + tl.load(Y + c, mask=m) * d, mask=m)
"""


@pytest.mark.parametrize("first", [0, 5, -40])
@pytest.mark.parametrize(("c", "d"), [(1, 9), (5, 16), (3, 50), (4, 130), (2, 2000), (7, 1)])
def test_what_is_the_same_all_through_a_row(c: int, d: int, first: int) -> None:
    n = 5 * c * d + d // 2
    x, y = torch.randint(-9, 9, (6 * d,)).float(), torch.randint(-9, 9, (c,)).float()
    grid = (-(-(n - first) // 512),)
    check(_BROADCAST, grid, [x, y, torch.zeros(n), n, c, d, first], B=512)


@pytest.mark.parametrize("sizes", [(0, 20), (-3, 20), (5, 0), (5, -40), (1 << 30, 1 << 30)])
def test_sizes_that_are_none(sizes: tuple[int, int]) -> None:
    """Divisors that are not positive, and some whose product is not theirs."""
    source = """
@triton.jit
def kernel(Z, Y, n, C, D, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(Z + i, i % D + i // D % C + i // (C * D), mask=i < n)
    tl.store(Y + i % D % 7 + 8, i % D, mask=i == n)
"""
    numbers = torch.zeros(300, dtype=torch.int32), torch.zeros(300, dtype=torch.int32)
    check(source, (1,), [*numbers, 300, *sizes], B=512)


@pytest.mark.parametrize("first", [-300, (1 << 31) - 300])
def test_positions_that_change_their_sign(first: int) -> None:
    source = """
@triton.jit
def kernel(X, Z, first, D, B: tl.constexpr):
    i = tl.arange(0, B)
    p = first + i
    tl.store(Z + i, tl.load(X + p // D % 3 + 3) + p % D)
"""
    check(
        source,
        (1,),
        [torch.arange(7) * 1000, torch.zeros(512, dtype=torch.int64), first, 100],
        B=512,
    )


@pytest.mark.parametrize("divisor", [3, 9, 12, 20, 50])
def test_constants_do_not_end_runs(divisor: int) -> None:
    """A quotient by fewer than the lanes changes within the steps of a run."""
    source = f"""
@triton.jit
def kernel(X, Y, Z, n, D, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(X + i // D * 3 + i % D, mask=i < n)
    tl.store(Z + i, x + tl.load(Y + i // {divisor}, mask=i < n) * 1000, mask=i < n)
"""
    args = [torch.arange(500.0), torch.arange(400.0), torch.zeros(1024), 1000, 100]
    check(source, (1,), args, B=1024)


_IN_PLACE = """
@triton.jit
def kernel(X, n, W, shift, B: tl.constexpr):
    i = tl.arange(0, B)
    m = i < n
    x = tl.load(X + i // W * W + (W - 1 - i % W), mask=m)
    y = tl.load(X + shift + i // W * W + i % W, mask=m)
    tl.store(X + shift + i, x + y * 3, mask=m)
"""


@pytest.mark.parametrize("width", [8, 20, 64, 100])
@pytest.mark.parametrize("shift", [0, 1, 40])
def test_reads_what_it_overwrites(shift: int, width: int) -> None:
    """Elements are read before any is written, each written once."""
    x = torch.randint(-9, 9, (1100,)).float()
    check(_IN_PLACE, (1,), [x, 1000 // width * width, width, shift], B=1024)


@pytest.mark.parametrize("width", [16, 20, 57, 200])
def test_rows_end_where_memory_ends(width: int) -> None:
    """Lanes past the end of a row read nothing: there may be no memory."""
    source = """
@triton.jit
def kernel(X, Z, W, pitch, n, B: tl.constexpr):
    i = tl.arange(0, B)
    m = i < n
    tl.store(Z + i, tl.load(X - i // W * pitch + i % W, mask=m), mask=m)
"""
    rows = 960 // width
    with guarded(width * rows) as memory, guarded(width * rows) as out:
        x = memory.view(rows, width)
        x[:] = torch.randn(rows, width)
        last = memory[width * (rows - 1) :]
        run_in_place(source, (1,), [last, out, width, width, width * rows], B=1024)
        assert torch.equal(out.view(rows, width), x.flip(0))


_TRIANGLE = """
@triton.jit
def kernel(X, Z, n, W{constant}, B: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * B + tl.arange(0, B)
    m = i < n
    x = tl.load(X + i, mask=m)
    tl.store(Z + i, tl.where(i % W <= i // W, x, 0), mask=m)
"""


@pytest.mark.parametrize("dtype", _DTYPES, ids=str)
@pytest.mark.parametrize("constant", [": tl.constexpr", ""])
@pytest.mark.parametrize(
    "width", [1, 2, 31, 60, 63, 64, 65, 100, 127, 500, 1024, 5000, -64, 1 << 33]
)
def test_what_no_address_is_made_of(width: int, constant: str, dtype: torch.dtype) -> None:
    """Columns beside rows: divided for their values alone, by i32 or by i64."""
    x, n = torch.randint(-100, 100, (5000,)).to(dtype), 4990
    source = _TRIANGLE.format(constant=constant)
    check(source, (5,), [x, torch.zeros_like(x), n, width], B=1024)


@pytest.mark.parametrize("width", [5, 50, 3000, 4096])
def test_what_no_address_is_made_of_in_large_arrays(width: int) -> None:
    """Their lines bypass the caches, wherever rows end."""
    rows = (9 << 20) // width
    x = torch.randn(rows, width)
    z = torch.empty(x.numel() + 8)[8:]
    source = _TRIANGLE.format(constant="")
    ours = run(source, (-(-x.numel() // 4096),), [x, z, x.numel(), width], B=4096)[1]
    assert torch.equal(ours.view(rows, width), x.tril())


@pytest.mark.parametrize("first", [-300, 0, (1 << 31) - 900, (1 << 31) - 300])
@pytest.mark.parametrize("divisors", [(100, 70), (300, 600), (1, 1 << 30), (64, 0)])
def test_values_that_change_their_sign(first: int, divisors: tuple[int, int]) -> None:
    source = """
@triton.jit
def kernel(Z, first, C, D, B: tl.constexpr):
    i = tl.arange(0, B)
    p = first + i
    tl.store(Z + i, p // D * 7 + p % C * 3 + p // C % D)
"""
    check(source, (1,), [torch.zeros(1024, dtype=torch.int32), first, *divisors], B=1024)


_SELECT = """
@triton.jit
def kernel(X, S, Z, n, N, D, index, other, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    a, j = i // (N * D), i // D % N
    d = i - i // D * D
    s = tl.load(S + a * D + d, mask=m & (j == index), other=other)
    v = tl.load(X + i, mask=m)
    tl.store(Z + i, tl.where(j == index, s, tl.where(i // D > other, v, d)), mask=m)
"""


@pytest.mark.parametrize("dtype", [torch.float32, torch.int16], ids=str)
@pytest.mark.parametrize("index", [0, 2, 99])
@pytest.mark.parametrize(
    ("rows", "width"), [(3, 1), (4, 7), (3, 33), (5, 100), (3, 128), (4, 700), (1, 50)]
)
def test_what_changes_where_addresses_do(
    rows: int, width: int, index: int, dtype: torch.dtype
) -> None:
    """What is divided is a mask as well as an address."""
    n = 6 * rows * width - width // 2
    x = torch.randint(-9, 9, (n,)).to(dtype)
    s = torch.randint(-9, 9, (6 * width,)).to(dtype)
    args = [x, s, torch.zeros(n, dtype=dtype), n, rows, width, index, 3]
    check(_SELECT, (-(-n // 512),), args, B=512)


@pytest.mark.parametrize(
    ("n", "c", "m"), [(200, 100, 25), (113, 56, 10), (301, 150, 49), (64, 64, 48), (50, 0, 7)]
)
def test_what_is_divided_falls_back_below_zero(n: int, c: int, m: int) -> None:
    """At the beginning of each row, long after the block's first position."""
    source = """
@triton.jit
def kernel(X, Y, Z, n, c, m, size, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    r = i % n - c
    tl.store(Y + i, tl.load(X + 1000 + r // m, mask=i < size), mask=i < size)
    tl.store(Z + i, r // m + r % m * 100, mask=i < size)
"""
    size = 4096
    x = torch.arange(2000, dtype=torch.int32)
    y, z = torch.zeros(2, size, dtype=torch.int32)
    results = run(source, (4,), [x, y, z, n, c, m, size], B=1024)
    r = torch.arange(size, dtype=torch.int32) % n - c
    quotient = torch.div(r, m, rounding_mode="trunc")
    assert torch.equal(results[1], 1000 + quotient)
    assert torch.equal(results[2], quotient + torch.fmod(r, m) * 100)


def test_divisors_that_change_from_row_to_row() -> None:
    """They are negative from the second row on."""
    source = """
@triton.jit
def kernel(X, Y, n, c, m, size, B: tl.constexpr):
    i = tl.arange(0, B)
    d = m - i // n * c
    tl.store(Y + i, tl.load(X + 1000 + i // d * 10 + i % d, mask=i < size), mask=i < size)
"""
    size = 90
    x, y = torch.arange(2000, dtype=torch.int32), torch.zeros(size, dtype=torch.int32)
    i = torch.arange(size, dtype=torch.int32)
    d = 50 - i // 50 * 60
    quotient = torch.div(i, d, rounding_mode="trunc")
    ours = run(source, (1,), [x, y, 50, 60, 50, size], B=128)[1]
    assert torch.equal(ours, 1000 + quotient * 10 + torch.fmod(i, d))


_FALLS_BACK = """
@triton.jit
def kernel(X, Y, n, c, m, size, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    r = i % n - c
    tl.store(Y + i, tl.load(X + size + r // m, mask=i < size), mask=i < size)
    tl.store(Y + size + i, tl.sum(tl.load(X + size + r % m, mask=i < size)), mask=i < size)
"""


@pytest.mark.parametrize("options", ["", "vector-bits=512"])
@pytest.mark.parametrize(
    ("n", "c", "m"), [(4032, 2000, 64), (4032, 4000, 64), (700, 333, 50), (90, 13, 20), (90, 13, 5)]
)
def test_what_is_divided_is_negative_for_long(
    n: int, c: int, m: int, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    size, block = 10000, 2048
    x = torch.randint(-1000, 1000, (2 * size,), dtype=torch.int32)
    y = torch.zeros(2, size, dtype=torch.int32)
    (_, y, *_) = run(_FALLS_BACK, (5,), [x, y, n, c, m, size], B=block)
    i = torch.arange(size)
    r = i % n - c
    assert torch.equal(y[0], x[size + torch.div(r, m, rounding_mode="trunc")])
    rows = torch.zeros(5, dtype=torch.int32).index_add_(0, i // block, x[size + torch.fmod(r, m)])
    assert torch.equal(y[1], rows[i // block])

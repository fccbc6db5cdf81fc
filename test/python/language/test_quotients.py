# Rows and columns that are counted by quotients and remainders, in one block and across programs.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
import triton
import triton.language as tl

from harness.data import dtype_id
from triton_shared.testing.check import check, run
from triton_shared.testing.kernels import make_kernel

# Multiples of all steps, of some, of half a register, and of none; longer than a block, too.
_COLUMNS = [96, 144, 48, 24, 20, 7, 1000, 3136, 113, 50, 196]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.int8], ids=dtype_id)
@pytest.mark.parametrize("columns", _COLUMNS)
def test_rows_and_columns(columns: int, dtype: torch.dtype) -> None:
    source = f"""
@triton.jit
def kernel(X, ByColumn, ByRow, Y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    column = i % {columns}
    row = i // {columns} % 5
    x = tl.load(X + i, mask=i < n)
    x += tl.load(ByColumn + column, mask=i < n)
    x += tl.load(ByRow + row, mask=(i < n) & (row < 4), other=1)
    tl.store(Y + i, tl.where(column < {columns} - 1, x, 0), mask=i < n)
"""
    n = 5 * columns + 3 if columns > 600 else 30 * columns + 3
    x = (torch.randn(n) * 9).to(dtype)
    by_column, by_row = (torch.randn(k).mul(9).to(dtype) for k in (columns, 5))
    check(source, (-(-n // 1024),), [x, by_column, by_row, torch.zeros_like(x), n], B=1024)


@pytest.mark.parametrize("columns", [96, 64, 1000])
@pytest.mark.parametrize("stride", [2, 3, 5])
def test_strides_of_what_is_divided(stride: int, columns: int) -> None:
    # As many lanes as a power of two, whatever the stride; nothing is stored past the block.
    source = f"""
@triton.jit
def kernel(X, Y, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    x = tl.load(X + i * {stride} // {columns} * 7 + i * {stride} % {columns})
    tl.store(Y + i, x)
"""
    check(source, (2,), [torch.randn(4000), torch.zeros(1100)], B=512)


def test_remainder_by_zero() -> None:
    source = """
@triton.jit
def kernel(X, Y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(Y + i, tl.load(X + i % n) + tl.load(X + i // n * 2))
"""
    x, y = torch.randn(64), torch.zeros(512)
    make_kernel(source)[(1,)](x, y, 0, B=512)
    assert torch.equal(y, 2 * x[:1].expand(512))


@pytest.mark.parametrize("columns", [64, 20])
def test_one_element_or_a_block(columns: int) -> None:
    # All lanes of a step load the same element, or have each a value of their own.
    source = f"""
@triton.jit
def kernel(X, ByRow, Y, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    row = i // {columns}
    x = tl.load(X + i)
    tl.store(Y + i, tl.load(ByRow + row, mask=row % 3 < 2, other=x))
"""
    check(source, (2,), [torch.randn(1024), torch.randn(60), torch.zeros(1024)], B=512)


@pytest.mark.parametrize("columns", [96, 20, 113])
@pytest.mark.parametrize("first", ["0", "i0", "-7", "3 - i0"])
def test_starts_anywhere(columns: int, first: str) -> None:
    # The remainder has the sign of what is divided.
    source = f"""
@triton.jit
def kernel(X, Y, i0, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    column = (i + {first}) % {columns}
    row = (i + {first}) // {columns}
    tl.store(Y + i, tl.load(X + 1000 + column) + tl.load(X + 1000 + row))
"""
    check(source, (2,), [torch.randn(2000), torch.zeros(1024), 16], B=512)


@pytest.mark.parametrize("columns", [96, 144, 20, 512])
@pytest.mark.parametrize("shift", [0, 1, 40, 511])
@pytest.mark.parametrize("index", ["i % C", "i // C", "i % C + i // C * 3", "i // C % 3 + 5"])
def test_reads_what_it_overwrites(index: str, shift: int, columns: int) -> None:
    # All of a block is read before any of it is written.
    source = f"""
@triton.jit
def kernel(X, shift, C: tl.constexpr, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(X + {index}, mask=(i // C) % 4 < 3, other=-1.0)
    x += tl.load(X + i)
    tl.store(X + shift + i, x)
"""
    check(source, (1,), [torch.randn(1600), shift], C=columns, B=512)


def test_data_leave_their_type() -> None:
    # No position: what is divided wraps around to negative numbers.
    source = """
@triton.jit
def kernel(Y, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    x = i + (tl.program_id(0) + 2) * 1073741824
    tl.store(Y + i, x // 64 + x % 64)
"""
    check(source, (4,), [torch.zeros(2048, dtype=torch.int32)], B=512)


@pytest.mark.parametrize("n", [0, -3, 7_000_000])
def test_divisors_at_run_time(n: int) -> None:
    # What a masked load's divisor is does not matter, and products may leave their type.
    source = """
@triton.jit
def kernel(X, Y, n, B: tl.constexpr):
    i = tl.arange(0, B)
    d = tl.maximum(n, 1)
    near = i * n % 64
    x = tl.load(X + 64 + near, mask=i < 300, other=0.0)
    x += tl.load(X + 64 + i % d % 64, mask=n > 0, other=2.0)
    tl.store(Y + i, x)
"""
    check(source, (1,), [torch.randn(128), torch.zeros(512), n], B=512)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=dtype_id)
@pytest.mark.parametrize("padding", [1, 16])
def test_streamed_in_steps_that_begin_anywhere(padding: int, dtype: torch.dtype) -> None:
    # 40 MiB of results that do not begin at a cache line.
    source = """
@triton.jit
def kernel(X, Y, n, C: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    x = tl.load(X + i % C, mask=i < n) + (i // C % 64).to(X.dtype.element_ty)
    tl.store(Y + i, x, mask=i < n)
"""
    columns = 96
    n = 40 * 2**20 // dtype.itemsize
    x = torch.randn(columns).to(dtype)
    y = torch.zeros(n + padding + 100, dtype=dtype)
    out = y[padding:]
    make_kernel(source)[(-(-n // 8192),)](x, out, n, C=columns, B=8192)
    i = torch.arange(n)
    torch.testing.assert_close(out[:n], x[i % columns] + (i // columns % 64).to(dtype))
    assert not out[n:].any()
    assert not y[:padding].any()


@pytest.mark.parametrize("side", [16, 32, 64])
def test_streamed_rows_of_a_block_that_was_a_matrix(side: int) -> None:
    # Rows that do not begin at a cache line, written often enough to go past the cache: a step
    # begins anywhere in a row of the matrix.
    source = """
@triton.jit
def kernel(X, Y, OUT, n, rows, N: tl.constexpr):
    i = tl.arange(0, N)
    z = tl.reshape(tl.load(X + i)[:, None] * 100 + tl.load(Y + i)[None, :], [N * N])
    i = tl.arange(0, N * N)
    tl.store(OUT + (tl.program_id(0) % rows) * n + i, z, mask=i < n)
"""
    n, rows = side * side - 23, 300
    x = torch.arange(side, dtype=torch.float32)
    out = torch.ones(n * rows + 2**20)
    make_kernel(source)[(2**28 // (4 * n),)](x, x, out, n, rows, N=side)
    expected = (x[:, None] * 100 + x[None, :]).flatten()[:n].repeat(rows)
    assert torch.equal(out[: n * rows], expected)
    assert (out[n * rows :] == 1).all()


@triton.jit
def hash_slots(x, y, size, n, FACTOR: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    slot = (i * FACTOR) % size
    slot = tl.where(slot < 0, slot + size, slot)
    tl.store(y + i, tl.load(x + slot, mask=i < n, other=0) * 2 + slot, mask=i < n)


@triton.jit
def hash_quotients(x, y, SIZE: tl.constexpr, FACTOR: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + i, tl.load(x + SIZE + (i * FACTOR // SIZE) % SIZE))


@pytest.mark.parametrize("factor", [40503, 12000, 4095])
def test_products_that_wrap_around_within_a_step(factor: int) -> None:
    size, n = 1_000_000, 1 << 20
    x = torch.arange(2 * size, dtype=torch.int32)
    y = torch.zeros(n, dtype=torch.int32)
    product = (torch.arange(n) * factor).int()
    hash_slots[(n // 1024,)](x, y, size, n, FACTOR=factor, B=1024)
    assert torch.equal(y, 3 * (product % size))
    hash_quotients[(n // 1024,)](x, y, SIZE=size, FACTOR=factor, B=1024)
    quotient = torch.div(product, size, rounding_mode="trunc")
    assert torch.equal(y, size + torch.fmod(quotient, size))


@triton.jit
def probe(x, y, z, seeds, SIZE: tl.constexpr, size, B: tl.constexpr):
    """Places that follow a hash, as linear probing asks for them."""
    i = tl.arange(0, B)
    h = tl.load(seeds + tl.program_id(0)) * 1640531527
    tl.store(y + tl.program_id(0), tl.sum(tl.load(x + SIZE + ((h + i) // 1000) % SIZE)))
    tl.store(z + tl.program_id(0) * B + i, tl.load(x + size + (h + i) % size))


def test_places_after_a_hash_wrap_around() -> None:
    size, block = 1000, 1024
    hashes = torch.tensor([77, -3, 2**31 - 3, 2**31 - 100, 2**31 - 513])
    seeds = (hashes * pow(1640531527, -1, 2**32)).int()
    x = torch.arange(2 * size, dtype=torch.int32)
    y = torch.zeros(5, dtype=torch.int32)
    z = torch.zeros(5, block, dtype=torch.int32)
    probe[(5,)](x, y, z, seeds, SIZE=size, size=size, B=block)
    places = (hashes[:, None] + torch.arange(block)).int()
    quotients = torch.fmod(torch.div(places, 1000, rounding_mode="trunc"), size)
    assert torch.equal(y, (size + quotients).sum(1).int())
    assert torch.equal(z, size + torch.fmod(places, size))


_MIXED = """
@triton.jit
def kernel(X, Y, Z, S, size, B: tl.constexpr):
    i = tl.arange(0, B)
    h = tl.load(S + tl.program_id(0)) * 1640531527
    h = {mixed}
    tl.store(Y + tl.program_id(0), tl.sum(tl.load(X + size + (h + i) % size)))
    tl.store(Z + tl.program_id(0) * B + i, tl.where(h + i < size, i.to(tl.int64), 7))
    v = tl.load(X + tl.where(h + i < size, i.to(tl.int64), 7))
    tl.store(Z + 5 * B + tl.program_id(0) * B + i, v + tl.load(X + i, mask=h + i < size, other=0))
"""


@pytest.mark.parametrize("options", ["", "plain=1"])
@pytest.mark.parametrize(
    "mixed",
    ["h", "h ^ (h >> 31)", "tl.where(h < 0, -h, h)", "tl.maximum(h, 0)", "tl.abs(h)", "h | 1"],
)
def test_mixed_hashes_wrap_around(
    mixed: str, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    size, block = 1000, 1024
    hashes = torch.tensor([77, -3, 2**31 - 3, 2**31 - 100, 2**31 - 513])
    seeds = (hashes * pow(1640531527, -1, 2**32)).int()
    x = torch.randint(0, 1000, (2 * size + 24,), dtype=torch.int32)
    y, z = torch.zeros(5, dtype=torch.int32), torch.zeros(2, 5, block, dtype=torch.int32)
    results = run(_MIXED.format(mixed=mixed), (5,), [x, y, z, seeds, size], B=block)
    h = hashes
    if "^" in mixed:
        h = hashes ^ (hashes >> 31)
    elif mixed in ("tl.where(h < 0, -h, h)", "tl.abs(h)"):
        h = hashes.abs()
    elif "maximum" in mixed:
        h = hashes.clamp(min=0)
    elif "|" in mixed:
        h = hashes | 1
    i = torch.arange(block)
    places = (h[:, None] + i).int()
    assert torch.equal(results[1], x[size + torch.fmod(places, size).long()].sum(1).int())
    below = places < size
    chosen = torch.where(below, i, 7)
    assert torch.equal(results[2][0], chosen.int())
    assert torch.equal(results[2][1], x[chosen] + torch.where(below, x[i], 0))


_WIDENED = """
@triton.jit
def kernel(X, Y, Z, S, size, B: tl.constexpr):
    i = tl.arange(0, B)
    h = tl.load(S + tl.program_id(0)) * 1640531527
    up = (h + i).to(tl.int64)
    down = (h - i).to(tl.int64)
    index = {index}
    tl.store(Y + tl.program_id(0) * B + i, tl.load(X + size + index))
    tl.atomic_add(Z + tl.program_id(0) * 2 * size + size + index, i + 1)
"""

_Index = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
_I = torch.arange(1024)


def _divided(x: torch.Tensor, n: int) -> torch.Tensor:
    return torch.div(x, n, rounding_mode="trunc")


@pytest.mark.parametrize("options", ["", "vector-bits=512"])
@pytest.mark.parametrize("divisor", ["size", "5000"])
@pytest.mark.parametrize(
    ("index", "expected"),
    [
        ("up % {}", lambda up, _: up),
        ("(up + (1 << 33)) % {}", lambda up, _: up + (1 << 33)),
        ("(up + (1 << 33)) // 3 % {}", lambda up, _: _divided(up + (1 << 33), 3)),
        ("((1 << 33) - down) % {}", lambda _, down: (1 << 33) - down),
        ("(tl.abs(up - 3) + i // 600) % {}", lambda up, _: (up - 3).abs() + _I // 600),
        ("tl.abs(down) // 7 % {}", lambda _, down: _divided(down.abs(), 7)),
    ],
)
def test_hashes_made_wider_wrap_around(
    index: str, expected: _Index, divisor: str, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    size = 5000
    hashes = torch.tensor([77, -3, 2**31 - 3, 2**31 - 100, 2**31 - 513, 200 - 2**31])
    seeds = (hashes * pow(1640531527, -1, 2**32)).int()
    x = torch.randint(0, 1000, (2 * size,), dtype=torch.int32)
    y = torch.zeros(6, len(_I), dtype=torch.int32)
    z = torch.zeros(6, 2 * size, dtype=torch.int32)
    source = _WIDENED.format(index=index.format(divisor))
    (_, y, z, *_) = run(source, (6,), [x, y, z, seeds, size], B=len(_I))
    up, down = ((hashes[:, None] + way * _I).int().long() for way in (1, -1))
    places = size + torch.fmod(expected(up, down), size)
    assert torch.equal(y, x[places])
    added = torch.zeros_like(z).scatter_add_(1, places, (_I + 1).int().expand(6, -1))
    assert torch.equal(z, added)


_ONE = """
@triton.jit
def kernel(X, T, Y, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(X + i)
    w = tl.load(X + B + i)
    s = tl.sum(v[:, None], axis=0, keep_dims=True).reshape([1])
    tl.store(Y + i, tl.load(T + i, mask={mask}, other=-1))
    tl.store(Y + B + i, tl.load(T + n + {place} % n))
"""


@pytest.mark.parametrize("block", [1, 2])
@pytest.mark.parametrize(
    ("mask", "place"),
    [
        ("v * 3 > 0", "(v * 33 + 5)"),
        ("v + w < 0", "(v + w)"),
        ("0 - w - v < 0", "(0 - w - v)"),
        ("(v << 3) + 1 < 0", "((v << 3) + 1)"),
        ("v * w > 0", "(v * w)"),
        ("v + 1147483700 > 0", "(v + 1147483700)"),
        ("s + s > 0", "tl.minimum(v * 3, 50)"),
    ],
)
def test_data_in_one_element_wrap_around(mask: str, place: str, block: int) -> None:
    if "s" in mask and block > 1:
        pytest.skip("one sum")
    n = 97
    x = torch.tensor([1_000_000_007, 1_000_000_007, 1_500_000_001, 1_500_000_001])
    arguments = [x[2 - block : 2 + block].int(), torch.arange(300).int(), torch.zeros(4).int(), n]
    check(_ONE.format(mask=mask, place=place), (1,), arguments, B=block)


def test_remainder_by_hand_of_data() -> None:
    source = """
@triton.jit
def kernel(X, N, Y, B: tl.constexpr):
    i = tl.arange(0, B)
    x, n = tl.load(X + i), tl.load(N + i)
    tl.store(Y + i, x - x // n * n)
"""
    n = torch.tensor([0, 3, -5, 0, 7, 1, 0, -1]).repeat(4).int()
    check(source, (1,), [torch.arange(-16, 16).int(), n, torch.zeros(32).int()], B=32)


_PLACES = """
@triton.jit
def kernel(X, Y, Z, S, size, n, SUMS: tl.constexpr, B: tl.constexpr):
    i = tl.arange(0, B)
    h = tl.load(S + tl.program_id(0)) * 1640531527
    up = (h + i).to(tl.int64)
    down = (h - i).to(tl.int64)
    place = size + {place}
    if SUMS:
        tl.store(Y + tl.program_id(0), tl.sum(tl.load(X + place)))
    else:
        tl.store(Z + tl.program_id(0) * 2 * size + place, 1)
"""


def _wrapped(x: torch.Tensor) -> torch.Tensor:
    return x.int().long()


@pytest.mark.parametrize("options", ["", "vector-bits=512"])
@pytest.mark.parametrize("sums", [True, False])
@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("up % n", lambda h, n: _wrapped(h + _I)),
        ("(up - i % n) % n", lambda h, n: _wrapped(h + _I) - _I % n),
        ("(up - i % n) // 7 % n", lambda h, n: _divided(_wrapped(h + _I) - _I % n, 7)),
        ("(up + down + i // n) % n", lambda h, n: _wrapped(h + _I) + _wrapped(h - _I) + _I // n),
        (
            "((i * 0x27D4EB2F + h) * 0x5BD1E995) % n",
            lambda h, n: _wrapped(_wrapped(_I * 0x27D4EB2F + h) * 0x5BD1E995),
        ),
        (
            "((i * 0x61C88647 + h) * 0x27D4EB2F) % 700",
            lambda h, n: _wrapped(_wrapped(_I * 0x61C88647 + h) * 0x27D4EB2F),
        ),
        (
            "((i * 0x7FEB352D + h) * 0x7FEB352D).to(tl.int64) // 3 % 700",
            lambda h, n: _divided(_wrapped(_wrapped(_I * 0x7FEB352D + h) * 0x7FEB352D), 3),
        ),
    ],
)
def test_places_of_numbers_that_wrap_around(
    place: str, expected: _Index, sums: bool, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    size, n = 1000, 700
    h = torch.tensor([5, 77777, 2**31 - 333, -40, 99 - 2**31])
    x = torch.randint(0, 1000, (2 * size,), dtype=torch.int32)
    y, z = torch.zeros(5, dtype=torch.int32), torch.zeros(5, 2 * size, dtype=torch.int32)
    seeds = (h * pow(1640531527, -1, 2**32)).int()
    arguments = [x, y, z, seeds, size, n]
    results = run(_PLACES.format(place=place), (5,), arguments, SUMS=sums, B=len(_I))
    places = size + torch.fmod(expected(h[:, None], torch.tensor(n)), n)
    if sums:
        assert torch.equal(results[1], x[places].sum(1).int())
    else:
        assert torch.equal(results[2], z.scatter_(1, places, 1))


def test_differences_of_numbers_that_wrap_around() -> None:
    source = """
@triton.jit
def kernel(X, Y, Z, S, n, B: tl.constexpr):
    i = tl.arange(0, B)
    h = tl.load(S) * 1640531527
    tl.store(Y + i, (h + i).to(tl.int64) - i % n + tl.load(X + i // n))
    tl.store(Z + i, (h + i).to(tl.int64) - (h + i % n).to(tl.int64) + tl.load(X + i // n))
"""
    x = torch.randint(0, 9, (32,))
    for n in (64, 700):
        for h in (7, 2**31 - 333):
            seed = torch.tensor([h * pow(1640531527, -1, 2**32)]).int()
            arguments = [x, *torch.zeros(2, 1024).long(), seed, n]
            check(source, (1,), arguments, B=1024)


def test_high_halves_of_products() -> None:
    """What `umulhi` gives, by numbers made wider, whose low halves wrap around."""
    source = """
@triton.jit
def kernel(X, Y, Z, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    low = i * 0x27D4EB2F
    high = (i.to(tl.int64) * 0x27D4EB2F - low.to(tl.int64)) >> 32
    tl.store(Y + i, tl.load(X + high))
    tl.store(Z + i, high + tl.load(X + i // n))
"""
    check(source, (2,), [torch.randint(0, 99, (1024,)), *torch.zeros(2, 2048).long(), 64], B=1024)

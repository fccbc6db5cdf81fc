# Atomics of a flat block on rows whose numbers are quotients of the position, as Inductor writes
# `index_add`: neighbours up to where the quotient changes.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import concurrent.futures

import pytest
import torch

from harness.data import BF16, dtype_id
from triton_shared.testing.check import run
from triton_shared.testing.kernels import make_kernel

_SOURCE = """
@triton.jit
def kernel(X, I, V, n, first, D{constant}, BLOCK: tl.constexpr):
    i = first + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    on = (i < n){mask}
    row = tl.load(I + i // D, mask=on{other})
    v = tl.load(V + i, mask=on)
    tl.atomic_{op}(X + row * D + i % D, v, mask=on, sem="{sem}")
"""

_ROWS, _PLACES = 70, 9


def _source(
    op: str = "add",
    constant: bool = False,
    mask: str = "",
    other: str = ", other=0",
    sem: str = "relaxed",
) -> str:
    return _SOURCE.format(
        op=op, constant=": tl.constexpr" if constant else "", mask=mask, other=other, sem=sem
    )


def _arguments(d: int, dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    index = torch.randint(0, _PLACES, (_ROWS,))
    return torch.zeros(_PLACES, d, dtype=dtype), index, torch.randint(-2, 3, (_ROWS, d)).to(dtype)


@pytest.mark.parametrize("features", ["", "-rtm", "-rtm,-cx16", "-avx512f"])
@pytest.mark.parametrize("constant", [False, True])
@pytest.mark.parametrize("d", [1, 3, 15, 16, 24, 31, 64, 72, 200, 256, 1000])
@pytest.mark.parametrize("dtype", [torch.int32, torch.float32, BF16], ids=dtype_id)
def test_rows_of_any_length(
    dtype: torch.dtype, d: int, constant: bool, features: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under locks or, where rows are too short for them, one by one: none is lost between threads,
    whether a row ends at a step, within one, or at the end of a block."""
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    x, index, v = _arguments(d, dtype)
    n = v.numel() - 5
    want = torch.zeros(_PLACES, d, dtype=dtype)
    v_on = v.flatten().clone()
    v_on[n:] = 0
    want.index_add_(0, index, v_on.view_as(v))
    got = run(_source(constant=constant), (n // 512 + 1,), [x, index, v, n, 0, d], BLOCK=512)
    assert torch.equal(got[0], want)


@pytest.mark.parametrize("features", ["", "-rtm", "-avx512f"])
@pytest.mark.parametrize(
    ("first", "mask", "other"),
    [
        (0, "", ""),
        (7, "", ", other=1"),
        (-40, " & (i >= 0)", ""),
        (7, " & (i % 5 != 2)", ", other=3"),
        (-40, " & (i % 5 != 2) & (i >= 0)", ""),
    ],
)
@pytest.mark.parametrize("dtype", [torch.int64, torch.float64, torch.float16], ids=dtype_id)
def test_masks(
    dtype: torch.dtype,
    first: int,
    mask: str,
    other: str,
    features: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Lanes that are off touch nothing, wherever the first one of a block lies in its row."""
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    d = 96
    x, index, v = _arguments(d, dtype)
    n = v.numel() - 33
    position = torch.arange(v.numel())
    on = (position < n) & (position >= max(first, 0))
    if "% 5" in mask:
        on &= position % 5 != 2
    v_on = torch.where(on, v.flatten(), torch.zeros((), dtype=dtype)).view_as(v)
    want = torch.zeros_like(x).index_add_(0, index, v_on)
    source = _source(mask=mask, other=other)
    got = run(source, ((n - first) // 1024 + 1,), [x, index, v, n, first, d], BLOCK=1024)
    assert torch.equal(got[0], want)


@pytest.mark.parametrize("op", ["max", "min", "and", "or", "xor"])
@pytest.mark.parametrize("sem", ["relaxed", "acq_rel"])
def test_kinds(op: str, sem: str) -> None:
    d = 80
    x = torch.randint(-99, 99, (_PLACES, d), dtype=torch.int32)
    _, index, v = _arguments(d, torch.int32)
    combine = {
        "max": torch.maximum,
        "min": torch.minimum,
        "and": torch.bitwise_and,
        "or": torch.bitwise_or,
        "xor": torch.bitwise_xor,
    }[op]
    want = x.clone()
    for row in range(_ROWS):
        want[index[row]] = combine(want[index[row]], v[row])
    args = [x, index, v, v.numel(), 0, d]
    got = run(_source(op=op, sem=sem), (v.numel() // 256 + 1,), args, BLOCK=256)
    assert torch.equal(got[0], want)


_PRODUCT = """
@triton.jit
def kernel(X, I, V, n, A, B, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    on = i < n
    D = A * B
    row = tl.load(I + i // D, mask=on, other=0)
    tl.atomic_add(X + row * D + i // B % A * B + i % B, tl.load(V + i, mask=on), mask=on)
"""


@pytest.mark.parametrize(("a", "b"), [(1, 3), (3, 5), (2, 40), (7, 64), (4, 100)])
def test_lengths_that_are_products(a: int, b: int) -> None:
    """Rows of rows, whose length is computed from arguments."""
    x, index, v = _arguments(a * b, torch.float32)
    want = torch.zeros_like(x).index_add_(0, index, v)
    args = [x, index, v, v.numel(), a, b]
    assert torch.equal(run(_PRODUCT, (v.numel() // 256 + 1,), args, BLOCK=256)[0], want)


@pytest.mark.parametrize("d", [8, 48])
def test_launches_of_long_and_short_rows_together(d: int) -> None:
    """Some ask for locks and some do not, of the same kernel: they exclude each other."""
    kernel = make_kernel(_source())
    lengths = [d, 6 * d]
    places = torch.zeros(_PLACES * 6 * d)
    index = torch.randint(0, _PLACES, (_ROWS,))

    def work(turn: int) -> None:
        length = lengths[turn % 2]
        v = torch.ones(_ROWS * length)
        kernel[(v.numel() // 512 + 1,)](places, index, v, v.numel(), 0, length, BLOCK=512)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(40)))
    want = torch.zeros_like(places)
    for length in lengths:
        rows = want[: _PLACES * length].view(_PLACES, length)
        rows.index_add_(0, index, torch.full((_ROWS, length), 20.0))
    assert torch.equal(places, want)


@pytest.mark.parametrize("shift", [-300, -64, 0, 5, 64])
@pytest.mark.parametrize("what", ["values", "rows"])
def test_what_is_loaded_may_lie_where_it_is_added(what: str, shift: int) -> None:
    """A block is loaded before any of its elements is added."""
    d, rows, block = 64, 8, 512
    source = _source()
    memory = torch.randint(0, 2, (4096,), dtype=torch.int32)
    index = torch.randint(0, 4, (rows,), dtype=torch.int32)
    base = 1024
    start = base + shift
    x = memory[base:]
    if what == "values":
        v = memory[start : start + block]
        before = v.clone()
    else:
        memory[start : start + rows] = index
        index, v = memory[start : start + rows], torch.ones(block, dtype=torch.int32)
        before = v.clone()
    kept = index.clone().long()
    want = memory.clone()
    want[base : base + 4 * d].view(4, d).index_add_(0, kept, before.view(rows, d))
    make_kernel(source)[(1,)](x, index, v, block, 0, d, BLOCK=block)
    assert torch.equal(memory, want)


_TILE = """
@triton.jit
def kernel(X, n, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, ROWS)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    tl.atomic_add(X + 40 + i % 512, i, mask=(i < 3) | (i > n))
"""


@pytest.mark.parametrize(("rows", "block"), [(4, 8), (4, 64), (32, 32)])
@pytest.mark.parametrize("n", [11, 100])
def test_quotients_in_a_tile(n: int, rows: int, block: int) -> None:
    """Rows that are no rows of the tile."""
    i = torch.arange(rows * block)
    on = (i < 3) | (i > n)
    want = torch.zeros(600, dtype=torch.int32)
    want.index_add_(0, 40 + i[on] % 512, i[on].int())
    args = [torch.zeros(600, dtype=torch.int32), n]
    assert torch.equal(run(_TILE, (1,), args, ROWS=rows, BLOCK=block)[0], want)


_SHORT = """
@triton.jit
def kernel(X, Y, n, m, size, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(Y + 100 + i // n * m + i % n, tl.load(X + i, mask=i < size), mask=i < size)
"""


@pytest.mark.parametrize("n", [7, 10, 25, 31, 48])
@pytest.mark.parametrize("dtype", [torch.float16, BF16, torch.float32, torch.int32], ids=dtype_id)
def test_registers_of_128_bits(dtype: torch.dtype, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of one has fewer elements of 16 bits than are swapped at once."""
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", "vector-bits=128")
    size, m = 5 * n + 3, n + 3
    x, y = torch.randint(1, 4, (size,)).to(dtype), torch.zeros(1200, dtype=dtype)
    i = torch.arange(size)
    expected = torch.zeros(1200, dtype=dtype)
    expected[100 + i // n * m + i % n] = x
    assert torch.equal(run(_SHORT, (-(-size // 256),), [x, y, n, m, size], B=256)[1], expected)

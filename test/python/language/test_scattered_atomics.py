# Atomics whose places are loaded: several at a time in transactions, as neighbours where they are.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import BF16, dtype_id
from triton_shared.testing.check import check, run

_N = 40_000
_SOURCE = """
@triton.jit
def kernel(X, I, V, M, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    on = (i < n) & (tl.load(M + i, mask=i < n, other=0) != 0)
    v = tl.load(V + i, mask=i < n)
    tl.atomic_{op}(X + tl.load(I + i, mask=i < n), v, mask=on)
"""


def _places(pattern: str) -> torch.Tensor:
    i = torch.arange(_N)
    rows = torch.randint(0, 500, (_N // 64 + 1,))[i // 64] * 64
    return {
        "few": torch.randint(0, 3, (_N,)),
        "many": torch.randint(0, 32_000, (_N,)),
        "rows": rows + i % 64,
        "shifted rows": rows + (i + 7) % 64 + 3,
        "backwards": rows + 63 - i % 64,
        "pairs": rows + i % 64 // 2 * 2,
        "one": torch.full((_N,), 17),
    }[pattern]


@pytest.mark.parametrize("features", ["", "-rtm", "-rtm,-cx16", "-avx512f"])
@pytest.mark.parametrize("share", [1.0, 0.9, 0.02, 0.0])
@pytest.mark.parametrize(
    "pattern", ["few", "many", "rows", "shifted rows", "backwards", "pairs", "one"]
)
def test_adds(pattern: str, share: float, features: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is lost between threads, and lanes that are off touch nothing."""
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    index, v = _places(pattern), torch.randint(-9, 9, (_N,), dtype=torch.int32)
    on = torch.rand(_N) < share
    # Where they are off there is no memory.
    places = torch.where(on, index, index - (1 << 44))
    args = [torch.zeros(33_000, dtype=torch.int32), places, v, on.to(torch.int8), _N - 5]
    got = run(_SOURCE.format(op="add"), (_N // 1024 + 1,), args, BLOCK=1024)[0]
    on[_N - 5 :] = False
    want = torch.zeros(33_000, dtype=torch.int32).index_add_(0, index[on], v[on])
    assert torch.equal(got, want)


@pytest.mark.parametrize("block", [8, 16, 512])
@pytest.mark.parametrize(
    "dtype",
    [torch.int64, torch.uint32, torch.float32, torch.float64, torch.float16, BF16],
    ids=dtype_id,
)
@pytest.mark.parametrize("pattern", ["many", "rows"])
def test_types(pattern: str, dtype: torch.dtype, block: int) -> None:
    """Sums of small whole numbers, which every type holds."""
    index, v = _places(pattern) % 16_000, torch.randint(0, 2, (_N,))
    args = [torch.zeros(33_000).to(dtype), index, v.to(dtype), torch.ones(_N).to(torch.int8), _N]
    got = run(_SOURCE.format(op="add"), (-(-_N // block),), args, BLOCK=block)[0]
    want = torch.zeros(33_000, dtype=torch.int64).index_add_(0, index, v)
    assert torch.equal(got.to(torch.float64), want.to(torch.float64))


@pytest.mark.parametrize("features", ["", "-rtm"])
@pytest.mark.parametrize("dtype", [torch.int32, torch.uint32, torch.float32], ids=dtype_id)
@pytest.mark.parametrize("op", ["max", "min", "and", "or", "xor", "xchg"])
def test_kinds(op: str, dtype: torch.dtype, features: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if dtype.is_floating_point and op not in ("max", "min"):
        pytest.skip("integers only, here or in the interpreter")
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    x, v = (torch.randint(0, 1 << 20, (512,)).to(dtype) for _ in range(2))
    # Each place once: the last of several exchanges is anyone's.
    index, on = torch.randperm(512), torch.randint(0, 3, (512,), dtype=torch.int8)
    check(_SOURCE.format(op=op), (2,), [x, index, v, on, 500], BLOCK=256)


@pytest.mark.parametrize(
    "rows", ["tl.load(I + i // 64) * 64 + i % 64", "tl.load(I + i // 64) + i % 64 * 500"]
)
def test_rows_of_two_dims(rows: str) -> None:
    """The lanes run along either dim of a block, and along neither of memory."""
    source = f"""
@triton.jit
def kernel(X, I, V, BLOCK: tl.constexpr):
    r = tl.arange(0, 4)[:, None]
    c = tl.arange(0, BLOCK)[None, :]
    i = tl.program_id(0) * 4 * BLOCK + r * BLOCK + c
    tl.atomic_add(X + {rows}, tl.load(V + i))
"""
    v = torch.randint(-9, 9, (64 * 512,), dtype=torch.int32)
    index = torch.randint(0, 500, (512,))
    got = run(source, (32,), [torch.zeros(33_000, dtype=torch.int32), index, v], BLOCK=256)[0]
    i = torch.arange(64 * 512)
    row, column = index[i // 64], i % 64
    places = row + column * 500 if "* 500" in rows else row * 64 + column
    want = torch.zeros(33_000, dtype=torch.int32).index_add_(0, places, v)
    assert torch.equal(got, want)


def test_rows_whose_numbers_were_loaded_outside_of_a_branch() -> None:
    source = """
@triton.jit
def kernel(X, I, n, R: tl.constexpr, C: tl.constexpr):
    rows = tl.load(I + tl.arange(0, R)[:, None]) + tl.arange(0, C)[None, :]
    if n > 3:
        tl.atomic_add(X + rows, 1)
"""
    index = torch.randint(0, 2000, (4,))
    check(source, (2,), [torch.zeros(3000, dtype=torch.int32), index, 5], R=4, C=128)


@pytest.mark.parametrize("dtype", [torch.int32, torch.float32])
@pytest.mark.parametrize("columns", [128, 100])
def test_rows_that_are_kept_for_several_atomics(dtype: torch.dtype, columns: int) -> None:
    source = """
@triton.jit
def kernel(X, Y, I, n, columns, R: tl.constexpr, C: tl.constexpr):
    r = tl.load(I + tl.arange(0, R))
    c = tl.arange(0, C)[None, :]
    rows = (r % 7 * 3 + r // 5)[:, None] * 130 + c
    tl.atomic_add(X + rows, 1, mask=c < columns)
    tl.atomic_add(Y + rows, 2, mask=c < columns)
    for i in range(n):
        tl.atomic_add(X + rows, 1)
        if i > 1:
            tl.atomic_add(Y + rows + i, 1, mask=c < columns)
"""
    index = torch.randint(0, 20, (8,))
    sums = [torch.zeros(4000, dtype=dtype) for _ in range(2)]
    check(source, (3,), [*sums, index, 4, columns], R=8, C=128)

# Rows whose numbers are loaded, many to a block: embeddings, as torch.compile writes them.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import dtype_id
from harness.memory import guarded, run_in_place
from triton_shared.testing.check import check, run
from triton_shared.testing.kernels import make_kernel

_COLUMNS = [1, 5, 16, 31, 32, 48, 64, 100, 128, 700, 704, 1000, 1024, 3000]

_EMBEDDING = """
@triton.jit
def kernel(I, W, Z, n, rows, C{constant}, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    r = tl.load(I + i // C, mask=m)
    r = tl.where(r < 0, r + rows, r)
    tl.device_assert(((r >= 0) & (r < rows)) | (i >= n), "no such row")
    tl.store(Z + i, tl.load(W + r * C + i % C, mask=m), mask=m)
"""


def _source(constant: bool) -> str:
    return _EMBEDDING.format(constant=": tl.constexpr" if constant else "")


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int8], ids=dtype_id)
@pytest.mark.parametrize("constant", [True, False])
@pytest.mark.parametrize("columns", _COLUMNS)
def test_embedding(columns: int, constant: bool, dtype: torch.dtype) -> None:
    w = torch.randint(-100, 100, (50, columns)).to(dtype)
    numbers = torch.randint(-50, 50, (-(-5000 // columns),))
    n = numbers.numel() * columns
    z = torch.zeros(n + 100, dtype=dtype)
    args = [numbers, w, z, n, 50, columns]
    ours = run(_source(constant), (-(-n // 1024),), args, B=1024, debug=True)[2]
    assert torch.equal(ours[:n].view(-1, columns), w[numbers])
    assert not ours[n:].any()


@pytest.mark.parametrize("constant", [True, False])
@pytest.mark.parametrize("columns", [16, 31, 100, 704, 1000])
@pytest.mark.parametrize("wrong", [0, 3, -1])
def test_a_row_that_is_not_there(wrong: int, columns: int, constant: bool) -> None:
    """Any row's number is claimed, the first and the last, and of no other lanes."""
    numbers = torch.zeros(7, dtype=torch.int64)
    args = [numbers, torch.zeros(8, columns), torch.zeros(7, columns), 7 * columns, 8, columns]
    kernel = make_kernel(_source(constant))
    grid = (-(-7 * columns // 1024),)
    kernel[grid](*args, B=1024, debug=True)
    numbers[wrong] = 8
    with pytest.raises(RuntimeError, match="no such row"):
        kernel[grid](*args, B=1024, debug=True)


@pytest.mark.parametrize("columns", [40, 64, 100, 500])
def test_numbers_end_where_memory_ends(columns: int) -> None:
    """The row after the last one is not asked for its number."""
    n = 960 // columns * columns
    with guarded(n // columns * 2) as memory, guarded(n) as out:
        numbers = memory.view(torch.int64)
        w = torch.randn(20, columns)
        numbers[:] = torch.randint(0, 20, numbers.shape)
        args = [numbers, w, out, n, 20, columns]
        run_in_place(_source(False), (1,), args, B=1024)
        assert torch.equal(out.view(-1, columns), w[numbers])


@pytest.mark.parametrize("columns", [20, 100, 128])
@pytest.mark.parametrize("shift", [-3, 0, 1, 5])
def test_numbers_that_are_overwritten(shift: int, columns: int) -> None:
    """They are loaded before the block is stored, into their own place."""
    source = """
@triton.jit
def kernel(I, W, Z, C, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(Z + i, tl.load(W + tl.load(I + i // C) * C + i % C) + 1000000)
"""
    place = torch.randint(0, 9, (2000,), dtype=torch.int32)
    w = torch.randint(0, 100, (9, columns), dtype=torch.int32)
    check(source, (1,), [place[8:], w, place[8 + shift :], columns], B=1024)


@pytest.mark.parametrize("columns", [32, 100, 768])
def test_two_results_of_one_row(columns: int) -> None:
    """Places are computed for each of them, whatever was stored in between."""
    source = """
@triton.jit
def kernel(I, W, V, Y, Z, n, C, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    r = tl.load(I + i // C, mask=i < n, other=0)
    at = tl.where(r < 0, r + 30, r) * C + i % C
    tl.store(Y + i, tl.load(W + at, mask=i < n) * 2, mask=i < n)
    tl.store(Z + i, tl.load(V + at, mask=i < n) + r, mask=i < n)
"""
    numbers = torch.randint(-30, 30, (9,))
    w, v = (torch.randint(-9, 9, (30, columns)).float() for _ in "wv")
    n = numbers.numel() * columns
    args = [numbers, w, v, torch.zeros(n), torch.zeros(n), n, columns]
    check(source, (-(-n // 512),), args, B=512)

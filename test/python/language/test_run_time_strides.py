# Strides that are arguments, and flat indices that are taken apart.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import dtype_id
from harness.memory import guarded, run_in_place
from triton_shared.testing.check import check, run

_STRIDED = """
@triton.jit
def kernel(X, Y, Z, n, sx: int, sy: int, sz: int, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    x = tl.load(X + i * sx, mask=i < n, other=5)
    y = tl.load(Y + i * sy, mask=i < n, other=2)
    tl.store(Z + i * sz, x + y, mask=i < n)
"""


@pytest.mark.parametrize(
    "dtype", [torch.float32, torch.float16, torch.int8, torch.int64], ids=dtype_id
)
@pytest.mark.parametrize(
    "strides", [(1, 1, 1), (1, 0, 1), (0, 1, 1), (1, 1, 2), (3, 1, 1), (0, -1, 1)]
)
def test_strides_that_are_known_at_run_time(
    strides: tuple[int, int, int], dtype: torch.dtype
) -> None:
    """Triton does not make annotated arguments constants, whatever they are."""
    n = 1000
    x, y = (torch.arange(-1024, 4096).to(torch.uint8).to(dtype)[1024:] for _ in range(2))
    y += 1
    z = torch.zeros(2 * n + 8, dtype=dtype)
    check(_STRIDED, (5,), [x, y[1100:], z, n, *strides], B=256)


@pytest.mark.parametrize("overlap", [0, 1, 7, 300])
@pytest.mark.parametrize("strides", [(1, 1, 1), (1, 0, 1), (2, 1, 1)])
def test_strides_known_at_run_time_and_overlap(strides: tuple[int, int, int], overlap: int) -> None:
    """A program loads all of a block before it stores, also where the two meet."""
    memory = torch.arange(4096.0)
    check(_STRIDED, (1,), [memory, memory, memory[overlap:], 500, *strides], B=512)


@pytest.mark.parametrize("n", [0, 1, 17, 200])
def test_stride_0_at_run_time_touches_no_masked_memory(n: int) -> None:
    with guarded(1024) as memory:
        memory[:] = 3.0
        # Where n is 0 there is nothing to read at all.
        x = memory[1024:] if n == 0 else memory[1023:]
        y, z = torch.ones(256), torch.zeros(256)
        run_in_place(_STRIDED, (2,), [x, y, z, n, 0, 1, 1], B=128)
        assert torch.equal(z, torch.where(torch.arange(256) < n, 4.0, 0.0))


@pytest.mark.parametrize("layout", ["rows", "columns", "mixed"])
def test_dot_of_strides_known_at_run_time(layout: str) -> None:
    source = """
@triton.jit
def kernel(A, B, C, M, N, K, am: int, ak: int, bk: int, bn: int, cm: int, cn: int,
           BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for start in range(0, K, BK):
        a = tl.load(A + m[:, None] * am + (start + k)[None, :] * ak,
                    mask=(m < M)[:, None] & (start + k < K)[None, :], other=0.0)
        b = tl.load(B + (start + k)[:, None] * bk + n[None, :] * bn,
                    mask=(start + k < K)[:, None] & (n < N)[None, :], other=0.0)
        acc = tl.dot(a, b, acc)
    tl.store(C + m[:, None] * cm + n[None, :] * cn, acc, mask=(m < M)[:, None] & (n < N)[None, :])
"""
    m, n, k = 70, 50, 90
    a = torch.randn(k, m).T if layout == "columns" else torch.randn(m, k)
    b = torch.randn(k, n) if layout == "rows" else torch.randn(n, k).T
    args = [a, b, torch.zeros(m, n), m, n, k, *a.stride(), *b.stride(), n, 1]
    ours = run(source, (2, 2), args, BM=64, BN=32, BK=32)[2]
    torch.testing.assert_close(ours, a @ b, rtol=1e-5, atol=1e-4)


_FLAT = """
@triton.jit
def kernel(X, Y, Z, total, rows, columns, height, sx0: int, sx1: int, {divisor}, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    c = i % columns
    r = i // columns
    inside = i < total
    x = tl.load(X + (r % height) * sx0 + c * sx1, mask=inside, other=-1.0)
    y = tl.load(Y + r % period, mask=inside, other=0.0)
    tl.store(Z + c * rows + r, x, mask=inside & (c > 2))
    tl.store(Z + total + i, x + y, mask=inside)
"""


@pytest.mark.parametrize("divisor", ["period", "period: tl.constexpr"])
@pytest.mark.parametrize("strides", ["rows", "columns", "none"])
@pytest.mark.parametrize("shape", [(8, 512), (7, 300), (3, 64), (40, 17), (2000, 1), (1, 2000)])
def test_flat_index(shape: tuple[int, int], strides: str, divisor: str) -> None:
    """Rows and columns of an index that counts elements, as quotient and remainder."""
    rows, columns = shape
    height = max(1, rows // 2)
    sx = {"rows": (columns, 1), "columns": (1, height), "none": (0, 0)}[strides]
    total = rows * columns
    args = [torch.randn(total), torch.randn(1000), torch.zeros(2 * total)]
    args += [total, rows, columns, height, *sx]
    check(_FLAT.format(divisor=divisor), (-(-total // 512),), args, B=512, period=77)


@pytest.mark.parametrize("integer", ["int64", "uint32"])
def test_flat_index_before_the_first_row(integer: str) -> None:
    """Remainders of negative numbers have their sign; a step may begin in one row and end in
    another, and indices may be of any type."""
    source = f"""
@triton.jit
def kernel(X, Z, n, first, B: tl.constexpr):
    i = tl.arange(0, B).to(tl.{integer}) + first
    d = n.to(tl.{integer})
    tl.store(Z + tl.arange(0, B), tl.load(X + 600 + (i % d) + (i // d) * 2))
"""
    for n in (64, 65, 200, 511, 512, 1000):
        for first in (-300, -64, 0, 5, 100) if integer == "int64" else (0, 5, 100):
            check(source, (1,), [torch.arange(4096.0), torch.zeros(512), n, first], B=512)


@pytest.mark.parametrize(
    "part",
    [
        "i.to(tl.int8).to(tl.int32)",
        "i.to(tl.uint8).to(tl.int32)",
        "(i - 5).to(tl.uint32).to(tl.int64)",
    ],
)
def test_flat_index_besides_one_that_is_converted(part: str) -> None:
    """Where neither quotient nor remainder changes, what is cut off an index still does."""
    source = f"""
@triton.jit
def kernel(X, Z, n, first, B: tl.constexpr):
    i = tl.arange(0, B) + first
    at = i // n * 4096 + {part}
    tl.store(Z + tl.arange(0, B), tl.load(X + 128 + at, mask=i >= 5, other=3))
"""
    for n in (100, 300):
        for first in (0, 3, 100):
            check(source, (1,), [torch.arange(30000.0), torch.zeros(512), n, first], B=512)


def test_flat_index_of_rows_that_are_looked_up() -> None:
    """An embedding: the row of an element is loaded, and is one within a row."""
    source = """
@triton.jit
def kernel(I, W, Z, total, width, count, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    inside = i < total
    row = tl.load(I + i // width, mask=inside)
    row = tl.where(row < 0, row + count, row)
    w = tl.load(W + i % width + row * width, mask=inside)
    tl.store(Z + i, w * 2, mask=inside)
"""
    for width in (8, 100, 512):
        rows = torch.randint(-50, 50, (37,))
        table = torch.randn(50, width)
        args = [rows, table, torch.zeros(37 * width), 37 * width, width, 50]
        check(source, (-(-37 * width // 256),), args, B=256)


def test_flat_index_is_summed() -> None:
    source = """
@triton.jit
def kernel(X, Z, n, width, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(X + i // width * 1000 + i % width, mask=i < n, other=0)
    tl.store(Z, tl.sum(x))
    tl.store(Z + 1, tl.max(x + i % width))
"""
    x = torch.arange(16000, dtype=torch.int32) * 3
    for width in (64, 100, 999):
        for n in (0, 1, 700, 1024):
            check(source, (1,), [x, torch.zeros(2, dtype=torch.int32), n, width], B=1024)


@pytest.mark.parametrize("width", [100, 512])
def test_flat_index_touches_no_masked_memory(width: int) -> None:
    source = """
@triton.jit
def kernel(X, Z, n, width, B: tl.constexpr):
    i = tl.arange(0, B)
    at = i % width + i // width * width
    tl.store(Z + at, tl.load(X + at, mask=i < n, other=0.0) + 1, mask=i < n)
"""
    for n in (0, 1, 99, 130, 512):
        with guarded(1024) as x, guarded(1024) as z:
            run_in_place(source, (1,), [x[1024 - n :], z[1024 - n :], n, width], B=512)
            assert z.sum().item() == n


@pytest.mark.parametrize("n", [0, 1, -1, 3])
@pytest.mark.parametrize("reduce", ["tl.sum", "tl.max", "tl.argmax"])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("mask", ["", ", mask=j[None, :] < 29, other=0"])
def test_products_of_rows_and_columns(mask: str, axis: int, reduce: str, n: int) -> None:
    """How far apart the lanes are changes from row to row: tables of a Fourier transform."""
    source = f"""
@triton.jit
def kernel(X, Z, n):
    i = tl.arange(0, 16)
    j = tl.arange(0, 32)
    x = tl.load(X + 2000 + n * i[:, None] * j[None, :]{mask})
    tl.store(Z + tl.arange(0, {(32, 16)[axis]}), {reduce}(x, {axis}))
"""
    check(source, (1,), [torch.randint(-99, 99, (4000,)), torch.zeros(32).long(), n])

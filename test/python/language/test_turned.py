# Rows and columns: programs along rows, copies that are turned.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch
import triton

from harness.data import BF16, dtype_id
from triton_shared.testing.check import run
from triton_shared.testing.kernels import make_kernel

_ROWS_FIRST = """
@triton.jit
def kernel(X, Y, m, stride):
    pid = tl.program_id(0)
    row, column = pid % m, pid // m
    i, j = row * 4 + tl.arange(0, 4), column * 16 + tl.arange(0, 16)
    at = i[:, None] * stride + j[None, :]
    tl.store(Y + at, tl.load(Y + at) + tl.load(X + at))
"""


@pytest.mark.parametrize("grid", [(1, 1), (7, 1), (1, 7), (3, 9), (3, 70), (5, 64)])
def test_programs_run_along_rows(grid: tuple[int, int], interpreted: bool) -> None:
    """Rows are counted first. Each program runs once: more blocks in a row than are taken at a
    time, single ones, and a part of the last column."""
    if interpreted and max(grid) > 20:
        pytest.skip("takes the interpreter long")
    m, n = grid
    kernel = make_kernel(_ROWS_FIRST)
    x = torch.randint(-99, 99, (m * 4, n * 16)).float()
    for programs in (m * n, m * n - m // 2):
        y = torch.ones_like(x)
        kernel[(programs,)](x, y, m, n * 16)
        done = programs > torch.arange(m * n).view(n, m).T
        done = done.repeat_interleave(4, 0).repeat_interleave(16, 1)
        assert torch.equal(y, torch.where(done, x + 1, 1.0))


_TURNED = """
@triton.jit
def kernel(X, W, Y, m, n, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    i = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    j = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    inside = (i[:, None] < m) & (j[None, :] < n)
    x = tl.load(X + i[:, None] * n + j[None, :], mask=inside, other=3)
    w = tl.load(W + i[:, None] * n + j[None, :], mask=inside, other=2)
    {store}
"""
_STORES = {
    "by trans": "tl.store(Y + j[:, None] * m + i[None, :], tl.trans(x + w), mask=tl.trans(inside))",
    "by pointers": "tl.store(Y + i[:, None] + j[None, :] * m, x + w, mask=inside)",
    "by the pointers of one": """
    v = tl.load(W + i[:, None] * n + j[None, :], mask=inside, other=5)
    u = tl.load(Y + i[:, None] + j[None, :] * m, mask=inside)
    tl.store(Y + i[:, None] + j[None, :] * m, (u + x + v).to(x.dtype), mask=inside)""",
}


@pytest.mark.parametrize("store", _STORES)
@pytest.mark.parametrize("block", [(64, 64), (16, 128), (8, 8), (128, 4)])
@pytest.mark.parametrize(
    "dtype",
    [torch.float32, torch.float64, torch.float16, BF16, torch.int8, torch.int64, torch.uint8],
    ids=dtype_id,
)
def test_turned_copy(dtype: torch.dtype, block: tuple[int, int], store: str) -> None:
    """Squares that are transposed in registers, at edges as well."""
    m, n = 77, 133
    x, w = (torch.randint(0, 50, (m, n)).to(dtype) for _ in range(2))
    y = torch.zeros(n, m, dtype=dtype)
    grid = (triton.cdiv(m, block[0]), triton.cdiv(n, block[1]))
    source = _TURNED.format(store=_STORES[store])
    got = run(source, grid, [x, w, y, m, n], BLOCK_M=block[0], BLOCK_N=block[1])[2]
    assert torch.equal(got, (x + w).t())


@pytest.mark.parametrize("dtype", [torch.float8_e4m3fn, torch.float8_e5m2], ids=dtype_id)
def test_turned_fp8(dtype: torch.dtype) -> None:
    source = """
@triton.jit
def kernel(X, Y, m, n, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    i = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    j = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    inside = (i[:, None] < m) & (j[None, :] < n)
    x = tl.load(X + i[:, None] * n + j[None, :], mask=inside)
    tl.store(Y + i[:, None] + j[None, :] * m, x, mask=inside)
"""
    x = torch.randn(77, 133).to(dtype)
    y = torch.zeros(133, 77, dtype=dtype)
    got = run(source, (3, 5), [x, y, 77, 133], BLOCK_M=32, BLOCK_N=32)[1]
    assert torch.equal(got.view(torch.uint8), x.t().contiguous().view(torch.uint8))


@pytest.mark.parametrize(
    "store",
    [
        "tl.store(X + i[:, None] * N + i[None, :], tl.trans(x) * 2)",
        "tl.store(X + i[:, None] + i[None, :] * N, x * 2)",
    ],
    ids=["by trans", "by pointers"],
)
def test_turned_in_place(store: str) -> None:
    """The block is read before any of it is written."""
    source = f"""
@triton.jit
def kernel(X, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i[:, None] * N + i[None, :])
    {store}
"""
    x = torch.randn(64, 64)
    assert torch.equal(run(source, (1,), [x], N=64)[0], x.t() * 2)

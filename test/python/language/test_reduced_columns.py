# Reductions down the columns of blocks that end anywhere.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows are tested for all lanes at once, lanes for all rows: neither may stand for the other."""

from __future__ import annotations

import pytest

from harness.memory import check_guarded

#: X has `m` rows of `n`; `n` sums of columns are stored to Z.
_BODIES = {
    "sum": """
    acc = tl.zeros((M, N), tl.float32)
    for k in range(0, m, M):
        acc += tl.load(X + (k + r)[:, None] * n + c[None, :],
                       mask=(k + r < m)[:, None] & (c < n)[None, :], other=0.0)
    tl.store(Z + c, tl.sum(acc, 0), mask=c < n)""",
    "times a vector": """
    acc = tl.zeros((N,), tl.float32)
    for k in range(0, m, M):
        x = tl.load(X + (k + r)[:, None] * n + c[None, :],
                    mask=(k + r < m)[:, None] & (c < n)[None, :], other=3.0)
        y = tl.load(Y + k + r, mask=k + r < m, other=0.0)
        acc += tl.sum(x * y[:, None], 0)
    tl.store(Z + c, acc, mask=c < n)""",
    "largest": """
    best, at = tl.full((N,), -99.0, tl.float32), tl.full((N,), -1, tl.int32)
    for k in range(0, m, M):
        x = tl.load(X + (k + r)[:, None] * n + c[None, :],
                    mask=(k + r < m)[:, None] & (c < n)[None, :], other=-99.0)
        most, place = tl.max(x, 0, return_indices=True)
        at = tl.where(most > best, place + k, at)
        best = tl.maximum(best, most)
    tl.store(Z + c, best * 64 + at, mask=c < n)""",
    "from below": """
    acc = tl.zeros((N,), tl.float32)
    for k in range(-3, m, M):
        here = ((k + r >= 0) & (k + r < m))[:, None] & ((c >= 1) & (c < n))[None, :]
        x = tl.load(X + (k + r)[:, None] * n + c[None, :], mask=here, other=2.0)
        acc += tl.sum(x, 0)
    tl.store(Z + c, acc, mask=c < n)""",
    "two arrays": """
    acc = tl.zeros((N,), tl.float32)
    for k in range(0, m, M):
        x = tl.load(X + (k + r)[:, None] * n + c[None, :],
                    mask=(k + r < m)[:, None] & (c < n)[None, :], other=0.0)
        y = tl.load(X + (k + r)[:, None] * n + c[None, :],
                    mask=(k + r < m - 1)[:, None] & (c < n - 1)[None, :], other=5.0)
        acc += tl.sum(x * y, 0)
    tl.store(Z + c, acc, mask=c < n)""",
}

_SOURCE = """
@triton.jit
def kernel(X, Y, Z, m, n, M: tl.constexpr, N: tl.constexpr):
    r, c = tl.arange(0, M), tl.program_id(0) * N + tl.arange(0, N)
{body}
"""


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (8, 64), (16, 127), (37, 70), (21, 300)])
@pytest.mark.parametrize("block", [(8, 16), (16, 64), (4, 128), (16, 512)])
@pytest.mark.parametrize("name", _BODIES)
def test_columns(name: str, block: tuple[int, int], rows: int, columns: int) -> None:
    scalars = {"m": rows, "n": columns, "M": block[0], "N": block[1]}
    grid = (-(-columns // block[1]),)
    sizes = [rows * columns, rows, columns]
    check_guarded(_SOURCE.format(body=_BODIES[name]), grid, sizes, **scalars)

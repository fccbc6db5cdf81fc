# Reductions across the lanes whose rows end within the block: the rest is one more value, or none.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole numbers, so that sums are exact in any order."""

from __future__ import annotations

import pytest
import torch

from harness.data import dtype_id
from triton_shared.testing.check import check, run

_SOURCE = """
@triton.jit
def largest(v, i, w, j):
    first = (v > w) | ((v == w) & (i < j))
    return tl.where(first, v, w), tl.where(first, i, j)

@triton.jit
def twice(x, y):
    return x + y * 2

@triton.jit
def kernel(X, Y, Z, M, N, R: tl.constexpr, C: tl.constexpr):
    r, c = tl.arange(0, R), tl.arange(0, C)
    m, n = r[:, None], c[None, :]
    rows, columns = m < M, n < N
    at = m * C + n
{body}
    tl.store(Z + c, z, mask=c < N)
"""
_LOAD = "x = tl.load(X + at, mask=rows & columns, other={other})\n"
_BODIES = {
    "sum": _LOAD.format(other=0) + "z = tl.sum(x, 0)",
    "sum, other of 1": _LOAD.format(other=1) + "z = tl.sum(x, 0)",
    "sum, no other": "x = tl.load(X + at, mask=rows & columns)\nz = tl.sum(x, 0)",
    "sum of rows alone": "x = tl.load(X + at, mask=rows, other=0)\nz = tl.sum(x, 0)",
    "largest": _LOAD.format(other='float("-inf")') + "z = tl.max(x, 0)",
    "largest, other of 3": _LOAD.format(other=3) + "z = tl.max(x, 0)",
    "smallest and sum": """
    x = tl.load(X + at, mask=rows & columns, other=0)
    z = tl.min(x, 0) + tl.sum(x, 0)""",
    "product": _LOAD.format(other=1) + "z = tl.reduce(tl.where(rows, x % 3, 1), 0, _multiply)",
    "where": """
    x = tl.load(X + at)
    z = tl.sum(tl.where(rows, x, 0), 0)""",
    "where, both": """
    x = tl.load(X + at)
    z = tl.sum(tl.where(rows & columns, x, 0), 0)""",
    "where, at most": """
    x = tl.load(X + at)
    z = tl.sum(tl.where(m <= M - 1, x, 0), 0)""",
    "where, of runtime positions": """
    x = tl.load(X + at)
    z = tl.sum(tl.where(m + N < M + N, x, 0), 0)""",
    "softmax": """
    x = tl.load(X + at, mask=rows & columns, other=float("-inf"))
    e = tl.exp2(x - tl.max(x, 0)[None, :])
    z = tl.sum(e, 0)""",
    "variance": """
    x = tl.load(X + at, mask=rows & columns, other=0)
    d = tl.where(rows, x - tl.sum(x, 0)[None, :], 0)
    z = tl.sum(d * d, 0)""",
    "different ends": """
    x = tl.load(X + at, mask=rows & columns, other=0)
    y = tl.load(Y + at, mask=(m < M - 3) & columns, other=2)
    z = tl.sum(x * y, 0)""",
    "different ends, neither zero": """
    x = tl.load(X + at, mask=rows & columns, other=3)
    y = tl.load(Y + at, mask=(m < M - 3) & columns, other=2)
    z = tl.sum(x + y, 0)""",
    "times rows": """
    x = tl.load(X + at, mask=rows & columns, other=0)
    y = tl.load(Y + r, mask=r < M, other=7)
    z = tl.sum(x * y[:, None], 0)""",
    "times rows that go on": """
    x = tl.load(X + at, mask=rows & columns, other=0)
    y = tl.load(Y + r)
    z = tl.sum(x * y[:, None], 0)""",
    "times columns": """
    x = tl.load(X + at, mask=rows & columns, other=0)
    y = tl.load(Y + c, mask=c < N, other=7)
    z = tl.sum(x * y[None, :], 0)""",
    "from below": """
    x = tl.load(X + at, mask=(m >= M - 5) & rows & columns, other=0)
    z = tl.sum(x, 0)""",
    "from a number on": """
    x = tl.load(X + at, mask=(m >= 3) & rows & columns, other=0)
    z = tl.sum(x, 0)""",
    "along rows and columns": """
    x = tl.load(X + at, mask=rows & columns, other=0)
    y = tl.load(Y + c, mask=c < M, other=0)
    w = tl.load(Y + r, mask=r < M, other=0)
    z = tl.sum(x * w[:, None] + y[None, :], 0)""",
    "with places": """
    x = tl.load(X + at, mask=rows & columns, other=-99)
    v, z = tl.reduce((x, tl.broadcast_to(m, (R, C))), 0, largest)
    z += v.to(tl.int32) * 100""",
    "argmax": """
    x = tl.load(X + at, mask=rows & columns, other=-99)
    z = tl.argmax(x, 0)""",
    "own combiner": """
    x = tl.load(X + at, mask=rows & columns, other=0)
    z = tl.reduce(x.to(tl.int32), 0, twice)""",
    "loaded mask": """
    on = tl.load(Y + r) > 4
    x = tl.load(X + at, mask=on[:, None] & rows & columns, other=0)
    z = tl.sum(x, 0)""",
    "stored on the way": """
    x = tl.load(X + at, mask=rows & columns, other=0) + 1
    tl.store(Y + at, x, mask=(m < M - 1) & columns)
    z = tl.sum(tl.where(rows, x, 0), 0)""",
    "three dims": """
    a, b = tl.arange(0, 4)[:, None, None], tl.arange(0, R // 4)[None, :, None]
    at3 = (a * (R // 4) + b) * C + c[None, None, :]
    inside = (b < M) & (c < N)[None, None, :]
    x = tl.load(X + at3, mask=inside, other=0)
    z = tl.sum(tl.sum(x, 1), 0)""",
    "three dims, both": """
    a, b = tl.arange(0, 4)[:, None, None], tl.arange(0, R // 4)[None, :, None]
    at3 = (a * (R // 4) + b) * C + c[None, None, :]
    inside = (a < M - 5) & (b < M) & (c < N)[None, None, :]
    x = tl.load(X + at3, mask=inside, other=0)
    z = tl.sum(tl.max(x, 0), 0)""",
}
_MULTIPLY = """
@triton.jit
def _multiply(x, y):
    return x * y

"""


def _source(name: str) -> str:
    body = "\n".join("    " + line.strip() for line in _BODIES[name].strip().splitlines())
    return _MULTIPLY + _SOURCE.format(body=body)


def _check(name: str, dtype: torch.dtype, block: tuple[int, int], rows: int, columns: int) -> None:
    generator = torch.Generator().manual_seed(rows)
    x, y = (torch.randint(low, 4, block, generator=generator).to(dtype) for low in (-2, 1))
    z = torch.zeros(block[1], dtype=dtype)
    check(_source(name), (1,), [x, y, z, rows, columns], R=block[0], C=block[1])


@pytest.mark.parametrize(("rows", "columns"), [(0, 64), (7, 64), (16, 33), (5, 9), (99, 99)])
@pytest.mark.parametrize("block", [(16, 16), (32, 64), (8, 256)])
@pytest.mark.parametrize("name", _BODIES)
def test_floats(name: str, block: tuple[int, int], rows: int, columns: int) -> None:
    _check(name, torch.float32, block, rows, columns)


@pytest.mark.parametrize("dtype", [torch.int8, torch.int64, torch.float16], ids=dtype_id)
@pytest.mark.parametrize("name", ["sum", "smallest and sum", "where, both", "times rows", "argmax"])
def test_types(name: str, dtype: torch.dtype) -> None:
    for rows, columns in ((7, 64), (16, 33), (5, 9)):
        _check(name, dtype, (32, 64), rows, columns)


@pytest.mark.parametrize("rows", [0, 5, 16])
def test_signs_of_zero(rows: int) -> None:
    """A masked row adds +0, which turns -0 to 0; one that is not there adds nothing."""
    x, z = torch.full((16, 32), -0.0), torch.empty(32)
    args = [x, x, z, rows, 32]
    ours = run(_source("sum"), (1,), args, R=16, C=32)[2]
    assert torch.equal(torch.signbit(ours), torch.full((32,), rows == 16))

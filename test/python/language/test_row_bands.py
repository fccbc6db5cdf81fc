# Loops along many rows at once, which are run for a few rows after the others.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows must not see that the others wait: not in what is carried, nor in what all of them have."""

from __future__ import annotations

import pytest
import torch

from harness.memory import check_guarded, run_in_place
from triton_shared.testing.check import run

#: X is read by rows of `n`, Y holds `n` values; `m` rows are stored to Z.
_BODIES = {
    "sum": """
    acc = tl.zeros((M, N), tl.float32)
    for k in range(0, n, N):
        acc += tl.load(X + r[:, None] * n + (k + c)[None, :], mask=here(r, k + c, m, n), other=0.0)
    tl.store(Z + r, tl.sum(acc, 1), mask=r < m)""",
    "largest": """
    best, at = tl.full((M,), float("-inf"), tl.float32), tl.full((M,), -1, tl.int32)
    for k in range(0, n, N):
        x = tl.load(X + r[:, None] * n + (k + c)[None, :], mask=here(r, k + c, m, n), other=-1e9)
        most, place = tl.max(x, 1, return_indices=True)
        at = tl.where(most > best, place + k, at)
        best = tl.maximum(best, most)
    tl.store(Z + r, best + at, mask=r < m)""",
    "times a vector": """
    acc = tl.zeros((M,), tl.float32)
    for k in range(0, n, N):
        x = tl.load(X + r[:, None] * n + (k + c)[None, :], mask=here(r, k + c, m, n), other=0.0)
        y = tl.load(Y + k + c, mask=k + c < n, other=0.0)
        acc += tl.sum(x * y[None, :], 1)
    tl.store(Z + r, acc, mask=r < m)""",
    "pointers": """
    acc = tl.zeros((M,), tl.float32)
    p, steps, q = X + r[:, None] * n + c[None, :], 0, Y + c
    for k in range(0, n, N):
        x = tl.load(p, mask=here(r, k + c, m, n), other=1.0)
        acc = acc * 0.5 + tl.sum(x, 1) + tl.sum(tl.load(q, mask=k + c < n, other=0.0), 0)
        p += N
        q += N
        steps += 1
    tl.store(Z + r, acc + steps, mask=r < m)""",
    "rows that wrap": """
    acc = tl.zeros((M,), tl.float32)
    for k in range(0, n, N):
        x = tl.load(X + (r % m)[:, None] * n + (k + c)[None, :], mask=(k + c < n)[None, :],
                    other=0.0)
        acc += tl.sum(x, 1)
    tl.store(Z + r, acc, mask=r < m)""",
    "transposed": """
    acc = tl.zeros((M,), tl.float32)
    for k in range(0, n, N):
        x = tl.load(X + r[None, :] * n + (k + c)[:, None], mask=here(r, k + c, m, n).trans(),
                    other=0.0)
        acc += tl.sum(x * x, 0)
    tl.store(Z + r, acc, mask=r < m)""",
    "rows that differ": """
    acc, count = tl.full((M,), 1.0, tl.float32), tl.zeros((M,), tl.int32)
    for k in range(0, n, N):
        some = here(r, k + c, m, n) & ((k + c)[None, :] <= r[:, None])
        x = tl.load(X + r[:, None] * n + (k + c)[None, :], mask=some, other=0.0)
        acc += tl.sum(tl.where(some, x - acc[:, None], 0.0), 1)
        count += tl.sum(some.to(tl.int32), 1)
    tl.store(Z + r, acc + count, mask=r < m)""",
    "one row": """
    acc = tl.zeros((M,), tl.float32)
    for k in range(0, n, N):
        x = tl.load(X + r[:, None] * n + (k + c)[None, :], mask=here(r, k + c, m, n), other=0.0)
        acc = tl.where(tl.arange(0, M) == n // N, acc * 2 + tl.sum(x, 1) + 1.0, acc)
    tl.store(Z + r, acc, mask=r < m)""",
    "largest so far": """
    most, total = tl.full((M,), -64.0, tl.float32), tl.zeros((M,), tl.float32)
    for k in range(0, n, N):
        x = tl.load(X + r[:, None] * n + (k + c)[None, :], mask=here(r, k + c, m, n), other=-64.0)
        next = tl.maximum(most, tl.max(x, 1))
        total = total * 0.5 + (most - next) + tl.sum(tl.maximum(x, -50.0) - next[:, None], 1)
        most = next
    tl.store(Z + r, most + total, mask=r < m)""",
    "loops in a loop": """
    acc = tl.zeros((M,), tl.float32)
    for again in range(2):
        row = tl.zeros((M, N), tl.float32)
        for k in range(0, n, N):
            x = tl.load(X + r[:, None] * n + (k + c)[None, :], mask=here(r, k + c, m, n), other=0.0)
            row = row * 0.5 + x
        if again < n:
            acc = acc * 3 + tl.sum(row, 1)
    tl.store(Z + r, acc, mask=r < m)""",
    "stored as well": """
    acc = tl.zeros((M,), tl.float32)
    for k in range(0, n, N):
        at = r[:, None] * n + (k + c)[None, :]
        x = tl.load(X + at, mask=here(r, k + c, m, n), other=0.0)
        acc += tl.sum(x, 1)
        tl.store(X + at, x + acc[:, None], mask=here(r, k + c, m, n))
    tl.store(Z + r, acc, mask=r < m)""",
    "the same range": """
    same = tl.arange(0, M)
    acc = tl.zeros((M,), tl.float32)
    for k in range(0, n, M):
        x = tl.load(X + (first + same)[:, None] * n + (k + same)[None, :],
                    mask=here(first + same, k + same, m, n), other=0.0)
        y = tl.load(Y + k + same, mask=k + same < n, other=0.0)
        acc += tl.sum(x * (y + same)[None, :] + same[:, None], 1) + same
    tl.store(Z + r, acc, mask=r < m)""",
}

_SOURCE = """
@triton.jit
def here(r, c, m, n):
    return (r < m)[:, None] & (c < n)[None, :]

@triton.jit
def kernel(X, Y, Z, m, n, M: tl.constexpr, N: tl.constexpr):
    first = tl.program_id(0) * M
    r, c = first + tl.arange(0, M), tl.arange(0, N)
{body}
"""


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (16, 64), (37, 70), (64, 129), (100, 31)])
@pytest.mark.parametrize("block", [(16, 16), (32, 32), (64, 8), (32, 64)])
@pytest.mark.parametrize("name", _BODIES)
def test_rows(name: str, block: tuple[int, int], rows: int, columns: int) -> None:
    scalars = {"m": rows, "n": columns, "M": block[0], "N": block[1]}
    grid = (-(-rows // block[0]),)
    sizes = [rows * columns, columns, rows]
    check_guarded(_SOURCE.format(body=_BODIES[name]), grid, sizes, **scalars)


_POINTERS = """
@triton.jit
def kernel(X, Z, m, n, M: tl.constexpr, N: tl.constexpr):
    r, c = tl.program_id(0) * M + tl.arange(0, M), tl.arange(0, N)
    table = X.to(tl.pointer_type(tl.pointer_type(tl.float32)))
    acc = tl.zeros((M,), tl.float32)
    for k in range(0, n, N):
        here = (r < m)[:, None] & (k + c < n)[None, :]
        p = tl.load(table + r[:, None] * n + (k + c)[None, :], mask=here)
        acc += tl.sum(tl.load(p, mask=here, other=0.0), 1)
    tl.store(Z + r, acc, mask=r < m)
"""


def test_rows_of_pointers() -> None:
    values = torch.randint(-8, 9, (37 * 70,)).float()
    order = torch.randperm(37 * 70)
    table = values.data_ptr() + 4 * order
    sums = torch.empty(37)
    run_in_place(_POINTERS, (2,), [table, sums], m=37, n=70, M=32, N=16)
    assert torch.equal(sums, values[order].view(37, 70).sum(1))


@pytest.mark.parametrize("size", [16, 32])
def test_blocks_whose_rows_are_other_dims(size: int) -> None:
    source = """
@triton.jit
def kernel(X, Z, n, stride, R: tl.constexpr):
    r, j = tl.arange(0, R)[:, None], tl.arange(0, R)[None, :]
    a = tl.zeros((R, R), tl.int32)
    b = tl.zeros((R, R), tl.int32)
    for c in range(0, n, R):
        v = tl.load(X + r * stride + c + j)
        s = tl.sum(v, 1)
        a += v * s[:, None]
        b += tl.trans(v) * s[None, :]
    tl.store(Z + r * R + j, a)
    tl.store(Z + R * R + r * R + j, b)
"""
    n = 2 * size
    x = torch.arange(size * n, dtype=torch.int32).view(size, n) % 7
    z = torch.zeros(2, size, size, dtype=torch.int32)
    ours = run(source, (1,), [x, z, n, n], R=size)[1]
    parts = x.view(size, 2, size)
    a = (parts * parts.sum(2, keepdim=True)).sum(1).int()
    assert torch.equal(ours[0], a)
    assert torch.equal(ours[1], a.T)

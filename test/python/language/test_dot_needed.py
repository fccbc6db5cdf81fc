# Products of which a part is needed: the rest is not computed, and nobody can tell.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small whole numbers, so that sums are exact in any order."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import triton.language as tl

from harness.data import BF16, dtype_id
from triton_shared.testing.check import check, run

_SOURCE = """
@triton.jit
def kernel(A, B, T, C, D, M, N, K, ACC: tl.constexpr, S: tl.constexpr):
    r = tl.arange(0, S)
    m, n = r[:, None], r[None, :]
    rows, columns = m < M, n < N
    inside = rows & columns
    a = tl.load(A + m * K + n, mask=rows & (n < K), other=0)
    b = tl.load(B + m * N + n, mask=(m < K) & columns, other=0)
    c, d = C + m * S + n, D + m * S + n
{body}
"""
_BODIES = {
    "stored": "tl.store(c, tl.dot(a, b, out_dtype=ACC), mask=inside)",
    "transposed": """
    t = tl.load(B + n * N + m, mask=(n < K) & (m < N), other=0)
    tl.store(c, tl.dot(a, t.T, out_dtype=ACC), mask=inside)""",
    "stored transposed": """
    x = tl.dot(a, b, out_dtype=ACC).T
    tl.store(C + n * S + m, x, mask=columns.T & rows.T)""",
    "no other": """
    x = tl.load(A + m * K + n, mask=rows & (n < K))
    y = tl.load(B + m * N + n, mask=(m < K) & columns)
    tl.store(c, tl.dot(x, y, out_dtype=ACC), mask=inside)""",
    "one": """
    x = tl.load(A + m * K + n, mask=rows & (n < K), other=1)
    y = tl.load(B + m * N + n, mask=(m < K) & columns, other=1)
    tl.store(c, tl.dot(a, y, out_dtype=ACC), mask=inside)
    tl.store(d, tl.dot(x, b, out_dtype=ACC) + tl.dot(x, y, out_dtype=ACC), mask=inside)""",
    "ends apart": """
    y = tl.load(B + m * N + n, mask=(m < K - 2) & columns, other=0)
    tl.store(c, tl.dot(a, y, out_dtype=ACC), mask=inside)""",
    "sums": """
    x = tl.dot(a, b, out_dtype=ACC) + 1
    tl.store(c, x, mask=inside)
    tl.store(D + r, tl.sum(x, 1) + tl.sum(x, 0), mask=r < M)""",
    "largest of rows": """
    x = tl.dot(a, b, out_dtype=ACC) - 9
    tl.store(c, x - tl.max(x, 1)[:, None], mask=inside)""",
    "two places": """
    x = tl.dot(a, b, out_dtype=ACC)
    tl.store(c, x, mask=(m < M - 1) & (n < N + 3))
    tl.store(d, x * 2, mask=(m < M + 3) & (n < N - 1))""",
    "one place unbounded": """
    x = tl.dot(a, b, out_dtype=ACC)
    tl.store(c, x, mask=inside)
    tl.store(d, x)""",
    "multiplied again": """
    x = tl.dot(a, b, out_dtype=ACC) + 1
    y = tl.dot(x.to(a.dtype), b, out_dtype=ACC)
    tl.store(c, tl.dot(b.T, y.to(a.dtype), out_dtype=ACC), mask=inside)""",
    "sums carried": """
    x = tl.zeros((S, S), ACC)
    for i in range(3):
        x = tl.dot(a, b, x * 2 + i, out_dtype=ACC)
    tl.store(c, x, mask=inside)""",
    "sums carried, of rows": """
    x = tl.zeros((S, S), ACC)
    s = tl.zeros((S,), ACC)
    for i in range(3):
        x = tl.dot(a, b, x - s[:, None], out_dtype=ACC)
        s = tl.sum(x + 1, 1)
    tl.store(c, x, mask=inside)""",
    "turns": """
    x = tl.zeros((S, S), ACC)
    y = tl.zeros((S, S), ACC)
    for i in range(M):
        x, y = y + i, tl.dot(a, b, x, out_dtype=ACC)
    tl.store(c, x, mask=inside)
    tl.store(d, y, mask=rows & (n < N + 1))""",
    "until": """
    x = tl.zeros((S, S), ACC)
    i = 0
    while i < M:
        x = tl.dot(a, b, x, out_dtype=ACC)
        i += 3
    tl.store(c, x, mask=inside)""",
    "more in each turn": """
    x = tl.zeros((S, S), ACC)
    for i in range(3):
        x = tl.dot(a, b, x, out_dtype=ACC)
        tl.store(c, x, mask=(m < M - 4 + 2 * i) & columns)
        tl.store(d, x + 1, mask=rows & (n < tl.load(T + i)))""",
    "more columns in each turn": """
    x = tl.zeros((S, S), ACC)
    end = N - 5
    for i in range(3):
        if i != 1:
            x = x * 2 + tl.dot(a, b, out_dtype=ACC)
        tl.store(c, x, mask=rows & (n < end))
        end += 2""",
    "a turn later": """
    x = tl.zeros((S, S), ACC)
    for i in range(3):
        y = tl.dot(a, b, x + i, out_dtype=ACC)
        tl.store(c, x, mask=(m < M - 4 + 2 * i) & columns)
        x = y""",
    "more in each outer turn": """
    x = tl.zeros((S, S), ACC)
    for i in range(3):
        end = M - 4 + 2 * i
        for k in range(0, K, 16):
            y = tl.load(A + m * K + k + n, mask=rows & (k + n < K), other=0)
            z = tl.load(B + (k + m) * N + n, mask=(k + m < K) & columns, other=0)
            x = tl.dot(y, z, x, out_dtype=ACC)
        tl.store(c, x, mask=(m < end) & columns)""",
    "added, more in each turn": """
    x = tl.zeros((S, S), ACC)
    for i in range(3):
        x = tl.dot(a, b, x, out_dtype=ACC)
        tl.atomic_add(c, x, mask=(m < M - 4 + 2 * i) & columns)""",
    "multiplied again, more in each turn": """
    x = tl.load(A + m * K + n, mask=rows & (n < K), other=0).to(ACC)
    for i in range(2):
        x = tl.dot(x.to(a.dtype), b, out_dtype=ACC)
        tl.store(c, x, mask=(m < M - 3 + 3 * i) & columns)""",
    "of rows, more in each turn": """
    x = tl.zeros((S, S), ACC)
    for i in range(3):
        x = tl.dot(a, b, x, out_dtype=ACC)
        tl.store(D + r, tl.sum(x, 1), mask=r < M - 4 + 2 * i)""",
    "some more rows in each turn": """
    x = tl.zeros((S, S), ACC)
    for i in range(3):
        few = tl.load(T + r) < M - 2 + i
        x = tl.dot(a, b, x, out_dtype=ACC)
        tl.store(c, x, mask=few[:, None] & columns)""",
    "branches": """
    x = tl.dot(a, b, out_dtype=ACC)
    if N > 8:
        end = N // 2
        tl.store(c, x, mask=rows & (n < end))
    else:
        x += 1
        tl.store(d, x, mask=inside)""",
    "chosen": """
    x = tl.dot(a, b, out_dtype=ACC)
    if M > 4:
        y = x + 1
    else:
        y = x.T
    tl.store(c, y, mask=inside)""",
    "loaded end": """
    x = tl.dot(a, b, out_dtype=ACC)
    tl.store(c, x, mask=rows & (n < tl.load(T + 1)))""",
    "some rows": """
    few = tl.load(T + r) < M
    x = tl.dot(a, b, out_dtype=ACC)
    tl.store(c, x, mask=few[:, None] & columns)""",
    "some rows, in a loop": """
    few = tl.load(T + r) < M
    x = tl.zeros((S, S), ACC)
    for k in range(0, K, 16):
        y = tl.load(A + m * K + k + n, mask=few[:, None] & (k + n < K), other=0)
        z = tl.load(B + (k + m) * N + n, mask=(k + m < K) & columns, other=0)
        x = tl.dot(y, z, x, out_dtype=ACC)
    tl.store(c, x, mask=few[:, None] & columns)""",
    "some of both": """
    few, some = tl.load(T + r) < M, tl.load(T + r) > N
    x = tl.dot(a, b, out_dtype=ACC)
    tl.store(c, x, mask=few[:, None] & some[None, :])
    tl.store(d, x, mask=few[:, None] | some[None, :])""",
}
_SIZES = [(1, 1, 1), (5, 20, 7), (20, 5, 32), (32, 17, 12), (9, 31, 3), (0, 4, 4)]


def _args(
    dtype: torch.dtype, acc: torch.dtype, sizes: tuple[int, int, int], s: int
) -> list[object]:
    m, n, k = sizes
    arrays = [torch.randint(-2, 3, (x * y + s * s,)).to(dtype) for x, y in ((m, k), (k, n))]
    tokens = torch.randint(0, 2 * m + 1, (s,), dtype=torch.int32)
    return [*arrays, tokens, *(torch.full((s * s,), 99).to(acc) for _ in range(2)), *sizes]


def _constants(acc: str, s: int) -> dict[str, Any]:
    return {"ACC": getattr(tl, acc), "S": s}


@pytest.mark.parametrize("sizes", _SIZES)
@pytest.mark.parametrize("name", _BODIES)
def test_parts_of_products(name: str, sizes: tuple[int, int, int]) -> None:
    source = _SOURCE.format(body="    " + _BODIES[name])
    check(source, (1,), _args(torch.float32, torch.float32, sizes, 32), **_constants("float32", 32))


@pytest.mark.parametrize(
    ("dtype", "acc"),
    [
        (torch.float16, "float32"),
        (torch.float16, "float16"),
        (torch.float64, "float64"),
        (torch.int8, "int32"),
    ],
    ids=dtype_id,
)
@pytest.mark.parametrize(
    "name", ["stored", "transposed", "multiplied again", "sums carried", "some rows"]
)
def test_types_of_products(name: str, dtype: torch.dtype, acc: str) -> None:
    source = _SOURCE.format(body="    " + _BODIES[name])
    for sizes in ((5, 20, 7), (33, 40, 50)):
        args = _args(dtype, getattr(torch, acc), sizes, 64)
        check(source, (1,), args, **_constants(acc, 64))


@pytest.mark.parametrize("name", ["stored", "transposed", "sums carried", "some rows"])
def test_bf16(name: str) -> None:
    """As in fp32; the interpreter has no products of bf16."""
    source = _SOURCE.format(body="    " + _BODIES[name])
    args = _args(BF16, torch.float32, (33, 40, 50), 64)
    ours = run(source, (1,), args, **_constants("float32", 64))
    args[:2] = [x.float() for x in args[:2] if isinstance(x, torch.Tensor)]
    exact = run(source, (1,), args, **_constants("float32", 64))
    torch.testing.assert_close(ours[3:5], exact[3:5], rtol=0, atol=0)


def test_infinite_beyond_the_end() -> None:
    """Zero times what is infinite there is no zero."""
    source = """
@triton.jit
def kernel(A, B, C, K, S: tl.constexpr):
    m, n = tl.arange(0, S)[:, None], tl.arange(0, S)[None, :]
    a = tl.load(A + m * S + n, mask=n < K, other=float("inf"))
    b = tl.load(B + m * S + n, mask=m < K, other=0)
    tl.store(C + m * S + n, tl.dot(a, b), mask=n < K)
"""
    a, b, c = (torch.randn(32 * 32) for _ in range(3))
    ours = check(source, (1,), [a, b, c, 5], S=32)[2].view(32, 32)
    assert ours[:, :5].isnan().all()


_KEPT = """
@triton.jit
def kernel(A, I, B, C, L, K, M: tl.constexpr, N: tl.constexpr, S: tl.constexpr):
    i, j, q = tl.arange(0, M), tl.arange(0, N), tl.arange(0, S)
    limit = tl.load(L + tl.program_id(0))
    rows = tl.load(I + i)
    acc = tl.zeros((M, N), tl.float32)
    for k in range(0, K, S):
        a = tl.load(A + rows[:, None] * K + (k + q)[None, :])
        b = tl.load(B + (k + q)[:, None] * N + j[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(C + tl.program_id(0) * M * N + i[:, None] * N + j, acc, mask=(i < limit)[:, None])
"""


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, BF16], ids=dtype_id)
def test_kept_rows_that_the_next_program_needs_more_of(dtype: torch.dtype) -> None:
    m, k, limits = 32, 64, [12, 20, 32, 9]
    a, b = torch.randint(-4, 5, (m, k)).to(dtype), torch.randint(-4, 5, (k, m)).to(dtype)
    rows = torch.randperm(m).int()
    c = torch.zeros(4, m, m)
    arguments = [a, rows, b, c, torch.tensor(limits, dtype=torch.int32), k]
    ours = run(_KEPT, (4,), arguments, M=m, N=m, S=32)[3]
    expected = a[rows.long()].float() @ b.float()
    for program, limit in enumerate(limits):
        assert torch.equal(ours[program, :limit], expected[:limit])
        assert not ours[program, limit:].any()


_SCALED = """
@triton.jit
def kernel(A, I, F, B, C, L, K, COLUMNS: tl.constexpr, M: tl.constexpr, N: tl.constexpr,
           S: tl.constexpr):
    i, j, q = tl.arange(0, M), tl.arange(0, N), tl.arange(0, S)
    limit = tl.load(L + tl.program_id(0))
    f = tl.exp2(tl.load(F + j)) + tl.sin(tl.load(F + j) * 0.0)
    acc = tl.zeros((M, N), tl.float32)
    for k in range(0, K, S):
        a = tl.load(A + tl.load(I + i)[:, None] * K + (k + q)[None, :])
        b = tl.load(B + (k + q)[:, None] * N + j[None, :])
        if COLUMNS:
            acc = tl.dot(a, b * f[None, :], acc)
        else:
            acc = tl.dot(a * f[:, None], b, acc)
    on = (j < limit)[None, :] if COLUMNS else (i < limit)[:, None]
    tl.store(C + tl.program_id(0) * M * N + i[:, None] * N + j[None, :], acc, mask=on)
"""


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("columns", [True, False])
def test_kept_operands_made_of_what_ends_early(columns: bool) -> None:
    """Factors from before the loop are computed as far as a program stores."""
    m, k, limits = 32, 64, [12, 20, 32, 9]
    a, b = torch.randint(-4, 5, (m, k)).float(), torch.randint(-4, 5, (k, m)).float()
    f = torch.randint(0, 3, (m,)).float()
    rows, c = torch.randperm(m).int(), torch.zeros(4, m, m)
    arguments = [a, rows, f, b, c, torch.tensor(limits, dtype=torch.int32), k]
    ours = run(_SCALED, (4,), arguments, COLUMNS=columns, M=m, N=m, S=32)[4]
    a = a[rows.long()]
    expected = a @ (b * 2**f) if columns else (a * 2 ** f[:, None]) @ b
    for program, limit in enumerate(limits):
        stored = (slice(limit), slice(None))
        stored, rest = (stored[::-1] if columns else stored), torch.ones(m, m).bool()
        rest[stored] = False
        assert torch.equal(ours[program][stored], expected[stored])
        assert not ours[program][rest].any()

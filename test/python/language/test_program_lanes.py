# Programs that go down columns side by side, each as a lane: what each computes is what it is in
# any company, bit for bit, and no place is touched that is none of theirs.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

from harness.memory import guarded

cdiv = triton.cdiv


@triton.jit
def reduce_columns(x, y, rows, cols, B: tl.constexpr, AXIS: tl.constexpr, OP: tl.constexpr):
    """One column of a matrix in each program."""
    c = tl.program_id(AXIS)
    i = tl.arange(0, B)
    v = tl.load(x + i * cols + c, mask=i < rows, other=0)
    if OP == "sum":
        r = tl.sum(v, 0)
    elif OP == "max":
        r = tl.max(v, 0)
    elif OP == "argmin":
        r = tl.argmin(v, 0)
    else:
        r = tl.xor_sum(v.to(tl.int32), 0)
    tl.store(y + c, r.to(y.dtype.element_ty))


def expected(op: str, x: torch.Tensor, block: int) -> torch.Tensor:
    whole = torch.zeros(block, x.shape[1], dtype=x.dtype)
    whole[: len(x)] = x
    if op == "sum":
        return whole.sum(0, dtype=x.dtype)
    if op == "max":
        return whole.amax(0)
    if op == "argmin":
        return whole.double().argmin(0).to(x.dtype)
    result = torch.zeros(x.shape[1], dtype=torch.int32)
    for row in whole.int():
        result ^= row
    return result.to(x.dtype)


# Two programs, some, more than are done at once; columns that end within a line.
@pytest.mark.parametrize("cols", [2, 7, 64, 100, 1100])
@pytest.mark.parametrize("rows", [1, 20, 64])
@pytest.mark.parametrize("op", ["sum", "max", "argmin", "xor"])
@pytest.mark.parametrize("dtype", [torch.int8, torch.float16, torch.float32, torch.int64])
def test_reductions(dtype: torch.dtype, op: str, rows: int, cols: int) -> None:
    x = torch.randint(-7, 8, (rows, cols)).to(dtype)
    for axis in (0, 1, 2):
        memory = torch.full((cols + 8,), 77, dtype=dtype)
        reduce_columns[(1,) * axis + (cols,)](x, memory[4:], rows, cols, B=64, AXIS=axis, OP=op)
        assert torch.equal(memory[4:-4], expected(op, x, 64))
        assert (memory[:4] == 77).all()
        assert (memory[-4:] == 77).all()


@triton.jit
def softmax_middle(x, y, outer, rows, cols, M: tl.constexpr, N: tl.constexpr):
    """Along the middle dim, as FlagGems writes it."""
    i = tl.program_id(0) * M + tl.arange(0, M)[:, None]
    j = tl.arange(0, N)[None, :]
    at = (i * rows + j) * cols + tl.program_id(1)
    inside = (i < outer) & (j < rows)
    v = tl.load(x + at, mask=inside, other=-float("inf")).to(tl.float32)
    e = tl.exp(v - tl.max(v, 1)[:, None])
    tl.store(y + at, e / tl.sum(e, 1)[:, None], mask=inside)


@pytest.mark.parametrize(
    ("outer", "rows", "cols"), [(5, 30, 7), (8, 64, 100), (1, 200, 33), (9, 3, 260)]
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_softmax(dtype: torch.dtype, outer: int, rows: int, cols: int) -> None:
    x = torch.randn(outer, rows, cols).to(dtype)
    y = torch.full_like(x, 7)
    grid = (cdiv(outer, 4), cols)
    softmax_middle[grid](x, y, outer, rows, cols, M=4, N=triton.next_power_of_2(rows))
    torch.testing.assert_close(y, torch.softmax(x.float(), 1).to(dtype))


@triton.jit
def one_number(x, y, rows, cols, B: tl.constexpr):
    """The number of a program counts planes and columns."""
    p = tl.program_id(0)
    plane, c = p // cols, p % cols
    i = tl.arange(0, B)
    s = tl.sum(tl.load(x + (plane * rows + i) * cols + c, mask=i < rows, other=0.0), 0)
    tl.store(y + p, s / rows)


@pytest.mark.parametrize(
    ("planes", "rows", "cols"), [(1, 9, 50), (7, 64, 5), (4, 33, 64), (3, 10, 1100)]
)
def test_quotients(planes: int, rows: int, cols: int) -> None:
    x, y = torch.randn(planes, rows, cols), torch.empty(planes, cols)
    one_number[(planes * cols,)](x, y, rows, cols, B=64)
    torch.testing.assert_close(y, x.mean(1))


@triton.jit
def product(a, x, y, rows, cols, first, B: tl.constexpr):
    """A transposed matrix by a vector, through a pointer that a loop moves."""
    c = tl.program_id(0) + first
    i = tl.arange(0, B)
    at = a + i * cols + c
    total = tl.zeros((B,), tl.float32)
    for k in range(0, rows, B):
        inside = i + k < rows
        total += tl.load(at, mask=inside, other=0.0) * tl.load(x + k + i, mask=inside, other=0.0)
        at += B * cols
    tl.store(y + c, tl.sum(total, 0))


@pytest.mark.parametrize("threads", [1, 2])
def test_company_changes_no_bit(threads: int, request: pytest.FixtureRequest) -> None:
    if threads == 1:
        request.getfixturevalue("one_thread")
    rows, cols = 300, 77
    a, x = torch.randn(rows, cols), torch.randn(rows)
    together = torch.empty(cols)
    product[(cols,)](a, x, together, rows, cols, 0, B=64)
    torch.testing.assert_close(together, a.T @ x, atol=1e-4, rtol=1e-4)
    for size in (2, 3, 11, 40):
        parts = torch.empty(cols)
        for first in range(0, cols - size, size):
            product[(size,)](a, x, parts, rows, cols, first, B=64)
        product[(size,)](a, x, parts, rows, cols, cols - size, B=64)
        assert torch.equal(parts, together)
    for _ in range(5):
        again = torch.empty(cols)
        product[(cols,)](a, x, again, rows, cols, 0, B=64)
        assert torch.equal(again, together)


@triton.jit
def guarded_columns(x, w, y, z, rows, cols, B: tl.constexpr):
    c = tl.program_id(0)
    if c >= cols:
        return
    i = tl.arange(0, B)
    v = tl.load(x + i * cols + c, mask=i < rows, other=0.0)
    weights = tl.load(w + i, mask=i < rows, other=0.0)
    s = tl.sum(v * weights, 0)
    if s > 0:
        tl.store(y + c, s)
        if c % 3 == 0:
            tl.store(z + c, -s)
    else:
        s = tl.load(z + c) + 1
        tl.store(z + c, s)
    t = s
    if c % 5 < 2:
        t = tl.load(w) * 2
    tl.store(y + cols + c, t)


@pytest.mark.parametrize("programs", [2, 50, 70, 130])
def test_branches(programs: int) -> None:
    rows, cols = 40, 50
    inside = min(programs, cols)
    with guarded(rows * cols) as x, guarded(rows) as w, guarded(2 * cols) as y, guarded(cols) as z:
        x.copy_(torch.randint(-4, 5, x.shape))
        w.copy_(torch.randint(-4, 5, w.shape))
        guarded_columns[(programs,)](x, w, y, z, rows, cols, B=64)
        sums = (x.view(rows, cols) * w[:, None]).sum(0)
        above, c = sums > 0, torch.arange(cols)
        there = c < inside
        assert torch.equal(y[:cols], torch.where(above & there, sums, 0.0))
        low = torch.where(above, torch.where(c % 3 == 0, -sums, 0.0), 1.0)
        assert torch.equal(z, torch.where(there, low, 0.0))
        last = torch.where(c % 5 < 2, w[0] * 2, torch.where(above, sums, 1.0))
        assert torch.equal(y[cols:], torch.where(there, last, 0.0))


@triton.jit
def masked_columns(x, bias, y, rows, cols, B: tl.constexpr):
    c = tl.program_id(0)
    i = tl.arange(0, B)
    m = tl.load(bias + c, mask=c < cols, other=0.0)
    v = tl.load(x + i * cols + c, mask=(i < rows) & (c < cols), other=0.0)
    tl.store(y + i * cols + c, tl.cumsum(v, 0) + m, mask=(i < rows) & (c < cols))


# The last programs have no column: what lies past the arrays must not be touched.
@pytest.mark.parametrize(("programs", "cols"), [(2, 1), (64, 50), (64, 64), (80, 33), (1200, 1100)])
def test_masked_columns(programs: int, cols: int) -> None:
    rows = 12
    with guarded(rows * cols) as x, guarded(cols) as bias, guarded(rows * cols) as y:
        x.copy_(torch.randint(-4, 5, x.shape))
        bias.copy_(torch.arange(cols) % 100)
        masked_columns[(programs,)](x, bias, y, rows, cols, B=16)
        assert torch.equal(y.view(rows, cols), x.view(rows, cols).cumsum(0) + bias)


# A grid whose programs are not a multiple of what is done at once ends where memory ends.
@pytest.mark.parametrize("cols", [2, 9, 63, 65, 200, 1030])
def test_lanes_past_the_grid(cols: int) -> None:
    with guarded(64 * cols) as x, guarded(cols) as y:
        x.copy_(torch.randint(-4, 5, x.shape))
        reduce_columns[(cols,)](x, y, 64, cols, B=64, AXIS=0, OP="sum")
        assert torch.equal(y, x.view(64, cols).sum(0))


@triton.jit
def counted(x, y, z, cols, B: tl.constexpr):
    """Scalars that wrap around, are chosen and are carried."""
    c = tl.program_id(0)
    i = tl.arange(0, B)
    v = tl.load(x + i * cols + c)
    count = c * 0
    hash = (c * 1640531527).to(tl.int64) + (c * 77 + 5).to(tl.int8).to(tl.int64)
    for k in range(5):
        step = tl.sum((v > k).to(tl.int32), 0)
        count = tl.where(step > 3, count + step, count - 1)
        hash = hash * 3 + tl.load(x + k) - count
    tl.store(y + c, hash)
    tl.store(z + i * cols + c, tl.cumsum(v, 0, reverse=True) + count)


@pytest.mark.parametrize("cols", [3, 90])
def test_numbers(cols: int) -> None:
    x = torch.randint(-9, 10, (16, cols), dtype=torch.int32)
    y, z = torch.empty(cols, dtype=torch.int64), torch.empty_like(x)
    counted[(cols,)](x, y, z, cols, B=16)
    c = torch.arange(cols)
    wrapped = (c * 1640531527).to(torch.int32).long() + (c * 77 + 5).to(torch.int8).long()
    count = torch.zeros(cols, dtype=torch.int64)
    for k in range(5):
        step = (x > k).sum(0)
        count = torch.where(step > 3, count + step, count - 1)
        wrapped = wrapped * 3 + x.flatten()[k] - count
    assert torch.equal(y, wrapped)
    assert torch.equal(z, (x.flip(0).cumsum(0).flip(0) + count).int())


@triton.jit
def gathered(x, index, y, cols, B: tl.constexpr):
    c = tl.program_id(0)
    i = tl.load(index + tl.arange(0, B))
    tl.atomic_add(y + c, tl.sum(tl.load(x + i * cols + c), 0))


@pytest.mark.parametrize("cols", [5, 100, 600])
def test_gathered_rows(cols: int) -> None:
    x = torch.randint(-9, 10, (40, cols)).float()
    index = torch.randint(0, 40, (32,))
    y = torch.ones(cols)
    gathered[(cols,)](x, index, y, cols, B=32)
    assert torch.equal(y, x[index].sum(0) + 1)


@triton.jit
def naive_product(a, b, y, rows, inner, cols):
    """One element in each program, without any block."""
    i, j = tl.program_id(0), tl.program_id(1)
    total = 0.0
    for k in range(inner):
        total += tl.load(a + i * inner + k) * tl.load(b + k * cols + j)
    tl.store(y + i * cols + j, total)


@pytest.mark.parametrize(("rows", "inner", "cols"), [(3, 5, 7), (17, 40, 100)])
def test_scalars(rows: int, inner: int, cols: int) -> None:
    a, b = torch.randn(rows, inner), torch.randn(inner, cols)
    y = torch.empty(rows, cols)
    naive_product[(rows, cols)](a, b, y, rows, inner, cols)
    torch.testing.assert_close(y, a @ b, atol=1e-5, rtol=1e-5)


@triton.jit
def leave_a_mark(x, y, last, cols, B: tl.constexpr):
    """All programs write one place, which no lane of theirs is."""
    c = tl.program_id(0)
    s = tl.sum(tl.load(x + tl.arange(0, B) * cols + c), 0)
    tl.store(y + c, s)
    tl.store(last, 5.0)
    if c == 2:
        tl.store(last + 1, s)


def test_one_place_for_all() -> None:
    x, y, last = torch.randn(8, 60), torch.empty(60), torch.zeros(2)
    leave_a_mark[(60,)](x, y, last, 60, B=8)
    torch.testing.assert_close(y, x.sum(0))
    assert last[0] == 5
    assert last[1] == y[2]


@triton.jit
def sometimes(x, w, y, rows, cols, limit, step, B: tl.constexpr):
    """A loop that only some of the programs go through, and an `other` that differs."""
    c = tl.program_id(0)
    i = tl.arange(0, B)
    r = 0.0
    if c < limit:
        for k in range(0, rows, step):
            r += tl.load(x + k * cols + c)
    v = tl.load(w + i, mask=i < rows, other=c)
    tl.store(y + c, r + tl.sum(v, 0))


# Without a program that takes it, the loop has a step of zero, and the weights have no memory.
@pytest.mark.parametrize("limit", [0, 1, 20, 100])
def test_sides_that_nobody_takes(limit: int) -> None:
    rows, cols = 13, 50
    x = torch.randint(-4, 5, (rows, cols)).float()
    w = torch.randint(-4, 5, (rows,)).float()
    y = torch.empty(cols)
    sometimes[(cols,)](x, w, y, rows, cols, limit, 1 if limit else 0, B=16)
    c = torch.arange(cols)
    assert torch.equal(y, torch.where(c < limit, x.sum(0), 0.0) + w.sum() + 3 * c)


@triton.jit
def cut_number(x, y, K: tl.constexpr):
    p = tl.program_id(0)
    low = p.to(tl.int8)
    tl.store(y + p, tl.load(x + 200 + (low // K) * K + low % K + 60))


@pytest.mark.parametrize("k", [7, 100])
def test_remainders_of_what_was_cut(k: int) -> None:
    x, y = torch.arange(500, dtype=torch.int32), torch.empty(400, dtype=torch.int32)
    cut_number[(400,)](x, y, K=k)
    low = torch.arange(400).to(torch.int8).int()
    assert torch.equal(y, 260 + low)


@triton.jit
def addresses(p, y):
    c = tl.program_id(0)
    q = tl.load(p.to(tl.pointer_type(tl.pointer_type(tl.float32))) + c)
    tl.store(y + c, q.to(tl.int64))


def test_columns_of_pointers() -> None:
    p, y = torch.randint(0, 1 << 40, (40,)), torch.empty(40, dtype=torch.int64)
    addresses[(40,)](p, y)
    assert torch.equal(y, p)

# Programs that go down columns side by side, in loops or reductions: done as one, they are what
# each of them is alone, bit for bit.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

cdiv = triton.cdiv
pytestmark = pytest.mark.usefixtures("one_thread")


@triton.jit
def recurrence(a, x, y, last, rows, cols, first, AXIS: tl.constexpr, N: tl.constexpr):
    j = (tl.program_id(AXIS) + first) * N + tl.arange(0, N)
    inside = j < cols
    state = tl.load(last + j, mask=inside, other=0).to(tl.float32)
    at = j
    for _ in range(rows):
        decay = tl.load(a + at, mask=inside, other=0).to(tl.float32)
        v = tl.load(x + at, mask=inside, other=0).to(tl.float32)
        state = state * decay + v
        tl.store(y + at, state, mask=inside)
        at += cols
    tl.store(last + j, state, mask=inside)


# One program in a row, more; a row that ends inside of one; more than are done at once.
@pytest.mark.parametrize("n", [8, 32, 64])
@pytest.mark.parametrize("cols", [5, 64, 200, 1100, 2500])
@pytest.mark.parametrize("rows", [0, 1, 23])
@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
def test_recurrence(rows: int, cols: int, n: int, dtype: torch.dtype) -> None:
    a, x = torch.rand(rows, cols, dtype=dtype), torch.randn(rows, cols, dtype=dtype)
    start = torch.randn(cols)
    outcomes = []
    for axis, alone in ((0, False), (1, False), (0, True)):
        memory = torch.full((rows + 1, cols), 7.0, dtype=dtype)
        y, last = memory[:-1], start.clone()
        programs = cdiv(cols, n)
        for first in range(programs) if alone else [0]:
            grid = (1,) if alone else (1,) * axis + (programs,)
            recurrence[grid](a, x, y, last, rows, cols, first, AXIS=axis, N=n)
        assert (memory[-1] == 7).all()
        outcomes.append((y.clone(), last))
    state = start.double()
    for i in range(rows):
        state = state * a[i] + x[i]
        torch.testing.assert_close(outcomes[0][0][i], state.to(dtype), atol=1e-2, rtol=1e-2)
    torch.testing.assert_close(outcomes[0][1], state.float(), atol=1e-4, rtol=1e-4)
    for y, last in outcomes[1:]:
        assert torch.equal(y, outcomes[0][0])
        assert torch.equal(last, outcomes[0][1])


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def reduce_columns(x, y, rows, cols, first, KIND: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    j = (tl.program_id(0) + first) * N + tl.arange(0, N)
    i = tl.arange(0, M)
    at = i[:, None] * cols + j[None, :]
    inside = j[None, :] < cols
    if KIND == "softmax":
        known = inside & (i[:, None] < rows)
        v = tl.load(x + at, mask=known, other=-float("inf")).to(tl.float32)
        e = tl.exp(v - tl.max(v, 0)[None, :])
        tl.store(y + at, e / tl.sum(e, 0)[None, :], mask=known)
        return
    if KIND == "argmax":
        best = tl.full((N,), -float("inf"), tl.float32)
        where = tl.zeros((N,), tl.int32)
        for first_row in range(0, rows, M):
            known = inside & (i[:, None] + first_row < rows)
            v = tl.load(x + first_row * cols + at, mask=known, other=-float("inf"))
            top, row = tl.max(v.to(tl.float32), 0, return_indices=True)
            where = tl.where(top > best, row + first_row, where)
            best = tl.maximum(top, best)
        tl.store(y + j, where, mask=j < cols)
        return
    if KIND == "cumsum" or KIND == "products":
        before = tl.full((N,), 1.0 if KIND == "products" else 0.0, tl.float32)
        for first_row in range(0, rows, M):
            known = inside & (i[:, None] + first_row < rows)
            v = tl.load(x + first_row * cols + at, mask=known, other=0).to(tl.float32)
            if KIND == "products":
                factors = tl.where(known, 1 + v / 64, 1)
                result = tl.cumprod(factors, 0, reverse=True) * before[None, :]
                before *= tl.reduce(factors, 0, multiply)
            else:
                result = tl.cumsum(v, 0) + before[None, :]
                before += tl.sum(v, 0)
            tl.store(y + first_row * cols + at, result, mask=known)
        return
    total = tl.zeros((M, N), tl.float32)
    for first_row in range(0, rows, M):
        known = inside & (i[:, None] + first_row < rows)
        v = tl.load(x + first_row * cols + at, mask=known, other=0).to(tl.float32)
        if KIND == "half" and first_row % 2 == 0:
            v = v * 2
        total += v * v
    tl.store(y + j, tl.sum(total, 0), mask=j < cols)


def columns_in_torch(x: torch.Tensor, kind: str, m: int) -> torch.Tensor:
    if kind == "cumsum":
        return x.double().cumsum(0).float()
    if kind == "products":  # of the rows from here to the block's end, and of all blocks before
        factors = 1 + x.double() / 64
        before = torch.ones(x.shape[1], dtype=torch.double)
        blocks = []
        for block in factors.split(m):
            blocks.append(block.flip(0).cumprod(0).flip(0) * before)
            before = before * block.prod(0)
        return torch.cat(blocks).float()
    if kind == "softmax":
        return x.float().softmax(0)
    if kind == "argmax":
        return x.argmax(0).float()
    return x.double().square().sum(0).float() * (4 if kind == "half" else 1)


@pytest.mark.parametrize("kind", ["softmax", "argmax", "squares", "half", "cumsum", "products"])
@pytest.mark.parametrize("cols", [3, 64, 250, 2100])
@pytest.mark.parametrize(("m", "n"), [(64, 4), (64, 16), (128, 32)])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
def test_columns(kind: str, cols: int, m: int, n: int, dtype: torch.dtype) -> None:
    rows = 61 if kind == "softmax" else 150
    x = torch.randn(rows, cols).to(dtype)
    expected = columns_in_torch(x, kind, m)
    y, alone = torch.zeros_like(expected), torch.zeros_like(expected)
    reduce_columns[(cdiv(cols, n),)](x, y, rows, cols, 0, KIND=kind, M=m, N=n)
    for first in range(cdiv(cols, n)):
        reduce_columns[(1,)](x, alone, rows, cols, first, KIND=kind, M=m, N=n)
    assert torch.equal(y, alone)
    torch.testing.assert_close(y, expected, atol=1e-6 if kind != "cumsum" else 1e-4, rtol=1e-5)


@triton.jit
def told_apart(x, y, rows, cols, counts, KIND: tl.constexpr, N: tl.constexpr):
    pid = tl.program_id(0)
    j = pid * N + tl.arange(0, N)
    state = tl.zeros((N,), tl.int32)
    if KIND == "number":
        state += pid
    if KIND == "turns":
        rows = pid % 3
    if KIND == "loaded turns":
        rows = tl.load(counts + pid)
    for i in range(rows):
        v = tl.load(x + i * cols + j, mask=j < cols, other=0)
        if KIND == "sum":
            v += tl.sum(v, 0)
        elif KIND == "branch":
            if tl.load(counts + pid) == 1:
                v = -v
        elif KIND == "any":
            if tl.max(v, 0) > 900:
                v = -v
        elif KIND == "lane":
            v += tl.arange(0, N)
        state += v
    tl.store(y + j, state, mask=j < cols)


KINDS = ["number", "turns", "loaded turns", "sum", "branch", "any", "lane"]


@pytest.mark.parametrize("kind", KINDS)
def test_what_tells_programs_apart(kind: str) -> None:
    rows, cols, n = 9, 500, 16
    programs = cdiv(cols, n)
    x = torch.randint(-1000, 1000, (rows, cols), dtype=torch.int32)
    counts = torch.randint(0, 4, (programs,), dtype=torch.int32)
    y = torch.zeros(cols, dtype=torch.int32)
    told_apart[(programs,)](x, y, rows, cols, counts, KIND=kind, N=n)
    padded = torch.nn.functional.pad(x, (0, programs * n - cols)).view(rows, programs, n)
    number = torch.arange(programs)
    if kind == "sum":
        padded = padded + padded.sum(2, keepdim=True)
    elif kind == "branch":
        padded = torch.where(counts[:, None] == 1, -padded, padded)
    elif kind == "any":
        padded = torch.where(padded.amax(2, keepdim=True) > 900, -padded, padded)
    elif kind == "lane":
        padded = padded + torch.arange(n)
    elif "turns" in kind:
        turns = number % 3 if kind == "turns" else counts
        padded = torch.where(torch.arange(rows)[:, None, None] < turns[None, :, None], padded, 0)
    expected = padded.sum(0)
    if kind == "number":
        expected = expected + number[:, None]
    assert torch.equal(y, expected.view(-1)[:cols].int())


@triton.jit
def smooth(x, rows, cols, N: tl.constexpr):
    j = tl.program_id(0) * N + tl.arange(0, N)
    inside = j < cols
    above = tl.load(x + j, mask=inside)
    for i in range(1, rows):
        v = tl.load(x + i * cols + j, mask=inside)
        above = (above + v) * 0.5
        tl.store(x + i * cols + j, above, mask=inside)


# What a turn reads was not written by another program.
def test_in_place() -> None:
    x = torch.randn(40, 700)
    expected = x.clone()
    for i in range(1, 40):
        expected[i] = (expected[i - 1] + expected[i]) * 0.5
    smooth[(cdiv(700, 32),)](x, 40, 700, N=32)
    assert torch.equal(x, expected)


@triton.jit
def accumulate(x, w, y, n, rows, first, KIND: tl.constexpr, N: tl.constexpr):
    j = (tl.program_id(0) + first) * N + tl.arange(0, N)
    inside = j < n
    v = tl.load(x + j, mask=inside, other=0).to(tl.float32)
    c = tl.load(w + j, mask=inside, other=0).to(tl.float32)
    s = v * 0.5
    for r in range(rows):
        if KIND == "product outside":
            s = v * c + s
        elif KIND == "loads inside":
            s = tl.load(x + j, mask=inside, other=0) * tl.load(w + j, mask=inside, other=0) + s
        elif KIND == "horner":
            s = s * c + tl.load(x + r * n + j, mask=inside, other=0)
        elif r % 2 == 0:
            s = v - s * c
        else:
            s = s * c - v
    tl.store(y + j, s, mask=inside)


@pytest.mark.parametrize("kind", ["product outside", "loads inside", "horner", "branches"])
@pytest.mark.parametrize("n", [2, 30, 1000])
@pytest.mark.parametrize("size", [4, 16, 32])
@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
def test_roundings(kind: str, n: int, size: int, dtype: torch.dtype) -> None:
    """Products and sums are fused in one version of a kernel as in the other."""
    x, w = torch.randn(5, n).to(dtype), torch.randn(n).to(dtype)
    together, alone = torch.zeros(n), torch.zeros(n)
    accumulate[(cdiv(n, size),)](x, w, together, n, 5, 0, KIND=kind, N=size)
    for first in range(cdiv(n, size)):
        accumulate[(1,)](x, w, alone, n, 5, first, KIND=kind, N=size)
    assert torch.equal(together, alone)


@triton.jit
def weigh(x, w, y, n, N: tl.constexpr):
    j = tl.arange(0, N)
    c = tl.load(w + j)
    tl.store(y + j, c * c + tl.load(x + j, mask=j < n, other=0).to(tl.float32))


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
def test_roundings_where_a_size_is_compiled_in(dtype: torch.dtype) -> None:
    for _ in range(50):
        x, w = torch.randn(16).to(dtype), torch.randn(16)
        results = torch.zeros(3, 16)
        for n, y in zip((1, 2, 16), results, strict=True):
            weigh[(1,)](x, w, y, n, N=16)
        assert (results[:, 0] == results[0, 0]).all()
        assert torch.equal(results[1, :2], results[2, :2])

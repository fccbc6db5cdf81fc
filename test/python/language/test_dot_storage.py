# What a product is written over: the storage that a loop carries, and who else is in it.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from triton_shared.testing.check import check, run
from triton_shared.testing.kernels import make_kernel

_KERNEL = """
@triton.jit
def kernel(A, O, O2, n, M: tl.constexpr):
    i = tl.arange(0, M)
    p = i[:, None] * M + i[None, :]
    x = tl.load(A + p)
    acc = tl.full((M, M), 1.0, tl.float32)
    acc2 = tl.full((M, M), 2.0, tl.float32)
    for step in range(n):
{body}
    tl.store(O + p, acc)
    tl.store(O2 + p, acc2)
"""
#: What a step does to `acc` and `acc2`.
_BODIES = {
    "the accumulator is used again": """
        c = acc * 0.5
        acc = tl.dot(x, x, c)
        acc2 += c
""",
    "a branch has taken the place": """
        if step % 2 == 0:
            r = x * 0.5
        else:
            r = acc
        acc = tl.dot(x, x)
        acc2 += r
""",
    "two change places": """
        t = tl.dot(x, x, acc)
        acc = tl.dot(x, x, acc2 * 0.5)
        acc2 = t
""",
    "two change places, one after the other": """
        t = tl.dot(x, x, acc2)
        acc2 = tl.dot(x, x, acc)
        acc = t + acc2
""",
    "a product of both": """
        t = acc + acc2
        acc = tl.dot(x, x, t)
        acc2 = tl.dot(x, x, t) - acc
""",
    "an inner loop has taken the place": """
        r = acc
        for j in range(2):
            r = tl.dot(x, x, r)
        acc = tl.dot(x, x)
        acc2 = r - acc2
""",
    "what is read across": """
        t = acc * 0.25
        acc = tl.dot(x, x, tl.trans(acc))
        acc2 = acc2 - tl.trans(t)
""",
}


@pytest.mark.parametrize("m", [16, 32])
@pytest.mark.parametrize("body", list(_BODIES))
def test_carried_accumulators(body: str, m: int) -> None:
    a = (torch.randint(-2, 3, (m, m)) / 8).float()
    o = torch.zeros(m, m)
    source = _KERNEL.format(body=_BODIES[body].strip("\n"))
    check(source, (1,), [a, o, o.clone(), 3], M=m, rtol=1e-5, atol=1e-5)


@pytest.mark.not_interpreted("numpy's dots of fp16")
@pytest.mark.parametrize("n", [0, 100, 512])
def test_what_is_past_the_bounds_of_an_operand(n: int) -> None:
    """Its copy for the product has another type than what is reduced before and after."""
    source = """
@triton.jit
def kernel(X, B, O, LEAST, MOST, n, K: tl.constexpr, N: tl.constexpr):
    k = tl.arange(0, K)[None, :]
    j = tl.arange(0, N)[None, :]
    one = tl.arange(0, 1)
    a = tl.load(X + k, mask=k < n, other=0.0).to(tl.float32)
    a = tl.where(k < n, tl.sqrt(a) / 3.0, 1.0).to(tl.float16)
    least = tl.min(a.to(tl.float32), 1)
    product = tl.dot(a, tl.load(B + tl.arange(0, K)[:, None] * N + j))
    most = tl.max(a + a, 1)
    tl.store(O + one[:, None] * N + j, product)
    tl.store(LEAST + one, least)
    tl.store(MOST + one, most)
"""
    columns, rows = 16, 512
    x, b = torch.rand(rows).half(), (torch.randint(-2, 3, (rows, columns)) / 4).half()
    results = [torch.zeros(1, columns), torch.zeros(1), torch.zeros(1)]
    o, least, most = run(source, (1,), [x, b, *results, n], K=rows, N=columns)[2:5]
    a = torch.where(torch.arange(rows) < n, x.float().sqrt() / 3, 1.0).half()
    torch.testing.assert_close(o, a[None].float() @ b.float(), rtol=1e-3, atol=1e-2)
    torch.testing.assert_close(least, a.float().min().view(1), rtol=1e-3, atol=0)
    torch.testing.assert_close(most, (a + a).max().float().view(1), rtol=1e-3, atol=0)


@pytest.mark.not_interpreted("has no scratch")
def test_scaled_accumulator_stays_where_it_is() -> None:
    """Scratch for the packed operand and the sums, none for `acc * 0.5`."""
    source = """
@triton.jit
def kernel(A, O, n, M: tl.constexpr):
    i = tl.arange(0, M)
    p = i[:, None] * M + i[None, :]
    x = tl.load(A + p)
    acc = tl.full((M, M), 1.0, tl.float32)
    for step in range(n):
        acc = tl.dot(x, x, acc * 0.5)
    tl.store(O + p, acc)
"""
    a = torch.eye(64)
    compiled = make_kernel(source).warmup(a, a, 3, M=64, grid=(1,))
    assert compiled.metadata.shared == 2 * 64 * 64 * 4


_NESTED = """
@triton.jit
def kernel(A, B, C, T, K, S: tl.constexpr):
    r = tl.arange(0, S)
    m, n = r[:, None], r[None, :]
    acc = tl.zeros((S, S), tl.float32)
    for t in range(T):
        for k in range(0, K, S):
            a = tl.load(A + (tl.program_id(0) * S + m) * K + k + n)
            b = tl.load(B + (t * K + k + m) * S + n)
            acc = tl.dot(a, b, acc)
{body}
    tl.store(C + (tl.program_id(0) * S + m) * S + n, acc)
"""


@pytest.mark.parametrize(
    "body",
    ["", "        tl.store(B + m * S + n, acc * 0 + t, mask=m < 3)", "        A += 1"],
    ids=["", "stores to B", "moves A"],
)
@pytest.mark.parametrize(("turns", "k"), [(3, 64), (9, 32), (5, 512)])
def test_loops_within_loops(body: str, turns: int, k: int) -> None:
    """What programs pack of B comes again in the same turn of the next one."""
    programs = 1 if "store" in body else 4
    a = torch.randint(-2, 3, (programs * 32 * k + 100,)).float()
    b = torch.randint(-2, 3, (turns * k * 32,)).float()
    c = torch.zeros(programs * 32 * 32)
    source = _NESTED.format(body=body)
    check(source, (programs,), [a, b, c, turns, k], S=32)

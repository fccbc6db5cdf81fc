# Stores that follow each other, which are carried out in one pass where they lie apart.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from triton_shared.testing.check import check, run

_PLACES = [0, 1, 17, 255, 256, 300, 513, 1000]


@pytest.mark.parametrize("second", _PLACES)
@pytest.mark.parametrize("first", _PLACES)
def test_places_in_one_array(first: int, second: int) -> None:
    """Both read what either may overwrite; the later store wins where they overlap."""
    source = """
@triton.jit
def kernel(X, first, second, n, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(X + i)
    y = tl.load(X + 256 + i, mask=i < n, other=3.0)
    tl.store(X + first + i, x + y)
    tl.store(X + second + i, x * 2 - y, mask=i < n)
"""
    check(source, (1,), [torch.randn(1300), first, second, 201], B=256)


@pytest.mark.parametrize("last", [0, 100, 1024, 5000])
@pytest.mark.parametrize("n", [1024, 1000, 31, 0])
def test_four_of_several_types(n: int, last: int) -> None:
    source = """
@triton.jit
def kernel(X, H, I, D, last, n, B: tl.constexpr):
    i = tl.arange(0, B)
    inside = i < n
    x = tl.load(X + i, mask=inside, other=1.0)
    e = x * 0.5 + 1
    tl.store(X + i, e, mask=inside)
    tl.store(H + i, (e * x).to(tl.float16), mask=inside)
    tl.store(I + i, (x * 100).to(tl.int32), mask=inside)
    tl.store(D + last + i, x.to(tl.float64) + 1)
    tl.store(X + last + i, e + x)
"""
    arrays = [
        torch.randn(8000),
        *(torch.zeros(8000, dtype=t) for t in (torch.float16, torch.int32)),
    ]
    check(source, (1,), [*arrays, torch.zeros(8000, dtype=torch.float64), last, n], B=1024)


def test_rows_between_passes() -> None:
    """A pass before and one after need what the stores read as well."""
    source = """
@triton.jit
def kernel(X, Y, Z, n, B: tl.constexpr):
    i = tl.arange(0, B)
    X += tl.program_id(0) * n
    Y += tl.program_id(0) * n
    x = tl.load(X + i, mask=i < n, other=0.0)
    mean = tl.sum(x) / n
    tl.store(X + i, x - mean, mask=i < n)
    tl.store(Y + i, tl.exp(x - mean), mask=i < n)
    tl.store(Z + tl.program_id(0), tl.max(x))
"""
    check(
        source,
        (5,),
        [torch.randn(5 * 700), torch.zeros(5 * 700), torch.zeros(5), 700],
        B=1024,
        rtol=1e-5,
        atol=1e-6,
    )


def test_a_mask_that_the_first_store_changes() -> None:
    source = """
@triton.jit
def kernel(M, X, B: tl.constexpr):
    i = tl.arange(0, B)
    on = tl.load(M + i) != 0
    x = tl.load(X + i)
    tl.store(M + i, (x > 0).to(tl.int8))
    tl.store(X + i, x * 2, mask=on)
"""
    mask = torch.randint(0, 2, (512,), dtype=torch.int8)
    check(source, (1,), [mask, torch.randn(512)], B=512)


def test_large_outputs() -> None:
    """Two that outgrow the caches, and do not start at the same place of a line."""
    source = """
@triton.jit
def kernel(X, Y, Z, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    x = tl.load(X + i, mask=i < n)
    tl.store(Y + i, x + 1, mask=i < n)
    tl.store(Z + 3 + i, x * 2, mask=i < n)
"""
    n = 9_000_001
    x = torch.randn(n)
    _, y, z, _ = run(source, (n // 4096 + 1,), [x, torch.zeros(n), torch.zeros(n + 5), n], B=4096)
    assert torch.equal(y, x + 1)
    assert torch.equal(z[3 : n + 3], x * 2)
    assert not z[:3].any()
    assert not z[n + 3 :].any()


@pytest.mark.parametrize("locks", [64, 96, 12, 7])
@pytest.mark.parametrize("programs", [2000, 517, 90, 1])
def test_partial_sums_under_locks(programs: int, locks: int) -> None:
    """Programs in the order of their locks: each runs once, whatever their numbers."""
    source = f"""
@triton.jit
def kernel(LOCKS, X, SUMS, COUNTS, RAN, B: tl.constexpr):
    pid = tl.program_id(0)
    own = pid % {locks}
    i = tl.arange(0, B)
    x = tl.load(X + pid * B + i)
    while tl.atomic_cas(LOCKS + own, 0, 1) == 1:
        pass
    sums = tl.load(SUMS + own * B + i) + x
    counts = tl.load(COUNTS + own * B + i) + 1
    tl.store(SUMS + own * B + i, sums)
    tl.store(COUNTS + own * B + i, counts)
    tl.store(RAN + pid, pid + 1)
    tl.debug_barrier()
    tl.atomic_xchg(LOCKS + own, 0)
"""
    block = 256
    x = torch.randint(-1000, 1000, (programs, block), dtype=torch.int32)
    zeros = [torch.zeros(locks, n, dtype=torch.int32) for n in (1, block, block)]
    lock, _, sums, counts, ran = run(
        source,
        (programs,),
        [zeros[0], x, zeros[1], zeros[2], torch.zeros(programs, dtype=torch.int32)],
        B=block,
    )
    own = torch.arange(programs) % locks
    assert not lock.any()
    assert torch.equal(ran, torch.arange(1, programs + 1, dtype=torch.int32))
    want = torch.zeros(locks, block, dtype=torch.int32).index_add_(0, own, x)
    assert torch.equal(sums, want)
    assert torch.equal(counts[:, 0], torch.bincount(own, minlength=locks).int())


def test_turns() -> None:
    """Programs of the same number that go in order, each after the one before: no lock."""
    source = """
@triton.jit
def kernel(TURN, X, C: tl.constexpr):
    pid = tl.program_id(0)
    own = pid % C
    turn = pid // C
    while tl.atomic_cas(TURN + own, turn, turn) != turn:
        pass
    tl.store(X + own, tl.load(X + own) * 3 + pid)
    tl.debug_barrier()
    tl.atomic_xchg(TURN + own, turn + 1)
"""
    programs, count = 3000, 64
    zeros = [torch.zeros(count, dtype=torch.int32) for _ in range(2)]
    _, x = run(source, (programs,), zeros, C=count)
    want = torch.zeros(count, dtype=torch.int32)
    for pid in range(programs):
        want[pid % count] = want[pid % count] * 3 + pid
    assert torch.equal(x, want)

# Programs that wait for others: locks, chains in either direction, barriers over the grid.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from harness.data import dtype_id
from triton_shared import KernelAssertionError, _native
from triton_shared.testing.check import run
from triton_shared.testing.kernels import make_kernel


@pytest.fixture(params=[1, 2, 3], autouse=True)
def threads(request: pytest.FixtureRequest) -> Iterator[int]:
    _native.set_num_threads(request.param)
    yield request.param
    _native.set_num_threads(None)


@pytest.mark.parametrize("programs", [1, 64, 1000, 1823])
def test_spin_lock(programs: int) -> None:
    """Every program runs once, also where those that wait are dealt out in stripes."""
    source = """
@triton.jit
def kernel(L, X, C, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    count = C + tl.program_id(0)
    tl.store(count, tl.load(count) + 1)
    while tl.atomic_cas(L, 0, 1) == 1:
        pass
    tl.store(X + i, tl.load(X + i) + i)
    tl.debug_barrier()
    tl.atomic_xchg(L, 0)
"""
    args = [torch.zeros(n, dtype=torch.int32) for n in (1, 64, programs + 1)]
    lock, x, count = run(source, (programs,), args, BLOCK=64)
    assert lock.item() == 0
    assert torch.equal(x, torch.arange(64, dtype=torch.int32) * programs)
    assert count.tolist() == [1] * programs + [0]


@pytest.mark.parametrize("programs", [7, 700, 2050])
@pytest.mark.parametrize("later", [False, True], ids=["before", "after"])
def test_programs_in_a_row(programs: int, later: bool) -> None:
    """Each waits for the one before it, or for the one after it."""
    source = """
@triton.jit
def kernel(X, LATER: tl.constexpr):
    turn = tl.program_id(0)
    if LATER:
        turn = tl.num_programs(0) - 1 - turn
    while tl.atomic_cas(X + turn, 0, 0) == 0:
        pass
    tl.atomic_xchg(X + turn + 1, tl.load(X + turn) + 3)
"""
    x = torch.zeros(programs + 1, dtype=torch.int32)
    x[0] = 5
    (x,) = run(source, (programs,), [x], LATER=later)
    assert torch.equal(x, 5 + 3 * torch.arange(programs + 1, dtype=torch.int32))


@pytest.mark.parametrize("programs", [64, 700, 2050])
@pytest.mark.parametrize("way", [-1, 1, 7], ids=["before", "after", "further"])
def test_programs_that_were_given_together(programs: int, way: int) -> None:
    """Programs that never waited are given many at a time; now each waits for one of those."""
    kernel = make_kernel("""
@triton.jit
def kernel(F, C, WAY: tl.constexpr):
    p = tl.program_id(0)
    tl.atomic_add(C + p, 1)
    while tl.atomic_cas(F + p + WAY, 0, 0) == 0:
        pass
    tl.atomic_xchg(F + p, tl.load(F + p + WAY) + 1)
""")
    flags, counts = torch.ones(programs + 16, dtype=torch.int32), torch.zeros(programs + 1)
    counts = counts.to(torch.int32)
    for _ in range(20):
        kernel[(programs,)](flags[8:], counts, WAY=way)
    flags.zero_()
    first, last = (flags[:8], flags[8 + programs :])
    (first if way < 0 else last).fill_(5)
    kernel[(programs,)](flags[8:], counts, WAY=way)
    rank = torch.arange(programs, dtype=torch.int32)
    if way > 0:
        rank = (programs - 1 - rank) // way
    assert torch.equal(flags[8 : 8 + programs], 6 + rank)
    assert counts.tolist() == [21] * programs + [0]


def test_a_barrier_between_programs_that_were_given_together() -> None:
    kernel = make_kernel("""
@triton.jit
def kernel(C, X, O):
    p = tl.program_id(0)
    n = tl.num_programs(0)
    tl.store(X + p, p + tl.load(O + p))
    tl.atomic_add(C, 1)
    while tl.load(C, volatile=True) < n:
        pass
    tl.store(O + p, tl.load(X + n - 1 - p))
""")
    programs = 1000
    x, out = (torch.zeros(programs, dtype=torch.int32) for _ in range(2))
    for _ in range(20):
        kernel[(programs,)](torch.full((1,), programs, dtype=torch.int32), x, torch.zeros_like(out))
    count = torch.zeros(1, dtype=torch.int32)
    kernel[(programs,)](count, x, out)
    assert count.item() == programs
    assert torch.equal(out, torch.arange(programs - 1, -1, -1, dtype=torch.int32))


def test_an_assertion_fails_among_programs_that_were_given_together() -> None:
    """None of those after it on its thread begins, and what the lock held is not changed."""
    kernel = make_kernel("""
@triton.jit
def kernel(L, X, BAD):
    while tl.atomic_cas(L, 0, 1) == 1:
        pass
    count = tl.load(X)
    tl.device_assert(count != BAD, "this one")
    tl.store(X, count + 1)
    tl.atomic_xchg(L, 0)
""")
    for _ in range(20):
        lock, x = (torch.zeros(1, dtype=torch.int32) for _ in range(2))
        kernel[(1000,)](lock, x, -1, debug=True)
        assert x.item() == 1000
    x.zero_()
    with pytest.raises(KernelAssertionError, match="this one"):
        kernel[(1000,)](lock, x, 300, debug=True)
    assert (x.item(), lock.item()) == (300, 1)


_BARRIER = """
@triton.jit
def kernel(X, Y, O, C, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    n = tl.num_programs(0)
    i = tl.arange(0, BLOCK)
    at = i[:, None] * BLOCK + i[None, :]
    x = tl.load(X + p * BLOCK * BLOCK + at)
    own = tl.dot(x, x)
    tl.store(Y + p * BLOCK * BLOCK + at, own.to(Y.dtype.element_ty))
    {barrier}
    other = tl.load(Y + (n - 1 - p) * BLOCK * BLOCK + at)
    tl.store(O + p * BLOCK * BLOCK + at, own - tl.dot(other, x))
"""


def test_more_programs_than_mappings() -> None:
    """Linux allows a process 65,530 mappings; a waiting program's stack with a guard takes two."""
    source = """
@triton.jit
def kernel(X, C, n):
    tl.atomic_add(C, 1)
    while tl.atomic_add(C, 0) < n:
        pass
    p = tl.program_id(0)
    tl.store(X + p, p)
"""
    n = 40000
    zero = torch.zeros(1, dtype=torch.int32)
    x, _, _ = run(source, (n,), [torch.zeros(n, dtype=torch.int32), zero, n])
    assert torch.equal(x, torch.arange(n, dtype=torch.int32))


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=dtype_id)
@pytest.mark.parametrize("programs", [2, 37, 600])
@pytest.mark.parametrize("poll", ["tl.atomic_add(C, 0)", "tl.load(C, volatile=True)"])
def test_barrier_over_the_grid(programs: int, dtype: torch.dtype, poll: str) -> None:
    """Scratch and tile registers of a program outlast the others' that run meanwhile."""
    barrier = f"""
    tl.atomic_add(C, 1)
    while {poll} < n:
        pass
"""
    x = torch.randint(-2, 3, (programs, 32, 32)).to(dtype)
    y, count = torch.zeros_like(x), torch.zeros(1, dtype=torch.int32)
    args = [x, y, torch.zeros(x.shape), count]
    _, y, out, count = run(
        _BARRIER.replace("{barrier}", barrier.strip()), (programs,), args, BLOCK=32
    )
    own = x.float() @ x.float()
    assert count.item() == programs
    assert torch.equal(y, own.to(dtype))
    assert torch.equal(out, own - y.flip(0).float() @ x.float())


def test_flags_without_atomics() -> None:
    """Data, a barrier of the program, then a plain store as the flag; from program to program."""
    source = """
@triton.jit
def kernel(F, X, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    while tl.load(F + p, volatile=True) == 0:
        pass
    before = tl.load(X + p * BLOCK + i)
    tl.store(X + (p + 1) * BLOCK + i, before * 3 + i)
    tl.debug_barrier()
    tl.store(F + p + 1, 1)
"""
    programs, block = 300, 512
    flags, x = (torch.zeros(programs + 1, n, dtype=torch.int32) for n in (1, block))
    flags[0] = 1
    flags, x = run(source, (programs,), [flags, x], BLOCK=block)
    want = torch.zeros(block, dtype=torch.int32)
    for p in range(1, programs + 1):
        want = want * 3 + torch.arange(block, dtype=torch.int32)
        assert torch.equal(x[p], want)
    assert flags.min() == 1


def test_a_look_may_take_long() -> None:
    """Each looks at a million flags until all programs have set theirs."""
    source = """
@triton.jit
def kernel(F, O, N: tl.constexpr):
    p = tl.program_id(0)
    tl.atomic_xchg(F + p, 1)
    while tl.min(tl.load(F + tl.arange(0, N), volatile=True), 0) == 0:
        pass
    tl.store(O + p, p)
"""
    flags, out = torch.ones(1 << 20, dtype=torch.int32), torch.zeros(8, dtype=torch.int32)
    flags[:8] = 0
    flags, out = run(source, (8,), [flags, out], N=1 << 20)
    assert flags.min() == 1
    assert torch.equal(out, torch.arange(8, dtype=torch.int32))


def test_work_from_a_queue() -> None:
    source = """
@triton.jit
def kernel(Q, X, N, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    at = tl.atomic_add(Q, 1)
    while at < N:
        x = X + at * BLOCK + i
        tl.store(x, tl.load(x) + at)
        at = tl.atomic_add(Q, 1)
"""
    queue, x = torch.zeros(1, dtype=torch.int32), torch.zeros(5000, 256, dtype=torch.int32)
    queue, x = run(source, (64,), [queue, x, 5000], BLOCK=256)[:2]
    assert queue.item() == 5064
    assert torch.equal(x, torch.arange(5000, dtype=torch.int32)[:, None].expand(5000, 256))


@pytest.mark.parametrize("turn", ["tl.debug_barrier()", "seen += 1", "tl.store(SEEN, 7)"])
@pytest.mark.parametrize(
    "flag",
    ["tl.load(F) < n", "seen < 2147483647 and tl.load(F) < n", "tl.min(tl.load(F + k), 0) < n"],
)
def test_plain_loads_see_what_others_write(flag: str, turn: str) -> None:
    """As on a GPU, where Triton's loads are not moved out of loops either."""
    source = f"""
@triton.jit
def kernel(F, DATA, OUT, SEEN, n, N: tl.constexpr):
    p = tl.program_id(0)
    k = tl.arange(0, 2)
    if p == 0:
        seen = 0
        while {flag}:
            {turn}
        tl.store(SEEN + 1, seen)
        i = tl.arange(0, N)
        tl.store(OUT + i, tl.load(DATA + i, mask=i < n), mask=i < n)
    else:
        tl.store(DATA + p - 1, p)
        tl.debug_barrier()
        tl.atomic_add(F + k, 1)
"""
    n = 33
    args = [torch.zeros(size, dtype=torch.int32) for size in (2, n, n, 2)]
    flags, _, out, seen = run(source, (n + 1,), [*args, n], N=64)[:4]
    assert flags.tolist() == [n, n]
    assert torch.equal(out, torch.arange(1, n + 1, dtype=torch.int32))
    assert turn != "tl.store(SEEN, 7)" or seen[0] in (0, 7)


_ALL = """best = n
            for k in range(2):
                best = tl.minimum(best, tl.load(F + k))"""
_LIMITED = """if turns < 2000000000:
                best = tl.load(F)
            else:
                best = n"""


@pytest.mark.parametrize(
    "body",
    [
        "best = tl.maximum(best, tl.load(F))",
        "best = tl.where(best < 0, best, tl.load(F))",
        _ALL,
        _LIMITED,
    ],
    ids=["latched", "chosen", "all", "limited"],
)
def test_a_value_that_passes_through_the_loop(body: str) -> None:
    source = f"""
@triton.jit
def kernel(F, OUT, n):
    if tl.program_id(0) == 0:
        best, turns = 0, 0
        while best < n:
            turns += 1
            tl.store(OUT, turns)
            {body}
        tl.store(OUT + 1, best)
    else:
        tl.atomic_add(F + tl.arange(0, 2), 1)
"""
    n = 33
    args = [torch.zeros(2, dtype=torch.int32), torch.zeros(2, dtype=torch.int32), n]
    _, out = run(source, (n + 1,), args)[:2]
    assert out[1] == n


@pytest.mark.parametrize(
    "step", ["go = go & (tl.load(F + i) > 0)", "go = go | (tl.load(F + i) > 7)", "go = not go"]
)
def test_a_condition_carried_beside_a_count(step: str) -> None:
    source = f"""
@triton.jit
def kernel(F, OUT, n):
    go, i = n > 3, 0
    while (i < n) & go:
        {step}
        i += 1
    tl.store(OUT, i)
"""
    flags = torch.tensor([1, 1, 1, 0, 1, 1, 9, 1], dtype=torch.int32)
    out = run(source, (1,), [flags, torch.zeros(1, dtype=torch.int32), 8])[1]
    assert out.item() == {"&": 4, "|": 8, "n": 1}[step.removeprefix("go = ").removeprefix("go ")[0]]


def test_no_memory_for_all_that_wait() -> None:
    source = """
@triton.jit
def kernel(C):
    tl.atomic_add(C, 1)
    while tl.load(C, volatile=True) < tl.num_programs(0):
        pass
"""
    run(source, (2,), [torch.zeros(1, dtype=torch.int32)])
    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (held + (64 << 20), hard))
    try:
        with pytest.raises(MemoryError, match="no memory for its scratch"):
            run(source, (2000,), [torch.zeros(1, dtype=torch.int32)])
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    run(source, (20,), [torch.zeros(1, dtype=torch.int32)])


def test_a_failed_program_leaves_nobody_waiting() -> None:
    source = """
@triton.jit
def kernel(L, X):
    while tl.atomic_cas(L, 0, 1) == 1:
        pass
    tl.device_assert(tl.load(X) < 3, "three are enough")
    tl.store(X, tl.load(X) + 1)
    tl.debug_barrier()
    tl.atomic_xchg(L, 0)
"""
    lock, x = (torch.zeros(1, dtype=torch.int32) for _ in range(2))
    with pytest.raises(KernelAssertionError, match="three are enough"):
        run(source, (500,), [lock, x], debug=True)
    lock, x = run(source, (3,), [lock, x], debug=True)
    assert x.item() == 3

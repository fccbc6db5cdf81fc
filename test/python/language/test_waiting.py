# Programs that wait for others: locks, chains in either direction, barriers over the grid.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch

from harness.data import dtype_id
from triton_shared import KernelAssertionError, _native
from triton_shared.testing.check import run


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

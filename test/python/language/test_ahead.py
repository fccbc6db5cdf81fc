# What is asked for ahead of its use: nothing is read that the loop will not read.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.memory import guarded, run_in_place

_ROWS_BY_NUMBERS = """
@triton.jit
def kernel(I, X, Z, s, e, step: tl.constexpr, BLOCK: tl.constexpr):
    d = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), tl.float32)
    for i in range(s, e, step):
        acc += tl.load(X + tl.load(I + i) * BLOCK + d)
    tl.store(Z + d, acc)
"""


@pytest.mark.parametrize("step", [1, 3])
def test_numbers_of_rows_are_loaded_within_the_loop(step: int) -> None:
    """What is asked for ahead is no further than the loop will come."""
    x = torch.randn(16, 128)
    with guarded(128) as memory:
        numbers = memory.view(torch.int64)
        numbers[:] = torch.randint(0, 16, (64,))
        for start in [*range(64 - 10, 65), 0]:
            z = torch.empty(128)
            args = [numbers, x, z, start, 64]
            run_in_place(_ROWS_BY_NUMBERS, (1,), args, step=step, BLOCK=128)
            torch.testing.assert_close(z, x[numbers[start::step]].sum(0))


_QUEUE = """
@triton.jit
def kernel(Q, D, X, Z, n, BLOCK: tl.constexpr):
    d = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), tl.float32)
    for i in range(n):
        v = tl.load(Q + i)
        acc += tl.load(X + {row} * BLOCK + d)
        tl.store(Q + i + 1, v * 5 % 16 + 1)
    tl.store(Z + d, acc)
"""


@pytest.mark.parametrize("row", ["tl.load(D + v)", "(100 // v) % 8"])
def test_numbers_that_the_loop_writes_are_not_believed(row: str) -> None:
    """What stands in the queue is a number only when the loop has come there."""
    x, table = torch.randn(8, 128), torch.randint(0, 8, (32,))
    queue = torch.full((64,), 0 if "//" in row else 1 << 40)
    queue[0] = number = 1
    z, want = torch.empty(128), torch.zeros(128)
    run_in_place(_QUEUE.format(row=row), (1,), [queue, table, x, z, 50], BLOCK=128)
    for _ in range(50):
        want += x[100 // number % 8 if "//" in row else table[number]]
        number = number * 5 % 16 + 1
    torch.testing.assert_close(z, want)

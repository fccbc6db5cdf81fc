# Rows longer than several steps: what depends on the row alone is computed once a row.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.memory import guarded
from triton_shared.testing.check import check
from triton_shared.testing.kernels import make_kernel

# Shorter and longer than a block, which begins within a row and goes on in the next.
_COLUMNS = [256, 320, 384, 1024, 3136]


@pytest.mark.parametrize("columns", _COLUMNS)
def test_sums_over_rows(columns: int) -> None:
    # What is summed up goes through both loops.
    source = f"""
@triton.jit
def kernel(X, ByRow, Y, Z, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    row = i // {columns}
    x = tl.load(X + i, mask=i < n, other=0.0) * tl.load(ByRow + row % 7, mask=i < n, other=3.0)
    tl.store(Y + tl.program_id(0), tl.sum(x))
    tl.store(Z + tl.program_id(0), tl.max(tl.where(i < n, row * 1000 + i % {columns}, 0)))
"""
    n, block = 2 * columns + 1111, 1024
    programs = -(-n // block)
    # Whole numbers: sums are exact in any order.
    x = torch.randint(-9, 9, (n,)).float()
    numbers = [torch.zeros(programs), torch.zeros(programs, dtype=torch.int32)]
    check(source, (programs,), [x, torch.arange(7.0), *numbers, n], B=block)


@pytest.mark.parametrize("columns", _COLUMNS)
def test_rows_of_rows(columns: int) -> None:
    # Quotients of quotients, remainders by multiples, and a row that another row names.
    source = f"""
@triton.jit
def kernel(X, Rows, Y, Z, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    row = i // {columns}
    named = tl.load(Rows + row // 2 % 5, mask=i < n, other=0)
    named = tl.where(named < 0, named + 3, named)
    x = tl.load(X + named * {columns} + i % {columns}, mask=i < n, other=0.0)
    x = x / tl.sqrt(row.to(tl.float32) + 1.0) + i % {3 * columns} + i // {2 * columns}
    tl.store(Y + i, x, mask=i < n)
    tl.store(Z + i, i % {columns} - i % {3 * columns}, mask=i < n)
"""
    n = 5 * columns + 77
    rows = torch.tensor([2, -3, 1, -1, 0])
    outputs = [torch.zeros(n), torch.zeros(n, dtype=torch.int32)]
    arguments = [torch.randn(3 * columns), rows, *outputs, n]
    check(source, (-(-n // 1024),), arguments, rtol=1e-6, B=1024)


@pytest.mark.parametrize("columns", [256, 3136])
def test_blocks_of_two_dims(columns: int) -> None:
    source = f"""
@triton.jit
def kernel(X, ByRow, Y, pitch, M: tl.constexpr, N: tl.constexpr):
    r = tl.arange(0, M)[:, None]
    c = tl.program_id(0) * N + tl.arange(0, N)[None, :]
    x = tl.load(X + r * pitch + c) * tl.load(ByRow + c // {columns} + r)
    tl.store(Y + r * pitch + c, x + c % {columns})
"""
    x = torch.randn(4, 4096)
    arguments = [x, torch.randn(30), torch.zeros_like(x), 4096]
    check(source, (4,), arguments, rtol=1e-5, atol=1e-6, M=4, N=1024)


@pytest.mark.parametrize("n", [1024, 2048, 2304])
def test_rows_that_are_not_there_are_not_read(n: int) -> None:
    """The row's number is read once a row, and not where all lanes are masked."""
    kernel = make_kernel("""
@triton.jit
def kernel(X, ByRow, Y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    x = tl.load(X + i, mask=i < n) + tl.load(ByRow + i // 256, mask=i < n)
    tl.store(Y + i, x, mask=i < n)
""")
    x, y = torch.randn(n), torch.zeros(n)
    with guarded(n // 256) as rows:
        rows.copy_(torch.arange(float(n // 256)))
        kernel[(6,)](x, rows, y, n, B=1024)
        assert torch.equal(y, (x.view(-1, 256) + rows[:, None]).view(-1))


@pytest.mark.parametrize("offset", [0, 3, 1500])
def test_rows_inside_of_what_is_stored(offset: int) -> None:
    # All of a block is read before any of it is written, the row's numbers too.
    source = """
@triton.jit
def kernel(X, offset, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(X + i, tl.load(X + i) + tl.load(X + offset + i // 512))
"""
    check(source, (1,), [torch.randn(4096), offset], B=2048)


@pytest.mark.parametrize("stride", [64, 3])
@pytest.mark.parametrize(("divisor", "block"), [(768, 512), (320, 1024), (96, 2048), (24, 256)])
def test_columns_of_programs_that_take_turns(divisor: int, block: int, stride: int) -> None:
    # Blocks begin within a run, whose loop then begins before the block.
    source = f"""
@triton.jit
def kernel(X, Y, stride, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.program_id(0) * B + i
    value = tl.load(X + (x // {divisor}) * {divisor + 5} + x % {divisor})
    tl.store(Y + i * stride + tl.program_id(0), value)
"""
    programs = min(40, stride)
    x = torch.arange(1.0, 2.0 * programs * block + 1)
    check(source, (programs,), [x, torch.zeros(block * stride), stride], B=block)


@pytest.mark.parametrize(
    ("columns", "piece", "pitch"),
    [(1000, 96, 128), (200, 64, 64), (200, 96, 100), (400, 128, 200), (80, 32, 40), (8, 512, 700)],
)
def test_pieces_of_rows(columns: int, piece: int, pitch: int) -> None:
    """A remainder that is divided begins anew where no piece ends."""
    source = f"""
@triton.jit
def kernel(X, Y, Z, S, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    column = i % {columns}
    at = column // {piece} * {pitch} + column % {piece}
    x = tl.load(X + at, mask=i < n, other=0)
    tl.store(Y + i, x, mask=i < n)
    tl.store(Z + i // {columns} * {pitch * (columns // piece + 1)} + at, x + 1, mask=i < n)
    tl.store(S + tl.program_id(0), tl.sum(x))
"""
    n = 4000
    rows = n // columns + 1
    x = torch.arange(pitch * (columns // piece + 1), dtype=torch.int32)
    sizes = (n, rows * len(x) + piece, 2)
    outputs = [torch.zeros(size, dtype=torch.int32) for size in sizes]
    check(source, (2,), [x, *outputs, n], B=2048)

# Bounds of what is put together from pairs, or taken apart to them: any number of elements.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every array ends where memory that cannot be read begins: a step without masks that reached
past a bound would be seen, and so would an element that it left out."""

from __future__ import annotations

import pytest
import torch

from harness.memory import check_guarded
from triton_shared.testing.check import run

_BODIES = {
    "together": """
    x = tl.load(X + i, mask=i < n, other=1.0)
    y = tl.load(Y + i, mask=i < n - 1, other=2.0)
    tl.store(Z + j, tl.interleave(x, y), mask=j < m)""",
    "apart": """
    a, b = tl.split(tl.reshape(tl.load(X + j, mask=j < n, other=3.0), (N, 2)))
    tl.store(Z + i, a - 2 * b, mask=i < m)""",
    "exchanged": """
    a, b = tl.split(tl.reshape(tl.load(X + j, mask=j < n, other=5.0), (N, 2)))
    tl.store(Z + j, tl.interleave(b, a), mask=j < m)""",
    "one of four": """
    x = tl.load(X + 4 * first + tl.arange(0, 4 * N), mask=4 * first + tl.arange(0, 4 * N) < n)
    a, b = tl.split(tl.reshape(x, (2 * N, 2)))
    c, d = tl.split(tl.reshape(a, (N, 2)))
    tl.store(Z + i, c - d, mask=i < m)
    tl.store(Y + j, b, mask=j < m)""",
    "four": """
    x, y = tl.load(X + i, mask=i < n), tl.load(Y + i, mask=i < n + 1, other=7.0)
    q = 4 * first + tl.arange(0, 4 * N)
    tl.store(Z + q, tl.interleave(tl.interleave(x, y), tl.interleave(y + 1, x * y)), mask=q < m)""",
    "both ways": """
    a, b = tl.split(tl.reshape(tl.load(X + j, mask=j < n), (N, 2)))
    y = tl.load(Y + j, mask=j < n, other=1.0)
    tl.store(Z + j, tl.interleave(a, b) * y + tl.load(X + j, mask=j < m), mask=j < m)""",
    "from below": """
    a, b = tl.split(tl.reshape(tl.load(X + j - s, mask=(j >= s) & (j < n), other=9.0), (N, 2)))
    tl.store(Z + i, a - 2 * b, mask=i < m)""",
    "summed": """
    a, b = tl.split(tl.reshape(tl.load(X + j, mask=j < n, other=0.5), (N, 2)))
    tl.store(Z + tl.program_id(0), tl.sum(a - 2 * b, 0))
    tl.store(Y + tl.program_id(0), tl.max(tl.interleave(a, b), 0))""",
}

_SOURCE = """
@triton.jit
def kernel(X, Y, Z, n, m, s, N: tl.constexpr):
    first = tl.program_id(0) * N
    i, j = first + tl.arange(0, N), 2 * first + tl.arange(0, 2 * N)
{body}
"""


@pytest.mark.parametrize("n", [1, 2, 15, 16, 17, 63, 64, 127, 130, 255, 256, 257, 500, 511, 512])
@pytest.mark.parametrize("name", _BODIES)
def test_any_number(name: str, n: int) -> None:
    shorter = {"together": 2 * n, "four": 4 * n - 1, "apart": (n + 1) // 2, "from below": n // 2}
    stored = shorter.get(name, n if name != "one of four" else n // 4)
    size = max(n + 1, stored, 8)
    scalars = {"n": n, "m": stored, "s": 3, "N": 64}
    check_guarded(_SOURCE.format(body=_BODIES[name]), (4,), [size, size, size], **scalars)


_ROWS = """
@triton.jit
def kernel(X, Z, rows, n, M: tl.constexpr, N: tl.constexpr):
    r = tl.program_id(0) * M + tl.arange(0, M)[:, None]
    c, h = tl.arange(0, N)[None, :], tl.arange(0, N // 2)[None, :]
    x = tl.load(X + r * n + c, mask=(r < rows) & (c < n), other=4.0)
    a, b = tl.split(tl.reshape(x, (M, N // 2, 2)))
    tl.store(Z + r * n + c, tl.reshape(tl.join(a - b, a + b), (M, N)), mask=(r < rows) & (c < n))
"""


@pytest.mark.parametrize("columns", [1, 2, 31, 32, 33, 62, 64])
@pytest.mark.parametrize("rows", [1, 7, 8, 13])
def test_rows(rows: int, columns: int) -> None:
    size = rows * columns
    check_guarded(_ROWS, (2,), [size, size], rows=rows, n=columns, M=8, N=64)


_IN_PLACE = """
@triton.jit
def kernel(X, n, s, N: tl.constexpr):
    j = tl.program_id(0) * 2 * N + tl.arange(0, 2 * N)
    a, b = tl.split(tl.reshape(tl.load(X + j, mask=j < n), (N, 2)))
    tl.store(X + j + s, tl.interleave(b, a + b), mask=j < n)
"""


@pytest.mark.parametrize("n", [7, 100, 127, 128])
@pytest.mark.parametrize("shift", [0, 1, 2, 16])
def test_in_place(n: int, shift: int) -> None:
    check_guarded(_IN_PLACE, (1,), [n + shift], n=n, s=shift, N=64)


_SUMS = """
@triton.jit
def kernel(X, Z, n, N: tl.constexpr):
    i, h = tl.arange(0, N), tl.arange(0, N // 2)
    a, b = tl.split(tl.reshape(tl.load(X + i, mask=i < n, other=1.0), (N // 2, 2)))
    tl.store(Z, tl.sum(a - 2 * b, 0))
    tl.store(Z + 1, tl.sum(tl.interleave(tl.load(X + h, mask=h < n, other=1.0), b + 1), 0))
"""


@pytest.mark.parametrize("n", [2**63 - 1, 2**62, 2**62 + 5, -(2**63), -(2**62) - 3, 0, 77])
def test_bounds_beyond_all_rows(n: int) -> None:
    """Twice such a number, or one more, would wrap around."""
    x = torch.randint(-8, 9, (256,)).float()
    on = torch.where(torch.arange(256) < n, x, torch.tensor(1.0))
    a, b = on.view(-1, 2).T
    sums = torch.stack([(a - 2 * b).sum(), on[:128].sum() + (b + 1).sum()])
    assert torch.equal(run(_SUMS, (1,), [x, torch.zeros(2), n], N=256)[1], sums)

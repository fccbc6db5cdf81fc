# Blocks that are put together element by element, or taken apart so.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from triton_shared.testing.check import check, run

_DTYPES = [torch.int8, torch.bool, torch.bfloat16, torch.float16, torch.float32, torch.int64]

_TOGETHER = """
@triton.jit
def kernel(X, Y, Z, n, BLOCK: tl.constexpr):
    first = tl.program_id(0) * BLOCK
    i = first + tl.arange(0, BLOCK)
    x, y = tl.load(X + i, mask=i < n), tl.load(Y + i, mask=i < n)
    j = 2 * first + tl.arange(0, 2 * BLOCK)
    tl.store(Z + j, tl.interleave(x, y), mask=j < 2 * n)
"""

_APART = """
@triton.jit
def kernel(X, Y, Z, n, BLOCK: tl.constexpr):
    first = tl.program_id(0) * BLOCK
    j = 2 * first + tl.arange(0, 2 * BLOCK)
    z = tl.load(Z + j, mask=j < 2 * n)
    x, y = tl.split(tl.reshape(z, (BLOCK, 2)))
    i = first + tl.arange(0, BLOCK)
    tl.store(X + i, x, mask=i < n)
    tl.store(Y + i, y, mask=i < n)
"""


def _numbers(count: int, dtype: torch.dtype) -> torch.Tensor:
    return torch.randint(0, 2 if dtype == torch.bool else 100, (count,)).to(dtype)


@pytest.mark.parametrize("block", [1, 2, 16, 128, 1024])
@pytest.mark.parametrize("dtype", _DTYPES, ids=str)
def test_two_blocks_and_one(dtype: torch.dtype, block: int) -> None:
    n = 3 * block - block // 3
    x, y = _numbers(n, dtype), _numbers(n, dtype)
    both = torch.stack((x, y), 1).reshape(-1)
    args = [x, y, torch.zeros_like(both), n]
    assert torch.equal(run(_TOGETHER, (3,), args, BLOCK=block)[2], both)
    args = [torch.zeros_like(x), torch.zeros_like(y), both, n]
    ours = run(_APART, (3,), args, BLOCK=block)
    assert torch.equal(ours[0], x)
    assert torch.equal(ours[1], y)


_ROWS = """
@triton.jit
def kernel(X, Y, Z, M: tl.constexpr, N: tl.constexpr):
    r, c = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    x, y = tl.load(X + r * N + c), tl.load(Y + r * N + c)
    both = tl.reshape(tl.join(x, y), (M * 2 * N // {wide}, {wide}))
    r, c = tl.arange(0, M * 2 * N // {wide})[:, None], tl.arange(0, {wide})[None, :]
    tl.store(Z + r * {wide} + c, both)
"""


@pytest.mark.parametrize("wide", [4, 16, 64, 256])
@pytest.mark.parametrize("rows", [1, 4, 32])
def test_rows_of_other_lengths(rows: int, wide: int) -> None:
    """A step of the result may hold a part of a row of each side, or several rows."""
    x, y = torch.randn(rows, 256 // rows), torch.randn(rows, 256 // rows)
    args = [x, y, torch.zeros(512)]
    ours = run(_ROWS.format(wide=wide), (1,), args, M=rows, N=256 // rows)[2]
    assert torch.equal(ours, torch.stack((x, y), 2).reshape(-1))


_COMPUTED = """
@triton.jit
def kernel(X, Z, s, N: tl.constexpr):
    i, j = tl.arange(0, N), tl.arange(0, 2 * N)
    x = tl.load(X + i)
    {lines}
"""

COMPUTED = {
    "computed sides": "tl.store(Z + j, tl.interleave(x * i, tl.exp(x) + s))",
    "a number": "tl.store(Z + j, tl.interleave(x, tl.full((N,), 3.0, tl.float32) * s))",
    "positions": "tl.store(Z + j, tl.interleave(x, i.to(tl.float32)) + j)",
    "four": """y = tl.interleave(tl.interleave(x, x + 1), tl.interleave(x * 2, x - s))
    tl.store(Z + tl.arange(0, 4 * N), y)""",
    "twice": """y, z = tl.interleave(x, x + 1), tl.interleave(x - 1, x * s)
    tl.store(Z + j, y * z + tl.sum(z, 0))""",
    "masked": "tl.store(Z + j, tl.interleave(x, x * s), mask=tl.interleave(x > 0, i % 3 == 0))",
    "rotated": """a, b = tl.split(tl.reshape(x, (N // 2, 2)))
    tl.store(Z + i, tl.interleave(a * s - b, a + b * s))""",
    "halves of a softmax": """e = tl.exp(x - tl.max(x, 0))
    a, b = tl.split(tl.reshape(e / tl.sum(e, 0), (N // 2, 2)))
    tl.store(Z + tl.arange(0, N // 2), a - b * s)""",
    "halves of a scan": """a, b = tl.split(tl.reshape(tl.cumsum(x, 0), (N // 2, 2)))
    tl.store(Z + tl.arange(0, N // 2), a * b)""",
    "halves of halves": """a, b = tl.split(tl.reshape(x, (N // 4, 2, 2)))
    a, c = tl.split(a)
    tl.store(Z + tl.arange(0, N // 4), a * c + s)
    tl.store(Z + tl.arange(0, N // 2), tl.reshape(b, (N // 2,)))""",
    "halves of halves, flat": """a, b = tl.split(tl.reshape(x * s, (N // 2, 2)))
    a, c = tl.split(tl.reshape(a, (N // 4, 2)))
    tl.store(Z + tl.arange(0, N // 4), a - c + tl.sum(b, 0))""",
    "maxima of pairs": """y = tl.reshape(tl.max(tl.reshape(x, (N // 2, 2)), 1), (N // 4, 2))
    a, b = tl.split(y)
    tl.store(Z + tl.arange(0, N // 4), a - b)""",
}


@pytest.mark.parametrize("name", COMPUTED)
def test_computed(name: str) -> None:
    x = torch.randint(-4, 5, (512,)).float()
    source = _COMPUTED.format(lines=COMPUTED[name])
    rtol = 1e-6 if "exp" in source else 0
    check(source, (1,), [x, torch.zeros(2048), 0.5], rtol=rtol, N=512)


_NIBBLES = """
@triton.jit
def kernel(Q, S, Z, N: tl.constexpr):
    i, j = tl.arange(0, N), tl.arange(0, 2 * N)
    q = tl.load(Q + i)
    both = tl.interleave(q & 15, q >> 4).to(tl.float32) - 8
    tl.store(Z + j, (both * tl.load(S + j // 64)).to(Z.dtype.element_ty))
"""


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16], ids=str)
def test_weights_of_four_bits(dtype: torch.dtype) -> None:
    q = torch.randint(0, 256, (512,)).to(torch.uint8)
    scales = torch.randint(1, 9, (16,)).float()
    ours = run(_NIBBLES, (1,), [q, scales, torch.zeros(1024, dtype=dtype)], N=512)[2]
    want = (torch.stack((q & 15, q >> 4), 1).reshape(16, 64).float() - 8) * scales[:, None]
    assert torch.equal(ours, want.reshape(-1).to(dtype))

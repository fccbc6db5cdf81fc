# Shape operations: values move, none change.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from triton_shared.testing.check import check, run

_FLAT = """
@triton.jit
def kernel(X, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i)
    y = {expression}
    tl.store(Z + tl.arange(0, {size}), tl.reshape(y, ({size},)))
"""

EXPRESSIONS = [
    ("tl.reshape(x, (8, 32))", 256),
    ("tl.reshape(x, (2, 4, 32)) + tl.arange(0, 4)[None, :, None]", 256),
    ("tl.trans(tl.reshape(x, (8, 32)))", 256),
    ("tl.trans(tl.reshape(x, (2, 4, 32)), (2, 0, 1))", 256),
    ("tl.trans(tl.reshape(x, (2, 4, 32)), (1, 0, 2))", 256),
    ("tl.permute(tl.reshape(x, (4, 4, 4, 4)), (3, 1, 0, 2))", 256),
    ("tl.permute(tl.reshape(x, (2, 4, 2, 4, 4)), (4, 2, 0, 3, 1))", 256),
    ("tl.trans(tl.trans(tl.reshape(x, (16, 16)))) * 2", 256),
    ("x[:, None] + tl.arange(0, 4)[None, :]", 1024),
    ("x[None, :] * tl.arange(0, 4)[:, None]", 1024),
    ("tl.broadcast_to(x[:, None], (256, 4))", 1024),
    ("tl.broadcast_to(tl.sum(x, 0), (16, 4))", 64),
    ("tl.join(x, x + 1)", 512),
    ("tl.interleave(x, x * 2)", 512),
    ("tl.join(tl.reshape(x, (8, 32)), tl.reshape(x, (8, 32)) + 1)", 512),
    ("tl.split(tl.reshape(x, (128, 2)))[0] - tl.split(tl.reshape(x, (128, 2)))[1]", 128),
    ("tl.split(tl.reshape(x, (4, 32, 2)))[1]", 128),
    ("tl.join(tl.split(tl.reshape(x, (128, 2)))[1], tl.split(tl.reshape(x, (128, 2)))[0])", 256),
    ("tl.ravel(tl.trans(tl.reshape(x, (4, 64))))", 256),
    ("tl.expand_dims(tl.expand_dims(x, 0), 2)", 256),
    ("tl.full((4, 8), 3.5, tl.float32)", 32),
    ("tl.zeros((16,), tl.float32) - 1", 16),
    ("tl.arange(5, 5 + 32)", 32),
    ("tl.view(x, (16, 16)) + tl.arange(0, 16)[:, None]", 256),
    ("tl.max(tl.reshape(x, (4, 4, 16)), 1)", 64),
]


@pytest.mark.parametrize(("expression", "size"), EXPRESSIONS, ids=[e for e, _ in EXPRESSIONS])
def test_expression(expression: str, size: int) -> None:
    x = torch.randint(-99, 99, (256,)).float()
    check(_FLAT.format(expression=expression, size=size), (1,), [x, torch.zeros(1024)], N=256)


@pytest.mark.parametrize("dtype", [torch.int8, torch.bool, torch.float16, torch.int64], ids=str)
def test_transpose_dtypes(dtype: torch.dtype) -> None:
    source = _FLAT.format(expression="tl.trans(tl.reshape(x, (8, 32)))", size=256)
    x = torch.randint(0, 2 if dtype == torch.bool else 99, (256,)).to(dtype)
    ours = run(source, (1,), [x, torch.zeros_like(x)], N=256)[1]
    assert torch.equal(ours, x.reshape(8, 32).t().reshape(-1))


@pytest.mark.parametrize("reorder", [False, True])
def test_cat(reorder: bool) -> None:
    # `can_reorder` leaves the order open: the values must be there, in any order.
    source = f"""
@triton.jit
def kernel(X, Y, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    both = tl.cat(tl.load(X + i), tl.load(Y + i), can_reorder={reorder})
    tl.store(Z + tl.arange(0, 2 * N), both)
"""
    x, y = torch.randn(64), torch.randn(64)
    if not reorder:
        source = source.replace(", can_reorder=False", ", can_reorder=True")
    ours = run(source, (1,), [x, y, torch.zeros(128)], N=64)[2]
    assert torch.equal(ours.sort().values, torch.cat([x, y]).sort().values)


def test_scalars_and_rank_zero() -> None:
    source = """
@triton.jit
def kernel(X, Z, n):
    a = tl.load(X)
    b = tl.full((), 3.0, tl.float32)
    c = a * n + b
    tl.store(Z, c)
    tl.store(Z + 1, tl.where(c > 0, c, -c))
    tl.store(Z + 2 + tl.arange(0, 4), c + tl.arange(0, 4))
"""
    check(source, (1,), [torch.randn(1), torch.zeros(6), 5])


def test_five_dimensions() -> None:
    source = """
@triton.jit
def kernel(X, Z):
    a = tl.arange(0, 2)[:, None, None, None, None]
    b = tl.arange(0, 4)[None, :, None, None, None]
    c = tl.arange(0, 2)[None, None, :, None, None]
    d = tl.arange(0, 8)[None, None, None, :, None]
    e = tl.arange(0, 4)[None, None, None, None, :]
    at = (((a * 4 + b) * 2 + c) * 8 + d) * 4 + e
    x = tl.load(X + at, mask=(d < 5) & (b != 2), other=-1.0)
    tl.store(Z + at, x * 2, mask=e < 3)
    tl.store(Z + 512 + at, tl.sum(x, 3, keep_dims=True) + x * 0)
"""
    check(source, (1,), [torch.randint(0, 9, (512,)).float(), torch.zeros(1024)])


_JOINED_ROWS = """
@triton.jit
def kernel(X, Z):
    i, j = tl.arange(0, 4)[:, None, None] * 16, tl.arange(0, 16)[None, None, :]
    row = tl.max(tl.load(X + i + j), 0, keep_dims=True)
    both = tl.join(row, row)
    both *= both
    least = tl.min(both, 2, keep_dims=True)
    tl.store(Z + tl.reshape(tl.arange(0, 32), (1, 1, 16, 2)), both)
    tl.store(Z + 32 + tl.reshape(tl.arange(0, 2), (1, 1, 1, 2)), least)
"""


def test_join_inside_a_loop() -> None:
    """The lanes of a join under a loop over another dim."""
    check(_JOINED_ROWS, (1,), [torch.arange(64.0) - 40, torch.zeros(34)])


_NETWORK = """
@triton.jit
def turned(x, N: tl.constexpr):
    return tl.reshape(tl.trans(tl.reshape(x, (8, N // 8))), (N,))

@triton.jit
def kernel(X, Z, N: tl.constexpr, STEPS: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(X + i), tl.load(X + N + i)
    for _ in tl.static_range(STEPS):
        c, d = turned(a, N), turned(b, N)
        a, b = a + c - d, b - c + d
    tl.store(Z + i, a)
    tl.store(Z + N + i, b)
"""

_BUTTERFLIES = """
@triton.jit
def kernel(X, Z, N: tl.constexpr, STEPS: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(X + i)
    for step in tl.static_range(STEPS):
        low, high = tl.split(tl.trans(tl.reshape(a, (2, N // 2))))
        both = tl.reshape(tl.join(low + high, low - high), (N >> (step + 1), 1 << step, 2))
        a = tl.reshape(tl.permute(both, (0, 2, 1)), (N,))
    tl.store(Z + i, a)
"""


@pytest.mark.timeout(120)
@pytest.mark.parametrize("source", [_NETWORK, _BUTTERFLIES], ids=["network", "butterflies"])
@pytest.mark.parametrize("steps", [3, 9])
def test_networks_of_reshapes(source: str, steps: int) -> None:
    """What each step wants twice is stored, or the last one would want the first 2^9 times."""
    x = torch.randint(-8, 8, (1024,)).float()
    check(source, (1,), [x, torch.zeros(1024)], N=512, STEPS=steps)

# The last lanes of a run of straight steps, which are computed before the steps that they have
# lanes in common with and written after them: in place, onto each other, and one place further on.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from triton_shared.testing.check import run

_HEAD = """
@triton.jit
def kernel(X, W, Y, n, C{constant}, D{constant}, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    on = i < n
    y = tl.load(Y + i // D % C, mask=on)
    x = tl.load(X + i, mask=on)
"""
_BODIES = {
    "in_place": """
    tl.store(X + i, x + y, mask=on)
""",
    "swapped": """
    w = tl.load(W + i, mask=on)
    tl.store(X + i, w + y, mask=on)
    tl.store(W + i, x - y, mask=on)
""",
    "one_on": """
    tl.store(X + i + 1, x + y, mask=on)
""",
    "transposed": """
    tl.store(W + i % D * C + i // D % C, x + y, mask=on)
""",
}
_TYPES = [torch.float32, torch.bfloat16, torch.int8, torch.int64]


def _expected(
    body: str, x: torch.Tensor, w: torch.Tensor, y: torch.Tensor, d: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """X and W afterwards; X has `C * D` elements and one more."""
    c = y.numel()
    n = c * d
    x, w, before = x.clone(), w.clone(), x.clone()
    rows = y.repeat_interleave(d)
    if body == "in_place":
        x[:n] = before[:n] + rows
    elif body == "swapped":
        x[:n], w[:n] = w[:n] + rows, before[:n] - rows
    elif body == "one_on":
        x[1:] = before[:n] + rows
    else:
        w[:n] = (before[:n] + rows).view(c, d).t().reshape(-1)
    return x, w


@pytest.mark.parametrize("constant", [False, True])
@pytest.mark.parametrize("d", [3, 5, 7, 8, 9, 16, 17, 31, 50, 100])
@pytest.mark.parametrize("body", list(_BODIES))
@pytest.mark.parametrize("dtype", _TYPES, ids=str)
def test_run_ends(dtype: torch.dtype, body: str, d: int, constant: bool) -> None:
    c = 7
    n = c * d
    # All in one block where lanes read what others store.
    block = 1024 if body == "one_on" else 256
    source = _HEAD.format(constant=": tl.constexpr" if constant else "") + _BODIES[body]
    generator = torch.Generator().manual_seed(d)
    x, w, y = (
        torch.randint(-9, 9, (size,), generator=generator).to(dtype) for size in (n + 1, n + 1, c)
    )
    expected = _expected(body, x, w, y, d)
    ours = run(source, (-(-n // block),), [x, w, y, n, c, d], BLOCK=block)
    assert torch.equal(ours[0], expected[0])
    assert torch.equal(ours[1], expected[1])


@pytest.mark.parametrize("constant", [False, True])
@pytest.mark.parametrize("d", [17, 49, 100])
def test_nested_quotients(d: int, constant: bool) -> None:
    """A quotient of what jumps where another one changes, which is divided again there."""
    annotation = ": tl.constexpr" if constant else ""
    source = f"""
@triton.jit
def kernel(X, Y, n, D{annotation}, E{annotation}, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = i + i // D * 5
    v = tl.load(X + p // E, mask=i < n)
    tl.store(Y + i, v, mask=i < n)
"""
    n, e = 1500, 30
    x, y = torch.randn(n), torch.zeros(n)
    ours = run(source, (-(-n // 512),), [x, y, n, d, e], BLOCK=512)[1]
    i = torch.arange(n)
    assert torch.equal(ours, x[(i + i // d * 5) // e])


_CARRIED = {
    "loaded": "a = a + tl.load(X + i // D * D + i % D + s * n, mask=i < n)",
    "counted": "a = a + i // D + 1",
    "maximum": "a = tl.maximum(a, tl.load(X + i // D + s)) * 2",
    "exchanged": "a, b = b + i % D, a + tl.load(X + i // D + s)",
    "read": "a = a + tl.load(X + i // D + s)\n        b = b * 2 + a",
}


def _carried(name: str, x: torch.Tensor, n: int, d: int, block: int) -> torch.Tensor:
    i = torch.arange(block)
    a, b = torch.zeros(2, block, dtype=x.dtype)
    for s in range(4):
        near = x[i // d + s]
        if name == "loaded":
            a = a + torch.where(i < n, x[(i + s * n).clamp(max=len(x) - 1)], 0)
        elif name == "counted":
            a = a + (i // d + 1).to(x.dtype)
        elif name == "maximum":
            a = torch.maximum(a, near) * 2
        elif name == "exchanged":
            a, b = b + (i % d).to(x.dtype), a + near
        else:
            a = a + near
            b = b * 2 + a
    return a - b * 3


@pytest.mark.parametrize("constant", [False, True])
@pytest.mark.parametrize("d", [10, 20, 25, 49, 50, 100, 301])
@pytest.mark.parametrize("name", _CARRIED)
@pytest.mark.parametrize("dtype", [torch.float32, torch.int32], ids=str)
def test_blocks_that_a_loop_carries(dtype: torch.dtype, name: str, d: int, constant: bool) -> None:
    """They are written to where they are read, and lanes that are done twice read once."""
    annotation = ": tl.constexpr" if constant else ""
    kind = "tl.float32" if dtype == torch.float32 else "tl.int32"
    source = f"""
@triton.jit
def kernel(X, Y, n, D{annotation}, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.zeros((BLOCK,), {kind})
    b = tl.zeros((BLOCK,), {kind})
    for s in range(4):
        {_CARRIED[name]}
    tl.store(Y + i, a - b * 3)
"""
    n = 500
    x, y = torch.randint(-9, 9, (2048,)).to(dtype), torch.zeros(512, dtype=dtype)
    ours = run(source, (1,), [x, y, n, d], BLOCK=512)[1]
    assert torch.equal(ours, _carried(name, x, n, d, 512))

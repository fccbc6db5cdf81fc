# The greatest and the least of rows that end within their block, and where those are: what lies
# past the end loses to all, and the first of several alike is given.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

cdiv = triton.cdiv


@triton.jit
def extremes(
    X, V, P, A, rows, cols, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr,
    GREATEST: tl.constexpr, OTHER: tl.constexpr,
):  # fmt: skip
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = tl.arange(0, N)
    if AXIS == 1:
        at, inside = i[:, None] * cols + j[None, :], (i[:, None] < rows) & (j[None, :] < cols)
    else:
        at, inside = j[:, None] * rows + i[None, :], (i[None, :] < rows) & (j[:, None] < cols)
    x = tl.load(X + at, mask=inside, other=OTHER)
    if GREATEST:
        v, p = tl.max(x, AXIS, return_indices=True)
        a = tl.argmax(x, AXIS)
    else:
        v, p = tl.min(x, AXIS, return_indices=True)
        a = tl.argmin(x, AXIS)
    tl.store(V + i, v, mask=i < rows)
    tl.store(P + i, p, mask=i < rows)
    tl.store(A + i, a, mask=i < rows)


def worst(dtype: torch.dtype, greatest: bool) -> float | int:
    if dtype.is_floating_point:
        return -float("inf") if greatest else float("inf")
    info = torch.iinfo(dtype)
    return info.min if greatest else info.max


# Rows of no element, one, less than a register, more; whole blocks.
@pytest.mark.parametrize("cols", [0, 1, 5, 16, 100, 256])
@pytest.mark.parametrize(("m", "axis"), [(1, 1), (4, 1), (16, 0)])
@pytest.mark.parametrize("greatest", [True, False])
@pytest.mark.parametrize("loses", [True, False])
@pytest.mark.parametrize("dtype", [torch.int8, torch.int32, torch.float16, torch.float32])
def test_extremes(
    dtype: torch.dtype, loses: bool, greatest: bool, m: int, axis: int, cols: int
) -> None:
    rows, n = 37, 256
    x = torch.randint(-3, 4, (rows, cols)).to(dtype)
    bad = worst(dtype, greatest)
    x[::5] = bad  # nothing wins against what is past the end
    x[1::7, cols // 2 :] = bad
    other = bad if loses else 1
    v, p, a = torch.empty(rows, dtype=dtype), *torch.full((2, rows), -1, dtype=torch.int32)
    source = (x if axis == 1 else x.T).contiguous()
    extremes[(cdiv(rows, m),)](
        source, v, p, a, rows, cols, M=m, N=n, AXIS=axis, GREATEST=greatest, OTHER=other
    )
    whole = torch.full((rows, n), other, dtype=dtype)
    whole[:, :cols] = x
    best = whole.amax(1) if greatest else whole.amin(1)
    first = (whole == best[:, None]).int().argmax(1).int()
    assert torch.equal(v, best)
    assert torch.equal(p, first)
    assert torch.equal(a, first)

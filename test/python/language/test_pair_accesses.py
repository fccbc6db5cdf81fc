# Every second element and those between, accessed side by side.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.memory import check_guarded
from triton_shared.testing.check import run

_HEAD = """
@triton.jit
def kernel(X, Y, n, s, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    m = i < n
"""

_BODIES = {
    "products": """
    a, b = tl.load(X + 2 * i, mask=m), tl.load(X + 2 * i + 1, mask=m)
    c, d = tl.load(Y + 2 * i, mask=m), tl.load(Y + 2 * i + 1, mask=m)
    tl.store(Y + 2 * i, a * c - b * d, mask=m)
    tl.store(Y + 2 * i + 1, a * d + b * c, mask=m)""",
    "the second ones first": """
    b = tl.load(X + 1 + 2 * i, mask=m, other=3.0)
    a = tl.load(X + 2 * i, mask=m, other=3.0)
    tl.store(Y + 1 + 2 * i, a - b, mask=m)
    tl.store(Y + 2 * i, a + b, mask=m)""",
    "one of them stored": """
    a, b = tl.load(X + 2 * i, mask=m, other=s), tl.load(X + 2 * i + 1, mask=m, other=s)
    tl.store(Y + 2 * i + 1, a - 2 * b, mask=m)""",
    "each once more": """
    a, b = tl.load(X + 2 * i, mask=m), tl.load(X + 2 * i + 1, mask=m)
    tl.store(Y + 2 * i, b, mask=m)
    c = tl.load(X + 2 * i + 1, mask=m)
    tl.store(Y + 2 * i + 1, a + c, mask=m)""",
    "from an odd place": """
    k = 2 * i + 1
    a, b = tl.load(X + k, mask=m & (i < n - 1)), tl.load(X + k + 1, mask=m & (i < n - 1))
    tl.store(Y + k, a * b, mask=m & (i < n - 1))
    tl.store(Y + k + 1, a - b, mask=m & (i < n - 1))""",
    "where a number says so": """
    a = tl.load(X + 2 * i, mask=m & (s > 2), other=1.0)
    b = tl.load(X + 2 * i + 1, mask=m & (s > 2), other=1.0)
    tl.store(Y + 2 * i, a - b, mask=m & (s < 5))
    tl.store(Y + 2 * i + 1, a * b, mask=m & (s < 5))""",
    "summed": """
    a, b = tl.load(X + 2 * i, mask=m, other=0.0), tl.load(X + 2 * i + 1, mask=m, other=0.0)
    tl.store(Y + tl.program_id(0), tl.sum(a * a + b, 0))""",
    "in a loop": """
    acc = tl.zeros((N,), tl.float32)
    for k in range(s):
        a, b = tl.load(X + 2 * i, mask=m), tl.load(X + 2 * i + 1, mask=m)
        acc += a * k - b
        tl.store(X + 2 * i, b + k, mask=m)
        tl.store(X + 2 * i + 1, acc, mask=m)
    tl.store(Y + i, acc, mask=m)""",
}


@pytest.mark.parametrize("n", [1, 3, 8, 31, 32, 33, 63, 64, 97, 128])
@pytest.mark.parametrize("name", _BODIES)
def test_any_number(name: str, n: int) -> None:
    size = max(2 * n, 4)
    check_guarded(_HEAD + _BODIES[name], (4,), [size, size], n=n, s=3, N=32)


_TURNED = """
@triton.jit
def kernel(X, C, rows, D: tl.constexpr, R: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)[:, None]
    i = tl.arange(0, D // 2)
    m = (r < rows) & (i[None, :] < D // 2 - 3)
    c = tl.load(C + i)[None, :]
    p = X + r * D + 2 * i[None, :]
    a, b = tl.load(p, mask=m), tl.load(p + 1, mask=m)
    tl.store(p, a * c - b, mask=m)
    tl.store(p + 1, a + b * c, mask=m)
"""


@pytest.mark.parametrize("rows", [1, 5, 8])
@pytest.mark.parametrize("columns", [16, 64, 256])
def test_rows_in_place(rows: int, columns: int) -> None:
    check_guarded(_TURNED, (2,), [rows * columns, columns // 2], rows=rows, D=columns, R=4)


_OVERLAPPING = """
@triton.jit
def kernel(X, shift, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(X + 2 * i), tl.load(X + 2 * i + 1)
    tl.store(X + shift + 2 * i, a - b)
    tl.store(X + shift + 2 * i + 1, a + b)
"""


@pytest.mark.parametrize("shift", [0, 1, 2, 3, 15, 32, 64, 256])
def test_places_that_are_loaded(shift: int) -> None:
    check_guarded(_OVERLAPPING, (1,), [256 + shift], shift=shift, N=128)


_DTYPES = [torch.int8, torch.int16, torch.float16, torch.bfloat16, torch.int64, torch.float64]


@pytest.mark.parametrize("dtype", _DTYPES, ids=str)
def test_dtypes(dtype: torch.dtype) -> None:
    n = 75
    x, y = torch.randint(-9, 10, (2, n, 2))
    (a, b), (c, d) = x.T, y.T
    expected = torch.stack((a * c - b * d, a * d + b * c), 1).to(dtype)
    args = [x.flatten().to(dtype), y.flatten().to(dtype), n, 1]
    ours = run(_HEAD + _BODIES["products"], (3,), args, N=32)[1]
    assert torch.equal(ours, expected.flatten())

# Block pointers and descriptors.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.versions import needs_block_pointers
from triton_shared.testing.check import check


@needs_block_pointers
@pytest.mark.parametrize("size", [(20, 30), (16, 16), (3, 50), (33, 1)])
@pytest.mark.parametrize("padding", ['"zero"', '"nan"', '""'])
@pytest.mark.parametrize("boundary", ["(0, 1)", "(0,)", "(1,)"])
def test_block_pointer(size: tuple[int, int], padding: str, boundary: str) -> None:
    m, n = size
    if (boundary == "(0,)" and n % 16) or (boundary == "(1,)" and m % 16):
        pytest.skip("would read outside")
    source = f"""
@triton.jit
def kernel(X, Z, M, N, B: tl.constexpr):
    p = tl.make_block_ptr(X, (M, N), (N, 1), (0, 0), (B, B), (1, 0))
    z = tl.make_block_ptr(Z, (M, N), (N, 1), (0, 0), (B, B), (1, 0))
    for _ in range(0, tl.cdiv(N, B)):
        x = tl.load(p, boundary_check={boundary}, padding_option={padding})
        x = tl.where(x == x, x, 5.0)
        tl.store(z, x + tl.sum(x, 1)[:, None], boundary_check={boundary})
        p = tl.advance(p, (0, B))
        z = tl.advance(z, (0, B))
"""
    x, z = torch.randint(0, 9, (m, n)).float(), torch.zeros(m, n)
    check(source, (1,), [x, z, m, n], B=16)


@needs_block_pointers
@pytest.mark.parametrize("block", [16, 256, 1024])
@pytest.mark.parametrize("n", [10, 700])
@pytest.mark.parametrize("offset", [-900, -200, -3, 0, 5, 99, 600])
def test_block_pointer_that_begins_outside(block: int, n: int, offset: int) -> None:
    source = """
@triton.jit
def kernel(X, Y, Z, n, offset, B: tl.constexpr):
    x = tl.make_block_ptr(X, (n,), (1,), (offset,), (B,), (0,))
    x = tl.load(x, boundary_check=(0,), padding_option="zero")
    y = tl.make_block_ptr(Y, (n,), (1,), (offset,), (B,), (0,))
    tl.store(y, x * 2 + 1, boundary_check=(0,))
    tl.store(Z, tl.sum(x, 0))
"""
    x, y = torch.randint(-9, 9, (n,)).float(), torch.full((n,), 7.0)
    check(source, (1,), [x, y, torch.zeros(1), n, offset], B=block)


@pytest.mark.parametrize("size", [(20, 32), (16, 16), (3, 64)])
@pytest.mark.parametrize("offset", [(0, 0), (5, 8), (-3, -4), (18, 12)])
def test_descriptor(size: tuple[int, int], offset: tuple[int, int]) -> None:
    source = """
@triton.jit
def kernel(X, Z, M, N, r, c, B: tl.constexpr):
    x = tl.make_tensor_descriptor(X, [M, N], [N, 1], [B, B])
    z = tl.make_tensor_descriptor(Z, [M, N], [N, 1], [B, B])
    z.store([r, c], x.load([r, c]) * 2)
"""
    m, n = size
    check(source, (1,), [torch.randn(m, n), torch.zeros(m, n), m, n, *offset], B=16)

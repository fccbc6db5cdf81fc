# Loops over k whose steps follow one another in memory, which become one, or lie anywhere else.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import BF16, dtype_id
from harness.units import UNITS
from triton_shared.testing.check import run

_STEPS = """
@triton.jit
def kernel(A, B, C, m_size, n_size, k_size, first, move, am, {row_move}
           M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.program_id(0) * M + tl.arange(0, M)
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    acc = tl.zeros((M, N), dtype={acc})
    a = A + m[:, None] * am + (first + k[None, :])
    for i in range(0, tl.cdiv(k_size, K)):
        left = k_size - i * K
        place = {place}
        x = tl.load({a}, mask=(m[:, None] < m_size) & (k[None, :] < left), other=0)
        y = tl.load(B + (i * K + k)[:, None] * n_size + n[None, :],
                    mask=(k[:, None] < left) & (n[None, :] < n_size), other=0)
        acc = tl.dot(x, y, acc, out_dtype={acc})
        a += move
    inside = (m[:, None] < m_size) & (n[None, :] < n_size)
    tl.store(C + m[:, None] * n_size + n[None, :], acc, mask=inside)
"""


def _numbers(shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    if dtype == torch.int8:
        return torch.randint(-128, 128, shape, dtype=dtype)
    return torch.randn(shape).to(dtype)


def _columns(k: int, step: int, first: int, move: int) -> torch.Tensor:
    """Where A's columns of each k are."""
    at = torch.arange(k)
    return first + at // step * move + at % step


@pytest.mark.parametrize("features", UNITS)
@pytest.mark.parametrize("move", [1, 2, -1, 0])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, BF16, torch.int8], ids=dtype_id)
def test_steps_in_memory(
    dtype: torch.dtype,
    move: int,
    features: str,
    interpreted: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A's steps one behind the other, every other one, backwards, and the same again and again;
    with rows and k that end within a block, and one to several panels of columns."""
    if interpreted and dtype == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    integers = dtype == torch.int8
    acc = "tl.int32" if integers else "tl.float32"
    source = _STEPS.format(acc=acc, place="0", a="a", row_move="")
    for (m, n, k), (block_m, block_n, step) in (
        ((70, 60, 531), (32, 64, 32)),
        ((64, 128, 512), (64, 128, 64)),
        ((9, 16, 300), (16, 16, 16)),
    ):
        steps = -(-k // step)
        columns = 2 * steps * step
        first = (steps - 1) * step if move < 0 else 0
        a, b = _numbers((m, columns), dtype), _numbers((k, n), dtype)
        c = torch.zeros(m, n, dtype=torch.int32 if integers else torch.float32)
        expected = a.double()[:, _columns(k, step, first, move * step)] @ b.double()
        arguments = [a, b, c, m, n, k, first, move * step, columns]
        grid = (-(-m // block_m),)
        ours = run(source, grid, arguments, M=block_m, N=block_n, K=step)[2]
        bound = 0.0 if integers else 1e-4
        torch.testing.assert_close(ours.double(), expected, rtol=bound, atol=bound * 10)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16], ids=dtype_id)
def test_some_steps_follow(dtype: torch.dtype, interpreted: bool) -> None:
    """Steps in pairs: each second one lies behind the first."""
    m, n, k, step = 48, 40, 448, 32
    columns = 4 * k
    source = _STEPS.format(
        acc="tl.float32", place="i // 2 * (5 * K) + i % 2 * K",
        a="A + m[:, None] * am + (first + place + k)[None, :]", row_move="",
    )  # fmt: skip
    a, b, c = _numbers((m, columns), dtype), _numbers((k, n), dtype), torch.zeros(m, n)
    i = torch.arange(k) // step
    at = 7 + i // 2 * (5 * step) + i % 2 * step + torch.arange(k) % step
    expected = a.double()[:, at] @ b.double()
    arguments = [a, b, c, m, n, k, 7, 0, columns]
    ours = run(source, (3,), arguments, M=16, N=64, K=step)[2]
    torch.testing.assert_close(ours.double(), expected, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16], ids=dtype_id)
def test_rows_change_their_distance(dtype: torch.dtype, interpreted: bool) -> None:
    """The first row's steps follow one another; each step has the others somewhere else."""
    m, n, k, step = 32, 32, 256, 32
    source = _STEPS.format(
        acc="tl.float32", place="am + i * row_move", row_move="row_move,",
        a="A + m[:, None] * place + (i * K + k)[None, :]",
    )  # fmt: skip
    a, b, c = _numbers((m * 1024,), dtype), _numbers((k, n), dtype), torch.zeros(m, n)
    at = torch.arange(k)
    place = torch.arange(m)[:, None] * (512 + at // step * 48)[None, :] + at
    expected = a.double()[place] @ b.double()
    arguments = [a, b, c, m, n, k, 0, 0, 512, 48]
    ours = run(source, (1,), arguments, M=m, N=n, K=step)[2]
    torch.testing.assert_close(ours.double(), expected, rtol=1e-4, atol=1e-3)

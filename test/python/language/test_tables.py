# Values that repeat themselves from position to position, as scales of channels do: one period
# of them is computed before the programs, and read by all.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import re

import pytest
import torch

from harness.data import dtype_id
from harness.memory import guarded
from triton_shared.testing.check import check
from triton_shared.testing.kernels import make_kernel

_NORM = """
@triton.jit
def kernel(X, Mean, Var, Weight, Y, n, C: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    inside = i < n
    x = tl.load(X + i, mask=inside)
    c = i % C
    mean = tl.load(Mean + c, mask=inside)
    scale = 1.0 / tl.sqrt_rn(tl.load(Var + c, mask=inside) + 0.5)
    y = (x - mean) * scale * tl.load(Weight + c, mask=inside)
    tl.store(Y + i, y.to(Y.dtype.element_ty), mask=inside)
"""


def _channels(c: int) -> list[torch.Tensor]:
    return [torch.randn(c), torch.rand(c), torch.randn(c)]


@pytest.mark.parametrize("c", [1, 3, 8, 24, 100, 144, 512, 1000, 4096, 5000])
@pytest.mark.parametrize("n", [1, 77, 512, 5000, 40960, 41001])
def test_channels_side_by_side(c: int, n: int) -> None:
    """Fewer positions than channels, blocks that no period fits into, ends within a step."""
    check(
        _NORM,
        (-(-n // 512),),
        [torch.randn(n), *_channels(c), torch.zeros(n), n],
        C=c,
        B=512,
    )


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=dtype_id)
def test_other_types(dtype: torch.dtype) -> None:
    n, c = 9000, 96
    source = re.sub(r"(tl\.load\([^()]*\))", r"\1.to(tl.float32)", _NORM)
    x, mean, var, weight = (v.to(dtype) for v in (torch.randn(n), *_channels(c)))
    y = torch.zeros(n, dtype=dtype)
    make_kernel(source)[(-(-n // 256),)](x, mean, var, weight, y, n, C=c, B=256)
    at = torch.arange(n) % c
    scale = 1.0 / torch.sqrt(var.float() + 0.5)
    expected = (x.float() - mean.float()[at]) * scale[at] * weight.float()[at]
    assert torch.equal(y, expected.to(dtype))


@pytest.mark.parametrize("n", [40, 200, 1000])
def test_channels_that_nobody_reads_are_not_touched(n: int) -> None:
    """The arrays end where unreadable memory begins, and before the last channel."""
    c = 144
    kernel = make_kernel(_NORM)
    mean, var, weight = _channels(c)
    read = min(n, c)
    x, y = torch.randn(n), torch.zeros(n)
    with guarded(read) as m, guarded(read) as v, guarded(read) as w:
        for own, values in ((m, mean), (v, var), (w, weight)):
            own.copy_(values[:read])
        kernel[(-(-n // 256),)](x, m, v, w, y, n, C=c, B=256)
    at = torch.arange(n) % c
    expected = (x - mean[at]) * (1.0 / torch.sqrt(var[at] + 0.5)) * weight[at]
    torch.testing.assert_close(y, expected, rtol=1e-6, atol=0)


def test_grids_of_two_axes() -> None:
    """The positions of a thread's programs are not in a row then."""
    source = """
@triton.jit
def kernel(X, Var, Y, n, C: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    at = tl.program_id(1) * n + i
    scale = tl.sqrt_rn(tl.load(Var + i % C, mask=i < n))
    tl.store(Y + at, tl.load(X + at, mask=i < n) / scale, mask=i < n)
"""
    n, rows, c = 1100, 37, 200
    arguments = [torch.randn(rows * n), torch.rand(c) + 1, torch.zeros(rows * n), n]
    check(source, (-(-n // 128), rows), arguments, C=c, B=128)


def test_what_a_program_has_written_is_read_again() -> None:
    source = """
@triton.jit
def kernel(Var, Y, C: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(Var + i, i + 1.0, mask=i < C)
    tl.debug_barrier()
    tl.store(Y + i, tl.sqrt_rn(tl.load(Var + i % C)))
"""
    check(source, (1,), [torch.zeros(48), torch.zeros(512)], C=48, B=512)


def test_a_result_over_its_channels() -> None:
    """One program: it loads before it stores."""
    source = """
@triton.jit
def kernel(Var, n, C: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    scale = tl.sqrt_rn(tl.load(Var + i % C, mask=i < n))
    tl.store(Var + i, 2.0 / scale, mask=i < n)
"""
    check(source, (1,), [torch.rand(512) + 0.5, 500], C=48, B=512)


def test_masked_lanes_keep_what_other_says() -> None:
    """Stored without the mask: past the end it is the function of `other`."""
    source = """
@triton.jit
def kernel(Var, Y, n, C: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(Y + i, tl.sqrt_rn(tl.load(Var + i % C, mask=i < n, other=9.0)))
"""
    check(source, (7,), [torch.rand(64), torch.zeros(7 * 256), 1000], C=64, B=256)


def test_reductions_and_loops() -> None:
    """The values go into a sum, and into a loop after it."""
    source = """
@triton.jit
def kernel(Var, Y, Z, n, k, C: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    scale = 4.0 / tl.sqrt_rn(tl.load(Var + i % C, mask=i < n, other=1.0))
    tl.store(Z + tl.program_id(0), tl.sum(scale))
    x = tl.zeros((B,), tl.float32)
    for j in range(k):
        x = x * 0.5 + scale
    tl.store(Y + i, x, mask=i < n)
"""
    n = 3000
    squares = torch.tensor([1.0, 4.0, 16.0])[torch.randint(0, 3, (40,))]
    arguments = [squares, torch.zeros(n), torch.zeros(12), n, 5]
    check(source, (12,), arguments, C=40, B=256)


def test_blocks_of_two_sizes() -> None:
    """Each has positions of its own, and the shorter ones end earlier."""
    source = """
@triton.jit
def kernel(V, W, Y, Z, C: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * (2 * B) + tl.arange(0, 2 * B)
    j = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(Y + i, 1.0 / tl.sqrt_rn(tl.load(V + i % C)))
    tl.store(Z + j, 1.0 / tl.sqrt_rn(tl.load(W + j % C)))
"""
    with guarded(3 * 64) as w:
        w.copy_(torch.rand(3 * 64) + 1)
        v, y, z = torch.rand(400) + 1, torch.zeros(3 * 128), torch.zeros(3 * 64)
        make_kernel(source)[(3,)](v, w, y, z, C=400, B=64)
        torch.testing.assert_close(z, 1.0 / torch.sqrt(w), rtol=1e-6, atol=0)
    torch.testing.assert_close(y, 1.0 / torch.sqrt(v[: 3 * 128]), rtol=1e-6, atol=0)


def test_a_scalar_of_many_steps() -> None:
    """Each step uses the one before it twice: looking at all ways through them takes for ever."""
    source = """
@triton.jit
def kernel(X, Y, seed, STEPS: tl.constexpr, N: tl.constexpr):
    h = seed
    for _ in tl.static_range(STEPS):
        h = h ^ (h << 1)
    i = tl.arange(0, N)
    tl.store(Y + i, tl.load(X + i) ^ h)
"""
    x = torch.arange(64, dtype=torch.int32)
    check(source, (1,), [x, torch.zeros_like(x), 12345], STEPS=60, N=64)


_SHORT = """
@triton.jit
def kernel(X, Bias, Y, n, first, C, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    inside = i < n
    bias = tl.load(Bias + 300 + (first + i) % C, mask=inside, other=2.0)
    tl.store(Y + i, tl.load(X + i, mask=inside, other=1.0) + bias)
"""


@pytest.mark.parametrize("as_constant", [False, True])
@pytest.mark.parametrize("first", [0, 5, -3, -1000])
@pytest.mark.parametrize("c", [1, 2, 3, 7, 12, 31, 33, 63, 64, 65, 100, 127, 255, 257])
def test_periods_of_a_few_lanes(c: int, first: int, as_constant: bool) -> None:
    """Lanes wrap many times, once, or not at all; below zero remainders are negative."""
    n = 1900
    source = _SHORT.replace("first, C,", "first, C: tl.constexpr,") if as_constant else _SHORT
    x, bias = torch.randn(n), torch.randn(600)
    check(source, (8,), [x, bias, torch.zeros(2048), n, first], C=c, B=256)


def test_a_short_period_at_the_end_of_a_page() -> None:
    source = _SHORT.replace("first, C,", "first, C: tl.constexpr,").replace("300", "0")
    x, at = torch.randn(1024), torch.arange(1024)
    for n in (1, 2, 3, 1000):
        y = torch.zeros(1024)
        with guarded(min(n, 3)) as bias:
            bias.copy_(torch.tensor([1.0, 2.0, 3.0])[:n])
            make_kernel(source)[(4,)](x, bias, y, n, 0, C=3, B=256)
            expected = torch.where(at < n, x + bias[at % len(bias)], torch.tensor(3.0))
        assert torch.equal(y, expected)

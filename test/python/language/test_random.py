# Philox streams: the same bits as Triton's.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from triton_shared.testing.check import check, run

_STREAM = """
@triton.jit
def kernel(Z, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(Z + i, {expression})
"""


@pytest.mark.parametrize("seed", [0, 1, 42, 0xFFFFFFFF, 123456789012])
@pytest.mark.parametrize("expression", ["tl.randint(seed, i)", "tl.rand(seed, i)"])
def test_bits(expression: str, seed: int) -> None:
    dtype = torch.int32 if "int" in expression else torch.float32
    out = torch.zeros(1024, dtype=dtype)
    check(_STREAM.format(expression=expression), (4,), [out, seed], BLOCK=256)


@pytest.mark.parametrize("which", range(4))
@pytest.mark.parametrize("function", ["randint4x", "rand4x"])
def test_four_at_once(function: str, which: int) -> None:
    out = torch.zeros(256, dtype=torch.int32 if "int" in function else torch.float32)
    check(_STREAM.format(expression=f"tl.{function}(seed, i)[{which}]"), (1,), [out, 7], BLOCK=256)


@pytest.mark.parametrize("rounds", [4, 10])
def test_rounds(rounds: int) -> None:
    out = torch.zeros(256, dtype=torch.int32)
    expression = f"tl.randint(seed, i, n_rounds={rounds})"
    check(_STREAM.format(expression=expression), (1,), [out, 7], BLOCK=256)


def test_normal() -> None:
    out = torch.zeros(65536)
    source = _STREAM.format(expression="tl.randn(seed, i)")
    ours = check(source, (64,), [out, 5], BLOCK=1024, rtol=1e-4, atol=1e-5)[0]
    assert abs(ours.mean().item()) < 0.02
    assert abs(ours.std().item() - 1) < 0.02


def test_uniform_range() -> None:
    ours = run(
        _STREAM.format(expression="tl.rand(seed, i)"), (64,), [torch.zeros(65536), 5], BLOCK=1024
    )
    assert ours[0].min() >= 0
    assert ours[0].max() < 1
    assert abs(ours[0].mean().item() - 0.5) < 0.01

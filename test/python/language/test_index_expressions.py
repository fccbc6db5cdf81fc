# Random arithmetic on positions, as an address: quotients, remainders, bits and choices.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import os
import random
import re

import numpy as np
import pytest
import torch

from triton_shared.testing.check import make_kernel, run

_LENGTH = 1 << 14
_SEEDS = int(os.environ.get("INDEX_EXPRESSIONS", "40"))
_BLOCK, _PROGRAMS = 512, 3
_NUMBERS = (1, 2, 3, 4, 5, 7, 8, 12, 16, 20, 28, 32, 48, 49, 56, 64, 96, 98, 100, 196, 256, 1000)

_KINDS = ["quotient", "remainder"] * 3 + ["sum"] * 2
_KINDS += ["offset", "digits", "product", "xor", "and", "or", "left", "right", "choice", "back"]


def _quotient(x: np.ndarray, n: int) -> np.ndarray:
    """Rounds towards zero."""
    rounded: np.ndarray = np.sign(x) * (abs(x) // n)
    return rounded


class _TooLargeError(Exception):
    pass


class _Expression:
    """A text of Triton, and its value at each position, which stays well within 32 bits."""

    def __init__(self, text: str, value: np.ndarray) -> None:
        if abs(value).max() >= 1 << 28:
            raise _TooLargeError
        self.text, self.value = text, value


def _number(rng: random.Random, n: int) -> str:
    """In the text, or as an argument of the kernel: `n28` is 28."""
    return f"n{n}" if rng.random() < 0.2 else f"{n}"


def _draw(rng: random.Random, positions: np.ndarray, depth: int) -> _Expression:
    if depth == 0 or rng.random() < 0.1:
        return _Expression("i", positions)
    x = _draw(rng, positions, depth - 1)
    n, m = rng.choice(_NUMBERS), rng.choice(_NUMBERS)
    by, modulo = _number(rng, n), _number(rng, m)
    kind = rng.choice(_KINDS)
    if kind == "quotient":
        return _Expression(f"({x.text} // {by})", _quotient(x.value, n))
    if kind == "remainder":
        return _Expression(f"({x.text} % {by})", np.fmod(x.value, n))
    if kind == "digits":
        text = f"({x.text} % {by} + {x.text} // {by} % {modulo} * {by})"
        return _Expression(text, np.fmod(x.value, n) + np.fmod(_quotient(x.value, n), m) * n)
    if kind == "product":
        return _Expression(f"({x.text} * {by})", x.value * n)
    if kind == "offset":
        n = rng.choice((n, -n))
        return _Expression(f"({x.text} + ({n}))", x.value + n)
    if kind == "back":
        return _Expression(f"({by} - {x.text})", n - x.value)
    if kind in ("xor", "and", "or"):
        if rng.random() < 0.3:
            n, by = -n, f"(-{by})"
        if kind == "xor":
            return _Expression(f"({x.text} ^ {by})", x.value ^ n)
        if kind == "and":
            return _Expression(f"({x.text} & {by})", x.value & n)
        return _Expression(f"({x.text} | {by})", x.value | n)
    if kind in ("left", "right"):
        n = rng.randrange(1, 6)
        by = _number(rng, n)
        left = kind == "left"
        value = x.value << n if left else x.value >> n
        return _Expression(f"({x.text} {'<<' if left else '>>'} {by})", value)
    y = _draw(rng, positions, depth - 1)
    if kind == "sum":
        return _Expression(f"({x.text} + {y.text})", x.value + y.value)
    m = rng.choice((2, 4, 8, 3))
    text = f"tl.where(i % {m} < {m // 2}, {x.text}, {y.text})"
    return _Expression(text, np.where(positions % m < m // 2, x.value, y.value))


def _draw_address(seed: int, positions: np.ndarray) -> _Expression:
    """One that stays in the array."""
    rng = random.Random(seed)
    while True:
        try:
            drawn = _draw(rng, positions, rng.randrange(2, 5))
        except _TooLargeError:
            continue
        if drawn.text != "i":
            low = int(drawn.value.min())
            if drawn.value.max() - low < _LENGTH:
                return _Expression(f"({drawn.text} + ({-low}))", drawn.value - low)


def _numbers(*expressions: _Expression) -> list[int]:
    """Those that the kernel has as arguments."""
    names = {n for x in expressions for n in re.findall(r"\bn(\d+)\b", x.text)}
    return sorted(map(int, names))


@pytest.mark.parametrize("seed", range(_SEEDS))
def test_loads(seed: int) -> None:
    n = _BLOCK * _PROGRAMS - seed % 3 * 37
    a, c = (_draw_address(2 * seed + k, np.arange(_BLOCK * _PROGRAMS)) for k in (0, 1))
    masked = ", mask=i < n, other=0" if seed % 2 else ""
    numbers = _numbers(a, c)
    source = f"""
@triton.jit
def kernel(X, Y, Z, n, {"".join(f"n{k}, " for k in numbers)}B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    x = tl.load(X + {a.text}{masked})
    y = tl.load(Y + {c.text}{masked})
    tl.store(Z + i, x * 3 + y, mask=i < n)
"""
    dtype = (torch.float32, torch.int8, torch.int64)[seed % 3]
    x, y = (torch.randint(-20, 20, (_LENGTH,)).to(dtype) for _ in "xy")
    z = torch.zeros(_BLOCK * _PROGRAMS, dtype=dtype)
    ours = run(source, (_PROGRAMS,), [x, y, z, n, *numbers], B=_BLOCK)[2]
    expected = x[torch.from_numpy(a.value)] * 3 + y[torch.from_numpy(c.value)]
    assert torch.equal(ours[:n], expected[:n]), source
    assert not ours[n:].any()


@pytest.mark.parametrize("seed", range(_SEEDS))
def test_in_place(seed: int) -> None:
    """A block is read before it is written: the store meets what is read, or just does not."""
    x = torch.randint(-20, 20, (2 * _LENGTH,), dtype=torch.float32)
    a = _draw_address(seed, np.arange(_BLOCK))
    numbers = _numbers(a)
    source = f"""
@triton.jit
def kernel(X, first, at, {"".join(f"n{k}, " for k in numbers)}B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(X + first + {a.text})
    tl.store(X + at + i, x + 1)
"""
    kernel = make_kernel(source)
    first = _LENGTH // 2
    for place in (first - _BLOCK, first, first + int(a.value.max()) + 1):
        for at in range(place - 3, place + 4):
            ours = x.clone()
            kernel[(1,)](ours, first, at, *numbers, B=_BLOCK)
            expected = x.clone()
            expected[at : at + _BLOCK] = x[torch.from_numpy(first + a.value)] + 1
            assert torch.equal(ours, expected), (at, source)


@pytest.mark.parametrize("seed", range(_SEEDS))
def test_values(seed: int) -> None:
    """Stored, and no address of anything."""
    n = _BLOCK * _PROGRAMS - seed % 3 * 37
    a, c = (_draw_address(3 * seed + k, np.arange(_BLOCK * _PROGRAMS)) for k in (0, 1))
    numbers = _numbers(a, c)
    source = f"""
@triton.jit
def kernel(Z, n, {"".join(f"n{k}, " for k in numbers)}B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(Z + i, {a.text} * 3 + {c.text}, mask=i < n)
"""
    z = torch.zeros(_BLOCK * _PROGRAMS, dtype=torch.int32)
    ours = run(source, (_PROGRAMS,), [z, n, *numbers], B=_BLOCK)[0]
    assert np.array_equal(ours.numpy()[:n], (a.value * 3 + c.value)[:n]), source
    assert not ours[n:].any()


def test_offsets_from_reductions() -> None:
    """Positions that are reduced on the way, and choices by what is."""
    source = """
@triton.jit
def kernel(X, Y, n, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    sums = tl.sum((i * 2 + j) % 5, 1)[:, None]
    chosen = tl.where(tl.sum(tl.load(X + (i + j) % N), 1)[:, None] > 0, i // 3, i // 2)
    x = tl.load(X + sums + chosen * 8 + j, mask=i < n)
    tl.store(Y + i * N + j, x, mask=i < n)
"""
    x, y = torch.randn(4096), torch.zeros(32, 16)
    i, j = torch.arange(32)[:, None], torch.arange(16)[None]
    sums = ((i * 2 + j) % 5).sum(1, keepdim=True)
    positive = x[(i + j) % 16].sum(1, keepdim=True) > 0
    expected = x[sums + torch.where(positive, i // 3, i // 2) * 8 + j]
    ours = run(source, (1,), [x, y, 20], M=32, N=16)[1]
    assert torch.equal(ours, torch.where(i < 20, expected, 0))

# Elementwise arithmetic: op x dtype against the interpreter, bit for bit.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import BF16, FLOATS, INTS, TL_NAMES, UINTS, dtype_id, floats, integers, values
from triton_shared.testing.check import check, run

N = 256

_BINARY = """
@triton.jit
def kernel(X, Y, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i)
    y = tl.load(Y + i)
    tl.store(Z + i, {expression})
"""

_UNARY = """
@triton.jit
def kernel(X, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i)
    tl.store(Z + i, {expression})
"""

INT_OPS = ["x + y", "x - y", "x * y", "x & y", "x | y", "x ^ y"]
COMPARISONS = ["x == y", "x != y", "x < y", "x <= y", "x > y", "x >= y"]
FLOAT_OPS = ["x + y", "x - y", "x * y", "x / y"]
MIN_MAX = ["tl.minimum(x, y)", "tl.maximum(x, y)"]


@pytest.mark.parametrize("dtype", INTS + UINTS, ids=dtype_id)
@pytest.mark.parametrize("expression", INT_OPS + MIN_MAX)
def test_integer_binary(expression: str, dtype: torch.dtype) -> None:
    x, y = integers(dtype, N), integers(dtype, N)
    check(_BINARY.format(expression=expression), (1,), [x, y, torch.empty_like(x)], N=N)


@pytest.mark.parametrize("dtype", INTS + UINTS, ids=dtype_id)
@pytest.mark.parametrize("expression", ["x // y", "x % y"])
def test_integer_division(expression: str, dtype: torch.dtype) -> None:
    # C's rules: towards zero, the remainder has the dividend's sign.
    x, y = integers(dtype, N), integers(dtype, N)
    y = torch.where(y == 0, torch.ones((), dtype=dtype), y)
    if dtype in INTS:  # min / -1 overflows
        y = torch.where((y == -1) & (x == torch.iinfo(dtype).min), torch.ones_like(y), y)
    ours = run(_BINARY.format(expression=expression), (1,), [x, y, torch.empty_like(x)], N=N)[2]
    expected = []
    for a, b in zip(x.tolist(), y.tolist(), strict=False):
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        expected.append(quotient if "//" in expression else a - quotient * b)
    assert ours.tolist() == expected


@pytest.mark.parametrize("dtype", INTS + UINTS, ids=dtype_id)
@pytest.mark.parametrize("expression", ["x << y", "x >> y"])
def test_shift(expression: str, dtype: torch.dtype) -> None:
    x = integers(dtype, N)
    bits = 8 * x.element_size()
    y = torch.randint(0, bits, (N,)).to(dtype)
    check(_BINARY.format(expression=expression), (1,), [x, y, torch.empty_like(x)], N=N)


@pytest.mark.parametrize("options", ["", "plain=1"])
@pytest.mark.parametrize("dtype", INTS + UINTS, ids=dtype_id)
@pytest.mark.parametrize("expression", ["x // y", "x % y", "x << y", "x >> y"])
def test_any_right_operand(
    expression: str, dtype: torch.dtype, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lanes that are masked off divide by zero too."""
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    x, y = integers(dtype, N), (torch.arange(N) % 90).to(dtype)
    if "<<" not in expression and ">>" not in expression and dtype.is_signed:
        y = y - 9
        x[9::90] = torch.iinfo(dtype).min
    check(_BINARY.format(expression=expression), (1,), [x, y, torch.empty_like(x)], N=N)


@pytest.mark.parametrize("dtype", [torch.bool, *INTS, *UINTS, *FLOATS], ids=dtype_id)
@pytest.mark.parametrize("expression", COMPARISONS)
def test_comparison(expression: str, dtype: torch.dtype) -> None:
    x, y = values(dtype, N), values(dtype, N)
    y = torch.where(torch.arange(N) % 3 == 0, x, y)
    out = torch.empty(N, dtype=torch.bool)
    check(_BINARY.format(expression=expression), (1,), [x, y, out], N=N)


@pytest.mark.not_interpreted("no bf16 arithmetic")
@pytest.mark.parametrize("expression", COMPARISONS)
def test_comparison_bf16(expression: str) -> None:
    x, y = floats(BF16, N), floats(BF16, N)
    out = torch.empty(N, dtype=torch.bool)
    ours = run(_BINARY.format(expression=expression), (1,), [x, y, out], N=N)[2]
    assert torch.equal(ours, eval(expression))


@pytest.mark.parametrize("dtype", FLOATS, ids=dtype_id)
@pytest.mark.parametrize("expression", FLOAT_OPS)
def test_float_binary(expression: str, dtype: torch.dtype) -> None:
    x, y = floats(dtype, N), floats(dtype, N)
    check(_BINARY.format(expression=expression), (1,), [x, y, torch.empty_like(x)], N=N)


@pytest.mark.parametrize("expression", FLOAT_OPS)
def test_float_binary_bf16(expression: str, interpreted: bool) -> None:
    if interpreted:
        pytest.skip("the interpreter has no bf16 arithmetic")
    x, y = floats(BF16, N), floats(BF16, N)
    ours = run(_BINARY.format(expression=expression), (1,), [x, y, torch.empty_like(x)], N=N)[2]
    torch.testing.assert_close(ours, eval(expression), rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=dtype_id)
def test_float_remainder(dtype: torch.dtype) -> None:
    x, y = floats(dtype, N, special=False), floats(dtype, N, special=False)
    ours = run(_BINARY.format(expression="x % y"), (1,), [x, y, torch.empty_like(x)], N=N)[2]
    assert torch.equal(ours, torch.fmod(x, y))


@pytest.mark.not_interpreted("it always propagates NaN")
@pytest.mark.parametrize("dtype", [*FLOATS, BF16], ids=dtype_id)
@pytest.mark.parametrize("propagate", ["NONE", "ALL"])
@pytest.mark.parametrize("op", ["minimum", "maximum"])
def test_float_min_max(op: str, propagate: str, dtype: torch.dtype) -> None:
    x, y = floats(dtype, N), floats(dtype, N)
    x[:2], y[1:3] = float("nan"), float("nan")
    # Which of two zeros wins is not said.
    x, y = (torch.where(t == 0, torch.zeros_like(t), t) for t in (x, y))
    expression = f"tl.{op}(x, y, propagate_nan=tl.PropagateNan.{propagate})"
    ours = run(_BINARY.format(expression=expression), (1,), [x, y, torch.empty_like(x)], N=N)[2]
    names = {"NONE": {"minimum": "fmin", "maximum": "fmax"}}.get(propagate, {})
    expected = getattr(torch, names.get(op, op))(x.double(), y.double()).to(dtype)
    torch.testing.assert_close(ours, expected, rtol=0, atol=0, equal_nan=True)


@pytest.mark.not_interpreted("it always propagates NaN")
@pytest.mark.parametrize("dtype", FLOATS, ids=dtype_id)
@pytest.mark.parametrize("propagate", ["NONE", "ALL"])
def test_clamp(propagate: str, dtype: torch.dtype) -> None:
    x = floats(dtype, N)
    expression = f"tl.clamp(x, -1.5, 2.0, propagate_nan=tl.PropagateNan.{propagate})"
    if dtype != torch.float32:
        low, high = (f"tl.full((N,), {v}, {TL_NAMES[dtype]})" for v in (-1.5, 2.0))
        expression = f"tl.clamp(x, {low}, {high}, propagate_nan=tl.PropagateNan.{propagate})"
    ours = run(_UNARY.format(expression=expression), (1,), [x, torch.empty_like(x)], N=N)[1]
    expected = x.clamp(-1.5, 2.0)
    if propagate == "NONE":
        expected = torch.where(x.isnan(), torch.full_like(x, -1.5), expected)
    torch.testing.assert_close(ours, expected, rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", [*INTS, *FLOATS, BF16], ids=dtype_id)
@pytest.mark.parametrize("expression", ["-x", "tl.abs(x)", "x"])
def test_unary(expression: str, dtype: torch.dtype, interpreted: bool) -> None:
    if interpreted and dtype == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    x = values(dtype, N)
    ours = run(_UNARY.format(expression=expression), (1,), [x, torch.empty_like(x)], N=N)[1]
    expected = {"-x": torch.neg, "tl.abs(x)": torch.abs}.get(expression, torch.clone)(x)
    if expression == "-x" and dtype.is_floating_point:
        # tl's negation is 0 - x: -(0) is +0
        expected = torch.where(x == 0, ours, expected)
    torch.testing.assert_close(ours, expected, rtol=0, atol=0, equal_nan=True)


@pytest.mark.not_interpreted("no complement of unsigned values")
@pytest.mark.parametrize("dtype", [torch.bool, *INTS, *UINTS], ids=dtype_id)
def test_not(dtype: torch.dtype) -> None:
    x = integers(dtype, N)
    ours = run(_UNARY.format(expression="~x"), (1,), [x, torch.empty_like(x)], N=N)[1]
    full = -1 if dtype in INTS else torch.iinfo(dtype).max if dtype != torch.bool else 1
    assert ours.tolist() == [v ^ full for v in x.tolist()]


@pytest.mark.parametrize("expression", ["x & y", "x | y", "x ^ y", "x and y", "x or y"])
def test_i1_binary(expression: str) -> None:
    x, y = torch.rand(N) > 0.5, torch.rand(N) > 0.5
    if "and" in expression or "or" in expression:
        expression = {"and": "x.logical_and(y)", "or": "x.logical_or(y)"}[expression.split()[1]]
    check(_BINARY.format(expression=expression), (1,), [x, y, torch.empty_like(x)], N=N)


@pytest.mark.not_interpreted("it multiplies high halves as signed values")
@pytest.mark.parametrize(
    "dtype", [torch.int32, torch.int64, torch.uint32, torch.uint64], ids=dtype_id
)
def test_umulhi(dtype: torch.dtype) -> None:
    x, y = integers(dtype, N), integers(dtype, N)
    ours = run(_BINARY.format(expression="tl.umulhi(x, y)"), (1,), [x, y, x], N=N)[2]
    bits = 8 * x.element_size()
    modulus = 1 << bits
    expected = [
        ((a % modulus) * (b % modulus)) >> bits
        for a, b in zip(x.tolist(), y.tolist(), strict=False)
    ]
    assert [v % modulus for v in ours.tolist()] == expected


@pytest.mark.not_interpreted("it rounds twice")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=dtype_id)
def test_fma_rounds_once(dtype: torch.dtype) -> None:
    x = 1 + torch.rand(N, dtype=dtype)
    y = 1 + torch.rand(N, dtype=dtype)
    source = _BINARY.format(expression="tl.fma(x, y, -(x * y))")
    ours = run(source, (1,), [x, y, torch.empty_like(x)], N=N)[2]
    if dtype == torch.float32:
        expected = (x.double() * y.double() - (x * y).double()).float()
        assert torch.equal(ours, expected)
    assert (ours != 0).any()


@pytest.mark.parametrize("left", [torch.int8, torch.int32, torch.uint8, torch.int64], ids=dtype_id)
@pytest.mark.parametrize(
    "right", [torch.int16, torch.uint32, torch.float16, torch.float32], ids=dtype_id
)
@pytest.mark.parametrize("expression", ["x + y", "x * y", "x < y"])
def test_mixed_dtypes(expression: str, left: torch.dtype, right: torch.dtype) -> None:
    x, y = values(left, N, False), values(right, N, False)
    check(_BINARY.format(expression=expression), (1,), [x, y, torch.empty(N).double()], N=N)


@pytest.mark.parametrize("dtype", [torch.int32, torch.float32, torch.int64], ids=dtype_id)
@pytest.mark.parametrize("expression", ["x + 3", "7 - x", "x * -2", "tl.where(x > 0, x, 1)"])
def test_scalar_operand(expression: str, dtype: torch.dtype) -> None:
    x = values(dtype, N)
    check(_UNARY.format(expression=expression), (1,), [x, torch.empty_like(x)], N=N)


@pytest.mark.parametrize("dtype", [*INTS, *FLOATS], ids=dtype_id)
def test_where_picks_bits(dtype: torch.dtype) -> None:
    x, y = values(dtype, N), values(dtype, N)
    source = _BINARY.format(expression="tl.where(i % 3 == 0, x, y)")
    check(source, (1,), [x, y, torch.empty_like(x)], N=N)


@pytest.mark.parametrize("dtype", [torch.float32, torch.int32, torch.float16], ids=dtype_id)
@pytest.mark.parametrize("n", [1, 2, 4, 16, 32, 128, 4096, 65536])
def test_block_sizes(n: int, dtype: torch.dtype) -> None:
    x, y = values(dtype, n), values(dtype, n)
    # Not x * y + x: what a target fuses rounds once where the interpreter rounds twice.
    check(_BINARY.format(expression="(x + y) * x"), (1,), [x, y, torch.empty_like(x)], N=n)

# Math functions: fp32 and fp64 within stated ulp of the exact value, halves rounded from fp32.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import mpmath
import numpy
import pytest
import torch

from harness.data import BF16, dtype_id
from triton_shared.testing.check import run

_UNARY = """
@triton.jit
def kernel(X, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i)
    tl.store(Z + i, {expression})
"""

N = 4096

# name: (reference over fp64, low, high)
FUNCTIONS = {
    "tl.exp(x)": (numpy.exp, -20.0, 20.0),
    "tl.exp2(x)": (numpy.exp2, -30.0, 30.0),
    "tl.log(x)": (numpy.log, 1e-6, 1e6),
    "tl.log2(x)": (numpy.log2, 1e-6, 1e6),
    "tl.sin(x)": (numpy.sin, -100.0, 100.0),
    "tl.cos(x)": (numpy.cos, -100.0, 100.0),
    "tl.sqrt(x)": (numpy.sqrt, 0.0, 1e6),
    "tl.sqrt_rn(x)": (numpy.sqrt, 0.0, 1e6),
    "tl.rsqrt(x)": (lambda x: 1 / numpy.sqrt(x), 1e-6, 1e6),
    "tl.floor(x)": (numpy.floor, -1e4, 1e4),
    "tl.ceil(x)": (numpy.ceil, -1e4, 1e4),
    "tl.abs(x)": (numpy.abs, -1e4, 1e4),
    "tl.sigmoid(x)": (lambda x: 1 / (1 + numpy.exp(-x)), -20.0, 20.0),
    "tl.erf(x)": (None, -4.0, 4.0),
}
ULPS = {"tl.sigmoid(x)": 3.0, "tl.sqrt_rn(x)": 0.5, "tl.floor(x)": 0.0, "tl.ceil(x)": 0.0}


def _reference(function: object, x: torch.Tensor) -> torch.Tensor:
    if function is None:
        return torch.erf(x.double())
    return torch.from_numpy(function(x.double().numpy()))  # type: ignore[operator]


def ulps(ours: torch.Tensor, exact: torch.Tensor) -> float:
    """Largest distance of ours from the exact values in units of their last place."""
    dtype = ours.dtype
    rounded = exact.to(dtype)
    away = torch.nextafter(rounded.abs(), torch.full_like(rounded, float("inf")))
    unit = (away - rounded.abs()).double().clamp(min=torch.finfo(dtype).tiny)
    return ((ours.double() - exact.double()).abs() / unit).max().item()


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=dtype_id)
@pytest.mark.parametrize("expression", list(FUNCTIONS))
def test_accuracy(expression: str, dtype: torch.dtype, interpreted: bool) -> None:
    if interpreted and "sqrt_rn" not in expression and dtype == torch.float32:
        pytest.skip("numpy's fp32 functions have bounds of their own")
    function, low, high = FUNCTIONS[expression]
    if dtype == torch.float64 and "rn" in expression:
        pytest.skip("fp32 only")
    x = torch.empty(N, dtype=dtype).uniform_(low, high)
    ours = run(_UNARY.format(expression=expression), (1,), [x, torch.empty_like(x)], N=N)[1]
    exact = _reference(function, x)
    bound = ULPS.get(expression, 2.0) + (1.0 if dtype == torch.float64 else 0.0)
    assert ulps(ours, exact) <= bound


@pytest.mark.parametrize(
    ("expression", "inputs", "expected"),
    [
        ("tl.exp(x)", ["nan", "inf", "-inf", "0", "200"], ["nan", "inf", "0", "1", "inf"]),
        ("tl.log(x)", ["nan", "inf", "0", "-1", "1"], ["nan", "inf", "-inf", "nan", "0"]),
        ("tl.sqrt(x)", ["nan", "inf", "0", "-1", "4"], ["nan", "inf", "0", "nan", "2"]),
        ("tl.rsqrt(x)", ["nan", "inf", "0", "4"], ["nan", "0", "inf", "0.5"]),
        ("tl.sin(x)", ["nan", "inf", "0"], ["nan", "nan", "0"]),
        ("tl.floor(x)", ["nan", "inf", "-0.5", "0.5"], ["nan", "inf", "-1", "0"]),
        ("tl.erf(x)", ["nan", "inf", "-inf", "0"], ["nan", "1", "-1", "0"]),
        ("tl.exp2(x)", ["nan", "inf", "-inf", "3", "128"], ["nan", "inf", "0", "8", "inf"]),
    ],
)  # fmt: skip
def test_special_values(expression: str, inputs: list[str], expected: list[str]) -> None:
    x = torch.zeros(16)
    x[: len(inputs)] = torch.tensor([float(v) for v in inputs])
    if expression in ("tl.log(x)", "tl.rsqrt(x)"):
        x[len(inputs) :] = 1.0
    ours = run(_UNARY.format(expression=expression), (1,), [x, torch.empty_like(x)], N=16)[1]
    wanted = torch.tensor([float(v) for v in expected])
    torch.testing.assert_close(ours[: len(inputs)], wanted, rtol=0, atol=0, equal_nan=True)


@pytest.mark.not_interpreted("no bf16 arithmetic")
@pytest.mark.parametrize("dtype", [torch.float16, BF16], ids=dtype_id)
@pytest.mark.parametrize("expression", ["tl.exp(x)", "tl.log(x)", "tl.sin(x)", "tl.sqrt(x)"])
def test_halves_by_way_of_fp32(expression: str, dtype: torch.dtype) -> None:
    function, low, high = FUNCTIONS[expression]
    text = _UNARY.format(expression=expression.replace("(x)", "(x.to(tl.float32))"))
    x = torch.empty(N).uniform_(max(low, -8), min(high, 8)).to(dtype)
    ours = run(text, (1,), [x, torch.empty_like(x)], N=N)[1]
    assert ulps(ours, _reference(function, x)) <= 0.51


def _bessel_j0(x: torch.Tensor) -> torch.Tensor:
    """J0 by mpmath: torch's own is exact to 4e-7 only, in fp64 too."""
    return torch.tensor([float(mpmath.besselj(0, v)) for v in x.tolist()], dtype=torch.float64)


LIBDEVICE = {
    "tanh": (torch.tanh, -8.0, 8.0),
    "log1p": (torch.log1p, -0.9, 100.0),
    "expm1": (torch.expm1, -5.0, 10.0),
    "tan": (torch.tan, -1.5, 1.5),
    "asin": (torch.asin, -1.0, 1.0),
    "acos": (torch.acos, -1.0, 1.0),
    "atan": (torch.atan, -50.0, 50.0),
    "sinh": (torch.sinh, -8.0, 8.0),
    "cosh": (torch.cosh, -8.0, 8.0),
    "asinh": (torch.asinh, -50.0, 50.0),
    "acosh": (torch.acosh, 1.0, 50.0),
    "atanh": (torch.atanh, -0.99, 0.99),
    "log10": (torch.log10, 1e-6, 1e6),
    "lgamma": (torch.lgamma, 0.1, 50.0),
    "erfc": (torch.erfc, -4.0, 4.0),
    "erfinv": (torch.erfinv, -0.99, 0.99),
    "rint": (torch.round, -100.0, 100.0),
    "trunc": (torch.trunc, -100.0, 100.0),
    "j0": (_bessel_j0, -30.0, 30.0),
    "cbrt": (None, -100.0, 100.0),
}


@pytest.mark.not_interpreted("no libdevice")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=dtype_id)
@pytest.mark.parametrize("name", list(LIBDEVICE))
def test_libdevice(name: str, dtype: torch.dtype) -> None:
    function, low, high = LIBDEVICE[name]
    x = torch.empty(N, dtype=dtype).uniform_(low, high)
    source = _UNARY.format(expression=f"libdevice.{name}(x)")
    ours = run(source, (1,), [x, torch.empty_like(x)], N=N)[1]
    wide = x.double()
    exact = torch.from_numpy(numpy.cbrt(wide.numpy())) if function is None else function(wide)
    bound = 1e-5 if dtype == torch.float32 else 1e-12
    torch.testing.assert_close(ours.double(), exact, rtol=bound, atol=bound / 10)


@pytest.mark.not_interpreted("no libdevice")
@pytest.mark.parametrize(
    ("expression", "reference"),
    [
        ("libdevice.pow(x, y)", torch.pow),
        ("libdevice.atan2(x, y)", torch.atan2),
        ("libdevice.hypot(x, y)", torch.hypot),
        ("libdevice.fmod(x, y)", torch.fmod),
        ("libdevice.copysign(x, y)", torch.copysign),
        ("libdevice.nextafter(x, y)", torch.nextafter),
        ("tl.div_rn(x, y)", torch.div),
        ("tl.fdiv(x, y)", torch.div),
    ],
)
def test_binary(expression: str, reference: object) -> None:
    source = """
@triton.jit
def kernel(X, Y, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i)
    y = tl.load(Y + i)
    tl.store(Z + i, {expression})
"""
    x, y = torch.rand(N) * 9 + 0.1, torch.randn(N) * 3
    ours = run(source.format(expression=expression), (1,), [x, y, torch.empty(N)], N=N)[2]
    torch.testing.assert_close(ours, reference(x, y), rtol=1e-5, atol=1e-6)  # type: ignore[operator]


POWERS = [0, 1, 2, 3, -1, -2, 7, -7, 24, 64, -64, 100]


_POWER = """
@triton.jit
def kernel(X, Y, Z, n, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(Z + i, libdevice.pow(tl.load(X + i), {exponent}))
"""


@pytest.mark.not_interpreted("no libdevice")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=dtype_id)
@pytest.mark.parametrize("most", [64, 3000, 2**31 - 1])
@pytest.mark.parametrize("exponent", ["n", "tl.load(Y + i)"])
def test_power_of_an_integer_at_run_time(exponent: str, most: int, dtype: torch.dtype) -> None:
    """Squares and products up to 64, in f64; past that pow."""
    x = torch.empty(N, dtype=dtype).uniform_(-3, 3)
    specials = [0.0, -0.0, 1.0, -1.0, float("inf"), -float("inf"), float("nan"), 2.0**-140]
    x[: 64 * len(specials)] = torch.tensor(specials, dtype=torch.float64).to(dtype).repeat(64)
    y = torch.randint(-most, most + 1, (N,), dtype=torch.int32)
    y[:2] = torch.tensor([0, -(2**31)])
    n = int(y[2])
    source = _POWER.format(exponent=exponent)
    ours = run(source, (1,), [x, y, torch.empty_like(x), n], N=N)[2]
    exact = torch.pow(x.double(), float(n) if exponent == "n" else y.double()).to(dtype)
    bound = 2.0**-23 if dtype == torch.float32 else 2.0**-51
    torch.testing.assert_close(ours, exact, rtol=bound, atol=0, equal_nan=True)
    zeros = exact == 0
    assert torch.equal(torch.signbit(ours[zeros]), torch.signbit(exact[zeros]))


@pytest.mark.not_interpreted("no libdevice")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=dtype_id)
@pytest.mark.parametrize("form", ["float", "integer"])
@pytest.mark.parametrize("n", POWERS)
def test_power_of_a_constant(n: int, form: str, dtype: torch.dtype) -> None:
    """Products in place of pow, with the special values of IEEE 754."""
    width = "float32" if dtype == torch.float32 else "float64"
    exponent = f"tl.full((), {n}, tl.{width if form == 'float' else 'int32'})"
    source = _UNARY.format(expression=f"libdevice.pow(x, {exponent})")
    inf = float("inf")
    specials = [0.0, -0.0, 1.0, -1.0, inf, -inf, float("nan"), 2.0**-140, -(2.0**-140), 1e38]
    x = torch.empty(N, dtype=dtype).uniform_(-3, 3)
    x[: len(specials)] = torch.tensor(specials, dtype=torch.float64).to(dtype)
    ours = run(source, (1,), [x, torch.empty_like(x)], N=N)[1]
    exact = torch.pow(x.double(), float(n)).to(dtype)
    bound = 2.0**-23 if dtype == torch.float32 else 2.0**-52
    torch.testing.assert_close(ours, exact, rtol=bound, atol=0, equal_nan=True)
    assert torch.equal(torch.signbit(ours[:6]), torch.signbit(exact[:6]))

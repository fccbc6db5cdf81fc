# Accuracy of cpu-vector-math: measured ulp against float64 / mpmath references.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every function within its stated bound, specials exact."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest
import vector_math_harness as harness
from vector_math_harness import Kernel

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.skipif(
    not harness.available(), reason="needs the opt tool and LLVM's tools"
)

Array = np.ndarray[Any, Any]


def reference(f: Callable[[Any], Any]) -> Callable[..., Array]:
    """A torch function on float64 as a function of numpy arrays."""

    def run(*xs: Array) -> Array:
        return np.asarray(f(*[torch.from_numpy(x.astype(np.float64)) for x in xs]).numpy())

    return run


def slow(f: Callable[..., Any]) -> Callable[..., Array]:
    """An mpmath function, element by element."""

    def one(*xs: float) -> float:
        if any(np.isnan(x) for x in xs):
            return float("nan")
        try:
            y = f(*xs)
            if isinstance(y, float):  # a zero with its sign
                return y
            return float(mpmath.re(y)) if mpmath.im(y) == 0 else float("nan")
        except (ValueError, ZeroDivisionError, OverflowError):
            return float("nan")

    return lambda *xs: np.array(
        [one(*map(float, t)) for t in zip(*xs, strict=True)], dtype=np.float64
    )


def ulps(got: Array, want: Array, bits: int) -> Array:
    """Distance in units of the last place of `want`; huge where a special differs."""
    least = {24: -149, 53: -1074, 11: -24, 8: -133}[bits]
    with np.errstate(all="ignore"):
        place = np.ldexp(1.0, np.maximum(np.frexp(np.abs(want))[1] - bits, least))
        narrow = want if bits == 53 else want.astype(np.float32)
        distance = np.abs(got.astype(np.float64) - want) / place
        if bits == 53:
            distance = np.abs(got - want) / np.maximum(place, 5e-324)
        same = (got == narrow) | (np.isnan(got) & np.isnan(want))
        distance = np.where(same & ~(np.isfinite(want) & np.isfinite(got)), 0.0, distance)
        distance = np.where(np.isfinite(distance), distance, 1e9)
        sign = (got == 0) & (want == 0) & (np.signbit(got) != np.signbit(want))
        return np.where(sign, 1e8, distance)


def at_infinity(y: Any, limit: Any) -> Any:
    """`limit` where it is infinite (torch gives NaN there)."""
    return torch.where(limit.isinf(), limit, y)


SPECIAL = [
    0.0,
    -0.0,
    np.inf,
    -np.inf,
    np.nan,
    1.0,
    -1.0,
    0.5,
    2.0,
    1e-45,
    -1e-45,
    3.4028235e38,
    -3.4028235e38,
    88.72284,
    88.72283,
    -103.97,
    -103.98,
    -87.3365,
    1.1754944e-38,
]


def samples32(low: float, high: float) -> Array:
    """All exponents with random mantissas, a dense interval, the specials."""
    rng = np.random.default_rng(0)
    exponents = np.arange(0, 255, dtype=np.uint32)
    bits = (exponents[:, None] << 23) | rng.integers(0, 1 << 23, (255, 512), dtype=np.uint32)
    positive = bits.ravel().view(np.float32)
    dense = np.concatenate(
        [
            np.linspace(low, high, 1 << 17),
            np.linspace(-1.3, 1.3, 1 << 16),
            np.linspace(0.5, 2, 1 << 16),
        ]
    ).astype(np.float32)
    return np.concatenate([positive, -positive, dense, np.array(SPECIAL, np.float32)])


# name: reference, dense interval, bound in ulp (f32).
UNARY32: dict[str, tuple[Callable[..., Array], float, float, float]] = {
    "exp": (reference(torch.exp), -110, 95, 0.95),
    "exp2": (reference(torch.exp2), -155, 130, 0.9),
    "exp10": (reference(lambda x: torch.pow(10.0, x)), -46, 39, 1.6),
    "expm1": (reference(torch.expm1), -20, 90, 1.45),
    "log": (reference(torch.log), 0, 1e3, 0.9),
    "log2": (reference(torch.log2), 0, 1e3, 1.6),
    "log10": (reference(torch.log10), 0, 1e3, 1.6),
    "log1p": (reference(torch.log1p), -1, 1e3, 1.7),
    "tanh": (reference(torch.tanh), -10, 10, 1.5),
    "erf": (reference(torch.erf), -5, 5, 1.1),
    "sin": (reference(torch.sin), -100, 100, 1.6),
    "cos": (reference(torch.cos), -100, 100, 1.6),
    "sqrt": (reference(torch.sqrt), 0, 100, 0.5),
    "rsqrt": (reference(torch.rsqrt), 0, 100, 1.5),
    "tan": (reference(torch.tan), -100, 100, 1.0),
    "asin": (reference(torch.asin), -1, 1, 1.0),
    "acos": (reference(torch.acos), -1, 1, 1.0),
    "atan": (reference(torch.atan), -10, 10, 1.0),
    "sinh": (reference(torch.sinh), -89.4159, 89.4159, 1.6),
    "cosh": (reference(torch.cosh), -89.4159, 89.4159, 1.5),
    "asinh": (reference(torch.asinh), -100, 100, 0.51),
    "acosh": (reference(torch.acosh), 1, 100, 0.51),
    "atanh": (reference(torch.atanh), -1, 1, 1.01),
    "cbrt": (reference(lambda x: torch.from_numpy(np.cbrt(x.numpy()))), -100, 100, 1.0),
    "erfc": (reference(torch.erfc), -5, 10, 0.55),
    "lgamma": (reference(torch.lgamma), 0, 50, 0.51),
    "erfinv": (reference(torch.erfinv), -1, 1, 0.51),
    "erfcx": (reference(torch.special.erfcx), -9, 50, 0.51),
    "normcdf": (reference(lambda x: torch.erfc(x * -(0.5**0.5)) / 2), -14, 10, 0.51),
    "normcdfinv": (reference(torch.special.ndtri), 0, 1, 0.51),
    "cyl_bessel_i0": (
        reference(lambda x: at_infinity(torch.special.i0(x), x.abs())),
        -85,
        85,
        0.51,
    ),
    "cyl_bessel_i1": (
        reference(lambda x: torch.copysign(at_infinity(torch.special.i1(x), x), x)),
        -85,
        85,
        0.51,
    ),
}


def measure(kernel: Kernel, want: Callable[..., Array], bits: int, *xs: Array) -> tuple[float, Any]:
    """The largest error and where it is."""
    got = kernel(*xs)
    error = ulps(got, want(*xs), bits)
    worst = int(np.argmax(error))
    return float(error[worst]), [x[worst] for x in xs] + [got[worst]]


@pytest.mark.parametrize("features", ["avx512", "avx512+znver4", "avx2"])
@pytest.mark.parametrize("name", UNARY32)
def test_unary_f32(name: str, features: str) -> None:
    want, low, high, bound = UNARY32[name]
    kernel = harness.unary(f"__nv_{name}f", "f32", lanes=64, features=features)
    worst, where = measure(kernel, want, 24, samples32(low, high))
    assert worst <= bound, where


# name: mpmath function, interval, bound in ulp (f64).
UNARY64: dict[str, tuple[Callable[..., Any], float, float, float]] = {
    "exp": (mpmath.exp, -700, 700, 1.0),
    "exp2": (lambda x: mpmath.mpf(2) ** x, -1000, 1000, 1.0),
    "exp10": (lambda x: mpmath.mpf(10) ** x, -300, 300, 1.0),
    "expm1": (mpmath.expm1, -30, 700, 1.0),
    "log": (mpmath.log, 0, 10, 1.0),
    "log2": (lambda x: mpmath.log(x) / mpmath.log(2), 0, 10, 1.0),
    "log10": (mpmath.log10, 0, 10, 1.0),
    "log1p": (mpmath.log1p, -1, 10, 1.0),
    "tanh": (mpmath.tanh, -10, 10, 1.0),
    "erf": (mpmath.erf, -5, 5, 1.0),
    "erfc": (mpmath.erfc, -5, 25, 1.5),
    "sin": (mpmath.sin, -1e6, 1e6, 1.0),
    "cos": (mpmath.cos, -1e6, 1e6, 1.0),
    "tan": (mpmath.tan, -1e3, 1e3, 1.0),
    "asin": (mpmath.asin, -1, 1, 1.0),
    "acos": (mpmath.acos, -1, 1, 1.0),
    "atan": (mpmath.atan, -50, 50, 1.0),
    "sinh": (mpmath.sinh, -700, 700, 1.0),
    "cosh": (mpmath.cosh, -700, 700, 1.0),
    "asinh": (mpmath.asinh, -1e3, 1e3, 1.0),
    "acosh": (mpmath.acosh, 1, 1e3, 1.0),
    "atanh": (mpmath.atanh, -1, 1, 1.0),
    "lgamma": (mpmath.loggamma, 0.1, 100, 1.0),
    "tgamma": (mpmath.gamma, 0.1, 160, 1.0),
    "cbrt": (lambda x: mpmath.cbrt(x) if x >= 0 else -mpmath.cbrt(-x), -1e3, 1e3, 1.0),
    "rsqrt": (lambda x: 1 / mpmath.sqrt(x), 0.01, 1e3, 1.5),
    "rcbrt": (lambda x: 1 / mpmath.cbrt(x), 0.01, 1e3, 1.5),
    "erfinv": (mpmath.erfinv, -1, 1, 3.0),
    "erfcx": (lambda x: mpmath.exp(mpmath.mpf(x) ** 2) * mpmath.erfc(x), -20, 100, 4.0),
    "normcdf": (mpmath.ncdf, -30, 8, 4.0),
    "cyl_bessel_i0": (lambda x: mpmath.besseli(0, x), -713, 713, 2.0),
    "cyl_bessel_i1": (lambda x: mpmath.besseli(1, x), -713, 713, 2.0),
}


@pytest.mark.parametrize("name", UNARY64)
def test_unary_f64(name: str) -> None:
    f, low, high, bound = UNARY64[name]
    rng = np.random.default_rng(1)
    x = np.concatenate(
        [rng.uniform(low, high, 400), rng.uniform(max(low, -1), min(high, 1.5), 200)]
    )
    with mpmath.workdps(40):
        worst, where = measure(harness.unary(f"__nv_{name}", "f64", lanes=16), slow(f), 53, x)
    assert worst <= bound, where


def ends(low: float, high: float) -> Array:
    """Numbers of f64 evenly over the exponents of an interval of one sign, and its ends."""
    rng = np.random.default_rng(5)
    inside = np.exp2(rng.uniform(np.log2(low), np.log2(high), 300))
    return np.concatenate([inside, [low, high]])


LARGEST = float(np.finfo(np.float64).max)
# Where polynomials and SLEEF end: name, reference, arguments, bound in ulp (f64).
ENDS64: list[tuple[str, Callable[..., Any], Array, float]] = [
    ("log1p", mpmath.log1p, ends(1e290, LARGEST), 1.0),
    ("log1p", mpmath.log1p, ends(1e-300, 1e-5), 1.0),
    ("sinpi", lambda x: sinpi(x), -ends(1e6, 2.0**52), 1.0),
    ("cospi", mpmath.cospi, ends(1e6, 2.0**52), 1.0),
    ("sinpi", lambda x: sinpi(x), -ends(2.0**52, LARGEST), 1.0),
    ("erfcinv", lambda c: inverse_erfc(c), ends(1e-320, 0.5), 2.0),
    ("normcdfinv", lambda p: -mpmath.sqrt(2) * inverse_erfc(2 * p), ends(1e-320, 0.5), 2.0),
    ("sinh", mpmath.sinh, ends(700, 710.4), 2.0),
    ("exp", mpmath.exp, -ends(700, 745), 1.0),
]


def sinpi(x: float) -> Any:
    """Zeros have the sign of x (IEEE 754-2019, 9.2.1)."""
    return mpmath.sinpi(x) or math.copysign(0.0, x)


def inverse_erfc(c: Any) -> Any:
    """erfcinv by Newton's method on the logarithm."""
    if c == 1:
        return mpmath.mpf(0)
    y, log = mpmath.mpf("0.5"), mpmath.log(c)
    if log < -4:
        y = mpmath.sqrt(-log - mpmath.log(mpmath.sqrt(-log * mpmath.pi)))
    for _ in range(8):
        tail = mpmath.erfc(y)
        y += (mpmath.log(tail) - log) * tail * mpmath.sqrt(mpmath.pi) / 2 * mpmath.exp(y * y)
    return y


@pytest.mark.parametrize(
    ("name", "f", "x", "bound"), ENDS64, ids=lambda v: v if isinstance(v, str) else ""
)
def test_ends_f64(name: str, f: Callable[..., Any], x: Array, bound: float) -> None:
    with mpmath.workdps(50):
        worst, where = measure(harness.unary(f"__nv_{name}", "f64", lanes=16), slow(f), 53, x)
    assert worst <= bound, where


@pytest.mark.parametrize("name", ["sinpi", "cospi"])
def test_sinpi_of_large_f32(name: str) -> None:
    x = np.concatenate([s * np.exp2(np.linspace(0, 30, 2000)) for s in (-1, 1)]).astype(np.float32)
    with mpmath.workdps(40):
        f = slow({"sinpi": sinpi, "cospi": mpmath.cospi}[name])
        worst, where = measure(harness.unary(f"__nv_{name}f", "f32"), f, 24, x)
    assert worst <= 1.0, where


@pytest.mark.parametrize("name", ["fmod", "remainder"])
def test_modulo_of_any_two_f64(name: str) -> None:
    rng = np.random.default_rng(6)
    x, y = (
        np.ldexp(rng.uniform(0.5, 1, 3000), rng.integers(-1074, 1025, 3000).astype(np.int32))
        * rng.choice([-1, 1], 3000)
        for _ in range(2)
    )
    x[:9] = [LARGEST, LARGEST, 2.5, 3.0, 0.0, -0.0, 5e-324, 1e308, 7.0]
    y[:9] = [5e-324, 3e-310, 1.1e-308, 3e-320, 5e-324, 2.0, LARGEST, 1e-308, np.inf]
    kernel = harness.binary(f"__nv_{name}", "f64", lanes=16)
    y = np.where(y == 0, 1.0, y)
    want = [
        {"fmod": math.fmod, "remainder": math.remainder}[name](*p) for p in zip(x, y, strict=True)
    ]
    np.testing.assert_array_equal(kernel(x, y), np.array(want))


def test_pow_f64_up_to_the_largest() -> None:
    x = np.array([LARGEST, -LARGEST, 2.0, 2.0, 10.0, -3.0, 1e200, 1e300, -LARGEST, 1e-200])
    y = np.array([1.0, 1.0, 1023.75, 1024.0, 308.2, 645.0, 1.5412, 1.03, 3.0, -1.54])
    with np.errstate(all="ignore"):
        worst, where = measure(harness.binary("__nv_pow", "f64", lanes=2), np.power, 53, x, y)
    assert worst <= 3.0, where


@pytest.mark.parametrize("name", ["j0", "j1", "y0", "y1", "jn", "yn"])
def test_bessel_f32(name: str) -> None:
    x = np.random.default_rng(2).uniform(0.01, 60, 300).astype(np.float32)
    order = np.full(len(x), 3, np.int32)
    f = mpmath.besselj if name[0] == "j" else mpmath.bessely
    if name[1] == "n":
        kernel = Kernel(
            f'%r = tts.extern "__nv_{name}f"(%a0, %a1) : (!A0, !A1) -> !R', ["i32", "f32"], "f32"
        )
        got, n = kernel(order, x), 3
    else:
        got, n = harness.unary(f"__nv_{name}f", "f32")(x), int(name[1])
    with mpmath.workdps(40):
        want = slow(lambda v: f(n, v))(x)
    assert ulps(got, want, 24).max() <= 0.51


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
@pytest.mark.parametrize(
    "name",
    [
        "exp",
        "exp2",
        "log",
        "log2",
        "tanh",
        "erf",
        "sin",
        "cos",
        "sqrt",
        "rsqrt",
        "log1p",
        "expm1",
        "atan",
    ],
)
def test_all_of_16_bits(name: str, dtype: str) -> None:
    """Computed in f32 and rounded once: at most a little over half a place off."""
    codes = np.arange(1 << 16, dtype=np.uint16)
    got = harness.unary(f"math.{name}", dtype, lanes=32)(
        codes.view(np.float16) if dtype == "f16" else codes
    )
    if dtype == "f16":
        x, y, bits = codes.view(np.float16).astype(np.float64), got.astype(np.float64), 11
    else:
        x = (codes.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
        y, bits = (got.astype(np.uint32) << 16).view(np.float32).astype(np.float64), 8
    with np.errstate(all="ignore"):
        want = UNARY32[name][0](x)
        limit = 65520.0 if dtype == "f16" else 3.3961775e38
        want = np.where(np.abs(want) >= limit, np.copysign(np.inf, want), want)
    assert ulps(y, want, bits).max() <= 0.502


def pow_samples() -> tuple[Array, Array]:
    rng = np.random.default_rng(2)
    special = np.array(
        [0.0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, np.inf, -np.inf, np.nan, 1e-40, 1e30],
        np.float32,
    )
    x, y = (a.ravel() for a in np.meshgrid(special, special))
    a = np.exp(rng.uniform(-80, 80, 100000)).astype(np.float32)
    b = (rng.uniform(-100, 100, 100000) / np.maximum(np.abs(np.log(a)), 0.1)).astype(np.float32)
    near = rng.uniform(0.5, 2, 50000).astype(np.float32)
    return (
        np.concatenate([x, a, near, -near]),
        np.concatenate(
            [
                y,
                b,
                rng.uniform(-100, 100, 50000).astype(np.float32),
                rng.integers(-60, 60, 50000).astype(np.float32),
            ]
        ),
    )


@pytest.mark.parametrize("features", ["avx512", "avx2"])
def test_pow_f32(features: str) -> None:
    with np.errstate(all="ignore"):
        worst, where = measure(
            harness.binary("math.powf", "f32", lanes=32, features=features),
            lambda x, y: np.power(x.astype(np.float64), y.astype(np.float64)),
            24,
            *pow_samples(),
        )
    assert worst <= 0.52, where


BINARY32: dict[str, tuple[Callable[..., Array], float]] = {
    "atan2": (reference(torch.atan2), 1.0),
    "hypot": (reference(torch.hypot), 0.6),
    "fmod": (reference(torch.fmod), 0.5),
    "remainder": (
        lambda x, y: np.vectorize(_remainder)(x.astype(np.float64), y.astype(np.float64)),
        0.5,
    ),
    "copysign": (reference(torch.copysign), 0.0),
    "fdim": (
        lambda x, y: np.where(
            x > y, x.astype(np.float64) - y, np.where(np.isnan(x) | np.isnan(y), np.nan, 0.0)
        ),
        0.5,
    ),
}


def _remainder(x: float, y: float) -> float:
    import math

    try:
        return math.remainder(x, y)
    except ValueError:
        return float("nan")


@pytest.mark.parametrize("name", BINARY32)
def test_binary_f32(name: str) -> None:
    rng = np.random.default_rng(3)
    special = np.array(
        [0.0, -0.0, 1, -1, 2.5, -3, np.inf, -np.inf, np.nan, 1e-40, 1e30], np.float32
    )
    x, y = (a.ravel() for a in np.meshgrid(special, special))
    x = np.concatenate([x, rng.normal(0, 100, 20000).astype(np.float32)])
    y = np.concatenate([y, rng.normal(0, 10, 20000).astype(np.float32)])
    want, bound = BINARY32[name]
    with np.errstate(all="ignore"):
        worst, where = measure(harness.binary(f"__nv_{name}f", "f32", lanes=16), want, 24, x, y)
    assert worst <= bound, where


def test_ldexp_rounds_once() -> None:
    rng = np.random.default_rng(4)
    x = samples32(-2, 2)[:50000]
    n = rng.integers(-330, 330, len(x)).astype(np.int32)
    n[:4] = [2**31 - 1, -(2**31), 0, 1]
    kernel = Kernel(
        '%r = tts.extern "__nv_ldexpf"(%a0, %a1) : (!A0, !A1) -> !R', ["f32", "i32"], "f32"
    )
    with np.errstate(all="ignore"):
        want = np.ldexp(x.astype(np.float64), np.clip(n, -1000, 1000)).astype(np.float32)
    np.testing.assert_array_equal(
        kernel(x, n).view(np.uint32)[~np.isnan(x)], want.view(np.uint32)[~np.isnan(x)]
    )


@pytest.mark.parametrize("lanes", [0, 1, 2, 4, 8, 16, 128])
def test_any_number_of_lanes(lanes: int) -> None:
    x = np.linspace(-3, 3, 1024).astype(np.float32)
    for name in ("exp", "tan", "j0", "sin"):
        wide = harness.unary(f"__nv_{name}f", "f32", lanes=64)(x)
        narrow = harness.unary(f"__nv_{name}f", "f32", lanes=lanes)(x)
        np.testing.assert_array_equal(narrow, wide)


@pytest.mark.parametrize("features", ["avx512", "avx2"])
@pytest.mark.parametrize(
    "op",
    [
        "math.exp",
        "math.exp2",
        "math.log",
        "math.tanh",
        "math.erf",
        "math.sqrt",
        "math.rsqrt",
        "math.floor",
        "math.round",
        "math.powf",
    ],
)
def test_no_scalar_code(op: str, features: str) -> None:
    """No calls, and no arithmetic on single lanes."""
    make = harness.binary if op == "math.powf" else harness.unary
    text = make(op, "f32", lanes=64, features=features).assembly()
    assert "call" not in text
    assert not [w for w in ("mulss", "addss", "divss", "vfmadd213ss") if w in text]

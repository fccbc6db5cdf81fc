# Integer arithmetic and float conversions of cpu-vector-math, against
# independent Python references.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Division, shifts, high products, conversions, directed rounding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import vector_math_harness as harness
from vector_math_harness import Kernel

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.skipif(
    not harness.available(), reason="needs the opt tool and LLVM's tools"
)

Array = np.ndarray[Any, Any]
WIDTHS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64}


def integers(dtype: str, count: int, seed: int) -> Array:
    rng = np.random.default_rng(seed)
    width = WIDTHS[dtype]
    lo, hi = -(1 << (width - 1)), (1 << (width - 1)) - 1
    edge = np.array([lo, lo + 1, -2, -1, 0, 1, 2, 3, hi - 1, hi])
    full = rng.integers(lo, hi, count, endpoint=True)
    small = rng.integers(max(lo, -100), min(hi, 100), count)
    values = np.concatenate(
        [
            np.repeat(edge, len(edge)) if seed % 2 else np.tile(edge, len(edge)),
            full,
            small,
            full,
            small if seed % 2 else full,
        ]
    )
    return values.astype(harness.NUMPY_OF[dtype])


def divide(a: int, b: int, width: int, signed: bool, rem: bool) -> int:
    """Triton's interpreter: x / 0 = x % 0 = 0, C's truncation otherwise."""
    if not signed:
        a, b = a % (1 << width), b % (1 << width)
    if b == 0:
        return 0
    q = abs(a) // abs(b)
    q = -q if (a < 0) != (b < 0) else q
    return a - q * b if rem else q


def wrap(value: int, width: int) -> int:
    """As a signed integer of `width` bits."""
    value %= 1 << width
    return value - (1 << width) if value >> (width - 1) else value


def assert_same_bits(got: Array, want: list[int], width: int) -> None:
    np.testing.assert_array_equal(got, np.array([wrap(w, width) for w in want], dtype=got.dtype))


@pytest.mark.parametrize("features", ["avx512", "avx2"])
@pytest.mark.parametrize("lanes", [0, 32])
@pytest.mark.parametrize("dtype", WIDTHS)
@pytest.mark.parametrize("op", ["divsi", "divui", "remsi", "remui"])
def test_division(op: str, dtype: str, lanes: int, features: str) -> None:
    a, b = integers(dtype, 500, 1), integers(dtype, 500, 2)
    got = Kernel(
        f"%r = arith.{op} %a0, %a1 : !A0", [dtype, dtype], dtype, lanes=lanes, features=features
    )(a, b)
    want = [
        divide(int(x), int(y), WIDTHS[dtype], op.endswith("si"), op.startswith("rem"))
        for x, y in zip(a, b, strict=True)
    ]
    assert_same_bits(got, want, WIDTHS[dtype])


@pytest.mark.parametrize("features", ["avx512", "avx2"])
@pytest.mark.parametrize("dtype", WIDTHS)
@pytest.mark.parametrize("lanes", [0, 32])
@pytest.mark.parametrize("op", ["divsi", "divui", "remsi", "remui"])
def test_division_by_one_scalar(op: str, lanes: int, dtype: str, features: str) -> None:
    kernel = Kernel(
        f"%r = arith.{op} %a0, %a1 : !A0",
        [dtype, dtype],
        dtype,
        lanes=lanes,
        features=features,
        splat=[1],
    )
    a = integers(dtype, 2000, 1)
    width = WIDTHS[dtype]
    least = -(1 << (width - 1))
    for b in [0, 1, -1, 2, 3, 7, 10, -7, 100, least, least + 1, -(least + 1), -(least // 2) - 1]:
        divisor = np.array([b], dtype=a.dtype)
        step = max(abs(b), 1)
        near = np.array([wrap(int(v) // step * step, width) for v in a], dtype=a.dtype)
        x = np.concatenate([a, near, near - a.dtype.type(1)])  # multiples and what lies below
        want = [divide(int(v), b, width, op.endswith("si"), op.startswith("rem")) for v in x]
        assert_same_bits(kernel(x, divisor), want, width)


def short_integers(seed: int, signed: bool = True) -> Array:
    """i64 in groups of four, of which all, or all but one, fit 32 bits."""
    rng = np.random.default_rng(seed)
    limit = 1 << 31
    edge = np.array([0, 1, 2, limit - 2, limit - 1] + [-1, 1 - limit, -limit] * signed)
    x = rng.integers(-limit * signed, limit, (600, 4))
    at_edge = rng.random(x.shape) < 0.4
    x[at_edge] = rng.choice(edge, at_edge.sum())
    beyond = np.array([limit, limit + 1, 1 << 32, (1 << 62) + 12345, -limit - 1, -(1 << 63)])
    x[::3, seed % 4] = rng.choice(beyond, 200)
    return x.reshape(-1)


@pytest.mark.parametrize("features", ["avx512", "avx2", "generic"])
@pytest.mark.parametrize("divisor", ["lanes", "scalar", "7", "1000003", "-7", "5000000000"])
@pytest.mark.parametrize("op", ["divsi", "divui", "remsi", "remui"])
def test_short_division(op: str, divisor: str, features: str) -> None:
    """Of i64 lanes that mostly fit 32 bits."""
    a, b = short_integers(1, op.endswith("si")), short_integers(2, signed=False)
    body, types = f"%r = arith.{op} %a0, %a1 : !A0", ["i64", "i64"]
    divisors: list[Array] = [b]
    if divisor == "scalar":
        divisors = [b[i : i + 1] for i in range(30)] + [np.array([n]) for n in (-1, 0, -(1 << 31))]
    elif divisor != "lanes":
        body = f"%c = arith.constant dense<{divisor}> : !A0\n%r = arith.{op} %a0, %c : !A0"
        types, divisors = ["i64"], [np.array([int(divisor)])]
    splat = [1] if divisor == "scalar" else []
    kernel = Kernel(body, types, "i64", lanes=4, features=features, splat=splat)
    for y in divisors:
        got = kernel(a, y) if len(types) == 2 else kernel(a)
        want = [
            divide(int(n), int(d), 64, op.endswith("si"), op.startswith("rem"))
            for n, d in zip(a, np.broadcast_to(y, a.shape), strict=True)
        ]
        assert_same_bits(got, want, 64)


@pytest.mark.parametrize("features", ["avx512", "avx2", "generic"])
@pytest.mark.parametrize("op", ["sitofp", "uitofp"])
@pytest.mark.parametrize("to", ["f32", "f64"])
def test_short_integers_to_float(op: str, to: str, features: str) -> None:
    x = short_integers(3, op == "sitofp")
    kernel = Kernel(f"%r = arith.{op} %a0 : !A0 to !R", ["i64"], to, lanes=4, features=features)
    want = (x if op == "sitofp" else x.astype(np.uint64)).astype(harness.NUMPY_OF[to])
    np.testing.assert_array_equal(kernel(x), want)


@pytest.mark.parametrize("features", ["avx512", "avx2", "generic"])
@pytest.mark.parametrize("op", ["fptosi", "fptoui"])
@pytest.mark.parametrize("dtype", ["f32", "f64"])
def test_short_floats_to_integer(op: str, dtype: str, features: str) -> None:
    x = short_integers(5, op == "fptosi").astype(harness.NUMPY_OF[dtype])
    x[1::8] += harness.NUMPY_OF[dtype](0.75)
    if op == "fptoui":
        x = abs(x)
    x = x[abs(x) < 1 << 63]
    x = x[: len(x) // 4 * 4]
    body = f"%r = arith.{op} %a0 : !A0 to !R"
    kernel = Kernel(body, [dtype], "i64", lanes=4, features=features)
    np.testing.assert_array_equal(kernel(x), np.trunc(x).astype(np.int64))


@pytest.mark.parametrize("lanes", [0, 16])
@pytest.mark.parametrize("dtype", WIDTHS)
@pytest.mark.parametrize("op", ["shli", "shrui", "shrsi"])
def test_shift_past_the_width(op: str, dtype: str, lanes: int) -> None:
    width = WIDTHS[dtype]
    a = integers(dtype, 500, 1)
    n = np.resize(np.array([0, 1, width - 1, width, width + 1, 100, -1]), len(a)).astype(a.dtype)
    got = Kernel(f"%r = arith.{op} %a0, %a1 : !A0", [dtype, dtype], dtype, lanes=lanes)(a, n)
    for x, s, y in zip(a, n, got, strict=True):
        amount = int(s) % (1 << width)
        u = int(x) % (1 << width)
        want = {
            "shli": u << amount if amount < width else 0,
            "shrui": u >> amount if amount < width else 0,
            "shrsi": int(x) >> min(amount, width - 1),
        }[op]
        assert int(y) % (1 << width) == want % (1 << width)


@pytest.mark.parametrize("lanes", [0, 1, 16])
@pytest.mark.parametrize("dtype", ["i32", "i64"])
@pytest.mark.parametrize("signed", [False, True])
def test_high_product(dtype: str, signed: bool, lanes: int) -> None:
    width = WIDTHS[dtype]
    a, b = integers(dtype, 500, 1), integers(dtype, 500, 2)
    symbol = {("i32", True): "mulhi", ("i64", True): "mul64hi"}.get((dtype, signed), "")
    body = (
        f'%r = tts.extern "__nv_{symbol}"(%a0, %a1) : (!A0, !A1) -> !R'
        if signed
        else "%r = tts.mulhiui %a0, %a1 : !A0"
    )
    got = Kernel(body, [dtype, dtype], dtype, lanes=lanes)(a, b)
    mask = (1 << width) - 1
    for x, y, h in zip(a, b, got, strict=True):
        product = int(x) * int(y) if signed else (int(x) & mask) * (int(y) & mask)
        assert int(h) & mask == (product >> width) & mask


# Formats: bits, exponent, mantissa, bias, largest code, code of NaN, saturates.
FORMATS: dict[str, tuple[int, int, int, int, int, bool]] = {
    "f16": (16, 10, 15, 0x7BFF, 0x7E00, False),
    "bf16": (16, 7, 127, 0x7F7F, 0x7FC0, False),
    "f8E5M2": (8, 2, 15, 0x7B, 0x7F, True),
    "f8E4M3FN": (8, 3, 7, 0x7E, 0x7F, True),
    "f8E4M3FNUZ": (8, 3, 8, 0x7F, 0x80, True),
    "f8E5M2FNUZ": (8, 2, 16, 0x7F, 0x80, True),
    "f8E4M3B11FNUZ": (8, 3, 15, 0x7F, -1, True),
}


def magnitudes(dtype: str) -> Array:
    """The finite non-negative values of a format, by code."""
    _, mantissa, bias, top, _, _ = FORMATS[dtype]
    code = np.arange(top + 1, dtype=np.int64)
    exponent, fraction = code >> mantissa, code & ((1 << mantissa) - 1)
    significand = np.where(exponent > 0, (1 << mantissa) + fraction, fraction)
    return np.ldexp(
        significand.astype(np.float64), (np.maximum(exponent, 1) - bias - mantissa).astype(np.int32)
    )


def convert(x: Array, dtype: str, rtz: bool) -> Array:
    """Codes of float64 values, by search among all values of the format."""
    bits, _, _, top, nan, saturates = FORMATS[dtype]
    values = magnitudes(dtype)
    a = np.abs(x)
    below = np.clip(np.searchsorted(values, a, side="right") - 1, 0, top)
    code = below.copy()
    if not rtz:
        # The value after the largest one is where rounding up overflows to.
        step = 2 * values[-1] - values[-2]
        after = np.append(values, step)[below + 1]
        middle = (values[below] + after) / 2
        up = (a > middle) | ((a == middle) & (below % 2 == 1))
        code = below + up
        if saturates:
            code = np.minimum(code, top)
    infinity = top + 1
    code = np.where(np.isinf(a), top if saturates else infinity, code)
    negative = np.signbit(x)
    code = np.where(negative, code | (1 << (bits - 1)), code)
    if dtype.endswith("FNUZ") and "B11" not in dtype:
        code = np.where((code & 0x7F) == 0, 0, code)
    return np.where(np.isnan(x), nan, code)


def as_float(raw: Array, dtype: str) -> Array:
    if dtype == "bf16":
        return (raw.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return raw.astype(np.float64)


def inputs(dtype: str) -> Array:
    rng = np.random.default_rng(5)
    if dtype in ("f16", "bf16"):
        codes = np.arange(1 << 16, dtype=np.uint16)
        return codes if dtype == "bf16" else codes.view(np.float16)
    bits = rng.integers(0, 1 << 32, 200000, dtype=np.uint32)
    middle = np.exp2(rng.uniform(-30, 20, 200000)) * rng.choice([-1, 1], 200000)
    ties = np.concatenate(
        [(magnitudes(f)[:-1] + magnitudes(f)[1:]) / 2 for f in FORMATS]
        + [magnitudes(f) for f in FORMATS]
    )
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, 3.4e38]
    x = np.concatenate([bits.view(np.float32), middle, ties, -ties, special])
    if dtype == "f64":
        return np.concatenate([x.astype(np.float64), ties * (1 + 1e-15), ties * (1 - 1e-15)])
    with np.errstate(all="ignore"):
        return x.astype(np.float32)


NARROWINGS = [
    (origin, target, rounding, features)
    for features in ("avx512", "avx512+bf16", "avx2", "generic")
    for rounding in ("rtne", "rtz")
    for target in FORMATS
    for origin in ("f32", "f64", "f16", "bf16")
    if origin != target
    # The instruction rounds to the nearest bf16.
    and ("bf16" not in features or (target == "bf16" and rounding == "rtne"))
]


@pytest.mark.parametrize(("origin", "target", "rounding", "features"), NARROWINGS)
def test_narrowing(origin: str, target: str, rounding: str, features: str) -> None:
    raw = inputs(origin)
    if origin == "f32":  # vectors with and without denormal lanes
        raw = np.concatenate([raw, raw[np.abs(raw) >= np.finfo(np.float32).tiny]])
    kernel = Kernel(
        f"%r = tts.fp_convert %a0, rounding = {rounding} : !A0 -> !R",
        [origin],
        target,
        lanes=32,
        features=features,
    )
    got = kernel(raw)
    got = got.view(np.uint16) if target == "f16" else got
    x = as_float(raw, origin)
    want = convert(x, target, rounding == "rtz")
    number = ~np.isnan(x)
    np.testing.assert_array_equal(got[number].astype(np.int64), want[number])
    nan = FORMATS[target][4]
    if nan >= 0:
        mask = (1 << (FORMATS[target][0] - 1)) - 1
        codes = got[~number].astype(np.int64)
        if target in ("f16", "bf16"):
            assert np.all((codes & mask) > FORMATS[target][3] + 1)
        else:
            assert np.all((codes & mask) == (nan & mask))


@pytest.mark.parametrize("features", ["avx512", "avx2", "generic"])
@pytest.mark.parametrize("target", ["f32", "f64", "f16", "bf16"])
@pytest.mark.parametrize("origin", [f for f in FORMATS if f.startswith("f8")])
def test_widening(origin: str, target: str, features: str) -> None:
    codes = np.arange(256, dtype=np.uint8)
    got = as_float(
        Kernel(
            "%r = tts.fp_convert %a0 : !A0 -> !R", [origin], target, lanes=64, features=features
        )(codes),
        target,
    )
    torch_type = {
        "f8E5M2": "float8_e5m2",
        "f8E4M3FN": "float8_e4m3fn",
        "f8E4M3FNUZ": "float8_e4m3fnuz",
        "f8E5M2FNUZ": "float8_e5m2fnuz",
    }.get(origin)
    if torch_type:
        want = torch.from_numpy(codes).view(getattr(torch, torch_type)).to(torch.float32).numpy()
    else:
        table = magnitudes(origin)
        want = np.concatenate([table, -table])
    np.testing.assert_array_equal(got, want)
    finite = ~np.isnan(want)
    np.testing.assert_array_equal(np.signbit(got[finite]), np.signbit(want[finite]))


@pytest.mark.parametrize("op", ["addf", "subf", "mulf", "divf", "maxnumf", "minimumf"])
@pytest.mark.parametrize("dtype", ["bf16", "f16"])
def test_arithmetic_of_16_bits(op: str, dtype: str) -> None:
    rng = np.random.default_rng(6)
    a, b = (rng.integers(0, 1 << 16, 200000).astype(np.uint16) for _ in range(2))
    torch_type = {"bf16": torch.bfloat16, "f16": torch.float16}[dtype]
    ta, tb = (torch.from_numpy(v.view(np.int16)).view(torch_type) for v in (a, b))
    f = {
        "addf": torch.add,
        "subf": torch.sub,
        "mulf": torch.mul,
        "divf": torch.div,
        "maxnumf": torch.fmax,
        "minimumf": torch.minimum,
    }[op]
    want = f(ta.float() * 1, tb.float() * 1).to(torch_type)  # * 1: C counts signaling NaNs apart
    got = Kernel(f"%r = arith.{op} %a0, %a1 : !A0", [dtype, dtype], dtype, lanes=32)(
        *(v if dtype == "bf16" else v.view(np.float16) for v in (a, b))
    )
    back = torch.from_numpy(np.ascontiguousarray(got).view(np.int16)).view(torch_type)
    same = (back == want) | (back.isnan() & want.isnan())
    assert bool(same.all()), (ta[~same][:4], tb[~same][:4], back[~same][:4], want[~same][:4])


@pytest.mark.parametrize("features", ["avx512", "avx512+znver4", "avx2"])
def test_division_by_one_float_is_exact(features: str) -> None:
    rng = np.random.default_rng(8)
    bits = rng.integers(0, 1 << 32, 100000, dtype=np.uint32).view(np.float32)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, 1e-39, 3.4e38], np.float32)
    x = np.concatenate([bits, rng.uniform(0, 1, 100000).astype(np.float32), special])
    kernel = Kernel(
        "%r = arith.divf %a0, %a1 : !A0", ["f32", "f32"], "f32", features=features, splat=[1]
    )
    divisors = np.concatenate([special, rng.normal(0, 100, 20).astype(np.float32), bits[:20]])
    for b in divisors:
        with np.errstate(all="ignore"):
            want = x / b
        got = kernel(x, np.array([b]))
        assert np.array_equal(got, want, equal_nan=True), b
        assert np.array_equal(np.signbit(got)[want == 0], np.signbit(want)[want == 0]), b


def rounded(exact: Fraction, mode: str, real: Any = np.float32) -> float:
    """The float next to an exact value, in a direction."""
    largest = Fraction(float(np.finfo(real).max))
    near = real(float(max(-largest, min(largest, exact))))
    with np.errstate(all="ignore"):
        candidates = sorted({float(np.nextafter(near, real(s * np.inf))) for s in (-1, 1)})
    finite = [c for c in (candidates[0], float(near), candidates[-1]) if np.isfinite(c)]
    below = [c for c in finite if Fraction(c) <= exact] or [-np.inf]
    above = [c for c in finite if Fraction(c) >= exact] or [np.inf]
    if mode == "rd" or (mode == "rz" and exact > 0):
        return below[-1]
    return above[0]


def any_size(real: Any, count: int, seed: int) -> Array:
    """Ordinary numbers, and numbers of all exponents, denormal ones too."""
    rng = np.random.default_rng(seed)
    least, most = {np.float32: (-149, 128), np.float64: (-1074, 1024)}[real]
    near = rng.normal(0, 1, count) * np.exp2(rng.integers(-20, 20, count))
    far = np.ldexp(rng.uniform(-1, 1, count), rng.integers(least, most, count).astype(np.int32))
    tiny = np.ldexp(rng.uniform(-1, 1, count), rng.integers(least, least + 60, count, np.int32))
    return rng.permutation(np.concatenate([near, far, tiny])).astype(real)


@pytest.mark.parametrize("mode", ["rz", "rd", "ru"])
@pytest.mark.parametrize("op", ["add", "sub", "mul", "div"])
@pytest.mark.parametrize("real", [np.float32, np.float64])
def test_directed_rounding(op: str, mode: str, real: Any) -> None:
    a, b = any_size(real, 700, 7), any_size(real, 700, 8)
    letter, dtype = ("f", "f32") if real is np.float32 else ("d", "f64")
    got = harness.binary(f"__nv_{letter}{op}_{mode}", dtype, lanes=16)(a, b)
    for x, y, r in zip(a, b, got, strict=True):
        fx, fy = Fraction(float(x)), Fraction(float(y))
        if op == "div" and not fy:
            continue
        exact = {"add": fx + fy, "sub": fx - fy, "mul": fx * fy}.get(op, Fraction(0))
        exact = fx / fy if op == "div" else exact
        assert float(r) == rounded(exact, mode, real), (x, y)


@pytest.mark.parametrize("mode", ["rz", "rd", "ru"])
@pytest.mark.parametrize(("symbol", "real"), [("fmaf", np.float32), ("fma", np.float64)])
def test_directed_fma(symbol: str, real: Any, mode: str) -> None:
    a, b, c = (any_size(real, 700, seed) for seed in (7, 8, 9))
    # Sums that nearly vanish, and products that are just out of range.
    with np.errstate(all="ignore"):
        product = -(a * b)
    c[::3] = np.where(np.isfinite(product), product, c)[::3]
    dtype = "f32" if real is np.float32 else "f64"
    kernel = Kernel(
        f'%r = tts.extern "__nv_{symbol}_{mode}"(%a0, %a1, %a2) : (!A0, !A1, !A2) -> !R',
        [dtype] * 3,
        dtype,
        lanes=16,
    )
    for x, y, z, r in zip(a, b, c, kernel(a, b, c), strict=True):
        exact = Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))
        assert float(r) == rounded(exact, mode, real), (x, y, z)


@pytest.mark.parametrize("mode", ["rz", "rd", "ru"])
@pytest.mark.parametrize(("symbol", "real"), [("fsqrt", np.float32), ("dsqrt", np.float64)])
def test_directed_sqrt(symbol: str, real: Any, mode: str) -> None:
    x = np.abs(any_size(real, 1000, 7))
    got = harness.unary(f"__nv_{symbol}_{mode}", "f32" if real is np.float32 else "f64")(x)
    for v, r in zip(x, got, strict=True):
        exact, root = Fraction(float(v)), Fraction(float(r))
        step = real(np.inf) if mode == "ru" else real(-np.inf)
        beyond = Fraction(float(np.nextafter(r, -step)))
        if mode == "ru":
            assert root * root >= exact, v
            assert root == 0 or beyond * beyond < exact, v
        else:
            assert root * root <= exact < beyond * beyond, v


@pytest.mark.parametrize("features", ["avx512", "avx2"])
@pytest.mark.parametrize("dtype", ["bf16", "f16"])
def test_fma_of_16_bits_rounds_once(dtype: str, features: str) -> None:
    rng = np.random.default_rng(9)
    real = {"bf16": torch.bfloat16, "f16": torch.float16}[dtype]
    a, b = (torch.from_numpy(rng.integers(-255, 256, 4000) / 16.0).to(real) for _ in range(2))
    # An addend far below the last place decides which way a tie goes.
    c = torch.from_numpy(rng.choice([-1, 1], 4000) * np.exp2(rng.integers(-14, 3, 4000))).to(real)
    raw = [x.view(torch.int16).numpy().view(np.uint16) for x in (a, b, c)]
    kernel = Kernel("%r = math.fma %a0, %a1, %a2 : !A0", [dtype] * 3, dtype, features=features)
    got = kernel(*(r if dtype == "bf16" else r.view(np.float16) for r in raw))
    # Exact in f64: products of at most 16 bits and addends of one.
    want = convert(a.double().numpy() * b.double().numpy() + c.double().numpy(), dtype, rtz=False)
    np.testing.assert_array_equal(np.ascontiguousarray(got).view(np.uint16), want)


@pytest.mark.parametrize("features", ["avx512", "avx2"])
@pytest.mark.parametrize("dtype", ["f32", "f64", "bf16", "f16"])
@pytest.mark.parametrize("op", ["maxnumf", "minnumf"])
def test_a_number_beside_any_nan(op: str, dtype: str, features: str) -> None:
    """Signalling NaNs too, as they lie in memory."""
    quiet, loud, one = {
        "f64": (0x7FF8 << 48, (0x7FF0 << 48) + 1, 0x3FF0 << 48),
        "f32": (0x7FC00000, 0x7F800001, 0x3F800000),
        "bf16": (0x7FC0, 0x7F81, 0x3F80),
        "f16": (0x7E00, 0x7C01, 0x3C00),
    }[dtype]
    whole = {"f64": np.uint64, "f32": np.uint32}.get(dtype, np.uint16)
    a = np.array([loud, one, quiet, one] * 8, whole)
    b = np.array([one, loud, one, quiet] * 8, whole)
    a, b = (x.view(harness.NUMPY_OF[dtype]) for x in (a, b))
    got = harness.binary(f"arith.{op}", dtype, features=features)(a, b)
    np.testing.assert_array_equal(np.ascontiguousarray(got).view(whole), one)


@pytest.mark.parametrize("mode", ["rz", "rd", "ru"])
def test_directed_integer_conversion(mode: str) -> None:
    x = integers("i64", 2000, 1)
    kernel = Kernel(
        f'%r = tts.extern "__nv_ll2float_{mode}"(%a0) : (!A0) -> !R', ["i64"], "f32", lanes=8
    )
    for v, r in zip(x, kernel(x), strict=True):
        assert float(r) == rounded(Fraction(int(v)), mode), v


def test_float_to_int_saturates() -> None:
    x = np.array(
        [0.5, 1.5, -2.5, 2147483648.0, -2147483648.0, 1e30, -1e30, np.nan, np.inf], np.float32
    )
    kernel = Kernel(
        '%r = tts.extern "__nv_float2int_rn"(%a0) : (!A0) -> !R', ["f32"], "i32", lanes=8
    )
    top, low = 2**31 - 1, -(2**31)
    np.testing.assert_array_equal(kernel(x), [0, 2, -2, top, low, top, low, 0, top])

# Kernels of one operation each, over the values that matter for their dtypes.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a GPU and we are compared on (test/yardsticks/gpu_results.py, test_gpu_results.py).

Left out is what Triton gives no meaning: quotients by 0, shifts past the width, integers that do
not hold a number, bounds of `clamp` that are NaN. The GPU's remainder of floats is not exact.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy
import torch

_BLOCK = 1024
#: Triton's name, torch's dtype.
INTS = {f"{u}int{b}": getattr(torch, f"{u}int{b}") for b in (8, 16, 32, 64) for u in ("", "u")}
FLOATS = {
    "float16": torch.float16,
    "bfloat16": torch.bfloat16,
    "float32": torch.float32,
    "float64": torch.float64,
}
FP8 = {"float8e4nv": torch.float8_e4m3fn, "float8e5": torch.float8_e5m2}
DTYPES = {**INTS, **FLOATS, **FP8}

_ELEMENTWISE = """
@triton.jit
def kernel({inputs}, Z, N, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
{loads}
    tl.store(Z + i, {expression}, i < N)
"""
_BLOCKWISE = """
@triton.jit
def kernel(X, Z):
    i = tl.arange(0, 64)[:, None]
    j = tl.arange(0, 32)[None, :]
    x = tl.load(X + i * 32 + j)
    {body}
"""


@dataclass(frozen=True)
class Case:
    """`kernel[grid](*arguments, **constants)`; the last tensor is the result.

    Results differ by at most `ulps` units in the last place (0: bit for bit), any NaN for another.
    `flushes`: the GPU's function takes fp32 denormals for 0, ours does not. `any_zero`: which of
    two zeros is not said.
    """

    name: str
    source: str
    arguments: list[Any]
    ulps: float = 0.0
    flushes: bool = False
    any_zero: bool = False
    grid: tuple[int, ...] = (1,)
    constants: dict[str, Any] = field(default_factory=dict)

    @property
    def tensors(self) -> list[torch.Tensor]:
        return [a for a in self.arguments if isinstance(a, torch.Tensor)]


def _random(seed: int) -> numpy.random.Generator:
    return numpy.random.Generator(numpy.random.PCG64(seed))


def values(dtype: torch.dtype) -> torch.Tensor:
    """All values of eight bits; of others the edges and 2,000 at random, half of them any bits."""
    size = torch.empty((), dtype=dtype).element_size()
    if size == 1:
        return torch.from_numpy(numpy.arange(256, dtype=numpy.uint8)).view(dtype)
    random = _random(7)
    raw = numpy.frombuffer(random.bytes(1000 * size), f"int{8 * size}").copy()
    if dtype.is_floating_point:
        ordinary = torch.from_numpy(random.normal(0.0, 8.0, 1000))
    else:
        ordinary = torch.from_numpy(random.integers(-100, 100, 1000))
    return torch.cat([edges(dtype), torch.from_numpy(raw).view(dtype), ordinary.to(dtype)])


def edges(dtype: torch.dtype) -> torch.Tensor:
    """Zeros, ones, extremes and what lies beside them."""
    if not dtype.is_floating_point:
        info = torch.iinfo(dtype)
        near = [0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 100, -1, -2, -3, -7, -8, -100]
        near += [info.max, info.max - 1, info.min, info.min + 1, info.max // 2, info.max // 3]
        half = 1 << (info.bits - 1)
        signed = numpy.array([(v + half) % (2 * half) - half for v in near])
        return torch.from_numpy(signed.astype(f"int{info.bits}")).view(dtype)
    info = torch.finfo(dtype)
    plain = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 7.25, 127.5, 128.0, 255.5, 300.0, 448.0, 464.0]
    plain += [480.0, 32768.0, 57344.0, 61440.0, 65504.0, 65520.0, 65536.0, 2.0**31, 2.0**63]
    plain += [info.max, info.tiny, info.tiny / 2, info.eps, 1 + info.eps, 1e-3, 1e-5, 3e-8, 1e-40]
    both = [*plain, float("inf"), float("nan"), *(-v for v in plain), -float("inf")]
    return torch.tensor(both, dtype=torch.float64).to(dtype)


def _pairs(dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    """Every edge with every edge, and the other values with one another."""
    edge, every = edges(dtype), values(dtype)
    shuffled = torch.from_numpy(_random(11).permutation(len(every)))
    return (
        torch.cat([edge.repeat_interleave(len(edge)), every]),
        torch.cat([edge.repeat(len(edge)), every[shuffled]]),
    )


def _elementwise(
    name: str, expression: str, inputs: list[torch.Tensor], result: torch.dtype, **how: Any
) -> Case:
    """`expression` of x, y, w at each place of the inputs."""
    names = "XYW"[: len(inputs)]
    loads = "\n".join(f"    {n.lower()} = tl.load({n} + i, i < N)" for n in names)
    source = _ELEMENTWISE.format(inputs=", ".join(names), loads=loads, expression=expression)
    n = len(inputs[0])
    grid = ((n + _BLOCK - 1) // _BLOCK,)
    arguments = [*inputs, torch.zeros(n, dtype=result), n]
    return Case(name, source, arguments, grid=grid, constants={"BLOCK": _BLOCK}, **how)


def _compared(name: str, x: torch.Tensor, y: torch.Tensor) -> Iterator[Case]:
    for op in ("<", "<=", ">", ">=", "==", "!="):
        yield _elementwise(f"{name} {op}", f"(x {op} y).to(tl.int8)", [x, y], torch.int8)


def _integers() -> Iterator[Case]:
    for name, dtype in INTS.items():
        x, y = _pairs(dtype)
        for op in ("+", "-", "*", "&", "|", "^"):
            yield _elementwise(f"{name} {op}", f"x {op} y", [x, y], dtype)
        yield from _compared(name, x, y)
        for op in ("minimum", "maximum"):
            yield _elementwise(f"{name} {op}", f"tl.{op}(x, y)", [x, y], dtype)
        low = torch.iinfo(dtype).min
        fits = (y != 0) & ~((x == low) & (low < 0) & (y.to(torch.int64) == -1))
        for op in ("//", "%"):
            yield _elementwise(f"{name} {op}", f"x {op} y", [x[fits], y[fits]], dtype)
        bits = torch.iinfo(dtype).bits
        for op in ("<<", ">>"):
            yield _elementwise(f"{name} {op}", f"x {op} (y & {bits - 1})", [x, y], dtype)
        if bits >= 32:
            yield _elementwise(f"{name} umulhi", "tl.umulhi(x, y)", [x, y], dtype)
        unary = ["-x", "tl.abs(x)", "tl.where(x > 3, x, 5)"] + ["~x"] * (low < 0)
        for expression in unary:
            yield _elementwise(f"{name} {expression}", expression, [values(dtype)], dtype)


def _floats() -> Iterator[Case]:
    for name, dtype in FLOATS.items():
        x, y = _pairs(dtype)
        for op in ("+", "-", "*"):
            yield _elementwise(f"{name} {op}", f"x {op} y", [x, y], dtype)
        # The GPU divides fp32 approximately, and halves by way of it.
        yield _elementwise(f"{name} /", "x / y", [x, y], dtype, ulps=2.0)
        yield from _compared(name, x, y)
        bounds = torch.nan_to_num(y, nan=0.5)
        for nan in ("NONE", "ALL"):
            how = f"propagate_nan=tl.PropagateNan.{nan}"
            for op in ("minimum", "maximum"):
                text = f"tl.{op}(x, y, {how})"
                yield _elementwise(f"{name} {op} {nan}", text, [x, y], dtype, any_zero=True)
            text = f"tl.clamp(x, y, y + 2.0, {how})"
            yield _elementwise(f"{name} clamp {nan}", text, [x, bounds], dtype, any_zero=True)
        third = values(dtype)[torch.arange(len(x)) % len(values(dtype))]
        yield _elementwise(f"{name} fma", "tl.fma(x, y, w)", [x, y, third], dtype)
        # Triton 3.6 and 3.7 subtract from 0, later ones change the sign.
        yield _elementwise(f"{name} -x", "-x", [values(dtype)], dtype, any_zero=True)
        for expression in ("tl.abs(x)", "tl.where(x > 3, x, 5.0)"):
            yield _elementwise(f"{name} {expression}", expression, [values(dtype)], dtype)
    x, y = _pairs(torch.float32)
    yield _elementwise("float32 div_rn", "tl.div_rn(x, y)", [x, y], torch.float32)
    yield _elementwise("float32 sqrt_rn", "tl.sqrt_rn(x)", [values(torch.float32)], torch.float32)
    for dtype in (torch.float32, torch.float64):
        name, x = str(dtype).removeprefix("torch."), values(dtype)
        ulps = dict.fromkeys(("log", "log2", "sin", "cos", "erf", "sqrt", "rsqrt", "exp2"), 4.0)
        # The GPU rounds x log2(e): an error that grows with x.
        ulps |= {"exp": 160.0, "sigmoid": 160.0, "floor": 0.0, "ceil": 0.0}
        for op, bound in ulps.items():
            yield _elementwise(f"{name} {op}", f"tl.{op}(x)", [x], dtype, ulps=bound, flushes=True)


def _conversions() -> Iterator[Case]:
    for (source, x_dtype), (target, z_dtype) in itertools.product(DTYPES.items(), DTYPES.items()):
        # Triton has no conversions of fp8 to and from these.
        without = {*INTS, "float64", *FP8}
        if source == target or (source in FP8 and target in without):
            continue
        if target in FP8 and source in without:
            continue
        x = values(x_dtype)
        if source in FLOATS and target in INTS:
            info = torch.iinfo(z_dtype)
            x = x[(x.double() > float(info.min) - 1) & (x.double() < float(info.max))]
        if (source, target) == ("float8e5", "bfloat16"):
            x = x[torch.isfinite(x.float())]  # else the GPU gives numbers
        yield _elementwise(f"{source} to {target}", f"x.to(tl.{target})", [x], z_dtype)
    for mode, target in itertools.product(("rtne", "rtz"), ("float16", "bfloat16")):
        text = f'x.to(tl.{target}, fp_downcast_rounding="{mode}")'
        x = values(torch.float32)
        yield _elementwise(f"float32 to {target} {mode}", text, [x], DTYPES[target])
    every = torch.arange(-(1 << 15), 1 << 15, dtype=torch.int32)
    for source, target in itertools.product(("float16", "bfloat16"), FP8):
        x = every.to(torch.int16).view(DTYPES[source])
        yield _elementwise(f"every {source} to {target}", f"x.to(tl.{target})", [x], DTYPES[target])
    # Every upper half of an fp32, with lower halves beside and at what a tie looks like.
    narrow = ("float16", "bfloat16", *FP8)
    for low, target in itertools.product((0, 1, 0x7FFF, 0x8000, 0x8001), narrow):
        x = ((every << 16) | low).view(torch.float32)
        text = f"x.to(tl.{target})"
        yield _elementwise(f"every float32 {low:04x} to {target}", text, [x], DTYPES[target])


def _blocks() -> Iterator[Case]:
    shape, n = (64, 32), 64 * 32
    at = "tl.store(Z + i * 32 + j, {})"
    order = torch.from_numpy(_random(5).permutation(n))
    for name, dtype in {**INTS, **FLOATS}.items():
        x = torch.cat([values(dtype), torch.zeros(n, dtype=dtype)])[:n][order].reshape(shape)
        # Which of several NaN is the first, and where they are sorted to, is not said.
        clean = torch.nan_to_num(x) if dtype.is_floating_point else x

        def case(what: str, body: str, z: torch.Tensor, x: torch.Tensor = x) -> Case:
            source = _BLOCKWISE.format(body=body)
            return Case(f"{name} {what}", source, [x, z], any_zero=True)  # noqa: B023

        for op, axis in itertools.product(("max", "min"), (0, 1)):
            m = shape[1 - axis]
            to = f"tl.store(Z + tl.arange(0, {m}), tl.{{}}(x, {axis}))"
            yield case(f"{op} {axis}", to.format(op), torch.zeros(m, dtype=dtype))
            index = torch.zeros(m, dtype=torch.int32)
            yield case(f"arg{op} {axis}", to.format(f"arg{op}"), index, clean)
        z = torch.zeros(shape, dtype=dtype)
        for down in (False, True):
            yield case(f"sort {down}", at.format(f"tl.sort(x, descending={down})"), z, clean)
        yield case("flip", at.format("tl.flip(x, 1)"), z)
        if dtype.is_floating_point or name.startswith("u"):
            continue
        wide = torch.int64 if dtype == torch.int64 else torch.int32
        row = "tl.store(Z + tl.arange(0, 64), {})"
        yield case("xor_sum", row.format("tl.xor_sum(x, 1)"), torch.zeros(64, dtype=dtype))
        yield case("sum", row.format("tl.sum(x, 1)"), torch.zeros(64, dtype=wide))
        for scan in ("cumsum(x, 1)", "cumsum(x, 0, reverse=True)", "cumprod(x, 1)"):
            yield case(scan, at.format(f"tl.{scan}"), torch.zeros(shape, dtype=wide))


_DOT = """
@triton.jit
def kernel(X, Y, Z, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(X + m[:, None] * K + k[None, :])
    y = tl.load(Y + k[:, None] * N + n[None, :])
    tl.store(Z + m[:, None] * N + n[None, :], tl.dot(x, y{options}))
"""
_DOT_SCALED = """
@triton.jit
def kernel(X, XS, Y, YS, Z, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, s = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K // 32)
    xk, yk = tl.arange(0, K // {x_pack}), tl.arange(0, K // {y_pack})
    x = tl.load(X + m[:, None] * (K // {x_pack}) + xk[None, :])
    y = tl.load(Y + yk[:, None] * N + n[None, :])
    xs = tl.load(XS + m[:, None] * (K // 32) + s[None, :])
    ys = tl.load(YS + n[:, None] * (K // 32) + s[None, :])
    z = tl.dot_scaled(x, xs, "{x_format}", y, ys, "{y_format}")
    tl.store(Z + m[:, None] * N + n[None, :], z)
"""


def _dots() -> Iterator[Case]:
    """Of numbers with few bits, so that every order of addition gives the same."""
    random = _random(3)
    m, n, k = 32, 64, 64
    sizes = {"M": m, "N": n, "K": k}

    def small(shape: tuple[int, int], dtype: torch.dtype) -> torch.Tensor:
        return torch.from_numpy(random.integers(-4, 5, shape)).to(torch.float64).to(dtype)

    for name, dtype in {**FLOATS, **FP8, "int8": torch.int8}.items():
        made = {"float64": torch.float64, "int8": torch.int32}.get(name, torch.float32)
        options = ["", ", input_precision='ieee'"] if name == "float32" else [""]
        for text in options:
            x, y = small((m, k), dtype), small((k, n), dtype)
            z = torch.zeros((m, n), dtype=made)
            source = _DOT.format(options=text)
            yield Case(f"{name} dot{text}", source, [x, y, z], any_zero=True, constants=sizes)
    formats = {"e2m1": 2, "e4m3": 1, "e5m2": 1}
    eight = {"e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2}

    def codes(shape: tuple[int, int], dtype: str) -> torch.Tensor:
        if dtype in eight:
            return small(shape, eight[dtype]).view(torch.uint8)
        return torch.from_numpy(random.integers(0, 256, shape).astype(numpy.uint8))

    def scales(rows: int) -> torch.Tensor:
        return torch.from_numpy(random.integers(125, 130, (rows, k // 32)).astype(numpy.uint8))

    for (xf, x_pack), (yf, y_pack) in itertools.product(formats.items(), formats.items()):
        how = {"x_pack": x_pack, "y_pack": y_pack, "x_format": xf, "y_format": yf}
        x, y = codes((m, k // x_pack), xf), codes((k // y_pack, n), yf)
        arguments = [x, scales(m), y, scales(n), torch.zeros((m, n))]
        source = _DOT_SCALED.format(**how)
        yield Case(f"dot_scaled {xf} {yf}", source, arguments, any_zero=True, constants=sizes)


def _random_numbers() -> Iterator[Case]:
    x = torch.arange(8192, dtype=torch.int32) * 977
    for seed in (0, 1, 123456789, 0x7FFFFFFFFFFF):
        yield _elementwise(f"randint {seed}", f"tl.randint({seed}, x)", [x], torch.int32)
        yield _elementwise(f"rand {seed}", f"tl.rand({seed}, x)", [x], torch.float32)
        # A unit of the logarithm's argument near 1 is many of the result.
        normal = f"tl.randn({seed}, x)"
        yield _elementwise(f"randn {seed}", normal, [x], torch.float32, ulps=64.0)
        for part in range(4):
            text = f"tl.randint4x({seed}, x)[{part}]"
            yield _elementwise(f"randint4x {seed} {part}", text, [x], torch.int32)
            text = f"tl.rand4x({seed}, x)[{part}]"
            yield _elementwise(f"rand4x {seed} {part}", text, [x], torch.float32)


#: Functions of one and of two floats, and how far CUDA's may be from the exact value ("CUDA C++
#: Programming Guide", Mathematical Functions) and ours (2). Bessel functions have no bound there.
_UNARY = {
    "acos": 5, "acosh": 7, "asin": 5, "asinh": 6, "atan": 5, "atanh": 6, "cbrt": 4, "ceil": 0,
    "cos": 4, "cosh": 5, "cospi": 5, "cyl_bessel_i0": 10, "cyl_bessel_i1": 10, "erf": 5, "erfc": 8,
    "erfcinv": 9, "erfcx": 8, "erfinv": 8, "exp": 4, "exp10": 5, "exp2": 4, "expm1": 4, "abs": 0,
    "floor": 0, "j0": 1e9, "j1": 1e9, "lgamma": 1e9, "log": 4, "log10": 5, "log1p": 4, "log2": 4,
    "logb": 0, "nearbyint": 0, "normcdf": 9, "normcdfinv": 9, "rcbrt": 4, "rint": 0, "round": 0,
    "rsqrt": 4, "sin": 4, "sinh": 6, "sinpi": 5, "sqrt": 2, "tan": 7, "tanh": 5, "tgamma": 14,
    "trunc": 0, "y0": 1e9, "y1": 1e9,
}  # fmt: skip
_BINARY = {
    "atan2": 6, "copysign": 0, "fdim": 0, "fmod": 0, "hypot": 5, "nextafter": 0, "pow": 10,
    "remainder": 0,
}  # fmt: skip
_ROUNDED = [f"{op}_{mode}" for op in ("add", "mul", "div") for mode in ("rn", "rz", "rd", "ru")]


def _libdevice() -> Iterator[Case]:
    for dtype in (torch.float32, torch.float64):
        name, z = f"{str(dtype).removeprefix('torch.')} libdevice", dtype
        one, (x, y) = values(dtype), _pairs(dtype)
        n = (values(torch.int32)[: len(one)] % 300).to(torch.int32)
        base = one[: len(n)]
        how: dict[str, Any] = {"flushes": True, "any_zero": True}
        for function, ulps in _UNARY.items():
            text = f"libdevice.{function}(x)"
            yield _elementwise(f"{name} {function}", text, [one], z, ulps=ulps, **how)
        for function, ulps in {**_BINARY, **dict.fromkeys(_ROUNDED, 0)}.items():
            text = f"libdevice.{function}(x, y)"
            # CUDA's hypot is infinite beside the largest number.
            fits = (x.abs() < 1e38) & (y.abs() < 1e38) if function == "hypot" else x == x
            case = f"{name} {function}"
            yield _elementwise(case, text, [x[fits], y[fits]], z, ulps=ulps, **how)
        for mode in ("rn", "rz", "rd", "ru"):
            text = f"libdevice.fma_{mode}(x, y, x)"
            yield _elementwise(f"{name} fma_{mode}", text, [x, y], z, **how)
            text = f"libdevice.sqrt_{mode}(x)"
            yield _elementwise(f"{name} sqrt_{mode}", text, [one], z, **how)
        for function in ("ldexp", "scalbn"):
            text = f"libdevice.{function}(x, y)"
            yield _elementwise(f"{name} {function}", text, [base, n], z, **how)
        # The GPU multiplies up to nine times.
        text = "libdevice.pow(x, y)"
        yield _elementwise(f"{name} pow int", text, [base, n], z, ulps=600, **how)
        for function in ("isnan", "isinf", "signbit", "ilogb"):
            text = f"libdevice.{function}(x).to(tl.int32)"
            yield _elementwise(f"{name} {function}", text, [one], torch.int32, **how)
    for dtype in (torch.int32, torch.int64):
        name = f"{str(dtype).removeprefix('torch.')} libdevice"
        for function in ("clz", "popc", "brev", "abs"):
            text = f"libdevice.{function}(x).to(tl.int64)"
            yield _elementwise(f"{name} {function}", text, [values(dtype)], torch.int64)
    x, y = _pairs(torch.int32)
    for function in ("mulhi", "mul24", "hadd", "rhadd"):
        text = f"libdevice.{function}(x, y)"
        yield _elementwise(f"int32 libdevice {function}", text, [x, y], torch.int32)
    w = values(torch.int32)[torch.arange(len(x)) % len(values(torch.int32))]
    text = "libdevice.byte_perm(x, y, w)"
    yield _elementwise("int32 libdevice byte_perm", text, [x, y, w], torch.int32)


def cases() -> Iterator[Case]:
    """All of them, always in this order."""
    for family in (
        _integers, _floats, _conversions, _blocks, _dots, _random_numbers, _libdevice,
    ):  # fmt: skip
        yield from family()


def launch(case: Case, device: str = "cpu") -> torch.Tensor:
    """The case's result, on the CPU, from the driver that is active."""
    from triton_shared.testing.kernels import make_kernel

    moved = [a.to(device, copy=True) if isinstance(a, torch.Tensor) else a for a in case.arguments]
    make_kernel(case.source)[case.grid](*moved, **case.constants)
    result = [a for a in moved if isinstance(a, torch.Tensor)][-1]
    return result.cpu()


def _flushed(tensor: torch.Tensor) -> torch.Tensor:
    """Where numbers of fp32 are denormal, or may be one that was rounded up to the smallest."""
    if tensor.dtype != torch.float32:
        return torch.zeros(tensor.numel(), dtype=torch.bool)
    flat = tensor.flatten()
    return (flat.abs() <= torch.finfo(torch.float32).tiny) & (flat != 0)


def differs(case: Case, ours: torch.Tensor, theirs: torch.Tensor) -> torch.Tensor:
    """Where two results of the case are further apart than they may be."""
    from triton_shared.testing.check import same_bits

    ours, theirs = ours.flatten(), theirs.flatten()
    wrong = ~same_bits(ours, theirs)
    if not ours.dtype.is_floating_point:
        if case.flushes:
            wrong &= ~_flushed(case.tensors[0])
        return wrong
    a, b = ours.double(), theirs.double()
    if case.any_zero:
        wrong &= ~((a == 0) & (b == 0))
    if case.flushes:
        for tensor in (*case.tensors[:-1], ours, theirs):
            wrong &= ~_flushed(tensor)
    if case.ulps:
        info = torch.finfo(ours.dtype)
        unit = torch.exp2(torch.floor(torch.log2(b.abs().clamp(min=info.tiny)))) * info.eps
        near = torch.isfinite(a) & torch.isfinite(b) & ((a - b).abs() <= case.ulps * unit)
        wrong &= ~near
    return wrong


def digest(case: Case, result: torch.Tensor) -> str:
    """Of an exact result: of its bits, with one NaN for all, and one zero where any will do."""
    flat = result.flatten()
    if flat.dtype.is_floating_point:
        plain = torch.where(torch.isnan(flat.float()), torch.nan, flat.double())
        plain = plain + 0.0 if case.any_zero else plain
        flat = plain
    raw = flat.contiguous().view(torch.uint8).numpy().tobytes()
    return hashlib.sha256(raw).hexdigest()[:16]


#: `device_print` of every kind of number.
_PRINTS = """
@triton.jit
def kernel(X, I):
    i = tl.arange(0, 4)
    j = tl.arange(0, 16)
    x = tl.load(X + i)
    n = tl.load(I + i)
    tl.device_print("scalar", tl.program_id(0))
    tl.device_print("fp32", x)
    tl.device_print("fp64", x.to(tl.float64))
    tl.device_print("fp16", x.to(tl.float16))
    tl.device_print("bf16", x.to(tl.bfloat16))
    tl.device_print("i8", n.to(tl.int8))
    tl.device_print("u8", n.to(tl.uint8))
    tl.device_print("i16", n.to(tl.int16))
    tl.device_print("u16", n.to(tl.uint16))
    tl.device_print("i32", n)
    tl.device_print("u32", n.to(tl.uint32))
    tl.device_print("i64", n.to(tl.int64) * 3000000007)
    tl.device_print("u64", n.to(tl.uint64) * 3000000007)
    tl.device_print("bool", n > 0)
    tl.device_print("hex", n, hex=True)
    tl.device_print("hex8", n.to(tl.int8), hex=True)
    tl.device_print("hex64", n.to(tl.int64), hex=True)
    tl.device_print("two", n, x)
    tl.device_print("wide", j)
    tl.device_print("tile", i[:, None] * 16 + j[None, :])
    tl.device_print("nothing")
"""


def launch_prints(device: str = "cpu") -> None:
    """Let two programs print."""
    from triton_shared.testing.kernels import make_kernel

    x = torch.tensor([0.0, -1.5, 3.0e10, 1 / 3], device=device)
    n = torch.tensor([0, 7, -3, 100000], dtype=torch.int32, device=device)
    make_kernel(_PRINTS)[(2,)](x, n)

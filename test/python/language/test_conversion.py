# Conversions between dtypes: values, rounding, saturation, bits.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import BF16, FLOATS, INTS, TL_NAMES, UINTS, dtype_id, floats, integers, values
from triton_shared.testing.check import assert_same, check, run
from triton_shared.testing.kernels import make_kernel

N = 256

_CAST = """
@triton.jit
def kernel(X, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i)
    tl.store(Z + i, x.to({dtype}))
"""

FP8 = {
    torch.float8_e4m3fn: "tl.float8e4nv",
    torch.float8_e5m2: "tl.float8e5",
    torch.float8_e4m3fnuz: "tl.float8e4b8",
    torch.float8_e5m2fnuz: "tl.float8e5b16",
}


@pytest.mark.parametrize("target", [*INTS, *UINTS], ids=dtype_id)
@pytest.mark.parametrize("source", [torch.bool, *INTS, *UINTS], ids=dtype_id)
def test_integer_to_integer(source: torch.dtype, target: torch.dtype) -> None:
    x = integers(source, N)
    out = torch.empty(N, dtype=target)
    check(_CAST.format(dtype=TL_NAMES[target]), (1,), [x, out], N=N)


@pytest.mark.parametrize("target", [*FLOATS, BF16], ids=dtype_id)
@pytest.mark.parametrize("source", [torch.bool, *INTS, *UINTS], ids=dtype_id)
def test_integer_to_float(source: torch.dtype, target: torch.dtype, interpreted: bool) -> None:
    if interpreted and target == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    x = integers(source, N)
    out = torch.empty(N, dtype=target)
    ours = run(_CAST.format(dtype=TL_NAMES[target]), (1,), [x, out], N=N)[1]
    if source == torch.uint64:  # torch converts it by way of int64
        if target == BF16:
            pytest.skip("no reference")
        import numpy

        with numpy.errstate(over="ignore"):
            names = {torch.float16: "float16", torch.float32: "float32", torch.float64: "float64"}
            expected = torch.from_numpy(x.numpy().astype(names[target]))
    else:
        expected = x.to(target)
    assert_same(ours, expected, 0, 0)


@pytest.mark.parametrize("source", [torch.int32, torch.uint32, torch.int64], ids=dtype_id)
def test_integers_are_rounded_to_bf16_once(source: torch.dtype, interpreted: bool) -> None:
    """As a GPU does; torch and numpy round to fp32 on the way."""
    if interpreted:
        pytest.skip("rounds twice")
    beside = torch.tensor([-129, -128, -1, 0, 1, 127, 128])
    ties = (torch.arange(257, 513, 2)[:, None, None] << torch.arange(23)[:, None]) + beside
    ties = torch.cat([ties.flatten(), -ties.flatten()]) if source.is_signed else ties.flatten()
    x = torch.cat([ties, ties * 2**31] if source == torch.int64 else [ties])
    lanes = 1 << (len(x) - 1).bit_length()
    padded = torch.nn.functional.pad(x, (0, lanes - len(x)))
    out = torch.empty(lanes, dtype=BF16)
    ours = run(_CAST.format(dtype="tl.bfloat16"), (1,), [padded.to(source), out], N=lanes)[1]
    mantissa, exponent = torch.frexp(padded.double())
    expected = torch.ldexp((mantissa * 256).round(), exponent - 8)
    assert torch.equal(ours.double(), expected)


@pytest.mark.parametrize("target", [*INTS, *UINTS], ids=dtype_id)
@pytest.mark.parametrize("source", [*FLOATS, BF16], ids=dtype_id)
def test_float_to_integer(source: torch.dtype, target: torch.dtype, interpreted: bool) -> None:
    if interpreted and source == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    # What does not fit a wide type has no defined value.
    limit = min(2.0 ** (8 * torch.empty((), dtype=target).element_size() - 1) - 1, 60000.0)
    low = 0.0 if target in UINTS else -limit
    x = torch.empty(N, dtype=torch.float64).uniform_(low, limit).to(source)
    x[:4] = torch.tensor([0.0, 0.5, 1.5, 2.999])
    x = x.clamp(low, limit).to(source)
    x = torch.where(x.double() > limit, torch.zeros_like(x), x)
    out = torch.empty(N, dtype=target)
    ours = run(_CAST.format(dtype=TL_NAMES[target]), (1,), [x, out], N=N)[1]
    assert ours.tolist() == [int(v) for v in x.tolist()]


@pytest.mark.not_interpreted("numpy leaves these values to the machine")
@pytest.mark.parametrize("lanes", [1, 4, 8, 16, 64])
@pytest.mark.parametrize(
    "target", [torch.int8, torch.uint8, torch.int16, torch.uint16], ids=dtype_id
)
@pytest.mark.parametrize("source", [*FLOATS, BF16], ids=dtype_id)
def test_float_out_of_range_wraps(source: torch.dtype, target: torch.dtype, lanes: int) -> None:
    # As torch on a CPU. Widened in the kernel, where a value that its type cannot hold shows.
    kernel = f"""
@triton.jit
def kernel(X, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(Z + i, tl.load(X + i).to({TL_NAMES[target]}).to(tl.int64))
"""
    bits = 8 * torch.empty((), dtype=target).element_size()
    x = torch.tensor([-1.0, -2.0, -129.0, 200.0, 300.0, -3.5, 65000.0, 5.0]).repeat(8).to(source)
    for first in range(8 if lanes == 1 else 1):
        part = x[first : first + lanes].clone()
        out = torch.empty(lanes, dtype=torch.int64)
        ours = run(kernel, (1,), [part, out], N=lanes)[1].tolist()
        half = 0 if target in UINTS else 2 ** (bits - 1)
        assert ours == [(int(v) + half) % 2**bits - half for v in part.tolist()]


@pytest.mark.parametrize("target", [*FLOATS, BF16], ids=dtype_id)
@pytest.mark.parametrize("source", [*FLOATS, BF16], ids=dtype_id)
def test_float_to_float(source: torch.dtype, target: torch.dtype, interpreted: bool) -> None:
    if interpreted and BF16 in (source, target):
        pytest.skip("the interpreter has no bf16 arithmetic")
    x = torch.cat([floats(source, N - 64), (torch.randn(64) * 1e-6).to(source)])
    ours = run(_CAST.format(dtype=TL_NAMES[target]), (1,), [x, torch.empty(N, dtype=target)], N=N)[
        1
    ]
    assert_same(ours, x.to(target), 0, 0)


@pytest.mark.not_interpreted("its fp8 conversions round otherwise")
@pytest.mark.parametrize("source", [torch.float32, torch.float16, BF16], ids=dtype_id)
@pytest.mark.parametrize("target", list(FP8), ids=str)
def test_float_to_fp8(target: torch.dtype, source: torch.dtype) -> None:
    info = torch.finfo(target)
    x = (torch.randn(N) * 4).to(source)
    x[:8] = torch.tensor([0.0, 1.0, -1.0, 0.3, 2.5, info.max, -info.max, info.tiny]).to(source)
    x[8:40] = torch.linspace(-info.max, info.max, 32).to(source)
    out = torch.empty(N, dtype=target)
    ours = run(_CAST.format(dtype=FP8[target]), (1,), [x, out], N=N)[1]
    expected = x.float().to(target)
    assert torch.equal(ours.float(), expected.float())


@pytest.mark.not_interpreted("its fp8 conversions have no infinities and fewer types")
@pytest.mark.parametrize("target", [torch.float32, torch.float16, BF16], ids=dtype_id)
@pytest.mark.parametrize("source", list(FP8), ids=str)
def test_fp8_to_float(source: torch.dtype, target: torch.dtype) -> None:
    x = torch.arange(256, dtype=torch.int16).to(torch.uint8).view(source)
    out = torch.empty(256, dtype=target)
    ours = run(_CAST.format(dtype=TL_NAMES[target]), (1,), [x, out], N=256)[1]
    finite = torch.isfinite(x.float())
    assert torch.equal(ours[finite], x.to(target)[finite])
    assert not torch.isfinite(ours.float()[~finite]).any()


@pytest.mark.parametrize("mode", ["rtz", "rtne"])
@pytest.mark.parametrize("target", [torch.float16, BF16], ids=dtype_id)
def test_rounding_mode(target: torch.dtype, mode: str, interpreted: bool) -> None:
    if interpreted:
        pytest.skip("the interpreter ignores the mode")
    source = _CAST.replace(".to({dtype})", '.to({dtype}, fp_downcast_rounding="' + mode + '")')
    x = torch.randn(N)
    out = torch.empty(N, dtype=target)
    ours = run(source.format(dtype=TL_NAMES[target]), (1,), [x, out], N=N)[1]
    expected = x.to(target)
    if mode == "rtz":
        bits = expected.view(torch.int16)
        toward_zero = torch.where(expected.float().abs() > x.abs(), bits - 1, bits)
        expected = toward_zero.view(target)
    assert torch.equal(ours, expected)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (torch.float32, torch.int32),
        (torch.int32, torch.float32),
        (torch.float16, torch.int16),
        (torch.float64, torch.int64),
        (torch.int16, BF16),
        (torch.uint8, torch.int8),
    ],
    ids=dtype_id,
)
def test_bitcast(source: torch.dtype, target: torch.dtype) -> None:
    text = _CAST.replace(".to({dtype})", ".to({dtype}, bitcast=True)")
    x = values(source, N)
    out = torch.empty(N, dtype=target)
    ours = run(text.format(dtype=TL_NAMES[target]), (1,), [x, out], N=N)[1]
    assert torch.equal(ours.view(torch.uint8), x.view(torch.uint8))


@pytest.mark.parametrize("dtype", [*INTS, *FLOATS], ids=dtype_id)
def test_to_boolean(dtype: torch.dtype) -> None:
    x = values(dtype, N)
    ours = run(_CAST.format(dtype="tl.int1"), (1,), [x, torch.empty(N, dtype=torch.bool)], N=N)[1]
    assert torch.equal(ours, x != 0)


@pytest.mark.parametrize("dtype", [torch.int8, torch.int32, torch.float32], ids=dtype_id)
def test_store_converts(dtype: torch.dtype) -> None:
    x = (torch.randn(N) * 20).to(torch.float64)
    text = _CAST.replace(".to({dtype})", "")
    check(text, (1,), [x, torch.empty(N, dtype=dtype)], N=N)


def _nearest_bf16(value: int) -> float:
    """Rounded once, to even."""
    drop = max(abs(value).bit_length() - 8, 0)
    kept, rest, half = abs(value) >> drop, abs(value) & ((1 << drop) - 1), (1 << drop) >> 1
    kept += drop > 0 and (rest > half or (rest == half and kept & 1))
    return float(kept << drop) * (-1 if value < 0 else 1)


@pytest.mark.parametrize("source", [torch.int64, torch.uint64], ids=dtype_id)
@pytest.mark.parametrize("lanes", [1, N])
def test_wide_integers_near_ties_of_bf16(source: torch.dtype, lanes: int) -> None:
    """f64 does not hold them, and torch rounds to f32 before."""
    exponent, digits = torch.randint(9, 54, (N,)), torch.randint(128, 256, (N,))
    near = torch.randint(-2, 3, (N,)) << (torch.rand(N) * exponent).long().clamp(max=30)
    x = ((2 * digits + 1) << exponent) + near  # some wrap around to negative ones
    out = torch.empty(N, dtype=BF16)
    kernel = make_kernel(
        _CAST.replace("i = ", "i = tl.program_id(0) * N + ").format(dtype="tl.bfloat16")
    )
    kernel[(N // lanes,)](x.view(source), out, N=lanes)
    expected = [_nearest_bf16(value) for value in x.view(source).tolist()]
    assert out.double().tolist() == expected

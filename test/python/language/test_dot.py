# Dots: dtypes, shapes, precisions, transposes, batches, chains.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import BF16, dtype_id
from harness.units import UNITS
from harness.versions import TRITON
from triton_shared.testing.check import run
from triton_shared.testing.kernels import make_kernel

_DOT = """
@triton.jit
def kernel(A, B, C, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)[:, None]
    n = tl.arange(0, N)[None, :]
    k = tl.arange(0, K)
    a = tl.load(A + {a})
    b = tl.load(B + {b})
    c = tl.load(C + m * N + n)
    tl.store(C + m * N + n, tl.dot({dot}))
"""

A, AT = "m * K + k[None, :]", "m + k[None, :] * M"
B, BT = "k[:, None] * N + n", "k[:, None] + n * K"


def _product(
    source: str, a: torch.Tensor, b: torch.Tensor, c: torch.Tensor, shape: tuple[int, int, int]
) -> torch.Tensor:
    m, n, k = shape
    result: torch.Tensor = run(source, (1,), [a, b, c], M=m, N=n, K=k)[2]
    return result


SHAPES = [(16, 16, 16), (64, 64, 32), (32, 128, 64), (128, 16, 16), (16, 32, 128), (64, 32, 256)]
SMALL = [(1, 16, 16), (16, 1, 16), (8, 8, 4), (2, 4, 2), (4, 16, 1), (1, 1, 32)]


@pytest.mark.parametrize("shape", [*SHAPES, *SMALL], ids=str)
@pytest.mark.parametrize(
    ("dtype", "out"),
    [
        (torch.float32, torch.float32),
        (torch.float16, torch.float32),
        (torch.float16, torch.float16),
        (BF16, torch.float32),
        (torch.int8, torch.int32),
        (torch.float64, torch.float64),
    ],
    ids=dtype_id,
)
def test_dot(
    dtype: torch.dtype, out: torch.dtype, shape: tuple[int, int, int], interpreted: bool
) -> None:
    if interpreted and dtype == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    m, n, k = shape
    if dtype == torch.int8:
        a = torch.randint(-128, 128, (m, k), dtype=dtype)
        b = torch.randint(-128, 128, (k, n), dtype=dtype)
        c = torch.randint(-1000, 1000, (m, n), dtype=out)
    else:
        a, b = torch.randn(m, k).to(dtype), torch.randn(k, n).to(dtype)
        c = torch.randn(m, n).to(out)
    name = {torch.float16: "tl.float16", torch.int32: "tl.int32", torch.float64: "tl.float64"}
    dot = f"a, b, c, out_dtype={name.get(out, 'tl.float32')}"
    ours = _product(_DOT.format(a=A, b=B, dot=dot), a, b, c, shape)
    expected = a.double() @ b.double() + c.double()
    bound = {torch.float32: 1e-5, torch.float16: 5e-3, torch.float64: 1e-13}.get(out, 0.0)
    torch.testing.assert_close(ours.double(), expected, rtol=bound, atol=bound * k**0.5 * 4)


@pytest.mark.parametrize("precision", ["ieee", "tf32", "tf32x3", "bf16x3", "bf16x6"])
def test_precision_names(precision: str, interpreted: bool) -> None:
    if interpreted and precision.startswith("bf16"):
        pytest.skip("the interpreter does not know it")
    # Every way is at least as exact as its name says.
    shape = (32, 32, 64)
    a, b, c = torch.randn(32, 64), torch.randn(64, 32), torch.zeros(32, 32)
    source = _DOT.format(a=A, b=B, dot=f'a, b, c, input_precision="{precision}"')
    ours = _product(source, a, b, c, shape)
    bound = 2e-2 if precision == "tf32" else 1e-3 if precision == "bf16x3" else 1e-4
    torch.testing.assert_close(ours, a @ b, rtol=bound, atol=bound)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, BF16, torch.int8], ids=dtype_id)
@pytest.mark.parametrize(("at_a", "at_b"), [(AT, B), (A, BT), (AT, BT)], ids=["ta", "tb", "tab"])
def test_strides(at_a: str, at_b: str, dtype: torch.dtype, interpreted: bool) -> None:
    if interpreted and dtype == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    shape = (32, 64, 16)
    m, n, k = shape
    a, b = (torch.randint(-9, 9, s).to(dtype) for s in ((m, k), (k, n)))
    c = torch.zeros(m, n, dtype=torch.int32 if dtype == torch.int8 else torch.float32)
    given_a = a.t().contiguous() if at_a == AT else a
    given_b = b.t().contiguous() if at_b == BT else b
    dot = f"a, b, c, out_dtype={'tl.int32' if dtype == torch.int8 else 'tl.float32'}"
    ours = _product(_DOT.format(a=at_a, b=at_b, dot=dot), given_a, given_b, c, shape)
    assert torch.equal(ours.double(), a.double() @ b.double())


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16], ids=dtype_id)
def test_transposed_block(dtype: torch.dtype) -> None:
    source = _DOT.format(a=A, b=B, dot="tl.trans(tl.trans(a)), tl.trans(b + 0).T, c")
    a, b = torch.randint(-9, 9, (32, 16)).to(dtype), torch.randint(-9, 9, (16, 64)).to(dtype)
    ours = _product(source, a, b, torch.ones(32, 64), (32, 64, 16))
    assert torch.equal(ours, a.float() @ b.float() + 1)


def test_batched() -> None:
    source = """
@triton.jit
def kernel(A, B, C, S: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    s = tl.arange(0, S)[:, None, None]
    m = tl.arange(0, M)[None, :, None]
    n = tl.arange(0, N)[None, None, :]
    a = tl.load(A + (s * M + m) * K + tl.arange(0, K)[None, None, :])
    b = tl.load(B + (s * K + tl.arange(0, K)[None, :, None]) * N + n)
    tl.store(C + (s * M + m) * N + n, tl.dot(a, b))
"""
    a, b = torch.randn(4, 16, 32), torch.randn(4, 32, 16)
    ours = run(source, (1,), [a, b, torch.zeros(4, 16, 16)], S=4, M=16, N=16, K=32)[2]
    torch.testing.assert_close(ours, a @ b, rtol=1e-5, atol=1e-5)


def test_chain() -> None:
    source = """
@triton.jit
def kernel(A, B, C, D, N: tl.constexpr):
    i = tl.arange(0, N)[:, None]
    j = tl.arange(0, N)[None, :]
    at = i * N + j
    p = tl.dot(tl.load(A + at), tl.load(B + at))
    p = tl.where(p > 0, p, p * 0.5)
    tl.store(D + at, tl.dot(p, tl.load(C + at), p))
"""
    a, b, c = (torch.randn(32, 32) for _ in range(3))
    ours = run(source, (1,), [a, b, c, torch.zeros(32, 32)], N=32)[3]
    p = a @ b
    p = torch.where(p > 0, p, p * 0.5)
    torch.testing.assert_close(ours, p @ c + p, rtol=1e-5, atol=1e-4)


def test_accumulator_of_a_loop_with_a_condition() -> None:
    source = """
@triton.jit
def kernel(A, B, C, steps, N: tl.constexpr):
    i = tl.arange(0, N)[:, None]
    j = tl.arange(0, N)[None, :]
    at = i * N + j
    acc = tl.zeros((N, N), tl.float32)
    for s in range(steps):
        acc = tl.dot(tl.load(A + at), tl.load(B + at), acc)
        if s == 1:
            acc = acc * 0.5
    tl.store(C + at, acc)
"""
    a, b = torch.randn(32, 32), torch.randn(32, 32)
    for steps in (0, 1, 3):
        ours = run(source, (1,), [a, b, torch.ones(32, 32), steps], N=32)[2]
        expected = torch.zeros(32, 32)
        for s in range(steps):
            expected = (expected + a @ b) * (0.5 if s == 1 else 1)
        torch.testing.assert_close(ours, expected, rtol=1e-5, atol=1e-4)


@pytest.mark.not_interpreted("its fp8 product goes through fp16 with other rounding")
@pytest.mark.parametrize("dtype", [torch.float8_e4m3fn, torch.float8_e5m2], ids=str)
def test_fp8(dtype: torch.dtype) -> None:
    a, b = torch.randn(32, 64).to(dtype), torch.randn(64, 32).to(dtype)
    source = _DOT.format(a=A, b=B, dot="a, b, c")
    ours = _product(source, a, b, torch.zeros(32, 32), (32, 32, 64))
    torch.testing.assert_close(ours, a.float() @ b.float(), rtol=1e-4, atol=1e-4)


@pytest.mark.not_interpreted("no bf16 arithmetic")
@pytest.mark.parametrize("kind", ["e4m3", "e5m2", "e2m1"])
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("flush", [False, True])
def test_dot_scaled(kind: str, scaled: bool, flush: bool) -> None:
    m, n, k = 32, 32, 64
    pack = 2 if kind == "e2m1" else 1
    source = f"""
@triton.jit
def kernel(
    A, SA, B, SB, C, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, SCALED: tl.constexpr
):
    m = tl.arange(0, M)[:, None]
    n = tl.arange(0, N)[None, :]
    a = tl.load(A + m * (K // {pack}) + tl.arange(0, K // {pack})[None, :])
    b = tl.load(B + tl.arange(0, K // {pack})[:, None] * N + n)
    groups = tl.arange(0, K // 32)[None, :]
    if SCALED:
        sa = tl.load(SA + m * (K // 32) + groups)
        sb = tl.load(SB + tl.arange(0, N)[:, None] * (K // 32) + groups)
        c = tl.dot_scaled(a, sa, "{kind}", b, sb, "{kind}")
    else:
        c = tl.dot_scaled(a, None, "{kind}", b, None, "{kind}")
    tl.store(C + m * N + n, c)
"""
    if kind == "e2m1":
        table = torch.tensor([0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0])
        table = torch.cat([table, -table])
        codes_a, codes_b = torch.randint(0, 16, (m, k)), torch.randint(0, 16, (k, n))
        wide_a, wide_b = table[codes_a], table[codes_b]
        a = (codes_a[:, 0::2] | codes_a[:, 1::2] << 4).to(torch.uint8)
        b = (codes_b[0::2] | codes_b[1::2] << 4).to(torch.uint8)
    else:
        dtype = torch.float8_e4m3fn if kind == "e4m3" else torch.float8_e5m2
        a, b = torch.randn(m, k).to(dtype), torch.randn(k, n).to(dtype)
        wide_a, wide_b = a.float(), b.float()
        a, b = a.view(torch.uint8), b.view(torch.uint8)
    sa = torch.randint(124, 131, (m, k // 32), dtype=torch.uint8)
    sb = torch.randint(124, 131, (n, k // 32), dtype=torch.uint8)
    if scaled:
        wide_a = wide_a * torch.exp2(sa.float() - 127).repeat_interleave(32, 1)
        wide_b = wide_b * torch.exp2(sb.float() - 127).repeat_interleave(32, 1).t()
    args = [a, sa, b, sb, torch.zeros(m, n)]
    flushed = torch.set_flush_denormal(flush)  # none is met: not even on the way
    try:
        ours = run(source, (1,), args, M=m, N=n, K=k, SCALED=scaled)[4]
    finally:
        torch.set_flush_denormal(False)
    assert flushed
    torch.testing.assert_close(ours, wide_a @ wide_b, rtol=1e-2, atol=1e-2)


_LOOP = """
@triton.jit
def kernel(A, B, C, m_size, n_size, k_size, am, ak, bk, bn,
           M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    # Programs with the same columns follow each other.
    rows = tl.cdiv(m_size, M)
    m = (tl.program_id(0) % rows) * M + tl.arange(0, M)
    n = (tl.program_id(0) // rows) * N + tl.arange(0, N)
    k = tl.arange(0, K)
    a = A + m[:, None] * am + k[None, :] * ak
    b = B + k[:, None] * bk + n[None, :] * bn
    acc = tl.zeros((M, N), dtype={acc})
    for i in range(0, tl.cdiv(k_size, K)):
        left = k_size - i * K
        x = tl.load(a, mask=(m[:, None] < m_size) & (k[None, :] < left), other=0)
        y = tl.load(b, mask=(k[:, None] < left) & (n[None, :] < n_size), other=0)
        acc = tl.dot(x, y, acc, out_dtype={acc})
        a += K * ak
        b += K * bk
    inside = (m[:, None] < m_size) & (n[None, :] < n_size)
    tl.store(C + m[:, None] * n_size + n[None, :], acc, mask=inside)
"""


@pytest.mark.parametrize("transposed", ["", "a", "b", "ab"])
@pytest.mark.parametrize("features", UNITS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, BF16, torch.int8], ids=dtype_id)
def test_dot_loop_on_every_unit(
    dtype: torch.dtype,
    features: str,
    transposed: str,
    interpreted: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Masked loops over k, several programs with the same columns, either operand transposed."""
    if interpreted:
        pytest.skip("about the units of the CPU")
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    m, n, k = 150, 90, 333
    if dtype == torch.int8:
        a = torch.randint(-128, 128, (m, k), dtype=dtype)
        b = torch.randint(-128, 128, (k, n), dtype=dtype)
        c, bound = torch.zeros(m, n, dtype=torch.int32), 0.0
    else:
        a, b = torch.randn(m, k).to(dtype), torch.randn(k, n).to(dtype)
        c, bound = torch.zeros(m, n), 1e-4
    expected = a.double() @ b.double()
    a = a.t().contiguous().t() if "a" in transposed else a
    b = b.t().contiguous().t() if "b" in transposed else b
    source = _LOOP.format(acc="tl.int32" if dtype == torch.int8 else "tl.float32")
    for block in ((64, 32, 32), (16, 64, 64)):
        grid = (-(-m // block[0]) * -(-n // block[1]),)
        arguments = [a, b, c, m, n, k, *a.stride(), *b.stride()]
        ours = run(source, grid, arguments, M=block[0], N=block[1], K=block[2])[2]
        torch.testing.assert_close(ours.double(), expected, rtol=bound, atol=bound * 10)


def test_every_launch_reads_anew() -> None:
    """What one launch has packed is not there for the next, which may find other values."""
    m, n, k = 64, 32, 64
    kernel = make_kernel(_LOOP.format(acc="tl.float32"))
    a, b, c = torch.randn(m, k), torch.empty(k, n), torch.empty(m, n)
    for i in range(8):
        b.copy_(torch.randn(k, n) * i)
        kernel[(m // 16,)](a, b, c, m, n, k, *a.stride(), *b.stride(), M=16, N=n, K=16)
        torch.testing.assert_close(c, a @ b, rtol=1e-4, atol=1e-3)


@pytest.mark.skipif(TRITON < (3, 7), reason="Triton 3.6 refuses scales in three dims")
@pytest.mark.not_interpreted("no bf16 arithmetic")
@pytest.mark.parametrize("packed_along_k", [True, False])
def test_dot_scaled_of_a_batch(packed_along_k: bool) -> None:
    """fp4 in three dims, packed along k or along the rows and columns."""
    batch, m, n, k = 2, 32, 16, 64
    source = """
@triton.jit
def at(P, I: tl.constexpr, J: tl.constexpr, K: tl.constexpr):
    i, j, k = tl.arange(0, I)[:, None, None], tl.arange(0, J)[:, None], tl.arange(0, K)
    return P + i * (J * K) + j * K + k[None, None, :]

@triton.jit
def kernel(
    A, SA, B, SB, C,
    Z: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, ALONG_K: tl.constexpr
):
    m: tl.constexpr = M if ALONG_K else M // 2
    n: tl.constexpr = N if ALONG_K else N // 2
    k: tl.constexpr = K // 2 if ALONG_K else K
    a, sa = tl.load(at(A, Z, m, k)), tl.load(at(SA, Z, M, K // 32))
    b, sb = tl.load(at(B, Z, k, n)), tl.load(at(SB, Z, N, K // 32))
    c = tl.dot_scaled(
        a, sa, "e2m1", b, sb, "e2m1", lhs_k_pack=ALONG_K, rhs_k_pack=ALONG_K
    )
    tl.store(at(C, Z, M, N), c)
"""
    table = torch.tensor([0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0])
    table = torch.cat([table, -table])
    a, b = torch.randint(0, 16, (batch, m, k)), torch.randint(0, 16, (batch, k, n))
    sa, sb = torch.randint(124, 131, (batch, m, 2)), torch.randint(124, 131, (batch, n, 2))
    expected = (table[a] * torch.exp2(sa - 127.0).repeat_interleave(32, 2)) @ (
        table[b] * torch.exp2(sb - 127.0).repeat_interleave(32, 2).mT
    )
    if packed_along_k:
        a, b = a[..., 0::2] | a[..., 1::2] << 4, b[:, 0::2] | b[:, 1::2] << 4
    else:
        a, b = a[:, 0::2] | a[:, 1::2] << 4, b[..., 0::2] | b[..., 1::2] << 4
    args = [x.to(torch.uint8).contiguous() for x in (a, sa, b, sb)]
    args.append(torch.zeros(batch, m, n))
    ours = run(source, (1,), args, Z=batch, M=m, N=n, K=k, ALONG_K=packed_along_k)[4]
    torch.testing.assert_close(ours, expected, rtol=1e-5, atol=1e-4)


_AGAIN = """
@triton.jit
def kernel(A, B, C, steps, N: tl.constexpr):
    i = tl.arange(0, N)[:, None]
    j = tl.arange(0, N)[None, :]
    at = i * N + j
    w = tl.load(B + at)
    x = tl.load(A + at) + 0
    for s in range(steps):
        x = {dot}
    tl.store(C + at, x)
"""


@pytest.mark.parametrize("n", [4, 16, 64])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=dtype_id)
@pytest.mark.parametrize(
    "dot",
    [
        "tl.dot({x}, w, out_dtype=w.dtype)",
        "tl.dot(w, {x}, out_dtype=w.dtype)",
        "tl.dot({x}, w, out_dtype=w.dtype) + x",
        "tl.dot(w, {x}, out_dtype=w.dtype) - x",
    ],
    ids=["first", "second", "first and added", "second and subtracted"],
)
@pytest.mark.parametrize("seen", ["x", "tl.trans(x)"])
def test_operand_is_carried_too(seen: str, dot: str, dtype: torch.dtype, n: int) -> None:
    """The result must not be written where an operand still is."""
    steps = 3
    a, w = (torch.randint(-1, 2, (n, n)).to(dtype) for _ in range(2))
    source = _AGAIN.format(dot=dot.format(x=seen))
    ours = run(source, (1,), [a, w, torch.zeros(n, n, dtype=dtype), steps], N=n)[2]
    x = a.double()
    for _ in range(steps):
        y = x.t() if seen != "x" else x
        product = w.double() @ y if "dot(w" in dot else y @ w.double()
        x = product + x if "+" in dot else product - x if "-" in dot else product
    assert torch.equal(ours.double(), x)


@pytest.mark.parametrize("dot", ["d, w, d", "tl.trans(d), w, d", "w, d, d", "d, d, d"])
def test_operand_is_accumulated_to(dot: str) -> None:
    n = 32
    source = f"""
@triton.jit
def kernel(A, B, C, N: tl.constexpr):
    at = tl.arange(0, N)[:, None] * N + tl.arange(0, N)[None, :]
    w = tl.load(B + at)
    d = tl.dot(tl.load(A + at), w)
    tl.store(C + at, tl.dot({dot}))
"""
    a, w = (torch.randint(-1, 2, (n, n)).float() for _ in range(2))
    ours = run(source, (1,), [a, w, torch.zeros(n, n)], N=n)[2]
    d = a @ w
    first, second = {"d": (d, w), "t": (d.t(), w), "w": (w, d)}[dot[0]]
    second = d if dot == "d, d, d" else second
    assert torch.equal(ours, first @ second + d)


@pytest.mark.not_interpreted("no bf16 arithmetic")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, BF16], ids=dtype_id)
@pytest.mark.parametrize("m", [2, 16])
def test_masked_load_that_is_transposed(m: int, dtype: torch.dtype) -> None:
    """Read where it is when no lane is inactive, copied otherwise: both with the dims in turn."""
    n, k, rows, columns = 32, 16, m - 1, 27
    source = """
@triton.jit
def kernel(A, B, C, rows, columns, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    a = tl.load(A + m[None, :] * K + k[:, None], mask=m[None, :] < rows, other=0)
    b = tl.load(B + n[:, None] + k[None, :] * N, mask=n[:, None] < columns, other=0)
    c = tl.dot(tl.trans(a), tl.trans(b), out_dtype=C.dtype.element_ty)
    tl.store(C + m[:, None] * N + n[None, :], c)
"""
    a, b = torch.randint(-2, 3, (m, k)).to(dtype), torch.randint(-2, 3, (k, n)).to(dtype)
    c = torch.zeros(m, n, dtype=torch.float32 if dtype == BF16 else dtype)
    for inside in ((rows, columns), (m, n)):
        ours = run(source, (1,), [a, b, c, *inside], M=m, N=n, K=k)[2]
        expected = torch.zeros(m, n, dtype=torch.float64)
        expected[: inside[0], : inside[1]] = a[: inside[0]].double() @ b[:, : inside[1]].double()
        assert torch.equal(ours.double(), expected)


@pytest.mark.parametrize("dtype", [torch.int8, torch.float32], ids=dtype_id)
def test_constant_stride_is_large(dtype: torch.dtype) -> None:
    """Rows further apart than an LLVM address takes as a constant."""
    m, n, k, stride = 2, 16, 16, 1 << 28
    out = torch.int32 if dtype == torch.int8 else dtype
    source = """
@triton.jit
def kernel(A, B, C, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, STRIDE: tl.constexpr):
    m, n, k = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :], tl.arange(0, K)
    a = tl.load(A + m.to(tl.int64) * STRIDE + k[None, :])
    b = tl.load(B + k[:, None] * N + n)
    tl.store(C + m * N + n, tl.dot(a, b, out_dtype=C.dtype.element_ty))
"""
    kernel = make_kernel(source)
    # Never touched for the most part.
    a = torch.empty((m - 1) * stride + k, dtype=dtype).as_strided((m, k), (stride, 1))
    a.copy_(torch.randint(-9, 9, (m, k)))
    b, c = torch.randint(-9, 9, (k, n)).to(dtype), torch.zeros(m, n, dtype=out)
    kernel[(1,)](a, b, c, M=m, N=n, K=k, STRIDE=stride)
    assert torch.equal(c.double(), a.double() @ b.double())


_SCORES = """
@triton.jit
def kernel(Q, K, TABLE, O, heads, blocks, BYHEAD: tl.constexpr, R: tl.constexpr, D: tl.constexpr):
    pid = tl.program_id(0)
    rows = tl.num_programs(0) // heads
    head = pid % heads if BYHEAD else pid // rows
    row = pid // heads if BYHEAD else pid % rows
    i, d = tl.arange(0, R), tl.arange(0, D)
    q = tl.load(Q + (row * R + i[:, None]) * D + d[None, :])
    top = tl.full([R], -1e9, tl.float32)
    for j in range(0, blocks):
        page = tl.load(TABLE + head * blocks + j)
        k = tl.load(K + (page * R + i[:, None]) * D + d[None, :])
        top = tl.maximum(top, tl.max(tl.dot(q, tl.trans(k)), axis=1))
    tl.store(O + (head * rows + row) * R + i, top)
"""


@pytest.mark.parametrize("by_head", [False, True])
@pytest.mark.parametrize(("heads", "blocks"), [(3, 5), (2, 70), (1, 1), (5, 0)])
@pytest.mark.parametrize("dtype", [torch.float32, BF16], ids=dtype_id)
def test_keys_that_programs_share(
    dtype: torch.dtype, heads: int, blocks: int, by_head: bool, interpreted: bool
) -> None:
    """What is packed for one program is that of the next only if it is at the same place; more
    iterations than are kept; other numbers there in the next launch."""
    if interpreted and dtype == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    rows, r, d = 7, 32, 64
    kernel = make_kernel(_SCORES)
    q = torch.randint(-3, 4, (rows * r, d)).to(dtype)
    table = torch.randint(0, 9, (heads, blocks), dtype=torch.int32)
    k = torch.empty((9 * r, d), dtype=dtype)
    out = torch.empty(heads, rows * r)
    for _ in range(3):
        k.copy_(torch.randint(-3, 4, k.shape))
        kernel[(heads * rows,)](q, k, table, out, heads, blocks, BYHEAD=by_head, R=r, D=d)
        scores = (q.float() @ k.float().T).reshape(rows * r, 9, r).amax(2)
        for head in range(heads):
            pages = scores[:, table[head].long()]
            want = pages.amax(1) if blocks else torch.full((rows * r,), -1e9)
            assert torch.equal(out[head], want)


_UNPACKED = """
@triton.jit
def kernel(A, Q, S, C, N, K, ROWS: tl.constexpr, M: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(ROWS) * M + tl.arange(0, M)
    n = tl.program_id(1 - ROWS) * BN + tl.arange(0, BN)
    k = tl.arange(0, 32)
    shift = (k % 8) * 4
    acc = tl.zeros((M, BN), tl.float32)
    for i in range(0, K, 32):
        a = tl.load(A + m[:, None] * K + i + k[None, :])
        q = tl.load(Q + ((i + k) // 8)[:, None] * N + n[None, :])
        b = ((q >> shift[:, None]) & 15).to(tl.float32) * tl.load(S + i // 64 * N + n)[None, :]
        acc = tl.dot(a, b.to(a.dtype), acc)
    tl.store(C + m[:, None] * N + n[None, :], acc)
"""


@pytest.mark.parametrize("rows", [0, 1])
@pytest.mark.parametrize("dtype", [torch.float32, BF16], ids=dtype_id)
def test_columns_of_four_bits(dtype: torch.dtype, rows: int, interpreted: bool) -> None:
    """Unpacked once for the programs that share them, whichever axis goes down the rows."""
    if interpreted and dtype == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    m, n, k = 5 * 16, 3 * 64, 192
    kernel = make_kernel(_UNPACKED)
    a, c = torch.randint(-3, 4, (m, k)).to(dtype), torch.empty(m, n)
    for _ in range(2):
        packed = torch.randint(-(2**31), 2**31, (k // 8, n)).int()
        scale = torch.randint(1, 4, (k // 64, n)).float()
        grid = (5, 3) if rows == 0 else (3, 5)
        kernel[grid](a, packed, scale, c, n, k, ROWS=rows, M=16, BN=64)
        shifts = 4 * torch.arange(8).int()
        nibbles = (packed[:, None, :] >> shifts[None, :, None]) & 15
        b = nibbles.reshape(k, n).float() * scale.repeat_interleave(64, 0)
        assert torch.equal(c, a.float() @ b)


_ORDERED = """
@triton.jit
def kernel(A, B, C, RUNS, m, n, K: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tl.atomic_add(RUNS + pid, 1)
    if GROUP == 0:
        row, column = pid // n, pid % n
    else:
        first = pid // (GROUP * n) * GROUP
        height = min(m - first, GROUP)
        row, column = first + pid % (GROUP * n) % height, pid % (GROUP * n) // height
    i, j, k = row * 16 + tl.arange(0, 16), column * 16 + tl.arange(0, 16), tl.arange(0, K)
    a = tl.load(A + i[:, None] * K + k[None, :])
    b = tl.load(B + k[:, None] * n * 16 + j[None, :])
    tl.store(C + i[:, None] * n * 16 + j[None, :], tl.dot(a, b))
"""


@pytest.mark.parametrize("group", [0, 1, 3, 8, 40])
@pytest.mark.parametrize("grid", [(1, 1), (2, 1), (1, 7), (9, 3), (70, 3), (40, 5)])
def test_programs_run_down_columns(grid: tuple[int, int], group: int, interpreted: bool) -> None:
    """However a program's number counts rows and columns, each runs once: groups that the rows do
    not fill, more rows than are taken at a time, single rows and columns, and a part of a row."""
    if interpreted and max(grid) > 20:
        pytest.skip("takes the interpreter long")
    m, n = grid
    kernel = make_kernel(_ORDERED)
    a, b = (torch.randint(-3, 4, s).float() for s in ((m * 16, 32), (32, n * 16)))
    for programs in (m * n, m * n - n // 2):
        c, runs = torch.full((m * 16, n * 16), -1.0), torch.zeros(m * n + 8, dtype=torch.int32)
        kernel[(programs,)](a, b, c, runs, m, n, K=32, GROUP=group)
        assert torch.equal(runs, (torch.arange(m * n + 8) < programs).int())
        if programs == m * n:
            assert torch.equal(c, a @ b)


_IN_TURNS = """
@triton.jit
def kernel(A, B, C, I, turns, WHERE: tl.constexpr, TRANSPOSED: tl.constexpr, LDA: tl.constexpr,
           K: tl.constexpr):
    M: tl.constexpr = 32
    A += tl.program_id(0) * M * LDA
    B += tl.program_id(0) * K * M
    C += tl.program_id(0) * turns * M * M
    m, n, k = tl.arange(0, M), tl.arange(0, M), tl.arange(0, 32)
    tile = m[:, None] * M + n[None, :]
    for t in range(turns):
        acc = tl.zeros((M, M), tl.float32)
        for i in range(0, K, 32):
            if TRANSPOSED:
                a = tl.trans(tl.load(A + (i + k)[:, None] * M + m[None, :]))
            else:
                a = tl.load(A + m[:, None] * LDA + (i + k)[None, :])
            acc = tl.dot(a, tl.load(B + (i + k)[:, None] * M + n[None, :]), acc)
        tl.store(C + t * M * M + tile, acc)
        small = (acc.to(tl.int32) % 5).to(A.dtype.element_ty)
        if WHERE == "columns":
            tl.store(B + tile, small, mask=m[:, None] < 7)
        elif WHERE == "rows":
            tl.store(A + m * LDA, tl.sum(small.to(tl.float32), 1) % 3)
        elif WHERE == "element":
            tl.store(B + 3 * M + t, 2.0)
        elif WHERE == "scattered":
            tl.store(B + tl.load(I + n), (n % 3).to(A.dtype.element_ty) + t % 4)
"""


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("where", ["nowhere", "columns", "rows", "element", "scattered"])
@pytest.mark.parametrize("dtype", [torch.float32, BF16], ids=dtype_id)
def test_stores_between_turns(
    dtype: torch.dtype, where: str, transposed: bool, interpreted: bool
) -> None:
    """A loop over tiles multiplies by what it has stored itself the turn before: what was packed or
    copied then does not count any more."""
    if interpreted and dtype == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    programs, turns, m, k = 3, 6, 32, 96
    kernel = make_kernel(_IN_TURNS)
    lda = k if transposed else k + 5
    index = torch.randperm(k * m)[:m].int()
    for _ in range(2):
        a = torch.randint(-2, 3, (programs, m * lda)).to(dtype)
        b = torch.randint(-2, 3, (programs, k, m)).to(dtype)
        c = torch.empty(programs, turns, m, m)
        x, y = a.double(), b.double()
        kernel[(programs,)](a, b, c, index, turns, WHERE=where, TRANSPOSED=transposed, LDA=lda, K=k)
        for p in range(programs):
            rows = x[p].view(k, m).T if transposed else x[p].view(m, lda)[:, :k]
            for t in range(turns):
                want = rows @ y[p]
                assert torch.equal(c[p, t].double(), want), (p, t)
                small = torch.fmod(want, 5)
                if where == "columns":
                    y[p, :7] = small[:7]
                elif where == "rows":
                    x[p].view(m, lda)[:, 0] = torch.fmod(small.sum(1), 3)
                elif where == "element":
                    y[p, 3, t] = 2
                elif where == "scattered":
                    y[p].view(-1)[index.long()] = (torch.arange(m) % 3 + t % 4).double()
        assert torch.equal(a.double(), x)
        assert torch.equal(b.double(), y)


_HELD = """
@triton.jit
def kernel(A, B, C, MASK, turns, MASKED: tl.constexpr):
    m = tl.arange(0, 32)
    tile = m[:, None] * 32 + m[None, :]
    for t in range(turns):
        a = tl.load(A + tile)
        if MASKED:
            on = tl.load(MASK + tile) > 0
            if t % 2 == 0:
                tl.store(MASK + tile, (m[:, None] + m[None, :] + t) % 3)
            b = tl.load(B + tile, mask=on, other=0.0)
        else:
            b = tl.trans(tl.load(B + tile))
            if t % 2 == 0:
                tl.store(B + tile, (m[:, None] + m[None, :] * 2 + t).to(B.dtype.element_ty))
        tl.store(C + t * 1024 + tile, tl.dot(a, b))
"""


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, BF16], ids=dtype_id)
def test_stores_between_load_and_dot(dtype: torch.dtype, masked: bool, interpreted: bool) -> None:
    """What was loaded before a store is packed after it: that is not kept for the next turn."""
    if interpreted and dtype == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    turns = 6
    a, b = (torch.randint(-2, 3, (32, 32)).to(dtype) for _ in range(2))
    c, mask, i = torch.zeros(turns, 32, 32), torch.ones(32, 32, dtype=torch.int32), torch.arange(32)
    y, on = b.double(), mask > 0
    make_kernel(_HELD)[(1,)](a, b, c, mask, turns, MASKED=masked)
    for t in range(turns):
        assert torch.equal(c[t].double(), a.double() @ (y * on if masked else y.T)), t
        if t % 2 == 0:
            on = (i[:, None] + i + t) % 3 > 0
            y = y if masked else (i[:, None] + i * 2 + t).double()


@pytest.mark.parametrize("dtype", [torch.float32, BF16], ids=dtype_id)
def test_gathered_columns_before_tiles(dtype: torch.dtype, interpreted: bool) -> None:
    """Only one of two dots has stores to look at."""
    if interpreted and dtype == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    source = """
@triton.jit
def kernel(A, B, I, C, D, turns, K: tl.constexpr):
    m = tl.arange(0, 32)
    tile = m[:, None] * 32 + m[None, :]
    acc = tl.zeros((32, 32), tl.float32)
    for i in range(0, K, 32):
        a = tl.load(A + m[:, None] * K + i + m[None, :])
        b = tl.load(B + tl.load(I + i + m)[:, None] * 32 + m[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(C + tile, acc)
    for t in range(turns):
        acc = tl.zeros((32, 32), tl.float32)
        for i in range(0, K, 32):
            a = tl.load(A + m[:, None] * K + i + m[None, :])
            acc = tl.dot(a, tl.load(B + (i + m)[:, None] * 32 + m[None, :]), acc)
        tl.store(D + t * 1024 + tile, acc)
"""
    k = 128
    a, b = torch.randint(-2, 3, (32, k)).to(dtype), torch.randint(-2, 3, (k, 32)).to(dtype)
    index = torch.randint(0, k, (k,)).int()
    c, d = torch.zeros(32, 32), torch.zeros(3, 32, 32)
    make_kernel(source)[(1,)](a, b, index, c, d, 3, K=k)
    assert torch.equal(c.double(), a.double() @ b.double()[index.long()])
    for tile in d:
        assert torch.equal(tile.double(), a.double() @ b.double())


def test_columns_stored_by_the_program() -> None:
    """Each program replaces a part of the columns that it shares with the one before."""
    source = """
@triton.jit
def kernel(A, B, C, K: tl.constexpr):
    pid = tl.program_id(0)
    m, k = tl.arange(0, 32), tl.arange(0, 32)
    tl.store(B + (pid % 2) * 7 * 32 + m, pid * 1.0)
    acc = tl.zeros((32, 32), tl.float32)
    for i in range(0, K, 32):
        a = tl.load(A + m[:, None] * K + (i + k)[None, :])
        acc = tl.dot(a, tl.load(B + (i + k)[:, None] * 32 + m[None, :]), acc)
    tl.store(C + pid * 1024 + m[:, None] * 32 + m[None, :], acc)
"""
    a, b = torch.randint(-2, 3, (32, 64)).float(), torch.randint(-2, 3, (64, 32)).float()
    c, now = torch.empty(9, 32, 32), b.clone()
    before = torch.get_num_threads()
    torch.set_num_threads(1)  # one after the other
    try:
        make_kernel(source)[(9,)](a, b, c, K=64)
    finally:
        torch.set_num_threads(before)
    for pid in range(9):
        now[(pid % 2) * 7] = pid
        assert torch.equal(c[pid], a @ now)


_CLIPPED = """
@triton.jit
def kernel(A, B, C, m_size, n_size, k_size, am, ak, bk, bn, LEAST: tl.constexpr,
           M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows, columns = tl.cdiv(m_size, M) + 1, tl.cdiv(n_size, N)
    for tile in range(tl.program_id(0), rows * columns, tl.num_programs(0)):
        m = tile // columns * M + tl.arange(0, M)
        n = tile % columns * N + tl.arange(0, N)
        rm = tl.minimum(m, m_size - 1) if LEAST else tl.where(m < m_size, m, 0)
        rn = tl.minimum(n, n_size - 1) if LEAST else tl.where(n < n_size, n, 0)
        acc = tl.zeros((M, N), tl.float32)
        for i in range(0, k_size, K):
            k = i + tl.arange(0, K)
            a = tl.load(A + rm[:, None] * am + k[None, :] * ak, mask=k[None, :] < k_size, other=0)
            b = tl.load(B + k[:, None] * bk + rn[None, :] * bn, mask=k[:, None] < k_size, other=0)
            acc = tl.dot(a, b, acc)
        # What is past the last row and column shows as well.
        tl.store(C + m[:, None] * columns * N + n[None, :], acc)
"""


@pytest.mark.parametrize("least", [False, True])
@pytest.mark.parametrize("transposed", ["", "a", "b"])
@pytest.mark.parametrize("dtype", [torch.float32, BF16], ids=dtype_id)
def test_rows_and_columns_past_the_end(
    dtype: torch.dtype, transposed: str, least: bool, interpreted: bool
) -> None:
    """Rows and columns past the last one are those of index 0, or of the last one, in tiles that
    hold some and in tiles that hold nothing else."""
    if interpreted and dtype == BF16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    m, n, k = 75, 90, 70
    a, b = torch.randint(-3, 4, (m, k)).to(dtype), torch.randint(-3, 4, (k, n)).to(dtype)
    rows, columns = torch.arange(128), torch.arange(96)
    rows = rows.clamp(max=m - 1) if least else rows.where(rows < m, 0)
    columns = columns.clamp(max=n - 1) if least else columns.where(columns < n, 0)
    expected = (a.float() @ b.float())[rows][:, columns]
    a = a.t().contiguous().t() if "a" in transposed else a
    b = b.t().contiguous().t() if "b" in transposed else b
    c = torch.full((128, 96), -1.0)
    kernel = make_kernel(_CLIPPED)
    kernel[(2,)](a, b, c, m, n, k, *a.stride(), *b.stride(), LEAST=least, M=32, N=32, K=32)
    assert torch.equal(c, expected)

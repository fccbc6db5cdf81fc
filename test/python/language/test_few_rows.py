# Products of which few rows are stored: a version of their own, and the usual one.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import BF16, dtype_id
from harness.memory import guarded
from triton_shared.testing.check import run
from triton_shared.testing.kernels import make_kernel

# `rows` masks, `begin` and `end` are what differs from test to test.
_PRODUCT = """
@triton.jit
def kernel(A, B, C, E, M, N, K, am, ak, bk, bn,
           BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    sums = tl.zeros((BM, BN), {acc})
    for k0 in range(0, K, BK):
        left = (m[:, None] < M) & (k0 + k[None, :] < K)
        a = tl.load(A + m[:, None] * am + (k0 + k[None, :]) * ak, mask=left, other={zero})
        right = (k0 + k[:, None] < K) & (n[None, :] < N)
        b = tl.load(B + (k0 + k[:, None]) * bk + n[None, :] * bn, mask=right, other={zero})
        sums = tl.dot(a, b, sums, out_dtype={acc})
    inside = (m[:, None] < M) & (n[None, :] < N)
    {end}
"""
_STORE = "tl.store(C + m[:, None] * N + n[None, :], sums, mask=inside)"

LAYOUTS = ["rows", "columns"]
TOLERANCE = {torch.float64: 1e-12, torch.int32: 0.0}


def _operand(shape: tuple[int, int], dtype: torch.dtype, layout: str) -> torch.Tensor:
    if dtype.is_floating_point:
        x = torch.randn(shape).to(dtype)
    else:
        x = torch.randint(-128, 128, shape, dtype=dtype)
    return x if layout == "rows" else x.t().contiguous().t()


def _flat(x: torch.Tensor) -> torch.Tensor:
    """The memory of `x`, as the kernel takes it by its strides."""
    return x.as_strided((x.numel(),), (1,))


def _run(
    end: str, a: torch.Tensor, b: torch.Tensor, c: torch.Tensor, extra: torch.Tensor, **blocks: int
) -> torch.Tensor:
    m, k = a.shape
    n = b.shape[1]
    acc = {torch.float64: "tl.float64", torch.int32: "tl.int32"}.get(c.dtype, "tl.float32")
    grid = (-(-m // blocks["BM"]), -(-n // blocks["BN"]))
    strides = (*a.stride(), *b.stride())
    zero = "0.0" if a.dtype.is_floating_point else "0"
    source = _PRODUCT.format(acc=acc, end=end, zero=zero)
    args = [_flat(a), _flat(b), c, extra, m, n, k, *strides]
    result: torch.Tensor = run(source, grid, args, **blocks)[2]
    return result


def _compare(ours: torch.Tensor, expected: torch.Tensor, k: int) -> None:
    bound = TOLERANCE.get(ours.dtype, 1e-5)
    torch.testing.assert_close(ours.double(), expected, rtol=bound, atol=bound * k**0.5 * 8)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("m", [1, 2, 4, 5, 8, 9, 17, 35])
@pytest.mark.parametrize(
    ("dtype", "out"),
    [
        (torch.float32, torch.float32),
        (BF16, torch.float32),
        (torch.float16, torch.float32),
        (torch.float8_e5m2, torch.float32),
        (torch.float64, torch.float64),
        (torch.int8, torch.int32),
    ],
    ids=dtype_id,
)
def test_rows(dtype: torch.dtype, out: torch.dtype, m: int, layout: str) -> None:
    """Of 16 rows of a block up to eight are few; the last block may have any number."""
    n, k = 100, 77
    a, b = _operand((m, k), dtype, "rows"), _operand((k, n), dtype, layout)
    ours = _run(_STORE, a, b, torch.zeros(m, n, dtype=out), torch.zeros(1), BM=16, BN=32, BK=32)
    _compare(ours, a.double() @ b.double(), k)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("k", [0, 1, 16, 33, 256])
@pytest.mark.parametrize("n", [1, 16, 63, 64, 200])
@pytest.mark.parametrize("blocks", [(4, 16, 16), (16, 128, 64), (64, 64, 32)], ids=str)
def test_sizes(blocks: tuple[int, int, int], n: int, k: int, layout: str) -> None:
    a = _operand((3, k), torch.float32, layout)
    b = _operand((k, n), torch.float32, layout)
    bm, bn, bk = blocks
    ours = _run(_STORE, a, b, torch.full((3, n), 7.0), torch.zeros(1), BM=bm, BN=bn, BK=bk)
    _compare(ours, a.double() @ b.double(), k)


_CARRIED = """
@triton.jit
def kernel(A, B, C, M, N, K, first, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.arange(0, BM)
    n = (tl.program_id(0) * BN + tl.arange(0, BN)) % N
    k = tl.arange(0, BK)
    a = A + m[:, None] * K + k[None, :]
    b = B + k[:, None] + n[None, :] * K
    sums = tl.full((BM, BN), first, {acc})
    for k0 in range(K, 0, -BK):
        x = tl.load(a, mask=(m[:, None] < M) & (k[None, :] < k0), other=0)
        y = tl.load(b, mask=k[:, None] < k0, other=0)
        sums = tl.dot(x, y, sums, out_dtype={acc})
        a += BK
        b += BK
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    tl.store(C + m[:, None] * N + n[None, :], sums, mask=(m[:, None] < M) & (n[None, :] < N))
"""


@pytest.mark.parametrize("k", [0, 64, 1000, 1024, 5000, 8192])
@pytest.mark.parametrize("m", [1, 3, 8])
@pytest.mark.parametrize(
    ("dtype", "acc"),
    [
        (torch.float32, "tl.float32"),
        (BF16, "tl.float32"),
        (torch.float64, "tl.float64"),
        (torch.int8, "tl.int32"),
    ],
    ids=dtype_id,
)
def test_long_columns(dtype: torch.dtype, acc: str, m: int, k: int) -> None:
    """So much of k is contiguous that it is taken in several pieces, and a rest."""
    n = 40
    a, b = _operand((m, k), dtype, "rows"), _operand((n, k), dtype, "rows")
    c = torch.zeros(m, n, dtype=getattr(torch, acc.removeprefix("tl.")))
    args = [a, b, c, m, n, k, 7]
    ours = run(_CARRIED.format(acc=acc), (2,), args, BM=16, BN=32, BK=64)[2]
    _compare(ours, a.double() @ b.double().t() + 7, max(k, 1))


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("m", [1, 3, 7])
def test_nothing_past_the_bounds_is_touched(m: int, columns: bool) -> None:
    """All three arrays end where memory does; so do rows, columns and k."""
    end, acc = _STORE, "tl.float32"
    kernel = make_kernel(_PRODUCT.format(acc=acc, end=end, zero="0.0"))
    n, k = 37, 45
    strides = (1, k) if columns else (n, 1)
    with guarded(m * k) as a, guarded(k * n) as b, guarded(m * n) as c:
        for x in (a, b):
            x.copy_(torch.randn(x.numel()))
        kernel[(1, 2)](a, b, c, a, m, n, k, k, 1, *strides, BM=16, BN=32, BK=32)
        right = b.reshape(n, k).t() if columns else b.reshape(k, n)
        _compare(c.reshape(m, n), a.reshape(m, k).double() @ right.double(), k)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("m", [1, 7, 16])
def test_after_the_loop(m: int, layout: str) -> None:
    """What is made of the sums, from rows, columns and blocks that are loaded then."""
    n, k = 70, 64
    end = """scale = tl.load(E + m, mask=m < M, other=0)
    bias = tl.load(E + 100 + n, mask=n < N, other=0)
    before = tl.load(C + m[:, None] * N + n[None, :], mask=inside, other=0)
    sums = tl.maximum(sums * scale[:, None] + bias[None, :] * m[:, None], -1.0) + before
    tl.store(C + m[:, None] * N + n[None, :], sums, mask=inside)"""
    a, b = _operand((m, k), torch.float32, "rows"), _operand((k, n), torch.float32, layout)
    c, extra = torch.randn(m, n), torch.randn(200)
    ours = _run(end, a, b, c.clone(), extra, BM=16, BN=32, BK=32)
    bias = extra[100 : 100 + n].double() * torch.arange(m)[:, None]
    sums = a.double() @ b.double() * extra[:m, None] + bias
    _compare(ours, sums.clamp(min=-1) + c.double(), k)


@pytest.mark.parametrize("m", [1, 6, 16])
def test_added_by_atomics(m: int) -> None:
    a, b = _operand((m, 50), torch.float32, "rows"), _operand((50, 40), torch.float32, "columns")
    end = "tl.atomic_add(C + m[:, None] * N + n[None, :], sums, mask=inside)"
    c = torch.randn(m, 40)
    ours = _run(end, a, b, c.clone(), torch.zeros(1), BM=16, BN=32, BK=16)
    _compare(ours, c.double() + a.double() @ b.double(), 50)


@pytest.mark.parametrize("live", [[], [0], [0, 1, 2], [2, 5], [0, 15], list(range(16))], ids=str)
def test_rows_by_a_loaded_mask(live: list[int]) -> None:
    """Which rows are stored is loaded, as where tokens are sent to experts."""
    end = """some = tl.load(E + m) > 0
    tl.store(C + m[:, None] * N + n[None, :], sums, mask=some[:, None] & (n[None, :] < N))"""
    a, b = _operand((16, 48), torch.float32, "rows"), _operand((48, 40), torch.float32, "rows")
    mask = torch.zeros(16, dtype=torch.int32)
    mask[live] = 1
    c = torch.randn(16, 40)
    ours = _run(end, a, b, c.clone(), mask, BM=16, BN=32, BK=16)
    expected = torch.where(mask[:, None] > 0, a.double() @ b.double(), c.double())
    _compare(ours, expected, 48)


@pytest.mark.parametrize("weight", [torch.int8, torch.uint8], ids=dtype_id)
@pytest.mark.parametrize("dtype", [BF16, torch.float16, torch.float32], ids=dtype_id)
@pytest.mark.parametrize("m", [1, 5, 16])
def test_weights_of_bytes(m: int, dtype: torch.dtype, weight: torch.dtype) -> None:
    """All 256 of them, converted to the other operand's type."""
    source = """
@triton.jit
def kernel(A, W, C, M, N, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.arange(0, BM)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    sums = tl.zeros((BM, BN), tl.float32)
    for k0 in range(0, K, BK):
        k = k0 + tl.arange(0, BK)
        a = tl.load(A + m[:, None] * K + k[None, :], mask=m[:, None] < M, other=0.0)
        sums += tl.dot(a, tl.load(W + n[None, :] * K + k[:, None]).to(a.dtype))
    tl.store(C + m[:, None] * N + n[None, :], sums, mask=m[:, None] < M)
"""
    n, k = 64, 64
    a, w = torch.randn(m, k).to(dtype), (torch.arange(n * k).reshape(n, k) * 7 % 256).to(weight)
    ours = run(source, (2,), [a, w, torch.zeros(m, n), m, n], K=k, BM=16, BN=32, BK=32)[2]
    torch.testing.assert_close(ours.double(), a.double() @ w.double().t(), rtol=1e-5, atol=2e-2)


@pytest.mark.parametrize("m", [1, 4, 5, 16])
def test_computed_columns(m: int) -> None:
    """Weights of four bits, scaled by groups of k."""
    source = """
@triton.jit
def kernel(A, W, S, C, M, N, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(1) * BM + tl.arange(0, BM)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    sums = tl.zeros((BM, BN), tl.float32)
    for k0 in range(0, K, BK):
        k = k0 + tl.arange(0, BK)
        a = tl.load(A + m[:, None] * K + k[None, :], mask=m[:, None] < M, other=0)
        w = tl.load(W + (k // 8)[:, None] * N + n[None, :])
        s = tl.load(S + (k0 // 32) * N + n)
        b = (((w >> ((k % 8) * 4)[:, None]) & 15) - 8) * s[None, :]
        sums += tl.dot(a, b.to(a.dtype))
    tl.store(C + m[:, None] * N + n[None, :], sums, mask=m[:, None] < M)
"""
    n, k = 64, 128
    a = torch.randn(m, k)
    w = torch.randint(-(2**31), 2**31 - 1, (k // 8, n), dtype=torch.int32)
    s = torch.randn(k // 32, n)
    args = [a, w, s, torch.zeros(m, n), m, n]
    ours = run(source, (2, 1), args, K=k, BM=16, BN=32, BK=32)[3]
    digits = (w[:, None, :] >> (torch.arange(8) * 4)[None, :, None]) & 15
    b = (digits.reshape(k, n) - 8) * s.repeat_interleave(32, 0)
    _compare(ours, a.double() @ b.double(), k)


@pytest.mark.parametrize("m", [1, 3, 16, 20])
@pytest.mark.parametrize("n", [64, 100])
def test_rows_and_columns_that_wrap(n: int, m: int) -> None:
    """The tutorial's kernel: indices past the end begin anew."""
    source = """
@triton.jit
def kernel(A, B, C, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = (tl.program_id(0) * BM + tl.arange(0, BM)) % M
    n = (tl.program_id(1) * BN + tl.arange(0, BN)) % N
    k = tl.arange(0, BK)
    a, b = A + m[:, None] * K + k[None, :], B + k[:, None] * N + n[None, :]
    sums = tl.zeros((BM, BN), tl.float32)
    for k0 in range(0, tl.cdiv(K, BK)):
        x = tl.load(a, mask=k[None, :] < K - k0 * BK, other=0)
        y = tl.load(b, mask=k[:, None] < K - k0 * BK, other=0)
        sums = tl.dot(x, y, sums)
        a += BK
        b += BK * N
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    tl.store(C + m[:, None] * N + n[None, :], sums, mask=(m[:, None] < M) & (n[None, :] < N))
"""
    a, b = torch.randn(m, 50), torch.randn(50, n)
    args = [a, b, torch.zeros(m, n), m, n, 50]
    ours = run(source, (-(-m // 16), -(-n // 32)), args, BM=16, BN=32, BK=32)[2]
    _compare(ours, a.double() @ b.double(), 50)


@pytest.mark.parametrize("m", [1, 5])
def test_stored_rows_are_read_again(m: int) -> None:
    """A loop around the products: what one stores is an operand of the next."""
    source = """
@triton.jit
def kernel(A, B, M, turns, D: tl.constexpr, BM: tl.constexpr, BK: tl.constexpr):
    m = tl.arange(0, BM)[:, None]
    n = tl.arange(0, D)[None, :]
    k = tl.arange(0, BK)
    for t in range(turns):
        sums = tl.zeros((BM, D), tl.float32)
        for k0 in range(0, D, BK):
            a = tl.load(A + m * D + k0 + k[None, :], mask=m < M, other=0)
            b = tl.load(B + (k0 + k[:, None]) * D + n)
            sums = tl.dot(a, b, sums)
        tl.debug_barrier()
        tl.store(A + m * D + n, sums, mask=m < M)
        tl.debug_barrier()
"""
    a, b = torch.randn(m, 32), torch.randn(32, 32) / 6
    ours = run(source, (1,), [a, b, m, 5], D=32, BM=16, BK=16)[0]
    expected = a.double()
    for _ in range(5):
        expected = expected @ b.double()
    _compare(ours, expected, 160)


_ATTENTION = """
@triton.jit
def kernel(Q, K, V, O, S, L, rows{constant}, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    m = tl.arange(0, BM)
    d = tl.arange(0, D)
    live = m < rows
    q = tl.load(Q + m[:, None] * D + d[None, :], mask=live[:, None], other=0.0)
    most = tl.zeros([BM], tl.float32) - float("inf")
    sums = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    for n0 in range(0, L, BN):
        n = n0 + tl.arange(0, BN)
        k = tl.load(K + n[None, :] * D + d[:, None], mask=n[None, :] < L, other=0.0)
        s = tl.where(live[:, None] & (n[None, :] < L), tl.dot(q, k), float("-inf"))
        v = tl.load(V + n[:, None] * D + d[None, :], mask=n[:, None] < L, other=0.0)
        now = tl.maximum(tl.max(s, 1), most)
        scale = tl.exp(most - now)
        p = tl.exp(s - now[:, None])
        acc = tl.dot(p.to(v.dtype), v, acc * scale[:, None])
        sums = sums * scale + tl.sum(p, 1)
        most = now
    tl.store(O + m[:, None] * D + d[None, :], acc / sums[:, None], mask=live[:, None])
    tl.store(S + m, most + tl.log(sums), mask=live)
"""


@pytest.mark.parametrize("constant", ["", ": tl.constexpr"])
@pytest.mark.parametrize("length", [1, 32, 75])
@pytest.mark.parametrize("rows", [1, 3, 8, 9, 16])
@pytest.mark.parametrize("dtype", [torch.float32, BF16], ids=dtype_id)
def test_attention(dtype: torch.dtype, rows: int, length: int, constant: str) -> None:
    """Few queries in blocks of 16, as where a model makes one token at a time."""
    dim = 32
    q, k, v = (torch.randn(n, dim).to(dtype) for n in (rows, length, length))
    args = [q, k, v, torch.zeros(rows, dim), torch.zeros(rows), length]
    names = {"rows": rows} if constant else {}
    args += [] if constant else [rows]
    source = _ATTENTION.format(constant=constant)
    ours = run(source, (1,), args, **names, BM=16, BN=32, D=dim)
    scores = q.double() @ k.double().t()
    bound = 1e-5 if dtype == torch.float32 else 2e-2
    expected = scores.softmax(1) @ v.double()
    torch.testing.assert_close(ours[3].double(), expected, rtol=bound, atol=bound)
    torch.testing.assert_close(ours[4].double(), scores.logsumexp(1), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("m", [1, 4, 12])
def test_state_of_all_rows(m: int) -> None:
    """A linear recurrence: rows that are not stored count for those that are."""
    source = """
@triton.jit
def kernel(Q, K, O, M, turns, BM: tl.constexpr):
    i = tl.arange(0, BM)
    place = i[:, None] * BM + i[None, :]
    state = tl.load(Q + place)
    for t in range(turns):
        k = tl.load(K + t * BM * BM + place)
        state = tl.dot(k, state)
    tl.store(O + place, state, mask=i[:, None] < M)
"""
    q, k = torch.randn(16, 16), torch.randn(3, 16, 16)
    ours = run(source, (1,), [q, k, torch.zeros(16, 16), m, 3], BM=16)[2]
    expected = k[2].double() @ k[1].double() @ k[0].double() @ q.double()
    _compare(ours[:m], expected[:m], 48)
    assert not ours[m:].any()


@pytest.mark.parametrize("first", [0, 3, 20])
def test_columns_that_begin_late(first: int) -> None:
    """k is bounded from below as well, where what comes before is not to be multiplied."""
    source = """
@triton.jit
def kernel(A, B, C, M, K, first, N: tl.constexpr, BM: tl.constexpr, BK: tl.constexpr):
    m = tl.arange(0, BM)[:, None]
    n = tl.arange(0, N)[None, :]
    sums = tl.zeros((BM, N), tl.float32)
    for k0 in range(0, K, BK):
        k = k0 + tl.arange(0, BK)
        a = tl.load(A + m * K + k[None, :], mask=(m < M) & (k[None, :] < K), other=0.0)
        inside = (k[:, None] >= first) & (k[:, None] < K)
        sums = tl.dot(a, tl.load(B + k[:, None] * N + n, mask=inside, other=0.0), sums)
    tl.store(C + m * N + n, sums, mask=m < M)
"""
    a, b = torch.randn(2, 40), torch.randn(40, 32)
    args = [a, b, torch.zeros(2, 32), 2, 40, first]
    ours = run(source, (1,), args, N=32, BM=16, BK=32)[2]
    _compare(ours, a[:, first:].double() @ b[first:].double(), 40)


@pytest.mark.parametrize("form", ["tl.dot(x, w)", "tl.dot(x, w, bias)", "tl.dot(x, w, y) + x"])
@pytest.mark.parametrize("m", [1, 8, 12])
def test_rows_that_are_multiplied_again(m: int, form: str) -> None:
    """The first operand is what the dot before has given, whose place its own sums may take."""
    source = f"""
@triton.jit
def kernel(X, W, C, M, turns, BM: tl.constexpr, D: tl.constexpr):
    m = tl.arange(0, BM)[:, None]
    n = tl.arange(0, D)[None, :]
    x = tl.load(X + m * D + n, mask=m < M, other=0.0)
    y = x * 3
    bias = x * 2
    for t in range(turns):
        w = tl.load(W + t * D * D + tl.arange(0, D)[:, None] * D + n)
        y, x = x, {form}
    tl.store(C + m * D + n, x, mask=m < M)
"""
    a, w = torch.randn(m, 16), torch.randn(3, 16, 16) / 4
    ours = run(source, (1,), [a, w, torch.zeros(m, 16), m, 3], BM=16, D=16)[2]
    x, y = a.double(), 3 * a.double()
    for t in range(3):
        more = {"tl.dot(x, w)": 0.0, "tl.dot(x, w, bias)": 2 * a.double()}.get(form, y + x)
        y, x = x, x @ w[t].double() + more
    _compare(ours, x, 48)


_USED_AGAIN = """
@triton.jit
def kernel(A, B, C, M, turns, BM: tl.constexpr, D: tl.constexpr):
    m = tl.arange(0, BM)[:, None]
    n = tl.arange(0, D)[None, :]
    k = tl.arange(0, D)
    total = 0.0
    a = A + m * D + k[None, :]
    for t in range(turns):
        sums = tl.zeros((BM, D), tl.float32)
        for k0 in range(2):
            b = tl.load(B + k0 * D * D + k[:, None] * D + n)
            sums = tl.dot(tl.load(a, mask=m < M, other=0.0), b, sums)
            a += M * D
        tl.store(C + t * M * D + m * D + n, sums, mask=m < M)
        {more}
    tl.store(C + turns * M * D, total)
"""


@pytest.mark.parametrize("more", ["pass", "total += tl.sum(sums)", "total = tl.max(sums + m)"])
@pytest.mark.parametrize("m", [1, 5, 16])
def test_used_by_what_is_around(m: int, more: str) -> None:
    """A loop around the products goes on with their pointers, or with what they come to."""
    turns, d = 3, 16
    a, b = torch.randn(2 * turns, m, d), torch.randn(2, d, d)
    c = torch.zeros(turns * m * d + 1)
    ours = run(_USED_AGAIN.format(more=more), (1,), [a, b, c, m, turns], BM=16, D=d)[2]
    sums = [
        a[2 * t].double() @ b[0].double() + a[2 * t + 1].double() @ b[1].double()
        for t in range(turns)
    ]
    _compare(ours[:-1], torch.cat([x.flatten() for x in sums]), 32)
    number = torch.arange(m)[:, None]
    last = {"pass": 0.0, "total += tl.sum(sums)": float(sum(x.sum() for x in sums))}
    if more in last:
        assert abs(float(ours[-1]) - last[more]) < 1e-3
    elif m == 16:
        assert abs(float(ours[-1]) - float((sums[-1] + number).max())) < 1e-3


@pytest.mark.parametrize("m", [1, 16])
def test_sums_of_half_precision_around_the_loop(m: int) -> None:
    """A dot before the loop and one after it, whose results are rounded once."""
    source = """
@triton.jit
def kernel(A, B, C, M, BM: tl.constexpr, D: tl.constexpr):
    m = tl.arange(0, BM)[:, None]
    n = tl.arange(0, D)[None, :]
    k = tl.arange(0, D)[:, None]
    a = tl.load(A + m * D + n, mask=m < M, other=0.0)
    b = tl.load(B + k * D + n)
    x = tl.dot(a, b, out_dtype=tl.float16)
    sums = tl.zeros((BM, D), tl.float32)
    for t in range(2):
        sums = tl.dot(x, b, sums)
    y = tl.dot((sums / 8).to(tl.float16), b, out_dtype=tl.float16)
    tl.store(C + m * D + n, y, mask=m < M)
"""
    a, b = torch.rand(m, 128).half(), torch.rand(128, 128).half() / 16
    ours = run(source, (1,), [a, b, torch.zeros(m, 128).half(), m], BM=16, D=128)[2]
    x = (a.double() @ b.double()).half().double()
    y = ((x @ b.double()) / 4).half().double() @ b.double()
    torch.testing.assert_close(ours.double(), y, rtol=2e-3, atol=0)

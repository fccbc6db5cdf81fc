# Kernels that run from the linalg stop, by upstream's passes alone.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `--device-under-test=plain` does to whole suites, on a few kernels of every kind."""

from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl
from triton.language import core
from triton.language.extra import libdevice

from triton_shared import CompileError, LoadError


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, fresh_cache: object, interpreted: bool) -> None:
    if interpreted:
        pytest.skip("the interpreter has no road")
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", "plain=1")


@triton.jit
def shift_kernel(x, n, BLOCK: tl.constexpr):
    """Overlapping source and target: the load must see what was there before the store."""
    i = tl.arange(0, BLOCK)
    mask = i < n
    values = tl.load(x + i, mask=mask)
    tl.store(x + i + 1, values, mask=mask)


@triton.jit
def rows_kernel(x, total, best, running, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + i, mask=i < columns, other=float("-inf"))
    tl.store(best + row, tl.argmax(values, 0))
    values = tl.where(i < columns, values, 0.0)
    tl.store(total + row, tl.sum(values, 0))
    suffix = tl.cumsum(values, 0, reverse=True)
    tl.store(running + row * columns + i, suffix, mask=i < columns)


@triton.jit
def product_kernel(a, b, c, M, N, K, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    k = tl.arange(0, BLOCK)
    pa = a + (i % M)[:, None] * K + k[None, :]
    pb = b + k[:, None] * N + (j % N)[None, :]
    sums = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in range(0, K, BLOCK):
        left = tl.load(pa, mask=k[None, :] < K - start, other=0.0)
        right = tl.load(pb, mask=k[:, None] < K - start, other=0.0)
        sums = tl.dot(left, right, sums)
        pa += BLOCK
        pb += BLOCK * N
    mask = (i[:, None] < M) & (j[None, :] < N)
    tl.store(c + i[:, None] * N + j[None, :], sums, mask=mask)


@triton.jit
def locked_kernel(lock, counter, old, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    before = tl.atomic_add(counter + i % 3, 1, mask=i < n)
    tl.store(old + i, before, mask=i < n)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.atomic_xchg(lock, 0)


@triton.jit
def pointers_kernel(x, y, out, choose, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    pointer = x
    if choose > 0:
        pointer = y
    for _ in range(2):
        pointer += 1
    tl.store(out + i, tl.load(pointer + i))


@triton.jit
def histogram_kernel(x, bins, BLOCK: tl.constexpr, BINS: tl.constexpr):
    values = tl.load(x + tl.arange(0, BLOCK))
    tl.store(bins + tl.arange(0, BINS), tl.histogram(values, BINS))


@triton.jit
def assert_kernel(x, limit):
    value = tl.load(x + tl.program_id(0))
    tl.device_assert(value < limit, "too large")


def test_load_before_overlapping_store() -> None:
    x = torch.arange(40, dtype=torch.float32)
    expected = x.clone()
    expected[1:31] = x[:30]
    shift_kernel[(1,)](x, 30, BLOCK=64)
    assert torch.equal(x, expected)


@pytest.mark.parametrize("columns", [1, 37, 64])
def test_reductions_and_scans(columns: int) -> None:
    x = torch.randn(5, columns)
    total, best = torch.zeros(5), torch.zeros(5, dtype=torch.int32)
    running = torch.zeros_like(x)
    rows_kernel[(5,)](x, total, best, running, columns, BLOCK=64)
    torch.testing.assert_close(total, x.sum(1))
    assert torch.equal(best.long(), x.argmax(1))
    torch.testing.assert_close(running, x.flip(1).cumsum(1).flip(1))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_product(dtype: torch.dtype) -> None:
    a, b = torch.randn(20, 37).to(dtype), torch.randn(37, 21).to(dtype)
    c = torch.zeros(20, 21)
    product_kernel[(2, 2)](a, b, c, 20, 21, 37, BLOCK=16)
    torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-5, atol=1e-4)


def test_atomics_keep_results() -> None:
    lock, counter = torch.zeros(1, dtype=torch.int32), torch.zeros(3, dtype=torch.int32)
    old = torch.zeros(8, dtype=torch.int32)
    locked_kernel[(1,)](lock, counter, old, 8, BLOCK=8)
    assert counter.tolist() == [3, 3, 2]
    assert old.tolist() == [0, 0, 0, 1, 1, 1, 2, 2]
    assert lock.item() == 0


@pytest.mark.parametrize("choose", [0, 1])
def test_pointers_as_values(choose: int) -> None:
    x, y, out = torch.randn(10), torch.randn(10), torch.zeros(8)
    pointers_kernel[(1,)](x, y, out, choose, BLOCK=8)
    assert torch.equal(out, (y if choose else x)[2:])


def test_histogram() -> None:
    x = torch.randint(0, 20, (64,), dtype=torch.int32)
    bins = torch.zeros(16, dtype=torch.int32)
    histogram_kernel[(1,)](x, bins, BLOCK=64, BINS=16)
    assert torch.equal(bins.long(), torch.bincount(x[x < 16], minlength=16))


def test_assert_is_an_exception() -> None:
    x = torch.arange(4, dtype=torch.int32)
    with pytest.raises(RuntimeError, match="too large"):
        assert_kernel[(4,)](x, 2, debug=True)


@triton.jit
def either_kernel(x, y, flag, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    values = tl.load(x + i)
    if flag:
        values = values * 2 + 1
    tl.store(y + i, values)
    tl.store(y + BLOCK + i, values)


@pytest.mark.parametrize("flag", [True, False])
def test_buffer_that_is_one_of_two(flag: bool) -> None:
    """Who frees it is decided at run time, by a helper function that is not the kernel."""
    x, y = torch.rand(64), torch.zeros(128)
    either_kernel[(1,)](x, y, flag, 64)
    expected = x * 2 + 1 if flag else x
    assert torch.equal(y, expected.repeat(2))


@triton.jit
def sums_kernel(out, rows, COLUMNS: tl.constexpr):
    ones = tl.full((4, COLUMNS), 1.0, rows.dtype.element_ty)
    tl.store(out, tl.sum(ones))
    tl.store(rows + tl.arange(0, 4), tl.sum(ones, 1))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_sum_of_narrow_floats(dtype: torch.dtype) -> None:
    """One rounding at the end: added up in bf16, ones stop at 256, in fp16 at 2048."""
    out, rows = torch.zeros(1, dtype=dtype), torch.zeros(4, dtype=dtype)
    sums_kernel[(1,)](out, rows, 4096)
    assert out.item() == 16384
    assert rows.tolist() == [4096] * 4


@triton.jit
def halve_kernel(x, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(x + i, tl.load(x + i) * 0.5)


def test_denormals_of_bf16() -> None:
    x = torch.tensor([1.0, 1.1754943508222875e-38, -9.183549615799121e-41], dtype=torch.bfloat16)
    expected = (x.double() * 0.5).to(torch.bfloat16)
    x = x.repeat(8)[:16]
    halve_kernel[(1,)](x, BLOCK=16)
    assert torch.equal(x, expected.repeat(8)[:16])


@triton.jit
def small_float_kernel(x, y, sums, best, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(y + i, tl.abs(-(v + v)))
    tl.store(y + N + i, tl.sort(v))
    tl.store(sums + i, tl.cumsum(v, 0))
    tl.store(best, tl.argmax(v, 0))


@pytest.mark.parametrize("dtype", [torch.float8_e5m2, torch.float8_e4m3fn], ids=str)
def test_arithmetic_on_8_bits(dtype: torch.dtype) -> None:
    """Triton's own type in, f32 in between, one rounding."""
    x = torch.tensor([-2.0, 3.0, 0.5, 0.25, -1.5, 1.0, 0.0, -0.25]).to(dtype)
    y, sums = torch.zeros(16).to(dtype), torch.zeros(8).to(dtype)
    best = torch.zeros(1, dtype=torch.int32)
    small_float_kernel[(1,)](x, y, sums, best, 8)
    assert torch.equal(y[:8].float(), (x.float() * 2).abs())
    assert torch.equal(y[8:].float(), x.float().sort().values)
    assert torch.equal(sums.float(), x.float().cumsum(0))
    assert best.item() == 1


@triton.jit
def to_integer_kernel(x, i32, u32, i64, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(i32 + i, libdevice.float2int_rz(v))
    tl.store(i32 + N + i, libdevice.float2int_rd(v))
    tl.store(u32 + i, libdevice.float2uint_rn(v))
    tl.store(i64 + i, libdevice.llrint(v))


def test_integers_of_floats_out_of_range() -> None:
    """The nearest integer that there is, and 0 for NaN."""
    inf = float("inf")
    x = torch.tensor([3e9, float("nan"), -1.5, inf, -inf, -3e9, 5e9, 2.5])
    i32 = torch.zeros(16, dtype=torch.int32)
    u32, i64 = torch.zeros(8, dtype=torch.uint32), torch.zeros(8, dtype=torch.int64)
    to_integer_kernel[(1,)](x, i32, u32, i64, 8)
    top, least = 2**31 - 1, -(2**31)
    assert i32[:8].tolist() == [top, 0, -1, top, least, least, top, 2]
    assert i32[8:].tolist() == [top, 0, -2, top, least, least, top, 2]
    assert u32.tolist() == [3_000_000_000, 0, 0, 2**32 - 1, 0, 0, 2**32 - 1, 2]
    assert i64.tolist() == [
        3_000_000_000, 0, -2, 2**63 - 1, -(2**63), -3_000_000_000, 5_000_000_000, 2,
    ]  # fmt: skip


@triton.jit
def length_kernel(x, z, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(z + i, libdevice.norm3d(v, v, v))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_lengths_neither_overflow_nor_vanish(dtype: torch.dtype) -> None:
    large, small = (1e20, 1e-30) if dtype == torch.float32 else (1e200, 1e-300)
    x = torch.tensor([large, small, 0.0, 2.0, float("inf"), float("nan"), -3.0, 5.0], dtype=dtype)
    z = torch.zeros_like(x)
    length_kernel[(1,)](x, z, 8)
    torch.testing.assert_close(z, x.abs() * 3**0.5, equal_nan=True)


@triton.jit
def print_pointer_kernel(x):
    tl.device_print("at", x)


def test_pointers_are_printed_as_such(capfd: pytest.CaptureFixture[str]) -> None:
    x = torch.zeros(1)
    print_pointer_kernel[(1,)](x)
    assert f"at: {x.data_ptr():#x}" in capfd.readouterr().out


@core.extern
def unknown(x, _semantic=None):
    symbols = {
        (core.dtype("fp32"),): ("my_function", core.dtype("fp32")),
        (core.dtype("fp64"),): ("__nv_my_function", core.dtype("fp64")),
    }
    return core.extern_elementwise("", "", [x], symbols, is_pure=True, _semantic=_semantic)


@triton.jit
def unknown_function_kernel(x):
    tl.store(x, unknown(tl.load(x)))


def test_functions_that_no_library_has() -> None:
    with pytest.raises(LoadError, match=r"my_function\nno library defines these functions"):
        unknown_function_kernel[(1,)](torch.zeros(1))
    message = r"test_plain_road.py:\d+:\d+: error: .*no implementation of '__nv_my_function'"
    with pytest.raises(CompileError, match=message):
        unknown_function_kernel[(1,)](torch.zeros(1, dtype=torch.float64))

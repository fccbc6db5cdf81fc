# Atomics: kinds, dtypes, masks, duplicates in a block, results.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import concurrent.futures
import platform
from typing import Any

import pytest
import torch
import triton

from harness.data import BF16, dtype_id
from triton_shared.testing.check import check, run
from triton_shared.testing.kernels import make_kernel

_RMW = """
@triton.jit
def kernel(X, I, V, O, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    index = tl.load(I + i)
    v = tl.load(V + i)
    old = tl.atomic_{op}(X + index, v, mask={mask}{extra})
    tl.store(O + i, old, mask={mask})
"""

INT_OPS = ["add", "max", "min", "and", "or", "xor", "xchg"]


@pytest.mark.parametrize(
    "dtype", [torch.int32, torch.int64, torch.uint32, torch.uint64], ids=dtype_id
)
@pytest.mark.parametrize("op", INT_OPS)
def test_integer(op: str, dtype: torch.dtype) -> None:
    x, v = (torch.randint(0, 1 << 20, (64,)).to(dtype) for _ in range(2))
    index = torch.randperm(64).int()
    args = [x, index, v, torch.zeros_like(v), 40]
    check(_RMW.format(op=op, mask="i < n", extra=""), (1,), args, BLOCK=64)


@pytest.mark.parametrize("op", ["add", "max", "min", "and", "or", "xor"])
def test_duplicates_in_a_block(op: str) -> None:
    x, v = torch.randint(0, 99, (8,)).int(), torch.randint(0, 99, (256,)).int()
    index = torch.randint(0, 8, (256,)).int()
    args = [x, index, v, torch.zeros_like(v), 250]
    ours = run(_RMW.format(op=op, mask="i < n", extra=""), (1,), args, BLOCK=256)
    expected = x.tolist()
    function = {
        "add": lambda a, b: a + b,
        "max": max,
        "min": min,
        "and": lambda a, b: a & b,
        "or": lambda a, b: a | b,
        "xor": lambda a, b: a ^ b,
    }[op]
    for at, value in zip(index.tolist()[:250], v.tolist()[:250], strict=False):
        expected[at] = function(expected[at], value)
    assert ours[0].tolist() == expected


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16, BF16], ids=dtype_id)
@pytest.mark.parametrize("op", ["add", "max", "min"])
def test_float(op: str, dtype: torch.dtype, interpreted: bool) -> None:
    if dtype in (torch.float16, BF16) and (op != "add" or interpreted):
        pytest.skip("not in the language, or not in the interpreter")
    x, v = (torch.randint(-99, 99, (64,)).to(dtype) for _ in range(2))
    index = torch.randint(0, 64, (64,)).int()
    args = [x, index, v, torch.zeros_like(v), 64]
    ours = run(_RMW.format(op=op, mask="i < n", extra=""), (1,), args, BLOCK=64)[0]
    reduce = {"add": "sum", "max": "amax", "min": "amin"}[op]
    expected = x.double().scatter_reduce(0, index.long(), v.double(), reduce)
    assert torch.equal(ours.double(), expected)


@pytest.mark.parametrize("sem", ["relaxed", "acquire", "release", "acq_rel"])
@pytest.mark.parametrize("scope", ["cta", "gpu", "sys"])
def test_orders_and_scopes(sem: str, scope: str) -> None:
    extra = f', sem="{sem}", scope="{scope}"'
    x, v = torch.zeros(4).int(), torch.ones(256).int()
    index = torch.randint(0, 4, (256,)).int()
    args = [x, index, v, torch.zeros_like(v), 1000]
    ours = run(_RMW.format(op="add", mask="i < n", extra=extra), (8,), args, BLOCK=32)[0]
    assert torch.equal(ours.long(), torch.bincount(index.long(), minlength=4))


@pytest.mark.parametrize("programs", [1, 7, 500])
def test_counts_over_programs(programs: int) -> None:
    source = """
@triton.jit
def kernel(X, O):
    ticket = tl.atomic_add(X, 1)
    tl.store(O + ticket, tl.program_id(0))
"""
    count = torch.zeros(1, dtype=torch.int32)
    order = torch.full((programs,), -1, dtype=torch.int32)
    count, order = run(source, (programs,), [count, order])
    assert count.item() == programs
    assert order.sort().values.tolist() == list(range(programs))


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64], ids=dtype_id)
def test_block_compare_and_swap(dtype: torch.dtype) -> None:
    source = """
@triton.jit
def kernel(X, C, V, O, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(O + i, tl.atomic_cas(X + i, tl.load(C + i), tl.load(V + i)))
"""
    x = torch.randint(0, 3, (64,)).to(dtype)
    compare, value = torch.randint(0, 3, (64,)).to(dtype), torch.randint(9, 99, (64,)).to(dtype)
    check(source, (1,), [x, compare, value, torch.zeros_like(x)], BLOCK=64)


def test_masked_scalar() -> None:
    source = """
@triton.jit
def kernel(X, n):
    tl.atomic_add(X, 1.5, mask=n > 3)
"""
    assert run(source, (4,), [torch.zeros(1), 2])[0].item() == 0
    assert run(source, (4,), [torch.zeros(1), 5])[0].item() == 6


_CONTIGUOUS = """
@triton.jit
def kernel(X, V, n, first, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    j = tl.arange(0, BLOCK)
    i = tl.arange(0, ROWS)[:, None]
    v = tl.load(V + i * BLOCK + j[None, :])
    row = (i + tl.program_id(0)) % ROWS
    tl.atomic_{op}(X + row * BLOCK + first + j[None, :], v, mask=j[None, :] < n)
"""


@pytest.mark.parametrize("features", ["", "-rtm", "-rtm,-cx16", "-avx512f"])
@pytest.mark.parametrize("first", [0, 1, 4])
@pytest.mark.parametrize("n", [64, 37, 3, 0])
@pytest.mark.parametrize(
    "dtype", [torch.int32, torch.int64, torch.float32, torch.float64, torch.float16], ids=dtype_id
)
def test_contiguous_adds(
    dtype: torch.dtype, n: int, first: int, features: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In transactions, or 16 bytes at a time where they are aligned and active; none is lost
    between threads."""
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    programs, rows, block = 512, 4, 64
    v = torch.randint(-2, 3, (rows, block)).to(dtype)
    x = torch.zeros(rows * block + 8, dtype=dtype)
    source = _CONTIGUOUS.format(op="add")
    got = run(source, (programs,), [x, v, n, first], ROWS=rows, BLOCK=block)[0]
    want = torch.zeros_like(x)
    sums = v.sum(0) * (programs // rows)
    for row in range(rows):
        want[row * block + first : row * block + first + n] += sums[:n]
    assert torch.equal(got, want)


@pytest.mark.parametrize("features", ["", "-rtm"])
@pytest.mark.parametrize("n", [1024, 1000])
def test_one_row_for_all(n: int, features: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that are in each other's way all the time lose nothing."""
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    programs = 3000
    source = _CONTIGUOUS.format(op="add")
    got = run(source, (programs,), [torch.zeros(1024), torch.ones(1024), n, 0], ROWS=1, BLOCK=1024)
    want = torch.zeros(1024)
    want[:n] = programs
    assert torch.equal(got[0], want)


_SHIFTED = """
@triton.jit
def kernel(X, Y, V, n, span, ROWS: tl.constexpr, BLOCK: tl.constexpr, BOTH: tl.constexpr):
    j = tl.arange(0, BLOCK)[None, :]
    i = tl.arange(0, ROWS)[:, None]
    v = tl.load(V + i * BLOCK + j)
    first = (tl.program_id(0) * 1237 + i * 411) % span
    tl.atomic_add(X + first + j, v, mask=j < n)
    if BOTH:
        tl.atomic_add(Y + first + j, v, mask=j < n)
"""


@pytest.mark.parametrize("features", ["", "-rtm", "-rtm,-cx16", "-avx512f"])
@pytest.mark.parametrize("dtype", [torch.int32, torch.float32, torch.float16], ids=dtype_id)
@pytest.mark.parametrize("n", [4096, 3001])
@pytest.mark.parametrize("both", [False, True])
def test_rows_across_locks(
    n: int, dtype: torch.dtype, both: bool, features: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of several pages, each beginning anywhere in those of others: a thread that goes from
    lock to lock loses nothing and waits for nobody who waits for it."""
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    programs, rows, block, span = 64, 4, 4096, 9000
    v = torch.randint(-2, 3, (rows, block)).to(dtype)
    x, y = (torch.zeros(span + block, dtype=dtype) for _ in range(2))
    kernel = make_kernel(_SHIFTED)

    def work(_: int) -> None:
        kernel[(programs,)](x, y, v, n, span, ROWS=rows, BLOCK=block, BOTH=both)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(8)))
    want = torch.zeros_like(x)
    for program in range(programs):
        for row in range(rows):
            first = (program * 1237 + row * 411) % span
            want[first : first + n] += v[row, :n] * 8
    assert torch.equal(x, want)
    assert torch.equal(y, want if both else torch.zeros_like(y))


@pytest.mark.parametrize("op", ["max", "min", "and", "or", "xor", "xchg"])
@pytest.mark.parametrize("dtype", [torch.int32, torch.uint32, torch.float32], ids=dtype_id)
def test_contiguous_kinds(op: str, dtype: torch.dtype) -> None:
    if dtype.is_floating_point and op not in ("max", "min"):
        pytest.skip("integers only, here or in the interpreter")
    x, v = (torch.randint(0, 1 << 20, (260,)).to(dtype) for _ in range(2))
    source = _CONTIGUOUS.format(op=op)
    check(source, (1,), [x, v, 50, 0], ROWS=4, BLOCK=64)


_SCANNED = """
@triton.jit
def add(a, b):
    return a + b


@triton.jit
def kernel(X, N: tl.constexpr):
    v = tl.associative_scan(tl.arange(0, N) + 1, 0, add, reverse=True)
    tl.atomic_xor(X + v % 256, v)
"""


def test_operand_out_of_a_reverse_scan() -> None:
    check(_SCANNED, (1,), [torch.zeros(256, dtype=torch.int32)], N=16)


_ROWS = """
@triton.jit
def kernel(X, BLOCK: tl.constexpr):
    tl.atomic_add(X + tl.arange(0, BLOCK), 1.0)
"""

_SCOPED = """
@triton.jit
def kernel(X, BLOCK: tl.constexpr):
    tl.atomic_add(X + tl.arange(0, BLOCK), 1.0, scope="sys")
"""

_OLD_VALUES = """
@triton.jit
def kernel(X, O, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(O + i, tl.atomic_add(X + i, 1.0))
"""


def test_launches_with_and_without_locks() -> None:
    """Rows under locks, by compare-and-swap and element by element, from several threads at
    once into the same memory: nothing is lost, and all come to an end."""
    block, programs, rounds = 256, 50, 40
    x = torch.zeros(block + 3)[3:]  # not aligned
    kernels = [make_kernel(source) for source in (_ROWS, _SCOPED, _OLD_VALUES)]

    def work(which: int) -> None:
        out = torch.empty(block)
        for _ in range(rounds):
            args = (x, out) if which == 2 else (x,)
            kernels[which][(programs,)](*args, BLOCK=block)

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        list(pool.map(work, [0, 1, 2, 0, 1, 0]))
    assert torch.equal(x, torch.full_like(x, 6.0 * programs * rounds))


def test_launch_of_other_atomics_in_an_exit_hook() -> None:
    """When a hook is called, the launch with locks is over for those that wait for it."""
    rows, others = make_kernel(_ROWS), make_kernel(_OLD_VALUES)
    x, out = torch.zeros(256), torch.empty(256)
    hooks = triton.knobs.runtime.launch_exit_hook
    others[(1,)](x, out, BLOCK=256)

    def leave(metadata: Any) -> None:
        hooks.remove(leave)
        others[(1,)](x, out, BLOCK=256)

    hooks.add(leave)
    try:
        rows[(5,)](x, BLOCK=256)
    finally:
        if leave in hooks.calls:
            hooks.remove(leave)
    assert torch.equal(x, torch.full_like(x, 7.0))


_STRIDED = """
@triton.jit
def kernel(X, stride: int, BLOCK: tl.constexpr):
    tl.atomic_add(X + tl.arange(0, BLOCK) * stride, 1.0)
"""


@pytest.mark.parametrize("stride", [1, 3])
def test_strides_at_run_time(stride: int) -> None:
    """Of the two versions of the kernel one takes locks; both exclude the other kind."""
    strided, scoped = make_kernel(_STRIDED), make_kernel(_SCOPED)
    x = torch.zeros(256 * stride)

    def work(which: int, times: int = 40) -> None:
        for _ in range(times):
            if which:
                scoped[(50,)](x, BLOCK=256)
            else:
                strided[(50,)](x, stride, BLOCK=256)

    # Python 3.11 parses what Triton compiles wrongly where several threads do so at once.
    work(0, 1), work(1, 1)
    x.zero_()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(work, [0, 1, 0, 1]))
    want = torch.zeros_like(x)
    want[:256] += 4000
    want[::stride] += 4000
    assert torch.equal(x, want)


@pytest.mark.parametrize("shift", [-130, -128, -1, 0, 1, 64, 128, 700])
@pytest.mark.parametrize("rows", ["in order", "shuffled"])
def test_what_is_added_may_overlap_what_it_is_added_to(shift: int, rows: str) -> None:
    # The whole block is loaded before any of it is updated.
    source = """
@triton.jit
def kernel(X, I, Y, n, BM: tl.constexpr, BN: tl.constexpr):
    r = tl.arange(0, BM)
    c = tl.arange(0, BN)
    row = tl.load(I + r)
    x = tl.load(X + r[:, None] * BN + c[None, :], mask=c[None, :] < n, other=0)
    tl.atomic_add(Y + row[:, None] * BN + c[None, :], x, mask=c[None, :] < n)
"""
    memory = torch.randint(0, 1000, (4096,), dtype=torch.int32).float()
    index = torch.arange(8) if rows == "in order" else torch.randperm(8)
    x, y = memory[1024 : 1024 + 1024], memory[1024 + shift : 2048 + shift]
    check(source, (1,), [x, index, y, 100], BM=8, BN=128)


@pytest.mark.parametrize("shift", [-64, -3, 0, 2, 128])
def test_row_that_overlaps_the_row_it_is_added_to(shift: int) -> None:
    source = """
@triton.jit
def kernel(X, Y, BN: tl.constexpr):
    c = tl.arange(0, BN)
    tl.atomic_add(Y + c, tl.load(X + c) * 2)
"""
    memory = torch.randint(0, 1000, (2048,), dtype=torch.int32).float()
    check(source, (1,), [memory[512:1024], memory[512 + shift : 1024 + shift]], BN=512)


_CONSTANT_STRIDES = """
@triton.jit
def kernel(X, V, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(V + i)
    tl.atomic_add(X + i * 2, v)
    tl.atomic_add(X + (BLOCK - 1 - i), v)
    tl.atomic_add(X + i * 3 + 1, v, mask=i < n)
"""


@pytest.mark.parametrize("options", ["", "vector-bits=512"])
@pytest.mark.parametrize("dtype", [torch.int32, torch.float32, torch.float64], ids=dtype_id)
def test_constant_strides(
    dtype: torch.dtype, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    x, v, n, block = torch.zeros(800, dtype=dtype), torch.arange(256).to(dtype), 201, 256
    got = run(_CONSTANT_STRIDES, (3,), [x, v, n], BLOCK=block)[0]
    i = torch.arange(block)
    for places, values in ((i * 2, v), (block - 1 - i, v), (i[:n] * 3 + 1, v[:n])):
        x.index_add_(0, places, 3 * values)
    assert torch.equal(got, x)


@pytest.mark.not_interpreted("reads the machine code")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="an x86 CPU's transactions")
@pytest.mark.parametrize("cpu", ["haswell", "sapphirerapids"])
def test_constant_strides_in_transactions(cpu: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled for a CPU that has them, which this one need not be."""
    monkeypatch.setenv("TRITON_SHARED_CPU", cpu)
    monkeypatch.setenv("TRITON_SHARED_FEATURES", "+rtm")
    x = torch.zeros(1)
    compiled = make_kernel(_CONSTANT_STRIDES).warmup(x, x, 201, BLOCK=256, grid=(1,))
    assert "xbegin" in compiled.asm["asm"]

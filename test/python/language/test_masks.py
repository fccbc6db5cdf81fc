# Masks and boxes: any predicate, any `other`; what is masked off touches no memory.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.access_kernels import MASKED, MATRIX
from harness.data import BF16, FLOATS, INTS, UINTS, dtype_id, values
from harness.memory import guarded, run_in_place
from triton_shared.testing.check import check, run

MASKS = [
    "i < n",
    "i <= n",
    "i >= n",
    "i > 5",
    "n > i",
    "i != n",
    "i == 7",
    "(i > 3) & (i < n)",
    "(i < 3) | (i > n)",
    "~(i < n)",
    "(i < n) ^ (i < 9)",
    "i % 2 == 0",
    "i // 4 < 3",
    "(i + 5) < n",
    "(n - i) > 0",
    "i * 2 < n",
    "i.to(tl.int64) < n",
    "tl.where(i < 10, i < 5, i < n)",
    "(i < n) & (n > 0)",
    "i < -1",
    "i >= 0",
    "-i < -3",
    "tl.minimum(i, n) < 12",
    "i + 2147483647 < 0",
    "i + 2147483000 > n",
    "i.to(tl.int64) <= 9223372036854775807",
    "i.to(tl.int64) - 1 < 9223372036854775807",
    "i.to(tl.int64) > -9223372036854775807",
]


@pytest.mark.parametrize("n", [-3, 0, 1, 17, 64, 1000])
@pytest.mark.parametrize("mask", MASKS)
def test_masks(mask: str, n: int) -> None:
    x, z = torch.randn(128), torch.full((128,), 9.0)
    check(MASKED.format(mask=mask, other="3.5"), (4,), [x, z, n], BLOCK=32)


@pytest.mark.parametrize("other", ["0", "-1", "1.5", 'float("-inf")', "i", "n", "i * 0.5", "i > 3"])
def test_other(other: str) -> None:
    x, z = torch.randn(64), torch.zeros(64)
    check(MASKED.format(mask="i < n", other=other), (2,), [x, z, 21], BLOCK=32)


@pytest.mark.parametrize("dtype", [torch.bool, *INTS, *UINTS, *FLOATS, BF16], ids=dtype_id)
def test_dtypes(dtype: torch.dtype) -> None:
    x, z = values(dtype, 64), values(dtype, 64)
    check(MASKED.format(mask="i < n", other="0"), (2,), [x, z, 21], BLOCK=32)


@pytest.mark.parametrize("mask", ["n > 3", "n < 3", "True", "n == 21"])
def test_scalar_mask_of_a_block(mask: str) -> None:
    source = """
@triton.jit
def kernel(X, Z, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(X + i, mask={mask}, other=7.0)
    tl.store(Z + i, x, mask={mask})
"""
    x, z = torch.randn(32), torch.zeros(32)
    check(source.format(mask=mask), (1,), [x, z, 21], BLOCK=32)


@pytest.mark.parametrize("n", [0, 5])
def test_scalar_access_obeys_its_mask(n: int) -> None:
    source = """
@triton.jit
def kernel(X, Z, n):
    x = tl.load(X + 1, mask=n > 3, other=7.0)
    tl.store(Z, x)
    tl.store(Z + 1, x, mask=n > 3)
"""
    check(source, (1,), [torch.randn(2), torch.zeros(2), n])


@pytest.mark.parametrize(
    "mask",
    [
        "(rows < M) & (cols < N)",
        "rows < M",
        "cols < N",
        "(rows < M) | (cols < N)",
        "rows + cols < N",
        "rows < cols",
        "(rows < M) & (cols < N) & (rows * cols < 50)",
        "(rows >= 0) & (cols < N)",
        "(rows > 2) & (rows < M) & (cols >= 3)",
    ],
)
@pytest.mark.parametrize("size", [(16, 16), (10, 13), (1, 16), (16, 1), (0, 5), (30, 31)])
def test_matrix_masks(mask: str, size: tuple[int, int]) -> None:
    m, n = size
    x, z = torch.randn(32 * 32), torch.zeros(32 * 32)
    source = MATRIX.format(address="rows * sm + cols * sn", mask=mask, width=32)
    check(source, (2, 2), [x, z, m, n, 32, 1], B0=16, B1=16)


def test_loaded_mask() -> None:
    source = """
@triton.jit
def kernel(X, M, Z, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    keep = tl.load(M + i)
    x = tl.load(X + i, mask=keep, other=0.5)
    tl.store(Z + i, x, mask=keep)
"""
    check(source, (1,), [torch.randn(64), torch.rand(64) > 0.5, torch.zeros(64)], BLOCK=64)


def test_masked_lanes_touch_no_memory() -> None:
    source = """
@triton.jit
def kernel(X, Z, n, first, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    inside = (i >= first) & (i < n)
    tl.store(Z + i, tl.load(X + i, mask=inside, other=0.0) + 1, mask=inside)
    index = tl.where(inside, i, 123456789)
    tl.store(Z + index, tl.load(X + index, mask=inside, other=0.0) + 1, mask=inside)
"""
    for n, first in ((0, 0), (1, 0), (17, 0), (1000, 3), (1024, 1000)):
        with guarded(1024) as x, guarded(1024) as z:
            x[:] = 1.0
            # The arrays end where memory that cannot be read begins.
            run_in_place(source, (1,), [x[1024 - n :], z[1024 - n :], n, first], BLOCK=2048)
            expected = torch.zeros(1024)
            expected[1024 - n + first :] = 2.0
            assert torch.equal(z[:], expected)


@pytest.mark.parametrize("options", ["", "plain=1"])
def test_empty_and_early_boxes(options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boxes that begin behind their block, and blocks that begin before their base."""
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    source = """
@triton.jit
def kernel(X, Z, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(Z + i, tl.load(X + i), mask=(i >= 9) & (i < -1))
    tl.store(Z + i, tl.load(X - 8 + i, mask=(i >= 8), other=5.0), mask=(i >= 12) & (i < n))
    tl.store(Z + i, tl.load(X + i), mask=(i >= n + 13) & (i < 40))
"""
    check(source, (1,), [torch.randn(64)[16:], torch.zeros(16), 14], B=16)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.int16, BF16], ids=dtype_id)
@pytest.mark.parametrize("features", ["", "-avx512f", "-avx512f,-avx2"])
def test_boxes_touch_no_memory(
    features: str, dtype: torch.dtype, monkeypatch: pytest.MonkeyPatch, interpreted: bool
) -> None:
    if interpreted:
        pytest.skip("the interpreter touches masked lanes of narrow types")
    # Lanes that are known to be off where the kernel is compiled, in the middle of a vector.
    source = """
@triton.jit
def kernel(X, Z, n, first: tl.constexpr, last: tl.constexpr):
    i = tl.arange(0, 8)[:, None]
    j = tl.arange(0, 64)[None, :]
    inside = (i < n) & (j >= first) & (j < last)
    x = tl.load(X + i * 64 + j, mask=inside, other=3)
    tl.store(Z + i * 64 + j, x, mask=inside)
    tl.store(Z + i * 64 + j, x + 1, mask=inside & (x != 5))
"""
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    for n, first, last in ((5, 0, 18), (3, 0, 33), (1, 24, 64), (2, 31, 32), (0, 0, 9)):
        size = max(4, (n - 1) * 64 + last)
        words = -(-size * dtype.itemsize // 4)
        with guarded(words) as memory, guarded(words) as out:
            x = memory.view(torch.uint8)[4 * words - size * dtype.itemsize :].view(dtype)
            z = out.view(torch.uint8)[4 * words - size * dtype.itemsize :].view(dtype)
            x[:] = torch.arange(size) % 9
            run_in_place(source, (1,), [x, z, n, first, last])
            at = torch.arange(size)
            inside = (n > 0) & (at % 64 >= first) & (at % 64 < last)
            assert torch.equal(z, torch.where(inside, x + (x != 5), 0).to(dtype))


@pytest.mark.parametrize("dtype", [torch.int8, torch.float16], ids=dtype_id)
@pytest.mark.parametrize("block", [16, 32, 64, 128])
@pytest.mark.parametrize("features", ["", "-avx512f"])
def test_first_lanes_of_narrow_types(
    features: str,
    block: int,
    dtype: torch.dtype,
    monkeypatch: pytest.MonkeyPatch,
    interpreted: bool,
) -> None:
    """Any number of lanes from the first on, up to where memory ends; below 0 there are none."""
    if interpreted:
        pytest.skip("the interpreter touches masked lanes of narrow types")
    source = """
@triton.jit
def kernel(X, Z, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(X + i, mask=i < n, other=3)
    tl.store(Z + i, x + 1, mask=n > i)
    tl.store(Z + BLOCK + i, x)
"""
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    for n in (-5, 0, 1, 2, block // 2 - 1, block // 2 + 3, block - 1, block, block + 1, 1 << 30):
        size = min(max(n, 0), block)
        with guarded(block * dtype.itemsize // 4) as memory:
            x = memory.view(dtype)[memory.view(dtype).numel() - size :]
            x[:] = torch.arange(size) % 50
            z = torch.full((2 * block,), 9).to(dtype)
            run_in_place(source, (1,), [x, z, n, block])
            rest = block - size
            stored = [x + 1, torch.full((rest,), 9).to(dtype), x, torch.full((rest,), 3).to(dtype)]
            assert torch.equal(z, torch.cat(stored)), n


_LOADED_MASKS = """
@triton.jit
def kernel(X, M, I, Y, Z, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    m = tl.load(M + i) != 0
    at = tl.load(I + i)
    y = tl.load(X + i, mask=m, other=3)
    x = tl.load(X + at, mask=m, other=5)
    tl.store(Y + i, y, mask=m)
    tl.store(Z + at, x, mask=m)
"""


@pytest.mark.parametrize("masked", ["none", "all", "some", "first", "last"])
@pytest.mark.parametrize(
    "dtype", [torch.int8, torch.float16, BF16, torch.float32, torch.int64], ids=dtype_id
)
@pytest.mark.parametrize("block", [2, 16, 128])
@pytest.mark.parametrize("features", ["", "-avx512f"])
def test_masks_that_are_loaded(
    features: str, block: int, dtype: torch.dtype, masked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loads, stores, gathers and scatters of types that the CPU has masks for and has not."""
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    i = torch.arange(block)
    on = {
        "none": i < 0,
        "all": i >= 0,
        "some": (i * 7) % 3 == 0,
        "first": i == 0,
        "last": i == block - 1,
    }[masked]
    x = (torch.arange(block) % 100).to(dtype)
    # What is masked off lies outside of everything.
    at = torch.where(on, (i * 5 + 1) % block, torch.tensor(1 << 28)).to(torch.int32)
    y, z = torch.full((block,), 9).to(dtype), torch.full((block,), 9).to(dtype)
    run_in_place(_LOADED_MASKS, (1,), [x, on.to(torch.int8), at, y, z], BLOCK=block)
    want = torch.full((block,), 9).to(dtype)
    assert torch.equal(y, torch.where(on, x, want))
    want[at[on].long()] = x[at[on].long()]
    assert torch.equal(z, want)


def test_masked_scalar_touches_no_memory() -> None:
    source = """
@triton.jit
def kernel(X, Z, n):
    x = tl.load(X + 1024, mask=n > 3, other=7.0)
    tl.store(Z, x)
    tl.store(X + 1024, x, mask=n > 3)
"""
    with guarded(1024) as x:
        z = torch.zeros(1)
        run_in_place(source, (1,), [x, z, 2])
        assert z.item() == 7.0


_NARROW_STORE = """
@triton.jit
def kernel(X, O, N: tl.constexpr, STEP: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i)
    tl.store(O + i, x.to(O.dtype.element_ty), mask=i % STEP == STEP - 1)
"""


@pytest.mark.parametrize("n", [2, 4, 8, 16, 64])
@pytest.mark.parametrize("step", [2, 4, 16])
@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        (torch.int64, torch.int8),
        (torch.int64, torch.int16),
        (torch.int64, torch.int32),
        (torch.int32, torch.int8),
        (torch.int32, torch.int16),
        (torch.int16, torch.int8),
        (torch.float32, BF16),
    ],
    ids=dtype_id,
)
def test_masked_store_of_narrowed_values(
    wide: torch.dtype, narrow: torch.dtype, n: int, step: int, interpreted: bool
) -> None:
    """Masks known when the kernel is compiled, with one lane on and more; large values, so that
    a store as wide as the value was would be seen."""
    if interpreted and narrow == BF16:
        pytest.skip("the interpreter rounds to bf16 in another way")
    if wide.is_floating_point:
        x = torch.randn(n)
    else:
        info = torch.iinfo(wide)
        x = torch.randint(info.min // 2, info.max // 2, (n,)).to(wide)
    out = torch.zeros(n + 8, dtype=narrow)
    want = torch.zeros_like(out)
    want[step - 1 : n : step] = x[step - 1 :: step].to(narrow)
    got = run(_NARROW_STORE, (1,), [x, out], N=n, STEP=step)[1]
    assert torch.equal(got, want)


_FAR = """
@triton.jit
def kernel(X, Z, n, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    tl.store(Z + i, tl.load(X + i, mask={mask}, other=1.0))
    tl.store(Z + 4 * N + i, 2.0, mask={mask})
"""


@pytest.mark.parametrize("block", [16, 256])
@pytest.mark.parametrize("n", [-(2**63), -(2**63) + 5, -(2**31), 2**32 + 3, 2**63 - 3, 2**63 - 1])
@pytest.mark.parametrize(
    "mask", ["i < n", "i <= n", "i > n", "i >= n", "i == n", "(i < n) & (i > 3)"]
)
def test_bounds_of_any_size(mask: str, n: int, block: int) -> None:
    """A number that stands for no bound at all, as `sys.maxsize` does: one more wraps around."""
    i, x = torch.arange(4 * block), torch.randn(4 * block)
    on = eval(mask, {"i": i, "n": n})
    want = torch.cat([torch.where(on, x, torch.tensor(1.0)), 2 * on.float()])
    args = [x, torch.zeros(8 * block), n]
    assert torch.equal(run(_FAR.format(mask=mask), (4,), args, N=block)[1], want)

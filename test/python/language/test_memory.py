# Loads and stores: masks, `other`, offsets, wraps, strides, aliasing, block pointers, descriptors.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch
import triton

from harness.data import BF16, FLOATS, INTS, UINTS, dtype_id, values
from harness.memory import guarded
from harness.versions import needs_block_pointers
from triton_shared.testing.check import check, run
from triton_shared.testing.kernels import make_kernel

_MASKED = """
@triton.jit
def kernel(X, Z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(X + i, mask={mask}, other={other})
    tl.store(Z + i, x)
"""

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
]


@pytest.mark.parametrize("n", [-3, 0, 1, 17, 64, 1000])
@pytest.mark.parametrize("mask", MASKS)
def test_masks(mask: str, n: int) -> None:
    x, z = torch.randn(128), torch.full((128,), 9.0)
    check(_MASKED.format(mask=mask, other="3.5"), (4,), [x, z, n], BLOCK=32)


@pytest.mark.parametrize("other", ["0", "-1", "1.5", 'float("-inf")', "i", "n", "i * 0.5", "i > 3"])
def test_other(other: str) -> None:
    x, z = torch.randn(64), torch.zeros(64)
    check(_MASKED.format(mask="i < n", other=other), (2,), [x, z, 21], BLOCK=32)


@pytest.mark.parametrize("dtype", [torch.bool, *INTS, *UINTS, *FLOATS, BF16], ids=dtype_id)
def test_dtypes(dtype: torch.dtype) -> None:
    x, z = values(dtype, 64), values(dtype, 64)
    check(_MASKED.format(mask="i < n", other="0"), (2,), [x, z, 21], BLOCK=32)


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


_MATRIX = """
@triton.jit
def kernel(X, Z, M, N, sm, sn, B0: tl.constexpr, B1: tl.constexpr):
    r = tl.program_id(0) * B0 + tl.arange(0, B0)
    c = tl.program_id(1) * B1 + tl.arange(0, B1)
    rows = r[:, None]
    cols = c[None, :]
    x = tl.load(X + ({address}), mask={mask}, other=-1.0)
    tl.store(Z + rows * {width} + cols, x)
"""


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
    source = _MATRIX.format(address="rows * sm + cols * sn", mask=mask, width=32)
    check(source, (2, 2), [x, z, m, n, 32, 1], B0=16, B1=16)


@pytest.mark.parametrize(
    "address",
    [
        "rows * sm + cols * sn",
        "rows + cols * 32",
        "(rows % M) * sm + (cols % N) * sn",
        "rows * sm + (cols % 5)",
        "((rows * 16 + cols) // 7) + ((rows * 16 + cols) % 7) * 16",
        "(31 - rows) * 32 + (31 - cols)",
        "rows * 0 + cols",
        "(rows // 2) * sm + cols // 4",
        "rows.to(tl.int64) * sm + cols",
        "tl.maximum(rows - 4, 0) * sm + tl.minimum(cols, 9)",
        "tl.where(rows < M, rows, 0) * sm + tl.where(cols < N, cols + 2, 3) * sn",
        "tl.minimum(rows, M - 1) * sm + cols * sn + tl.where(cols < N, cols, 7) // 2",
        "(rows ^ 1) * sm + cols",
        "(rows * sm + cols) & 255",
    ],
)
@pytest.mark.parametrize("blocks", [(16, 16), (1, 16), (16, 1), (4, 32)])
def test_addresses(address: str, blocks: tuple[int, int]) -> None:
    b0, b1 = blocks
    x, z = torch.randn(32 * 32), torch.zeros(32 * 32)
    source = _MATRIX.format(address=address, mask="(rows < 32) & (cols < 32)", width=32)
    check(source, (32 // b0, 32 // b1), [x, z, 11, 13, 32, 1], B0=b0, B1=b1)


def test_negative_offsets() -> None:
    source = """
@triton.jit
def kernel(X, Z, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(Z + i, tl.load(X + 63 - i))
    tl.store(Z + 32 + i, tl.load(X + 64 + (i - 40), mask=i > 3, other=0.0))
"""
    check(source, (1,), [torch.randn(128), torch.zeros(64)], BLOCK=32)


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64, torch.int16], ids=dtype_id)
def test_loaded_indices(dtype: torch.dtype) -> None:
    source = """
@triton.jit
def kernel(X, I, Z, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    index = tl.load(I + i)
    x = tl.load(X + index, mask=index < n, other=-1.0)
    tl.store(Z + i, x)
    tl.store(Z + 64 + index, x + 1, mask=index < n)
"""
    index = torch.randperm(64)[:32].to(dtype)
    check(source, (1,), [torch.randn(64), index, torch.zeros(128), 40], BLOCK=32)


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


def test_pointers_to_pointers(interpreted: bool) -> None:
    source = """
@triton.jit
def kernel(P, Z, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    base = tl.load(P + tl.program_id(0)).to(tl.pointer_type(tl.float32))
    tl.store(Z + tl.program_id(0) * BLOCK + i, tl.load(base + i))
"""
    parts = [torch.randn(16) for _ in range(3)]
    table = torch.tensor([p.data_ptr() for p in parts], dtype=torch.int64)
    ours = run(source, (3,), [table, torch.zeros(48)], BLOCK=16)[1]
    assert torch.equal(ours, torch.cat(parts))


def test_block_of_base_pointers() -> None:
    source = """
@triton.jit
def kernel(X, Y, Z, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    p = tl.where(i % 3 == 0, X + i, Y + 2 * i)
    tl.store(Z + i, tl.load(p))
"""
    check(source, (1,), [torch.randn(32), torch.randn(64), torch.zeros(32)], BLOCK=32)


def test_choice_of_base() -> None:
    source = """
@triton.jit
def kernel(X, Y, Z, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    if n > 3:
        p = X + 2
    else:
        p = Y
    tl.store(Z + i, tl.load(p + i, mask=i < n, other=0.0))
"""
    for n in (2, 20):
        check(source, (1,), [torch.randn(64), torch.randn(64), torch.zeros(32), n], BLOCK=32)


@pytest.mark.parametrize("shift", [-5, -1, 0, 1, 7])
def test_overlapping_arguments(shift: int) -> None:
    # The whole block is loaded before any of it is stored.
    source = """
@triton.jit
def kernel(X, Z, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(X + i)
    y = tl.load(X + BLOCK - 1 - i)
    tl.store(Z + i, x + 2 * y)
"""
    memory = torch.randn(128)
    check(source, (1,), [memory[16:80], memory[16 + shift : 80 + shift]], BLOCK=64)


@pytest.mark.parametrize("stride", [40, -40])
@pytest.mark.parametrize("shift", [-161, -160, -159, -32, -1, 0, 1, 31, 39, 151, 152])
def test_the_same_elements_of_overlapping_arguments(shift: int, stride: int) -> None:
    # Up to 3 * 40 + 32 elements apart, blocks of 4 rows of 32 may overlap.
    source = """
@triton.jit
def kernel(X, Z, stride, n, BLOCK: tl.constexpr):
    i = tl.arange(0, 4)[:, None] * stride + tl.arange(0, BLOCK)[None, :]
    inside = tl.arange(0, BLOCK)[None, :] < n
    tl.store(Z + i, tl.load(X + i, mask=inside, other=0.0) * 2 + 1, mask=inside)
"""
    memory = torch.randn(800)
    arguments = [memory[400:], memory[400 + shift :], stride, 29]
    check(source, (1,), arguments, BLOCK=32)


def test_load_after_store_of_the_same_place() -> None:
    source = """
@triton.jit
def kernel(X, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    for step in range(4):
        x = tl.load(X + i)
        tl.store(X + BLOCK - 1 - i, x * 2 + step)
"""
    check(source, (1,), [torch.randn(32)], BLOCK=32)


def test_transposing_in_place() -> None:
    source = """
@triton.jit
def kernel(X, B: tl.constexpr):
    i = tl.arange(0, B)[:, None]
    j = tl.arange(0, B)[None, :]
    x = tl.load(X + i * B + j)
    tl.store(X + j * B + i, x)
"""
    check(source, (1,), [torch.randn(16 * 16)], B=16)


def test_last_of_several_stores_wins() -> None:
    source = """
@triton.jit
def kernel(Z, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(Z + i, i)
    tl.store(Z + i, i * 2, mask=i < 20)
    tl.store(Z + i + 4, i * 3, mask=i < 9)
"""
    check(source, (1,), [torch.zeros(64, dtype=torch.int32)], BLOCK=32)


@needs_block_pointers
@pytest.mark.parametrize("size", [(20, 30), (16, 16), (3, 50), (33, 1)])
@pytest.mark.parametrize("padding", ['"zero"', '"nan"', '""'])
@pytest.mark.parametrize("boundary", ["(0, 1)", "(0,)", "(1,)"])
def test_block_pointer(size: tuple[int, int], padding: str, boundary: str) -> None:
    m, n = size
    if (boundary == "(0,)" and n % 16) or (boundary == "(1,)" and m % 16):
        pytest.skip("would read outside")
    source = f"""
@triton.jit
def kernel(X, Z, M, N, B: tl.constexpr):
    p = tl.make_block_ptr(X, (M, N), (N, 1), (0, 0), (B, B), (1, 0))
    z = tl.make_block_ptr(Z, (M, N), (N, 1), (0, 0), (B, B), (1, 0))
    for _ in range(0, tl.cdiv(N, B)):
        x = tl.load(p, boundary_check={boundary}, padding_option={padding})
        x = tl.where(x == x, x, 5.0)
        tl.store(z, x + tl.sum(x, 1)[:, None], boundary_check={boundary})
        p = tl.advance(p, (0, B))
        z = tl.advance(z, (0, B))
"""
    x, z = torch.randint(0, 9, (m, n)).float(), torch.zeros(m, n)
    check(source, (1,), [x, z, m, n], B=16)


@needs_block_pointers
@pytest.mark.parametrize("block", [16, 256, 1024])
@pytest.mark.parametrize("n", [10, 700])
@pytest.mark.parametrize("offset", [-900, -200, -3, 0, 5, 99, 600])
def test_block_pointer_that_begins_outside(block: int, n: int, offset: int) -> None:
    source = """
@triton.jit
def kernel(X, Y, Z, n, offset, B: tl.constexpr):
    x = tl.make_block_ptr(X, (n,), (1,), (offset,), (B,), (0,))
    x = tl.load(x, boundary_check=(0,), padding_option="zero")
    y = tl.make_block_ptr(Y, (n,), (1,), (offset,), (B,), (0,))
    tl.store(y, x * 2 + 1, boundary_check=(0,))
    tl.store(Z, tl.sum(x, 0))
"""
    x, y = torch.randint(-9, 9, (n,)).float(), torch.full((n,), 7.0)
    check(source, (1,), [x, y, torch.zeros(1), n, offset], B=block)


@pytest.mark.parametrize("size", [(20, 32), (16, 16), (3, 64)])
@pytest.mark.parametrize("offset", [(0, 0), (5, 8), (-3, -4), (18, 12)])
def test_descriptor(size: tuple[int, int], offset: tuple[int, int]) -> None:
    source = """
@triton.jit
def kernel(X, Z, M, N, r, c, B: tl.constexpr):
    x = tl.make_tensor_descriptor(X, [M, N], [N, 1], [B, B])
    z = tl.make_tensor_descriptor(Z, [M, N], [N, 1], [B, B])
    z.store([r, c], x.load([r, c]) * 2)
"""
    m, n = size
    check(source, (1,), [torch.randn(m, n), torch.zeros(m, n), m, n, *offset], B=16)


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


def run_in_place(source: str, grid: tuple[int, ...], args: list[object], **kwargs: object) -> None:
    from triton_shared.testing.kernels import make_kernel

    make_kernel(source)[grid](*args, **kwargs)


_STRIDED = """
@triton.jit
def kernel(X, Y, Z, n, sx: int, sy: int, sz: int, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    x = tl.load(X + i * sx, mask=i < n, other=5)
    y = tl.load(Y + i * sy, mask=i < n, other=2)
    tl.store(Z + i * sz, x + y, mask=i < n)
"""


@pytest.mark.parametrize(
    "dtype", [torch.float32, torch.float16, torch.int8, torch.int64], ids=dtype_id
)
@pytest.mark.parametrize(
    "strides", [(1, 1, 1), (1, 0, 1), (0, 1, 1), (1, 1, 2), (3, 1, 1), (0, -1, 1)]
)
def test_strides_that_are_known_at_run_time(
    strides: tuple[int, int, int], dtype: torch.dtype
) -> None:
    """Triton does not make annotated arguments constants, whatever they are."""
    n = 1000
    x, y = (torch.arange(-1024, 4096).to(torch.uint8).to(dtype)[1024:] for _ in range(2))
    y += 1
    z = torch.zeros(2 * n + 8, dtype=dtype)
    check(_STRIDED, (5,), [x, y[1100:], z, n, *strides], B=256)


@pytest.mark.parametrize("overlap", [0, 1, 7, 300])
@pytest.mark.parametrize("strides", [(1, 1, 1), (1, 0, 1), (2, 1, 1)])
def test_strides_known_at_run_time_and_overlap(strides: tuple[int, int, int], overlap: int) -> None:
    """A program loads all of a block before it stores, also where the two meet."""
    memory = torch.arange(4096.0)
    check(_STRIDED, (1,), [memory, memory, memory[overlap:], 500, *strides], B=512)


@pytest.mark.parametrize("n", [0, 1, 17, 200])
def test_stride_0_at_run_time_touches_no_masked_memory(n: int) -> None:
    with guarded(1024) as memory:
        memory[:] = 3.0
        # Where n is 0 there is nothing to read at all.
        x = memory[1024:] if n == 0 else memory[1023:]
        y, z = torch.ones(256), torch.zeros(256)
        run_in_place(_STRIDED, (2,), [x, y, z, n, 0, 1, 1], B=128)
        assert torch.equal(z, torch.where(torch.arange(256) < n, 4.0, 0.0))


@pytest.mark.parametrize("layout", ["rows", "columns", "mixed"])
def test_dot_of_strides_known_at_run_time(layout: str) -> None:
    source = """
@triton.jit
def kernel(A, B, C, M, N, K, am: int, ak: int, bk: int, bn: int, cm: int, cn: int,
           BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for start in range(0, K, BK):
        a = tl.load(A + m[:, None] * am + (start + k)[None, :] * ak,
                    mask=(m < M)[:, None] & (start + k < K)[None, :], other=0.0)
        b = tl.load(B + (start + k)[:, None] * bk + n[None, :] * bn,
                    mask=(start + k < K)[:, None] & (n < N)[None, :], other=0.0)
        acc = tl.dot(a, b, acc)
    tl.store(C + m[:, None] * cm + n[None, :] * cn, acc, mask=(m < M)[:, None] & (n < N)[None, :])
"""
    m, n, k = 70, 50, 90
    a = torch.randn(k, m).T if layout == "columns" else torch.randn(m, k)
    b = torch.randn(k, n) if layout == "rows" else torch.randn(n, k).T
    args = [a, b, torch.zeros(m, n), m, n, k, *a.stride(), *b.stride(), n, 1]
    ours = run(source, (2, 2), args, BM=64, BN=32, BK=32)[2]
    torch.testing.assert_close(ours, a @ b, rtol=1e-5, atol=1e-4)


_FLAT = """
@triton.jit
def kernel(X, Y, Z, total, rows, columns, height, sx0: int, sx1: int, {divisor}, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    c = i % columns
    r = i // columns
    inside = i < total
    x = tl.load(X + (r % height) * sx0 + c * sx1, mask=inside, other=-1.0)
    y = tl.load(Y + r % period, mask=inside, other=0.0)
    tl.store(Z + c * rows + r, x, mask=inside & (c > 2))
    tl.store(Z + total + i, x + y, mask=inside)
"""


@pytest.mark.parametrize("divisor", ["period", "period: tl.constexpr"])
@pytest.mark.parametrize("strides", ["rows", "columns", "none"])
@pytest.mark.parametrize("shape", [(8, 512), (7, 300), (3, 64), (40, 17), (2000, 1), (1, 2000)])
def test_flat_index(shape: tuple[int, int], strides: str, divisor: str) -> None:
    """Rows and columns of an index that counts elements, as quotient and remainder."""
    rows, columns = shape
    height = max(1, rows // 2)
    sx = {"rows": (columns, 1), "columns": (1, height), "none": (0, 0)}[strides]
    total = rows * columns
    args = [torch.randn(total), torch.randn(1000), torch.zeros(2 * total)]
    args += [total, rows, columns, height, *sx]
    check(_FLAT.format(divisor=divisor), (-(-total // 512),), args, B=512, period=77)


@pytest.mark.parametrize("integer", ["int64", "uint32"])
def test_flat_index_before_the_first_row(integer: str) -> None:
    """Remainders of negative numbers have their sign; a step may begin in one row and end in
    another, and indices may be of any type."""
    source = f"""
@triton.jit
def kernel(X, Z, n, first, B: tl.constexpr):
    i = tl.arange(0, B).to(tl.{integer}) + first
    d = n.to(tl.{integer})
    tl.store(Z + tl.arange(0, B), tl.load(X + 600 + (i % d) + (i // d) * 2))
"""
    for n in (64, 65, 200, 511, 512, 1000):
        for first in (-300, -64, 0, 5, 100) if integer == "int64" else (0, 5, 100):
            check(source, (1,), [torch.arange(4096.0), torch.zeros(512), n, first], B=512)


@pytest.mark.parametrize(
    "part",
    [
        "i.to(tl.int8).to(tl.int32)",
        "i.to(tl.uint8).to(tl.int32)",
        "(i - 5).to(tl.uint32).to(tl.int64)",
    ],
)
def test_flat_index_besides_one_that_is_converted(part: str) -> None:
    """Where neither quotient nor remainder changes, what is cut off an index still does."""
    source = f"""
@triton.jit
def kernel(X, Z, n, first, B: tl.constexpr):
    i = tl.arange(0, B) + first
    at = i // n * 4096 + {part}
    tl.store(Z + tl.arange(0, B), tl.load(X + 128 + at, mask=i >= 5, other=3))
"""
    for n in (100, 300):
        for first in (0, 3, 100):
            check(source, (1,), [torch.arange(30000.0), torch.zeros(512), n, first], B=512)


def test_flat_index_of_rows_that_are_looked_up() -> None:
    """An embedding: the row of an element is loaded, and is one within a row."""
    source = """
@triton.jit
def kernel(I, W, Z, total, width, count, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    inside = i < total
    row = tl.load(I + i // width, mask=inside)
    row = tl.where(row < 0, row + count, row)
    w = tl.load(W + i % width + row * width, mask=inside)
    tl.store(Z + i, w * 2, mask=inside)
"""
    for width in (8, 100, 512):
        rows = torch.randint(-50, 50, (37,))
        table = torch.randn(50, width)
        args = [rows, table, torch.zeros(37 * width), 37 * width, width, 50]
        check(source, (-(-37 * width // 256),), args, B=256)


def test_flat_index_is_summed() -> None:
    source = """
@triton.jit
def kernel(X, Z, n, width, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(X + i // width * 1000 + i % width, mask=i < n, other=0)
    tl.store(Z, tl.sum(x))
    tl.store(Z + 1, tl.max(x + i % width))
"""
    x = torch.arange(16000, dtype=torch.int32) * 3
    for width in (64, 100, 999):
        for n in (0, 1, 700, 1024):
            check(source, (1,), [x, torch.zeros(2, dtype=torch.int32), n, width], B=1024)


@pytest.mark.parametrize("width", [100, 512])
def test_flat_index_touches_no_masked_memory(width: int) -> None:
    source = """
@triton.jit
def kernel(X, Z, n, width, B: tl.constexpr):
    i = tl.arange(0, B)
    at = i % width + i // width * width
    tl.store(Z + at, tl.load(X + at, mask=i < n, other=0.0) + 1, mask=i < n)
"""
    for n in (0, 1, 99, 130, 512):
        with guarded(1024) as x, guarded(1024) as z:
            run_in_place(source, (1,), [x[1024 - n :], z[1024 - n :], n, width], B=512)
            assert z.sum().item() == n


@pytest.mark.parametrize("offset", [1, 2, 3])
def test_misaligned_base(offset: int) -> None:
    raw = torch.zeros(1024 + 8, dtype=torch.uint8)
    x = torch.frombuffer(raw.numpy(), dtype=torch.int16, offset=offset * 2, count=256)
    x[:] = torch.arange(256)
    check(_MASKED.format(mask="i < n", other="0"), (4,), [x, torch.zeros_like(x), 100], BLOCK=64)


@pytest.mark.parametrize("option", ['cache_modifier=".cg"', 'eviction_policy="evict_last"'])
def test_hints_change_nothing(option: str) -> None:
    source = f"""
@triton.jit
def kernel(X, Z, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(Z + i, tl.load(X + i, {option}), {option})
"""
    check(source, (1,), [torch.randn(64), torch.zeros(64)], BLOCK=64)


def test_volatile_load() -> None:
    source = """
@triton.jit
def kernel(X, Z, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(Z + i, tl.load(X + i, volatile=True))
"""
    check(source, (1,), [torch.randn(64), torch.zeros(64)], BLOCK=64)


def test_offsets_past_32_bits() -> None:
    # Two views a known distance apart, reached by one i64 offset.
    source = """
@triton.jit
def kernel(X, Z, distance, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK).to(tl.int64)
    tl.store(Z + i, tl.load(X + (distance + i)))
"""
    x, y, z = torch.zeros(16), torch.randn(16), torch.zeros(16)
    distance = (y.data_ptr() - x.data_ptr()) // 4
    run_in_place(source, (1,), [x, z, distance], BLOCK=16)
    assert torch.equal(z, y)


_LARGE = """
@triton.jit
def kernel(X, Z, n, rows, BLOCK: tl.constexpr):
    for row in range(tl.program_id(0), rows, tl.num_programs(0)):
        i = tl.arange(0, BLOCK)
        x = tl.load(X + row * n + i, mask=i < n)
        tl.store(Z + row * n + i, x + 1, mask=i < n)
"""


@pytest.mark.parametrize(
    ("n", "skew", "dtype"),
    [
        (4096, 0, torch.int32),
        (4096, 3, torch.int32),
        (4111, 0, torch.int32),
        (8191, 3, torch.int32),
        (4111, 5, torch.int16),
        (8191, 3, torch.int8),
    ],
)
def test_outputs_larger_than_caches(n: int, skew: int, dtype: torch.dtype) -> None:
    """Streamed where memory was touched before, whatever rows start at; not where it is fresh."""
    rows = 2304 * 4 // dtype.itemsize
    x = torch.arange(rows * n, dtype=dtype)
    for fresh in (True, False):
        z = torch.empty(rows * n + skew + 1, dtype=dtype)
        if not fresh:
            z.zero_()
        z[:skew], z[-1] = -1, -1
        out = z[skew : skew + rows * n]
        for _ in range(2):
            run_in_place(_LARGE, (9,), [x, out, n, rows], BLOCK=8192)
            assert torch.equal(out, x + 1)
            assert bool((z[:skew] == -1).all())
            assert z[-1] == -1


_ROWS = """
@triton.jit
def kernel(X, I, n, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    row = tl.load(I + i)
    inside = (i[:, None] < n) & (j[None, :] < N)
    x = tl.load(X + row[:, None] * N + j[None, :], mask=inside, other=-1)
    tl.store(X + {first} * N + i[:, None] * N + j[None, :], x, mask=inside)
"""


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64], ids=dtype_id)
@pytest.mark.parametrize("first", [0, 16, 40])
def test_rows_gathered_from_where_they_are_stored(first: int, dtype: torch.dtype) -> None:
    """All rows are read before the first is written; far offsets of masked rows do no harm."""
    x = torch.arange(64 * 64, dtype=torch.int32)
    index = torch.randint(0, 64, (16,), dtype=dtype)
    index[0], index[13:] = 40, torch.iinfo(dtype).max // 3
    want = x.clone().view(64, 64)
    want[first : first + 13] = x.view(64, 64)[index[:13].long()]
    got = run(_ROWS.format(first=first), (1,), [x, index, 13], M=16, N=64)[0]
    assert torch.equal(got.view(64, 64), want)


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


_ROWS_FIRST = """
@triton.jit
def kernel(X, Y, m, stride):
    pid = tl.program_id(0)
    row, column = pid % m, pid // m
    i, j = row * 4 + tl.arange(0, 4), column * 16 + tl.arange(0, 16)
    at = i[:, None] * stride + j[None, :]
    tl.store(Y + at, tl.load(Y + at) + tl.load(X + at))
"""


@pytest.mark.parametrize("grid", [(1, 1), (7, 1), (1, 7), (3, 9), (3, 70), (5, 64)])
def test_programs_run_along_rows(grid: tuple[int, int], interpreted: bool) -> None:
    """Rows are counted first. Each program runs once: more blocks in a row than are taken at a
    time, single ones, and a part of the last column."""
    if interpreted and max(grid) > 20:
        pytest.skip("takes the interpreter long")
    m, n = grid
    kernel = make_kernel(_ROWS_FIRST)
    x = torch.randint(-99, 99, (m * 4, n * 16)).float()
    for programs in (m * n, m * n - m // 2):
        y = torch.ones_like(x)
        kernel[(programs,)](x, y, m, n * 16)
        done = programs > torch.arange(m * n).view(n, m).T
        done = done.repeat_interleave(4, 0).repeat_interleave(16, 1)
        assert torch.equal(y, torch.where(done, x + 1, 1.0))


_TURNED = """
@triton.jit
def kernel(X, W, Y, m, n, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    i = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    j = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    inside = (i[:, None] < m) & (j[None, :] < n)
    x = tl.load(X + i[:, None] * n + j[None, :], mask=inside, other=3)
    w = tl.load(W + i[:, None] * n + j[None, :], mask=inside, other=2)
    turned = tl.trans(x + w)
    tl.store(Y + j[:, None] * m + i[None, :], turned, mask=tl.trans(inside))
"""


@pytest.mark.parametrize("block", [(64, 64), (16, 128), (8, 8), (128, 4)])
@pytest.mark.parametrize(
    "dtype",
    [torch.float32, torch.float64, torch.float16, BF16, torch.int8, torch.int64, torch.uint8],
    ids=dtype_id,
)
def test_turned_copy(dtype: torch.dtype, block: tuple[int, int]) -> None:
    """Squares that are transposed in registers, at edges as well."""
    m, n = 77, 133
    x, w = (torch.randint(0, 50, (m, n)).to(dtype) for _ in range(2))
    y = torch.zeros(n, m, dtype=dtype)
    grid = (triton.cdiv(m, block[0]), triton.cdiv(n, block[1]))
    got = run(_TURNED, grid, [x, w, y, m, n], BLOCK_M=block[0], BLOCK_N=block[1])[2]
    assert torch.equal(got, (x + w).t())


@pytest.mark.parametrize("dtype", [torch.float8_e4m3fn, torch.float8_e5m2], ids=dtype_id)
def test_turned_fp8(dtype: torch.dtype) -> None:
    source = """
@triton.jit
def kernel(X, Y, m, n, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    i = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    j = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    inside = (i[:, None] < m) & (j[None, :] < n)
    x = tl.load(X + i[:, None] * n + j[None, :], mask=inside)
    tl.store(Y + i[:, None] + j[None, :] * m, x, mask=inside)
"""
    x = torch.randn(77, 133).to(dtype)
    y = torch.zeros(133, 77, dtype=dtype)
    got = run(source, (3, 5), [x, y, 77, 133], BLOCK_M=32, BLOCK_N=32)[1]
    assert torch.equal(got.view(torch.uint8), x.t().contiguous().view(torch.uint8))


def test_turned_in_place() -> None:
    """The block is read before any of it is written."""
    source = """
@triton.jit
def kernel(X, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i[:, None] * N + i[None, :])
    tl.store(X + i[:, None] * N + i[None, :], tl.trans(x) * 2)
"""
    x = torch.randn(64, 64)
    assert torch.equal(run(source, (1,), [x], N=64)[0], x.t() * 2)

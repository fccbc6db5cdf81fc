# Addresses: offsets, wraps, loaded indices, pointers to pointers, alignment, hints.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.access_kernels import MASKED, MATRIX
from harness.data import dtype_id
from harness.memory import run_in_place
from triton_shared.testing.check import check, run


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
    source = MATRIX.format(address=address, mask="(rows < 32) & (cols < 32)", width=32)
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


def test_constant_pointers() -> None:
    """Triton 3.9 gives what is behind `tl.const` an address space of its own."""
    source = """
@triton.jit
def part(X: tl.const, i):
    return X + i * 2

@triton.jit
def kernel(X: tl.const, Z, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    place = part(X, i)
    for _ in range(n):
        place += 1
    tl.store(Z + i, tl.load(place, mask=i < 20, other=-1.0))
"""
    check(source, (1,), [torch.randn(100), torch.zeros(32), 3], BLOCK=32)


@pytest.mark.parametrize("options", ["", "plain=1"])
def test_views_of_an_argument(options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    source = """
@triton.jit
def kernel(X, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    bytes = X.to(tl.pointer_type(tl.uint8))
    halves = X.to(tl.pointer_type(tl.int16))
    tl.store(bytes + i, tl.load(halves + 8 + i).to(tl.uint8))
"""
    x = torch.randint(-(1 << 31), (1 << 31) - 1, (16,), dtype=torch.int32)
    ours = run(source, (1,), [x.clone()], BLOCK=16)[0].view(torch.uint8)
    assert torch.equal(ours[:16], x.view(torch.int16)[8:24].to(torch.uint8))
    assert torch.equal(ours[16:], x.view(torch.uint8)[16:])


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


@pytest.mark.parametrize("offset", [1, 2, 3])
def test_misaligned_base(offset: int) -> None:
    raw = torch.zeros(1024 + 8, dtype=torch.uint8)
    x = torch.frombuffer(raw.numpy(), dtype=torch.int16, offset=offset * 2, count=256)
    x[:] = torch.arange(256)
    check(MASKED.format(mask="i < n", other="0"), (4,), [x, torch.zeros_like(x), 100], BLOCK=64)


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


_HASHED = """
@triton.jit
def kernel(X, Z, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    h = pid * 1640531527
    tl.store(Z + pid * BLOCK + i, tl.load({access}))
"""

HASHES = {
    "masked": "(h + i) & 1023",
    "masked lanes": "((i + pid) * 1640531527) & 1023",
    "unsigned remainder": "((h + i).to(tl.uint32) % 1000).to(tl.int32)",
    "unsigned quotient": "((h + i).to(tl.uint32) // 4194304).to(tl.int32)",
    "unsigned shift": "((h + i).to(tl.uint32) >> 22).to(tl.int32)",
    "product of data": "((pid + 60000).to(tl.uint16).to(tl.int32) * 65535 + i) & 1023",
    "even factor": "(pid * 16000048 + i) % 96 + 96",
    "prime": "((pid * 700 + 1500) * 1000003 + i).to(tl.uint32).to(tl.uint64) % 1000",
    "prime first": "((pid * 700 + 1500) * 1000003).to(tl.uint32).to(tl.uint64) % 1000 + i",
    "negative": "(i - 96 * pid) % 96 + 96",
    "large": "(pid.to(tl.uint32) * 1000000000 + i.to(tl.uint32)).to(tl.uint64) % 1000",
    "narrow": "(i.to(tl.int8) * 9).to(tl.int32) & 1023",
    "narrow sum": "(i.to(tl.uint8) + 250).to(tl.int32)",
}


@pytest.mark.parametrize("options", ["", "plain=1"])
@pytest.mark.parametrize("index", HASHES.values(), ids=HASHES.keys())
def test_indices_that_wrap_around(
    index: str, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a hash leaves of its sum is inside of the table, in integers of 32 bits."""
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    source = _HASHED.format(access=f"X + ({index})")
    check(source, (7,), [torch.randn(1024), torch.zeros(7 * 16)], BLOCK=16)


@pytest.mark.parametrize("options", ["", "plain=1"])
@pytest.mark.parametrize(
    "mask",
    [
        "(h + i).to(tl.uint32) < 1000000000",
        "(h + i).to(tl.uint32) >= 1000000000",
        "((i + pid) * 1664525 + 1013904223) > 0",
        "(i * 2000003 + h) < 100",
        "(i.to(tl.int8) + 120) > 0",
        "((i + (pid * 77777 + 37)) * 65599).to(tl.uint32) < 1000000000",
        "((i + (pid * 77777 + 37)) * 16807).to(tl.uint32) < 1000000000",
        "((i + (pid * 77777 + 37)) * 16807) >= 8",
        "((i + (pid * 77777 + 37)) * 7919).to(tl.int64) < 8",
        "((pid * 1000 + i) * 1000003).to(tl.uint32).to(tl.uint64) < 2000000000",
        "(i - pid * 5).to(tl.uint32) < 20",
        "(pid * 5 - i).to(tl.uint32) <= 20",
    ],
)
def test_masks_of_what_wraps_around(
    mask: str, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    source = _HASHED.format(access=f"X + i, mask={mask}, other=-1.0")
    check(source, (7,), [torch.randn(32), torch.zeros(7 * 32)], BLOCK=32)


_NARROW = """
@triton.jit
def kernel(B, H, X, Z, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    b = ((tl.load(B + pid) & 0x7f) + (tl.load(B + pid + 1) & 0x7f)).to(tl.int32)
    t = ((tl.load(B + pid) & 0x7f) * 3).to(tl.int32)
    q = ((tl.load(H + pid) & 0x7fff) * 4).to(tl.int32)
    h = ((tl.load(H + pid) & 0x7fff) * 64).to(tl.int32)
    tl.store(Z + pid * BLOCK + i, tl.load({access}))
"""


@pytest.mark.parametrize("options", ["", "plain=1"])
@pytest.mark.parametrize(
    "access",
    [
        "X + i, mask=i + b >= 0, other=-1.0",
        "X + i, mask=i * 3 < b, other=-1.0",
        "X + 512 + (t + i) // 3",
        "X + 512 + (t + i) % 3",
        "X + 512 + (q + i) // 4 % 128",
        "X + 512 + (h + i) % 128",
    ],
)
def test_narrow_data_that_wraps_around(
    access: str, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sums and products of 8 and 16 bits may be negative where no operand is."""
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    small = torch.tensor([100, 110, 50, 3], dtype=torch.int8)
    wide = torch.tensor([1022, 0x3FFF, 5], dtype=torch.int16)
    arguments = [small, wide, torch.randn(1024), torch.zeros(3 * 64)]
    check(_NARROW.format(access=access), (3,), arguments, BLOCK=64)


_PRODUCT = """
@triton.jit
def kernel(S, X, Z, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    g = tl.broadcast_to(tl.load(S + pid + tl.arange(0, 1)) * 70001, (BLOCK,)) + i
    tl.store(Z + pid * BLOCK + i, tl.load({access}))
"""


@pytest.mark.parametrize("options", ["", "plain=1"])
@pytest.mark.parametrize(
    "access",
    [
        "X + (tl.minimum(g, 5) & 63)",
        "X + tl.maximum(tl.minimum(g, 20), 0)",
        "X + 512 + tl.minimum(g, g - 3) % 100",
        "X + (tl.where(g < 5, g, 0) & 63)",
        "X + tl.where(i < g, i, 0)",
        "X + 512 + (g.to(tl.int64) % 100)",
        "X + i, mask=g.to(tl.int64) > 0, other=-1.0",
    ],
)
def test_what_looks_at_the_size_of_a_hash(
    access: str, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is of 32 bits, in extremes, choices and what is made wider, too."""
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    ten = 10 * pow(70001, -1, 1 << 32) % (1 << 32)  # the factor makes 10 of it
    seeds = torch.tensor([1, 40000, ten - (1 << 32) * (ten >> 31), -7], dtype=torch.int32)
    arguments = [seeds, torch.randn(1024), torch.zeros(4 * 32)]
    check(_PRODUCT.format(access=access), (4,), arguments, BLOCK=32)


_CARRIED = """
@triton.jit
def pick(X, k, n):
    if n == 5:
        return tl.load(X + k)
    if n == 1:
        if k == 3:
            return tl.load(X)
    return tl.load(X + k + 1)


@triton.jit
def kernel(X, Z, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    s = tl.zeros((BLOCK,), tl.int32) + n
    h = n * 1103515245
    k = 0
    {loop}:
        {step}
        tl.store(Z + k * BLOCK + i, i + 1, mask=s > 0)
        k += 1
"""


@pytest.mark.parametrize("options", ["", "plain=1"])
@pytest.mark.parametrize(
    "step",
    [
        "s = s * 7 + 1",
        "s = s + h",
        "s = s + tl.load(X + k)",
        "h = h * 5 + 1; s = s + h",
        "s = s * 1664525 + 1013904223 if k % 2 == 0 else s + 1640531527",
        "s = s + tl.load(X + k) if k % 3 != 1 else s",
        "v = tl.load(X + k)\n        for _ in range(2):\n            s = s + v",
        "v = 0\n        for j in range(2):\n            v += tl.load(X + j)\n        s = s + v",
        "s = s + pick(X, k, n)",
    ],
    ids=["product", "hash", "data", "sums", "either", "branch", "nested", "inner", "helper"],
)
@pytest.mark.parametrize("loop", ["for _ in range(10)", "while k < 10"], ids=["for", "while"])
def test_what_wraps_around_in_a_loop(
    loop: str, step: str, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks of equal numbers that a loop carries, where they are no indices."""
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    numbers = torch.arange(1, 11, dtype=torch.int32) * 700_000_000
    z = torch.zeros(160, dtype=torch.int32)
    check(_CARRIED.format(loop=loop, step=step), (1,), [numbers, z, 5], BLOCK=16)


_FAR = """
@triton.jit
def kernel(S, X, Z, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    h = {hash}
    place = ({place}).to(tl.int64) + 2147483648
    tl.store(Z + i, tl.load(X + place, mask=place < n, other=-1))
"""


@pytest.mark.parametrize("options", ["", "plain=1"])
@pytest.mark.parametrize("hashed", ["{}", "{} & 0x7fffffff", "{} & -2"])
@pytest.mark.parametrize(("place", "step"), [("h + i", 1), ("h + 2 * i", 2), ("h + i % 256", 1)])
def test_hashes_made_wider_are_places(
    place: str, step: int, hashed: str, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They begin anew within the block; further on is nobody's memory."""
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    first = 2**31 - 22
    seed = torch.tensor([first * pow(1640531527, -1, 2**32) % 2**32]).int()
    source = _FAR.format(hash=hashed.format("(tl.load(S) * 1640531527)"), place=place)
    x = torch.randint(0, 1000, (1000,))
    z = torch.zeros(256, dtype=torch.int64)
    (_, _, z, _) = run(source, (1,), [seed, x, z, 1000], BLOCK=256)
    places = (first + step * torch.arange(256)).int().long() + 2**31
    expected = torch.where(places < 1000, x[places.clamp(max=999)], -1)
    assert torch.equal(z, expected)

# Sorting networks: what `tl.sort`, `tl.topk` and `tl.flip` exchange, within registers and between
# them, for blocks of one register to many.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.data import BF16, FLOATS, INTS, UINTS, dtype_id
from triton_shared.testing.check import assert_same, check, run

_ROWS = """
@triton.jit
def kernel(X, Z, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i = tl.arange(0, M)[:, None]
    x = tl.load(X + i * N + tl.arange(0, N)[None, :])
    tl.store(Z + i * K + tl.arange(0, K)[None, :], {expression})
"""
_ROW = """
@triton.jit
def kernel(X, Z, n, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i)
    tl.store(Z + i, {expression})
"""


def numbers(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    """With some of them several times."""
    if dtype == torch.uint8 or dtype == torch.int8:
        return torch.randint(0, 256, shape).to(dtype)
    if dtype.is_floating_point:
        return (torch.randn(shape) * 8).round(decimals=1).to(dtype)
    return torch.randint(-(2**15), 2**15, shape).to(dtype)


def as_sortable(x: torch.Tensor) -> torch.Tensor:
    """torch does not sort wide unsigned integers."""
    return x.double() if x.dtype in UINTS else x


def network(x: torch.Tensor, descending: bool) -> torch.Tensor:
    """The bitonic network of Triton's `sort`, one comparison at a time (K. E. Batcher, 1968).
    What is no number compares false, which puts some elements twice and others nowhere."""
    n = x.shape[-1]
    i = torch.arange(n)
    stage = 2
    while stage <= n:
        up = (i & stage != 0) if stage < n else torch.full((n,), descending)
        distance = stage // 2
        while distance:
            y = x[..., i ^ distance]
            x = torch.where((x > y) != (up ^ (i & distance != 0)), y, x)
            distance //= 2
        stage *= 2
    return x


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", [*INTS, *UINTS, *FLOATS, BF16], ids=dtype_id)
@pytest.mark.parametrize("shape", [(1, 2), (8, 8), (2, 64), (1, 256), (4, 128)], ids=str)
def test_sort(shape: tuple[int, int], dtype: torch.dtype, descending: bool) -> None:
    m, n = shape
    x = numbers(dtype, m, n)
    source = _ROWS.format(expression=f"tl.sort(x, 1, {descending})")
    ours = run(source, (1,), [x, torch.zeros_like(x)], M=m, N=n, K=n)[1]
    assert torch.equal(as_sortable(ours), as_sortable(x).sort(1, descending=descending).values)


@pytest.mark.parametrize("n", [1024, 4096])
def test_sort_of_a_long_row(n: int) -> None:
    x = torch.randn(n)
    ours = run(_ROW.format(expression="tl.sort(x)"), (1,), [x, torch.zeros(n), n], N=n)[1]
    assert torch.equal(ours, x.sort().values)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", [*FLOATS, BF16], ids=dtype_id)
@pytest.mark.parametrize("n", [4, 16, 128])
def test_not_a_number(n: int, dtype: torch.dtype, descending: bool) -> None:
    x = numbers(dtype, 16, n)
    x[torch.rand(16, n) < 0.1] = float("nan")
    x[torch.rand(16, n) < 0.2] = -0.0
    x[torch.rand(16, n) < 0.2] = 0.0
    source = _ROWS.format(expression=f"tl.sort(x, 1, {descending})")
    ours = run(source, (1,), [x, torch.zeros_like(x)], M=16, N=n, K=n)[1]
    assert_same(ours, network(x, descending), 0.0, 0.0)


@pytest.mark.parametrize("dtype", [torch.int16, torch.int64, torch.float32, BF16], ids=dtype_id)
@pytest.mark.parametrize(
    ("m", "n", "k"),
    [(8, 64, 1), (8, 64, 4), (1, 64, 32), (1, 1024, 8), (4, 256, 64), (16, 8, 2), (2, 2, 1)],
)
def test_topk(m: int, n: int, k: int, dtype: torch.dtype) -> None:
    x = numbers(dtype, m, n)
    source = _ROWS.format(expression=f"tl.topk(x, {k})")
    ours = run(source, (1,), [x, torch.zeros((m, k), dtype=dtype)], M=m, N=n, K=k)[1]
    assert torch.equal(ours, x.topk(k).values)


_CUBES = [(2, 2, 2), (1, 16, 8), (8, 1, 64), (64, 4, 2)]


@pytest.mark.parametrize(
    ("shape", "axis"), [(shape, d) for shape in _CUBES for d in range(3) if shape[d] > 1], ids=str
)
@pytest.mark.parametrize("dtype", [torch.int8, torch.float32, torch.float64], ids=dtype_id)
def test_flip(shape: tuple[int, int, int], dtype: torch.dtype, axis: int) -> None:
    a, m, n = shape
    source = """
@triton.jit
def kernel(X, Z, A: tl.constexpr, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr):
    i = tl.arange(0, A)[:, None, None] * M + tl.arange(0, M)[None, :, None]
    i = i * N + tl.arange(0, N)[None, None, :]
    tl.store(Z + i, tl.flip(tl.load(X + i), AXIS))
"""
    x = numbers(dtype, a, m, n)
    ours = run(source, (1,), [x, torch.zeros_like(x)], A=a, M=m, N=n, AXIS=axis)[1]
    assert torch.equal(ours, x.flip(axis))


@pytest.mark.parametrize(
    "expression",
    [
        "tl.sort(x * 2 - i)",
        "tl.sort(x) + i * tl.sort(-x)",
        "tl.flip(tl.sort(x), 0) - x",
        "tl.sort(tl.where(i < n, x, 1000))",
        "tl.sort(tl.load(X + i, mask=i < n, other=77))",
        "tl.sort(tl.load(X + i // 3))",
        "tl.sort(tl.load(X + (i * 7) % N))",
        "tl.load(X + (tl.sort(x.to(tl.int32)) & (N - 1)))",
        "tl.cumsum(tl.sort(x), 0)",
        "tl.sort(tl.cumsum(x, 0))",
        "tl.sort(x) - tl.max(tl.sort(x), 0)",
        "tl.ravel(tl.trans(tl.reshape(tl.sort(x), (N // 4, 4))))",
        "tl.sort(tl.ravel(tl.trans(tl.reshape(x, (N // 4, 4)))))",
        "tl.gather(tl.sort(x), (i * 5) % N, 0)",
        "tl.gather(x, i ^ 1, 0)",
        "tl.gather(x * 3, i ^ (N // 2), 0) + x",
        "tl.gather(tl.sort(x), i ^ (N - 1), 0)",
        "tl.gather(tl.gather(x, i ^ 3, 0), i ^ 2, 0)",
        "tl.gather(x, i ^ 5, 0) * ((i & 4) != 0) + ((i & (N // 2)) != 0)",
        "tl.reshape(tl.sort(tl.reshape(x, (4, N // 4))), (N,))",
        "tl.interleave(tl.sort(tl.load(X + i_half)), tl.load(X + i_half))",
    ],
)
@pytest.mark.parametrize("n", [8, 64, 512])
@pytest.mark.parametrize("dtype", [torch.int32, torch.float32], ids=dtype_id)
def test_around_it(expression: str, n: int, dtype: torch.dtype) -> None:
    x = torch.randint(-500, 500, (n,)).to(dtype)
    expression = expression.replace("i_half", "tl.arange(0, N // 2)")
    check(_ROW.format(expression=expression), (1,), [x, torch.zeros_like(x), n // 2 + 1], N=n)


@pytest.mark.parametrize(
    "index", ["N - 1 - i", "(i * 5 + 3) % N", "tl.load(X + i) & (N - 1)", "i ^ 1"]
)
@pytest.mark.parametrize("n", [8, 64, 512])
def test_a_network_and_what_is_gathered_of_it(index: str, n: int) -> None:
    """Both are stored: the second needs the first in storage."""
    source = f"""
@triton.jit
def kernel(X, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.sort(tl.load(X + i))
    w = tl.gather(v, {index}, 0)
    tl.store(Z + i, v)
    tl.store(Z + N + i, w)
    tl.store(Z + 2 * N + i, tl.gather(w, {index}, 0) + v)
"""
    x = torch.randperm(n).int()
    check(source, (1,), [x, torch.zeros(3 * n, dtype=torch.int32)], N=n)


def test_best_of_all_chunks() -> None:
    source = """
@triton.jit
def kernel(X, Z, n, N: tl.constexpr, K: tl.constexpr):
    best = tl.full((K,), -float("inf"), tl.float32)
    for start in range(0, n, N):
        i = start + tl.arange(0, N)
        x = tl.load(X + i, mask=i < n, other=-float("inf"))
        best = tl.topk(tl.ravel(tl.join(best, tl.topk(x, K))), K)
    tl.store(Z + tl.arange(0, K), best)
"""
    x = torch.randn(1000)
    ours = run(source, (1,), [x, torch.zeros(16), 1000], N=128, K=16)[1]
    assert torch.equal(ours, x.topk(16).values)


def test_order_of_keys() -> None:
    """Positions in the low bits of wide keys, as routers of experts sort them."""
    source = """
@triton.jit
def kernel(X, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    key = (tl.load(X + i).to(tl.int64) << 32) | i.to(tl.int64)
    tl.store(Z + i, (tl.sort(key) & 0xFFFFFFFF).to(tl.int32))
"""
    x = torch.randint(0, 20, (256,), dtype=torch.int32)
    ours = run(source, (1,), [x, torch.zeros_like(x)], N=256)[1]
    assert torch.equal(ours.long(), x.sort(stable=True).indices)


_PAIRS = """
@triton.jit
def swap(x, at, distance: tl.constexpr, stage: tl.constexpr):
    pairs: tl.constexpr = (x.numel // (2 * distance), 2, distance)
    second = tl.arange(0, 2)[None, :, None]
    y = tl.reshape(x, pairs)
    left = tl.broadcast_to(tl.sum(y * (1 - second), 1)[:, None, :], pairs)
    right = tl.broadcast_to(tl.sum(y * second, 1)[:, None, :], pairs)
    y_at = tl.reshape(at, pairs)
    left_at = tl.broadcast_to(tl.sum(y_at * (1 - second), 1)[:, None, :], pairs)
    right_at = tl.broadcast_to(tl.sum(y_at * second, 1)[:, None, :], pairs)
    left, right = tl.reshape(left, x.shape), tl.reshape(right, x.shape)
    left_at, right_at = tl.reshape(left_at, x.shape), tl.reshape(right_at, x.shape)
    if stage < x.numel:
        groups: tl.constexpr = (x.numel // (2 * stage), 2, stage)
        down = tl.reshape(tl.broadcast_to(second, groups), x.shape)
    else:
        down = 0
    first = (tl.arange(0, x.numel) // distance) % 2 == 0
    more = (left > right) | ((left == right) & (left_at > right_at))
    swapped = (more != down) == first
    return tl.where(swapped, right, left).to(x.dtype), tl.where(swapped, right_at, left_at)

@triton.jit
def kernel(X, Z, I, n, N: tl.constexpr, LEVELS: tl.constexpr):
    at = tl.arange(0, N)
    x = tl.load(X + at, mask=at < n, other=100)
    for level in tl.static_range(1, LEVELS + 1):
        for step in tl.static_range(level):
            x, at = swap(x, at, 2 ** (level - 1 - step), 2**level)
    tl.store(Z + tl.arange(0, N), x)
    tl.store(I + tl.arange(0, N), at)
"""


@pytest.mark.parametrize("n", [2, 16, 64, 256])
@pytest.mark.parametrize(
    "dtype", [torch.int16, torch.int64, torch.float16, torch.float32, torch.float64], ids=dtype_id
)
def test_pairs_chosen_by_products(dtype: torch.dtype, n: int) -> None:
    """As many libraries sort values with their positions: by a sum of products with 0 and 1."""
    x = torch.randint(-20, 20, (n,)).to(dtype)
    used = max(n * 3 // 4, 1)
    args = [x, torch.zeros_like(x), torch.zeros(n, dtype=torch.int32), used]
    _, values, at, _ = run(_PAIRS, (1,), args, N=n, LEVELS=n.bit_length() - 1)
    x[used:] = 100
    expected = x.sort(stable=True)
    assert torch.equal(values, expected.values)
    assert torch.equal(at.long(), expected.indices)


def test_products_with_zero_count() -> None:
    """An infinity times 0 is no number, whose neighbour is none then; -0 plus 0 is 0."""
    source = """
@triton.jit
def kernel(X, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    y = tl.reshape(tl.load(X + i), (N // 8, 2, 4))
    second = tl.sum(y * tl.arange(0, 2)[None, :, None], 1)[:, None, :]
    first = tl.sum(y * (1 - tl.arange(0, 2)[None, :, None]), 1)[:, None, :]
    tl.store(Z + i, tl.ravel(tl.broadcast_to(first, (N // 8, 2, 4))))
    tl.store(Z + N + i, tl.ravel(tl.broadcast_to(second, (N // 8, 2, 4))))
"""
    x = torch.tensor([float("inf"), -0.0, float("nan"), 1.0, -2.0, 3.0, -0.0, 5.0]).repeat(8)
    for dtype in (torch.float32, torch.float64):
        check(source, (1,), [x.to(dtype), torch.zeros(128, dtype=dtype)], N=64)


@pytest.mark.parametrize("m", [2, 16])
@pytest.mark.parametrize("moved", ["tl.gather(x, i ^ 5, 0)", "tl.sort(x)", "tl.flip(x, 0)"])
def test_operand_of_a_dot(moved: str, m: int) -> None:
    source = f"""
@triton.jit
def kernel(X, Y, Z, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M * 32)
    x = tl.load(X + i)
    a = tl.reshape({moved}, (M, 32))
    y = tl.load(Y + tl.arange(0, 32)[:, None] * N + tl.arange(0, N)[None, :])
    b = tl.where((tl.arange(0, 32)[:, None] & 4) != 0, tl.flip(y, 1), y)
    z = tl.dot(a, b)
    tl.store(Z + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :], z)
"""
    x, y = torch.randint(-9, 9, (m * 32,)).float(), torch.randint(-9, 9, (32, 16)).float()
    ours = run(source, (1,), [x, y, torch.zeros(m, 16)], M=m, N=16)[2]
    a = {"s": x.sort().values, "f": x.flip(0), "g": x[torch.arange(m * 32) ^ 5]}[moved[3]]
    b = torch.where((torch.arange(32)[:, None] & 4) != 0, y.flip(1), y)
    assert torch.equal(ours, a.view(m, 32) @ b)


def test_within_a_branch_and_a_loop() -> None:
    """Its storage is gone after the branch, and the next iteration has other elements."""
    source = """
@triton.jit
def kernel(X, Z, n, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i)
    total = tl.zeros((N,), tl.int32)
    for k in range(n):
        if k % 2 == 0:
            x = tl.sort(x ^ k)
        else:
            total += tl.sort(-x)
        total += tl.gather(x, i ^ 65, 0) * k
    tl.store(Z + i, total + tl.sort(x))
"""
    x = torch.randint(-999, 999, (128,), dtype=torch.int32)
    ours = run(source, (1,), [x, torch.zeros_like(x), 5], N=128)[1]
    total = torch.zeros_like(x)
    for k in range(5):
        if k % 2 == 0:
            x = (x ^ k).sort().values
        else:
            total += (-x).sort().values
        total += x[torch.arange(128) ^ 65] * k
    assert torch.equal(ours, total + x.sort().values)


@pytest.mark.parametrize("bit", ["b.to(tl.float32)", "(1 - b).to(tl.float32)"])
@pytest.mark.parametrize("chosen", ["second", "1 - second"])
def test_bits_of_positions_as_numbers(chosen: str, bit: str) -> None:
    """A bit that chooses one of a pair, and that numbers are computed with besides."""
    source = f"""
@triton.jit
def kernel(X, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    y = tl.reshape(tl.load(X + i), (N // 8, 2, 4))
    b = tl.arange(0, 2)[None, :, None]
    second = b.to(tl.float32)
    left = tl.broadcast_to(tl.sum(y * ({chosen}), 1)[:, None, :], (N // 8, 2, 4))
    tl.store(Z + i, tl.ravel(left * {bit} - y + second))
"""
    check(source, (1,), [torch.randint(-99, 99, (64,)).float(), torch.zeros(64)], N=64)

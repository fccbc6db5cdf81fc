# Control flow: loops, conditions, early return, calls; blocks and pointers carried through them.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import torch

from harness.versions import needs_block_pointers
from triton_shared.testing.check import check, run

_BODY = """
{helpers}
@triton.jit
def kernel(X, Z, n, m, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(X + i)
    {body}
"""


def _source(body: str, helpers: str = "") -> str:
    return _BODY.format(body="\n    ".join(body.strip().splitlines()), helpers=helpers)


BODIES = {
    "for": """
for k in range(n):
    x = x * 2 + k
tl.store(Z + i, x)""",
    "for with bounds": """
for k in range(m, n, 3):
    x += k
tl.store(Z + i, x)""",
    "for with runtime step": """
for k in range(0, n * 4, m + 1):
    x += k
tl.store(Z + i, x)""",
    "for downwards": """
for k in range(n, -1, -2):
    x = x * 3 + k
tl.store(Z + i, x)""",
    "static range": """
for k in tl.static_range(4):
    x += k * n
tl.store(Z + i, x)""",
    "nested for": """
for a in range(n):
    for b in range(a, m + a):
        x += a * b
tl.store(Z + i, x)""",
    "pointers carried": """
p = X + i
for k in range(n):
    x += tl.load(p)
    p += k
    tl.store(Z + i, x)""",
    "two pointers swapped": """
p = X + i
q = X + i + 32
for k in range(n):
    x += tl.load(p) * 2
    p, q = q, p
tl.store(Z + i, x)""",
    "while": """
k = 0
while k < n:
    x = x * 2 - k
    k += 1
tl.store(Z + i, x)""",
    "while over a block": """
while tl.sum(x, 0) < 1000 * n:
    x += 7
tl.store(Z + i, x)""",
    "if without else": """
if n > 2:
    x = x * 5
tl.store(Z + i, x)""",
    "if and else": """
if n > m:
    x = x - 1
    y = x * n
else:
    y = x + m
tl.store(Z + i, x + y)""",
    "elif": """
if n == 0:
    y = x
elif n == 1:
    y = x + 1
elif m > n:
    y = x * m
else:
    y = x * 0
tl.store(Z + i, y)""",
    "if in for": """
for k in range(n + m):
    if k % 2 == 0:
        x += k
    elif k % 3 == 0:
        x = x * 2
tl.store(Z + i, x)""",
    "pointer chosen by if": """
p = Z + i
if n > 2:
    p = p + 32
    x = x + 1
tl.store(p, x)""",
    "early return": """
if n > 2:
    return
tl.store(Z + i, x)""",
    "early return of some programs": """
pid = tl.program_id(0)
if pid == n:
    return
tl.store(Z + pid * 16 + i % 16, x)
if pid > 1:
    return
tl.store(Z + 64 + pid, pid)""",
    "return in a branch": """
if n > 2:
    tl.store(Z + i, x)
    return
else:
    x = x + 3
tl.store(Z + i, x * 2)""",
    "conditional expression": """
y = x if n > 2 else x * 2
tl.store(Z + i, y)""",
    "boolean operators": """
if (n > 1 and m > 1) or n == 0:
    x = x + 100
if not (n == m):
    x = x + 1000
tl.store(Z + i, x)""",
    "scalars through loops": """
a = 0
b = 1
for k in range(n):
    a, b = b, a + b
tl.store(Z + i, x + a)""",
    "wide scalar carried": """
s = tl.sum(i, 0).to(tl.int64) + n
for k in range(m + 3):
    s = s * 3 + k
tl.store(Z + i, x + (s % 1000).to(tl.int32))""",
    "loads in a condition": """
if tl.load(X + n) > 0:
    x = -x
tl.store(Z + i, x)""",
    "store in a loop": """
for k in range(n):
    tl.store(Z + i, x + k, mask=i < k * 4)
    x += tl.load(Z + i)""",
    "assume": """
tl.assume(n >= 0)
tl.store(Z + i, x * n)""",
    "range with hints": """
for k in tl.range(0, n, num_stages=3, loop_unroll_factor=2):
    x += k
tl.store(Z + i, x)""",
    "block changed in one branch": """
y = tl.cumsum(x, 0)
for k in range(n):
    if k % 2 == 0:
        y = y * 2 - x
    x = x + 1
tl.store(Z + i, y + x)""",
    "block needed after its branch": """
y = tl.cumsum(x, 0)
if n > 2:
    w = y * 3
else:
    w = y
tl.store(Z + i, y - 7 * w)""",
    "blocks swapped by a branch": """
y = tl.cumsum(x, 0)
w = tl.cumsum(x * x, 0)
for k in range(n):
    if k > 0:
        y, w = w, y
    else:
        y = y + 1
tl.store(Z + i, y * 3 + w)""",
    "block turned round in a branch": """
y = tl.cumsum(x, 0)
w = tl.cumsum(x * x, 0)
if n > 2:
    y, w = tl.flip(w, 0), y + tl.flip(y, 0)
elif n > 0:
    w = w + y
else:
    y = w
tl.store(Z + i, y * 3 + w)""",
    "element set in a loop": """
y = tl.zeros_like(x)
for k in range(n + 30):
    y = tl.where(i == k, k * n, y)
    if k % 3 == 0:
        y = tl.where(k - 5 == i, tl.flip(x, 0) + y, y)
tl.store(Z + i, y)""",
    "elements set from one another": """
y = tl.cumsum(x, 0)
w = tl.cumsum(x * x, 0)
for k in range(n):
    y, w = tl.where(i == k, w - 1, y), tl.where(i == k, y * 2, w)
tl.store(Z + i, y * 3 + w)""",
    "an element and a block that reads it": """
y = tl.cumsum(x, 0)
w = tl.cumsum(x * x, 0)
for k in range(n):
    y, w = tl.where(i == 2 * k, w * 2, y), w + tl.flip(y, 0)
tl.store(Z + i, y * 3 + w)""",
    "zero trips": """
y = x
for k in range(5, 5 - n):
    y = y * 0
tl.store(Z + i, y)""",
}


@pytest.mark.parametrize("n", [0, 1, 3, 6])
@pytest.mark.parametrize("name", list(BODIES))
def test_body(name: str, n: int) -> None:
    x = torch.randint(-9, 9, (128,), dtype=torch.int32)
    z = torch.zeros(128, dtype=torch.int32)
    check(_source(BODIES[name]), (4,) if "programs" in name else (1,), [x, z, n, 2], BLOCK=32)


_HELPERS = """
@triton.jit
def twice(x, k):
    return x * 2 + k

@triton.jit
def pair(x, k):
    return x + k, x - k

@triton.jit(noinline=True)
def outlined(x, k):
    return x * k + 1

@triton.jit
def choose(x, k):
    if k > 2:
        return x * k
    return x - k

@triton.jit
def save(p, x):
    tl.store(p, x)

@triton.jit(noinline=True)
def outlined_scalar(k):
    if k > 2:
        k = k * 10
    return k + 1
"""


@pytest.mark.parametrize("n", [1, 5])
@pytest.mark.parametrize(
    "expression",
    [
        "twice(x, n)",
        "twice(twice(x, n), m)",
        "pair(x, n)[0] * pair(x, m)[1]",
        "x * outlined(n, m)",
        "x + outlined(outlined(n, 2), m) * outlined(m, 3)",
        "choose(x, n)",
        "x + outlined_scalar(n)",
        "tl.cdiv(x + 100, n) + min(n, m) - max(n, 3)",
    ],
)
def test_calls(expression: str, n: int) -> None:
    x = torch.randint(-9, 9, (32,), dtype=torch.int32)
    source = _source(f"save(Z + i, {expression})", _HELPERS)
    check(source, (1,), [x, torch.zeros_like(x), n, 2], BLOCK=32)


@pytest.mark.parametrize("grid", [(1,), (7,), (3, 5), (2, 3, 4), (1, 1, 9), (5, 0)])
def test_program_ids(grid: tuple[int, ...]) -> None:
    source = """
@triton.jit
def kernel(Z):
    x, y, z = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    at = (z * tl.num_programs(1) + y) * tl.num_programs(0) + x
    tl.store(Z + at, 1 + x + 10 * y + 100 * z)
"""
    ours = run(source, grid, [torch.zeros(64, dtype=torch.int32)])[0]
    gx, gy, gz = (*grid, 1, 1)[:3]
    expected = [1 + x + 10 * y + 100 * z for z in range(gz) for y in range(gy) for x in range(gx)]
    assert ours.tolist() == expected + [0] * (64 - len(expected))


@pytest.mark.not_interpreted("not in the interpreter")
def test_map_elementwise() -> None:
    source = """
@triton.jit
def collatz(x, n):
    steps = 0
    while (x > 1) & (steps < n):
        if x % 2 == 0:
            x = x // 2
        else:
            x = 3 * x + 1
        steps += 1
    return steps

@triton.jit
def kernel(X, Z, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    limit = tl.full((BLOCK,), 1000, tl.int32) + n
    tl.store(Z + i, tl.map_elementwise(collatz, tl.load(X + i), limit))
"""
    x = torch.arange(1, 65, dtype=torch.int32)
    ours = run(source, (1,), [x, torch.zeros_like(x), 7], BLOCK=64)[1]
    expected = []
    for value in x.tolist():
        steps = 0
        while value > 1:
            value = value // 2 if value % 2 == 0 else 3 * value + 1
            steps += 1
        expected.append(steps)
    assert ours.tolist() == expected


@pytest.mark.parametrize("steps", [0, 1, 3])
@pytest.mark.parametrize(
    "region",
    ["if steps > 0:", "for k in range(steps):", "while k < steps:"],
    ids=["if", "for", "while"],
)
def test_block_first_stored_in_a_region(region: str, steps: int) -> None:
    """A source of tl.gather needs storage; that made in a region is not there after it."""
    source = f"""
@triton.jit
def kernel(X, Y, steps, N: tl.constexpr):
    i = tl.arange(0, N)
    s = i * 3 + steps
    k = 0
    {region}
        tl.store(X + i, tl.gather(s, (i + 5) % N, 0) + tl.cumsum(i * i, 0))
        k += 1
    tl.store(Y + i, tl.gather(s, N - 1 - i, 0) + tl.cumsum(i, 0))
"""
    n = 64
    i = torch.arange(n, dtype=torch.int32)
    s = i * 3 + steps
    x, y = run(source, (1,), [torch.zeros_like(i), torch.zeros_like(i), steps], N=n)[:2]
    inside = s[((i + 5) % n).long()] + (i * i).cumsum(0)
    assert torch.equal(x, (inside if steps else torch.zeros_like(i)).to(x.dtype))
    assert torch.equal(y, (s.flip(0) + i.cumsum(0)).to(y.dtype))


@pytest.mark.parametrize("loop", ["for t in range(n):", "while t < n:"])
@pytest.mark.parametrize("distance", [2**30, -(2**30), 2**31 - 64, 3])
def test_a_block_that_a_loop_moves_past_its_type(distance: int, loop: str) -> None:
    """Its masks, addresses and values wrap around with it."""
    source = f"""
@triton.jit
def kernel(X, Y, Z, distance, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    p = i
    t = 0
    {loop}
        to = t * BLOCK + i
        tl.store(Y + to, p, mask=(p < 0) | (p >= 5))
        tl.store(Z + to, tl.load(X + (p & 63), mask=p >= BLOCK, other=-1))
        p += distance
        {"t += 1" if loop.startswith("while") else ""}
"""
    # The lanes of one block wrap around together.
    blocks = [torch.zeros(7 * 16, dtype=torch.int32) for _ in range(2)]
    check(source, (1,), [torch.arange(64, dtype=torch.int32), *blocks, distance, 7], BLOCK=16)


_WIDENED = """
@triton.jit
def kernel(X, O, n):
    x = tl.load(X + tl.arange(0, 1)) * 3 + 1
    wide = x.to(tl.int64)
    if n > 0:
        wide = wide * 3 + 1
    tl.store(O + tl.arange(0, 1), wide)
    count = tl.load(X + tl.arange(0, 1)).to(tl.int64)
    for _ in range(n):
        count = x.to(tl.int64) + 1
    tl.store(O + 1 + tl.arange(0, 1), count)
"""


@pytest.mark.parametrize("n", [0, 1])
def test_what_wraps_around_before_it_is_widened(n: int) -> None:
    x = torch.tensor([-1261071010], dtype=torch.int32)
    check(_WIDENED, (1,), [x, torch.zeros(2, dtype=torch.int64), n])


@pytest.mark.parametrize("dtype", ["tl.int64", "tl.uint64"])
@pytest.mark.parametrize("next_one", ["y + y", "3 * y", "y << 1"])
@pytest.mark.parametrize("n", [0, 2])
def test_sums_of_what_wraps_around_before_it_is_widened(n: int, next_one: str, dtype: str) -> None:
    """What a loop or a branch carries in 64 bits was computed in 32."""
    source = f"""
@triton.jit
def kernel(X, Z, n, m, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    y = (tl.load(X + tl.arange(0, 1)) * 3 + 1).to({dtype})
    if n > 0:
        y = {next_one}
    tl.store(Z + tl.arange(0, 1), y)
    z = i.to({dtype})
    for k in range(n + 1):
        y = {next_one}
        z += (i * 0 + m * 5 + k).to({dtype})
        z += (tl.full((BLOCK,), m, tl.int32) * 3).to({dtype})
    tl.store(Z + 1 + i, z)
    tl.store(Z + 9 + tl.arange(0, 1), y)
"""
    x = torch.tensor([-1261071010], dtype=torch.int32)
    check(source, (1,), [x, torch.zeros(10, dtype=torch.int64), n, 1 << 30], BLOCK=8)


_AFTER_LOOP = """
@triton.jit
def kernel(X, Z, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    for k in range(n):
        pass
    x = tl.load(X + i)
    {store}
"""


@pytest.mark.parametrize(
    "store",
    [
        pytest.param("tl.store(Z + k + i, x)", id="pointer"),
        pytest.param("tl.store(Z + i + 0 * k, x)", id="value"),
        pytest.param(
            "tl.store(tl.make_block_ptr(Z, (16,), (1,), (k,), (16,), (0,)), x, boundary_check=[0])",
            id="block pointer",
            marks=needs_block_pointers,
        ),
    ],
)
def test_loop_variable_after_its_loop(store: str, interpreted: bool) -> None:
    """Triton's IR gives it no value: zero here, where LLVM would drop what follows."""
    if interpreted:
        pytest.skip("Python keeps the last value")
    x = torch.arange(16.0)
    source = _AFTER_LOOP.format(store=store)
    assert torch.equal(run(source, (1,), [x, torch.zeros(16), 3], BLOCK=16)[1], x)

# Functions that kernels call, with one meaning on both sides.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import re

# Triton's interpreter computes with the bits of bfloat16 as if they were integers. So operations on
# such values are written with two functions that differ: ours computes in bfloat16, the interpreter
# in float32. The values are exact in bfloat16, so that both give the same.
_OURS = """
@triton.jit
def up(x):
    return x

@triton.jit
def bf16(x):
    return x.to(tl.bfloat16)

@triton.jit
def choose(a, b):
    if a > b:
        return a - b
    return b ^ 3

@triton.jit
def mapped(x, y):
    return tl.map_elementwise(choose, x, y)
"""
# Nor does it map a function over elements.
_INTERPRETED = """
@triton.jit
def up(x):
    return x.to(tl.float32)

@triton.jit
def bf16(x):
    return x.to(tl.float32).to(tl.bfloat16)

@triton.jit
def mapped(x, y):
    return tl.where(x > y, x - y, y ^ 3)
"""
_BOTH = """
@triton.jit
def add_mod(a, b):
    return (a + b) & 0xffff

@triton.jit
def keep_last(a, b):
    return b

@triton.jit
def either(a, b):
    return a | b

@triton.jit
def differ(a, b):
    return a ^ b

@triton.jit
def all_of(a, b):
    return a & b

@triton.jit
def pick_larger(a0, a1, b0, b1):
    keep = (a0 > b0) | ((a0 == b0) & (a1 <= b1))
    return tl.where(keep, a0, b0), tl.where(keep, a1, b1)

@triton.jit
def keep_pair(a0, a1, b0, b1):
    return b0, a1

@triton.jit
def recur(a0, a1, b0, b1):
    return (a0 * b0) & 0xff, (a1 * b0 + b1) & 0xff

@triton.jit(noinline=True)
def apart(x, y):
    return x * 3 - y

@triton.jit
def early(x, k):
    if k > 3:
        return x + k
    return x - 1

@triton.jit
def numbered(x, k):
    if k > 3:
        if k == 5:
            return x - 2
        x += 7
    elif k == 1:
        return x * 2
    return x + tl.program_id(0) * 5

@triton.jit
def fetched(p, i, k):
    if k > 3:
        if k == 6:
            return tl.load(p + 1)
        i += 7
    elif k == 1:
        return tl.load(p)
    return tl.load(p + i)

@triton.jit
def both(x, y):
    return x ^ y, (x & 255) - y
"""


def _functions(text: str) -> dict[str, str]:
    found = {}
    for part in text.strip().split("\n\n"):
        name = re.search(r"def (\w+)", part)
        assert name is not None
        found[name.group(1)] = part
    return found


def helpers(source: str, interpreted: bool) -> str:
    """The source behind the functions that it calls."""
    known = {**_functions(_BOTH), **_functions(_INTERPRETED if interpreted else _OURS)}
    needed: list[str] = []
    todo = source
    while True:
        more = [f for f in known if f not in needed and re.search(rf"\b{f}\b", todo)]
        if not more:
            break
        needed = more + needed
        todo = "\n".join(known[f] for f in more)
    return "\n\n".join([*(known[f] for f in needed), source])

# Blocks put together from pieces, under masks that begin and end at any position.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from ..program import Value
from .draft import SHAPES, Draft
from .memory import INPUTS, loaded
from .places import along, index


def _across(g: Draft, shape: tuple[int, ...], d: int) -> str:
    """Tests of the positions along some of the other dims."""
    r = g.random
    tests = ""
    for k in range(len(shape)):
        if k != d and r.random() < 0.4:
            tests += f" & ({along(shape, k)} {r.choice(['<', '>='])} {r.choice(['n', 'm', '1'])})"
    return tests


def pieces(g: Draft) -> Value | None:
    """What comes before a position from one place and what comes after it from another."""
    r = g.random
    shape = r.choice([s for s in SHAPES if s[-1] >= 4])
    d = len(shape) - 1 if r.random() < 0.8 else r.randrange(len(shape))
    dtype = r.choice([d for d in INPUTS if d != "int1"])
    bound, grain = loaded(dtype)
    extent, at = shape[d], along(shape, d)
    begin = r.choice([str(r.randrange(extent + 1)), "n", "m", "n - pid * 2", f"{extent - 3} - m"])
    end = r.choice([str(extent), str(r.randrange(extent + 1)), "n + m", f"({begin}) + {extent}"])
    others = _across(g, shape, d)
    zero = ".0" if "float" in dtype else ""

    def part(start: int, shift: str, test: str) -> str:
        where = f"{INPUTS[dtype]} + {start} + {index(shape)}{shift}"
        other = r.choice(["0", "0", "3", "-2"]) + zero
        return f"tl.load({where}, mask={test}{others}, other={other})"

    first = part(0, "", f"(({at}) < {begin})")
    second = part(1024, f" - ({begin})", f"(({at}) >= {begin}) & (({at}) < {end})")
    if r.random() < 0.4:
        return g.define(second, [], shape, dtype, bound, grain)
    joined = f"tl.where(({at}) < {r.choice([begin, begin, end])}, {first}, {second})"
    return g.define(joined, [], shape, dtype, bound, grain)


def taps(g: Draft) -> Value | None:
    """The sum of neighbours, as in a convolution: boxes that overlap but for their ends."""
    r = g.random
    shape = r.choice([s for s in SHAPES if s[-1] >= 16])
    d = len(shape) - 1 if r.random() < 0.8 else r.randrange(len(shape))
    dtype = r.choice(["float32", "float32", "int32", "float16", "int8", "int64"])
    bound, grain = loaded(dtype)
    at = along(shape, d)
    low = r.choice(["0", "0", "1", "m", "n - 3"])
    high = r.choice([str(shape[d]), "n", "n + 2", "n * 2 - pid", str(r.randrange(shape[d] + 1))])
    sides = ["", f" & ({at} + SHIFT < {high})", f" & ({at} + SHIFT >= {low})"]
    others = _across(g, shape, d)
    parts: list[str] = []
    for shift in r.sample(range(-4, 5), r.randrange(2, 8)):
        test = r.choice([sides[1] + sides[2], sides[1] + sides[2], *sides]) + others
        test = test.replace("SHIFT", str(shift)).removeprefix(" & ")
        where = f"{INPUTS[dtype]} + {r.choice([1000, 1024])} + {index(shape)} + {shift}"
        zero = ".0" if "float" in dtype else ""
        mask = f", mask={test}, other={r.choice([0, 0, 1])}{zero}" if test else ""
        parts.append(f"tl.load({where}{mask})")
    return g.define(" + ".join(parts), [], shape, dtype, bound * len(parts), grain)

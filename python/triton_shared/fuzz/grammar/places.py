# Where blocks lie in memory, and which of their elements are active.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from ..program import Value
from .draft import INPUT_SIZE, MAX_SIZE, Draft


def along(shape: tuple[int, ...], d: int) -> str:
    """Positions along one dim, as a block that broadcasts to the shape."""
    where = ", ".join(":" if k == d else "None" for k in range(len(shape)))
    return f"tl.arange(0, {shape[d]})" + (f"[{where}]" if len(shape) > 1 else "")


def index(shape: tuple[int, ...]) -> str:
    """Row-major positions of a block, from zero."""
    terms: list[str] = []
    stride = 1
    for d in reversed(range(len(shape))):
        part = along(shape, d)
        terms.insert(0, part if stride == 1 else f"{part} * {stride}")
        stride *= shape[d]
    return " + ".join(terms) if terms else "0"


def one_place(g: Draft, size: int) -> tuple[str, list[Value]]:
    """A test that holds at one element of a row, or at none."""
    r = g.random
    at = g.pick(lambda v: v.shape == () and v.dtype == "int32") if r.random() < 0.6 else None
    place = at.name if at is not None else r.choice(["n", "m", "pid", str(r.randrange(size + 2))])
    if r.random() < 0.6:
        place = f"{place} % {size}"
    positions = f"tl.arange(0, {size})" + r.choice(["", "", f" + {r.randrange(9)}", " + pid"])
    return f"{positions} == {place}", [] if at is None else [at]


def hashed(g: Draft, positions: str) -> str:
    """What wraps around its 32 bits, mostly."""
    r = g.random
    factor = r.choice([1640531527, 805459861, 1664525, 65599, 16807])
    # Of many programs a few, far from each other, so that small factors wrap around as well.
    seed = r.choice(["pid", "(pid + n)", "(pid * 77777 + m)", "(pid + 99991)", "(n * 65521 - pid)"])
    if r.random() < 0.3:
        return f"(({positions} + {seed}) * {factor})"
    if r.random() < 0.2:
        other = r.choice([668265263, 1540483477, 1640531527, 4099])
        return f"((({positions}) * {other} + {seed}) * {factor})"
    return f"({seed} * {factor} + ({positions}))"


def sized(g: Draft, positions: str) -> str:
    """A position that depends on the size of what has wrapped around."""
    r, hash = g.random, hashed(g, positions)
    return r.choice([
        f"(tl.minimum({hash}, {r.choice([5, 100, -7])}) & 63)",
        f"(tl.where({hash} < {r.randrange(99)}, {hash}, 7) & 63)",
        f"({hash} % {r.choice([100, 33])} + 100)",
        f"({hash}.to(tl.int64) % {r.choice([100, 33])} + 100).to(tl.int32)",
        f"(({hash}.to(tl.int64) - ({positions}) % 64) // 3 % 100 + 100).to(tl.int32)",
    ])  # fmt: skip


def narrow(g: Draft) -> str:
    """A scalar of 8 bits that may have wrapped around, as one of 32."""
    r = g.random
    data = [f"(tl.load(S + {r.randrange(99)}{r.choice(['', ' + pid'])}) & 127)" for _ in "ab"]
    how = r.choice([f"+ {data[1]}", "* 3", "* 4", "+ 100", "* 10 + 7"])
    return f"({data[0]} {how}).to(tl.int32)"


#: Constants from which positions leave their type, or nearly do, by its bits.
EDGES = {bits: [2 ** (bits - 1) - d for d in (1, 2, 5, 70)]
         + [d - 2 ** (bits - 1) for d in (0, 1, 4, 70)] + [-1, 0]
         for bits in (32, 64)}  # fmt: skip


def at_the_edge(g: Draft, positions: str) -> str:
    """A comparison of positions and constants alone, which may wrap around."""
    r = g.random
    bits = r.choice([32, 64])
    start, limit = (r.choice(EDGES[bits]) for _ in "ab")
    wide = ".to(tl.int64)" if bits == 64 else ""
    moved = f"(({positions}){wide} {r.choice('+-')} ({start}))"
    if r.random() < 0.25:
        moved, limit = f"{moved}.to(tl.uint{bits})", limit % 2**bits
    return f"({moved} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {limit})"


def address(g: Draft, shape: tuple[int, ...]) -> tuple[str, list[Value]]:
    """In-bounds offsets of one of the forms that kernels use."""
    i, r = index(shape), g.random
    form = r.randrange(16)
    if form == 14 and g.scope:
        return sampled(g, shape)
    if form == 13:
        return kinked(g, i), []
    if form == 12:
        part = r.choice(["// 3", "% 3", "// 4", "% 128", "% 48 * 8"])
        return f"({narrow(g)} + ({i})) {part} + 999", []
    if form == 0 and r.random() < 0.2:
        return f"((({i}) + ({r.choice(EDGES[32])})) & {r.choice([1023, 63])})", []
    if form == 0:
        return f"({i}) + pid * 64", []
    if form == 1:
        return f"({i}) * {r.choice([2, 0, 1])} + {r.randrange(64)}", []
    if form == 2:
        return f"{MAX_SIZE - 1 + r.randrange(99)} - ({i})", []
    if form == 3:
        start = r.choice(["n * 3", "n * 3", "pid * 64", "0"])
        period = r.choice(["7", "16", "24", "33", "48", "64", "96", "100", "m * 9 + 1"])
        return f"(({i}) + {start}) % {period}", []
    if form == 4:
        counts = ["3", "4", "16", "32", "48", "96", "100", "300", "n + 20", "m * 7 + 1"]
        high, low = (r.choice(counts) for _ in "ab")
        if r.random() < 0.3:  # a place in a row that is taken apart in its turn
            i = f"({i}) % {r.choice(['1000', '200', '80', '40', '24', 'm * 16 + 32'])}"
        if r.random() < 0.25:  # what is divided grows by more than one from lane to lane
            return f"({i}) * 3 // {high} % 999 + (({i}) * {r.choice('235')} % {low}) * 8", []
        return f"({i}) // {high} * {r.choice(['1', 's'])} + (({i}) % {low}) * {r.choice('18s')}", []
    if form == 5:
        loaded = g.pick(lambda v: v.is_int and v.shape == shape)
        if loaded is not None:
            wide = f"{loaded.name}.to(tl.int64)"
            if r.random() < 0.5:  # and what all lanes have in common
                moved = (
                    f"({wide} & 255) {r.choice('+-')} {r.choice(['n', 'm * 3', 'pid * 9', '7'])}"
                )
                return f"({moved}) * {r.choice('123')} + 1024", [loaded]
            return f"({wide} & {INPUT_SIZE - 1}).to(tl.int32)", [loaded]
    if form == 6:
        return f"({i}).to(tl.int64) + m", []
    if form in (7, 8, 9) and len(shape) > 1:
        # A stride of its own for each dim, negative ones too; rows that wrap; strides of arguments.
        terms = ["3000"]
        for d in range(len(shape)):
            stride = r.choice(["1", "16", "40", "33", "-1", "-24", "0", "n", "-m", "s", "s"])
            if shape[d] > 32:
                stride = r.choice(["1", "1", "2", "-1", "0", "s", "s"])
            part = along(shape, d)
            if r.random() < 0.25:
                part = f"(({part} + {r.choice(['n', 'pid * 5', '3'])}) % {r.choice([5, 16, 20])})"
            terms.append(f"{part} * {stride}")
        return " + ".join(terms), []
    if form == 10:
        scalar = g.pick(lambda v: v.shape == () and v.dtype in ("int32", "int64"))
        if scalar is not None:
            return f"({scalar.name} & 1023) + ({i})", [scalar]
    if form == 11:
        ends = ["% 1000", "// 4194304", ">> 22", "& 1023", "% 64 * 8"]
        if r.random() < 0.5:
            return f"({hashed(g, i)} & {r.choice([1023, 255, 15])})", []
        if r.random() < 0.4:
            return sized(g, i), []
        return f"({hashed(g, i)}.to(tl.uint32) {r.choice(ends)}).to(tl.int32)", []
    return f"({i})", []


def sampled(g: Draft, shape: tuple[int, ...]) -> tuple[str, list[Value]]:
    """Places that are floats, of any value, kept within bounds by a condition."""
    r = g.random
    place = g.pick_wild(lambda v: v.shape == shape) if r.random() < 0.6 else None
    if place is None:
        place = g.pick(lambda v: v.dtype in ("float32", "float64") and v.shape == shape)
    if place is None:
        return index(shape), []
    p, low = place.name, r.choice([">= 0.0", "> -1.0", ">= -3.0"])
    inside = f"({p} {low}) & ({p} {r.choice(['<', '<='])} {r.choice(['63.5', '100.0', '1.0'])})"
    kind = r.choice(["int64", "int64", "int32", "int16"])
    chosen = f"tl.where({inside}, {p}.to(tl.{kind}), {r.randrange(9)}).to(tl.int64)"
    return f"{chosen} * {r.choice('138')} + 99", [place]


def kinked(g: Draft, i: str) -> str:
    """Rows that are reflected or repeated at an edge, or turn at a column."""
    r = g.random
    row = r.choice(["16", "48", "58", "64", "100", "n + 40", "m * 7 + 16"])
    column = f"(({i}) % ({row}))"
    if r.random() < 0.2:
        column = f"(({i}) // ({row}) - {column})"
    place = r.choice(
        [
            f"tl.abs({column} - {r.randrange(60)})",
            f"tl.abs(40 - tl.abs({column} - {r.randrange(5)}))",
            f"tl.minimum(tl.maximum({column} - {r.randrange(5)}, 0), {r.choice(['n', '55'])})",
            f"(tl.maximum({column}, {r.randrange(30)}) - tl.minimum({column}, m))",
        ]
    )
    return f"{place} + ({i}) // ({row}) * {r.choice(['1', '8', f'({row})'])} + 999"


def mask(g: Draft, shape: tuple[int, ...]) -> tuple[str, list[Value]]:
    """A predicate of a block."""
    i, r = index(shape), g.random
    size = 1
    for extent in shape:
        size *= extent
    limit = r.choice(["n", "m", str(r.randrange(size + 3)), str(-1), "n * m"])
    form = r.randrange(13)
    if form == 11:
        sign = r.choice(["+", "* 3 -", "* 2 +", "-"])
        return f"({i}) {sign} {narrow(g)} {r.choice(['<', '>=', '>'])} {r.randrange(9)}", []
    if form == 0:
        known = g.pick(lambda v: v.dtype == "int1" and v.shape == shape)
        if known is not None:
            return known.name, [known]
    if form == 1:
        return f"(({i}) >= {r.randrange(9)}) & (({i}) < {limit})", []
    if form == 2:
        part = r.choice(
            ["% 2", "% 3", "% 48", "// 16", "// 48 % 3", "// (n + 20)", "% (m * 7 + 1)"]
        )
        return f"(({i}) {part}) {r.choice(['==', '!=', '<'])} {r.choice(['0', '1', 'm'])}", []
    if form == 3:
        return f"(({i}) < {limit}) | (({i}) > {r.randrange(size + 1)})", []
    if form in (4, 5, 6) and len(shape) > 1:
        tests = []
        for d in r.sample(range(len(shape)), r.choice([1, 2])):
            bound = r.choice([str(r.randrange(shape[d] + 2)), "n", "m - 3"])
            tests.append(f"({along(shape, d)} {r.choice(['<', '<', '>=', '!='])} {bound})")
        return f" {r.choice('&&|')} ".join(tests), []
    if form == 7:
        # Not `n` alone: where it is 1 it is a constant, of which atomics take no mask.
        return f"n + pid {r.choice(['>', '<', '!='])} {r.randrange(9)}", []
    if form == 8:
        return f"~(({i}) < {limit})", []
    if form == 9:
        test = r.choice(["< 1000000000", ">= 3000000000", "% 3 == 1", "& 4 != 0"])
        if r.random() < 0.3:
            return f"{hashed(g, i)}.to(tl.int64) {r.choice(['<', '>='])} {r.randrange(9)}", []
        return f"{hashed(g, i)}.to(tl.uint32) {test}", []
    if form == 10:
        other = r.choice(["", "", f" & (({i}) < {limit})", f" | (({i}) > {limit})"])
        return f"{at_the_edge(g, i)}{other}", []
    return f"({i}) < {limit}", []

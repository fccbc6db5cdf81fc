# Small kernels inside a kernel: rows in tiles and in loops, columns, with the masks that belong
# to them.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from ..program import Value
from .draft import Draft
from .memory import INPUTS
from .values import exact

#: Elements of a row, with room for its last block.
_ROW = 512
_COLUMNS = ("n * 7", "m * 5 + 1", "100", "256", "1", "n", "17", "0")
#: Blocks in a row of the longest of these.
_TRIPS = 18


def _combined(op: str, a: str, b: str) -> str:
    return f"{a} + {b}" if op == "sum" else f"tl.{op}imum({a}, {b})"


def tile(g: Draft) -> Value | None:
    """Load, reduce, spread the result, reduce again, store: all under one mask."""
    r = g.random
    dtype = r.choice(["float32", "int32", "float16", "bfloat16"])
    made = "int32" if dtype == "int32" else "float32"
    shape = r.choice([(4, 16), (8, 32), (16, 64), (1, 128), (32, 16), (64, 8), (2, 512)])
    rows, columns = f"tl.arange(0, {shape[0]})[:, None]", f"tl.arange(0, {shape[1]})[None, :]"
    last = [r.choice([str(e), str(e), "n", str(e - 3), "m + 2", "0"]) for e in shape]
    tests = [f"({x} < {e})" for x, e in zip((rows, columns), last, strict=True)]
    test = r.choice([" & ".join(tests), " & ".join(tests), tests[0], tests[1]])
    stride = (
        r.choice(["1024", "520", "600"]) if shape[1] == 512 else r.choice(["64", "100", "n + 130"])
    )
    unit = r.choice(["", "", " * s"])
    at = f"{rows} * {stride} + {columns}{unit}" if r.random() < 0.8 else f"{rows} + {columns} * 40"
    if shape[1] > 128:
        at = f"{rows} * {stride} + {columns}{unit}"
    zero = "" if made == "int32" else ".0"
    other = r.choice([f"0{zero}", f"-7{zero}", f"1{zero}"])
    mask = g.fresh("t")
    g.say(f"{mask} = {test}")
    value = f"tl.load({INPUTS[dtype]} + {at}, mask={mask}, other={other})"
    text = f"{value} & 0xfff" if made == "int32" else f"{value}.to(tl.float32)"
    x = g.define(text, [], shape, made, 7.0, 1)
    for _ in range(r.randrange(1, 3)):
        if x is None:
            return None
        axis = r.choice([0, 1, 1])
        op = r.choice(["sum", "max", "min", "sum"])
        small = tuple(1 if d == axis else e for d, e in enumerate(shape))
        bound = x.bound * (shape[axis] if op == "sum" else 1)
        kept = g.define(
            f"tl.{op}({x.name}, {axis}, keep_dims=True)", [x], small, made, bound, x.grain
        )
        if kept is None:
            return None
        form = r.randrange(3)
        total = x.bound + kept.bound
        if form == 0:
            x = g.define(f"{x.name} - {kept.name}", [x, kept], shape, made, total, x.grain)
        elif form == 1:
            text = f"tl.where({x.name} == {kept.name}, {x.name}, {other})"
            x = g.define(text, [x, kept], shape, made, max(x.bound, 7), x.grain)
        else:
            text = f"tl.where({mask}, {x.name} + {kept.name}, {other})"
            x = g.define(text, [x, kept], shape, made, total + 7, x.grain)
    if x is None:
        return None
    place = len(g.outputs)
    g.outputs.append(x)
    where = f"O{place} + pid * {x.size} + {rows} * {shape[1]} + {columns}"
    g.say(f"tl.store({where}, {x.name}{r.choice([f', mask={mask}', ''])})", x)
    return x


def row_loop(g: Draft) -> Value | None:
    """One loop over a row that gathers something, another one that uses it."""
    r = g.random
    dtype = r.choice(["float32", "int32", "float16", "bfloat16"])
    made = "int32" if dtype == "int32" else "float32"
    zero = "0" if made == "int32" else "0.0"
    block, columns = r.choice([16, 32, 64, 256]), r.choice(_COLUMNS)
    op = r.choice(["sum", "max", "min"])
    scalar = r.random() < 0.4
    shape: tuple[int, ...] = () if scalar else (block,)
    step = g.fresh("k")
    at = f"({step} + tl.arange(0, {block}))"
    value = f"tl.load({INPUTS[dtype]} + pid * 300 + {at}, mask={at} < {columns}, other={zero})"
    text = f"({value} & 0xfff)" if made == "int32" else f"{value}.to(tl.float32)"
    bound = 4.0 * (_TRIPS * (block if scalar else 1) if op == "sum" else 1)
    if made == "float32" and not exact(bound, 1, made):
        return None
    start = f"tl.zeros({shape}, tl.{made})" if shape else f"tl.cast({zero}, tl.{made})"
    total = g.define(start, [], shape, made, bound, 1)
    assert total is not None
    loop = r.choice(
        [f"range(0, {columns}, {block})", f"tl.range(0, {columns}, {block}, num_stages=2)"]
    )
    statement = g.say(f"for {step} in {loop}:")
    with g.nested() as body:
        new = f"tl.{op}({text}, 0)" if scalar else text
        g.say(f"{total.name} = {_combined(op, total.name, new)}", total)
        statement.body = body
    whole: Value | None = total
    if not scalar:
        bound *= block if op == "sum" else 1
        whole = g.define(f"tl.{op}({total.name}, 0)", [total], (), made, bound, 1)
    if whole is None or not exact(whole.bound + 4, 1, "float32"):
        return whole
    place = len(g.outputs)
    g.outputs.append(Value("", (_ROW,), made, whole.bound + 4, 1))
    statement = g.say(f"for {step} in range(0, {columns}, {block}):")
    with g.nested() as body:
        out = f"{text} {r.choice('-+')} {whole.name}"
        if r.random() < 0.4:
            out = f"tl.where({text} > {whole.name}, {text}, {whole.name})"
        end = r.choice([columns, columns, f"{columns} - 2"])
        g.say(f"tl.store(O{place} + pid * {_ROW} + {at}, {out}, mask={at} < {end})", whole)
        statement.body = body
    return whole


def many_rows(g: Draft) -> Value | None:
    """A loop along many rows at once that gathers something of each, and perhaps of all."""
    r = g.random
    dtype = r.choice(["float32", "int32", "float16", "bfloat16"])
    made = "int32" if dtype == "int32" else "float32"
    zero = "0" if made == "int32" else "0.0"
    m, n = r.choice([(16, 16), (32, 16), (16, 32), (32, 32), (64, 8), (16, 64), (64, 16), (8, 16)])
    columns, pitch = r.choice(_COLUMNS), r.choice(["60", "60", "n + 20", "48", "1"])
    op = r.choice(["sum", "max", "min"])
    step, turned = g.fresh("k"), r.random() < 0.25
    down, along = ("[None, :]", "[:, None]") if turned else ("[:, None]", "[None, :]")
    axis, shape = (0, (n, m)) if turned else (1, (m, n))
    row, column = f"tl.arange(0, {m})", f"({step} + tl.arange(0, {n}))"
    mask = f"({column} < {columns}){along}"
    if r.random() < 0.6:
        mask += f" & ({row} < {r.choice(['n', 'm + 3', str(m - 1), str(m)])}){down}"
    if r.random() < 0.2:
        mask += f" & ({column}{along} >= {row}{down})"
    at = f"{row}{down} * {pitch} + {column}{along}"
    rest = r.choice("023") + zero[1:]
    value = f"tl.load({INPUTS[dtype]} + {at}, mask={mask}, other={rest})"
    text = f"({value} & 0xfff)" if made == "int32" else f"{value}.to(tl.float32)"
    once = 4.0
    if r.random() < 0.4:
        other = f"tl.load({INPUTS[dtype]} + {column}, mask={column} < {columns}, other={zero})"
        text = f"({text} + {other if made == 'int32' else other + '.to(tl.float32)'}{along})"
        once += 4.0
    wide = r.random() < 0.4
    bound = once * (_TRIPS * n if op == "sum" else 1)
    total = g.define(
        f"tl.zeros({shape if wide else (m,)}, tl.{made})", [], shape if wide else (m,), made,
        bound, 1,
    )  # fmt: skip
    if total is None:
        return None
    steps = g.define("pid * 0", [], (), "int32") if r.random() < 0.4 else None
    statement = g.say(f"for {step} in range(0, {columns}, {n}):")
    with g.nested() as body:
        new = text if wide else f"tl.{op}({text}, {axis})"
        g.say(f"{total.name} = {_combined(op, total.name, new)}", total)
        if steps:
            g.say(f"{steps.name} += {step} + 1", steps)
        statement.body = body
    if not wide:
        return total
    return g.define(f"tl.{op}({total.name}, {axis})", [total], (m,), made, bound, 1)


def columns(g: Draft) -> None:
    """Go down a column in each program, a line or more between its elements, and store it."""
    r = g.random
    size = 256
    i = f"tl.arange(0, {size})"
    dtype = r.choice(["float32", "int32", "float16", "int8", "int64"])
    bound, grain = (4.0, 1) if "float" in dtype else (0.0, 0)
    stride = r.choice(["16", "16", "17", "28", "s * 14 + 2", "s * 14 + 2"])
    inside = f"{i} < {r.choice(['n * 8', '100', '250', 'm'])}"
    mask = r.choice(["", f", mask={inside}", f", mask={inside}, other=0"])
    where = f"pid * {r.choice([1, 2, 64])} + {i} * ({stride})"
    if r.random() < 0.4:  # rows that begin before the block
        position, row = f"(pid * {size} + {i})", r.choice([24, 96, 100, 160, 320])
        where = f"({position} // {row}) * {row + 5} + {position} % {row}"
    x = g.define(f"tl.load({INPUTS[dtype]} + {where}{mask})", [], (size,), dtype, bound, grain)
    if x is None:
        return
    scalar = g.pick(lambda v: v.dtype == dtype and v.shape == ())
    if scalar is not None and r.random() < 0.6:
        text = f"tl.where({i} == pid, {scalar.name}, {x.name})"
        x = g.define(text, [x, scalar], x.shape, dtype, max(bound, scalar.bound), grain) or x
    place = len(g.outputs)
    g.outputs.append(x)
    programs = "tl.num_programs(0) * tl.num_programs(1)"
    to = r.choice([f"pid * {size} + {i}", f"pid + {i} * ({programs})"])
    g.say(f"tl.store(O{place} + {to}, {x.name}{f', mask={inside}' if mask else ''})", x)


def _gathered(g: Draft, v: Value, place: str, last: str) -> Value:
    """What a loop makes of the tile and of what is further down its columns."""
    r = g.random
    step, carried = g.fresh("k"), g.fresh("t")
    more = f"tl.load({place} + {step} * {r.choice(['64', '7', 'n'])}{last})"
    g.say(f"{carried} = {r.choice([v.name, f'tl.zeros_like({v.name})'])}", v)
    statement = g.say(f"for {step} in range({r.choice(['3', 'm % 4', 'n % 3'])}):")
    with g.nested() as body:
        g.say(f"{carried} = {r.choice([f'{carried} + {more}', f'tl.maximum({carried}, {more})'])}")
        statement.body = body
    made = g.define(carried, [v], v.shape, v.dtype, v.bound * 4, v.grain)
    return made or v


def _reduced(g: Draft, v: Value) -> Value:
    """The tile less what its columns come to, or sums down the columns."""
    r = g.random
    if v.dtype not in ("float32", "int32", "int64"):
        return v
    if r.random() < 0.4:
        text = f"tl.cumsum({v.name}, 0{r.choice(['', ', reverse=True'])})"
        return g.define(text, [v], v.shape, v.dtype, v.bound * v.shape[0], v.grain) or v
    column = r.choice([f"tl.sum({v.name}, 0)", f"tl.max({v.name}, 0)", f"tl.min({v.name}, 0)"])
    bound = v.bound * (v.shape[0] + 1)
    return g.define(f"{v.name} - {column}[None, :]", [v], v.shape, v.dtype, bound, v.grain) or v


def tiles(g: Draft) -> tuple[int, ...]:
    """Store tiles that lie side by side along one number of the programs; gives the grid."""
    r = g.random
    m, n = r.choice([(2, 16), (4, 8), (8, 32), (4, 64), (8, 16)])
    number, programs = "tl.program_id(0)", "tl.num_programs(0)"
    grid, across, down, count = r.choice(
        [
            ((4, 2), number, "tl.program_id(1)", programs),
            ((2, 4), "tl.program_id(1)", number, "tl.num_programs(1)"),
            ((8,), f"{number} % 4", f"{number} // 4", "4"),
            ((8,), f"{number} % ({programs} // 2)", f"{number} // ({programs} // 2)", "4"),
            ((8,), f"{number} // 2", f"{number} % 2", "4"),
        ]
    )
    x, y, i, j, mask = (g.fresh("t") for _ in range(5))
    offset = r.choice(["", "", "", f" + {r.choice([1, 3])}"])
    for name, text in (
        (x, across),
        (y, down),
        (i, f"{y} * {m} + tl.arange(0, {m})[:, None]"),
        (j, f"{x} * {n} + tl.arange(0, {n})[None, :]{offset}"),
    ):
        g.say(f"{name} = {text}")
    row = r.choice([i, i, f"(tl.load(I + {i}) & 15)"])
    inside = [f"({i} < {r.choice(['n', 'm', '11', '40'])})", f"({j} < {r.choice(['n * 4', '70'])})"]
    g.say(f"{mask} = {r.choice([' & '.join(inside), inside[0], inside[1]])}")
    dtype = r.choice(["float32", "int32", "float16", "int8", "int64", "bfloat16"])
    bound, grain = (4.0, 1) if "float" in dtype else (0.0, 0)
    extra = r.choice(["", f", mask={mask}", f", mask={mask}, other=0"])
    where = f"{row} * {r.choice(['64', '50', '(n + 40)'])} + {j}"
    v = g.define(f"tl.load({INPUTS[dtype]} + {where}{extra})", [], (m, n), dtype, bound, grain)
    assert v is not None
    for _ in range(r.randrange(3)):
        test = r.choice(
            [f"{j} % 3 == 1", f"{j} - {x} * {n} < {n // 2}", f"{x} == 1", f"{i} > {j}", mask]
        )
        chosen = g.define(f"tl.where({test}, {v.name}, 0)", [v], (m, n), dtype, bound, grain)
        v = chosen or v
    if dtype != "bfloat16" and r.random() < 0.4:
        v = _gathered(g, v, f"{INPUTS[dtype]} + {where}", extra)
    if r.random() < 0.4:
        v = _reduced(g, v)
    place = len(g.outputs)
    g.outputs.append(v)
    to = f"O{place} + {i} * ({count} * {n}) + {j}"
    # An offset takes the last lanes into the next row, or out of the array.
    keep = f"{mask} & ({j} < {count} * {n})" if offset else mask
    last = f", mask={keep}" if offset or r.random() < 0.7 else ""
    g.say(f"tl.store({to}, {v.name}{last})", v)
    return grid

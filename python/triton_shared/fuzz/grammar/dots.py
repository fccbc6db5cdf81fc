# Products of matrices, alone and in loops over K.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from ..program import Value
from .draft import Draft
from .memory import INPUTS, load


def dot(g: Draft) -> Value | None:
    r = g.random
    dtype = r.choice(["float32", "float16", "int8", "bfloat16", "float64", "float8e5"])
    m, n, k = (r.choice([16, 32, 16, 32, 8, 1]) for _ in range(3))
    single = dtype in ("bfloat16", "float64")
    batch = (r.choice([1, 2, 4]),) if r.random() < 0.15 and not single else ()
    known = g.pick(lambda v: v.dtype == dtype and len(v.shape) == 2 and min(v.shape) >= 8)
    if dtype == "float64" and known is None:
        return None
    a = known if known is not None and not batch else load(g, (*batch, m, k), dtype)
    if a is None:
        return None
    m, k = a.shape[-2:]
    turned = r.random() < 0.3
    shape = (*batch, n, k) if turned else (*batch, k, n)
    if dtype == "float64":
        b = g.pick(lambda v: v.dtype == dtype and v.shape == shape)
    else:
        b = load(g, shape, dtype)
    if b is None:
        return None
    left, right = a.operand, b.operand
    if turned:
        right = f"tl.permute({right}, {(0, 2, 1) if batch else (1, 0)})"
    whole = (*batch, m, n)
    if dtype == "int8":
        c = g.pick(lambda v: v.dtype == "int32" and v.shape == whole)
        if c is not None and r.random() < 0.5:
            text = f"tl.dot({left}, {right}, {c.name}, out_dtype=tl.int32)"
            return g.define(text, [a, b, c], whole, "int32")
        return g.define(f"tl.dot({left}, {right}, out_dtype=tl.int32)", [a, b], whole, "int32")
    made = "float64" if dtype == "float64" else "float32"
    bound, grain = a.bound * b.bound * k, a.grain + b.grain
    precise = f"input_precision='ieee', out_dtype=tl.{made}"
    c = g.pick(lambda v: v.dtype == made and v.shape == whole)
    if c is not None and r.random() < 0.5:
        text = f"tl.dot({left}, {right}, {c.name}, {precise})"
        total, grain = bound + c.bound, max(grain, c.grain)
        return g.define(text, [a, b, c], whole, made, total, grain)
    return g.define(f"tl.dot({left}, {right}, {precise})", [a, b], whole, made, bound, grain)


def dot_loop(g: Draft) -> Value | None:
    """The loop of a matrix product, with the masks and strides that kernels give it."""
    r = g.random
    dtype = r.choice(["float32", "float16", "int8", "bfloat16"])
    made = "int32" if dtype == "int8" else "float32"
    m, n, k = r.choice([16, 32, 1]), r.choice([16, 32, 64]), r.choice([8, 16, 32])
    blocks = 4
    bound = 0.0 if made == "int32" else 4.0 * 4.0 * k * blocks
    total = g.define(f"tl.zeros(({m}, {n}), tl.{made})", [], (m, n), made, bound, 2)
    if total is None:
        return None
    step, a, b = g.fresh("k"), g.fresh("a"), g.fresh("b")
    extent = r.choice([f"{k * blocks}", "m", "n * 2", f"{k * blocks - 5}"])
    array = INPUTS[dtype]
    rows, columns, inner = f"tl.arange(0, {m})", f"tl.arange(0, {n})", f"tl.arange(0, {k})"
    along = f"({step} * {k} + {inner})"
    lda, ldb = r.choice(["64", "40", "n"]), r.choice(["32", "48", "m"])
    right_first = r.random() < 0.3
    unit_a, unit_b = r.choice(["", " * s"]), r.choice(["", " * s"])
    at_a = f"{rows}[:, None] * {lda} + {along}[None, :]{unit_a}"
    at_b = f"{along}[:, None] * {ldb} + {columns}[None, :]{unit_b}"
    if right_first:
        at_b = f"{along}[:, None]{unit_b} + {columns}[None, :] * {ldb}"
    zero = "0" if dtype == "int8" else "0.0"
    mask_a = f", mask={along}[None, :] < {extent}, other={zero}"
    mask_b = f", mask={along}[:, None] < {extent}, other={zero}"
    if r.random() < 0.3:
        mask_a = f", mask=({rows}[:, None] < m) & ({along}[None, :] < {extent}), other={zero}"
    if r.random() < 0.3:
        mask_a = mask_b = ""
    cut = f"min({blocks}, tl.cdiv({extent}, {k}))" if r.random() < 0.5 else str(blocks)
    statement = g.say(f"for {step} in range({cut}):")
    with g.nested() as body:
        g.say(f"{a} = tl.load({array} + {at_a}{mask_a})")
        g.say(f"{b} = tl.load({array} + 700 + {at_b}{mask_b})")
        x, y = (f"up({a})", f"up({b})") if dtype == "bfloat16" else (a, b)
        options = "out_dtype=tl.int32" if made == "int32" else "input_precision='ieee'"
        if r.random() < 0.6:
            g.say(f"{total.name} = tl.dot({x}, {y}, {total.name}, {options})", total)
        else:
            g.say(f"{total.name} += tl.dot({x}, {y}, {options})", total)
        statement.body = body
    if r.random() < 0.4:
        _store_rows(g, total)
    return total


def part(g: Draft) -> Value | None:
    """A product outside of loops over K, of operands that end early, of which some is stored."""
    r = g.random
    dtype = r.choice(["float32", "float16", "int8"])
    made = "int32" if dtype == "int8" else "float32"
    m, n, k = r.choice([8, 16, 32, 64]), r.choice([8, 16, 32]), r.choice([8, 16, 32])
    zero = "0" if dtype == "int8" else "0.0"
    end = r.choice([str(k), str(k - 3), "m % 17", "n", "(tl.load(I + pid) & 15)"])
    rows, inner, columns = (f"tl.arange(0, {size})" for size in (m, k, n))
    sides = [
        f"({rows}[:, None] < {r.choice(['m', str(m), 'n % 12'])})",
        f"({inner}[None, :] < {end})",
    ]
    masked = f", mask={' & '.join(sides[r.randrange(2) :])}"
    masked += r.choice([f", other={zero}", f", other={zero}", "", ", other=1"])
    at = f"{INPUTS[dtype]} + pid * 5 + {rows}[:, None] * {r.choice(['40', 'n', '64'])}"
    at += f" + {inner}[None, :]"
    turned = r.random() < 0.5
    down, across = ("[None, :]", "[:, None]") if turned else ("[:, None]", "[None, :]")
    beside = (
        f"{INPUTS[dtype]} + 300 + {inner}{down} * {r.choice(['1', '32'])} + {columns}{across} * 33"
    )
    beside += f", mask={inner}{down} < {r.choice([end, end, str(k)])}"
    beside += r.choice([f", other={zero}", f", other={zero}", ""])
    left = g.define(f"tl.load({at}{masked})", [], (m, k), dtype, 4.0, 2)
    shape = (n, k) if turned else (k, n)
    right = g.define(f"tl.load({beside})", [], shape, dtype, 4.0, 2)
    if left is None or right is None:
        return None
    second = f"tl.trans({right.name})" if turned else right.name
    options = "out_dtype=tl.int32" if made == "int32" else "input_precision='ieee'"
    bound = 0.0 if made == "int32" else 16.0 * k * 8
    once = f"tl.dot({left.name}, {second}, {options})"
    total = g.define(once, [left, right], (m, n), made, bound, 4)
    if total is None:
        return None
    if r.random() < 0.5:
        step = g.fresh("k")
        statement = g.say(f"for {step} in range({r.choice(['2', 'm % 3'])}):")
        with g.nested() as body:
            more = f"tl.dot({left.name}, {second}, {total.name} + {step}, {options})"
            g.say(f"{total.name} = {more}", left, right, total)
            if r.random() < 0.4:
                _store_rows(g, total, step)
            statement.body = body
    if r.random() < 0.2:
        # All columns count for this.
        sums = g.define(f"tl.sum({total.name}, 1)", [total], (m,), made, bound * n, 4)
        if sums is None:
            return total
    _store_rows(g, total)
    return None


def _store_rows(g: Draft, total: Value, turn: str = "0") -> None:
    """Nothing is made of the sums but to store some of their rows, more in each turn."""
    r = g.random
    m, n = total.shape
    rows, columns = f"tl.arange(0, {m})", f"tl.arange(0, {n})"
    end = r.choice(["1", "3", "n % 9", "m % 6", "(tl.load(I + pid) & 7)"])
    live = f"({rows}[:, None] < {end} + {turn} * 3)"
    if r.random() < 0.3:
        live = f"((tl.load(I + pid * 7 + {rows}) & 3) == 0)[:, None]"
    if r.random() < 0.5:
        live += f" & ({columns}[None, :] < {r.choice(['n', 'm', str(n - 3)])})"
    place = len(g.outputs)
    g.outputs.append(total)
    if total in g.scope:
        g.scope.remove(total)
    at = f"O{place} + pid * {total.size} + {rows}[:, None] * {n} + {columns}[None, :]"
    g.say(f"tl.store({at}, {total.name}, mask={live})", total)


def accumulators(g: Draft) -> None:
    """Sums that a loop carries, passes on to each other, and multiplies into: all are stored."""
    r = g.random
    m, k = r.choice([8, 16, 32]), r.choice([16, 32])
    x, y = load(g, (m, k), "int8"), load(g, (k, m), "int8")
    sums = [
        g.define(f"tl.full(({m}, {m}), {start}, tl.int32)", [], (m, m), "int32")
        for start in range(1, r.randrange(3, 5))
    ]
    assert x is not None
    assert y is not None
    carried = [v for v in sums if v is not None]
    step = g.fresh("k")
    statement = g.say(f"for {step} in {r.choice(['range(3)', 'range(2)', 'range(n % 5)'])}:")
    product = f"tl.dot({x.name}, {y.name}"

    def some(values: list[Value]) -> Value:
        """A new value of those that there are."""
        a, b = r.choice(values), r.choice(values)
        text = r.choice(
            [
                f"{product}, {a.name}, out_dtype=tl.int32)",
                f"{product}, {a.name}, out_dtype=tl.int32)",
                f"{product}, out_dtype=tl.int32)",
                f"{a.name} ^ 5",
                f"{a.name} - {b.name}",
                f"tl.trans({a.name})",
            ]
        )
        made = g.define(text, [x, y, a, b], (m, m), "int32")
        assert made is not None
        return made

    with g.nested() as body:
        values = list(carried)
        for _ in range(r.randrange(1, 5)):
            if r.random() < 0.25:
                chosen = Value(g.fresh("v"), (m, m), "int32")
                branch = g.say(f"if ({step} + m) % 2 == 0:")
                for place in ("body", "otherwise"):
                    with g.nested() as inner:
                        given = some(values) if r.random() < 0.6 else r.choice(values)
                        g.say(f"{chosen.name} = {given.name}", given)
                        setattr(branch, place, inner)
                values.append(chosen)
            elif r.random() < 0.2:
                # What is carried is replaced at once, and used on.
                target = r.choice(carried)
                made = some(values)
                g.say(f"{target.name} = {made.name}", target, made)
            else:
                values.append(some(values))
        targets = r.sample(carried, r.randrange(1, len(carried) + 1))
        news = [r.choice(values) for _ in targets]
        left = ", ".join(v.name for v in targets)
        g.say(f"{left} = {', '.join(v.name for v in news)}", *targets, *news)
        statement.body = body

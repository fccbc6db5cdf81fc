# Arithmetic, comparisons, choices and casts, element by element.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from ..program import INT_BITS, MANTISSA, STORAGE, Value
from .draft import Draft
from .memory import store
from .places import index, one_place
from .values import broadcast, convert, result

#: The interpreter converts only these to eight bits.
_TO_STORAGE = ("float32", "float16")
#: Functions of the kernel's file: on two scalars, on a block and a scalar, on two blocks.
_CALLS = {
    (True, True): (
        "apart({}, {})", "early({}, {} & 7)", "both({}, {})[0]", "numbered({}, {} & 7)",
        "fetched(I, {} & 63, {} & 7)",
    ),
    (False, True): ("early({}, {} & 7)", "both({}, {})[1]", "numbered({}, {} & 7)"),
    (False, False): ("mapped({}, {})", "both({}, {})[0]", "both({}, {})[1]"),
}  # fmt: skip


def partner(g: Draft, a: Value) -> Value | None:
    """A value to combine with `a`: same dtype, a shape that broadcasts."""
    return g.pick(lambda v: v.dtype == a.dtype and broadcast(a.shape, v.shape) is not None)


def binary(g: Draft) -> Value | None:
    r = g.random
    a = g.pick(lambda v: not v.is_storage)
    if a is None:
        return None
    b = partner(g, a)
    if b is None:
        return None
    shape = broadcast(a.shape, b.shape)
    assert shape is not None
    x, y, uses = a.operand, b.operand, [a, b]
    if a.dtype == "int1":
        return g.define(f"{x} {r.choice('&|^')} {y}", uses, shape, "int1")
    if r.random() < 0.2:
        op = r.choice(["<", "<=", ">", ">=", "==", "!="])
        return g.define(f"{x} {op} {y}", uses, shape, "int1")
    if a.is_float:
        return _binary_float(g, a, b, shape)
    form = r.randrange(7)
    if form == 0:  # shifts past the width too: they give zero, or the sign
        bits = INT_BITS[a.dtype] * r.choice([1, 1, 2])
        op = r.choice(["<<", ">>"])
        return g.define(f"{x} {op} ({y} & {min(bits - 1, 127)})", uses, shape, a.dtype)
    if form == 1:  # by zero and by negative numbers too
        divisor = r.choice([f"(({y} & 15) + 1)", f"(({y} & 15) - 7)", y])
        return g.define(f"{x} {r.choice(['//', '%'])} {divisor}", uses, shape, a.dtype)
    if form == 2:
        op = r.choice(["minimum", "maximum"])
        return g.define(f"tl.{op}({x}, {y})", uses, shape, a.dtype)
    if form == 3 and a.dtype in ("uint32", "uint64"):
        return g.define(f"tl.umulhi({x}, {y})", uses, shape, a.dtype)
    if form == 4 and a.dtype == "int32" and b.shape in ((), a.shape):
        call = r.choice(_CALLS[a.shape == (), b.shape == ()])
        return g.define(call.format(x, y), uses, a.shape, a.dtype)
    op = r.choice(["+", "-", "*", "&", "|", "^"])
    return g.define(f"{x} {op} {y}", uses, shape, a.dtype)


def _binary_float(g: Draft, a: Value, b: Value, shape: tuple[int, ...]) -> Value | None:
    r = g.random
    x, y, uses = a.operand, b.operand, [a, b]
    grain, both = max(a.grain, b.grain), max(a.bound, b.bound)
    form = r.randrange(7)
    if form == 0:
        text, bound = result(f"{x} * {y}", a.dtype), a.bound * b.bound
        return g.define(text, uses, shape, a.dtype, bound, a.grain + b.grain)
    if form == 1:
        # Which of two zeros it is, nobody says; the sum is +0 of either.
        text = result(f"tl.{r.choice(['minimum', 'maximum'])}({x}, {y}) + 0.0", a.dtype)
        return g.define(text, uses, shape, a.dtype, both, grain)
    if form == 2 and a.dtype == "float32":
        return g.define(f"{x} / {y}", uses, shape, a.dtype, rough=True)
    if form == 3 and a.dtype != "bfloat16":
        c = partner(g, a)
        whole = broadcast(shape, c.shape) if c is not None else None
        if c is not None and whole is not None:
            bound, grain = a.bound * b.bound + c.bound, max(a.grain + b.grain, c.grain)
            text = f"tl.fma({x}, {y}, {c.name})"
            return g.define(text, [*uses, c], whole, a.dtype, bound, grain)
    if form == 4 and a.dtype in ("float32", "float64"):
        low = r.choice(["-1.5", "0.0"])
        text = f"tl.clamp({x}, {low}, 2.0) + 0.0"
        return g.define(text, [a], a.shape, a.dtype, max(a.bound, 2), max(a.grain, 1))
    text = result(f"{x} {r.choice('+-')} {y}", a.dtype)
    return g.define(text, uses, shape, a.dtype, a.bound + b.bound, grain)


def unary(g: Draft) -> Value | None:
    r = g.random
    a = g.pick(lambda v: not v.is_storage)
    if a is None:
        return None
    x = a.operand
    if a.dtype == "int1":
        if r.random() < 0.4:
            return g.define(r.choice([f"~{x}", f"{x} == 0"]), [a], a.shape, "int1")
        return g.define(f"tl.where({x}, {r.randrange(9)}, -3)", [a], a.shape, "int32")
    if a.is_float:
        if a.dtype == "float32" and r.random() < 0.15:
            op = r.choice(["tl.exp", "tl.sin", "tl.cos", "tl.sigmoid", "tl.exp2", "tl.erf"])
            shrunk = f"{x} * {2.0 ** -(max(a.bound, 1.0)).__ceil__().bit_length()}"
            return g.define(f"{op}({shrunk})", [a], a.shape, a.dtype, rough=True)
        form = r.choice(
            ["-{}", "tl.abs({})", "{} * 2", "{} - 1.5", "tl.floor({})", "tl.ceil({})", "{} * {}"]
        )
        if form == "{} * {}":
            text = result(f"{x} * {x}", a.dtype)
            return g.define(text, [a], a.shape, a.dtype, a.bound**2, 2 * a.grain)
        if form in ("tl.floor({})", "tl.ceil({})") and a.dtype in ("float16", "bfloat16"):
            form = "-{}"
        text, grain = result(form.format(x), a.dtype), max(a.grain, 1)
        return g.define(text, [a], a.shape, a.dtype, 2 * a.bound + 2, grain)
    forms = ["{} + 3", "{} * 5", "{} & 15", "{} ^ 85", "{} >> 1", "-{}", "{} - 1"]
    if not a.dtype.startswith("u"):
        forms += ["~{}", "tl.abs({})", "{} // 3", "{} % 7", "{} // -3", "{} % -5", "7 - {}"]
        forms += ["{} > 0", "{} == 3"]
    form = r.choice(forms)
    made = "int1" if form in ("{} > 0", "{} == 3") else a.dtype
    return g.define(form.format(x), [a], a.shape, made)


def where(g: Draft) -> Value | None:
    pick = g.pick_wild if g.random.random() < 0.1 else g.pick
    c = g.pick(lambda v: v.dtype == "int1")
    a = pick(lambda v: True)
    if a is None or c is None:
        return None
    b = pick(lambda v: v.dtype == a.dtype and broadcast(a.shape, v.shape) is not None)
    if b is None:
        return None
    inner = broadcast(a.shape, b.shape)
    shape = broadcast(inner, c.shape) if inner is not None else None
    if shape is None:
        return None
    text = f"tl.where({c.name}, {a.name}, {b.name})"
    bound, grain = max(a.bound, b.bound), max(a.grain, b.grain)
    return g.define(text, [c, a, b], shape, a.dtype, bound, grain, wild=a.wild)


def set_element(g: Draft) -> Value | None:
    """One element of a row is another row's, or a scalar."""
    a = g.pick(lambda v: len(v.shape) == 1)
    if a is None:
        return None
    b = g.pick(lambda v: v.dtype == a.dtype and v.shape in ((), a.shape))
    if b is None:
        return None
    test, uses = one_place(g, a.size)
    bound, grain = max(a.bound, b.bound), max(a.grain, b.grain)
    text = f"tl.where({test}, {b.name}, {a.name})"
    return g.define(text, [a, b, *uses], a.shape, a.dtype, bound, grain)


def wild(g: Draft) -> Value | None:
    """On floats of any value: what rounds once, and so is the same everywhere."""
    r = g.random
    a = g.pick_wild(lambda v: True)
    if a is None:
        return None
    b = g.pick_wild(lambda v: v.dtype == a.dtype and broadcast(a.shape, v.shape) is not None)
    form = r.randrange(7)
    if form == 0:
        target = {"float32": "float16", "float16": "float32"}[a.dtype]
        return g.define(f"{a.name}.to(tl.{target})", [a], a.shape, target, wild=True)
    if form == 1:
        return g.define(f"{r.choice(['-', 'tl.abs'])}({a.name})", [a], a.shape, a.dtype, wild=True)
    if form == 2 and a.dtype == "float32":
        text = f"{r.choice(['tl.floor', 'tl.ceil', 'tl.sqrt_rn'])}({a.name})"
        return g.define(text, [a], a.shape, a.dtype, wild=True)
    if form == 3 and a.shape and a.dtype == "float32":
        axis = r.randrange(len(a.shape))
        shape = tuple(e for d, e in enumerate(a.shape) if d != axis)
        return g.define(
            f"tl.{r.choice(['max', 'min'])}({a.name}, {axis})", [a], shape, a.dtype, wild=True
        )
    if b is None:
        return None
    shape = broadcast(a.shape, b.shape) or ()
    if form == 4:
        op = r.choice(["<", "<=", ">", ">=", "==", "!="])
        return g.define(f"{a.name} {op} {b.name}", [a, b], shape, "int1")
    # A product is not computed with any further: it might be contracted with a sum.
    op = r.choice("+-*/")
    text = f"{a.name} {op} {b.name}"
    if op == "/" and a.dtype == "float32":
        text = f"tl.div_rn({a.name}, {b.name})"
    value = g.define(text, [a, b], shape, a.dtype, wild=True)
    if value is not None and op == "*":
        g.scope.remove(value)
        if g.depth == 0:
            store(g, value)
    return value


def random_numbers(g: Draft) -> Value | None:
    """Philox streams."""
    r = g.random
    shape = r.choice([(8,), (64,), (4, 8)])
    seed = r.choice(["n", "1234567", "pid"])
    if r.random() < 0.5:
        text = f"tl.randint({seed}, {index(shape)}).to(tl.int32)"
        return g.define(text, [], shape, "int32")
    text = f"tl.randint4x({seed}, ({index(shape)}) * 3)[{r.randrange(4)}].to(tl.int32)"
    return g.define(text, [], shape, "int32")


def cast(g: Draft) -> Value | None:
    r = g.random
    a = g.pick(lambda v: True)
    if a is None:
        return None
    if a.is_storage:
        target = r.choice(["float32", "float16"])
        text = f"{a.name}.to(tl.{target})"
        return g.define(text, [a], a.shape, target, a.bound, a.grain)
    if a.is_float:
        if r.random() < 0.6:
            target = r.choice([*MANTISSA, *(STORAGE if a.dtype in _TO_STORAGE else ())])
            text = convert(a.operand, target)
            return g.define(text, [a], a.shape, target, a.bound, a.grain)
        if r.random() < 0.3 and a.dtype in ("float32", "float16"):
            target = {"float32": "int32", "float16": "int16"}[a.dtype]
            # The sign of a zero is nobody's business.
            text = f"({a.name} + 0.0).to(tl.{target}, bitcast=True) & 0x7fff"
            return g.define(text, [a], a.shape, target)
        target = r.choice(["int64", "int32" if a.bound < 2**31 else "int64"])
        return g.define(f"{a.operand}.to(tl.{target})", [a], a.shape, target)
    if r.random() < 0.4:
        if a.dtype == "int1":
            return g.define(f"{a.name}.to(tl.float32)", [a], a.shape, "float32", 1.0, 0)
        target = r.choice(list(MANTISSA))
        text = convert(f"({a.name} & 7)", target)
        return g.define(text, [a], a.shape, target, 7.0, 0)
    target = r.choice([d for d in INT_BITS if d != a.dtype])
    return g.define(f"{a.name}.to(tl.{target})", [a], a.shape, target)

# Loads, stores, atomics: through pointers, block pointers and descriptors.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import math

from ..program import INT_BITS, Value
from .draft import INPUT_SIZE, SHAPES, Draft
from .places import address, index, mask
from .values import exact

#: The arrays of the kernel to load from; `X` has NaN and infinities, `A` and `P` are written to.
INPUTS = {
    "int32": "I", "float32": "F", "float16": "H", "int64": "W", "int8": "S", "bfloat16": "B",
    "float8e4nv": "E", "float8e5": "G", "int1": "U",
}  # fmt: skip
#: Elements that an atomic operation may update, for each operation.
ATOMIC_SIZE = 512
ATOMICS = ("add", "max", "xor", "min", "or", "and")
#: Elements of one program's part of the arrays that overlap.
OVERLAP_SIZE = 512


def loaded(dtype: str) -> tuple[float, int]:
    """Bound and grain of what an input array holds."""
    if "float" not in dtype:
        return 0.0, 0
    return {"float8e5": 2.0}.get(dtype, 4.0), 1


def load(g: Draft, shape: tuple[int, ...] | None = None, dtype: str | None = None) -> Value | None:
    r = g.random
    shape = r.choice(SHAPES) if shape is None else shape
    dtype = r.choice(list(INPUTS)) if dtype is None else dtype
    where, uses = address(g, shape)
    extra = ""
    bound, grain = loaded(dtype)
    if r.random() < 0.5:
        text, more = mask(g, shape)
        uses = uses + more
        other = f"{r.choice([0, 0, 3, -2])}" + (".0" if "float" in dtype else "")
        known = g.pick(lambda v: v.dtype == dtype and v.shape in ((), shape))
        if dtype == "int1":
            other = r.choice(["0", "1"])
        elif known is not None and r.random() < 0.3:
            other, uses = known.name, [*uses, known]
            bound, grain = max(bound, known.bound), max(grain, known.grain)
        # The interpreter casts an integer to these by its bits.
        extra = f", mask={text}, other={other}"
    if r.random() < 0.1:
        extra += r.choice(
            [", volatile=True", ", cache_modifier='.cg'", ", eviction_policy='evict_first'"]
        )
    return g.define(f"tl.load({INPUTS[dtype]} + {where}{extra})", uses, shape, dtype, bound, grain)


def load_wild(g: Draft) -> Value | None:
    """Any float, NaN and infinities too."""
    shape = g.random.choice(SHAPES)
    where, uses = address(g, shape)
    extra = ""
    if g.random.random() < 0.5:
        text, more = mask(g, shape)
        uses = uses + more
        extra = f", mask={text}, other=float('{g.random.choice(['-inf', 'inf', 'nan', '0.3'])}')"
    return g.define(f"tl.load(X + {where}{extra})", uses, shape, "float32", wild=True)


def load_through(g: Draft) -> Value | None:
    """A load through a pointer that a branch or a loop chooses."""
    r = g.random
    dtype = r.choice(["int32", "float32", "float16", "int64"])
    shape = r.choice([(), *SHAPES])
    bound, grain = loaded(dtype)
    i, q = index(shape), g.fresh("q")
    base = INPUTS[dtype]
    if r.random() < 0.5:
        g.say(f"{q} = {base} + ({i})")
        statement = g.say(f"if {r.choice(['n', 'm', 'pid'])} > {r.randrange(20)}:")
        with g.nested() as body:
            g.say(f"{q} = {base} + ({i}) * {r.choice([0, 1, 2])} + {r.randrange(9)}")
            statement.body = body
        return g.define(f"tl.load({q})", [], shape, dtype, bound, grain)
    if dtype == "int64" or shape == ():
        return None
    total = g.define(f"tl.zeros({shape}, tl.{dtype})", [], shape, dtype, bound * 4, grain)
    if total is None:
        return None
    step = g.fresh("k")
    g.say(f"{q} = {base} + 128 + ({i})")
    statement = g.say(f"for {step} in range({r.choice(['n % 4', '3', 'm % 2, 4'])}):")
    with g.nested() as body:
        g.say(f"{total.name} = {total.name} + tl.load({q})", total)
        g.say(f"{q} += {r.choice(['32', 'n', '-1', f'({i}) * 2'])}")
        statement.body = body
    return total


def load_block(g: Draft) -> Value | None:
    """A load through a block pointer, or through one that a loop advances."""
    r = g.random
    dtype = r.choice(["int32", "float32", "float16", "int8"])
    rank = r.choice([1, 2, 2, 2, 3])
    shape = tuple(r.choice([1, 4, 8, 16]) for _ in range(rank))
    extents = [r.choice(["n", "m + 1", "7", "20"]) for _ in shape]
    order = tuple(reversed(range(rank))) if r.random() < 0.7 else tuple(range(rank))
    strides: list[str] = [""] * rank
    stride = first = r.choice(["1", "1", "s"])
    for d in order:
        strides[d] = stride
        stride = r.choice(["20", "n % 16 + 16", "24"]) if stride == first else "48"
    offsets = [str(r.choice([0, 0, 3, -2, 8])) for _ in shape]
    checked = [d for d in range(rank) if r.random() < 0.7]
    bound, grain = loaded(dtype)
    pointer = g.fresh("q")

    def tuples(parts: list[str]) -> str:
        return f"({', '.join(parts)},)"

    g.say(
        f"{pointer} = tl.make_block_ptr({INPUTS[dtype]} + 1024, {tuples(extents)}, "
        f"{tuples(strides)}, {tuples(offsets)}, {shape}, {order})"
    )
    check = f"boundary_check={tuple(checked)}, padding_option='zero'" if checked else ""
    if r.random() < 0.5 or dtype == "int8":
        if r.random() < 0.5:
            moves = tuples([r.choice(["0", "4", "-3", "pid"]) for _ in shape])
            g.say(f"{pointer} = tl.advance({pointer}, {moves})")
        return g.define(f"tl.load({pointer}, {check})", [], shape, dtype, bound, grain)
    total = g.define(f"tl.zeros({shape}, tl.{dtype})", [], shape, dtype, bound * 4, grain)
    if total is None:
        return None
    statement = g.say(f"for {g.fresh('k')} in range({r.choice(['n % 4', '3', 'm % 5'])}):")
    with g.nested() as body:
        g.say(f"{total.name} = {total.name} + tl.load({pointer}, {check})", total)
        moves = tuples([r.choice(["0", "8", "1"]) for _ in shape])
        g.say(f"{pointer} = tl.advance({pointer}, {moves})")
        statement.body = body
    return total


def use_descriptor(g: Draft) -> Value | None:
    """A load or a gather through a descriptor, or a store to an output and its load."""
    r = g.random
    dtype = r.choice(["int32", "float32", "float16"])
    bound, grain = loaded(dtype)
    rows, columns = r.choice([1, 4, 8, 16]), r.choice([8, 16, 32])
    extents = f"[{r.choice(['n + 1', '9', '30'])}, {r.choice(['m + 1', '17', '40'])}]"
    d = g.fresh("d")
    form = r.randrange(3)
    if form == 2:
        a = g.pick(lambda v: v.dtype == dtype and len(v.shape) == 2 and v.shape[1] >= 8)
        if a is None or g.depth:
            return None
        place = len(g.outputs)
        g.outputs.append(a)
        inner = f"[{a.shape[0]}, {r.choice([a.shape[1], a.shape[1], a.shape[1] - 3])}]"
        g.say(
            f"{d} = tl.make_tensor_descriptor(O{place} + pid * {a.size}, {inner}, "
            f"[{a.shape[1]}, 1], [{a.shape[0]}, {a.shape[1]}])"
        )
        at = f"[{r.choice(['0', '2', '-1'])}, {r.choice([0, 8])}]"
        g.say(f"{d}.store({at}, {a.name})", a)
        return g.like(a, f"{d}.load([{r.choice([0, 1])}, 0])", [a], a.shape)
    block = 1 if form == 1 else rows
    if form == 1 and dtype == "float16":
        columns = max(columns, 16)  # a row of a gather has 32 bytes at least
    g.say(
        f"{d} = tl.make_tensor_descriptor({INPUTS[dtype]} + 64, {extents}, [40, 1], "
        f"[{block}, {columns}])"
    )
    if form == 0:
        at = f"[{r.choice(['0', 'n - 8', '-2', 'pid'])}, {r.choice([0, 8, 16])}]"
        return g.define(f"{d}.load({at})", [], (rows, columns), dtype, bound, grain)
    picked = g.pick(lambda v: v.dtype == "int32" and len(v.shape) == 1 and v.size in (8, 16, 32))
    if picked is None:
        return None
    text = f"{d}.gather({picked.name} & 31, {r.choice([0, 8])})"
    return g.define(text, [picked], (picked.size, columns), dtype, bound, grain)


def scalar(g: Draft) -> Value | None:
    r = g.random
    form = r.randrange(5)
    if form == 0:
        return g.define(f"tl.load(I + pid * 7 + {r.randrange(99)})", [], (), "int32")
    if form == 1:
        return g.define(f"tl.load(F + n * 3 + {r.randrange(99)})", [], (), "float32", 4.0, 1)
    if form == 2:
        return g.define(f"n * {r.randrange(1, 9)} + pid", [], (), "int32")
    if form == 3:
        text = f"tl.load(W + pid * 3, mask=n > {r.randrange(30)}, other={r.randrange(9)})"
        return g.define(text, [], (), "int64")
    a = g.pick(lambda v: v.shape == () and v.is_int and v.dtype in ("int32", "int64"))
    if a is None:
        return None
    return g.define(f"{a.name} * {r.randrange(-9, 9)} + m", [a], (), a.dtype)


def store(g: Draft, value: Value, masked: bool = True) -> None:
    """Store to an output of its own, where each program has a part of its own."""
    place = len(g.outputs)
    g.outputs.append(value)
    i = index(value.shape)
    text, uses = mask(g, value.shape) if masked and value.shape else ("", [])
    extra = f", mask={text}" if text else ""
    if g.random.random() < 0.1:
        extra += g.random.choice([", cache_modifier='.wt'", ", eviction_policy='evict_last'"])
    where = f"pid * {value.size} + ({i})"
    if g.beside:
        where = f"({i}) * (tl.num_programs(0) * tl.num_programs(1)) + pid"
    g.say(f"tl.store(O{place} + {where}, {value.name}{extra})", value, *uses)


def column(g: Draft) -> Value | None:
    """Load what lies beside what the next program loads."""
    r = g.random
    shape = r.choice([(), (8,), (16, 1), (4, 8), (32,), (64,), (2, 4, 8), (128,), (256,)])
    dtype = r.choice(list(INPUTS))
    size = math.prod(shape)
    stride = r.choice([k for k in (7, 12, 16, 31, 64) if size * k <= INPUT_SIZE - 128])
    place = f"({index(shape)}) * {r.choice([str(stride), f'(n % {stride} + 1)'])}"
    uses: list[Value] = []
    known = g.pick(lambda v: v.shape == shape and v.dtype == "int32")
    if known is not None and r.random() < 0.2:
        place, uses = f"({known.name} & 1023)", [known]
    extra = ""
    if r.random() < 0.5:
        own = shape != () and r.random() < 0.6
        test, more = mask(g, shape) if own else (f"pid < {r.choice('nm')}", [])
        extra = f", mask={test}, other=0" + (".0" if "float" in dtype else "")
        uses = uses + more
    step = r.choice(["pid", "pid", "pid", "pid * 2", "(pid + 1)"])
    bound, grain = loaded(dtype)
    text = f"tl.load({INPUTS[dtype]} + {place} + {step}{extra})"
    return g.define(text, uses, shape, dtype, bound, grain)


def rewrite(g: Draft) -> None:
    """Store to the output and load it again elsewhere: program order matters."""
    a = g.pick(lambda v: v.dtype in ("int32", "float32") and len(v.shape) == 1)
    if a is None or a.size < 2:
        return
    r = g.random
    place, i = len(g.outputs), index(a.shape)
    store(g, a, masked=r.random() < 0.5)
    at = r.choice([f"{a.size - 1} - ({i})", f"({i}) // 2"])
    # Masked-off elements still hold the array's first value, zero.
    g.like(a, f"tl.load(O{place} + pid * {a.size} + {at})", [a], a.shape)
    if r.random() < 0.5:
        g.say(f"tl.store(O{place} + pid * {a.size} + ({i}), {a.name}, mask=({i}) > {place})", a)


def overlap(g: Draft) -> Value | None:
    """Loads and stores through two pointers into one array."""
    r = g.random
    a = g.pick(lambda v: v.dtype == "int32" and v.shape != () and v.size <= 128)
    if a is None:
        return None
    i = index(a.shape)
    part = f"pid * {OVERLAP_SIZE}"
    read, write = r.sample(["P", "Q"], 2) if r.random() < 0.8 else ("P", "P")

    def place() -> str:
        return r.choice(
            [f"({i})", f"{a.size - 1} - ({i})", f"({i}) * 2", f"({i}) + {r.choice([1, 4, 16])}"]
        )

    def counted() -> str:
        period = r.choice(["16", "32", "48", "n + 1"])
        return r.choice([place(), f"(({i}) + m) % {period}", f"({i}) // {period}"])

    first = g.define(f"tl.load({read} + {part} + {counted()})", [], a.shape, "int32")
    assert first is not None
    test, uses = mask(g, a.shape)
    extra = f", mask={test}" if r.random() < 0.4 else ""
    value = r.choice([f"{first.name}", f"{first.name} + {a.name}", f"{a.name}"])
    g.say(f"tl.store({write} + {part} + {place()}, {value}{extra})", a, first, *uses)
    if r.random() < 0.5:
        return g.define(f"{first.name} ^ {a.name}", [first, a], a.shape, "int32")
    return g.define(f"tl.load({read} + {part} + {counted()})", [], a.shape, "int32")


def pairs(g: Draft) -> Value | None:
    """Every second element and those between: loaded, and others stored, side by side."""
    r = g.random
    a = g.pick(lambda v: v.dtype == "int32" and v.shape != () and v.size <= 128)
    if a is None:
        return None
    i = f"2 * ({index(a.shape)}) + {r.choice([0, 0, 1, 16])} + pid * {OVERLAP_SIZE}"
    test, uses = mask(g, a.shape) if r.random() < 0.7 else ("", [])

    def both(texts: list[str]) -> list[str]:
        return texts if r.random() < 0.7 else texts[::-1]

    def extra(more: str = "") -> str:
        return f", mask={test}{more}" if test and r.random() < 0.95 else ""

    read, write = r.choice(["I", "P", "Q"]), r.choice(["P", "Q"])
    x, y = [
        g.define(f"tl.load({read} + {i}{step}{extra(', other=-3')})", uses, a.shape, "int32")
        for step in both(["", " + 1"])
    ]
    assert x is not None
    assert y is not None
    values = [f"{x.name} - {y.name}", r.choice([f"{x.name} ^ {a.name}", a.name])]
    if r.random() < 0.8:
        stores = zip(both(["", " + 1"]), values, strict=True)
        for step, value in stores:
            g.say(f"tl.store({write} + {i}{step}, {value}{extra()})", a, x, y, *uses)
    return g.define(f"{x.name} * 3 - {y.name}", [x, y], a.shape, "int32")


def atomic(g: Draft) -> None:
    """An update whose order does not matter, also of one element by several."""
    r = g.random
    a = g.pick(lambda v: v.dtype in ("int32", "float32") and len(v.shape) > 0)
    if a is None:
        return
    # Sums over all programs, of several updates, stay exact.
    if a.is_float and (a.bound > 8 or a.grain > 5):
        return
    op = r.choice(["add", "add", "max"]) if a.is_float else r.choice(["add", *ATOMICS])
    where = "A"
    place = ATOMICS.index(op) * ATOMIC_SIZE  # one kind a place, so that order is free
    if a.is_float:
        where, place = "D", (op == "max") * ATOMIC_SIZE
    test, uses = mask(g, a.shape)
    at = f"{where} + {place} + (({index(a.shape)}) * {r.choice([3, 1])}) % {ATOMIC_SIZE}"
    picked = g.pick(lambda v: v.dtype == "int32" and v.shape == a.shape)
    if picked is not None and r.random() < 0.5:
        at, uses = f"{where} + {place} + ({picked.name} & {r.choice([511, 7])})", [*uses, picked]
    elif r.random() < 0.3:  # rows of a flat position, whose numbers are loaded or computed
        length = r.choice([7, 16, 24, 40, 64])
        position = f"({index(a.shape)} + pid * {r.choice([0, 3, 16])})"
        row = f"{position} // {length}"
        if r.random() < 0.7:
            row = f"tl.load(I + {row}{r.choice(['', ', mask=' + test + ', other=0'])})"
        row, column = f"(({row}) & {ATOMIC_SIZE // 64 - 1})", f"{position} % {length}"
        at = f"{where} + {place} + {row} * {length} + {column}"
    order = r.choice(["", "", ", sem='relaxed'", ", sem='release', scope='cta'"])
    g.say(f"tl.atomic_{op}({at}, {a.name}, mask={test}{order})", a, *uses)


def atomic_result(g: Draft) -> Value | None:
    """Updates of an output element by element, whose old values are used."""
    r = g.random
    a = g.pick(lambda v: v.dtype in ("int32", "int64", "float32"))
    if a is None or g.depth:
        return None
    place = len(g.outputs)
    grown = Value(a.name, a.shape, a.dtype, a.bound * 3, a.grain)
    if a.is_float and not exact(grown.bound, grown.grain, a.dtype):
        return None
    g.outputs.append(grown)
    at = f"O{place} + pid * {a.size} + ({index(a.shape)})"
    # The interpreter exchanges no floats.
    ops = ["add", "max", "min"] + (["and", "or", "xor", "xchg"] if a.is_int else [])
    g.say(f"tl.atomic_{r.choice(['add', 'xchg']) if a.is_int else 'add'}({at}, {a.name})", a)
    if a.is_int and r.random() < 0.3:
        text = f"tl.atomic_cas({at}, {a.name}, {a.name} + 1)"
        return g.like(a, text, [a], a.shape)
    test, uses = mask(g, a.shape) if a.shape else ("pid + n > 5", [])
    old = g.like(
        grown, f"tl.atomic_{r.choice(ops)}({at}, {a.name}, mask={test})", [a, *uses], a.shape
    )
    if old is None:
        return None
    # What an inactive element gives is nobody's business.
    zero = "0.0" if a.is_float else "0"
    g.scope.remove(old)
    return g.like(grown, f"tl.where({test}, {old.name}, {zero})", [old, *uses], a.shape)


assert INPUT_SIZE >= 4 * OVERLAP_SIZE
assert set(INT_BITS) >= {d for d in INPUTS if d.startswith("int") and d != "int1"}

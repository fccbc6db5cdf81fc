# Whole blocks: reductions, scans, sorting, counting, shapes.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from ..program import INT_BITS, Value
from .draft import SHAPES, Draft
from .places import mask, one_place
from .values import result


def reduce(g: Draft) -> Value | None:
    r = g.random
    a = g.pick(lambda v: len(v.shape) > 0 and not v.is_storage)
    if a is None:
        return None
    axis = r.randrange(len(a.shape))
    extent = a.shape[axis]
    keep = r.random() < 0.3
    shape = tuple(1 if d == axis else e for d, e in enumerate(a.shape) if keep or d != axis)
    tail = f", {axis}" + (", keep_dims=True" if keep else "")
    if a.dtype == "int1":
        call = f"tl.reduce({a.name}, {axis}, {r.choice(['either', 'differ', 'all_of'])}"
        return g.define(call + (", keep_dims=True)" if keep else ")"), [a], shape, "int1")
    ops = ["sum", "max", "min"]
    if a.is_int and a.dtype in ("int32", "int64"):
        ops += ["xor_sum"]
    if a.dtype in ("int32", "int64", "float32"):
        ops += ["whole"]
    if a.dtype in ("int32", "float32", "int64"):
        ops += ["argmax", "argmin", "place"]
    if a.dtype == "int32":
        ops += ["pair"] if not keep else []
        ops += ["custom"] if not keep else []
    op = r.choice(ops)
    if op == "custom":
        if r.random() < 0.3 and len(a.shape) == 1:
            return g.define(f"tl.reduce({a.name}, {axis}, keep_last)", [a], shape, "int32")
        masked = f"{a.name} & 0xffff"
        return g.define(f"tl.reduce({masked}, {axis}, add_mod)", [a], shape, "int32")
    if op == "pair":
        b = g.pick(lambda v: v.shape == a.shape and v.dtype == "int32" and v.name != a.name)
        if b is None:
            return None
        text = f"tl.reduce(({a.name}, {b.name}), {axis}, pick_larger)[{r.randrange(2)}]"
        return g.define(text, [a, b], shape, "int32")
    if op == "place":
        text = f"tl.{r.choice(['max', 'min'])}({a.name}{tail}, return_indices=True)"
        if r.random() < 0.5:
            return g.define(f"{text}[1]", [a], shape, "int32")
        return g.define(f"{text}[0]", [a], shape, a.dtype, a.bound, a.grain)
    if op == "whole" and a.is_float:
        op = r.choice(["max", "min", "sum"])
        bound = a.bound * a.size if op == "sum" else a.bound
        return g.define(f"tl.{op}({a.name}, None) + 0.0", [a], (), a.dtype, bound, a.grain)
    if op == "whole":
        return g.define(
            f"tl.{r.choice(['max', 'min', 'xor_sum'])}({a.name}, None)", [a], (), a.dtype
        )
    text = f"tl.{op}({a.operand}{tail})"
    if op.startswith("arg"):
        return g.define(text, [a], shape, "int32")
    if op == "sum" and a.is_int and INT_BITS[a.dtype] < 32:
        return None  # the result's type is the language's affair; tested by the tables
    if op == "sum" and a.is_int:  # the interpreter refuses sums that wrap
        return g.define(f"tl.sum({a.name} & 0xffff{tail})", [a], shape, a.dtype)
    if op in ("max", "min") and a.is_int and INT_BITS[a.dtype] < 32:
        target = "uint32" if a.dtype.startswith("u") else "int32"
        return g.define(f"({text}).to(tl.{target})", [a], shape, target)
    if op in ("max", "min") and a.dtype == "float16":
        text = f"({text}).to(tl.float16)"
    bound = a.bound * extent if op == "sum" else a.bound
    if a.is_float:  # numpy's sum of one -0 is +0; of two zeros, which one is least is nobody's say
        text += " + 0.0"
    return g.define(result(text, a.dtype), [a], shape, a.dtype, bound, a.grain)


def element(g: Draft) -> Value | None:
    """One element of a row, as the sum of it and zeros."""
    a = g.pick(lambda v: len(v.shape) == 1 and v.dtype in ("int32", "int64", "float32", "float16"))
    if a is None:
        return None
    test, uses = one_place(g, a.size)
    row = f"tl.where({test}, {a.name}, 0)"
    if a.is_int:
        op = g.random.choice(["sum", "xor_sum"])
        return g.define(f"tl.{op}({row}, 0)", [a, *uses], (), a.dtype)
    text = f"tl.sum({row}, 0)"
    return g.define(text, [a, *uses], (), a.dtype, a.bound, a.grain)


def scan(g: Draft) -> Value | None:
    r = g.random
    a = g.pick(lambda v: len(v.shape) > 0 and v.dtype in ("int32", "int64", "float32"))
    if a is None:
        return None
    axis = r.randrange(len(a.shape))
    tail = f", reverse={r.choice([True, False])}"
    form = r.random()
    if form < 0.2 and a.is_int:
        text = f"tl.associative_scan({a.name} & 0xffff, {axis}, add_mod{tail})"
        return g.define(text, [a], a.shape, a.dtype)
    if form < 0.45 and a.dtype == "int32":
        b = g.pick(lambda v: v.shape == a.shape and v.dtype == "int32")
        if b is not None and a.size <= 256:
            # The interpreter refuses what wraps.
            pair = f"({a.name} & 0xff, {b.name} & 0xff)"
            op = r.choice(["recur", "pick_larger", "keep_pair"])
            text = f"tl.associative_scan({pair}, {axis}, {op}{tail})[{r.randrange(2)}]"
            return g.define(text, [a, b], a.shape, "int32")
    if form < 0.6 and a.is_int:
        return g.define(f"tl.cumprod(({a.name} & 2) - 1, {axis}{tail})", [a], a.shape, a.dtype)
    bound = a.bound * a.shape[axis]
    text = f"tl.cumsum({a.name}, {axis}{tail})"
    return g.define(text, [a], a.shape, a.dtype, bound, a.grain)


def order(g: Draft) -> Value | None:
    """Sorting and counting."""
    r = g.random
    a = g.pick(lambda v: len(v.shape) > 0 and v.dtype in ("int32", "float32") and v.shape[-1] > 1)
    if a is None:
        return None
    last = len(a.shape) - 1
    form = r.randrange(6)
    if form == 0 and a.dtype == "int32" and last == 0:
        bins = r.choice([1, 8, 64, 256])
        test, uses = mask(g, a.shape) if r.random() < 0.5 else ("", [])
        extra = f", mask=({test}) & (tl.arange(0, {a.size}) >= 0)" if test else ""
        # All bits of a byte count: half of them are negative as int8.
        x = f"{a.name}.to(tl.uint8)" if bins == 256 else f"{a.name} & {bins - 1}"
        return g.define(f"tl.histogram({x}, {bins}{extra})", [a, *uses], (bins,), "int32")
    if form == 1 and a.shape[-1] >= 4 and a.size <= 64:
        k = r.choice([2, a.shape[-1] // 2])  # the interpreter has no k of 1
        return g.like(a, f"tl.topk({a.name}, {k}, {last})", [a], (*a.shape[:-1], k))
    if form == 2:
        axis = r.randrange(len(a.shape))
        return g.like(a, f"tl.flip({a.name}, {axis})", [a], a.shape) if a.shape[axis] > 1 else None
    if form == 4:
        return exchange(g, a)
    if a.size > 64:  # large ones take the plain path long
        return None
    descending = r.choice(["", ", descending=True"])
    return g.like(a, f"tl.sort({a.name}, {last}{descending})", [a], a.shape)


def exchange(g: Draft, a: Value) -> Value | None:
    """Elements of other positions: some bits flipped, set or cleared, or one of each pair."""
    r = g.random
    k = r.randrange(a.size)
    if len(a.shape) == 1 and r.random() < 0.5:
        way = r.choice([f"^ {k}", f"| {k}", f"& {~k}"])
        return g.like(a, f"tl.gather({a.name}, tl.arange(0, {a.size}) {way}, 0)", [a], a.shape)
    inner = 1 << r.randrange(a.size.bit_length() - 1)
    shape = (a.size // 2 // inner, 2, inner)
    pairs = f"tl.reshape({a.name}, {shape})"
    if a.is_int and r.random() < 0.7:
        second = "tl.arange(0, 2)[None, :, None]"
        chosen = r.choice([second, f"(1 - {second})"])
        one = f"tl.sum({pairs} * {chosen}, 1)[:, None, :]"
        return g.like(a, f"tl.reshape(tl.broadcast_to({one}, {shape}), {a.shape})", [a], a.shape)
    return g.like(a, f"tl.reshape(tl.flip({pairs}, 1), {a.shape})", [a], a.shape)


def shape_op(g: Draft) -> Value | None:
    r = g.random
    pick = g.pick_wild if r.random() < 0.1 else g.pick
    a = pick(lambda v: len(v.shape) > 0)
    if a is None:
        return None
    x, rank = a.name, len(a.shape)
    b = pick(lambda v: v.dtype == a.dtype and v.shape == a.shape)
    form = r.randrange(10)
    if form == 0:
        choices = [s for s in SHAPES if Value("", s, "int32").size == a.size and s != a.shape]
        if choices:
            shape = r.choice(choices)
            return g.like(a, f"tl.reshape({x}, {shape})", [a], shape)
    if form == 1 and rank > 1:
        axes = list(range(rank))
        r.shuffle(axes)
        return g.like(a, f"tl.permute({x}, {tuple(axes)})", [a], tuple(a.shape[d] for d in axes))
    if form == 2 and rank < 5:
        axis = r.randrange(rank + 1)
        shape = (*a.shape[:axis], 1, *a.shape[axis:])
        return g.like(a, f"tl.expand_dims({x}, {axis})", [a], shape)
    if form == 3 and 1 in a.shape:
        extents = tuple(r.choice([1, 2, 4, 8]) if e == 1 else e for e in a.shape)
        return g.like(a, f"tl.broadcast_to({x}, {extents})", [a], extents)
    if form in (4, 5) and b is not None:
        bound, grain = max(a.bound, b.bound), max(a.grain, b.grain)
        whole = Value("", a.shape, a.dtype, bound, grain, wild=a.wild)
        if form == 4 and rank < 5:
            return g.like(whole, f"tl.join({x}, {b.name})", [a, b], (*a.shape, 2))
        shape = (*a.shape[:-1], 2 * a.shape[-1])
        if r.random() < 0.3 and rank == 1 and a.dtype == "int32" and a.size <= 32:
            text = f"tl.sort(tl.cat({x}, {b.name}, can_reorder=True))"
            return g.like(whole, text, [a, b], shape)
        return g.like(whole, f"tl.interleave({x}, {b.name})", [a, b], shape)
    if form == 6 and rank > 1 and a.shape[-1] == 2:
        return g.like(a, f"tl.split({x})[{r.randrange(2)}]", [a], a.shape[:-1])
    if form == 7 and a.dtype in ("int32", "float32", "float16", "int64") and not a.wild:
        axis = r.randrange(rank)
        index = g.pick(
            lambda v: (
                v.dtype == "int32"
                and len(v.shape) == rank
                and all(e == v.shape[d] or d == axis for d, e in enumerate(a.shape))
            )
        )
        if index is not None:
            at = f"{index.name} & {a.shape[axis] - 1}"
            if a.shape[axis] <= 256 and r.random() < 0.3:
                at = f"({at}).to(tl.{r.choice(['uint8', 'uint16', 'int64'])})"
            text = f"tl.gather({x}, {at}, {axis})"
            return g.like(a, text, [a, index], index.shape)
    if form == 8 and rank > 1:
        return g.like(a, f"tl.ravel({x})", [a], (a.size,))
    if form == 9:
        scalar = g.pick(lambda v: v.shape == ())
        if scalar is not None:
            return g.like(scalar, f"tl.broadcast_to({scalar.name}, {a.shape})", [scalar], a.shape)
    return None

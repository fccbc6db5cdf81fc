# Random programs: what a kernel may do, drawn op by op from what is in scope.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .program import INT_BITS, MANTISSA, STORAGE, Program, Statement, Value

#: Elements of each input array; a power of two, so that any integer can be made an index.
INPUT_SIZE = 4096
SHAPES: list[tuple[int, ...]] = [
    (1,), (2,), (8,), (32,), (64,), (256,), (1, 16), (16, 1), (4, 8), (16, 16), (8, 32), (32, 16),
    (2, 4, 8), (4, 1, 16), (2, 2, 4, 4),
]  # fmt: skip
_INPUTS = {
    "int32": "I", "float32": "F", "float16": "H", "int64": "W", "int8": "S", "bfloat16": "B",
    "float8e4nv": "E", "float8e5": "G",
}  # fmt: skip
_MAX_SIZE = 2048
_LARGEST = {"float16": 60000, "float8e4nv": 448, "float8e5": 57344}
_FINEST = {"float8e4nv": 6}
#: The interpreter converts only these to eight bits.
_TO_STORAGE = ("float32", "float16")


class Generator:
    """Draws one program from a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.count = 0
        self.scope: list[Value] = []
        self.block: list[Statement] = []
        self.outputs: list[Value] = []
        self.depth = 0

    # Parts ------------------------------------------------------------------------------------

    def pick(self, accept: Callable[[Value], bool]) -> Value | None:
        """A value in scope, recent ones more often."""
        found = [v for v in self.scope if accept(v) and not v.rough]
        if not found:
            return None
        return found[-1 - min(int(self.random.expovariate(0.3)), len(found) - 1)]

    def define(
        self,
        text: str,
        uses: list[Value],
        shape: tuple[int, ...],
        dtype: str,
        bound: float = 0.0,
        grain: int = 0,
        rough: bool = False,
    ) -> Value | None:
        """Add `v = text` if the value is exact and not too large."""
        value = Value(f"v{self.count}", shape, dtype, bound, grain, rough)
        if value.size > _MAX_SIZE:
            return None
        if (value.is_float or value.is_storage) and not rough and not exact(bound, grain, dtype):
            return None
        self.count += 1
        uses_names = frozenset(v.name for v in uses)
        self.block.append(Statement(f"{value.name} = {text}", uses_names, value))
        self.scope.append(value)
        return value

    @contextmanager
    def nested(self) -> Iterator[list[Statement]]:
        """Collect statements into a body; its values leave the scope at the end."""
        outer_block, outer_scope = self.block, list(self.scope)
        self.block = []
        self.depth += 1
        try:
            yield self.block
        finally:
            self.depth -= 1
            self.block, self.scope = outer_block, outer_scope

    # Sources ----------------------------------------------------------------------------------

    def index(self, shape: tuple[int, ...]) -> str:
        """Row-major positions of a block, from zero."""
        strides: list[int] = []
        stride = 1
        for extent in reversed(shape):
            strides.insert(0, stride)
            stride *= extent
        terms = []
        for d, extent in enumerate(shape):
            where = ", ".join(":" if k == d else "None" for k in range(len(shape)))
            part = f"tl.arange(0, {extent})" + (f"[{where}]" if len(shape) > 1 else "")
            terms.append(part if strides[d] == 1 else f"{part} * {strides[d]}")
        return " + ".join(terms) if terms else "0"

    def address(self, shape: tuple[int, ...]) -> tuple[str, list[Value]]:
        """In-bounds offsets of one of the forms that kernels use."""
        i, r = self.index(shape), self.random
        form = r.randrange(9)
        if form == 0:
            return f"({i}) + pid * 64", []
        if form == 1:
            return f"({i}) * {r.choice([2, 0, 1])} + {r.randrange(64)}", []
        if form == 2:
            return f"{_MAX_SIZE - 1 + r.randrange(99)} - ({i})", []
        if form == 3:
            return f"(({i}) + n * 3) % {r.choice([7, 16, 33, 100])}", []
        if form == 4:
            return f"({i}) // {r.choice([2, 3, 4])} + (({i}) % {r.choice([3, 4, 5])}) * 8", []
        if form == 5:
            loaded = self.pick(lambda v: v.is_int and v.shape == shape)
            if loaded is not None:
                wide = f"{loaded.name}.to(tl.int64)"
                return f"({wide} & {INPUT_SIZE - 1}).to(tl.int32)", [loaded]
        if form == 6:
            return f"({i}).to(tl.int64) + m", []
        if form == 7 and len(shape) == 2:
            rows = f"tl.arange(0, {shape[0]})[:, None]"
            cols = f"tl.arange(0, {shape[1]})[None, :]"
            return f"{rows} * {r.choice([1, 16, 40])} + {cols} * {r.choice([1, 16, 33])}", []
        return f"({i})", []

    def mask(self, shape: tuple[int, ...]) -> tuple[str, list[Value]]:
        """A predicate of a block."""
        i, r = self.index(shape), self.random
        size = 1
        for extent in shape:
            size *= extent
        limit = r.choice(["n", "m", str(r.randrange(size + 3)), str(-1), "n * m"])
        form = r.randrange(8)
        if form == 0:
            known = self.pick(lambda v: v.dtype == "int1" and v.shape == shape)
            if known is not None:
                return known.name, [known]
        if form == 1:
            return f"(({i}) >= {r.randrange(9)}) & (({i}) < {limit})", []
        if form == 2:
            return f"(({i}) % {r.choice([2, 3])}) == 0", []
        if form == 3:
            return f"(({i}) < {limit}) | (({i}) > {r.randrange(size + 1)})", []
        if form == 4 and len(shape) == 2:
            rows = f"tl.arange(0, {shape[0]})[:, None]"
            cols = f"tl.arange(0, {shape[1]})[None, :]"
            a, b = r.randrange(shape[0] + 2), r.randrange(shape[1] + 2)
            return f"({rows} < {a}) {r.choice('&|')} ({cols} < {b})", []
        if form == 5:
            return f"n {r.choice(['>', '<', '!='])} {r.randrange(9)}", []
        return f"({i}) < {limit}", []

    def load(self, shape: tuple[int, ...] | None = None, dtype: str | None = None) -> Value | None:
        r = self.random
        shape = r.choice(SHAPES) if shape is None else shape
        dtype = r.choice(list(_INPUTS)) if dtype is None else dtype
        address, uses = self.address(shape)
        extra = ""
        bound = {"float8e5": 2.0}.get(dtype, 4.0) if "float" in dtype else 0.0
        if r.random() < 0.5:
            mask, more = self.mask(shape)
            uses = uses + more
            other = r.choice([0, 0, 3, -2])
            # The interpreter casts an integer to these by its bits.
            extra = f", mask={mask}, other={other}{'.0' if 'float' in dtype else ''}"
        text = f"tl.load({_INPUTS[dtype]} + {address}{extra})"
        return self.define(text, uses, shape, dtype, bound, 1)

    def scalar(self) -> Value | None:
        r = self.random
        form = r.randrange(4)
        if form == 0:
            return self.define(f"tl.load(I + pid * 7 + {r.randrange(99)})", [], (), "int32")
        if form == 1:
            return self.define(f"tl.load(F + n * 3 + {r.randrange(99)})", [], (), "float32", 4.0, 1)
        if form == 2:
            return self.define(f"n * {r.randrange(1, 9)} + pid", [], (), "int32")
        a = self.pick(lambda v: v.shape == () and v.is_int and v.dtype in ("int32", "int64"))
        if a is None:
            return None
        return self.define(f"{a.name} * {r.randrange(-9, 9)} + m", [a], (), a.dtype)

    # Elementwise ------------------------------------------------------------------------------

    def partner(self, a: Value) -> Value | None:
        """A value to combine with `a`: same dtype, a shape that broadcasts."""
        return self.pick(lambda v: v.dtype == a.dtype and broadcast(a.shape, v.shape) is not None)

    def binary(self) -> Value | None:
        r = self.random
        a = self.pick(lambda v: not v.is_storage)
        if a is None:
            return None
        b = self.partner(a)
        if b is None:
            return None
        shape = broadcast(a.shape, b.shape)
        assert shape is not None
        x, y, uses = a.operand, b.operand, [a, b]
        if a.dtype == "int1":
            return self.define(f"{x} {r.choice('&|^')} {y}", uses, shape, "int1")
        if r.random() < 0.2:
            op = r.choice(["<", "<=", ">", ">=", "==", "!="])
            return self.define(f"{x} {op} {y}", uses, shape, "int1")
        if a.is_float:
            grain = max(a.grain, b.grain)
            both = max(a.bound, b.bound)
            form = r.randrange(5)
            if form == 0:
                bound = a.bound * b.bound
                text = result(f"{x} * {y}", a.dtype)
                return self.define(text, uses, shape, a.dtype, bound, a.grain + b.grain)
            if form == 1:
                text = result(f"tl.{r.choice(['minimum', 'maximum'])}({x}, {y})", a.dtype)
                return self.define(text, uses, shape, a.dtype, both, grain)
            if form == 2 and a.dtype == "float32":
                return self.define(f"{x} / {y}", uses, shape, a.dtype, rough=True)
            text = result(f"{x} {r.choice('+-')} {y}", a.dtype)
            return self.define(text, uses, shape, a.dtype, a.bound + b.bound, grain)
        form = r.randrange(6)
        if form == 0:
            bits = INT_BITS[a.dtype]
            op = r.choice(["<<", ">>"])
            return self.define(f"{x} {op} ({y} & {bits - 1})", uses, shape, a.dtype)
        if form == 1 and not a.dtype.startswith("u"):
            op = r.choice(["//", "%"])
            return self.define(f"{x} {op} (({y} & 15) + 1)", uses, shape, a.dtype)
        if form == 2:
            op = r.choice(["minimum", "maximum"])
            return self.define(f"tl.{op}({x}, {y})", uses, shape, a.dtype)
        return self.define(
            f"{x} {r.choice(['+', '-', '*', '&', '|', '^'])} {y}", uses, shape, a.dtype
        )

    def unary(self) -> Value | None:
        r = self.random
        a = self.pick(lambda v: not v.is_storage)
        if a is None:
            return None
        x = a.operand
        if a.dtype == "int1":
            return self.define(f"tl.where({x}, {r.randrange(9)}, -3)", [a], a.shape, "int32")
        if a.is_float:
            if a.dtype == "float32" and r.random() < 0.15:
                op = r.choice(["tl.exp", "tl.sin", "tl.cos", "tl.sigmoid", "tl.exp2"])
                shrunk = f"{x} * {2.0 ** -(max(a.bound, 1.0)).__ceil__().bit_length()}"
                return self.define(f"{op}({shrunk})", [a], a.shape, a.dtype, rough=True)
            form = r.choice(["-{}", "tl.abs({})", "{} * 2", "{} - 1.5", "tl.floor({})", "{} * {}"])
            if form == "{} * {}":
                text = result(f"{x} * {x}", a.dtype)
                return self.define(text, [a], a.shape, a.dtype, a.bound**2, 2 * a.grain)
            if form == "tl.floor({})" and a.dtype in ("float16", "bfloat16"):
                form = "-{}"
            text, grain = result(form.format(x), a.dtype), max(a.grain, 1)
            return self.define(text, [a], a.shape, a.dtype, 2 * a.bound + 2, grain)
        forms = ["{} + 3", "{} * 5", "{} & 15", "{} ^ 85", "{} >> 1", "-{}", "{} - 1"]
        if not a.dtype.startswith("u"):
            forms += ["~{}", "tl.abs({})", "{} // 3", "{} % 7"]
        return self.define(r.choice(forms).format(x), [a], a.shape, a.dtype)

    def where(self) -> Value | None:
        c = self.pick(lambda v: v.dtype == "int1")
        a = self.pick(lambda v: v.dtype != "int1")
        if a is None or c is None:
            return None
        b = self.partner(a)
        if b is None:
            return None
        inner = broadcast(a.shape, b.shape)
        shape = broadcast(inner, c.shape) if inner is not None else None
        if shape is None:
            return None
        text = f"tl.where({c.name}, {a.name}, {b.name})"
        bound, grain = max(a.bound, b.bound), max(a.grain, b.grain)
        return self.define(text, [c, a, b], shape, a.dtype, bound, grain)

    def cast(self) -> Value | None:
        r = self.random
        a = self.pick(lambda v: True)
        if a is None:
            return None
        if a.is_storage:
            target = r.choice(["float32", "float16"])
            text = f"{a.name}.to(tl.{target})"
            return self.define(text, [a], a.shape, target, a.bound, a.grain)
        if a.is_float:
            if r.random() < 0.6:
                target = r.choice([*MANTISSA, *(STORAGE if a.dtype in _TO_STORAGE else ())])
                text = convert(a.operand, target)
                return self.define(text, [a], a.shape, target, a.bound, a.grain)
            target = r.choice(["int32", "int64"])
            return self.define(f"{a.operand}.to(tl.{target})", [a], a.shape, target)
        if r.random() < 0.4:
            if a.dtype == "int1":
                return self.define(f"{a.name}.to(tl.float32)", [a], a.shape, "float32", 1.0, 0)
            target = r.choice(list(MANTISSA))
            text = convert(f"({a.name} & 7)", target)
            return self.define(text, [a], a.shape, target, 7.0, 0)
        target = r.choice([d for d in INT_BITS if d != a.dtype])
        return self.define(f"{a.name}.to(tl.{target})", [a], a.shape, target)

    # Whole-block ops --------------------------------------------------------------------------

    def reduce(self) -> Value | None:
        r = self.random
        a = self.pick(lambda v: len(v.shape) > 0 and v.dtype != "int1" and not v.is_storage)
        if a is None:
            return None
        axis = r.randrange(len(a.shape))
        extent = a.shape[axis]
        keep = r.random() < 0.3
        shape = tuple(1 if d == axis else e for d, e in enumerate(a.shape) if keep or d != axis)
        tail = f", {axis}" + (", keep_dims=True" if keep else "")
        ops = ["sum", "max", "min"]
        if a.is_int:
            ops += ["xor_sum"] if a.dtype in ("int32", "int64") else []
        if a.dtype in ("int32", "float32", "int64"):
            ops += ["argmax", "argmin"]
        if a.dtype == "int32" and not keep:
            ops += ["custom"]
        op = r.choice(ops)
        if op == "custom":
            if r.random() < 0.3 and len(a.shape) == 1:
                return self.define(f"tl.reduce({a.name}, {axis}, keep_last)", [a], shape, "int32")
            masked = f"{a.name} & 0xffff"
            return self.define(f"tl.reduce({masked}, {axis}, add_mod)", [a], shape, "int32")
        text = f"tl.{op}({a.operand}{tail})"
        if op.startswith("arg"):
            return self.define(text, [a], shape, "int32")
        if op == "sum" and a.is_int and INT_BITS[a.dtype] < 32:
            return None  # the result's type is the language's affair; tested by the tables
        if op == "sum" and a.is_int:  # the interpreter refuses sums that wrap
            return self.define(f"tl.sum({a.name} & 0xffff{tail})", [a], shape, a.dtype)
        if op in ("max", "min") and a.is_int and INT_BITS[a.dtype] < 32:
            target = "uint32" if a.dtype.startswith("u") else "int32"
            return self.define(f"({text}).to(tl.{target})", [a], shape, target)
        if op in ("max", "min") and a.dtype == "float16":
            text = f"({text}).to(tl.float16)"
        bound = a.bound * extent if op == "sum" else a.bound
        return self.define(result(text, a.dtype), [a], shape, a.dtype, bound, a.grain)

    def scan(self) -> Value | None:
        r = self.random
        a = self.pick(lambda v: len(v.shape) > 0 and v.dtype in ("int32", "int64", "float32"))
        if a is None:
            return None
        axis = r.randrange(len(a.shape))
        reverse = r.choice([True, False])
        if r.random() < 0.3 and a.is_int:
            text = f"tl.associative_scan({a.name} & 0xffff, {axis}, add_mod, reverse={reverse})"
            return self.define(text, [a], a.shape, a.dtype)
        bound = a.bound * a.shape[axis]
        text = f"tl.cumsum({a.name}, {axis}, reverse={reverse})"
        return self.define(text, [a], a.shape, a.dtype, bound, a.grain)

    def shape_op(self) -> Value | None:
        r = self.random
        a = self.pick(lambda v: len(v.shape) > 0)
        if a is None:
            return None
        x, rank = a.name, len(a.shape)

        def same(text: str, shape: tuple[int, ...]) -> Value | None:
            return self.define(text, [a], shape, a.dtype, a.bound, a.grain)

        form = r.randrange(8)
        if form == 0:
            choices = [s for s in SHAPES if Value("", s, "int32").size == a.size and s != a.shape]
            if choices:
                shape = r.choice(choices)
                return same(f"tl.reshape({x}, {shape})", shape)
        if form == 1 and rank > 1:
            order = list(range(rank))
            r.shuffle(order)
            return same(f"tl.permute({x}, {tuple(order)})", tuple(a.shape[d] for d in order))
        if form == 2 and rank < 4:
            axis = r.randrange(rank + 1)
            shape = (*a.shape[:axis], 1, *a.shape[axis:])
            return same(f"tl.expand_dims({x}, {axis})", shape)
        if form == 3 and 1 in a.shape:
            extents = tuple(r.choice([1, 2, 4, 8]) if e == 1 else e for e in a.shape)
            return same(f"tl.broadcast_to({x}, {extents})", extents)
        if form == 4:
            b = self.pick(lambda v: v.dtype == a.dtype and v.shape == a.shape)
            if b is not None:
                bound, grain = max(a.bound, b.bound), max(a.grain, b.grain)
                shape = (*a.shape, 2)
                return self.define(f"tl.join({x}, {b.name})", [a, b], shape, a.dtype, bound, grain)
        if form == 5 and rank > 1 and a.shape[-1] == 2:
            return same(f"tl.split({x})[{r.randrange(2)}]", a.shape[:-1])
        if form == 6 and a.dtype in ("int32", "float32"):
            axis = r.randrange(rank)
            index = self.pick(lambda v: v.shape == a.shape and v.dtype == "int32")
            if index is not None:
                text = f"tl.gather({x}, {index.name} & {a.shape[axis] - 1}, {axis})"
                return self.define(text, [a, index], a.shape, a.dtype, a.bound, a.grain)
        if form == 7 and a.dtype in ("int32", "float32") and a.shape[-1] > 1:
            op = r.choice(["sort", "flip"])
            return same(f"tl.{op}({x}, {rank - 1})", a.shape)
        return None

    def dot(self) -> Value | None:
        r = self.random
        dtype = r.choice(["float32", "float16", "int8", "bfloat16"])
        m, n, k = (r.choice([16, 32]) for _ in range(3))
        known = self.pick(lambda v: v.dtype == dtype and len(v.shape) == 2 and min(v.shape) >= 16)
        a = known if known is not None else self.load((m, k), dtype)
        if a is None:
            return None
        m, k = a.shape
        b = self.load((k, n), dtype) if r.random() < 0.7 else self.load((n, k), dtype)
        if b is None:
            return None
        left = a.operand
        right = b.operand if b.shape == (k, n) else f"tl.trans({b.operand})"
        if dtype == "int8":
            text = f"tl.dot({left}, {right}, out_dtype=tl.int32)"
            return self.define(text, [a, b], (m, n), "int32")
        bound, grain = a.bound * b.bound * k, a.grain + b.grain
        c = self.pick(lambda v: v.dtype == "float32" and v.shape == (m, n))
        if c is not None and r.random() < 0.5:
            text = f"tl.dot({left}, {right}, {c.name}, input_precision='ieee')"
            total, grain = bound + c.bound, max(grain, c.grain)
            return self.define(text, [a, b, c], (m, n), "float32", total, grain)
        text = f"tl.dot({left}, {right}, input_precision='ieee')"
        return self.define(text, [a, b], (m, n), "float32", bound, grain)

    # Effects ----------------------------------------------------------------------------------

    def store(self, value: Value, masked: bool = True) -> None:
        """Store to an output of its own, where each program has a part of its own."""
        place = len(self.outputs)
        self.outputs.append(value)
        i = self.index(value.shape)
        mask, uses = self.mask(value.shape) if masked and value.shape else ("", [])
        extra = f", mask={mask}" if mask else ""
        text = f"tl.store(O{place} + pid * {value.size} + ({i}), {value.name}{extra})"
        names = frozenset(v.name for v in [value, *uses])
        self.block.append(Statement(text, names))

    def rewrite(self) -> None:
        """Store to the output and load it again elsewhere: program order matters."""
        a = self.pick(lambda v: v.dtype in ("int32", "float32") and len(v.shape) == 1)
        if a is None or a.size < 2:
            return
        place = len(self.outputs)
        self.store(a, masked=self.random.random() < 0.5)
        at = self.random.choice(
            [f"{a.size - 1} - ({self.index(a.shape)})", f"({self.index(a.shape)}) // 2"]
        )
        text = f"tl.load(O{place} + pid * {a.size} + {at})"
        # Masked-off elements still hold the array's first value, zero.
        self.define(text, [a], a.shape, a.dtype, a.bound, a.grain)
        if self.random.random() < 0.5:
            i = self.index(a.shape)
            again = f"tl.store(O{place} + pid * {a.size} + ({i}), {a.name}, mask=({i}) > {place})"
            self.block.append(Statement(again, frozenset([a.name])))

    def atomic(self) -> None:
        a = self.pick(lambda v: v.dtype == "int32" and len(v.shape) > 0)
        if a is None:
            return
        op = self.random.choice(["add", "max", "xor", "add"])
        half = {"add": 0, "max": 512, "xor": 1024}[op]  # one kind a place, so that order is free
        mask, uses = self.mask(a.shape)
        address = f"A + {half} + (({self.index(a.shape)}) * 3) % 512"
        if self.random.random() < 0.5:
            address = f"A + {half} + ({a.name} & 511)"
        text = f"tl.atomic_{op}({address}, {a.name}, mask={mask})"
        self.block.append(Statement(text, frozenset(v.name for v in [a, *uses])))

    # Control flow -----------------------------------------------------------------------------

    def carried(self) -> list[Value]:
        """Values that a region may assign: made in the same block, so that bounds stay true."""
        r = self.random
        local = {s.result.name for s in self.block if s.result is not None}
        found = [v for v in self.scope if v.name in local and not v.rough and v.dtype != "int1"]
        r.shuffle(found)
        return found[: r.randrange(1, 3)]

    def assign(self, value: Value, room: float) -> None:
        """Give a carried variable a new value of its type, within its bound."""
        r = self.random
        other = self.pick(
            lambda v: (
                v.dtype == value.dtype
                and v.shape == value.shape
                and v.name != value.name
                and (value.is_int or (v.bound <= room and v.grain <= value.grain))
            )
        )
        name = value.name
        if value.is_storage:
            text = f"{name} = {name if other is None else other.name}"
        elif value.is_float:
            new = f"{value.operand} * 1.0"
            if other is not None:
                ops = [f"{value.operand} + {other.operand}", f"{value.operand} - {other.operand}"]
                ops += [f"tl.maximum({value.operand}, {other.operand})"]
                new = r.choice(ops)
            text = f"{name} = {result(new, value.dtype)}"
        else:
            text = (
                f"{name} = {name} * 3 + 1"
                if INT_BITS[value.dtype] >= 32
                else f"{name} = {name} ^ 5"
            )
            if other is not None:
                text = f"{name} = {name} {r.choice('+-^')} {other.name}"
        uses = frozenset([name] + ([other.name] if other is not None else []))
        self.block.append(Statement(text, uses))

    def region(self) -> None:
        r = self.random
        kind = r.choice(["for", "for", "if", "if", "while"])
        room, trips = 64.0, 5
        carried = []
        for value in self.carried():
            # What is only moved does not grow past what it may be given.
            grown = max(value.bound, room) if value.is_storage else value.bound + room * trips
            if not value.is_int and not exact(grown, value.grain, value.dtype):
                continue
            if not value.is_int:
                # A bound that holds before, inside and after the region.
                self.scope = [v for v in self.scope if v.name != value.name]
                value = Value(value.name, value.shape, value.dtype, grown, value.grain)
                self.scope.append(value)
            carried.append(value)
        step = f"k{self.count}"
        self.count += 1
        header, uses, footer = "", frozenset[str](), ""
        if kind == "for":
            bounds = r.choice(["n % 4", "0, m % 5", "1, 4", "n % 3, 4, 2", "3, -1, -1", "0, 0"])
            header = f"for {step} in range({bounds}):"
        elif kind == "while":
            self.block.append(Statement(f"{step} = n % 3", frozenset()))
            header, footer = f"while {step} < 4:", f"{step} += 1"
        else:
            scalar = self.pick(lambda v: v.shape == () and v.is_int)
            if scalar is not None:
                header, uses = f"if {scalar.name} % 2 == 0:", frozenset([scalar.name])
            else:
                header = f"if n > {r.randrange(8)}:"
        statement = Statement(header, uses, footer=footer)
        with self.nested() as body:
            if kind in ("for", "while"):
                # The interpreter's loop variable is a plain int: make it one of the kernel's.
                self.define(f"{step} + pid * 0", [], (), "int32")
            self.steps(r.randrange(1, 5))
            for value in carried:
                self.assign(value, room)
            statement.body = body
        if kind == "if" and r.random() < 0.5:
            with self.nested() as body:
                self.steps(r.randrange(0, 3))
                for value in carried:
                    self.assign(value, room)
                statement.otherwise = body
        self.block.append(statement)

    # The whole --------------------------------------------------------------------------------

    def steps(self, count: int) -> None:
        r = self.random
        weights: list[tuple[int, Callable[[], object]]] = [
            (12, self.load), (4, self.scalar), (24, self.binary), (12, self.unary), (6, self.where),
            (8, self.cast), (9, self.reduce), (4, self.scan), (9, self.shape_op), (3, self.dot),
        ]  # fmt: skip
        if self.depth == 0:
            weights += [(3, self.rewrite), (2, self.atomic)]
        if self.depth < 2:
            weights += [(4, self.region)]
        actions = [action for _, action in weights]
        for _ in range(count):
            r.choices(actions, [w for w, _ in weights])[0]()

    def program(self) -> Program:
        r = self.random
        for _ in range(r.randrange(1, 4)):
            self.load()
        self.steps(r.randrange(4, 22))
        used: set[str] = set()
        for statement in self.block:
            used |= statement.names()
        for value in [v for v in self.scope if v.name not in used or r.random() < 0.1]:
            self.store(value, masked=r.random() < 0.4)
        grid = r.choice([(1,), (2,), (3,), (2, 2)])
        return Program(self.seed, grid, self.block, self.outputs)


def result(text: str, dtype: str) -> str:
    """An expression of operands as a value of the dtype."""
    return f"bf16({text})" if dtype == "bfloat16" else text


def convert(text: str, target: str) -> str:
    """A number as another kind of number."""
    return f"bf16({text})" if target == "bfloat16" else f"{text}.to(tl.{target})"


def exact(bound: float, grain: int, dtype: str) -> bool:
    """Whether multiples of 2**-grain up to `bound` are all values of the dtype."""
    if bound > _LARGEST.get(dtype, bound) or grain > _FINEST.get(dtype, 14):
        return False
    mantissa = MANTISSA.get(dtype) or STORAGE[dtype]
    return bound * 2.0**grain <= 2.0**mantissa


def broadcast(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | None:
    """The shape that two shapes broadcast to by Triton's rules: equal rank, or a scalar."""
    if not a or not b:
        return a or b
    if len(a) != len(b):
        return None
    if any(x != y and 1 not in (x, y) for x, y in zip(a, b, strict=True)):
        return None
    return tuple(max(x, y) for x, y in zip(a, b, strict=True))


def generate(seed: int) -> Program:
    """The program of a seed."""
    return Generator(seed).program()

"""Writes random TTIR kernels full of index arithmetic.

Magnitudes are tracked so that no index computation leaves 32 bits: what the
analyses assume of programs.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from __future__ import annotations

import random

ROWS, COLUMNS = 8, 4
SHAPES = {
    "r": (ROWS,),
    "c": (COLUMNS,),
    "r1": (ROWS, 1),
    "1c": (1, COLUMNS),
    "rc": (ROWS, COLUMNS),
}
LIMIT = 1 << 24
POINTERS = 3
SCALARS = 4


def tensor(shape: tuple[int, ...], element: str) -> str:
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


class Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.indent = 1
        self.count = 0
        # (name, bound on the magnitude) by shape key; "" holds scalars.
        self.pool: dict[str, list[tuple[str, int]]] = {key: [] for key in [*SHAPES, ""]}
        self.masks: dict[str, list[str]] = {key: [] for key in [*SHAPES, ""]}

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, text: str) -> str:
        name = self.name()
        self.lines.append("  " * self.indent + f"{name} = {text}")
        return name

    def line(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    @staticmethod
    def type_of(key: str, element: str = "i32") -> str:
        return tensor(SHAPES[key], element) if key else element

    def constant(self, key: str, value: int) -> str:
        if not key:
            return self.emit(f"arith.constant {value} : i32")
        return self.emit(f"arith.constant dense<{value}> : {self.type_of(key)}")

    def scalar(self) -> tuple[str, int]:
        return self.random.choice(self.pool[""])

    def pick(self, key: str) -> tuple[str, int]:
        """A value of this shape, made if there is none or for variety."""
        choices = self.pool[key]
        if choices and self.random.random() < 0.7:
            return self.random.choice(choices)
        return self.fresh(key)

    def fresh(self, key: str) -> tuple[str, int]:
        if not key:
            return self.scalar()
        kind = self.random.random()
        if kind < 0.25:
            name, bound = self.scalar()
            value = self.emit(f"tt.splat {name} : i32 -> {self.type_of(key)}")
        elif kind < 0.35:
            bound = self.random.randint(-9, 20)
            value = self.constant(key, bound)
            bound = abs(bound)
        elif key in ("r", "c"):
            size = SHAPES[key][0]
            start = self.random.choice([0, 0, 0, 3])
            value = self.emit(
                f"tt.make_range {{start = {start} : i32, end = {start + size} : i32}} : "
                f"{self.type_of(key)}"
            )
            bound = start + size
        elif key in ("r1", "1c"):
            source, axis = ("r", 1) if key == "r1" else ("c", 0)
            name, bound = self.pick(source)
            value = self.emit(
                f"tt.expand_dims {name} {{axis = {axis} : i32}} : {self.type_of(source)} -> "
                f"{self.type_of(key)}"
            )
        else:
            source = self.random.choice(["r1", "1c"])
            name, bound = self.pick(source)
            value = self.emit(
                f"tt.broadcast {name} : {self.type_of(source)} -> {self.type_of(key)}"
            )
        self.pool[key].append((value, bound))
        return value, bound

    def compute(self, key: str) -> None:
        type_text = self.type_of(key)
        a, bound_a = self.pick(key)
        b, bound_b = self.pick(key)
        kind = self.random.choice(
            [
                "add",
                "add",
                "add",
                "sub",
                "mul",
                "mul",
                "rem",
                "div",
                "min",
                "max",
                "and",
                "shl",
                "shr",
                "select",
                "ext",
                "trans",
                "reshape",
                "load",
            ]
        )
        if kind in ("add", "sub"):
            value, bound = self.emit(f"arith.{kind}i {a}, {b} : {type_text}"), bound_a + bound_b
        elif kind == "mul":
            if not key or self.random.random() < 0.8:
                factor, bound_b = self.scalar()
                b = self.emit(f"tt.splat {factor} : i32 -> {type_text}") if key else factor
            value, bound = self.emit(f"arith.muli {a}, {b} : {type_text}"), bound_a * bound_b
        elif kind in ("rem", "div"):
            unsigned = self.random.random() < 0.2
            if self.random.random() < 0.6:
                b = self.constant(key, self.random.choice([2, 3, 4, 8, 16, 64]))
            operation = f"arith.{kind}{'u' if unsigned else 's'}i"
            value, bound = self.emit(f"{operation} {a}, {b} : {type_text}"), bound_a
            if unsigned:
                bound = LIMIT + 1
        elif kind in ("min", "max"):
            value = self.emit(f"arith.{kind}si {a}, {b} : {type_text}")
            bound = max(bound_a, bound_b)
        elif kind == "and":
            b = self.constant(key, self.random.choice([1, 3, 7, 15, 5]))
            value, bound = self.emit(f"arith.andi {a}, {b} : {type_text}"), 15
        elif kind in ("shl", "shr"):
            amount = self.random.randint(0, 3)
            b = self.constant(key, amount)
            operation = "arith.shli" if kind == "shl" else "arith.shrsi"
            value, bound = self.emit(f"{operation} {a}, {b} : {type_text}"), bound_a << amount
        elif kind == "select" and key:
            condition = self.mask("" if self.random.random() < 0.5 else key)
            suffix = self.type_of(key, "i1") + ", " if self.is_block(condition, key) else ""
            value = self.emit(f"arith.select {condition}, {a}, {b} : {suffix}{type_text}")
            bound = max(bound_a, bound_b)
        elif kind == "ext":
            wide = self.type_of(key, "i64")
            operation = self.random.choice(["arith.extsi", "arith.extsi", "arith.extui"])
            name = self.emit(f"{operation} {a} : {type_text} to {wide}")
            self.access(key, name, "i64")
            return
        elif kind == "trans" and key in ("r1", "1c"):
            target = "1c" if key == "r1" else "r1"
            if SHAPES[key] != tuple(reversed(SHAPES[target])):
                return
            value, bound = a, bound_a
        elif kind == "reshape" and key in ("r", "r1"):
            target = "r1" if key == "r" else "r"
            value = self.emit(f"tt.reshape {a} : {type_text} -> {self.type_of(target)}")
            self.pool[target].append((value, bound_a))
            return
        elif kind == "load" and key:
            value, bound = self.access(key, a, "i32"), 64
        else:
            return
        if bound <= LIMIT:
            self.pool[key].append((value, bound))

    def is_block(self, condition: str, key: str) -> bool:
        return condition in self.masks[key] and key != ""

    def mask(self, key: str) -> str:
        if self.masks[key] and self.random.random() < 0.3:
            return self.random.choice(self.masks[key])
        kind = self.random.random()
        type_text = self.type_of(key, "i1")
        if kind < 0.06 and key in ("r", "c"):
            name = self.mask_at_the_edge(key)
        elif kind < 0.6 or not key:
            a, _ = self.pick(key)
            b, _ = self.pick(key)
            predicate = self.random.choice(
                ["slt", "slt", "slt", "sle", "sgt", "sge", "eq", "ne", "ult", "uge", "ugt"]
            )
            name = self.emit(f"arith.cmpi {predicate}, {a}, {b} : {self.type_of(key)}")
        elif kind < 0.8:
            operation = self.random.choice(["andi", "andi", "andi", "ori", "xori"])
            name = self.emit(f"arith.{operation} {self.mask(key)}, {self.mask(key)} : {type_text}")
        elif kind < 0.85:
            true = self.emit(f"arith.constant dense<true> : {type_text}")
            name = self.emit(f"arith.xori {self.mask(key)}, {true} : {type_text}")
        elif kind < 0.9 or key in ("r", "c"):
            name = self.emit(f"tt.splat {self.mask('')} : i1 -> {type_text}")
        elif key in ("r1", "1c"):
            source, axis = ("r", 1) if key == "r1" else ("c", 0)
            name = self.emit(
                f"tt.expand_dims {self.mask(source)} {{axis = {axis} : i32}} : "
                f"{self.type_of(source, 'i1')} -> {type_text}"
            )
        else:
            source = self.random.choice(["r1", "1c"])
            name = self.emit(
                f"tt.broadcast {self.mask(source)} : {self.type_of(source, 'i1')} -> {type_text}"
            )
        self.masks[key].append(name)
        return name

    def mask_at_the_edge(self, key: str) -> str:
        """Constants and positions alone, where their sums leave 32 bits or nearly do."""
        edges = [2**31 - 1, 2**31 - 4, -(2**31), -(2**31) + 4, -1, 0]
        size, type_text = SHAPES[key][0], self.type_of(key)
        start = self.random.choice([0, -3])
        lanes = self.emit(
            f"tt.make_range {{start = {start} : i32, end = {start + size} : i32}} : {type_text}"
        )
        operation = self.random.choice(["addi", "subi"])
        edge = self.constant(key, self.random.choice(edges))
        moved = self.emit(f"arith.{operation} {lanes}, {edge} : {type_text}")
        predicate = self.random.choice(["slt", "sle", "sgt", "sge", "eq"])
        limit = self.constant(key, self.random.choice(edges))
        return self.emit(f"arith.cmpi {predicate}, {moved}, {limit} : {type_text}")

    def pointer(self, key: str, index: str, element: str) -> str:
        base = f"%p{self.random.randrange(POINTERS)}"
        if self.random.random() < 0.3:
            step, _ = self.scalar()
            base = self.emit(f"tt.addptr {base}, {step} : !tt.ptr<i32>, i32")
        if not key:
            return self.emit(f"tt.addptr {base}, {index} : !tt.ptr<i32>, {element}")
        pointers = self.type_of(key, "!tt.ptr<i32>")
        block = self.emit(f"tt.splat {base} : !tt.ptr<i32> -> {pointers}")
        return self.emit(f"tt.addptr {block}, {index} : {pointers}, {self.type_of(key, element)}")

    def access(self, key: str, index: str, element: str) -> str:
        pointer = self.pointer(key, index, element)
        return self.access_at(key, pointer)

    def access_at(self, key: str, pointer: str) -> str:
        pointers = self.type_of(key, "!tt.ptr<i32>")
        mask = self.mask(key) if self.random.random() < 0.7 else ""
        other = self.pick(key)[0] if mask and self.random.random() < 0.5 else ""
        operands = ", ".join(part for part in (pointer, mask, other) if part)
        value = self.emit(f"tt.load {operands} : {pointers}")
        operands = f"{pointer}, {value}" + (f", {mask}" if mask else "")
        self.line(f"tt.store {operands} : {pointers}")
        return value

    def snapshot(self) -> tuple[dict[str, list[tuple[str, int]]], dict[str, list[str]]]:
        return (
            {key: list(values) for key, values in self.pool.items()},
            {key: list(values) for key, values in self.masks.items()},
        )

    def loop(self) -> None:
        """A loop that carries a block of indices and a block of pointers."""
        key = self.random.choice(["r", "1c", "rc"])
        index_type = self.type_of(key)
        pointer_type = self.type_of(key, "!tt.ptr<i32>")
        start, _ = self.pick(key)
        pointer = self.pointer(key, self.pick(key)[0], "i32")
        saved = self.snapshot()
        number = self.count
        bound = self.random.randint(0, 4)
        is_while = self.random.random() < 0.3
        zero = self.constant("", 0)
        one = self.constant("", 1)
        end = self.constant("", bound)
        types = f"({index_type}, {pointer_type}, i32)"
        if is_while:
            self.line(
                f"%w{number}:3 = scf.while (%wi{number} = {start}, %wp{number} = {pointer}, "
                f"%wn{number} = {zero}) : {types} -> {types} {{"
            )
            self.indent += 1
            condition = self.emit(f"arith.cmpi slt, %wn{number}, {end} : i32")
            self.line(
                f"scf.condition({condition}) %wi{number}, %wp{number}, %wn{number} : {types[1:-1]}"
            )
            self.indent -= 1
            self.line("} do {")
            self.line(
                f"^bb0(%i{number}: {index_type}, %q{number}: {pointer_type}, %n{number}: i32):"
            )
        else:
            self.line(
                f"%w{number}:2 = scf.for %n{number} = {zero} to {end} step {one} iter_args("
                f"%i{number} = {start}, %q{number} = {pointer}) -> "
                f"({index_type}, {pointer_type}) : i32 {{"
            )
        self.indent += 1
        self.pool[""].append((f"%n{number}", bound))
        self.pool[key].append((f"%i{number}", 1 << 16))
        for _ in range(self.random.randint(0, 3)):
            self.compute(self.random.choice([key, ""]))
        self.access_at(key, f"%q{number}")
        if self.random.random() < 0.3:
            self.branch(key, f"%q{number}")
        step_key = key if self.random.random() < 0.3 else ""
        step, _ = self.pick(step_key)
        if not step_key:
            step = self.emit(f"tt.splat {step} : i32 -> {index_type}")
        next_index = self.emit(f"arith.addi %i{number}, {step} : {index_type}")
        if self.random.random() < 0.2:
            step, _ = self.pick(key)
        next_pointer = self.emit(f"tt.addptr %q{number}, {step} : {pointer_type}, {index_type}")
        if is_while:
            following = self.emit(f"arith.addi %n{number}, {one} : i32")
            self.line(f"scf.yield {next_index}, {next_pointer}, {following} : {types[1:-1]}")
        else:
            self.line(f"scf.yield {next_index}, {next_pointer} : {index_type}, {pointer_type}")
        self.indent -= 1
        self.line("}")
        self.pool, self.masks = saved
        self.access_at(key, f"%w{number}#1")
        self.access(key, f"%w{number}#0", "i32")

    def branch(self, key: str, pointer: str) -> None:
        pointer_type = self.type_of(key, "!tt.ptr<i32>")
        condition = self.mask("")
        saved = self.snapshot()
        name = self.name()
        self.line(f"{name} = scf.if {condition} -> ({pointer_type}) {{")
        self.indent += 1
        step, _ = self.pick(key if self.random.random() < 0.3 else "")
        if step in [known for known, _ in self.pool[""]]:
            step = self.emit(f"tt.splat {step} : i32 -> {self.type_of(key)}")
        moved = self.emit(f"tt.addptr {pointer}, {step} : {pointer_type}, {self.type_of(key)}")
        self.line(f"scf.yield {moved} : {pointer_type}")
        self.indent -= 1
        self.line("} else {")
        self.line(f"  scf.yield {pointer} : {pointer_type}")
        self.line("}")
        self.pool, self.masks = saved
        self.access_at(key, name)


def write_kernel(seed: int) -> str:
    writer = Writer(seed)
    for number in range(SCALARS):
        writer.pool[""].append((f"%s{number}", 130))
    pid = writer.emit("tt.get_program_id x : i32")
    block = writer.constant("", writer.random.choice([4, 8, 16]))
    start = writer.emit(f"arith.muli {pid}, {block} : i32")
    writer.pool[""] += [(pid, 4), (start, 64), (block, 16)]
    for _ in range(writer.random.randint(4, 14)):
        writer.compute(writer.random.choice(["", "r", "c", "r1", "1c", "rc", "rc"]))
    for _ in range(writer.random.randint(1, 4)):
        key = writer.random.choice(["", "r", "r1", "1c", "rc", "rc", "rc"])
        writer.access(key, writer.pick(key)[0], "i32")
    if writer.random.random() < 0.6:
        writer.loop()
    if writer.random.random() < 0.3:
        key = writer.random.choice(["r", "rc"])
        writer.branch(key, writer.pointer(key, writer.pick(key)[0], "i32"))
    arguments = [f"%p{n}: !tt.ptr<i32>" for n in range(POINTERS)]
    arguments += [f"%s{n}: i32" for n in range(SCALARS)]
    body = "\n".join(writer.lines)
    return f"tt.func public @kernel({', '.join(arguments)}) {{\n{body}\n  tt.return\n}}\n"

# Mutations of Triton IR as text: lines, constants, shapes, types, operands, operations.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Most mutants must get past the parser and the verifiers, or the passes see nothing of them.

So half of the mutations keep the text consistent (a type or an extent is replaced everywhere),
and the others stay small.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

_TYPES = ("i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2")
_INTEGERS = (0, 1, -1, 2, 3, 7, 16, 31, 32, 63, 255, 4096, 65535, 2**31 - 1, -(2**31), 2**40)
_FLOATS = ("0.000000e+00", "-1.500000e+00", "0x7FC00000", "0x7F800000", "1.000000e+30")
_EXTENTS = (1, 2, 3, 4, 8, 16, 64, 100, 128, 1024, 1048576)
_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "oeq", "ult")
_SAME_SHAPE = (
    ("arith.addi", "arith.subi", "arith.muli", "arith.divsi", "arith.remsi", "arith.divui",
     "arith.remui", "arith.andi", "arith.ori", "arith.xori", "arith.shli", "arith.shrsi",
     "arith.shrui", "arith.minsi", "arith.maxsi", "arith.minui", "arith.maxui", "tt.mulhiui"),
    ("arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.remf", "arith.minimumf",
     "arith.maximumf", "arith.minnumf", "arith.maxnumf", "tt.precise_divf"),
    ("math.exp", "math.exp2", "math.log", "math.sqrt", "math.sin", "math.cos", "math.absf",
     "math.erf", "math.rsqrt", "math.floor", "arith.negf", "tt.precise_sqrt"),
    ("arith.extsi", "arith.extui", "arith.trunci", "arith.sitofp", "arith.uitofp",
     "arith.fptosi", "arith.extf", "arith.truncf", "tt.bitcast", "arith.bitcast"),
    ("tt.get_program_id x", "tt.get_program_id y", "tt.get_num_programs z"),
)  # fmt: skip
_SSA = re.compile(r"%[\w$.-]+(?:#\d+)?")
_INTEGER = re.compile(r"(?<![\w%#.x<])-?\d+(?![\w.x>])")
_EXTENT = re.compile(r"(?<=[<x])\d+(?=x)")
_TYPE = re.compile(r"(?<![\w.])(?:i1|i8|i16|i32|i64|bf16|f16|f32|f64|f8E4M3FN|f8E5M2)(?![\w.])")
_TENSOR_TYPE = re.compile(r"(?<=x)(?:i1|i8|i16|i32|i64|bf16|f16|f32|f64)(?=>)")
_ATTRIBUTES = re.compile(r" ?\{[^{}]*\}")


class Mutator:
    """Draws mutants of modules from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.mutations: list[Callable[[list[str]], None]] = [
            self.drop, self.repeat, self.swap, self.splice, self.integer, self.integer,
            self.number, self.predicate, self.operation, self.operation, self.operand,
            self.operand, self.type_here, self.type_everywhere, self.type_everywhere,
            self.extent_here, self.extent_everywhere, self.extent_everywhere, self.attributes,
            self.argument, self.unmask, self.wrap_in_loop, self.return_early,
        ]  # fmt: skip

    def mutant(self, text: str, other: str) -> str:
        """A mutant of `text`; lines of `other` may get into it."""
        lines = [line for line in text.splitlines() if line.strip()]
        self.other = [line for line in other.splitlines() if " = " in line] or [""]
        for _ in range(self.random.choice((1, 1, 1, 2, 2, 3, 5))):
            self.random.choice(self.mutations)(lines)
        return "\n".join(lines) + "\n"

    # Lines ------------------------------------------------------------------------------------

    def _some_line(self, lines: list[str], wanted: str = " = ") -> int | None:
        found = [n for n, line in enumerate(lines) if wanted in line]
        return self.random.choice(found) if found else None

    def drop(self, lines: list[str]) -> None:
        at = self.random.randrange(len(lines))
        if len(lines) > 1:
            del lines[at]

    def repeat(self, lines: list[str]) -> None:
        """The line again, under another name."""
        at = self._some_line(lines)
        if at is not None:
            name, rest = lines[at].split(" = ", 1)
            again = f"{name.split(':')[0].rstrip()}_again" if ":" not in name else name
            lines.insert(at + 1, f"{again} = {rest}")

    def swap(self, lines: list[str]) -> None:
        at = self.random.randrange(len(lines))
        to = min(len(lines) - 1, at + self.random.randrange(1, 4))
        lines[at], lines[to] = lines[to], lines[at]

    def splice(self, lines: list[str]) -> None:
        """A line of another module, on operands of this one where the types say so."""
        at = self._some_line(lines)
        if at is not None:
            line = self.random.choice(self.other)
            names = _SSA.findall("\n".join(lines[:at])) or ["%arg0"]
            head, _, tail = line.partition(" = ")
            tail = _SSA.sub(lambda _: self.random.choice(names[-12:]), tail)
            lines.insert(at, f"{head}_spliced = {tail}")

    def wrap_in_loop(self, lines: list[str]) -> None:
        """A store, run several times."""
        at = self._some_line(lines, "tt.store ")
        if at is not None:
            head = f"scf.for %wrap{at} = %wrap_lo{at} to %wrap_hi{at} step %wrap_st{at} : i32 {{"
            low, high, step = (self.random.choice((0, 1, 3, -1)) for _ in range(3))
            lines[at : at + 1] = [
                f"%wrap_lo{at} = arith.constant {low} : i32",
                f"%wrap_hi{at} = arith.constant {high} : i32",
                f"%wrap_st{at} = arith.constant {step} : i32",
                head,
                lines[at],
                "}",
            ]

    def return_early(self, lines: list[str]) -> None:
        """Unreachable code behind a return; the other way, a function without one."""
        at = self._some_line(lines, "tt.return")
        if at is not None and self.random.random() < 0.5:
            lines[at] = lines[at].replace("tt.return", "cf.br ^early\n^early:\ntt.return", 1)
        elif at is not None:
            place = self._some_line(lines)
            if place is not None:
                lines.insert(place, "cf.br ^split\n^split:")

    # Within a line ----------------------------------------------------------------------------

    def _replace(self, lines: list[str], pattern: re.Pattern[str], new: Callable[[], str]) -> None:
        """One match of the pattern somewhere."""
        places = [n for n, line in enumerate(lines) if pattern.search(line)]
        if not places:
            return
        at = self.random.choice(places)
        match = self.random.choice(list(pattern.finditer(lines[at])))
        lines[at] = lines[at][: match.start()] + new() + lines[at][match.end() :]

    def integer(self, lines: list[str]) -> None:
        self._replace(lines, _INTEGER, lambda: str(self.random.choice(_INTEGERS)))

    def number(self, lines: list[str]) -> None:
        pattern = re.compile(r"-?\d\.\d+e[+-]\d+|0x[0-9A-F]{4,16}")
        self._replace(lines, pattern, lambda: self.random.choice(_FLOATS))

    def predicate(self, lines: list[str]) -> None:
        pattern = re.compile(r"(?<=arith\.cmp[if] )\w+")
        self._replace(lines, pattern, lambda: self.random.choice(_PREDICATES))

    def operation(self, lines: list[str]) -> None:
        group = self.random.choice(_SAME_SHAPE)
        pattern = re.compile("|".join(re.escape(name) + r"(?!\w)" for name in group))
        self._replace(lines, pattern, lambda: self.random.choice(group))

    def operand(self, lines: list[str]) -> None:
        """Another value of the same type, where one is in sight."""
        at = self._some_line(lines)
        if at is None:
            return
        uses = list(_SSA.finditer(lines[at], lines[at].index(" = ")))
        kind = lines[at].rsplit(" : ", 1)[-1]
        same = [
            line.split(" = ", 1)[0].strip()
            for line in lines[:at]
            if " = " in line and line.rsplit(" : ", 1)[-1] == kind and ":" not in line.split("=")[0]
        ]
        if uses and same:
            use = self.random.choice(uses)
            name = self.random.choice(same)
            lines[at] = lines[at][: use.start()] + name + lines[at][use.end() :]

    def type_here(self, lines: list[str]) -> None:
        self._replace(lines, _TYPE, lambda: self.random.choice(_TYPES))

    def extent_here(self, lines: list[str]) -> None:
        self._replace(lines, _EXTENT, lambda: str(self.random.choice(_EXTENTS)))

    def attributes(self, lines: list[str]) -> None:
        self._replace(lines, _ATTRIBUTES, lambda: "")

    def unmask(self, lines: list[str]) -> None:
        """A load without its mask and the values behind it."""
        at = self._some_line(lines, "tt.load ")
        if at is not None:
            lines[at] = re.sub(r"(tt\.load %[\w#]+),[^:{]*", r"\1 ", lines[at])

    # Everywhere -------------------------------------------------------------------------------

    def _rewrite(self, lines: list[str], pattern: re.Pattern[str], new: str) -> None:
        found = sorted(set(pattern.findall("\n".join(lines))))
        if found:
            old = self.random.choice(found)
            lines[:] = [
                pattern.sub(lambda m: new if m.group() == old else m.group(), line)
                for line in lines
            ]

    def type_everywhere(self, lines: list[str]) -> None:
        pattern = self.random.choice((_TYPE, _TYPE, _TENSOR_TYPE))
        old_pattern = re.compile(r"(?<![\w.])(?:bf16|f16|f32|f64)(?![\w.])")
        if self.random.random() < 0.5:
            new = self.random.choice(("bf16", "f16", "f32", "f64", "f8E5M2"))
            text_pattern = re.compile(rf"(?:{old_pattern.pattern})|(?<=x)(?:bf16|f16|f32|f64)(?=>)")
            self._rewrite(lines, text_pattern, new)
        else:
            self._rewrite(lines, pattern, self.random.choice(_TYPES))

    def extent_everywhere(self, lines: list[str]) -> None:
        """An extent with the ranges that have it; or a one in front of it."""
        found = sorted(set(_EXTENT.findall("\n".join(lines))))
        if not found:
            return
        old, new = self.random.choice(found), self.random.choice(_EXTENTS)
        extent = re.compile(rf"(?<=[<x]){old}(?=x)")
        bound = re.compile(rf"(?<=end = ){old}(?= )")
        lines[:] = [bound.sub(str(new), extent.sub(str(new), line)) for line in lines]

    def argument(self, lines: list[str]) -> None:
        """A function's argument of another type."""
        at = self._some_line(lines, "tt.func ")
        if at is not None:
            pattern = re.compile(r"(?<=: )(?:!tt\.ptr<\w+>|\w+)(?=[ ,)])")
            kinds = ["i1", "i64", "f32", "!tt.ptr<i8>", "!tt.ptr<f64>", "!tt.ptr<!tt.ptr<f32>>"]
            head = [lines[at]]
            self._replace(head, pattern, lambda: self.random.choice(kinds))
            lines[at] = head[0]

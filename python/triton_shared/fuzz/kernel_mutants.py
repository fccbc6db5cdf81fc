# Mutants of real kernels that keep their types, and what it takes to run them.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Text of Triton IR, as `triton_shared` prints it without locations, one operation a line.

A mutant has other constants, predicates and operations of the same type in the kernel's body. The
bodies of reductions and scans stay: what they combine may come in any order.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

_SAME_TYPE = (
    ("arith.addi", "arith.subi", "arith.muli", "arith.minsi", "arith.maxsi", "arith.andi",
     "arith.ori", "arith.xori"),
    ("arith.divsi", "arith.remsi", "arith.divui", "arith.remui"),
    ("arith.shli", "arith.shrsi", "arith.shrui"),
    ("arith.addf", "arith.subf", "arith.mulf", "arith.maxnumf", "arith.minnumf",
     "arith.maximumf", "arith.minimumf"),
    ("arith.extsi", "arith.extui"),
    ("arith.sitofp", "arith.uitofp"),
    ("math.exp", "math.exp2", "math.absf", "math.floor", "math.sqrt", "math.sin"),
)  # fmt: skip
_GROUPS = {name: group for group in _SAME_TYPE for name in group}
_PREDICATES = {
    "arith.cmpi": ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"),
    "arith.cmpf": ("oeq", "one", "olt", "ole", "ogt", "oge", "ult", "ugt", "une", "uno", "ord"),
}
_NUMBERS = (0, 1, 2, 3, -1, 4, 5, 7, 8, 12, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 96, 100, 127,
            128, 255, 256, 1000, 1023, 1024)  # fmt: skip

_OPERATION = re.compile(r"\s*%[\w:]+ = ([\w.]+)")
_CONSTANT = re.compile(
    r"(constant (?:dense<)?)(-?\d+)(>? : (?:tensor<[\dx]*xi(?:32|64)>|i32|i64)$)"
)
_HEADER = re.compile(r"tt\.func public @(\w+)\(([^\n]*?)\)(?: attributes \{[^\n]*\})? \{$", re.M)
_ARGUMENT = re.compile(r"(%\w+): (!tt\.ptr<\w+>|\w+)( \{[^{}]*\})?(?:, |$)")
_PROGRAM = re.compile(r"^\s*(%\w+) = tt\.get_program_id ([xyz])[^\n]*\n", re.M)
_STORE = re.compile(
    r"tt\.store (%[\w#]+), %[\w#]+(, %[\w#]+)?[\w =]*(?: \{[^{}]*\})? : (\S+)$", re.M
)
_ELEMENT = re.compile(r"(?<=x)(?:i|f|bf)\d+(?=>$)|^(?:i|f|bf)\d+$")
_POINTEE = re.compile(r"!tt\.ptr<(\w+)>")


@dataclass
class Argument:
    name: str
    kind: str  # "i32", "f32", or of what is pointed at
    is_pointer: bool
    divisibility: int


def arguments_of(text: str) -> list[Argument] | None:
    """Those of the kernel; None if there is no public function or one has another type."""
    header = _HEADER.search(text)
    found, end = [], 0
    for match in _ARGUMENT.finditer(header[2]) if header else ():
        name, kind, attributes = match.groups()
        pointee = _POINTEE.fullmatch(kind)
        by = 16 if "tt.divisibility = 16" in (attributes or "") else 1
        found.append(Argument(name, pointee[1] if pointee else kind, bool(pointee), by))
        end = match.end()
    return found if header and end == len(header[2]) else None


def mutate(text: str, draw: random.Random, count: int) -> str:
    """`count` mutations; some change nothing."""
    lines = text.splitlines()
    places, inside = [], False
    for i, line in enumerate(lines):
        inside |= "({" in line
        operation = _OPERATION.match(line)
        name = operation[1] if operation and not inside else ""
        known = name in _GROUPS or name in _PREDICATES or name == "arith.select"
        if known or (operation and not inside and _CONSTANT.search(line)):
            places.append(i)
        inside &= not line.lstrip().startswith("})")
    for _ in range(count if places else 0):
        i = draw.choice(places)
        operation = _OPERATION.match(lines[i])
        name = operation[1] if operation else ""
        if name in _GROUPS:
            lines[i] = lines[i].replace(name, draw.choice(_GROUPS[name]), 1)
        elif name in _PREDICATES:
            predicate = draw.choice(_PREDICATES[name])
            lines[i] = re.sub(r"(arith\.cmp[if]) \w+", rf"\1 {predicate}", lines[i])
        elif name == "arith.select":
            lines[i] = re.sub(r"select (%[^,]+), (%[^,]+), (%\S+)", r"select \1, \3, \2", lines[i])
        else:
            number = draw.choice(_NUMBERS)
            lines[i] = _CONSTANT.sub(rf"\g<1>{number}\3", lines[i])
    return "\n".join(lines) + "\n"


def as_one_program(text: str) -> str:
    """The program's numbers are arguments, `%program_x` and so on: programs that run beside it
    may not write where it does."""
    header = _HEADER.search(text)
    assert header is not None
    added = ", ".join(f"%program_{axis}: i32" for axis in "xyz")
    names = dict(_PROGRAM.findall(text))
    body = _PROGRAM.sub("", text[header.end(2) :])
    for name, axis in names.items():
        body = re.sub(rf"{name}(?!\w)", f"%program_{axis}", body)
    return text[: header.end(2)] + (", " if header[2] else "") + added + body


def with_counters(text: str) -> str:
    """Each store adds one to what it would have overwritten, where atomics can do that."""
    count = 0

    def counter(store: re.Match[str]) -> str:
        nonlocal count
        pointer, mask, kind = store.groups()
        element = _POINTEE.search(kind)
        if not element or element[1] not in ("f16", "bf16", "f32", "f64", "i32", "i64"):
            return store[0]
        count += 1
        is_float = "f" in element[1]
        one = "1.000000e+00" if is_float else "1"
        values = kind.replace(element[0], element[1])
        if values != element[1]:
            one = f"dense<{one}>"
        masks = ", " + _ELEMENT.sub("i1", values) if mask else ""
        atomic = f"tt.atomic_rmw {'fadd' if is_float else 'add'}, relaxed, gpu"
        return (
            f"%one_{count} = arith.constant {one} : {values}\n"
            f"%was_{count} = {atomic}, {pointer}, %one_{count}{mask or ''} : "
            f"({kind}, {values}{masks}) -> {values}"
        )

    return _STORE.sub(counter, text)

# A random kernel as data: statements with their results, operands and nested bodies.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from dataclasses import dataclass, field

from .helpers import helpers

INT_BITS = {
    "int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint8": 8, "uint16": 16, "uint32": 32,
    "uint64": 64,
}  # fmt: skip
MANTISSA = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 48}
#: Only loaded, stored, moved and cast, as in Triton itself.
STORAGE = {"float8e4nv": 4, "float8e5": 3}

#: Inputs (see `execute.arguments`), arrays that are written to, numbers; `s`, a stride of 0 to 2,
#: is annotated, so that Triton does not make it a constant where it is 1.
PARAMETERS = (*"IFHWSBEGUXADPQ", "n", "m", "s")


@dataclass(frozen=True)
class Value:
    """A variable of the kernel.

    A float is a multiple of 2**-grain, at most `bound` in size; `rough` marks results of functions
    that are not exact: they are stored and compared within a tolerance, and used for nothing else;
    `wild` floats have any value, and only operations that are the same everywhere are used on them.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    bound: float = 0.0
    grain: int = 0
    rough: bool = False
    wild: bool = False

    @property
    def is_float(self) -> bool:
        """A float that can be computed with."""
        return self.dtype in MANTISSA

    @property
    def is_storage(self) -> bool:
        return self.dtype in STORAGE

    @property
    def operand(self) -> str:
        """The value as an operand of arithmetic."""
        return f"up({self.name})" if self.dtype == "bfloat16" else self.name

    @property
    def is_int(self) -> bool:
        return self.dtype in INT_BITS

    @property
    def size(self) -> int:
        size = 1
        for extent in self.shape:
            size *= extent
        return size


@dataclass
class Statement:
    """One line, or a header with bodies (`for`, `while`, `if`, `else`).

    `uses` are names that the line reads; `result` the variable it makes (None: a store, or an
    update of a carried variable, whose name is then in `uses`).
    """

    text: str
    uses: frozenset[str]
    result: Value | None = None
    body: list[Statement] = field(default_factory=list)
    otherwise: list[Statement] = field(default_factory=list)
    footer: str = ""

    def names(self) -> set[str]:
        """Every name that the statement or its bodies read."""
        names = set(self.uses)
        for inner in (*self.body, *self.otherwise):
            names |= inner.names()
        return names


@dataclass
class Program:
    """A kernel with its grid; `slots` output slots of `slot_size` elements for each program."""

    seed: int
    grid: tuple[int, ...]
    statements: list[Statement]
    outputs: list[Value]

    def render(self, interpreted: bool = False) -> str:
        """The kernel's source, for our side or the interpreter's."""
        outputs = "".join(f", O{i}" for i in range(len(self.outputs)))
        lines = [
            "@triton.jit",
            f"def kernel({', '.join(PARAMETERS)}: int{outputs}):",
            "    pid = tl.program_id(0) + tl.num_programs(0) * tl.program_id(1)",
        ]
        render_block(self.statements, 1, lines)
        return helpers("\n".join(lines) + "\n", interpreted)


def render_block(statements: list[Statement], depth: int, lines: list[str]) -> None:
    """Append the statements' lines at a depth of indentation."""
    indent = "    " * depth
    for statement in statements:
        lines.append(indent + statement.text)
        if statement.text.endswith(":"):
            render_block(statement.body, depth + 1, lines)
            if statement.footer:
                lines.append(indent + "    " + statement.footer)
            elif not statement.body:
                lines.append(indent + "    pass")
            if statement.otherwise:
                lines.append(indent + "else:")
                render_block(statement.otherwise, depth + 1, lines)

# A kernel as far as it is drawn: statements, what is in scope, outputs.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..program import Statement, Value
from .values import exact

#: Elements of each input array; a power of two, so that any integer can be made an index.
INPUT_SIZE = 4096
#: Elements of a block at most.
MAX_SIZE = 2048
SHAPES: list[tuple[int, ...]] = [
    (1,), (2,), (8,), (32,), (64,), (256,), (1, 16), (16, 1), (4, 8), (16, 16), (8, 32), (32, 16),
    (2, 4, 8), (4, 1, 16), (2, 2, 4, 4), (1, 1), (512,), (1024,), (2, 256), (64, 8),
    (2, 2, 2, 2, 4), (1, 2, 1, 4, 8),
]  # fmt: skip


class Draft:
    """What the productions read and add to."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0
        self.scope: list[Value] = []
        self.block: list[Statement] = []
        self.outputs: list[Value] = []
        self.depth = 0
        #: Do outputs have an element of each program, then the next ones? Else all of a program's.
        self.beside = False

    def fresh(self, letter: str) -> str:
        """A name that nothing else has."""
        self.count += 1
        return f"{letter}{self.count - 1}"

    def pick(self, accept: Callable[[Value], bool]) -> Value | None:
        """A value to compute with, recent ones more often."""
        return self._recent([v for v in self.scope if not v.rough and not v.wild and accept(v)])

    def pick_wild(self, accept: Callable[[Value], bool]) -> Value | None:
        """A float of any value, NaN and infinities too."""
        return self._recent([v for v in self.scope if v.wild and not v.rough and accept(v)])

    def _recent(self, found: list[Value]) -> Value | None:
        if not found:
            return None
        return found[-1 - min(int(self.random.expovariate(0.3)), len(found) - 1)]

    def say(self, text: str, *uses: Value) -> Statement:
        """Add a line that makes no value."""
        statement = Statement(text, frozenset(v.name for v in uses))
        self.block.append(statement)
        return statement

    def define(
        self,
        text: str,
        uses: list[Value],
        shape: tuple[int, ...],
        dtype: str,
        bound: float = 0.0,
        grain: int = 0,
        rough: bool = False,
        wild: bool = False,
    ) -> Value | None:
        """Add `v = text` if the value is exact and not too large."""
        value = Value(f"v{self.count}", shape, dtype, bound, grain, rough, wild)
        if value.size > MAX_SIZE:
            return None
        is_number = (value.is_float or value.is_storage) and not rough and not wild
        if is_number and not exact(bound, grain, dtype):
            return None
        self.count += 1
        uses_names = frozenset(v.name for v in uses)
        self.block.append(Statement(f"{value.name} = {text}", uses_names, value))
        self.scope.append(value)
        return value

    def like(self, a: Value, text: str, uses: list[Value], shape: tuple[int, ...]) -> Value | None:
        """`v = text` for elements of `a`, moved but not changed."""
        return self.define(text, uses, shape, a.dtype, a.bound, a.grain, wild=a.wild)

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

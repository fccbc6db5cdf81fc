# The smallest program that still shows the same kind of bug.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import copy
from collections.abc import Callable, Iterator

from .program import Program, Statement, Value


def _replaced(
    statements: list[Statement], place: tuple[int, ...], new: list[Statement]
) -> list[Statement]:
    """A copy with other statements in the place of the one at a path of indices (negative
    ones lead into `else`)."""
    first, rest = place[0], place[1:]
    result = list(statements)
    if not rest:
        result[first : first + 1] = new
        return result
    inner = copy.copy(result[first])
    if rest[0] < 0:
        inner.otherwise = _replaced(inner.otherwise, (-1 - rest[0], *rest[1:]), new)
    else:
        inner.body = _replaced(inner.body, rest, new)
    result[first] = inner
    return result


def _without(statements: list[Statement], place: tuple[int, ...]) -> list[Statement]:
    return _replaced(statements, place, [])


def _places(statements: list[Statement]) -> Iterator[tuple[tuple[int, ...], Statement]]:
    """Every statement with its path, the last ones first."""
    for at in range(len(statements) - 1, -1, -1):
        statement = statements[at]
        yield (at,), statement
        for path, inner in _places(statement.otherwise):
            yield (at, -1 - path[0], *path[1:]), inner
        for path, inner in _places(statement.body):
            yield (at, *path), inner


def _constant(value: Value) -> Statement:
    number = "1.5" if value.is_float else "3"
    if value.wild:
        number = "float('nan')"
    if value.dtype == "int1":
        number = "True"
    if value.dtype == "bfloat16" or value.is_storage:
        text = f"{value.name} = tl.full({value.shape}, 1.5, tl.float32).to(tl.{value.dtype})"
        return Statement(text, frozenset(), value)
    text = f"{value.name} = tl.full({value.shape}, {number}, tl.{value.dtype})"
    return Statement(text, frozenset(), value)


def _smaller(statements: list[Statement]) -> Iterator[list[Statement]]:
    """Programs one step simpler: a statement less, a constant for a value, a region opened."""
    for place, statement in _places(statements):
        used = set[str]()
        for path, other in _places(statements):
            if path != place:
                used |= set(other.uses)
        name = statement.result.name if statement.result is not None else None
        if name is None or name not in used:
            yield _without(statements, place)
        elif "tl.full(" not in statement.text and statement.result is not None:
            yield _replaced(statements, place, [_constant(statement.result)])
        if statement.body:
            yield _replaced(statements, place, statement.body)
        if statement.otherwise:
            yield _replaced(statements, place, statement.otherwise)


def shrink(program: Program, still_wrong: Callable[[Program], bool], tries: int = 300) -> Program:
    """Greedy: take any simpler program that is still wrong, while there is one and tries last."""
    for grid in ((1,), (2,)):
        candidate = Program(program.seed, grid, program.statements, program.outputs)
        if program.grid != grid and still_wrong(candidate):
            program = candidate
            break
    progress = True
    while progress and tries > 0:
        progress = False
        for statements in _smaller(program.statements):
            candidate = Program(program.seed, program.grid, statements, program.outputs)
            tries -= 1
            if still_wrong(candidate):
                program, progress = candidate, True
                break
            if tries <= 0:
                break
    return program

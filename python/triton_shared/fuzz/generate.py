# Random programs: productions drawn by weight, then stores of what nothing used.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from .grammar import blocks, control, dots, elementwise, memory, pieces, rows
from .grammar.draft import INPUT_SIZE, Draft
from .program import Program

_ANYWHERE: list[tuple[float, Callable[[Draft], object]]] = [
    (12, memory.load), (4, memory.scalar), (2, memory.load_wild), (2, memory.load_through),
    (3, memory.load_block), (3, memory.use_descriptor), (24, elementwise.binary),
    (12, elementwise.unary), (6, elementwise.where), (8, elementwise.cast), (4, elementwise.wild),
    (1, elementwise.random_numbers), (10, blocks.reduce), (5, blocks.scan), (3, blocks.order),
    (9, blocks.shape_op), (3, dots.dot), (1, control.hint), (2, blocks.element),
    (2, elementwise.set_element), (2, rows.many_rows), (2, pieces.pieces), (2, pieces.taps),
]  # fmt: skip
#: Productions whose effect must happen once.
_OUTERMOST: list[tuple[float, Callable[[Draft], object]]] = [
    (3, memory.rewrite), (3, memory.atomic), (2, memory.atomic_result), (3, memory.overlap),
    (2, memory.pairs), (2, dots.dot_loop), (2, dots.part), (2, rows.tile), (2, rows.row_loop),
    (0.4, control.leave),
]  # fmt: skip


def _steps(
    draft: Draft,
    count: int,
    anywhere: list[tuple[float, Callable[[Draft], object]]] = _ANYWHERE,
) -> None:
    weights = list(anywhere)
    if draft.depth == 0 and anywhere is _ANYWHERE:
        weights += _OUTERMOST
    if draft.depth < 2:
        nested = partial(_steps, draft, anywhere=anywhere)
        weights += [(4, lambda g: control.region(g, nested))]
    actions = [action for _, action in weights]
    for _ in range(count):
        draft.random.choices(actions, [w for w, _ in weights])[0](draft)


def _store_unused(draft: Draft) -> None:
    """Store what nothing used, and some of the rest."""
    r = draft.random
    used: set[str] = set()
    for statement in draft.block:
        used |= statement.names()
    for value in [v for v in draft.scope if v.name not in used or r.random() < 0.1]:
        memory.store(draft, value, masked=r.random() < 0.4)


def _columns(draft: Draft, seed: int) -> Program:
    """Programs that may go down their columns in turns: nothing else in them is large."""
    for _ in range(draft.random.randrange(4)):
        memory.scalar(draft)
    rows.columns(draft)
    grid = draft.random.choice([(1,), (5,), (8,), (2, 4)])
    return Program(seed, grid, draft.block, draft.outputs)


def _tiles(draft: Draft, seed: int) -> Program:
    """Programs that may be joined: tiles of rows, and nothing else."""
    grid = rows.tiles(draft)
    return Program(seed, grid, draft.block, draft.outputs)


def _accumulators(draft: Draft, seed: int) -> Program:
    """Sums of products that change places in a loop."""
    dots.accumulators(draft)
    for value in [v for v in draft.scope if v.dtype == "int32"]:
        memory.store(draft, value, masked=draft.random.random() < 0.4)
    return Program(seed, draft.random.choice([(1,), (3,)]), draft.block, draft.outputs)


#: What programs may do of which each is a lane.
_SIDE_BY_SIDE: list[tuple[float, Callable[[Draft], object]]] = [
    (10, memory.column), (2, memory.scalar), (1, memory.load), (24, elementwise.binary),
    (10, elementwise.unary), (6, elementwise.where), (8, elementwise.cast), (3, elementwise.wild),
    (1, elementwise.random_numbers), (12, blocks.reduce), (5, blocks.scan), (5, blocks.shape_op),
]  # fmt: skip


def _lanes(draft: Draft, seed: int) -> Program:
    """Programs of which each may be a lane: what they access lies side by side."""
    draft.beside = True
    for _ in range(draft.random.randrange(1, 4)):
        memory.column(draft)
    _steps(draft, draft.random.randrange(3, 14), _SIDE_BY_SIDE)
    _store_unused(draft)
    grid = draft.random.choice([(40,), (19,), (9, 4), (1, 33)])
    return Program(seed, grid, draft.block, draft.outputs)


def generate(seed: int) -> Program:
    """The program of a seed."""
    draft = Draft(seed)
    r = draft.random
    if r.random() < 0.12:
        return r.choice([_columns, _tiles, _accumulators, _lanes])(draft, seed)
    for _ in range(r.randrange(1, 4)):
        memory.load(draft)
    _steps(draft, r.randrange(4, 22))
    _store_unused(draft)
    grid = r.choice([(1,), (2,), (3,), (2, 2)])
    assert math.prod(grid) * memory.OVERLAP_SIZE <= INPUT_SIZE
    return Program(seed, grid, draft.block, draft.outputs)

# Loops, branches, early returns, and hints that change nothing.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from collections.abc import Callable

from ..program import INT_BITS, Statement, Value
from .draft import Draft
from .places import index, one_place
from .values import exact, result

_FOR = (
    "range(n % 4)", "range(0, m % 5)", "range(1, 4)", "range(n % 3, 4, 2)", "range(3, -1, -1)",
    "range(0, 0)", "tl.range(0, n % 4, num_stages=3)", "tl.static_range(3)", "tl.range(m % 3, 4)",
    "range(tl.load(W) & 3)", "range(4, n % 5, -2)", "range(0, 4, m % 3 + 1)",
)  # fmt: skip
_HINTS = (
    "tl.debug_barrier()", "tl.assume(n >= 0)", "tl.device_assert(m >= 0)", "tl.static_assert(True)",
    "tl.assume(pid < 64)",
)  # fmt: skip


def _carried(g: Draft) -> list[Value]:
    """Values that a region may assign: made in the same block, so that bounds stay true."""
    local = {s.result.name for s in g.block if s.result is not None}
    found = [
        v for v in g.scope if v.name in local and not v.rough and not v.wild and v.dtype != "int1"
    ]
    g.random.shuffle(found)
    return found[: g.random.randrange(1, 4)]


def _assign(g: Draft, value: Value, room: float) -> None:
    """Give a carried variable a new value of its type, within its bound."""
    r = g.random
    other = g.pick(
        lambda v: (
            v.dtype == value.dtype
            and v.shape == value.shape
            and v.name != value.name
            and (value.is_int or (v.bound <= room and v.grain <= value.grain))
        )
    )
    name = value.name
    uses = [name] + ([other.name] if other is not None else [])
    if other is not None and len(value.shape) == 1 and r.random() < 0.25:
        test, places = one_place(g, value.size)
        text = f"{name} = tl.where({test}, {other.name}, {name})"
        uses += [place.name for place in places]
    elif value.dtype == "int32" and value.shape and r.random() < 0.25:
        text = f"{name} = {name} {r.choice('+-^')} {_by_rows(g, value.shape)}"
        uses = [name]
    elif value.is_storage:
        text = f"{name} = {name if other is None else other.name}"
    elif value.is_float:
        new = f"{value.operand} * 1.0"
        if other is not None:
            ops = [f"{value.operand} + {other.operand}", f"{value.operand} - {other.operand}"]
            ops += [f"tl.maximum({value.operand}, {other.operand}) + 0.0"]
            new = r.choice(ops)
        text = f"{name} = {result(new, value.dtype)}"
    else:
        steps = ["* 3 + 1", "* 1664525 + 1013904223"] if INT_BITS[value.dtype] >= 32 else ["^ 5"]
        text = f"{name} = {name} {r.choice(steps)}"
        if other is not None:
            text = f"{name} = {name} {r.choice('+-^')} {other.name}"
    g.block.append(Statement(text, frozenset(uses)))


def _by_rows(g: Draft, shape: tuple[int, ...]) -> str:
    """What positions in rows say, or what is loaded by them."""
    r = g.random
    i, row = index(shape), r.choice(["10", "25", "49", "100", "n + 20", "m * 7 + 10"])
    quotient, rest = f"({i}) // ({row})", f"({i}) % ({row})"
    place = r.choice([f"{quotient} * 3 + {rest}", quotient, rest, f"{quotient} * ({row}) + {rest}"])
    return f"tl.load(I + ({place}))" if r.random() < 0.7 else f"({place})"


def _grown(g: Draft, room: float, trips: int) -> list[Value]:
    """Carried values, with bounds that hold before, inside and after the region."""
    carried = []
    for value in _carried(g):
        # What is only moved does not grow past what it may be given.
        grown = max(value.bound, room) if value.is_storage else value.bound + room * trips
        if not value.is_int:
            if not exact(grown, value.grain, value.dtype):
                continue
            g.scope = [v for v in g.scope if v.name != value.name]
            value = Value(value.name, value.shape, value.dtype, grown, value.grain)
            g.scope.append(value)
        carried.append(value)
    return carried


def region(g: Draft, steps: Callable[[int], None]) -> None:
    """A loop or a branch around `steps`."""
    r = g.random
    kind = r.choice(["for", "for", "if", "if", "while", "until"])
    room = 64.0
    counter = None
    if kind == "until":
        a = g.pick(lambda v: v.dtype == "int32" and v.shape != ())
        counter = None if a is None else g.define(f"{a.name} & 3", [a], a.shape, "int32")
        kind = "if" if counter is None else kind
    carried = [v for v in _grown(g, room, 5) if counter is None or v.name != counter.name]
    step = g.fresh("k")
    header, uses, footer = "", frozenset[str](), ""
    if kind == "for":
        header = f"for {step} in {r.choice(_FOR)}:"
    elif kind == "while":
        g.say(f"{step} = n % 3")
        header, footer = f"while {step} < 4:", f"{step} += 1"
    elif counter is not None:
        # As long as any element says so.
        name = counter.name
        test = r.choice(
            [f"tl.max({name}, None) > 0", f"tl.sum(({name} > 0).to(tl.int32), None) > 2"]
        )
        header, uses = f"while {test}:", frozenset([name])
        footer = r.choice([f"{name} = {name} - 1", f"{name} = {name} >> 1"])
    else:
        scalar = g.pick(lambda v: v.shape == () and v.is_int)
        if scalar is not None:
            test = r.choice(
                [f"{scalar.name} % 2 == 0", f"{scalar.name} > 0", f"{scalar.name} & 2 != 0"]
            )
            header, uses = f"if {test}:", frozenset([scalar.name])
        else:
            header = f"if {r.choice(['n', 'm', 'pid'])} > {r.randrange(8)}:"
    statement = Statement(header, uses, footer=footer)
    with g.nested() as body:
        if kind in ("for", "while"):
            # The interpreter's loop variable is a plain int: make it one of the kernel's.
            g.define(f"tl.cast({step} + pid * 0, tl.int32)", [], (), "int32")
        if counter is not None:
            g.scope = [v for v in g.scope if v.name != counter.name]
        steps(r.randrange(1, 5))
        for value in carried:
            _assign(g, value, room)
        statement.body = body
    if kind == "if" and r.random() < 0.5:
        with g.nested() as body:
            steps(r.randrange(0, 3))
            for value in carried:
                _assign(g, value, room)
            statement.otherwise = body
    g.block.append(statement)


def leave(g: Draft) -> None:
    """Some programs end here."""
    test = g.random.choice(["n > 33", "pid == 1", "m < 3", "pid > n"])
    statement = g.say(f"if {test}:")
    statement.body = [Statement("return", frozenset())]


def hint(g: Draft) -> None:
    g.say(g.random.choice(_HINTS))

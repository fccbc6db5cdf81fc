# `python -m triton_shared.fuzz.kernels`: mutants of real kernels, run on two roads.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The plain road is the reference: what the tiled road leaves in memory has to be the same, floats
but for rounding.

Each kernel gets random numbers in memory of its own; what it reads and writes around its pointers
is there. It runs in a child, which may die: what the plain road cannot run says nothing. Neither
does a kernel that stores to one place more than once, where either value may stay, and which is
known by a run that counts. Kernels with sums of large numbers or chains of exponentials differ by
more than rounding now and then: look at what is reported.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from triton_shared.native import _native

from .kernel_mutants import Argument, arguments_of, as_one_program, mutate, with_counters
from .modules import corpus_parser, read_corpus

Array = npt.NDArray[Any]

_DTYPES: dict[str, Any] = {
    "i1": np.int8, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "f16": np.float16, "bf16": np.uint16, "f32": np.float32, "f64": np.float64,
}  # fmt: skip
_FLOATS = ("f16", "bf16", "f32", "f64")
_ROADS = {"tiled": {}, "512": {"vector-bits": "512"}, "128": {"vector-bits": "128"}}
_REGION = 4 << 20  # bytes of each pointer's memory, half of them before it
_MOST_POINTERS = 24
_SECONDS = 6
_SIZES = (1, 2, 3, 5, 8, 16, 17, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128, 200, 255, 256, 300)
_STRIDES = (1, 2, 3, 7, 16, 33, 64, 100, 128, 256)
# Locks and exchanges have no order, sums of 16 bits round at each step; the rest takes other
# arguments, or prints.
_LEFT_OUT = re.compile(
    r"tt\.atomic_cas|exch,|tt\.print|inline_asm|dot_scaled|tensordesc|!tt\.ptr<!tt|"
    r"arith\.(?:addf|mulf) [^\n]* : b?f16$",
    re.M,
)


class Memory:
    """What the pointers of a kernel point into, shared with the children that run it."""

    def __init__(self) -> None:
        self.maps = [mmap.mmap(-1, _REGION) for _ in range(_MOST_POINTERS)]
        self.bases = [ctypes.addressof(ctypes.c_char.from_buffer(m)) for m in self.maps]
        self.random: dict[tuple[str, int], Array] = {}

    def pointer(self, i: int) -> int:
        return self.bases[i] + _REGION // 2

    def read(self, i: int, kind: str) -> Array:
        """A copy of the memory of pointer `i`."""
        return np.frombuffer(self.maps[i], dtype=_DTYPES[kind]).copy()

    def fill(self, kinds: Sequence[str], seed: int) -> None:
        for i, kind in enumerate(kinds):
            key = (kind, (seed + i) % 4)
            if key not in self.random:
                self.random[key] = _random_numbers(*key)
            self.maps[i][:] = self.random[key].tobytes()


def _random_numbers(kind: str, seed: int) -> Array:
    draw = np.random.default_rng(seed)
    dtype = np.dtype(_DTYPES[kind])
    count = _REGION // dtype.itemsize
    numbers: Array
    if kind == "bf16":
        numbers = draw.standard_normal(count).astype(np.float32).view(np.uint32) >> 16
    elif kind in _FLOATS:
        numbers = draw.standard_normal(count)
    else:
        low, high = {"i1": (0, 2), "i8": (-100, 100)}.get(kind, (-2, 60))
        numbers = draw.integers(low, high, count)
    return numbers.astype(dtype)


def as_floats(numbers: Array, kind: str) -> npt.NDArray[np.float64]:
    if kind == "bf16":
        numbers = (numbers.astype(np.uint32) << 16).view(np.float32)
    return numbers.astype(np.float64)


def differences(want: Array, got: Array, kind: str) -> Array:
    """The places where two results differ; of floats, by more than rounding of sums explains."""
    places = np.flatnonzero(want.view(f"u{want.itemsize}") != got.view(f"u{got.itemsize}"))
    if kind not in _FLOATS:
        return places
    x, y = as_floats(want[places], kind), as_floats(got[places], kind)
    close = 5e-2 if kind in ("f16", "bf16") else 1e-2
    with np.errstate(all="ignore"):
        differ = np.abs(x - y) > close * (np.abs(x) + np.abs(y) + 0.1)
    # Which of infinity and NaN it is depends on the order of a sum.
    finite = np.isfinite(x), np.isfinite(y)
    return places[np.where(finite[0] & finite[1], differ, finite[0] != finite[1])]


class Case:
    """One kernel with its arguments, and memory to run it in."""

    def __init__(self, text: str, arguments: list[Argument], memory: Memory, seed: int) -> None:
        self.text, self.arguments, self.memory, self.seed = text, arguments, memory, seed
        self.kinds = [a.kind for a in arguments if a.is_pointer]
        draw = random.Random(seed)
        size = draw.choice(_SIZES)
        pointers = (memory.pointer(i) for i in range(len(self.kinds)))
        self.values = [next(pointers) if a.is_pointer else _value(a, size, draw) for a in arguments]

    def run(self, text: str, options: dict[str, str]) -> list[Array] | None:
        """What a road leaves in memory; None where the child died. Raises CompileError."""
        lowered = _native.lower(text, stop="obj", options=options)
        self.memory.fill(self.kinds, self.seed)
        child = os.fork()
        if child == 0:
            self._run_and_exit(lowered)
        _, status = os.waitpid(child, 0)
        if status != 0:
            return None
        return [self.memory.read(i, kind) for i, kind in enumerate(self.kinds)]

    def _run_and_exit(self, lowered: Any) -> None:
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(_SECONDS)
            name, arena = lowered.metadata["name"], lowered.metadata.get("arena_bytes", 0)
            kernel = _native.load(lowered.output, name, arena_bytes=arena)
            kinds = [re.sub("^f", "fp", a.kind) for a in self.arguments]
            signature = [
                "*i8" if a.is_pointer else k for a, k in zip(self.arguments, kinds, strict=True)
            ]
            _native.Launcher(signature)(1, 1, 1, 0, kernel, None, None, None, None, *self.values)
            os._exit(0)
        except BaseException:
            os._exit(1)

    def stores_twice(self) -> bool:
        """Is there a place that is stored to more than once?"""
        try:
            after = self.run(with_counters(self.text), {"plain": "1"})
        except _native.CompileError:
            return False
        self.memory.fill(self.kinds, self.seed)
        for i, (kind, counted) in enumerate(zip(self.kinds, after or (), strict=False)):
            before = self.memory.read(i, kind)
            if (as_floats(counted, kind) - as_floats(before, kind) > 1.5).any():
                return True
        return False


def _value(argument: Argument, size: int, draw: random.Random) -> float:
    if argument.kind in _FLOATS:
        return draw.choice((0.5, 1.0, -1.25, 0.125, 1e-5, 2.0))
    if argument.kind in ("i1", "i8", "i16"):
        return draw.randrange(2)
    if argument.name.startswith("%program_"):
        return draw.choice((0, 0, 1, 2, 3, 7))
    number = size if draw.randrange(2) else draw.choice(_STRIDES)
    return max(number // argument.divisibility, 1) * argument.divisibility


def make_mutant(corpus: Sequence[str], seed: int) -> str | None:
    """The mutant of a seed; None where that kernel cannot be run."""
    draw = random.Random(seed)
    text = draw.choice(corpus)
    if _LEFT_OUT.search(text):
        return None
    try:
        text = _native.lower(text, stop="ttir", locations=False).output
    except _native.CompileError:
        return None
    if arguments_of(text) is None:
        return None
    return mutate(as_one_program(text), draw, draw.choice((0, 1, 1, 2, 3, 4)))


def judge(text: str, memory: Memory, seed: int, road: str) -> str:
    """`same`, why the mutant says nothing, or `bug: ` and what is wrong."""
    arguments = arguments_of(text)
    kinds = {a.kind for a in arguments or ()}
    if not arguments or not kinds <= set(_DTYPES):
        return "other arguments"
    if sum(a.is_pointer for a in arguments) > _MOST_POINTERS:
        return "many pointers"
    case = Case(text, arguments, memory, seed)
    try:
        want = case.run(text, {"plain": "1"})
    except _native.CompileError:
        return "does not compile"
    if want is None:
        return "dies"
    try:
        got = case.run(text, _ROADS[road])
    except _native.CompileError as error:
        return f"bug: does not compile: {error}"
    if got is None:
        return "bug: dies"
    for kind, x, y in zip(case.kinds, want, got, strict=True):
        places = differences(x, y, kind)
        if len(places):
            if case.stores_twice():
                return "stores twice"
            i = places[0]
            where = f"at {i - len(x) // 2} {x[i]} and {y[i]}"
            return f"bug: {len(places)} of {kind} differ, {where}, arguments {case.values}"
    return "same"


def main(arguments: list[str] | None = None) -> int:
    parser = corpus_parser("triton_shared.fuzz.kernels")
    parser.add_argument(
        "--road", choices=list(_ROADS), default="tiled", help="beside the plain one"
    )
    options = parser.parse_args(arguments)
    corpus, memory = read_corpus(options.corpus), Memory()
    counts: Counter[str] = Counter()
    start, seed = time.monotonic(), options.seed
    while seed < options.seed + options.count:
        text = make_mutant(corpus, seed)
        verdict = judge(text, memory, seed, options.road) if text else "left out"
        counts[verdict.split(":")[0]] += 1
        if text and verdict.startswith("bug: "):
            options.save.mkdir(parents=True, exist_ok=True)
            file = options.save / f"kernel-{seed}-{options.road}.mlir"
            said = " ".join(verdict[5:].split())
            file.write_text(f"// {said}\n{text}")
            print(f"seed {seed}: {said[:300]}; recorded in {file}", flush=True)
        seed += 1
        if options.seconds is not None and time.monotonic() - start > options.seconds:
            break
    print(f"seeds {options.seed} to {seed - 1}: {dict(counts)}")
    print(f"{seed - options.seed} mutants, {counts['bug']} bugs")
    return 1 if counts["bug"] else 0


if __name__ == "__main__":
    sys.exit(main())

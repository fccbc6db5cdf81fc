"""Runs kernels before and after triton-to-structured: every access must be the same.

    compare.py --opt triton-shared-opt --seeds 0 100          random kernels
    compare.py --opt triton-shared-opt --files a.ttir b.ttir  kernels from files

Stores and atomics must agree in order, addresses, active lanes and integer values; loads of the
structured form must be among those of the original. The exit status is 1 when one differs.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from generic_ir import Op, read_functions
from interpreter import Machine, TooLongError, argument_values
from random_kernels import write_kernel

CHUNK = 50
SEPARATOR = "// -----"


def lower(opt: str, text: str, *passes: str) -> list[str]:
    """The generic form of each module of `text` after `passes`."""
    command = [opt, *passes, "--split-input-file", "--mlir-print-op-generic"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr[:2000]}")
    return done.stdout.split(SEPARATOR)


def run(function: Op, arguments: list[int], program: tuple[int, int, int]) -> Machine:
    machine = Machine(program)
    machine.run(function, arguments)
    return machine


def compare(before: Op, after: Op, seed: int) -> tuple[int, str]:
    """How many stores were compared, and what differs."""
    stores = 0
    for trial in range(3):
        rng = np.random.default_rng(seed * 3 + trial)
        arguments = argument_values(before, rng)
        if trial == 2:
            arguments = [n if n >> 32 else int(rng.integers(-20, 20)) for n in arguments]
        program = tuple(int(number) for number in rng.integers(0, 4, 3))
        try:
            expected = run(before, arguments, program)
            actual = run(after, arguments, program)
        except TooLongError:
            continue
        stores += len(expected.log)
        detail = f"arguments {arguments}, program {program}"
        for position, (want, got) in enumerate(zip(expected.log, actual.log, strict=False)):
            if want != got:
                return stores, f"access {position} ({want[0]}, {got[0]}) differs with {detail}"
        if len(expected.log) != len(actual.log):
            return stores, f"{len(expected.log)} stores became {len(actual.log)} with {detail}"
        if not set(actual.loads) <= set(expected.loads):
            return stores, f"a load differs with {detail}"
    return stores, ""


def seed_of(name: str) -> int:
    """The seed for a kernel's arguments: its file may lie in any folder."""
    return zlib.crc32(Path(name).name.encode())


def kernels(options: argparse.Namespace) -> Iterator[tuple[list[str], list[str]]]:
    """Names and texts, in chunks for one call of the tool."""
    if options.files:
        for path in options.files:
            yield [path], [Path(path).read_text()]
        return
    first, last = options.seeds
    for start in range(first, last, CHUNK):
        seeds = range(start, min(last, start + CHUNK))
        yield [f"seed {seed}" for seed in seeds], [write_kernel(seed) for seed in seeds]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--opt", required=True)
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 100))
    parser.add_argument("--files", nargs="*")
    options = parser.parse_args()
    passes = ("--triton-normalize", "--triton-to-structured")
    count = stores = failures = 0
    for names, texts in kernels(options):
        joined = f"\n{SEPARATOR}\n".join(texts)
        # A kernel of the corpus is read in its normalised form, for want of cf and calls here.
        prepared = lower(options.opt, joined, *(passes[:1] if options.files else ()))
        structured = lower(options.opt, joined, *passes)
        for name, before, after in zip(names, prepared, structured, strict=True):
            for old, new in zip(read_functions(before), read_functions(after), strict=True):
                compared, difference = compare(old, new, seed_of(name))
                count += 1
                stores += compared
                if difference:
                    failures += 1
                    print(f"{name}: {difference}")
    print(f"{count} kernels, {stores} stores compared, {failures} kernels differ")
    return 1 if failures or not stores else 0


if __name__ == "__main__":
    sys.exit(main())

# `python -m triton_shared.fuzz`: write, run, compare, shrink, record.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

from .execute import PATHS, Outcome, Sides
from .generate import generate
from .program import Program
from .shrink import shrink

#: Processes keep all code that they ever loaded; so they are ended after that many kernels.
_KERNELS_A_PROCESS = 500


def record(folder: Path, program: Program, outcome: Outcome) -> Path:
    """Write the program with what went wrong and how to run it again."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"seed-{program.seed}-{outcome.path}-{outcome.kind}.py"
    head = (
        f"# {outcome.kind}: {outcome.detail}\n# grid {program.grid}, {outcome.path} path; again: "
        f"python -m triton_shared.fuzz --seed {program.seed} --count 1 --path {outcome.path}\n"
        "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
    )
    file.write_text(head + program.render())
    return file


def _has_kind(sides: Sides, kind: str, program: Program) -> bool:
    return sides.compare(program).kind == kind


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="triton_shared.fuzz")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first kernel")
    parser.add_argument("--count", type=int, default=1000, help="number of kernels")
    parser.add_argument("--seconds", type=float, help="stop after this time")
    parser.add_argument(
        "--path", choices=PATHS, action="append", help="a way to run ours (tiled); again for more"
    )
    parser.add_argument("--save", type=Path, default=Path("fuzz-failures"), help="for what differs")
    parser.add_argument("--no-shrink", action="store_true", help="record programs as written")
    parser.add_argument("--print", action="store_true", help="print the kernels and run nothing")
    options = parser.parse_args(arguments)
    seeds = range(options.seed, options.seed + options.count)
    if options.print:
        for seed in seeds:
            print(generate(seed).render())
        return 0
    paths = options.path or ["tiled"]
    sides = Sides(*paths)
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    start = time.monotonic()
    for seed in seeds:
        program = generate(seed)
        outcome = sides.compare(program)
        counts[outcome.kind] += 1
        if outcome.kind == "skipped":
            reasons[outcome.detail[:100]] += 1
        if outcome.is_bug:
            print(f"seed {seed}: {outcome.kind}: {outcome.detail}", flush=True)
            if not options.no_shrink:
                alone = Sides(outcome.path)
                program = shrink(program, partial(_has_kind, alone, outcome.kind))
                outcome = alone.compare(program)
                alone.stop()
            print(f"  recorded in {record(options.save, program, outcome)}", flush=True)
        if options.seconds is not None and time.monotonic() - start > options.seconds:
            break
        if sum(counts.values()) % 100 == 0:
            print(f"{sum(counts.values())} kernels: {dict(counts)}", flush=True)
        if sum(counts.values()) % _KERNELS_A_PROCESS == 0:
            sides.stop()
    sides.stop()
    for reason, times in reasons.most_common(10):
        print(f"  the interpreter refused {times}: {reason}")
    bugs = sum(counts[kind] for kind in ("refused", "different", "died"))
    total = sum(counts.values())
    names = " and ".join(paths)
    print(f"seeds {options.seed} to {options.seed + total - 1}, {names} path: {dict(counts)}")
    print(f"{total} kernels, {bugs} bugs")
    return 1 if bugs else 0


if __name__ == "__main__":
    sys.exit(main())

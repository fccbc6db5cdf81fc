# `python -m triton_shared.fuzz.modules`: mutants of Triton IR through the passes.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Any outcome but success or a located error is a bug: a crash, a hang, an error without a place.

Each mutant goes to the linalg stop and along the CPU road, in a process that may die; what killed
it is recorded. The process runs the same libraries as `triton-shared-opt`, many modules a second.
"""

from __future__ import annotations

import argparse
import os
import queue
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from .mutate import Mutator

#: Ways along the road, by name: keyword arguments of the native `lower`.
ROADS: dict[str, dict[str, Any]] = {
    "linalg": {"stop": "linalg"},
    "tiled": {"stop": "llvm"},
    "plain": {"stop": "llvm", "options": {"plain": "1"}},
    "object": {"stop": "obj"},
}


def read_corpus(folders: list[Path]) -> list[str]:
    """The texts of all modules below the folders, in a fixed order."""
    files = sorted(f for folder in folders for f in folder.rglob("*") if f.is_file())
    return [f.read_text() for f in files if f.suffix in (".ttir", ".mlir")]


def corpus_parser(program: str) -> argparse.ArgumentParser:
    """The options of what draws mutants from a corpus, one for each seed."""
    parser = argparse.ArgumentParser(prog=program)
    parser.add_argument(
        "--corpus", type=Path, action="append", required=True, metavar="FOLDER",
        help="modules to start from, *.ttir or *.mlir",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="seed of the first mutant")
    parser.add_argument("--count", type=int, default=1000, help="number of mutants")
    parser.add_argument("--seconds", type=float, help="stop after this time")
    parser.add_argument("--save", type=Path, default=Path("fuzz-failures"), help="for bugs")
    return parser


def make_mutant(corpus: list[str], seed: int) -> str:
    """The mutant of a seed."""
    draw = random.Random(seed)
    # Small modules more often: they compile faster, and what is wrong with them is seen sooner.
    text = min(draw.choice(corpus), draw.choice(corpus), key=len)
    return Mutator(seed).mutant(text, draw.choice(corpus))


# The worker ---------------------------------------------------------------------------------------


def judge(text: str, road: str, native: Any) -> str:
    """`ok`, `error in PHASE` if it has a place, or `bug: ` and what is wrong."""
    try:
        native.lower(text, start="ttir", **ROADS[road])
    except native.CompileError as error:
        errors = [d for d in error.diagnostics if d.severity == "error"]
        if not errors:
            return "bug: failure without an error"
        # A line of the text, or one of the Python source that it names.
        if not any(d.location for d in errors):
            return f"bug: error without a place: {errors[0].message[:200]}"
        return f"error in {error.phase}"
    except Exception as error:
        return f"bug: {type(error).__name__}: {str(error)[:200]}"
    return "ok"


def _work(options: argparse.Namespace) -> None:
    from triton_shared.native import _native

    corpus = read_corpus(options.corpus)
    for seed in range(options.seed, options.seed + options.count):
        text = make_mutant(corpus, seed)
        roads = ["linalg", "tiled"]
        if seed % 4 == 0:
            roads.append("plain")
        if seed % 16 == 0:
            roads.append("object")
        for road in roads:
            print(f"begin {seed} {road}", flush=True)
            # Kills the process when it has computed that long: no wall clock, machines are busy.
            signal.setitimer(signal.ITIMER_PROF, options.limit)
            verdict = judge(text, road, _native).replace("\n", " ")
            signal.setitimer(signal.ITIMER_PROF, 0)
            print(f"end {seed} {road} {verdict}", flush=True)
            if verdict.startswith("error") and road == "linalg":
                break  # most mutants; the other roads would see the same


# The parent ---------------------------------------------------------------------------------------


class _Worker:
    def __init__(self, options: argparse.Namespace, seed: int, end: int) -> None:
        self.options, self.seed, self.end = options, seed, end
        folders = [item for folder in options.corpus for item in ("--corpus", str(folder))]
        command = [sys.executable, "-m", __spec__.name, "--worker", *folders]
        command += ["--seed", str(seed), "--count", str(end - seed)]
        command += ["--limit", str(options.limit)]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=dict(os.environ, PYTHONPATH=_package_path()),
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._forward, daemon=True).start()

    def _forward(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put("")


def _package_path() -> str:
    root = str(Path(__file__).resolve().parent.parent.parent)
    return os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])


def main(arguments: list[str] | None = None) -> int:
    parser = corpus_parser("triton_shared.fuzz.modules")
    parser.add_argument("--limit", type=float, default=10.0, help="CPU seconds for a mutant")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.worker:
        _work(options)
        return 0
    corpus = read_corpus(options.corpus)
    counts: Counter[str] = Counter()
    bugs = 0
    start, end = time.monotonic(), options.seed + options.count
    worker = _Worker(options, options.seed, end)
    seed, road = options.seed - 1, ""

    def bug(text: str) -> None:
        nonlocal bugs
        bugs += 1
        options.save.mkdir(parents=True, exist_ok=True)
        file = options.save / f"mutant-{seed}-{road}.mlir"
        file.write_text(f"// {road}: {text}\n{make_mutant(corpus, seed)}")
        print(f"seed {seed}, {road}: {text}; recorded in {file}", flush=True)

    while True:
        try:
            line = worker.lines.get(timeout=60 + 20 * options.limit)
        except queue.Empty:
            line = None
        word = line.strip().split(" ", 3) if line else []
        if word[:1] == ["begin"]:
            if int(word[1]) != seed and int(word[1]) % 1000 == 0:
                print(f"{int(word[1]) - options.seed} mutants: {dict(counts)}", flush=True)
            seed, road = int(word[1]), word[2]
        elif word[:1] == ["end"]:
            verdict = word[3]
            counts[f"{road} {verdict.split(':')[0]}"] += 1
            if verdict.startswith("bug: "):
                bug(verdict[5:])
        elif not line:
            worker.process.kill() if line is None else None
            code = worker.process.wait()
            if line is not None and code == 0:
                break
            if seed < worker.seed:
                raise RuntimeError(f"the worker does not start: exit status {code}")
            over = line is None or code == -signal.SIGPROF
            what = f"no end in {options.limit:g} s" if over else f"exit status {code}"
            counts[f"{road} died"] += 1
            bug(what)
            if seed + 1 >= end:
                break
            worker, road = _Worker(options, seed + 1, end), ""
        if options.seconds is not None and time.monotonic() - start > options.seconds:
            worker.process.kill()
            break
    total = seed + 1 - options.seed
    print(f"seeds {options.seed} to {seed}: {dict(counts)}")
    print(f"{total} mutants, {bugs} bugs")
    return 1 if bugs else 0


if __name__ == "__main__":
    sys.exit(main())

# Parses and prints every module below the given folders, twice.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: round_trip.py <opt tool> <file or folder>...

All modules go through the tool at once; only when that fails are they tried
one by one, to name the culprits. Exits with 1 if a module does not parse, or
if printing what was parsed from its print gives another text.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

SEPARATOR = "\n// -----\n"


def print_once(tool: str, text: str) -> str:
    command = [tool, "--split-input-file", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(done.stderr.strip() or f"exit status {done.returncode}")
    return done.stdout


def check(tool: str, text: str) -> str | None:
    """Say what goes wrong with the text, if anything does."""
    try:
        once = print_once(tool, text)
        twice = print_once(tool, once)
    except ValueError as error:
        return str(error)
    return None if once == twice else "the second print differs from the first"


def modules(paths: Iterable[str]) -> list[Path]:
    found: list[Path] = []
    for path in map(Path, paths):
        inside = (p for p in path.rglob("*") if p.suffix in {".ttir", ".mlir"})
        found += sorted(inside) if path.is_dir() else [path]
    return found


def main() -> int:
    tool, *paths = sys.argv[1:]
    files = modules(paths)
    if not files:
        print(f"no modules in {paths}")
        return 1
    if check(tool, SEPARATOR.join(file.read_text() for file in files)) is None:
        print(f"{len(files)} modules round-trip")
        return 0
    for file in files:
        problem = check(tool, file.read_text())
        if problem is not None:
            print(f"{file}: {problem}")
    return 1


if __name__ == "__main__":
    sys.exit(main())

# Lowers every module below the given folder and counts.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: lower_corpus.py <opt tool> <folder> <passes>...

All modules go through the tool at once; only when that fails are they tried
one by one. Prints `<n> of <m> modules lowered` and the first error of each of
the rest. Exits with 1 if the tool crashes, hangs, or fails without saying
where.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SEPARATOR = "\n// -----\n"
SECONDS_EACH = 60
LOCATED = re.compile(r"\S+:\d+:\d+: error: ")


def run(tool: str, passes: list[str], text: str, seconds: int) -> tuple[int, str]:
    """Exit status (negative for a signal, 124 for a hang) and the messages."""
    command = [tool, "--split-input-file", "-", "-o", "/dev/null", *passes]
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return 124, f"no end after {seconds} s"
    return done.returncode, done.stderr


def main() -> int:
    tool, folder, *passes = sys.argv[1:]
    files = sorted(p for p in Path(folder).rglob("*") if p.suffix in {".ttir", ".mlir"})
    texts = [path.read_text() for path in files]
    lowered = len(files)
    bad = 0
    status, _ = run(tool, passes, SEPARATOR.join(texts), SECONDS_EACH * 10)
    if status != 0:
        for path, text in zip(files, texts):
            status, messages = run(tool, passes, text, SECONDS_EACH)
            if status == 0:
                continue
            lowered -= 1
            located = LOCATED.search(messages)
            first = messages.strip().splitlines()[0] if messages.strip() else ""
            print(f"{path}: {first or f'exit status {status}'}")
            bad += status != 1 or not located
    print(f"{lowered} of {len(files)} modules lowered, {bad} without a located error")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())

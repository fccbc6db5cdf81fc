# Lowers every module below a folder and counts.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: lower_all.py <folder> <opt tool> <pass flags>...

Each module must lower, or be refused with an error that has a place and for a
reason that REFUSED knows. Prints how many did what; exits with 1 otherwise.
All modules go through the tool at once.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SEPARATOR = "// -----"
REFUSED = {
    r"inline assembly": "PTX means nothing to other targets",
}
ERROR = re.compile(r"^<stdin>:(\d+):(\d+): error: (.*)$", re.MULTILINE)


def modules(folder: Path) -> list[tuple[str, str]]:
    files = sorted(p for p in folder.rglob("*") if p.suffix in {".ttir", ".mlir"})
    parts = [(file, part) for file in files for part in file.read_text().split(SEPARATOR)]
    return [(str(file), part.strip("\n") + "\n") for file, part in parts]


def lower(command: list[str], batch: list[tuple[str, str]]) -> dict[int, str]:
    """The modules that are refused, with the reason; a crash is one, too."""
    text = f"{SEPARATOR}\n".join(part for _, part in batch)
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode == 0:
        return {}
    starts, line = [], 1
    for _, part in batch:
        starts.append(line)
        line += part.count("\n") + 1
    refused: dict[int, str] = {}
    for error in ERROR.finditer(done.stderr):
        index = max(i for i, start in enumerate(starts) if start <= int(error[1]))
        refused.setdefault(index, error[3])
    if done.returncode != 1 or not refused:
        tail = "\n".join(done.stderr.splitlines()[-20:])
        sys.exit(f"exit status {done.returncode} without a place:\n{tail}")
    return refused


def main() -> int:
    folder, tool, *flags = sys.argv[1:]
    batch = modules(Path(folder))
    refused = lower([tool, "--split-input-file", "-", "-o", "/dev/null", *flags], batch)
    unexpected = 0
    for index, reason in refused.items():
        if not any(re.search(pattern, reason) for pattern in REFUSED):
            print(f"{batch[index][0]}: {reason}")
            unexpected += 1
    print(f"{len(batch) - len(refused)} lower, {len(refused)} refused, {unexpected} unexpected")
    return 1 if unexpected or not batch else 0


if __name__ == "__main__":
    sys.exit(main())

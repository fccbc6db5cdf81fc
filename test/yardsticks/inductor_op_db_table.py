# The table of docs/inductor-op-db.md, from what inductor_op_db.py wrote.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Make docs/inductor-op-db.md of the files that inductor_op_db.py --out left.

.venv/bin/python test/yardsticks/inductor_op_db_table.py f32.jsonl i64.jsonl ...

Where an operator was run twice in a dtype, the later file counts.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "inductor-op-db.md"
WRONG = ("different", "ours", "died", "slow")
HEAD = """\
<!-- Written by test/yardsticks/inductor_op_db_table.py; do not edit.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->

# torch.compile over torch's operator database

Every operator of torch's `op_db`, compiled by Inductor with `cpu_backend = "triton"` and
compared with eager, by `test/yardsticks/inductor_op_db.py`: torch {torch}, Triton {triton}, this
package at the commits of the last column.

An operator counts as what the worst of its samples is. *Agree*: Inductor generated Triton
kernels, and every result, also what is written in place, agrees with eager's. *Exact*: it
agrees with eager on the operands in float64, where eager in their own format has rounded or
overflowed in between, or within eager's known error against mpmath. *Open*: it differs in what
torch leaves open, the order of equal elements in a sort that is not stable, the contents of an
empty tensor. *C++*: it differs, and Inductor's own C++ backend gives the same bits as ours.
*Wrong* is everything else that ran through Triton: another result, an exception of ours, a crash,
more than the time. *Triton*: Triton's language refuses the kernel on any device. *Torch*: torch
raises before a kernel is compiled. *None*: Inductor generates no Triton code. *Skipped*: eager
refuses the samples, or its results are random. *Run* says of how many operators that torch has
for the dtype; the others are in no column. Where some are missing, those that were likely to
have kernels were run first: *none* is no share there. *Sample* counts those that went through
Triton.

| dtype | run | agree | exact | open | C++ | wrong | triton | torch | none | skipped | sample | at |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|
"""


def main() -> None:
    latest: dict[tuple[str, str], dict[str, Any]] = {}
    for name in sys.argv[1:]:
        for line in Path(name).read_text().splitlines():
            row = json.loads(line)
            latest[row["dtype"], row["op"]] = row
    rows = list(latest.values())
    by_dtype: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_dtype[row["dtype"]].append(row)
    text = HEAD.format(torch=version("torch"), triton=version("triton"))
    for dtype, of_dtype in by_dtype.items():
        kinds = Counter(row["kind"] for row in of_dtype)
        samples: Counter[str] = Counter()
        for row in of_dtype:
            samples.update(row["samples"])
        cells: list[Any] = [f"{len(of_dtype)} of {_known(dtype)}"]
        cells += [kinds["same"], kinds["exact"], kinds["open"], kinds["cpp"]]
        cells += [sum(kinds[kind] for kind in WRONG), kinds["triton"]]
        cells += [kinds["inductor"], kinds["fallback"], kinds["skipped"]]
        cells += [sum(samples[kind] for kind in ("same", "exact", "open", "cpp", "triton", *WRONG))]
        cells += [", ".join(sorted({row["commit"] for row in of_dtype}))]
        text += f"| {dtype} | " + " | ".join(map(str, cells)) + " |\n"
    titles = {
        "Wrong": WRONG,
        "Inductor's C++ backend agrees": ("cpp",),
        "Refused by Triton": ("triton",),
        "Refused by Inductor": ("inductor",),
        "Further off in eager": ("exact",),
        "Left open by torch": ("open",),
    }
    for title, kinds_of_title in titles.items():
        lines = [
            f"| `{row['op']}` | {row['dtype']} | {_cell(row['detail'])} |"
            for row in rows
            if row["kind"] in kinds_of_title
        ]
        if lines:
            text += "\n".join(["", f"## {title}", "", "| operator | dtype | what is said |"])
            text += "\n".join(["", "|---|---|---|", *lines, ""])
    PAGE.write_text(text)


def _known(dtype: str) -> int:
    """How many operators torch's database has for the dtype."""
    import torch
    from torch.testing._internal.common_methods_invocations import op_db

    return sum(getattr(torch, dtype) in op.supported_dtypes("cpu") for op in op_db)


def _cell(detail: str) -> str:
    """The first line that says something, without what breaks a table."""
    lines = [line.strip() for line in detail.splitlines() if line.strip()]
    first = " ".join(lines[:2]) if lines else ""
    return first.replace("|", "\\|").replace("<", "\\<")[:160]


if __name__ == "__main__":
    main()

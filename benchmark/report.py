# Results as JSON and as Markdown tables.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import json
import platform
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
import triton

from .overhead import Figure
from .roofline import Roofline


@dataclass
class Result:
    """One row at one number of threads; times in seconds."""

    group: str
    size: str
    threads: int
    ours: float
    torch: float
    bar: float | None
    difference: float | None
    limit: float
    error: str = ""
    compiled: float | None = None  # what torch.compile makes of torch's operators

    @property
    def ratio(self) -> float:
        return self.ours / self.torch if self.torch else float("nan")

    @property
    def verdict(self) -> str:
        """`met`, `missed`, or nothing where there is no bar."""
        if self.error:
            return "error"
        if self.bar is None:
            return ""
        return "met" if self.ratio <= self.bar else "missed"


def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor()


@dataclass
class Report:
    """Everything that one run measured."""

    isa: str
    rooflines: list[Roofline] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {
            "machine": _cpu(),
            "isa": self.isa,
            "torch": torch.__version__,
            "triton": triton.__version__,
            "rooflines": [asdict(r) for r in self.rooflines],
            "results": [
                {**asdict(r), "ratio": r.ratio, "verdict": r.verdict} for r in self.results
            ],
            "figures": [f._asdict() for f in self.figures],
        }

    def as_markdown(self) -> str:
        lines = [f"# Benchmark: {_cpu()}, {self.isa}", ""]
        lines.append(f"torch {torch.__version__}, triton {triton.__version__}; medians, in ms.")
        lines.append("`of limit` is the roofline's time over ours: 100 % is the machine's limit.")
        for roofline in self.rooflines:
            peaks = ", ".join(f"{k} {v:.0f}" for k, v in roofline.peak.items())
            lines.append(
                f"- {roofline.threads} threads: {roofline.bandwidth:.1f} GB/s, GFLOP/s {peaks}"
            )
        for threads in sorted({r.threads for r in self.results}):
            lines += ["", f"## {threads} threads", ""]
            lines.append(
                "| work | size | ours | torch | ratio | bar | | of limit | max diff "
                "| torch.compile | ours to that |"
            )
            lines.append("|---|---|---|---|---|---|---|---|---|---|---|")
            lines += [_markdown_row(r) for r in self.results if r.threads == threads]
        scaling = self._scaling()
        if scaling:
            lines += ["", "## From one thread to all", "", "| work | size | ours | torch |"]
            lines += ["|---|---|---|---|", *scaling]
        if self.figures:
            lines += ["", "## Overheads", "", "| what | value | bar |", "|---|---|---|"]
            for figure in self.figures:
                bar = "" if figure.bar is None else f"{figure.bar:g}"
                lines.append(f"| {figure.name} | {figure.value:.2f} {figure.unit} | {bar} |")
        return "\n".join(lines) + "\n"

    def _scaling(self) -> list[str]:
        one = {(r.group, r.size): r for r in self.results if r.threads == 1 and not r.error}
        lines = []
        for r in self.results:
            single = one.get((r.group, r.size))
            if r.threads > 1 and single is not None and not r.error:
                ours, theirs = single.ours / r.ours, single.torch / r.torch
                lines.append(f"| {r.group} | {r.size} | {ours:.2f}x | {theirs:.2f}x |")
        return lines

    def write(self, folder: Path) -> Path:
        """Write `<isa>.json` and `<isa>.md`; returns the latter's path."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.isa}.json").write_text(json.dumps(self.as_json(), indent=1) + "\n")
        path = folder / f"{self.isa}.md"
        path.write_text(self.as_markdown())
        return path


def _markdown_row(r: Result) -> str:
    if r.error:
        return f"| {r.group} | {r.size} | | | | | error: {r.error} | | | | |"
    bar = "" if r.bar is None else f"{r.bar:g}"
    difference = "" if r.difference is None else f"{r.difference:.1e}"
    of_limit = f"{100 * r.limit / r.ours:.0f} %" if r.limit else ""
    compiled = f"{r.compiled * 1e3:.4f} | {r.ours / r.compiled:.2f}" if r.compiled else "|"
    return (
        f"| {r.group} | {r.size} | {r.ours * 1e3:.4f} | {r.torch * 1e3:.4f} | {r.ratio:.2f} "
        f"| {bar} | {r.verdict} | {of_limit} | {difference} | {compiled} |"
    )

# Runs the rows: checks each result against torch, times both, prints as it goes.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import argparse
import os
import time
import warnings
from collections.abc import Callable
from typing import Any

import torch
import triton

from triton_shared.examples.demo import difference

from . import overhead, roofline
from .measure import Clock, interleaved
from .operators import inductor_rows
from .report import Report, Result
from .rows import GROUPS, Row

#: What `--only` may name besides: too long for every run.
ON_REQUEST = {"inductor": inductor_rows}


def _compiled(row: Row) -> Callable[[], Any]:
    """torch's side of the row through `torch.compile` (its C++ backend), compiled already."""
    torch._dynamo.reset()
    function: Callable[[], Any] = torch.compile(lambda: row.torch(), dynamic=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        function()
    return function


def _run_row(
    row: Row, limits: roofline.Roofline, seconds: float, clock: Clock, compiled: bool
) -> Result:
    limit = limits.limit(row.moved, row.flops, row.dtype)
    result = Result(row.group, row.size, limits.threads, 0.0, 0.0, row.bar, None, limit)
    try:
        if row.bound is not None:
            ours, theirs = row.ours(), (row.reference or row.torch)()
            if ours is not None and not isinstance(ours, triton.compiler.CompiledKernel):
                result.difference = difference(ours, theirs)
                if not result.difference <= row.bound:
                    result.error = f"wrong result: {result.difference:.2e} above {row.bound:g}"
                    return result
        functions = [row.ours, row.torch]
        if compiled:
            functions.append(_compiled(row))
        row.ours()  # compiled here, not in a sample; torch.compile may have done so as well
        times = [t.median for t in interleaved(functions, seconds, clock)]
        result.ours, result.torch = times[:2]
        result.compiled = times[2] if compiled else None
    except Exception as error:  # one broken kernel must not hide the other rows
        result.error = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
    return result


def _print_row(r: Result) -> None:
    name = f"{r.group} {r.size}"
    if r.error:
        print(f"{name:<52} {r.error[:200]}", flush=True)
        return
    bar = "" if r.bar is None else f"bar {r.bar:g} {r.verdict}"
    compiled = f"{r.ours / r.compiled:.2f} of torch.compile" if r.compiled else ""
    print(
        f"{name:<52}{r.ours * 1e3:>10.4f}{r.torch * 1e3:>10.4f}{r.ratio:>8.2f}  "
        f"{bar:<16} {compiled}".rstrip(),
        flush=True,
    )


def run(options: argparse.Namespace) -> int:
    """Run what the options ask for; the status is 1 when a row has an error."""
    report = Report(options.isa)
    groups = options.only or [*GROUPS, "overhead"]
    known = {**GROUPS, **ON_REQUEST}
    unknown = [g for g in groups if g not in known and g != "overhead"]
    if unknown:
        print(f"no such group: {', '.join(unknown)}; there are {', '.join(known)}, overhead")
        return 2
    if options.cpu_time and options.threads != [1]:
        print("--cpu-time measures one thread: give --threads 1")
        return 2
    clock = time.process_time if options.cpu_time else time.perf_counter
    for threads in options.threads or sorted({1, os.cpu_count() or 1}):
        torch.set_num_threads(threads)
        torch.manual_seed(0)
        limits = roofline.measure()
        report.rooflines.append(limits)
        print(f"\n{threads} threads: {limits.bandwidth:.1f} GB/s, GFLOP/s ", end="")
        print(", ".join(f"{k} {v:.0f}" for k, v in limits.peak.items()))
        print(f"{'':<52}{'ours ms':>10}{'torch ms':>10}{'ratio':>8}")
        for group in groups:
            for row in known[group]() if group in known else ():
                if options.match in f"{row.group} {row.size}":
                    report.results.append(
                        _run_row(row, limits, options.seconds, clock, options.compiled)
                    )
                    _print_row(report.results[-1])
    if "overhead" in groups:
        report.figures += overhead.launches(options.seconds)
        report.figures += overhead.sharing()
        report.figures += overhead.compilations()
        for figure in report.figures:
            bar = "" if figure.bar is None else f"bar {figure.bar:g}"
            print(f"{figure.name:<52}{figure.value:>10.2f} {figure.unit:<6}{bar}")
    print(f"\nwritten: {report.write(options.output)}")
    return 1 if any(r.error for r in report.results) else 0

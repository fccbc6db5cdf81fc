# Medians of two functions whose samples alternate, so that both see the same machine.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Timing(NamedTuple):
    """Seconds a call: median, quartiles, number of samples."""

    median: float
    low: float
    high: float
    samples: int


Clock = Callable[[], float]

# A call of so many seconds is sample enough: torch's fp16 products without a kernel take 40.
SLOW = 1.0


def _sample(fn: Callable[[], Any], repeats: int, clock: Clock) -> float:
    start = clock()
    for _ in range(repeats):
        fn()
    return (clock() - start) / repeats


def _repeats(fn: Callable[[], Any], seconds: float, clock: Clock) -> int:
    """Calls that make a sample of about `seconds`."""
    once = min(_sample(fn, 1, clock) for _ in range(3))
    return max(1, min(10000, round(seconds / max(once, 1e-7))))


def _summary(times: list[float]) -> Timing:
    times = sorted(times)
    quarter = len(times) // 4
    return Timing(statistics.median(times), times[quarter], times[-1 - quarter], len(times))


def interleaved(
    functions: Sequence[Callable[[], Any]], seconds: float, clock: Clock = time.perf_counter
) -> list[Timing]:
    """Time the functions in turns for about `seconds` altogether, seven samples each at least.

    Of what takes longer than `SLOW`, the first call is the only sample.
    `time.process_time` as clock leaves out what other processes take: for one thread only.
    """
    times: list[list[float]] = [[_sample(fn, 1, clock)] for fn in functions]
    turns = [
        (fn, _repeats(fn, 2e-3, clock), samples)
        for fn, samples in zip(functions, times, strict=True)
        if samples[0] < SLOW
    ]
    for _, _, samples in turns:
        samples.clear()
    enabled = gc.isenabled()
    gc.disable()
    try:
        end = time.perf_counter() + seconds
        rounds = 0
        while rounds < 7 or (time.perf_counter() < end and rounds < 2000):
            for fn, n, samples in turns:
                samples.append(_sample(fn, n, clock))
            rounds += 1
    finally:
        if enabled:
            gc.enable()
    return [_summary(samples) for samples in times]

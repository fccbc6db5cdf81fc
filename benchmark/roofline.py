# What this machine can do: bandwidth and arithmetic limits, measured by the best of many runs.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from .measure import SLOW


@dataclass(frozen=True)
class Roofline:
    """Limits in one run's threads: GB/s, and GFLOP/s (GOP/s for int8) by dtype."""

    threads: int
    bandwidth: float
    peak: dict[str, float]

    def limit(self, moved: float, flops: float, dtype: str) -> float:
        """Least seconds for so many bytes from memory and so many operations."""
        arithmetic = flops / (self.peak.get(dtype, self.peak["fp32"]) * 1e9)
        return max(moved / (self.bandwidth * 1e9), arithmetic)


def _best(fn: Callable[[], Any], tries: int = 12) -> float:
    start = time.perf_counter()
    fn()
    best = time.perf_counter() - start
    for _ in range(tries if best < SLOW else 0):
        start = time.perf_counter()
        fn()
        best = min(best, time.perf_counter() - start)
    return best


def measure() -> Roofline:
    """Bandwidth by the faster of a copy and a sum past the caches; peaks by square products."""
    x, y = torch.ones(1 << 25), torch.empty(1 << 25)
    size = x.numel() * 4
    bandwidth = max(2 * size / _best(lambda: y.copy_(x)), size / _best(x.sum)) / 1e9
    n = 1536
    peak = {}
    for name, dtype in (
        ("fp32", torch.float32),
        ("bf16", torch.bfloat16),
        ("fp16", torch.float16),
    ):
        a, b = torch.rand(n, n).to(dtype), torch.rand(n, n).to(dtype)
        reached = 2 * n**3 / _best(lambda a=a, b=b: a @ b, 5) / 1e9  # type: ignore[misc]
        # Whatever torch lacks a kernel for can be multiplied in fp32.
        peak[name] = max(reached, peak.get("fp32", 0.0))
    a, b = (torch.randint(-9, 9, (n, n), dtype=torch.int8) for _ in range(2))
    peak["int8"] = 2 * n**3 / _best(lambda: torch._int_mm(a, b), 5) / 1e9
    return Roofline(torch.get_num_threads(), bandwidth, peak)

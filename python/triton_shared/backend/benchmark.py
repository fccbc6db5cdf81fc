# Timing of a CPU kernel: caches emptied outside the timed part, samples by budget.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmarker that `triton.autotune` uses on this driver.

Triton's own `do_bench` counts the emptying of the cache in its estimate of the
run time, which leaves a CPU kernel two or three samples. Here the clock runs
around the call alone, and the budget is that of the whole measurement.
"""

from __future__ import annotations

import functools
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from triton_shared import knobs

_CACHE_ROOT = Path("/sys/devices/system/cpu/cpu0/cache")
_MIB = 1 << 20
# Last-level caches of hundreds of MiB are shared by dozens of cores: no core's share is
# larger than this, and reading all of it before each sample would be most of tuning.
_MAX_FLUSH = 64 * _MIB
_MIN_SAMPLES = 5
_MAX_SAMPLES = 1000


def _parse_size(text: str) -> int:
    """`"32768K"` as the kernel's sysfs writes it, in bytes."""
    units = {"K": 1 << 10, "M": _MIB, "G": 1 << 30}
    return int(text[:-1]) * units[text[-1]] if text[-1] in units else int(text)


@functools.cache
def last_level_cache_bytes() -> int:
    """Size of the largest cache that the first core sees; 32 MiB if unknown."""
    sizes = []
    for path in _CACHE_ROOT.glob("index*/size"):
        try:
            sizes.append(_parse_size(path.read_text().strip()))
        except (OSError, ValueError, IndexError):
            continue
    return max(sizes, default=32 * _MIB)


def flush_bytes() -> int:
    """Bytes to read so that earlier data leaves the caches."""
    chosen = knobs.flush_mib.get()
    return chosen * _MIB if chosen else min(last_level_cache_bytes(), _MAX_FLUSH)


@functools.lru_cache(maxsize=1)
def _buffer(size: int) -> Any:
    import torch

    # Written, not merely allocated: untouched pages all share one zero page.
    return torch.ones(size // 8, dtype=torch.int64)


def flush_buffer() -> Any:
    """An int64 tensor that is larger than the last-level cache, for `flush`."""
    return _buffer(flush_bytes())


def flush(buffer: Any) -> None:
    """Read all of `buffer`: evicts without leaving dirty lines behind."""
    buffer.sum()


def _quantile(ordered: Sequence[float], q: float) -> float:
    position = q * (len(ordered) - 1)
    low = int(position)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (position - low)


def do_bench(
    fn: Callable[[], Any],
    warmup: float = 10,
    rep: float = 50,
    grad_to_none: Sequence[Any] | None = None,
    quantiles: Sequence[float] | None = None,
    return_mode: str = "mean",
    **_: Any,
) -> Any:
    """Time `fn` in milliseconds; arguments and result as `triton.testing.do_bench`.

    `warmup` and `rep` are budgets in milliseconds for the two phases as a whole.
    """
    summaries: dict[str, Callable[[list[float]], Any]] = {
        "min": min,
        "max": max,
        "mean": statistics.fmean,
        "median": statistics.median,
        "all": list,
    }
    if return_mode not in summaries:
        raise ValueError(f"return_mode={return_mode!r}: expected one of {', '.join(summaries)}")
    if not all(0 <= q <= 1 for q in quantiles or ()):
        raise ValueError(f"quantiles={list(quantiles or ())}: expected numbers from 0 to 1")
    buffer = flush_buffer()
    deadline = time.perf_counter() + warmup * 1e-3
    fn()
    while time.perf_counter() < deadline:
        fn()
    samples: list[float] = []
    deadline = time.perf_counter() + rep * 1e-3
    while len(samples) < _MIN_SAMPLES or (
        time.perf_counter() < deadline and len(samples) < _MAX_SAMPLES
    ):
        for tensor in grad_to_none or ():
            tensor.grad = None
        flush(buffer)
        start = time.perf_counter()
        fn()
        samples.append((time.perf_counter() - start) * 1e3)
    if quantiles is not None:
        ordered = sorted(samples)
        result = [_quantile(ordered, q) for q in quantiles]
        return result[0] if len(result) == 1 else result
    return summaries[return_mode](samples)


def install() -> None:
    """Time as above where `triton.autotune(use_cuda_graph=True)` asks for CUDA's graphs, which
    kernels for GPUs do, and a CPU does not have."""
    from triton.runtime import autotuner, driver

    tuner: Any = getattr(autotuner, "Autotuner", None)
    original = getattr(vars(tuner).get("do_bench"), "func", None) if tuner else None
    if original is None or hasattr(original, "__wrapped__"):
        return

    @functools.wraps(original)
    def chosen(self: Any) -> Any:
        if getattr(self, "use_cuda_graph", False) and driver.active.get_benchmarker() is do_bench:
            return functools.partial(do_bench, rep=self.num_reps or 100)
        return original(self)

    tuner.do_bench = functools.cached_property(chosen)
    tuner.do_bench.__set_name__(tuner, "do_bench")

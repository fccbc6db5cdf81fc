# What a launch and a compilation cost, and how code grows with the block.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import functools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import torch
import triton
import triton.language as tl

from triton_shared.examples import attention, matmul, softmax, vector_add

from .measure import interleaved


class Figure(NamedTuple):
    """One measured number with its unit and, where there is one, the bar."""

    name: str
    value: float
    unit: str
    bar: float | None = None


@triton.jit
def many_arguments_kernel(
    a, b, c, n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15
):  # fmt: skip
    total = n0 + n1 + n2 + n3 + n4 + n5 + n6 + n7 + n8 + n9 + n10 + n11 + n12 + n13 + n14 + n15
    tl.store(c, tl.load(a) + tl.load(b) + total)


def launches(seconds: float) -> list[Figure]:
    """Microseconds a launch of kernels that do next to nothing."""
    x, y, z = (torch.zeros(16) for _ in range(3))
    kernel = vector_add.add_kernel
    numbers = [17 + i for i in range(16)]
    compiled = kernel.warmup(x, y, z, 16, BLOCK_SIZE=16, grid=(1,))
    bound = compiled[(1, 1, 1)]
    timings = interleaved(
        [
            lambda: kernel[(1,)](x, y, z, 16, BLOCK_SIZE=16),
            lambda: many_arguments_kernel[(1,)](x, y, z, *numbers),
            lambda: bound(x, y, z, 16, 16),
        ],
        seconds,
    )
    few, many, direct = (timing.median * 1e6 for timing in timings)
    return [
        Figure("launch, 3 tensors, kernel[grid](...)", few, "us", 7.0),
        Figure("launch, 19 arguments: above that", many - few, "us", 4.0),
        Figure("launch, pre-bound", direct, "us", 2.0),
    ]


def _each(fn: Callable[[], Any], before: Callable[[], Any], calls: int = 200) -> float:
    """Median seconds of single calls of `fn`, each right after one of `before`."""
    times = []
    for _ in range(calls):
        before()
        start = time.perf_counter()
        fn()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def sharing() -> list[Figure]:
    """How evenly an uneven grid loads all threads, and a launch while torch's threads spin."""
    threads = torch.get_num_threads()
    q, k, v = (torch.randn(1, 8, 1024, 64) for _ in range(3))
    causal = functools.partial(attention.attention, q, k, v, True)
    x = torch.randn(2048, 1024)
    work = functools.partial(softmax.softmax, x)
    other = torch.zeros(1 << 20)
    nothing = lambda: None  # noqa: E731
    # What goes before writes the same memory, so that it leaves the same in the caches.
    ours = functools.partial(
        vector_add.add_kernel[(1024,)], other, other, other, other.numel(), BLOCK_SIZE=1024
    )
    theirs = functools.partial(torch.add, other, other, out=other)
    alone, after = [], []
    for _ in range(5):
        alone.append(_each(work, ours))
        after.append(_each(work, theirs))
    figures = [
        Figure(
            "launch right after a torch op / after one of ours",
            statistics.median(after) / statistics.median(alone), "x", 1.1,
        )
    ]  # fmt: skip
    if threads > 1:
        shared = _each(causal, nothing, 50)
        torch.set_num_threads(1)
        single = _each(causal, nothing, 50)
        torch.set_num_threads(threads)
        speedup = single / (threads * shared)
        figures.append(Figure(f"causal attention, work of {threads} threads / 1", 1 / speedup, "x", 1.1))  # fmt: skip # noqa: E501
    return figures


_COMPILE = """
import sys, time
import benchmark.overhead as overhead
name, block = sys.argv[1], int(sys.argv[2])
# What a process pays once is not the kernel's: imports, and Triton's hash of its own files (0.3 s).
overhead.compilation("vector add", 16)()
call = overhead.compilation(name, block)
overhead.FRONTEND[0] = 0.0
start = time.perf_counter()
compiled = call()
total = time.perf_counter() - start
print(total, overhead.FRONTEND[0], len(compiled.asm.get("obj", b"")))
"""

#: Seconds that Triton's own frontend took in this process.
FRONTEND = [0.0]


def compilation(name: str, block: int) -> Callable[[], Any]:
    """A function that compiles one kernel; the time of Triton's frontend is added to FRONTEND."""
    from triton.compiler import compiler

    original = getattr(compiler.ASTSource.make_ir, "original", compiler.ASTSource.make_ir)

    def timed(self: Any, *args: Any, **kwargs: Any) -> Any:
        start = time.perf_counter()
        try:
            return original(self, *args, **kwargs)
        finally:
            FRONTEND[0] += time.perf_counter() - start

    timed.original = original  # type: ignore[attr-defined]
    compiler.ASTSource.make_ir = timed
    x = torch.randn(64, 64)
    n = 4096
    calls: dict[str, Callable[[], Any]] = {
        "vector add": lambda: vector_add.add_kernel.warmup(x, x, x, n, BLOCK_SIZE=block, grid=(1,)),
        "softmax": lambda: softmax.softmax_kernel.warmup(
            x, x, 64, 64, 64, 64, BLOCK_SIZE=block, num_stages=2, grid=(1,)
        ),
        "matmul": lambda: matmul.matmul_kernel.warmup(
            x, x, x, 64, 64, 64, 64, 1, 64, 1, 64, 1, BLOCK_SIZE_M=block, BLOCK_SIZE_N=block,
            BLOCK_SIZE_K=block // 2, GROUP_SIZE_M=8, ACTIVATION="", grid=(1,),
        ),
        "attention": lambda: attention._attn_fwd.warmup(
            0.1, x, 1, 1, x, x, x, x, 64, HEAD_DIM=64, BLOCK_M=block, BLOCK_N=64, STAGE=3,
            warp_specialize=False, dtype=tl.float32, grid=(1,),
        ),
    }  # fmt: skip
    return calls[name]


def _compile_once(name: str, block: int, cache: str) -> tuple[float, float, int]:
    """Milliseconds in all, milliseconds of the frontend, bytes of object code: in a new process."""
    root = Path(__file__).resolve().parent.parent
    path = os.pathsep.join([str(root), str(root / "python"), os.environ.get("PYTHONPATH", "")])
    environment = dict(os.environ, TRITON_CACHE_DIR=cache, PYTHONPATH=path)
    command = [sys.executable, "-c", _COMPILE, name, str(block)]
    output = subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True
    ).stdout.split()
    return float(output[0]) * 1e3, float(output[1]) * 1e3, int(output[2])


def compilations(runs: int = 3) -> list[Figure]:
    """Cold and warm compile times after the frontend, and how time and code grow with BLOCK."""
    figures = []
    bars = {
        ("vector add", 1024): 60.0,
        ("vector add", 65536): None,
        ("softmax", 1024): 120.0,
        ("softmax", 65536): None,
        ("matmul", 64): 250.0,
        ("matmul", 128): None,
        ("attention", 64): 400.0,
        ("attention", 128): None,
    }
    cold: dict[tuple[str, int], list[float]] = {key: [] for key in bars}
    warm: dict[tuple[str, int], list[float]] = {key: [] for key in bars}
    size: dict[tuple[str, int], int] = {}
    # All kernels in turn, so that those that are compared meet the same state of the machine.
    for _ in range(runs):
        for name, block in bars:
            with tempfile.TemporaryDirectory() as cache:
                total, frontend, size[name, block] = _compile_once(name, block, cache)
                cold[name, block].append(total - frontend)
                warm[name, block].append(_compile_once(name, block, cache)[0])
    for (name, block), bar in bars.items():
        label = f"{name} BLOCK {block}"
        once, again = statistics.median(cold[name, block]), statistics.median(warm[name, block])
        figures.append(Figure(f"cold compile, {label}", once, "ms", bar))
        figures.append(Figure(f"warm start, {label}", again, "ms", 5.0))
        figures.append(Figure(f"object code, {label}", float(size[name, block]), "bytes"))
    for name, small, large in (("vector add", 1024, 65536), ("softmax", 1024, 65536)):
        ratio = statistics.median(
            b / a for a, b in zip(cold[name, small], cold[name, large], strict=True)
        )
        figures.append(Figure(f"cold compile, {name} {large} / {small}", ratio, "x", 1.3))
        ratio = size[name, large] / max(size[name, small], 1)
        figures.append(Figure(f"object code, {name} {large} / {small}", ratio, "x", 1.3))
    return figures

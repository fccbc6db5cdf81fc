# The demo: every tutorial kernel over several sizes, checked and timed against torch.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run the tutorial kernels on torch CPU tensors and print a table.

Each line compares one kernel at one size with torch: the largest difference, and the
medians of both times. The exit status is 1 when a difference is above its bound.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import torch
from torch.nn import functional

from . import attention, dropout, layer_norm, matmul, softmax, vector_add


class Case(NamedTuple):
    """One line of the table; `bound` limits |ours - torch| / max(1, |torch|)."""

    kernel: str
    size: str
    ours: Callable[[], Any]
    reference: Callable[[], Any]
    bound: float
    timed_reference: Callable[[], Any] | None = None


_NAMES = {
    torch.float32: "fp32",
    torch.float16: "fp16",
    torch.bfloat16: "bf16",
}


def _vector_add_cases() -> Iterator[Case]:
    for n in (1, 98432, 1 << 20, (1 << 20) + 3):
        x, y = torch.randn(n), torch.randn(n)
        ours, reference = partial(vector_add.add, x, y), partial(torch.add, x, y)
        yield Case("vector add fp32", str(n), ours, reference, 0.0)


def _softmax_cases() -> Iterator[Case]:
    for m, n in ((1823, 781), (1024, 256), (1024, 1023), (512, 8192), (3, 1)):
        x = torch.randn(m, n)
        ours, reference = partial(softmax.softmax, x), partial(torch.softmax, x, 1)
        yield Case("fused softmax fp32", f"{m}x{n}", ours, reference, 1e-6)


def _wide_matmul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """torch's product by way of fp32: its fp16 one is slow on CPUs, its bf16 one less exact."""
    return (a.float() @ b.float()).to(a.dtype)


def _matmul_cases() -> Iterator[Case]:
    bounds = {torch.float32: 1e-4, torch.float16: 2e-3, torch.bfloat16: 2e-2}
    for dtype, bound in bounds.items():
        for m, n, k in ((512, 512, 512), (1000, 777, 333), (1, 65, 7)):
            a, b = torch.randn(m, k).to(dtype), torch.randn(k, n).to(dtype)
            ours, reference = partial(matmul.matmul, a, b), partial(_wide_matmul, a, b)
            theirs = partial(torch.mm, a, b)
            yield Case(f"matmul {_NAMES[dtype]}", f"{m}x{n}x{k}", ours, reference, bound, theirs)


def _layer_norm_cases() -> Iterator[Case]:
    for m, n in ((1151, 1024), (257, 781), (64, 8192)):
        x, dy = torch.randn(m, n) * 2 - 0.5, torch.randn(m, n) * 0.1
        w, b = torch.rand(n), torch.rand(n)
        _, mean, rstd = torch.native_layer_norm(x, [n], w, b, 1e-5)
        yield Case(
            "layer norm forward",
            f"{m}x{n}",
            partial(layer_norm.layer_norm_forward, x, w, b),
            partial(torch.native_layer_norm, x, [n], w, b, 1e-5),
            1e-5,
        )
        backward = torch.ops.aten.native_layer_norm_backward
        yield Case(
            "layer norm backward",
            f"{m}x{n}",
            partial(layer_norm.layer_norm_backward, dy, x, w, mean.flatten(), rstd.flatten()),
            partial(backward, dy, x, [n], mean, rstd, w, b, [True, True, True]),
            1e-4,
        )


def _dropout_reference(x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
    return torch.where(keep, x / 0.5, 0.0)


def _seeded_reference(x: torch.Tensor) -> torch.Tensor:
    """What ours must equal, given what it kept; all -1 for a wrong share."""
    kept = dropout.seeded_dropout(x, 0.3, 123) != 0
    share = kept.float().mean().item()
    if abs(share - 0.7) > 4 * (0.21 / x.numel()) ** 0.5:
        return torch.full_like(x, -1)
    return torch.where(kept, x / (1 - 0.3), 0.0)


def _dropout_cases() -> Iterator[Case]:
    for n in (10, (1 << 18) + 1):
        x, keep = torch.randn(n), torch.rand(n) > 0.5
        ours, reference = (
            partial(dropout.dropout, x, keep, 0.5),
            partial(_dropout_reference, x, keep),
        )
        yield Case("dropout fp32", str(n), ours, reference, 0.0)
    for n in (1000, 1 << 20):
        x = torch.rand(n) + 1.0
        ours, reference = (
            partial(dropout.seeded_dropout, x, 0.3, 123),
            partial(_seeded_reference, x),
        )
        # torch has no seeded dropout: the time beside ours is that of its own dropout.
        theirs = partial(functional.dropout, x, 0.3)
        yield Case("seeded dropout (Philox)", str(n), ours, reference, 1e-6, theirs)


def _attention_cases() -> Iterator[Case]:
    bounds = {torch.float32: 1e-5, torch.float16: 2e-3, torch.bfloat16: 2e-2}
    for dtype, bound in bounds.items():
        for length in (512, 333):
            q, k, v = (torch.randn(1, 4, length, 64).to(dtype) for _ in range(3))
            for causal in (False, True):
                sdpa = functional.scaled_dot_product_attention
                yield Case(
                    f"attention {_NAMES[dtype]}{' causal' if causal else ''}",
                    f"1x4x{length}x64",
                    partial(attention.attention, q, k, v, causal),
                    partial(sdpa, q, k, v, is_causal=causal),
                    bound,
                )


GROUPS: dict[str, Callable[[], Iterator[Case]]] = {
    "vector-add": _vector_add_cases,
    "softmax": _softmax_cases,
    "matmul": _matmul_cases,
    "layer-norm": _layer_norm_cases,
    "dropout": _dropout_cases,
    "attention": _attention_cases,
}


def difference(ours: Any, reference: Any) -> float:
    """Largest |ours - reference| / max(1, |reference|) over all tensors; inf for a NaN of ours."""
    if isinstance(ours, torch.Tensor):
        ours, reference = [ours], [reference]
    worst = 0.0
    for a, b in zip(ours, reference, strict=False):
        if a.numel() == 0:
            continue
        wide_a, wide_b = a.double().flatten(), b.double().flatten()
        error = (wide_a - wide_b).abs() / wide_b.abs().clamp(min=1.0)
        worst = max(worst, torch.nan_to_num(error, nan=float("inf")).max().item())
    return worst


def median_ms(fn: Callable[[], Any], seconds: float) -> float:
    """Median time of a call in ms over at least three calls and about `seconds`."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or (time.perf_counter() < end and len(times) < 1000):
        start = time.perf_counter()
        fn()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def main(arguments: list[str] | None = None) -> int:
    """Run the groups that are asked for; 1 if one is further from torch than its bound."""
    parser = argparse.ArgumentParser(prog="triton_shared.examples", description=__doc__)
    parser.add_argument(
        "--only", choices=GROUPS, action="append", help="run one group (repeatable)"
    )
    parser.add_argument("--seconds", type=float, default=0.1, help="time spent on each median")
    options = parser.parse_args(arguments)
    torch.manual_seed(0)
    width, size_width = 26, 16
    print(f"torch {torch.__version__}, {torch.get_num_threads()} threads")
    print(
        f"{'kernel':<{width}}{'size':>{size_width}}{'max diff':>11}{'ours ms':>11}"
        f"{'torch ms':>11}{'ratio':>8}"
    )
    failed = 0
    for name, make_cases in GROUPS.items():
        if options.only and name not in options.only:
            continue
        for case in make_cases():
            diff = difference(case.ours(), case.reference())
            wrong = not diff <= case.bound
            failed += wrong
            ours = median_ms(case.ours, options.seconds)
            theirs = median_ms(case.timed_reference or case.reference, options.seconds)
            print(
                f"{case.kernel:<{width}}{case.size:>{size_width}}{diff:>11.2e}{ours:>11.3f}"
                f"{theirs:>11.3f}{ours / theirs:>8.2f}"
                + (f"  WRONG: above {case.bound:g}" if wrong else ""),
                flush=True,
            )
    if failed:
        print(f"{failed} results are wrong")
        return 1
    print("all results agree with torch")
    return 0

# Kernels whose launches are counted: those that Triton's own `run` did.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

from typing import Any

import torch
import triton
import triton.language as tl

from plugin_kernels import fresh

WIDTH = tl.constexpr(4)
SHIFT: tl.constexpr = tl.constexpr(1)


@triton.jit
def kinds_kernel(a, b, c=5, C: tl.constexpr = 1, D: tl.constexpr = None):
    pass


@triton.jit
def store_constant_kernel(out, C: tl.constexpr):
    tl.store(out, C)


@triton.jit
def global_kernel(out):
    tl.store(out, WIDTH * 10 + SHIFT)


@triton.jit
def unspecialized_kernel(out, a, b, c, d, e, f, g, h):
    tl.store(out, a + b + c + d + e + f + g + h)


@triton.jit
def debug_kernel(out, debug=5):
    tl.store(out, debug.to(tl.int32))


class Launches:
    """A kernel of its own, with a count of the launches that Triton's `run` did."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = fresh(kernel)
        self.by_triton = 0
        caches = self.kernel.device_caches[0]
        binder = caches[-1]

        def counted(*args: Any, **kwargs: Any) -> Any:
            self.by_triton += 1
            return binder(*args, **kwargs)

        self.kernel.device_caches[0] = (*caches[:-1], counted)

    def settle(self, *args: Any, grid: Any = (1,), **kwargs: Any) -> None:
        """Launch until such launches are native."""
        for _ in range(4):
            self.kernel[grid](*args, **kwargs)
        self.expect_native(*args, grid=grid, **kwargs)

    def expect_native(self, *args: Any, grid: Any = (1,), **kwargs: Any) -> Any:
        before = self.by_triton
        compiled = self.kernel[grid](*args, **kwargs)
        assert self.by_triton == before
        return compiled

    def expect_triton(self, *args: Any, grid: Any = (1,), **kwargs: Any) -> Any:
        before = self.by_triton
        compiled = self.kernel[grid](*args, **kwargs)
        assert self.by_triton == before + 1
        return compiled


def tensor(dtype: torch.dtype = torch.float32, shift: int = 0) -> torch.Tensor:
    return torch.zeros(64, dtype=dtype)[shift:]

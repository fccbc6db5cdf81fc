# Tensors that end where unreadable memory begins, and launches on tensors as they are.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import torch

from triton_shared.testing.check import check
from triton_shared.testing.kernels import make_kernel

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
_libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
_libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


@contextmanager
def guarded(n: int) -> Iterator[torch.Tensor]:
    """`n` zero floats between two stretches of pages that cannot be touched."""
    page = mmap.PAGESIZE
    guard = 16 * page
    inner = -(-4 * n // page) * page
    size = inner + 2 * guard
    base = _libc.mmap(None, size, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    if base in (None, ctypes.c_void_p(-1).value):
        raise OSError(ctypes.get_errno(), "mmap")
    try:
        if _libc.mprotect(base + guard, inner, mmap.PROT_READ | mmap.PROT_WRITE):
            raise OSError(ctypes.get_errno(), "mprotect")
        buffer = (ctypes.c_float * n).from_address(base + guard + inner - 4 * n)
        yield torch.frombuffer(buffer, dtype=torch.float32)
    finally:
        _libc.munmap(base, size)


def run_in_place(source: str, grid: tuple[int, ...], args: list[object], **kwargs: object) -> None:
    """Launches on these very arguments, where `run` and `check` would copy them."""
    make_kernel(source)[grid](*args, **kwargs)


def check_guarded(
    source: str, grid: tuple[int, ...], counts: Sequence[int], **scalars: object
) -> None:
    """Launch on `guarded` arrays of so many whole numbers, and compare with the interpreter."""
    with ExitStack() as stack:
        arrays = [stack.enter_context(guarded(count)) for count in counts]
        for array in arrays:
            array.copy_(torch.randint(-8, 9, array.shape))
        copies = [array.clone() for array in arrays]
        run_in_place(source, grid, [*arrays], **scalars)
        for array, other in zip(arrays, check(source, grid, copies, **scalars), strict=True):
            assert torch.equal(array, other)

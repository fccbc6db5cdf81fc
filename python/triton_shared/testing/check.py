# Run a kernel on the device under test and in the interpreter, and compare what they leave behind.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from . import oracle, wire
from .kernels import kernel_file, make_kernel

_INT_OF_SIZE = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def copy_args(args: Sequence[Any]) -> list[Any]:
    """Arguments with storage of their own; strides and sharing between them are kept."""
    return wire.unpack(*wire.pack(args))


def same_bits(ours: torch.Tensor, theirs: torch.Tensor) -> torch.Tensor:
    """Where two tensors of one shape and type are equal bit for bit, or both NaN."""
    if not ours.dtype.is_floating_point:
        return ours == theirs
    bits = _INT_OF_SIZE[ours.element_size()]
    nan = torch.isnan(ours.float()) & torch.isnan(theirs.float())
    return (ours.contiguous().view(bits) == theirs.contiguous().view(bits)) | nan


def assert_same(ours: torch.Tensor, theirs: torch.Tensor, rtol: float, atol: float) -> None:
    """Equal within bounds; bit for bit when both are 0, where any NaN equals any other."""
    assert ours.dtype == theirs.dtype
    assert ours.shape == theirs.shape
    if rtol == 0 and atol == 0:
        same = same_bits(ours, theirs)
        if not same.all():
            where = (~same).nonzero()[:5].tolist()
            pairs = [(ours[tuple(i)].item(), theirs[tuple(i)].item()) for i in where]
            raise AssertionError(f"{(~same).sum().item()} differ, first at {where}: {pairs}")
        return
    torch.testing.assert_close(ours.double(), theirs.double(), rtol=rtol, atol=atol, equal_nan=True)


def run(source: str, grid: tuple[int, ...], args: Sequence[Any], **kwargs: Any) -> list[Any]:
    """Run the text's `kernel` on copies of the arguments; returns them."""
    copies = copy_args(args)
    make_kernel(source)[grid](*copies, **kwargs)
    return copies


def check(
    source: str,
    grid: tuple[int, ...],
    args: Sequence[Any],
    *,
    rtol: float = 0.0,
    atol: float = 0.0,
    oracle_source: str | None = None,
    **kwargs: Any,
) -> list[Any]:
    """Run the text's `kernel` on both sides, compare every tensor, return ours.

    `oracle_source` stands for the kernel where the interpreter cannot run the same text.
    """
    ours = run(source, grid, args, **kwargs)
    path = kernel_file(oracle_source or source)
    theirs = oracle.interpreter.run(path, "kernel", grid, args, **kwargs)
    for mine, other in zip(ours, theirs, strict=False):
        if isinstance(mine, torch.Tensor):
            assert_same(mine, other, rtol, atol)
    return ours

# Dropout: with a stored mask, and with a mask drawn again from a seed (Philox) where it is needed.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import torch
import triton
import triton.language as tl

from .sizes import cdiv


@triton.jit
def _dropout(x_ptr, x_keep_ptr, output_ptr, n_elements, p, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(axis=0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    inside = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=inside)
    keep = tl.load(x_keep_ptr + offsets, mask=inside)
    output = tl.where(keep, x / (1 - p), 0.0)
    tl.store(output_ptr + offsets, output, mask=inside)


@triton.jit
def _seeded_dropout(x_ptr, output_ptr, n_elements, p, seed, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(axis=0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    inside = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=inside)
    keep = tl.rand(seed, offsets) > p
    output = tl.where(keep, x / (1 - p), 0.0)
    tl.store(output_ptr + offsets, output, mask=inside)


def dropout(
    x: torch.Tensor, x_keep: torch.Tensor, p: float, block_size: int = 1024
) -> torch.Tensor:
    """Zero what `x_keep` does not keep and scale the rest by `1 / (1 - p)`."""
    output = torch.empty_like(x)
    n_elements = x.numel()
    grid = (cdiv(n_elements, block_size),)
    _dropout[grid](x, x_keep, output, n_elements, p, BLOCK_SIZE=block_size)
    return output


def seeded_dropout(x: torch.Tensor, p: float, seed: int, block_size: int = 1024) -> torch.Tensor:
    """Drop each element with probability `p`; the seed alone decides which."""
    output = torch.empty_like(x)
    n_elements = x.numel()
    grid = (cdiv(n_elements, block_size),)
    _seeded_dropout[grid](x, output, n_elements, p, seed, BLOCK_SIZE=block_size)
    return output

# Vector addition: one masked block of elements per program.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import torch
import triton
import triton.language as tl

from .sizes import cdiv


@triton.jit
def add_kernel(x_ptr, y_ptr, output_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    start = tl.program_id(axis=0) * BLOCK_SIZE
    offsets = start + tl.arange(0, BLOCK_SIZE)
    inside = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=inside)
    y = tl.load(y_ptr + offsets, mask=inside)
    tl.store(output_ptr + offsets, x + y, mask=inside)


def add(x: torch.Tensor, y: torch.Tensor, block_size: int = 1024) -> torch.Tensor:
    """Return `x + y`, both contiguous and of one shape and type; `block_size` is a power of 2."""
    output = torch.empty_like(x)
    n_elements = output.numel()
    grid = (cdiv(n_elements, block_size),)
    add_kernel[grid](x, y, output, n_elements, BLOCK_SIZE=block_size)
    return output

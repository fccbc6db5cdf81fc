# Fused softmax: a row stays in registers between its maximum, its sum and the division.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import torch
import triton
import triton.language as tl

from .sizes import next_power_of_2


@triton.jit
def softmax_kernel(
    output_ptr,
    input_ptr,
    input_row_stride,
    output_row_stride,
    n_rows,
    n_cols,
    BLOCK_SIZE: tl.constexpr,
    num_stages: tl.constexpr,
):
    first_row = tl.program_id(0)
    row_step = tl.num_programs(0)
    for row in tl.range(first_row, n_rows, row_step, num_stages=num_stages):
        columns = tl.arange(0, BLOCK_SIZE)
        inside = columns < n_cols
        source = input_ptr + row * input_row_stride + columns
        values = tl.load(source, mask=inside, other=-float("inf"))
        shifted = values - tl.max(values, axis=0)
        numerator = tl.exp(shifted)
        denominator = tl.sum(numerator, axis=0)
        target = output_ptr + row * output_row_stride + columns
        tl.store(target, numerator / denominator, mask=inside)


def softmax(x: torch.Tensor, max_programs: int = 64) -> torch.Tensor:
    """Softmax over the last axis of `x` [M, N], whose rows are contiguous, in its own type.

    `max_programs` go through the rows by turns; a row is one block.
    """
    n_rows, n_cols = x.shape
    y = torch.empty_like(x)
    if n_rows == 0:
        return y
    softmax_kernel[(min(n_rows, max_programs),)](
        y,
        x,
        x.stride(0),
        y.stride(0),
        n_rows,
        n_cols,
        BLOCK_SIZE=next_power_of_2(n_cols),
        num_stages=2,
    )
    return y

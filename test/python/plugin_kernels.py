# Small kernels that the plug-in's tests launch; each makes a fresh function.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels for the plug-in tests.

A JITFunction keeps what it compiled in memory; `fresh(fn)` gives one that has
compiled nothing yet.
"""

from __future__ import annotations

from typing import Any

import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


@triton.jit
def program_ids_kernel(out_ptr):
    """Writes 1 + its own place in the grid to its own element."""
    x, y, z = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    index = (z * tl.num_programs(1) + y) * tl.num_programs(0) + x
    tl.store(out_ptr + index, 1 + x + 10 * y + 100 * z)


@triton.jit
def constant_kernel(out_ptr):
    tl.store(out_ptr, 7654)


@triton.jit
def scalar_kernel(out_ptr, value):
    """Stores a scalar argument in the type of the pointer."""
    tl.store(out_ptr, value)


@triton.jit
def tuple_kernel(out_ptr, pair, none, SCALE: tl.constexpr):
    """out[0] = pair[0][0] * pair[1] * SCALE, where pair[0] is a pointer; none is None."""
    value = tl.load(pair[0]) * pair[1] * SCALE
    if none is not None:
        value = value * 0
    tl.store(out_ptr, value)


@triton.jit
def assert_kernel(x_ptr):
    value = tl.load(x_ptr + tl.program_id(0))
    tl.device_assert(value < 10, "value is too large")


@triton.jit
def bad_shapes_kernel(x_ptr):
    tl.store(x_ptr, tl.arange(0, 16) + tl.arange(0, 32))


@triton.jit
def inline_asm_kernel(x_ptr):
    offsets = tl.arange(0, 16)
    x = tl.load(x_ptr + offsets)
    y = tl.inline_asm_elementwise(
        "shl.b32 $0, $1, 3;", "=r,r", [x], dtype=tl.int32, is_pure=True, pack=1
    )
    tl.store(x_ptr + offsets, y)


def fresh(kernel: Any) -> Any:
    """The same kernel, not compiled yet in this process."""
    return triton.jit(kernel.fn)


@triton.jit
def fill_rows_kernel(out, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.arange(0, ROWS)
    column = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.full([ROWS, BLOCK], 1.0, tl.float32)
    tl.store(out + row[:, None] * columns + column[None, :], value)

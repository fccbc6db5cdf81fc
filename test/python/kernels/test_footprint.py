# Code does not grow with the block, and a thread's scratch is a few blocks.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from typing import Any

import pytest
import torch

from triton_shared.examples import attention, layer_norm, matmul, softmax, vector_add

SMALL, LARGE = 1024, 65536

#: Bytes that the dots of a kernel may keep packed for the next program, with what tells them
#: apart; for each column where that is more; and of a first operand that is copied: what is kept,
#: or for each row where that is more.
KEPT, COLUMN_OF_B, KEPT_ROWS, ROW_OF_A = (1 << 20) + (64 << 10), 1024, (4 << 20) + (512 << 10), 4096


def compiled(kernel: Any, *args: Any, **constants: Any) -> Any:
    return kernel.warmup(*args, grid=(1,), **constants)


def row_kernel(name: str, block: int) -> Any:
    f = torch.float32
    if name == "vector add":
        return compiled(vector_add.add_kernel, f, f, f, 99, BLOCK_SIZE=block)
    if name == "softmax":
        arguments = (f, f, 99, 99, 99, 99)
        return compiled(softmax.softmax_kernel, *arguments, BLOCK_SIZE=block, num_stages=2)
    if name == "layer norm forward":
        kernel = layer_norm._layer_norm_fwd_fused
        return compiled(kernel, f, f, f, f, f, f, 99, 99, 1e-5, BLOCK_SIZE=block)
    kernel = layer_norm._layer_norm_bwd_dx_fused
    arguments = (f,) * 8 + (torch.int32, 99, 99)
    return compiled(kernel, *arguments, GROUP_SIZE_M=64, BLOCK_SIZE_N=block)


ROWS = ["vector add", "softmax", "layer norm forward", "layer norm backward"]


@pytest.mark.parametrize("name", ROWS)
def test_code_is_flat_in_the_block(name: str) -> None:
    small, large = (len(row_kernel(name, block).asm["obj"]) for block in (SMALL, LARGE))
    assert large <= 1.3 * small


@pytest.mark.parametrize("block", [SMALL, LARGE])
@pytest.mark.parametrize("name", ROWS)
def test_scratch_is_at_most_five_blocks(name: str, block: int) -> None:
    assert row_kernel(name, block).metadata.shared <= 5 * block * 4


@pytest.mark.parametrize(
    "block", [(64, 64, 32), (128, 128, 64), (256, 64, 16), (16, 16, 16), (16, 2048, 32)]
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.int8])
def test_scratch_of_a_matmul(dtype: torch.dtype, block: tuple[int, int, int]) -> None:
    m, n, k = block
    kernel = compiled(
        matmul.matmul_kernel,
        *((dtype,) * 3),
        *((99,) * 9),
        BLOCK_SIZE_M=m,
        BLOCK_SIZE_N=n,
        BLOCK_SIZE_K=k,
        GROUP_SIZE_M=8,
        ACTIVATION="",
    )
    packed = max(KEPT, n * COLUMN_OF_B)
    assert kernel.metadata.shared <= packed + max(KEPT_ROWS, m * ROW_OF_A) + 2 * m * n * 4


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_scratch_of_attention(dtype: torch.dtype) -> None:
    n = head = 64
    q = torch.zeros(1, 1, n, head, dtype=dtype)
    # What other tests have compiled in this process, for other blocks, is not asked for.
    attention._attn_fwd.device_caches.clear()
    attention.attention(q, q, q, True, block=(n, n))
    (caches,) = attention._attn_fwd.device_caches.values()
    (kernel,) = caches[0].values()
    vector = 64  # for each row, of what is reduced along rows
    assert kernel.metadata.shared <= KEPT + 4 * n * head * 4 + n * vector

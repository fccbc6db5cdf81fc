# Kernels that hold the same loops dozens of times: each becomes one function that is called.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from typing import Any

import pytest
import torch
import triton
import triton.language as tl

from triton_shared import KernelAssertionError

STEPS = 96


@triton.jit
def sums(x, w, out, s, n, BLOCK: tl.constexpr, STEPS: tl.constexpr):
    """Rows reduced one after the other; each sum is used at once."""
    i = tl.arange(0, BLOCK)
    weights = tl.load(w + i, mask=i < n, other=0.0)
    total = tl.zeros([BLOCK], tl.float32)
    for k in tl.static_range(STEPS):
        row = tl.load(x + k * n + i, mask=i < n, other=0.0).to(tl.float32)
        product = tl.sum(row * weights)
        tl.store(s + k, product + k)
        total += row * product
    tl.store(out + i, total, mask=i < n)


@triton.jit
def branches(x, w, out, s, n, BLOCK: tl.constexpr, STEPS: tl.constexpr):
    """Steps that are left out at run time, and two kinds of them."""
    i = tl.arange(0, BLOCK)
    total = tl.load(w + i, mask=i < n, other=0.0)
    for k in tl.static_range(STEPS):
        if n > 2 * k:
            row = tl.load(x + k * n + i, mask=i < n, other=0.0).to(tl.float32)
            if k % 3 == 0:
                total = tl.maximum(total, row) + tl.max(row)
            else:
                total += row * k
            tl.store(s + k, tl.sum(total))
    tl.store(out + i, total, mask=i < n)


@triton.jit
def chains(x, w, out, s, n, BLOCK: tl.constexpr, STEPS: tl.constexpr):
    """What a step computes, the next one reads from memory."""
    i = tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out + i, tl.load(w + i, mask=mask), mask=mask)
    for k in tl.static_range(STEPS):
        before = tl.load(out + (n - 1) - i, mask=mask, other=0.0)
        row = tl.load(x + k * n + i, mask=mask, other=0.0).to(tl.float32)
        tl.debug_barrier()
        tl.store(out + i, before * 0.5 + row, mask=mask)
        tl.store(s + k, tl.sum(tl.where(mask, before, 0.0)))


def sums_in_torch(x: torch.Tensor, w: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    products = (x * w).sum(1)
    return (x * products[:, None]).sum(0), products + torch.arange(STEPS)


def branches_in_torch(x: torch.Tensor, w: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    n = len(w)
    # Lanes past the row's end are zeros, and take part in what is reduced.
    lanes = (0, triton.next_power_of_2(n) - n)
    rows, total = torch.nn.functional.pad(x, lanes), torch.nn.functional.pad(w, lanes)
    s = torch.zeros(STEPS, dtype=x.dtype)
    for k, row in enumerate(rows[: (n + 1) // 2]):
        total = torch.maximum(total, row) + row.max() if k % 3 == 0 else total + row * k
        s[k] = total.sum()
    return total[:n], s


def chains_in_torch(x: torch.Tensor, w: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    out, s = w.clone(), torch.zeros(STEPS, dtype=x.dtype)
    for k in range(STEPS):
        before = out.flip(0)
        out = before * 0.5 + x[k]
        s[k] = before.sum()
    return out, s


KERNELS: dict[str, tuple[Any, Any]] = {
    "sums": (sums, sums_in_torch),
    "branches": (branches, branches_in_torch),
    "chains": (chains, chains_in_torch),
}


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16], ids=str)
@pytest.mark.parametrize("n", [1, 50, 64, 1000])
@pytest.mark.parametrize("name", KERNELS)
def test_steps(name, n, dtype):
    kernel, reference = KERNELS[name]
    torch.manual_seed(n)
    x = torch.randn(STEPS, n).to(dtype)
    w = torch.randn(n)
    out, s = torch.zeros(n), torch.zeros(STEPS)
    compiled = kernel[(1,)](x, w, out, s, n, BLOCK=triton.next_power_of_2(n), STEPS=STEPS)
    wanted, wanted_s = reference(x.double(), w.double())
    torch.testing.assert_close(out.double(), wanted, rtol=2e-5, atol=2e-4)
    torch.testing.assert_close(s.double(), wanted_s, rtol=2e-5, atol=2e-3)
    # Shorter rows are so little code, on wide registers, that they may stay as they are.
    if name != "chains" and n == 1000:
        assert "repeated_0" in compiled.asm["llir"]


@triton.jit
def asserting(x, out, n, BLOCK: tl.constexpr, STEPS: tl.constexpr):
    i = tl.arange(0, BLOCK)
    for k in tl.static_range(STEPS):
        row = tl.load(x + (tl.program_id(0) * STEPS + k) * n + i, mask=i < n, other=0)
        tl.device_assert(row < 100, "value is too large")
        tl.store(out + (tl.program_id(0) * STEPS + k) * n + i, row + k, mask=i < n)


def test_assertion_in_a_step():
    n = 20
    x = torch.randint(0, 100, (3, STEPS, n), dtype=torch.int32)
    out = torch.empty_like(x)
    asserting[(3,)](x, out, n, BLOCK=32, STEPS=STEPS, debug=True)
    assert torch.equal(out, x + torch.arange(STEPS, dtype=torch.int32)[:, None])
    x[1, 77, 11] = 100
    with pytest.raises(KernelAssertionError, match=r"value is too large[\s\S]*\(1, 0, 0\)"):
        asserting[(3,)](x, out, n, BLOCK=32, STEPS=STEPS, debug=True)

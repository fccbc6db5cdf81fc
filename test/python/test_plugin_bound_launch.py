# Launches of a compiled kernel that is bound to a grid: `compiled[grid](...)`.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from triton import knobs
from triton.compiler.compiler import CompiledKernel

from plugin_kernels import add_kernel


@pytest.fixture
def bound(interpreted: bool) -> Callable[..., Any]:
    if interpreted:
        pytest.skip("the interpreter compiles nothing")
    x = torch.zeros(16)
    compiled = add_kernel.warmup(x, x, x, 16, BLOCK_SIZE=16, grid=(1,))
    return compiled[(1, 1, 1)]


def _operands() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    return torch.arange(16.0), torch.ones(16), torch.zeros(16)


def test_runs(bound: Callable[..., Any]) -> None:
    x, y, z = _operands()
    bound(x, y, z, 16, 16)
    assert torch.equal(z, x + y)
    bound(x, x, z, 16, 16, stream=0)
    assert torch.equal(z, x + x)


def test_constexprs_at_the_end_may_be_left_out(bound: Callable[..., Any]) -> None:
    """As with stock Triton from 3.7 on: libraries that keep compiled kernels do so."""
    x, y, z = _operands()
    bound(x, y, z, 16)
    assert torch.equal(z, x + y)


def test_launches_are_described_for_hooks_alone(
    bound: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def describe(*args: Any) -> None:
        raise AssertionError("described")

    monkeypatch.setattr(CompiledKernel, "launch_metadata", describe)
    x, y, z = _operands()
    bound(x, y, z, 16, 16)
    assert torch.equal(z, x + y)
    knobs.runtime.launch_enter_hook.add(describe)
    try:
        with pytest.raises(AssertionError, match="described"):
            bound(x, y, z, 16, 16)
    finally:
        knobs.runtime.launch_enter_hook.remove(describe)


@pytest.mark.parametrize("name", ["launch_enter_hook", "launch_exit_hook"])
def test_hooks_are_called(bound: Callable[..., Any], name: str) -> None:
    """Those too that come after the grid was bound, and no longer once they are gone."""
    x, y, z = _operands()
    seen = []

    def hook(description: Any) -> None:
        seen.append(description.get()["name"])

    chain = getattr(knobs.runtime, name)
    chain.add(hook)
    try:
        bound(x, y, z, 16, 16)
    finally:
        chain.remove(hook)
    assert seen == ["add_kernel"]
    assert torch.equal(z, x + y)
    bound(x, x, z, 16, 16)
    assert seen == ["add_kernel"]
    assert torch.equal(z, x + x)


def test_wrong_arguments(bound: Callable[..., Any]) -> None:
    x, y, z = _operands()
    with pytest.raises(TypeError, match="takes 5 arguments, got 3"):
        bound(x, y, z)
    with pytest.raises(TypeError, match="takes 5 arguments, got 6"):
        bound(x, y, z, 16, 16, 16)
    with pytest.raises(TypeError, match="argument 'n'"):
        bound(x, y, z, "many", 16)


@pytest.mark.parametrize("grid", [1, lambda meta: (1,)])
def test_wrong_grids(grid: Any) -> None:
    x, y, z = _operands()
    compiled = add_kernel.warmup(x, y, z, 16, BLOCK_SIZE=16, grid=(1,))
    with pytest.raises(TypeError, match="tuple of 3 numbers"):
        compiled[grid]


def test_grid_without_programs(bound: Callable[..., Any]) -> None:
    x, y, z = _operands()
    compiled = add_kernel.warmup(x, y, z, 16, BLOCK_SIZE=16, grid=(1,))
    compiled[(0, 1, 1)](x, y, z, 16, 16)
    assert not z.any()


@pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="torch has no oneDNN")
def test_a_tensor_in_the_order_of_onednn_is_refused(bound: Callable[..., Any]) -> None:
    """It has an address, but its elements are not where its strides say."""
    x, y, z = _operands()
    with pytest.raises(RuntimeError, match="data pointer"):
        bound(x.view(4, 4).to_mkldnn(), y, z, 16, 16)
    assert not z.any()

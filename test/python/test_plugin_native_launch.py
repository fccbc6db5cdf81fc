# Launches without Triton's Python code: taken when they may be, and Triton's when not.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel's launches, from the second with arguments of a kind on, do not go through
Triton's `run`. Each must be what that `run` would have made of it.
"""

from __future__ import annotations

import collections
import itertools
import random
from typing import Any

import pytest
import torch
import triton.language as tl
from triton.runtime.jit import JITFunction

from native_launches import (
    Launches,
    kinds_kernel,
    store_constant_kernel,
    tensor,
)
from plugin_kernels import add_kernel, program_ids_kernel, scalar_kernel


@pytest.fixture
def kinds() -> Launches:
    return Launches(kinds_kernel)


_ARGUMENTS = [
    *(tensor(dtype) for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64)),
    *(tensor(dtype) for dtype in (torch.int8, torch.uint8, torch.int64, torch.bool)),
    tensor(torch.float8_e4m3fn),
    tensor(shift=1),
    torch.nn.Parameter(tensor()),
    torch.empty(0),
    *(0, 1, 2, 16, 17, -1, -16, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**62, 2**63 - 1),
    *(True, False, None, 0.0, 1.0, -1.5, float("inf"), float("nan")),
    (),
    (1, 2),
    (tensor(), (3, 1.5)),
]
_CONSTANTS = [
    *(0, 1, 2, 16, -3, 2**40, True, False, None, 0.5, 1.0, -0.0, "", "relu", "gelu"),
    *(tl.float32, tl.int8, (1, 2), (1, ("a", tl.float16)), ()),
]
_NOT_NATIVE = [2**63, 2**64 - 1]  # Triton's to judge


@pytest.mark.parametrize("value", _ARGUMENTS, ids=lambda v: f"{type(v).__name__}")
def test_second_launch_of_a_kind_is_native(kinds: Launches, value: Any) -> None:
    first = kinds.expect_triton(value, 2)
    assert kinds.expect_native(value, 2) is first


@pytest.mark.parametrize("value", _CONSTANTS, ids=repr)
def test_constexprs_of_every_kind_are_native(kinds: Launches, value: Any) -> None:
    kinds.settle(1.5, 2, C=value)
    kinds.expect_triton(1.5, 2, C=value, D="another")


def test_random_calls_find_what_triton_finds(kinds: Launches) -> None:
    """Whatever comes after whatever, the kernel is the one that Triton's `run` takes."""
    original = JITFunction.run.__wrapped__
    rng = random.Random(20260723)
    few = [*rng.sample(_ARGUMENTS, 12), 1, 16, 3, None, *_NOT_NATIVE]
    for _ in range(600):
        args = [rng.choice(few), rng.choice([3, 1, 2.5])]
        kwargs: dict[str, Any] = {}
        if rng.random() < 0.5:
            args.append(rng.choice([5, 16, 1]))
        elif rng.random() < 0.5:
            kwargs["c"] = rng.choice([5, 16, None])
        if rng.random() < 0.5:
            kwargs["C"] = rng.choice(_CONSTANTS[:8])
        if rng.random() < 0.3:
            kwargs["num_warps"] = rng.choice([4, 8])
        found = kinds.kernel[(1,)](*args, **kwargs)
        assert found is original(kinds.kernel, *args, grid=(1,), warmup=True, **kwargs)


def test_most_of_random_calls_are_native(kinds: Launches) -> None:
    for value, _ in itertools.product((tensor(), 3, 2.5), range(100)):
        kinds.kernel[(1,)](value, 2)
    assert kinds.by_triton == 3


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (tensor(), tensor(shift=1)),
        (tensor(), tensor(torch.int32)),
        (tensor(), None),
        (1, 2),
        (2, 16),
        (3, 2**40),
        (3, 3.0),
        (True, 1),
        (True, False),
        ((1, 2), (1, 2, 3)),
        ((1, 2), (1, (2,))),
    ],
    ids=str,
)
def test_arguments_of_another_kind_are_triton_s(kinds: Launches, first: Any, second: Any) -> None:
    kinds.settle(first, 2)
    kinds.expect_triton(second, 2)
    kinds.expect_native(first, 2)


@pytest.mark.parametrize(
    ("first", "second"), list(itertools.permutations(_CONSTANTS[:9], 2)), ids=str
)
def test_constexprs_are_told_apart(kinds: Launches, first: Any, second: Any) -> None:
    kinds.settle(1.5, 2, C=first)
    kinds.expect_triton(1.5, 2, C=second)


def test_equal_strings_are_one_constexpr(kinds: Launches) -> None:
    kinds.settle(1.5, 2, C="relu")
    kinds.expect_native(1.5, 2, C="".join(["re", "lu"]))


def test_a_constexpr_reaches_the_code() -> None:
    launches = Launches(store_constant_kernel)
    out = torch.zeros(1, dtype=torch.int32)
    for value in [3, 4, 3, 4, 4, 3, 5, 5, 3]:
        launches.kernel[(1,)](out, value)
        assert out.item() == value
    assert launches.by_triton == 3


def test_keywords_defaults_and_positions_are_one_call() -> None:
    launches = Launches(add_kernel)
    x, y, out = torch.rand(100), torch.rand(100), torch.empty(100)
    launches.settle(x, y, out, 100, 128)
    launches.expect_native(x, y, out, 100, BLOCK_SIZE=128)
    launches.expect_native(out_ptr=out, y_ptr=y, x_ptr=x, BLOCK_SIZE=128, n=100)
    name = "".join(["BLOCK", "_SIZE"])  # not interned
    out.zero_()
    launches.expect_native(x, y, out, 100, **{name: 128})
    assert torch.equal(out, x + y)


def test_defaults_are_arguments(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    kinds.expect_native(1.5, 2, 5, 1, None)
    kinds.expect_triton(1.5, 2, 16)


def test_options_are_part_of_the_kind(kinds: Launches) -> None:
    compiled = kinds.kernel[(1,)](1.5, 2, num_warps=8)
    kinds.settle(1.5, 2, num_warps=8)
    assert kinds.expect_native(1.5, 2, num_warps=8) is compiled
    assert kinds.expect_triton(1.5, 2, num_warps=4) is not compiled
    kinds.expect_triton(1.5, 2, debug=True)


@pytest.mark.parametrize("grid", [(3,), [3], (3, 1), (1, 3, 1), (1, 1, 3), torch.Size([3])])
def test_grids(grid: Any) -> None:
    launches = Launches(program_ids_kernel)
    out = torch.zeros(3, dtype=torch.int32)
    launches.settle(out, grid=grid)
    want = out.clone()
    launches.expect_native(out.zero_(), grid=lambda meta: grid)
    assert torch.equal(out, want)
    assert out.all()


def test_a_grid_function_gets_all_arguments() -> None:
    launches = Launches(kinds_kernel)
    x, seen = tensor(), []
    for _ in range(3):
        launches.kernel[lambda meta: seen.append(meta) or (1,)](x, b=2, C=7)  # type: ignore[func-returns-value]
    assert launches.by_triton == 1
    for meta in seen:
        assert list(meta.items()) == [("a", x), ("b", 2), ("c", 5), ("C", 7), ("D", None)]


def test_a_launch_is_kept_and_called_again(kinds: Launches) -> None:
    launch = kinds.kernel[(1,)]
    kinds.settle(1.5, 2)
    before = kinds.by_triton
    assert launch(1.5, 2) is launch(1.5, 2)
    assert kinds.by_triton == before


def test_run_is_native_too(kinds: Launches) -> None:
    for _ in range(3):
        kinds.kernel.run(1.5, 2, grid=(1,), warmup=False)
    assert kinds.by_triton == 1
    kinds.kernel.run(1.5, 2, grid=(1,), warmup=True)
    kinds.kernel.warmup(1.5, 2, grid=(1,))
    assert kinds.by_triton == 3
    JITFunction.run(kinds.kernel, 1.5, 2, grid=(1,), warmup=False)
    assert kinds.by_triton == 3


def test_warmup_runs_nothing() -> None:
    launches = Launches(store_constant_kernel)
    out = torch.zeros(1, dtype=torch.int32)
    launches.settle(out, 5)
    out.zero_()
    launches.kernel.warmup(out, 5, grid=(1,))
    assert out.item() == 0


class _Indexed:
    """Has a length and subscripts that never end; iterating gives something else."""

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> int:
        return (3, 1, 7)[index]

    def __iter__(self) -> Any:
        return iter("ab")


@pytest.mark.parametrize(
    "grid",
    [
        _Indexed(),
        {0: 3},
        collections.UserDict({0: 3}),
        torch.tensor([3]),
        range(3, 4),
        (3, 1, 1, 9),
        [torch.tensor(3)],
    ],
    ids=lambda grid: type(grid).__name__,
)
def test_grids_are_read_as_triton_does(grid: Any) -> None:
    launches = Launches(program_ids_kernel)
    for form in (grid, grid, lambda meta: grid, lambda meta: grid):
        out = torch.zeros(8, dtype=torch.int32)
        launches.kernel[form](out)
        assert out.count_nonzero() == 3
    assert launches.by_triton == 1


def test_a_grid_that_changes_while_it_is_read(kinds: Launches) -> None:
    class Clearing:
        def __init__(self, grid: list[Any]) -> None:
            self.grid = grid

        def __index__(self) -> int:
            self.grid.clear()
            return 1

    class One:
        def __index__(self) -> int:
            return 1

    kinds.settle(1.5, 2)
    for _ in range(20):
        grid: list[Any] = []
        grid += [Clearing(grid), One(), One()]
        kinds.expect_native(1.5, 2, grid=grid)


def test_a_grid_function_may_change_the_arguments() -> None:
    def grid(meta: dict[str, Any]) -> tuple[int]:
        meta["value"] = 99
        return (1,)

    launches = Launches(scalar_kernel)
    out = torch.zeros(1, dtype=torch.int32)
    for _ in range(3):
        launches.kernel[grid](out.zero_(), 7)
        assert out.item() == 99
    assert launches.by_triton == 1
    with pytest.raises(TypeError, match="takes 2 arguments, got 3"):
        launches.kernel[lambda meta: meta.update(more=1) or (1,)](out, 7)

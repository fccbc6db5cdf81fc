# Launches without Triton's Python code: taken when they may be, and Triton's when not.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel's launches, from the second with arguments of a kind on, do not go through
Triton's `run`. Each must be what that `run` would have made of it.
"""

from __future__ import annotations

import collections
import copy
import gc
import itertools
import os
import pickle
import random
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest
import torch
import triton
import triton.language as tl
from triton import knobs
from triton.backends.triton_shared.driver import CPUDriver
from triton.runtime.jit import JITFunction

from plugin_kernels import add_kernel, assert_kernel, fresh, program_ids_kernel, scalar_kernel
from triton_shared.backend import launch_path

WIDTH = tl.constexpr(4)
SHIFT: tl.constexpr = tl.constexpr(1)


@triton.jit
def kinds_kernel(a, b, c=5, C: tl.constexpr = 1, D: tl.constexpr = None):
    pass


@triton.jit
def store_constant_kernel(out, C: tl.constexpr):
    tl.store(out, C)


@triton.jit
def global_kernel(out):
    tl.store(out, WIDTH * 10 + SHIFT)


@triton.jit
def unspecialized_kernel(out, a, b, c, d, e, f, g, h):
    tl.store(out, a + b + c + d + e + f + g + h)


@triton.jit
def debug_kernel(out, debug=5):
    tl.store(out, debug.to(tl.int32))


class Launches:
    """A kernel of its own, with a count of the launches that Triton's `run` did."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = fresh(kernel)
        self.by_triton = 0
        caches = self.kernel.device_caches[0]
        binder = caches[-1]

        def counted(*args: Any, **kwargs: Any) -> Any:
            self.by_triton += 1
            return binder(*args, **kwargs)

        self.kernel.device_caches[0] = (*caches[:-1], counted)

    def settle(self, *args: Any, grid: Any = (1,), **kwargs: Any) -> None:
        """Launch until such launches are native."""
        for _ in range(4):
            self.kernel[grid](*args, **kwargs)
        self.expect_native(*args, grid=grid, **kwargs)

    def expect_native(self, *args: Any, grid: Any = (1,), **kwargs: Any) -> Any:
        before = self.by_triton
        compiled = self.kernel[grid](*args, **kwargs)
        assert self.by_triton == before
        return compiled

    def expect_triton(self, *args: Any, grid: Any = (1,), **kwargs: Any) -> Any:
        before = self.by_triton
        compiled = self.kernel[grid](*args, **kwargs)
        assert self.by_triton == before + 1
        return compiled


@pytest.fixture
def kinds() -> Launches:
    return Launches(kinds_kernel)


def _tensor(dtype: torch.dtype = torch.float32, shift: int = 0) -> torch.Tensor:
    return torch.zeros(64, dtype=dtype)[shift:]


_ARGUMENTS = [
    *(_tensor(dtype) for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64)),
    *(_tensor(dtype) for dtype in (torch.int8, torch.uint8, torch.int64, torch.bool)),
    _tensor(torch.float8_e4m3fn),
    _tensor(shift=1),
    torch.nn.Parameter(_tensor()),
    torch.empty(0),
    *(0, 1, 2, 16, 17, -1, -16, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**62, 2**63 - 1),
    *(True, False, None, 0.0, 1.0, -1.5, float("inf"), float("nan")),
    (),
    (1, 2),
    (_tensor(), (3, 1.5)),
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
    for value, _ in itertools.product((_tensor(), 3, 2.5), range(100)):
        kinds.kernel[(1,)](value, 2)
    assert kinds.by_triton == 3


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (_tensor(), _tensor(shift=1)),
        (_tensor(), _tensor(torch.int32)),
        (_tensor(), None),
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
    x, seen = _tensor(), []
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


# --- what an answer rests on ---------------------------------------------------------------


def test_hooks_are_called(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    names: list[str] = []

    def enter(metadata: Any) -> None:
        names.append(metadata.get()["name"])

    knobs.runtime.launch_enter_hook.add(enter)
    try:
        kinds.expect_triton(1.5, 2)
    finally:
        knobs.runtime.launch_enter_hook.remove(enter)
    assert names == ["kinds_kernel"]
    kinds.settle(1.5, 2)
    calls, knobs.runtime.launch_enter_hook.calls = knobs.runtime.launch_enter_hook.calls, [enter]
    try:
        kinds.expect_triton(1.5, 2)
    finally:
        knobs.runtime.launch_enter_hook.calls = calls
    assert len(names) == 2


@pytest.mark.parametrize("hook", ["launch_enter_hook", "launch_exit_hook"])
def test_a_hook_in_the_place_of_the_chain(kinds: Launches, hook: str) -> None:
    kinds.settle(1.5, 2)
    calls: list[Any] = []
    with knobs.runtime.scope():
        setattr(knobs.runtime, hook, calls.append)
        kinds.expect_triton(1.5, 2)
        kinds.expect_triton(1.5, 2)
    assert len(calls) == 2
    kinds.settle(1.5, 2)


def test_pre_run_hooks_are_called(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    seen: list[Any] = []
    kinds.kernel.add_pre_run_hook(lambda *args, **kwargs: seen.append(args))
    kinds.expect_triton(1.5, 2)
    assert seen == [(1.5, 2)]
    kinds.kernel.pre_run_hooks = []
    kinds.settle(1.5, 2)
    kinds.kernel.pre_run_hooks = [lambda *args, **kwargs: seen.append(kwargs)]
    kinds.expect_triton(1.5, 2)
    assert len(seen) == 2


def test_debug_makes_another_kernel(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    plain = kinds.expect_native(1.5, 2)
    with knobs.runtime.scope():
        knobs.runtime.debug = True
        assert kinds.expect_triton(1.5, 2) is not plain
    kinds.kernel.debug = True
    assert kinds.expect_triton(1.5, 2) is not plain
    kinds.kernel.debug = None
    assert kinds.expect_triton(1.5, 2) is plain


@pytest.mark.parametrize("name", ["instrumentation_mode", "fpsan_homomorphic_casts"])
def test_other_settings_are_looked_at(
    kinds: Launches, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not any(name in vars(kind) for kind in type(knobs.compilation).__mro__):
        pytest.skip("not in this Triton")
    kinds.settle(1.5, 2)
    with knobs.compilation.scope():
        setattr(knobs.compilation, name, getattr(knobs.compilation, name))
        kinds.expect_triton(1.5, 2)
    variable = getattr(vars(type(knobs.compilation))[name], "key", None)
    if variable:  # read at each launch
        kinds.settle(1.5, 2)
        monkeypatch.setenv(variable, "0")
        kinds.expect_triton(1.5, 2)


def test_a_replaced_set_of_knobs(kinds: Launches, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds.settle(1.5, 2)
    plain, calls = kinds.expect_native(1.5, 2), []
    with monkeypatch.context() as patch:
        patch.setattr(knobs, "runtime", knobs.runtime.copy().reset())
        patch.setattr(knobs.runtime, "launch_enter_hook", calls.append)
        kinds.expect_triton(1.5, 2)
        assert len(calls) == 1
        patch.setattr(knobs.runtime, "launch_enter_hook", None)
        patch.setattr(knobs.runtime, "debug", True)
        assert kinds.expect_triton(1.5, 2) is not plain
    kinds.settle(1.5, 2)


def test_what_changes_during_a_first_launch(kinds: Launches) -> None:
    def grid(meta: dict[str, Any]) -> tuple[int]:
        knobs.runtime.debug = True
        return (1,)

    with knobs.runtime.scope():
        plain = kinds.expect_triton(1.5, 2, grid=grid)
        for _ in range(2):
            assert kinds.kernel[(1,)](1.5, 2) is not plain
    assert kinds.kernel[(1,)](1.5, 2) is plain


def test_a_global_that_changes_during_a_first_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    launches = Launches(global_kernel)
    out = torch.zeros(1, dtype=torch.int32)
    with monkeypatch.context() as patch:
        launches.kernel[lambda meta: patch.setitem(globals(), "WIDTH", tl.constexpr(8)) or (1,)](
            out
        )
        for _ in range(2):
            with pytest.raises(RuntimeError, match="Global variable WIDTH has changed"):
                launches.kernel[(1,)](out)


def test_a_hook_that_the_grid_function_adds(kinds: Launches) -> None:
    names: list[str] = []

    def enter(metadata: Any) -> None:
        names.append(metadata.get()["name"])

    kinds.settle(1.5, 2)
    try:
        kinds.kernel[lambda meta: knobs.runtime.launch_enter_hook.add(enter) or (1,)](1.5, 2)
    finally:
        knobs.runtime.launch_enter_hook.remove(enter)
    assert names == ["kinds_kernel"]


def test_parameters_with_names_that_run_uses() -> None:
    """Triton's `run` writes `debug` into the keywords, also where it is a parameter."""
    launches = Launches(debug_kernel)
    out = torch.zeros(1, dtype=torch.int32)
    launches.kernel[(1,)](out)
    want = out.item()
    for _ in range(3):
        launches.kernel[(1,)](out.fill_(-1))
        assert out.item() == want
    assert launches.by_triton == 4


def test_stages_hook_is_asked(kinds: Launches) -> None:
    if "add_stages_inspection_hook" not in JITFunction.run.__wrapped__.__code__.co_names:
        pytest.skip("this Triton asks it when it compiles")
    kinds.settle(1.5, 2)
    asked: list[Any] = []

    def hook(*args: Any) -> tuple[str, str]:
        asked.append(args)
        return ("key", "hash")

    with knobs.runtime.scope():
        knobs.runtime.add_stages_inspection_hook = hook
        kinds.expect_triton(1.5, 2)
        kinds.expect_triton(1.5, 2)
    assert len(asked) >= 2


def test_a_changed_global_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    launches = Launches(global_kernel)
    out = torch.zeros(1, dtype=torch.int32)
    launches.settle(out)
    assert out.item() == 41
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "WIDTH", tl.constexpr(8))
        with pytest.raises(RuntimeError, match="Global variable WIDTH has changed"):
            launches.kernel[(1,)](out)
    with monkeypatch.context() as patch:
        patch.delitem(globals(), "WIDTH")
        with pytest.raises(RuntimeError, match="Global variable WIDTH has changed"):
            launches.kernel[(1,)](out)
    with monkeypatch.context() as patch:
        patch.setattr(SHIFT, "value", 3)
        with pytest.raises(RuntimeError, match="Global variable SHIFT has changed"):
            launches.kernel[(1,)](out)
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "WIDTH", tl.constexpr(4))  # equal, another object
        launches.expect_triton(out.zero_())
        assert out.item() == 41
    launches.settle(out)
    launches.kernel.used_global_vals = {("WIDTH", 0): (tl.constexpr(9), globals())}
    with pytest.raises(RuntimeError, match="Global variable WIDTH has changed"):
        launches.kernel[(1,)](out)


def test_a_global_that_may_change_inside_is_triton_s(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    value = [1]
    kinds.kernel.used_global_vals = {("LIST", 0): ([1], {"LIST": value})}
    kinds.expect_triton(1.5, 2)
    kinds.expect_triton(1.5, 2)
    value.append(2)
    with pytest.raises(RuntimeError, match="Global variable LIST has changed"):
        kinds.kernel[(1,)](1.5, 2)


def test_triton_s_cache_is_the_authority(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    before = kinds.expect_native(1.5, 2)
    kinds.kernel.device_caches[0][0].clear()
    kinds.kernel.device_caches[0][1].clear()
    after = kinds.expect_triton(1.5, 2)
    assert after is not before
    kinds.settle(1.5, 2)
    assert kinds.expect_native(1.5, 2) is after
    kinds.kernel.device_caches.clear()
    again = kinds.kernel[(1,)](1.5, 2)
    assert again is not after
    assert kinds.kernel[(1,)](1.5, 2) is again
    kinds.kernel.device_caches = collections.defaultdict(kinds.kernel.create_binder)
    assert kinds.kernel[(1,)](1.5, 2) is not again


def test_a_kernel_s_own_run_is_called(kinds: Launches) -> None:
    """Somebody puts another launcher into the compiled kernel."""
    kinds.settle(1.5, 2)
    compiled = kinds.expect_native(1.5, 2)
    calls: list[Any] = []
    launcher, compiled._run = compiled._run, lambda *args: calls.append(args)
    kinds.expect_triton(1.5, 2)
    assert len(calls) == 1
    compiled._run = launcher
    kinds.settle(1.5, 2)
    assert len(calls) == 1


def test_a_kernel_s_own_function_is_called() -> None:
    launches = Launches(store_constant_kernel)
    out = torch.zeros(1, dtype=torch.int32)
    launches.settle(out, 5)
    compiled = launches.expect_native(out, 5)
    compiled.function = launches.kernel[(1,)](out, 6).function
    launches.expect_triton(out, 5)
    assert out.item() == 6
    launches.expect_native(out.zero_(), 5)
    assert out.item() == 6


class _Driver(CPUDriver):
    """Might do anything."""


def test_another_driver_is_triton_s(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    active = triton.runtime.driver.active
    try:
        triton.runtime.driver.set_active(_Driver())
        kinds.expect_triton(1.5, 2)
        kinds.expect_triton(1.5, 2)
        triton.runtime.driver.set_active(CPUDriver())
        kinds.expect_native(1.5, 2)
    finally:
        triton.runtime.driver.set_active(active)


def test_run_put_into_a_kernel_is_called(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    kinds.kernel.run = lambda *args, grid, warmup, **kwargs: (args, grid, warmup, kwargs)
    assert kinds.kernel[(4,)](1.5, b=2) == ((1.5,), (4,), False, {"b": 2})


def test_run_of_a_derived_class_is_called() -> None:
    class Derived(JITFunction):  # type: ignore[type-arg]
        def run(self, *args: Any, **kwargs: Any) -> Any:
            return ("derived", args, kwargs)

    kernel = Derived(kinds_kernel.fn)
    assert kernel[(4,)](1, b=2) == ("derived", (1,), {"b": 2, "grid": (4,), "warmup": False})


def test_run_replaced_in_the_class_is_called(
    kinds: Launches, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds.settle(1.5, 2)
    native, calls = JITFunction.run, []

    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        calls.append(kwargs)
        return native(self, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(JITFunction, "run", run)
        kinds.expect_native(1.5, 2)
    assert calls == [{"grid": (1,), "warmup": False}]
    kinds.expect_native(1.5, 2)
    assert len(calls) == 1


def test_autotuned_kernels_are_launched_natively() -> None:
    launches = Launches(add_kernel)
    configs = [triton.Config({"BLOCK_SIZE": size}, num_warps=4) for size in (32, 64)]
    tuned = triton.autotune(configs, key=["n"])(launches.kernel)
    x, out = torch.rand(100), torch.empty(100)
    for _ in range(3):
        tuned[lambda meta: (triton.cdiv(100, meta["BLOCK_SIZE"]),)](x, x, out, 100)
    before = launches.by_triton
    tuned[lambda meta: (triton.cdiv(100, meta["BLOCK_SIZE"]),)](x, x, out.zero_(), 100)
    assert launches.by_triton == before
    assert torch.equal(out, 2 * x)


# --- errors --------------------------------------------------------------------------------


def _error(call: Callable[[], Any]) -> tuple[type, str]:
    with pytest.raises(Exception) as caught:  # noqa: PT011 (which one is compared)
        call()
    return type(caught.value), str(caught.value)


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((1.5,), {}),
        ((1.5, 2, 3, 4, 5, 6), {}),
        ((1.5, 2), {"a": 3}),
        ((1.5, 2), {"grid": (1,)}),
        ((1.5, 2), {"warmup": True}),
        ((1.5, 2), {"nothing": 1}),
        ((1.5, 2**70), {}),
        ((1.5, 2 + 3j), {}),
        ((1.5, _tensor(torch.complex64)), {}),
        ((1.5, _tensor().to_sparse()), {}),
        ((1.5, _tensor().to_mkldnn()), {}),
        ((1.5, torch.empty(3, device="meta")), {}),
        ((1.5, 2), {"C": []}),
    ],
    ids=str,
)
def test_errors_are_those_of_a_first_launch(
    kinds: Launches, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    want = _error(lambda: kinds.kernel[(1,)](*args, **kwargs))
    kinds.settle(1.5, 2)
    assert _error(lambda: kinds.kernel[(1,)](*args, **kwargs)) == want
    kinds.expect_native(1.5, 2)


def test_an_assertion_is_raised_natively() -> None:
    launches = Launches(assert_kernel)
    x = torch.tensor([1, 2, 30])
    launches.kernel = triton.jit(assert_kernel.fn, debug=True)
    want = _error(lambda: launches.kernel[(3,)](x))
    x[2] = 3
    for _ in range(3):
        launches.kernel[(3,)](x)
    x[2] = 30
    assert _error(lambda: launches.kernel[(3,)](x)) == want
    assert "value is too large" in want[1]


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


@pytest.mark.parametrize("grid", [3, (), None, "", {}, lambda meta: 3, lambda meta: ()])
def test_what_is_no_grid(kinds: Launches, grid: Any) -> None:
    if callable(grid):  # what it returns goes to Triton the first time
        kinds.settle(1.5, 2)
    with pytest.raises(TypeError, match="kernel 'kinds_kernel': a grid is a tuple of one to three"):
        kinds.kernel[grid](1.5, 2)


def test_a_grid_function_that_raises(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    with pytest.raises(ZeroDivisionError):
        kinds.kernel[lambda meta: (1 // 0,)](1.5, 2)
    with pytest.raises(ValueError, match="grid dimension 0 is 1099511627776"):
        kinds.kernel[(2**40,)](1.5, 2)


def test_a_tensor_without_memory_is_refused(kinds: Launches) -> None:
    x = _tensor()
    kinds.settle(x, 2)
    x.untyped_storage().resize_(0)
    with pytest.raises(ValueError, match="has elements but no memory"):
        kinds.kernel[(1,)](x, 2)


# --- lifetimes -----------------------------------------------------------------------------


def _table(kernel: Any) -> Any:
    return vars(kernel)["_triton_shared_launches"]


def test_copies_have_tables_of_their_own(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    for other in (copy.copy(kinds.kernel), copy.deepcopy(_table(kinds.kernel))):
        if isinstance(other, JITFunction):
            assert other[(1,)](1.5, 2) is kinds.kernel[(1,)](1.5, 2)
            other[(1,)](1.5, 2)
            assert _table(other) is not _table(kinds.kernel)
        else:
            assert not [item for item in gc.get_referents(other) if not isinstance(item, type)]


def test_another_dict_is_another_table(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    plain = kinds.expect_native(1.5, 2)
    kinds.kernel.__dict__ = dict(vars(kinds.kernel))
    kinds.kernel.debug = True
    assert kinds.expect_triton(1.5, 2) is not plain


def test_what_triton_lets_go_is_freed(kinds: Launches) -> None:
    compiled = [weakref.ref(kinds.kernel[(1,)](1.5, 2, C=value)) for value in range(5)]
    gc.collect()
    assert all(kernel() is not None for kernel in compiled)
    kinds.kernel.device_caches.clear()
    kinds.kernel[(1,)](2, 2)
    gc.collect()
    assert not any(kernel() is not None for kernel in compiled)


def test_run_is_copied_and_pickled_by_name() -> None:
    run = JITFunction.run
    assert copy.deepcopy(run) is run
    assert pickle.loads(pickle.dumps(run)) is run


def test_a_table_does_not_keep_its_kernel(kinds: Launches) -> None:
    kinds.settle(1.5, 2, C="relu")
    table = _table(kinds.kernel)
    compiled = kinds.expect_native(1.5, 2, C="relu")
    assert any(item is compiled for item in gc.get_referents(table))
    registry = getattr(triton.runtime.jit, "_triton_jit_function_registry", {})
    kernel = weakref.ref(kinds.kernel)
    for name in [name for name, known in registry.items() if known is kinds.kernel]:
        del registry[name]
    del kinds.kernel, compiled, table
    gc.collect()
    assert kernel() is None


def test_dropped_constexprs_are_released_with_the_kernel(kinds: Launches) -> None:
    text = "".join(["some", "thing"])
    kinds.settle(1.5, 2, C=text)
    gc.collect()
    held = sys.getrefcount(text)
    kinds.kernel.device_caches.clear()
    vars(kinds.kernel).pop("_triton_shared_launches")
    gc.collect()
    assert sys.getrefcount(text) < held


def test_references_do_not_grow(kinds: Launches) -> None:
    x, grid = _tensor(), (1,)
    kinds.settle(x, 2, C="relu", num_warps=4)
    counted = [x, grid, kinds.kernel, kinds.expect_native(x, 2, C="relu", num_warps=4)]
    gc.collect()
    before = [sys.getrefcount(item) for item in counted]
    for _ in range(1000):
        kinds.kernel[grid](x, 2, C="relu", num_warps=4)
        kinds.kernel[lambda meta: grid](x, 2, C="relu", num_warps=4)
        kinds.kernel.run(x, 2, C="relu", num_warps=4, grid=grid, warmup=False)
    gc.collect()
    assert [sys.getrefcount(item) for item in counted] == before


def test_more_kinds_than_a_table_holds() -> None:
    """All of them are one kind to Triton, which does not specialize these parameters."""
    kernel = triton.jit(unspecialized_kernel.fn, do_not_specialize=list("abcdefgh"))
    out = torch.zeros(1, dtype=torch.int32)
    compiled = set()
    for values in itertools.product([1, 2, 16], repeat=8):
        compiled.add(id(kernel[(1,)](out, *values)))
        assert out.item() == sum(values)
    assert len(compiled) == 1


def test_breaking_in_is_not_lost(kinds: Launches, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(launch_path, "_cache", interrupt)
        with pytest.raises(KeyboardInterrupt):
            kinds.kernel[(1,)](1.5, 2)
    kinds.settle(1.5, 2)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_fault_of_ours_does_not_fail_a_launch(
    kinds: Launches, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> Any:
        raise ValueError("ours")

    for name in ("_cache", "_entry"):
        with monkeypatch.context() as patch:
            patch.setattr(launch_path, name, fail)
            assert kinds.kernel[(1,)](1.5, 2) is kinds.expect_triton(1.5, 2)
    kinds.settle(1.5, 2)


# --- from within, and from several threads -------------------------------------------------


def test_a_grid_function_may_launch_and_clear(kinds: Launches) -> None:
    kinds.settle(1.5, 2)

    def grid(meta: dict[str, Any]) -> tuple[int]:
        kinds.kernel[(1,)](2.5, 3)
        kinds.kernel.device_caches[0][0].clear()
        vars(kinds.kernel).pop("_triton_shared_launches", None)
        gc.collect()
        return (1,)

    for _ in range(3):
        assert kinds.kernel[grid](1.5, 2) is not None


def test_threads_launch_while_the_ground_moves() -> None:
    launches = Launches(store_constant_kernel)
    failures: list[BaseException] = []
    stop = threading.Event()

    def launch(value: int) -> None:
        out = torch.zeros(1, dtype=torch.int32)
        try:
            for turn in range(300):
                constant = value + turn % 3
                launches.kernel[(1,)](out, constant)
                assert out.item() == constant
        except BaseException as error:
            failures.append(error)

    def disturb() -> None:
        for turn in itertools.count():
            if stop.wait(0.001):
                return
            launches.kernel.debug = None if launches.kernel.debug is False else False
            if turn % 20 == 0:
                launches.kernel.device_caches[0][0].clear()
            gc.collect(generation=0)

    threads = [threading.Thread(target=launch, args=(10 * i,), daemon=True) for i in range(4)]
    disturber = threading.Thread(target=disturb, daemon=True)
    for thread in (*threads, disturber):
        thread.start()
    try:
        for thread in threads:
            thread.join()
    finally:
        stop.set()
        disturber.join()
    assert not failures


def test_it_can_be_turned_off() -> None:
    code = (
        "import triton\n"
        "from triton.backends.triton_shared.driver import CPUDriver\n"
        "from triton.runtime.jit import JITFunction\n"
        "CPUDriver()\n"
        "print(hasattr(JITFunction.run, '__wrapped__'), '__getitem__' in vars(JITFunction))\n"
    )
    for value, want in (("0", "False False"), ("1", "True True")):
        environment = {**os.environ, "TRITON_SHARED_NATIVE_LAUNCH": value}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.split("\n")[0] == want

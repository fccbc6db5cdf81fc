# What a native launch rests on: when something of it changes, Triton is asked again.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import collections
import gc
import itertools
import os
import subprocess
import sys
import threading
from typing import Any

import pytest
import torch
import triton
import triton.language as tl
from triton import knobs
from triton.backends.triton_shared.driver import CPUDriver
from triton.runtime.jit import JITFunction

import native_launches
from native_launches import (
    SHIFT,
    Launches,
    debug_kernel,
    global_kernel,
    kinds_kernel,
    store_constant_kernel,
)
from plugin_kernels import add_kernel


@pytest.fixture
def kinds() -> Launches:
    return Launches(kinds_kernel)


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
        launches.kernel[
            lambda meta: patch.setitem(vars(native_launches), "WIDTH", tl.constexpr(8)) or (1,)
        ](out)
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
        patch.setitem(vars(native_launches), "WIDTH", tl.constexpr(8))
        with pytest.raises(RuntimeError, match="Global variable WIDTH has changed"):
            launches.kernel[(1,)](out)
    with monkeypatch.context() as patch:
        patch.delitem(vars(native_launches), "WIDTH")
        with pytest.raises(RuntimeError, match="Global variable WIDTH has changed"):
            launches.kernel[(1,)](out)
    with monkeypatch.context() as patch:
        patch.setattr(SHIFT, "value", 3)
        with pytest.raises(RuntimeError, match="Global variable SHIFT has changed"):
            launches.kernel[(1,)](out)
    with monkeypatch.context() as patch:
        patch.setitem(vars(native_launches), "WIDTH", tl.constexpr(4))  # equal, another object
        launches.expect_triton(out.zero_())
        assert out.item() == 41
    launches.settle(out)
    launches.kernel.used_global_vals = {("WIDTH", 0): (tl.constexpr(9), vars(native_launches))}
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

# Launches without Triton's Python code: what may be remembered of them, and what it rests on.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The way of a launch, `kernel[grid](...)`, once Triton has answered one like it.

Triton's own `run` takes some 4 us of Python to find the compiled kernel that it found
the time before. From the second launch on with arguments of a kind (`LaunchKey.h`),
its answer is given again natively, while all holds that the answer rests on: the
kernel is still in Triton's own cache, no hooks are set, the global values that the
kernel uses and the settings that `run` reads are the objects that they were. Whatever
is different goes to Triton, whose code and caches stay the authority.
"""

from __future__ import annotations

import functools
import inspect
import os
from types import NoneType
from typing import Any

import triton.language as tl
from triton import knobs
from triton.compiler.compiler import CompiledKernel
from triton.runtime import driver as drivers
from triton.runtime.jit import JITFunction

from triton_shared.native import _native

_Watch = tuple[dict[Any, Any], Any, Any] | tuple[dict[Any, Any], Any]

_HOOKS = ("launch_enter_hook", "launch_exit_hook")
_IMMUTABLE = (int, float, bool, str, NoneType, tl.dtype)


def install(driver_type: type) -> None:
    """Put the native way in the place of `JITFunction.run`, once."""
    original = vars(JITFunction).get("run")
    if not inspect.isfunction(original) or not _is_known(original):
        return
    run = _native.LaunchMethod(
        original,
        kernel_type=JITFunction,
        drivers=vars(drivers),
        driver_type=driver_type,
        fixed_type=tl.dtype,
        parameters=functools.partial(_parameters, _own_names(original)),
        observe=functools.partial(_observe, _settings(original)),
        learn=_learn,
    )
    functools.update_wrapper(run, original)
    JITFunction.run = run
    if "__getitem__" not in vars(JITFunction):
        JITFunction.__getitem__ = _native.LaunchSubscript(run)


def _is_known(run: Any) -> bool:
    """Whether `run` is called as all releases of Triton do that were looked at."""
    parameters = inspect.signature(run).parameters
    return {"grid", "warmup"} <= parameters.keys() and "_active" in vars(drivers)


def _own_names(run: Any) -> frozenset[str]:
    """Names of parameters that `run` may take for its own or write to: "grid", "debug"."""
    texts = (constant for constant in run.__code__.co_consts if isinstance(constant, str))
    return frozenset((*inspect.signature(run).parameters, *texts))


def _settings(run: Any) -> list[tuple[str, str]]:
    """(set, name) of the settings of Triton that `run` reads at each launch, by the names
    in its code."""
    return [
        (kind, name)
        for kind in ("runtime", "compilation")
        for name in run.__code__.co_names
        if name in vars(type(getattr(knobs, kind)))
    ]


def _parameters(
    own_names: frozenset[str], kernel: JITFunction[Any]
) -> list[tuple[Any, ...]] | None:
    """(name, is constexpr[, default]) of each parameter; None for a kernel with others
    than plain ones, or with names that `run` has a use for."""
    result: list[tuple[Any, ...]] = []
    for param, described in zip(kernel.params, kernel.signature.parameters.values(), strict=True):
        if described.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD:
            return None
        if param.name in own_names:
            return None
        known = (param.name, bool(param.is_constexpr))
        has_default = described.default is not inspect.Parameter.empty
        result.append((*known, described.default) if has_default else known)
    return result


def _observe(
    settings: list[tuple[str, str]], kernel: JITFunction[Any]
) -> tuple[list[_Watch], list[Any]] | None:
    """What a launch rests on that is known before it: (watches, lists that must be empty).
    None if there are hooks, or something that cannot be watched.
    """
    mine = vars(kernel)
    if drivers.active is not vars(drivers).get("_active"):
        return None
    if getattr(knobs.runtime, "add_stages_inspection_hook", None) is not None:
        return None
    watches = [_entry(mine, name) for name in ("debug", "pre_run_hooks", "device_caches")]
    lists = [kernel.pre_run_hooks]
    device = drivers.active.get_current_device()
    watches.append((kernel.device_caches, device, kernel.device_caches[device]))
    environment = getattr(os.environ, "_data", None)
    for kind, name in settings:
        holder = getattr(knobs, kind)
        watches += [_entry(vars(knobs), kind), _entry(vars(holder), name)]
        variable = getattr(vars(type(holder)).get(name), "key", None)
        if isinstance(variable, str):
            if environment is None:
                return None
            watches.append(_entry(environment, os.environ.encodekey(variable)))
        if name not in _HOOKS or (hook := getattr(holder, name)) is None:
            continue
        calls = getattr(hook, "calls", None)
        if type(calls) is not list or calls:
            return None
        watches.append(_entry(vars(hook), "calls"))
        lists.append(calls)
    return watches, lists


def _learn(kernel: JITFunction[Any], compiled: Any) -> tuple[Any, ...] | None:
    """What runs the launch that Triton just did, and what more that rests on: (launcher,
    function, watches, lists). None if it is not to be remembered.
    """
    found = vars(compiled) if type(compiled) is CompiledKernel else {}
    if not isinstance(found.get("_run"), _native.Launcher):
        return None
    cached, used = _cache(kernel, compiled), _globals(kernel)
    if cached is None or used is None:
        return None
    watches = [_entry(found, "_run"), _entry(found, "function"), *cached, *used]
    return found["_run"], found["function"], watches, []


def _entry(holder: dict[Any, Any], key: Any) -> _Watch:
    return (holder, key, holder[key]) if key in holder else (holder, key)


def _cache(kernel: JITFunction[Any], compiled: CompiledKernel) -> list[_Watch] | None:
    """That Triton would find this kernel in its cache."""
    kernels = kernel.device_caches[drivers.active.get_current_device()][0]
    # The newest come last.
    for key, cached in reversed(kernels.items()):
        if cached is compiled:
            return [(kernels, key, compiled)]
    return None


def _globals(kernel: JITFunction[Any]) -> list[_Watch] | None:
    """That the global values are those that the kernel was compiled with."""
    watches = [_entry(vars(kernel), "used_global_vals")]
    for (name, _), (known, values) in kernel.used_global_vals.items():
        value = values.get(name)
        watches.append(_entry(values, name))
        if type(value) is tl.constexpr:
            if type(known) is not tl.constexpr:
                return None
            watches.append(_entry(vars(value), "value"))
            known, value = known.value, value.value
        if not _is_immutable(value) or known != value:
            return None
    return watches


def _is_immutable(value: Any) -> bool:
    if type(value) is tuple:
        return all(_is_immutable(item) for item in value)
    return type(value) in _IMMUTABLE

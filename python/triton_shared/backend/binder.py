# Triton's binder of launch arguments with errors that name the kernel and the argument.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What stock Triton says of an argument that it cannot take, made readable.

At each launch Triton binds the arguments to a kernel's parameters and finds their
types, before any code of a backend runs. Its errors name neither the kernel nor the
argument: a complex tensor is `KeyError: 'complex64'`, a missing argument one of
`dynamic_func()`. The binder stays Triton's own; only a call that failed is looked at
again, argument by argument.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from triton.runtime import jit

from triton_shared.native import _native

_BINDER_CALL = "dynamic_func() "  # how Python names the function that Triton generates

_TAKEN = (
    "a kernel takes tensors, int, float, bool, None, tensor descriptors, objects with "
    "data_ptr() and dtype, and tuples of those"
)


def install() -> None:
    """Explain the failures of the binders that Triton makes for the CPU from now on.

    Binders of other backends are left as they are.
    """
    original = getattr(jit, "create_function_from_signature", None)
    if original is None or hasattr(original, "explains"):
        return

    @functools.wraps(original)
    def create(sig: inspect.Signature, kparams: Sequence[Any], backend: Any) -> Any:
        binder = original(sig, kparams, backend)
        if not _is_ours(backend):
            return binder
        # Triton passes the parameters alone; the kernel is the one that asks.
        kernel = sys._getframe(1).f_locals.get("self")
        explain = functools.partial(_explain, _Kernel(kernel), sig, kparams, binder)
        return _native.ExplainedCall(binder, explain)

    create.explains = True  # type: ignore[attr-defined]
    jit.create_function_from_signature = create
    key = getattr(jit, "compute_cache_key", None)
    if key is not None:
        jit.compute_cache_key = _native.ExplainedCall(key, _explain_key)


def _is_ours(backend: Any) -> bool:
    from triton_shared.backend.compiler import CPUBackend

    return isinstance(backend, CPUBackend)


class _Kernel:
    """How messages name a kernel. It does not keep the kernel alive."""

    def __init__(self, kernel: Any) -> None:
        function = getattr(kernel, "fn", None)
        code = getattr(function, "__code__", None)
        self.name = str(getattr(function, "__name__", "kernel"))
        self.place = f" ({code.co_filename}:{code.co_firstlineno})" if code else ""

    def __str__(self) -> str:
        return f"kernel '{self.name}'{self.place}"


def _explain(
    kernel: _Kernel,
    sig: inspect.Signature,
    kparams: Sequence[Any],
    binder: Callable[..., Any],
    error: Exception,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Exception:
    """The exception to raise instead of `error`, with `error` as its cause."""
    options = {name: value for name, value in kwargs.items() if name not in sig.parameters}
    named = {name: value for name, value in kwargs.items() if name not in options}
    try:
        bound = sig.bind(*args, **named)
    except TypeError:
        return _caused(TypeError, str(error).replace(_BINDER_CALL, f"{kernel}: "), error)
    if any(param.kind == param.VAR_POSITIONAL for param in sig.parameters.values()):
        text = f"{kernel} has *args, which Triton does not pass on: declare one tuple instead"
        return _caused(TypeError, text, error)
    bound.apply_defaults()
    specialize = getattr(binder, "__globals__", {}).get("specialize_impl")
    backend = getattr(binder, "__globals__", {}).get("backend")
    for param in kparams:
        if specialize is None or param.is_constexpr:
            continue
        for path, value in _leaves(param.name, bound.arguments[param.name]):
            try:
                specialize(backend, value, param.is_const, not param.do_not_specialize, True)
            except Exception as cause:
                return _refusal(kernel, path, value, cause)
    return error


def _explain_key(error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception:
    """What became of the key of a launch: it holds the values of all constexprs."""
    run = sys._getframe(1).f_locals  # of the launch, which alone knows the kernel
    kernel: Any = run.get("self")
    if len(args) < 2 or not _is_ours(run.get("backend")) or not hasattr(kernel, "params"):
        return error
    for param, found in zip(kernel.params, args[1], strict=False):
        try:
            hash(found)
        except Exception as cause:
            text = (
                f"{_Kernel(kernel)}: argument '{param.name}' is a constexpr, and a "
                f"{_name(found[-1])} cannot be one: {cause}"
            )
            return _caused(TypeError, text, cause)
    return error


def _name(value: Any) -> str:
    kind = type(value)
    return f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The values in a tuple argument, and what to call them; any other value itself."""
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _leaves(f"{path}[{index}]", item)
    else:
        yield path, value


def _refusal(kernel: _Kernel, path: str, value: Any, cause: Exception) -> Exception:
    where = f"{kernel}: argument '{path}'"
    kind = _name(value)
    dtype = getattr(value, "dtype", None)
    if isinstance(cause, KeyError) and cause.args == (str(dtype).rpartition(".")[2],):
        text = f"{where} is a {kind} of dtype {dtype}, which Triton has no type for"
        return _caused(TypeError, text, cause)
    if isinstance(cause, TypeError):
        text = f"{where} is of type {kind}: {cause}; {_TAKEN}"
        if kind == "numpy.ndarray":
            text += "\ntorch.from_numpy() gives a tensor on an array's memory"
        return _caused(TypeError, text, cause)
    return _caused(type(cause), f"{where}, {_shown(value, kind)}: {cause}", cause)


def _shown(value: Any, kind: str) -> str:
    """A number, or whatever is short enough, as Python shows it; else what it is."""
    try:
        text = repr(value)
    except Exception:
        text = ""
    return text if text and len(text) <= 80 and "\n" not in text else f"a {kind}"


def _caused(kind: Any, text: str, cause: Exception) -> Exception:
    """`text` as an exception of class `kind`, if that can be made of a text alone."""
    try:
        made = kind(text)
    except Exception:
        made = None
    error: Exception = made if isinstance(made, Exception) else TypeError(text)
    error.__cause__ = cause
    return error

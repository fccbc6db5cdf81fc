# lower(): a kernel's IR at any stop of the road, in one call.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a `@triton.jit` function, or from IR text, to a named stop."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from triton_shared import dump, knobs
from triton_shared.native import _native
from triton_shared.signature import Signature, complete


def lower(
    kernel: Any,
    signature: Signature | None = None,
    constexprs: Mapping[str, Any] | None = None,
    stop: str = "linalg",
    *,
    start: str = "ttir",
    cpu: str = "",
    triple: str = "",
    attrs: Mapping[Any, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    locations: bool = False,
) -> str | bytes:
    """The IR of `kernel` at `stop`: `"ttir"`, `"structured"`, `"linalg"`, `"loops"`,
    `"llvm"`, `"llir"`, `"asm"`, or `"obj"` (bytes).

    `kernel` is a `@triton.jit` function, or text that stands at stop `start`.
    For a function, `signature` types its parameters in Triton's spelling
    (`{"x": "*fp32", "n": "i32"}`, or the types alone in order, in one string or
    several); parameters named in `constexprs`, and constexprs with a default, are left
    out of a sequence.
    `cpu` is an LLVM CPU name, the host's by default, and `triple` a target triple of LLVM
    (`"aarch64-linux-gnu"`), the host's by default; `options` are launch options
    (`debug`, ...); `attrs` are Triton's argument attributes by argument path,
    `{(0,): [["tt.divisibility", 16]]}`. `locations` prints `loc(...)` as well.

    No driver has to be active and nothing is run. Raises the frontend's
    CompilationError, or `CompileError` with a source location.

    >>> lower(add_kernel, "*fp32,*fp32,*fp32,i32", {"BLOCK_SIZE": 1024})
    """
    if stop not in _native.STOPS:
        raise ValueError(f"stop={stop!r}: expected one of {', '.join(_native.STOPS)}")
    text = kernel
    if isinstance(kernel, (str, bytes)):
        _refuse_for_text(signature=signature, constexprs=constexprs, attrs=attrs, options=options)
    if not isinstance(kernel, (str, bytes)):
        if start != "ttir":
            raise ValueError(f"start={start!r} is for IR text; a kernel starts at 'ttir'")
        module = _frontend(kernel, signature, constexprs or {}, cpu, attrs, options)
        if stop == "ttir":
            return str(module if locations else module.str_nodebug())
        text = str(module)  # with locations, for errors
    target = _native.Target(
        cpu=cpu or knobs.cpu.get(),
        features=knobs.features.get(),
        triple=triple or knobs.triple.get(),
    )
    level, passes = knobs.opt_level.get(), knobs.pipeline_options.get()
    fusion = bool((options or {}).get("enable_fp_fusion", _default_fp_fusion()))
    identity = dump.identity_of(text, start, stop, target.key, level, fusion, passes)
    lowered = _native.lower(
        text,
        start=start,
        stop=stop,
        target=target,
        opt_level=level,
        fp_fusion=fusion,
        dump_dir=knobs.dump_dir.get(),
        dump_name=dump.folder_of(text, identity),
        locations=locations,
        options=passes,
    )
    output: str | bytes = lowered.output
    return output


def _refuse_for_text(options: Mapping[str, Any] | None, **frontends: Any) -> None:
    """What Triton's frontend would take has no meaning for IR."""
    given = [name for name, value in frontends.items() if value is not None]
    given += [f"options[{name!r}]" for name in options or {} if name != "enable_fp_fusion"]
    if given:
        raise ValueError(f"{', '.join(given)}: for a @triton.jit function; the kernel is IR text")


def _default_fp_fusion() -> bool:
    from triton import knobs as triton_knobs

    return bool(triton_knobs.language.default_fp_fusion)


def _frontend(
    kernel: Any,
    signature: Signature | None,
    constexprs: Mapping[str, Any],
    cpu: str,
    attrs: Mapping[Any, Any] | None,
    options: Mapping[str, Any] | None,
) -> Any:
    """Triton's frontend and its target-independent passes: a libtriton module."""
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    from triton_shared.backend.compiler import CPUBackend

    if not hasattr(kernel, "arg_names"):
        raise TypeError(f"expected a @triton.jit function or IR text, not {type(kernel).__name__}")
    while not hasattr(kernel, "cache_key"):
        kernel = kernel.fn  # the function under @triton.autotune and @triton.heuristics
    constexprs = _with_defaults(kernel, constexprs)
    types = complete(kernel.arg_names, signature, constexprs)
    target = GPUTarget("cpu", cpu or knobs.cpu.get() or _native.Target.host().cpu, 0)
    backend = CPUBackend(target)
    parsed = backend.parse_options(dict(options or {}))
    unknown = [name for name in options or {} if name not in vars(parsed)]
    if unknown:
        raise ValueError(f"options: there is no launch option {', '.join(map(str, unknown))}")
    for path in attrs or {}:
        if not (isinstance(path, tuple) and path and path[0] in range(len(types))):
            raise ValueError(
                f"attrs: {path!r} is not the path of an argument, (0,) to ({len(types) - 1},)"
            )
    values = {(kernel.arg_names.index(name),): value for name, value in constexprs.items()}
    source = ASTSource(kernel, types, values, dict(attrs or {}))
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = source.make_ir(
        target,
        parsed,
        backend.get_codegen_implementation(parsed),
        backend.get_module_map(),
        context,
    )
    # The module does not keep its context alive.
    module.context = context
    return backend.make_ttir(module, parsed)


def _with_defaults(kernel: Any, constexprs: Any) -> Any:
    """The constexprs, and the defaults of those that were not given."""
    if not isinstance(constexprs, Mapping):
        return constexprs  # told by what checks the signature
    declared = inspect.signature(kernel.fn).parameters
    defaults = {
        param.name: declared[param.name].default
        for param in kernel.params
        if param.is_constexpr and declared[param.name].default is not inspect.Parameter.empty
    }
    return {**defaults, **constexprs}

# IR files given to triton.compile and as overrides.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is wrong with a file, and where, as an exception.

Triton's own parser prints that to the standard error and raises a `RuntimeError` that
names no file; of a module without a public function it does not come back at all.
"""

from __future__ import annotations

import functools
import inspect
from pathlib import Path
from typing import Any

from triton.compiler import compiler

from triton_shared.native import _native


def install() -> None:
    """Check the IR files of kernels for the CPU from now on, and read those of its stops."""
    _check_sources()
    _read_overrides()


def _read_overrides() -> None:
    """Have `TRITON_KERNEL_OVERRIDE` and `ir_override` take a file of any stop; Triton's own
    `parse` gives None for what no backend of its own writes."""
    original = getattr(compiler, "parse", None)
    if not inspect.isfunction(original) or hasattr(original, "__wrapped__"):
        return

    @functools.wraps(original)
    def parse(full_name: str, ext: str, context: Any) -> Any:
        try:
            made = original(full_name, ext, context)
        except RuntimeError as error:
            raise RuntimeError(f"{full_name}: {error}") from error
        if made is None and ext in _native.STOPS:
            path = Path(full_name)
            return path.read_bytes() if ext == "obj" else path.read_text()
        return made

    compiler.parse = parse


def _check_sources() -> None:
    original = getattr(compiler, "IRSource", None)
    if original is None or hasattr(original, "checked"):
        return

    class IRSource(original):  # type: ignore[misc, valid-type]
        checked = True

        def __init__(self, path: Any, context: Any, backend: Any) -> None:
            from triton_shared.backend.compiler import CPUBackend

            if isinstance(backend, CPUBackend):
                _check(Path(path))
            super().__init__(path, context, backend)

    compiler.IRSource = IRSource


def _check(path: Path) -> None:
    if path.suffix != ".ttir":
        raise ValueError(
            f"{path}: for the CPU triton.compile takes .ttir files; "
            "triton_shared.lower(text, start=...) goes on from any other stop"
        )
    with _native.Context() as context:
        try:
            module = _native.Module.parseFile(path, context)
        except _native.MLIRError as error:
            raise _native.CompileError(str(error)) from error
    kernels = sum(_is_kernel(operation) for operation in _operations(module))
    if not kernels:
        raise _native.CompileError(f"{path}: there is no public tt.func, so no kernel, in it")
    if kernels > 1:
        raise _native.CompileError(
            f"{path}: there are {kernels} public tt.func in it, of which one can be the "
            "kernel; make the others private"
        )


def _is_kernel(operation: Any) -> bool:
    visibility = operation.attributes.get("sym_visibility", '"public"')
    return bool(operation.name == "tt.func" and visibility == '"public"')


def _operations(module: Any) -> list[Any]:
    found: list[Any] = []
    module.operation.walk(found.append)
    return found

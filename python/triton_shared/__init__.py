# Package front: version, knobs and lower(); light, so that importing it costs nothing.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""triton-shared: a shared middle layer for Triton compilers, and a CPU backend.

``import triton`` finds the backend by itself (entry point group
``triton.backends``); nothing here has to be imported for kernels to run.

* :func:`lower` gives a kernel's IR at any stop of the road.
* :class:`CompileError`, :class:`LoadError` and :class:`KernelAssertionError` are what
  compiling, loading and running a kernel raise.
* :mod:`triton_shared.knobs` declares every environment variable.
* :mod:`triton_shared.mlir` has MLIR's Python surface (contexts, modules, passes).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = [
    "CompileError",
    "KernelAssertionError",
    "LoadError",
    "__version__",
    "knobs",
    "lower",
    "pipeline_options",
]

_FROM_NATIVE = ("CompileError", "KernelAssertionError", "LoadError", "pipeline_options")

if TYPE_CHECKING:
    from triton_shared import knobs as knobs
    from triton_shared._native import CompileError as CompileError
    from triton_shared._native import KernelAssertionError as KernelAssertionError
    from triton_shared._native import LoadError as LoadError
    from triton_shared._native import pipeline_options as pipeline_options
    from triton_shared.lowering import lower as lower


def __getattr__(name: str) -> Any:
    import importlib

    if name in _FROM_NATIVE:
        return getattr(importlib.import_module("triton_shared.native")._native, name)
    if name == "lower":
        return importlib.import_module("triton_shared.lowering").lower
    if name == "knobs":
        return importlib.import_module("triton_shared.knobs")
    raise AttributeError(f"module 'triton_shared' has no attribute {name!r}")

# The door to the native module: loaded at first use, with a clear error.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Deferred import of ``triton_shared._native``.

Triton imports its plug-ins without a safety net, so a native module that
cannot be loaded must not surface before a kernel really needs it.
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from triton_shared import _native


class NativeModuleError(ImportError):
    """The native module is missing or does not load."""


@functools.cache
def _load() -> ModuleType:
    import importlib

    try:
        return importlib.import_module("triton_shared._native")
    except ImportError as error:
        raise NativeModuleError(
            f"triton-shared's native module cannot be loaded: {error}. Where it is missing: in a "
            "source tree run `make build`; a wheel serves the one version of Python in its name, "
            "and a build with TRITON_SHARED_STATIC_LLVM=OFF needs Debian's libmlir-22 and "
            "libllvm22."
        ) from error


class _Native:
    """Attribute access loads the module."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_load(), name)


if not TYPE_CHECKING:
    _native = _Native()

__all__ = ["NativeModuleError", "_native"]

# Kernels' sources parsed by one thread at a time: CPython cannot by several.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several threads may launch, and so compile, at once; `ast.parse` may not run in several.

CPython 3.11 counts the depth of the trees that it makes in one place for all threads. A
switch of threads inside ends in `SystemError: AST constructor recursion depth mismatch`.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

from triton.runtime import jit

from triton_shared.backend.locks import shared_lock

_lock = shared_lock()


def install() -> None:
    """Let Triton parse one kernel at a time from now on, a few milliseconds each."""
    owner = getattr(jit, "JITCallable", None)
    original = vars(owner).get("parse") if owner is not None else None
    if owner is None or not inspect.isfunction(original) or hasattr(original, "__wrapped__"):
        return

    @functools.wraps(original)
    def parse(self: Any) -> Any:
        with _lock:
            return original(self)

    owner.parse = parse

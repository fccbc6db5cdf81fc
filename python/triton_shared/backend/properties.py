# Triton's cached properties, and forks of the process.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Before Python 3.12 a `functools.cached_property` has one lock for all objects of its class.

A thread that makes a kernel holds it for each parameter in turn, and Python may switch to
another thread meanwhile. A process forked then has nobody who gives it back, and its first
kernel would wait for ever. So a child gets new ones.
"""

from __future__ import annotations

import functools
import os
import threading
from types import ModuleType

_modules: tuple[ModuleType, ...] = ()


def _renew_locks() -> None:
    """What another thread was about to cache is computed anew, by whoever reads it."""
    for module in _modules:
        for owner in list(vars(module).values()):
            if not isinstance(owner, type):
                continue
            for value in list(vars(owner).values()):
                if isinstance(value, functools.cached_property):
                    value.lock = threading.RLock()  # type: ignore[attr-defined]


def install() -> None:
    """Renew the locks of Triton's cached properties in every child from now on."""
    global _modules
    if _modules or not hasattr(functools.cached_property(len), "lock"):
        return
    from triton.language import core
    from triton.runtime import autotuner, jit

    _modules = (jit, autotuner, core)
    os.register_at_fork(after_in_child=_renew_locks)

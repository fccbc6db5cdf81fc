# The plug-in that Triton discovers, also reachable as triton.backends.triton_shared.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Entry point ``cpu`` of the group ``triton.backends``.

Triton imports ``compiler`` and ``driver`` from here and takes the one concrete
class of each. ``import triton`` comes first: whoever imports this package
before Triton would otherwise meet Triton's discovery half-way through.
"""

from __future__ import annotations

import sys

import triton  # noqa: F401

from . import compiler, driver

# `from triton.backends.triton_shared.driver import CPUDriver` must work beside a
# stock wheel, so the path is an alias of this package and not a second backend.
_ALIAS = "triton.backends.triton_shared"
sys.modules.setdefault(_ALIAS, sys.modules[__name__])
sys.modules.setdefault(f"{_ALIAS}.compiler", compiler)
sys.modules.setdefault(f"{_ALIAS}.driver", driver)
if "triton.backends" in sys.modules:
    sys.modules["triton.backends"].triton_shared = sys.modules[__name__]  # type: ignore[attr-defined]

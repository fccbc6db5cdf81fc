# The machine that kernels are made for, and whether it is this one.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import functools
from typing import Any

from triton_shared import knobs
from triton_shared.native import _native


def target_of(arch: str) -> Any:
    """The native target for Triton's `arch`, an LLVM CPU name: the host if it is empty or the
    host's, with the features that the knobs add or take; of another architecture where a knob
    says so."""
    return _target(_cpu_of(arch), knobs.features.get(), knobs.triple.get())


def _cpu_of(arch: str) -> str:
    return "" if arch in ("", _native.Target.host().cpu) else arch


@functools.lru_cache(maxsize=64)
def _target(cpu: str, features: str, triple: str) -> Any:
    # LLVM looks through its lists of CPUs and features: 0.3 ms the first time.
    return _native.Target(cpu=cpu, features=features, triple=triple)


def check_runs_here(kernel: str, arch: str, features: str, triple: str) -> None:
    """Raise LoadError if code for `arch`, with `features` added or taken, may hold instructions
    that this CPU does not have, which would end the process, or is another architecture's."""
    target = _target(_cpu_of(arch), features, triple)
    lacking = target.lacking
    if not lacking:
        return
    host = _native.Target.host()
    if lacking == [target.triple]:
        raise _native.LoadError(
            f"{kernel} was compiled for {target.triple}, and this is {host.triple}: its code can "
            "be read (kernel.asm), not run. TRITON_SHARED_TRIPLE chooses the system"
        )
    names = ", ".join(lacking[:4]) + (", ..." if len(lacking) > 4 else "")
    raise _native.LoadError(
        f"{kernel} was compiled for {target.cpu} with {names}, which this CPU "
        f"({host.cpu}) does not have: its code can be read (kernel.asm), not "
        "run. TRITON_SHARED_CPU and TRITON_SHARED_FEATURES choose the CPU"
    )

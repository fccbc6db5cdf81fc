# Between Triton's launch call and the native launcher: signatures and loading.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Triton calls `launcher_cls` and `utils` of a driver."""

from __future__ import annotations

import os
from typing import Any

from triton import knobs as triton_knobs

from triton_shared.backend.options import WARP_SIZE
from triton_shared.backend.target import check_runs_here
from triton_shared.native import _native

# More than any kernel asks for: a CPU has no such limits, and Triton compares.
_NO_LIMIT = 2**31 - 1

# Host code divides by the registers of a thread to learn how many threads fit: all do.
_REGISTERS = 1


def make_launcher(src: Any, metadata: Any) -> Any:
    """Build the native launcher of one compiled kernel.

    `src` is an ASTSource or an IRSource; only the first has named parameters, and
    constexprs in its signature. The result is called once per launch, without any
    Python in between. Raises LoadError for code that this CPU cannot run.
    """
    check_runs_here(metadata.name, metadata.arch, metadata.cpu_features, metadata.triple)
    names = [key if isinstance(key, str) else f"argument {key}" for key in src.signature]
    return _native.Launcher(
        list(src.signature.values()),
        names,
        kernel_name=metadata.name,
        desc_flags=_descriptor_flags(metadata),
    )


def _descriptor_flags(metadata: Any) -> int:
    """i1 arguments after a host descriptor's strides: one in Triton 3.6, then two."""
    major, minor = (int(part) for part in metadata.triton_version.split(".")[:2])
    return 1 if (major, minor) < (3, 7) else 2


def _remedy(error: str) -> str:
    if "unresolved symbols" in error:
        return "no library defines these functions: this kernel cannot run here"
    # Code just made always loads.
    return (
        "if it is from the cache, its file there is damaged: remove the "
        f"kernel's folder in {triton_knobs.cache.dir}"
    )


class Utils:
    """Loading and the device's properties."""

    @staticmethod
    def load_binary(name: str, kernel: bytes, shared: int, device: int) -> tuple[Any, ...]:
        """(module, function, n_regs, n_spills, n_max_threads); `shared` is the
        kernel's scratch memory per thread."""
        try:
            function = _native.load(kernel, name, arena_bytes=shared)
        except _native.LoadError as error:
            raise _native.LoadError(f"{error}\n{_remedy(str(error))}") from None
        # The function owns its code, so it serves as the module as well: Triton
        # takes a module of None for "not loaded".
        return function, function, _REGISTERS, 0, _NO_LIMIT

    @staticmethod
    def unload_module(module: Any) -> None:
        """The code goes with the last reference to the function."""

    @staticmethod
    def get_device_properties(device: int = 0) -> dict[str, Any]:
        """What Triton asks of a device; `multiprocessor_count` is cores, sizes have no limit."""
        return {
            "name": _native.Target.host().cpu,
            "max_shared_mem": _NO_LIMIT,
            "max_num_regs": _NO_LIMIT,
            "multiprocessor_count": len(os.sched_getaffinity(0)),
            "warpSize": WARP_SIZE,
            "sm_clock_rate": 0,
            "mem_clock_rate": 0,
            "mem_bus_width": 0,
        }

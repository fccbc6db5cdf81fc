# Triton's driver plug-in: when the CPU is the device, and how kernels get to run.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CPU driver.

Nothing native is loaded at import time: an exception here would break
``import triton`` for everybody.
"""

from __future__ import annotations

import os
import threading
from typing import Any

from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase

from triton_shared import knobs
from triton_shared.backend.options import WARP_SIZE
from triton_shared.native import _native

_C_TYPES = {
    "i1": "int8_t",
    "i8": "int8_t",
    "i16": "int16_t",
    "i32": "int32_t",
    "i64": "int64_t",
    "u1": "uint8_t",
    "u8": "uint8_t",
    "u16": "uint16_t",
    "u32": "uint32_t",
    "u64": "uint64_t",
    "fp16": "uint16_t",
    "bf16": "uint16_t",
    "fp32": "float",
    "f32": "float",
    "fp64": "double",
}


class _Asking(threading.local):
    """Set while a driver asks the others, so that two CPU plug-ins do not recurse."""

    active = False


_asking = _Asking()


class CPUDriver(DriverBase):
    """Runs kernels in this process, on as many threads as torch uses."""

    def __init__(self) -> None:
        super().__init__()
        from triton_shared.backend import (
            benchmark,
            binder,
            bound_launch,
            cache,
            dependencies,
            ir_file,
            launch_path,
            parsing,
            properties,
            texts,
        )
        from triton_shared.backend.launcher import Utils, make_launcher

        self.utils = Utils()
        self.launcher_cls = make_launcher
        cache.install()
        binder.install()
        ir_file.install()
        parsing.install()
        dependencies.install()
        properties.install()
        texts.install()
        benchmark.install()
        if knobs.native_launch.get():
            launch_path.install(CPUDriver)
            bound_launch.install()
        _native.set_huge_pages(knobs.huge_pages.get())
        _native.set_cores_apart(knobs.cores_apart.get())
        threads = knobs.num_threads.get()
        if threads:
            _native.set_num_threads(threads)

    @classmethod
    def is_active(cls) -> bool:
        """True when asked for, or when no other driver has a device."""
        if os.environ.get("TRITON_DEFAULT_BACKEND") == "cpu":
            return True
        if _asking.active:
            return False
        from triton.backends import backends

        _asking.active = True
        try:
            others = [b.driver for b in backends.values() if b.driver is not cls]
            return not any(driver.is_active() for driver in others)
        finally:
            _asking.active = False

    def map_python_to_cpp_type(self, ty: str) -> str:
        """C's type of an argument of Triton's type `ty`; ValueError where there is none."""
        if ty.startswith("*"):
            return "void *"
        if ty not in _C_TYPES:
            raise ValueError(f"a kernel argument cannot have the type '{ty}'")
        return _C_TYPES[ty]

    def get_current_target(self) -> GPUTarget:
        """The CPU that code is made for: the host, or what TRITON_SHARED_CPU says."""
        return GPUTarget("cpu", knobs.cpu.get() or _native.Target.host().cpu, WARP_SIZE)

    def get_current_device(self) -> int:
        """The number of the one device."""
        return 0

    def set_current_device(self, device: int) -> None:
        """There is one device."""

    def get_current_stream(self, device: int = 0) -> int:
        """The number of the one stream."""
        return 0

    def get_active_torch_device(self) -> Any:
        """The device that tensors of kernels live on."""
        import torch

        return torch.device("cpu")

    def get_device_interface(self) -> Any:
        """What stands for `torch.cuda` in tests and tools."""
        from triton_shared.backend.device import Device

        return Device()

    def get_benchmarker(self) -> Any:
        """What `triton.autotune` measures with."""
        from triton_shared.backend.benchmark import do_bench

        return do_bench

    def get_empty_cache_for_benchmark(self) -> Any:
        """A tensor for `clear_cache`."""
        from triton_shared.backend.benchmark import flush_buffer

        return flush_buffer()

    def clear_cache(self, cache: Any) -> None:
        """Evict what the CPU's caches hold."""
        from triton_shared.backend.benchmark import flush

        flush(cache)

# The CPU as the device object that Triton's testing helpers ask a driver for.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A stand-in for `torch.cuda` on the CPU.

`torch.cpu` has no timing events. A launch returns when the kernel has finished,
so an event is a reading of the clock and synchronising is nothing.
"""

from __future__ import annotations

import time
from typing import Any


class Event:
    """A point in time, with `torch.cuda.Event`'s methods."""

    def __init__(self, enable_timing: bool = True, **_: Any) -> None:
        self._time = 0.0

    def record(self, stream: Any = None) -> None:
        """Now, as launches are synchronous."""
        self._time = time.perf_counter()

    def elapsed_time(self, end: Event) -> float:
        """Milliseconds from this event to `end`."""
        return (end._time - self._time) * 1e3

    def query(self) -> bool:
        """Has all before the event been done? It has."""
        return True

    def synchronize(self) -> None:
        """The work before the event is done already."""

    def wait(self, stream: Any = None) -> None:
        """The work before the event is done already."""


class Device:
    """What Triton, its tests and its tools call on a device module."""

    Event = Event

    @staticmethod
    def synchronize(device: Any = None) -> None:
        """Launches are synchronous."""

    @staticmethod
    def is_available() -> bool:
        """There is always a CPU."""
        return True

    @staticmethod
    def device_count() -> int:
        """All cores are one device."""
        return 1

    @staticmethod
    def current_device() -> int:
        """The number of the one device."""
        return 0

    @staticmethod
    def set_device(device: Any) -> None:
        """There is one device."""

    @staticmethod
    def current_stream(device: Any = None) -> int:
        """The number of the one stream."""
        return 0

    @staticmethod
    def empty_cache() -> None:
        """Nothing is cached on behalf of a CPU device."""

    def __getattr__(self, name: str) -> Any:
        import torch

        return getattr(torch.cpu, name)

# The environment variables of triton-shared's own: declared, typed, documented.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Settings of triton-shared.

Each knob is one environment variable, read at every use unless it says
otherwise, so that a test or a notebook may change ``os.environ`` at any time. Kernels that have
run in the process keep their code.
A knob that changes the code that is made says so (``in_key``) and is part of
the disk cache's key. ``docs/environment.md`` is generated from this module.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Knob(Generic[T]):
    """One environment variable: name, type, default and what it does."""

    name: str
    kind: str
    default: T
    convert: Callable[[str], T]
    doc: str
    in_key: bool = False

    def get(self) -> T:
        """The value in force; ValueError names the variable when it is malformed."""
        text = os.environ.get(self.name, "")
        if not text:
            return self.default
        try:
            return self.convert(text)
        except ValueError as error:
            raise ValueError(f"{self.name}={text!r}: expected {self.kind} ({error})") from None


def _positive(text: str) -> int:
    value = int(text)
    if not 1 <= value < 2**31:
        raise ValueError("must be at least 1 and less than 2**31")
    return value


def _opt_level(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 3:
        raise ValueError("must be 0, 1, 2 or 3")
    return value


def _options(text: str) -> dict[str, str]:
    result = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = item.partition("=")
        if not equals:
            raise ValueError(f"{item!r} has no '='")
        result[name.strip()] = value.strip()
    return result


def _switch(text: str) -> bool:
    lowered = text.lower()
    if lowered in ("1", "true", "on", "yes"):
        return True
    if lowered in ("0", "false", "off", "no"):
        return False
    raise ValueError("neither on nor off")


dump_dir: Knob[str] = Knob(
    "TRITON_SHARED_DUMP_DIR",
    "a folder",
    "",
    str,
    "Write the IR after every phase of every compilation below this folder, as "
    "`<kernel>-<hash>/<NN>-<phase>.{mlir,ll,s}`; the way of a launched kernel to the linalg "
    "stop as `<kernel>-<hash>-linalg`. Kernels do not overwrite each other. While it is set, "
    "nothing is taken from the disk cache. `triton-shared-opt` writes the IR after every pass.",
)
cpu: Knob[str] = Knob(
    "TRITON_SHARED_CPU",
    "a CPU name of LLVM",
    "",
    str,
    "Make code for this CPU instead of the host's, `znver4` say. Code that the host "
    "cannot run can be compiled and read (`kernel.asm`); its launch raises LoadError.",
    in_key=True,
)
triple: Knob[str] = Knob(
    "TRITON_SHARED_TRIPLE",
    "a target triple of LLVM",
    "",
    str,
    "Make code for another architecture, `aarch64-linux-gnu` say: to be read "
    '(`kernel.asm["asm"]`) or linked (`"obj"`); its launch raises LoadError.',
    in_key=True,
)
features: Knob[str] = Knob(
    "TRITON_SHARED_FEATURES",
    "LLVM features",
    "",
    str,
    "Features on top of the CPU's own, in LLVM's form: `-avx512f,+fma`.",
    in_key=True,
)
opt_level: Knob[int] = Knob(
    "TRITON_SHARED_OPT_LEVEL",
    "a number from 0 to 3",
    3,
    _opt_level,
    "Effort of LLVM; 0 compiles fastest. The passes before LLVM are the same at every level.",
    in_key=True,
)
pipeline_options: Knob[dict[str, str]] = Knob(
    "TRITON_SHARED_OPTIONS",
    "name=value, separated by commas",
    {},
    _options,
    "Options of the pipeline, by the names that `triton_shared.pipeline_options()` lists.",
    in_key=True,
)
linalg: Knob[bool] = Knob(
    "TRITON_SHARED_LINALG",
    "0 or 1",
    True,
    _switch,
    "Keep the `linalg` stop in `kernel.asm`. The CPU path does not go through it; 0 "
    "saves the time that making and printing it takes.",
    in_key=True,
)
huge_pages: Knob[bool | None] = Knob(
    "TRITON_SHARED_HUGE_PAGES",
    "0 or 1",
    None,
    _switch,
    "Ask the system for huge pages where a launch writes an array that outgrows the caches to "
    "memory that was never touched: up to 2.4 times as fast. Unset: as long as they are made in "
    "less time than small ones, which in a virtual machine they are not always. Read when the "
    "driver is made.",
)
cores_apart: Knob[bool | None] = Knob(
    "TRITON_SHARED_CORES_APART",
    "0 or 1",
    None,
    _switch,
    "Whether the threads' cores share no cache: rows that programs collect under locks then go "
    "from one to the other by way of the memory. Unset: measured while such kernels run. Read "
    "when the driver is made.",
)
num_threads: Knob[int] = Knob(
    "TRITON_SHARED_NUM_THREADS",
    "a number from 1",
    0,
    _positive,
    "Threads of a launch, read when the driver is made. Unset: as many as "
    "`torch.get_num_threads()` says at each launch.",
)
native_launch: Knob[bool] = Knob(
    "TRITON_SHARED_NATIVE_LAUNCH",
    "0 or 1",
    True,
    _switch,
    "Launch a kernel again without Triton's Python code, from its second launch with arguments "
    "of a kind on, and one that is bound to a grid, `compiled[grid]`, with little of it; read "
    "when the first driver is made. 0 leaves each launch to Triton.",
)
flush_mib: Knob[int] = Knob(
    "TRITON_SHARED_FLUSH_MIB",
    "a number from 1",
    0,
    _positive,
    "Size in MiB of the buffer that benchmarks read between two runs to empty the "
    "caches. Unset: the last-level cache's size, 64 MiB at most.",
)


def declared() -> list[Knob[object]]:
    """All knobs, in the order of this file."""
    return [value for value in globals().values() if isinstance(value, Knob)]


def key() -> str:
    """The part of a compile key that the knobs make up."""
    return ",".join(f"{knob.name}={knob.get()}" for knob in declared() if knob.in_key)

# The options that a kernel launch or triton.Config may carry to the CPU backend.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile options of one kernel.

Kernels come as they were tuned for GPUs, so every option that the GPU backends
of Triton 3.6 to 3.9 know is accepted. Those that mean nothing here say so.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from types import NoneType
from typing import Any

FP8_TYPES = ("fp8e4b15", "fp8e4b8", "fp8e4nv", "fp8e5", "fp8e5b16")
INPUT_PRECISIONS = ("ieee", "tf32", "tf32x3", "bf16x3", "bf16x6")

# A CPU has no warps. Host code divides block shapes and register counts by the width
# of one, so the target states the width that such code was written for.
WARP_SIZE = 32


#: What is computed with; anything else is taken as it is. Triton passes numbers for truth values.
_KINDS: dict[str, tuple[type, ...]] = {
    "arch": (str,),
    "num_warps": (int,),
    "enable_fp_fusion": (bool, int),
    "extern_libs": (dict, list, tuple, NoneType),
}


@dataclass(frozen=True)
class CPUOptions:
    """Field names are Triton's; `hash` covers all of them."""

    # What changes the code.
    arch: str = ""
    debug: bool = False
    sanitize_overflow: bool = True
    enable_fp_fusion: bool = True
    supported_fp8_dtypes: tuple[str, ...] = FP8_TYPES
    deprecated_fp8_dot_operand_dtypes: tuple[str, ...] = ()
    default_dot_input_precision: str = "ieee"
    allowed_dot_input_precisions: tuple[str, ...] = INPUT_PRECISIONS
    max_num_imprecise_acc_default: int = 0
    ir_override: str | None = None
    extern_libs: Any = None

    # What Triton itself reads back.
    backend_name: str = "cpu"
    warp_size: int = WARP_SIZE
    num_warps: int = 4
    num_ctas: int = 1
    num_stages: int = 3
    instrumentation_mode: str = ""
    launch_cooperative_grid: bool = False

    # Hints for GPUs, without effect on a CPU.
    maxnreg: int | None = None
    launch_pdl: bool = False
    clc: bool = False
    min_shared_mem: int | None = None
    sched4reg: bool = False
    ptx_version: int | None = None
    ptx_options: str | None = None
    enable_reflect_ftz: bool = True
    fpsan_homomorphic_casts: bool = False
    waves_per_eu: int = 0
    matrix_instr_nonkdim: int = 0
    kpack: int = 1
    allow_flush_denorm: bool = False
    schedule_hint: str = "none"
    minRegAutoWS: int | None = None  # noqa: N815
    maxRegAutoWS: int | None = None  # noqa: N815

    def __post_init__(self) -> None:
        for name, kind in _KINDS.items():
            value = getattr(self, name)
            if not isinstance(value, kind):
                expected = " or ".join(k.__name__ for k in kind)
                raise TypeError(f"{name}: expected {expected}, not {value!r}")
        if self.num_warps < 1 or self.num_warps & (self.num_warps - 1):
            # Stock backends assert this, and callers rely on the class.
            raise AssertionError(f"num_warps must be a power of 2, not {self.num_warps}")
        object.__setattr__(self, "enable_fp_fusion", bool(self.enable_fp_fusion))
        libs = self.extern_libs or ()
        object.__setattr__(
            self, "extern_libs", tuple(libs.items()) if isinstance(libs, dict) else tuple(libs)
        )

    def hash(self) -> str:
        """What the options add to a kernel's key."""
        text = "_".join(f"{f.name}-{getattr(self, f.name)}" for f in fields(self))
        return hashlib.sha256(text.encode()).hexdigest()

    @classmethod
    def parse(cls, options: dict[str, Any], **defaults: Any) -> CPUOptions:
        """Take the known keys out of `options`; None means the default.

        Unknown keys stay out, and Triton complains about them by name.
        """
        known = {f.name for f in fields(cls)}
        given = {k: v for k, v in options.items() if k in known and v is not None}
        return cls(**{**defaults, **given})

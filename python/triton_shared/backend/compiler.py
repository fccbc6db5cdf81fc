# Triton's compiler plug-in: TTIR by stock passes, then our stops by name.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CPU backend as Triton's compiler sees it.

Nothing native is loaded at import time: an exception here would break
``import triton`` for everybody.
"""

from __future__ import annotations

import functools
import hashlib
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from triton.backends.compiler import BaseBackend, GPUTarget

import triton_shared
from triton_shared import knobs
from triton_shared.backend.locks import forks_wait
from triton_shared.backend.options import CPUOptions
from triton_shared.backend.road import Road
from triton_shared.backend.target import target_of
from triton_shared.native import _native


@functools.cache
def _build_key() -> str:
    """Identify this build of the package: version, backend sources, native module."""
    parts = [triton_shared.__version__]
    for path in sorted(Path(__file__).parent.glob("*.py")):
        parts.append(hashlib.sha256(path.read_bytes()).hexdigest())
    stat = Path(_native.__file__).stat()
    parts.append(f"{stat.st_size}-{stat.st_mtime_ns}")
    return "-".join(parts)


def _min_dot_size(lhs_type: Any, rhs_type: Any) -> tuple[int, int, int]:
    """Any dot is welcome: there is no instruction with a minimum shape."""
    return (1, 1, 1)


class CPUBackend(BaseBackend):
    """Compiles for `GPUTarget("cpu", <LLVM CPU name>, 0)`."""

    binary_ext = "obj"

    @staticmethod
    def supports_target(target: GPUTarget) -> bool:
        """Is it a CPU?"""
        return bool(target.backend == "cpu")

    def native_target(self) -> Any:
        """The machine to make code for; the host unless arch or knobs say otherwise."""
        return target_of(str(self.target.arch or ""))

    def hash(self) -> str:
        """All that changes the code besides source and options, for the compile key."""
        key = f"triton-shared-{_build_key()}-{self.native_target().key}-{knobs.key()}"
        if knobs.dump_dir.get():
            # A dump is asked for: never answer from the cache.
            key += f"-{uuid.uuid4()}"
        return key

    def parse_options(self, opts: dict[str, Any]) -> CPUOptions:
        """The options of a launch or of `triton.compile`, checked; see CPUOptions.parse."""
        from triton import knobs as triton_knobs

        return CPUOptions.parse(
            opts,
            arch=str(self.target.arch),
            enable_fp_fusion=triton_knobs.language.default_fp_fusion,
        )

    def pack_metadata(self, metadata: Any) -> tuple[Any, ...]:
        """What launch hooks are given: warps, CTAs, bytes of scratch."""
        return (metadata.num_warps, metadata.num_ctas, metadata.shared)

    def get_codegen_implementation(self, options: CPUOptions) -> dict[str, Callable[..., Any]]:
        """What Triton's frontend asks a backend: the least sizes of a dot, conversions of fp8."""
        from triton_shared.backend.float8 import convert_custom_float8

        return {"min_dot_size": _min_dot_size, "convert_custom_types": convert_custom_float8}

    def get_module_map(self) -> dict[str, Any]:
        """The module that stands for `tl.extra.libdevice`."""
        # Every libdevice function under the symbol names (`__nv_*`) that the
        # middle layer maps to vector code.
        from triton.language.extra.cuda import libdevice

        return {"triton.language.extra.libdevice": libdevice}

    def load_dialects(self, ctx: Any) -> None:
        """Nothing to add: the frontend's own dialects are all that TTIR needs."""

    @staticmethod
    def make_ttir(mod: Any, options: CPUOptions) -> Any:
        """Triton's own target-independent passes, those that this Triton has."""
        from triton._C.libtriton import ir, passes

        pipeline = (
            (passes.common, "add_inliner"),
            (passes.ttir, "add_rewrite_tensor_pointer"),
            (passes.ttir, "add_rewrite_tensor_descriptor_to_pointer"),
            (passes.common, "add_canonicalizer"),
            (passes.ttir, "add_combine"),
            (passes.ttir, "add_reorder_broadcast"),
            (passes.common, "add_cse"),
            (passes.common, "add_symbol_dce"),
            (passes.ttir, "add_loop_unroll"),
        )
        manager = ir.pass_manager(mod.context)
        manager.enable_debug()
        for module, name in pipeline:
            add = getattr(module, name, None)
            if add is not None:
                add(manager)
        with forks_wait:  # without Python's lock, and with locks of Triton's MLIR
            manager.run(mod, "make_ttir")
        return mod

    def add_stages(self, stages: dict[str, Any], options: CPUOptions, language: Any = None) -> None:
        """Name the stages from TTIR to object code; Triton runs them in order.

        Raises NotImplementedError for a kernel in Gluon.
        """
        if getattr(language, "name", "TRITON") != "TRITON":
            raise NotImplementedError(
                f"triton-shared compiles Triton kernels, not {language.name}: Gluon describes "
                "GPU layouts and memories that a CPU does not have"
            )
        stages["ttir"] = lambda mod, metadata: self.make_ttir(mod, options)
        road = Road(self.native_target(), options)
        for name in road.stops:
            stages[name] = functools.partial(road.stage, name)
        from triton import knobs as triton_knobs

        hook = triton_knobs.runtime.add_stages_inspection_hook
        if hook is not None:
            hook(self, stages, options, language, None)

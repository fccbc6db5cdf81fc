# Launches of a compiled kernel that is bound to a grid, without what only hooks would see.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The way of a launch `compiled[grid](...)`.

Triton's own asks the driver for a device and a stream, of which there is one here, and
puts together a description of the launch for hooks, of which there are mostly none. That
is most of its time. As soon as there is a hook, launches go Triton's way.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from triton import knobs
from triton.compiler.compiler import CompiledKernel

from triton_shared.native import _native


def install() -> None:
    """Put the short way in the place of `CompiledKernel.__getitem__`, once."""
    original = vars(CompiledKernel).get("__getitem__")
    if not inspect.isfunction(original) or hasattr(original, "__wrapped__"):
        return

    @functools.wraps(original)
    def bind(self: CompiledKernel, grid: tuple[int, int, int]) -> Callable[..., None]:
        if not hasattr(grid, "__len__"):
            raise TypeError(f"the grid of a compiled kernel is a tuple of 3 numbers, not {grid!r}")
        runner: Callable[..., None] = original(self, grid)
        launch = vars(self).get("_run")
        if type(launch) is not _native.Launcher or len(grid) < 3:
            return runner
        x, y, z = grid[:3]
        function, metadata = self.function, self.packed_metadata

        def launched(*args: Any, stream: Any = None) -> None:
            runtime = knobs.runtime
            enter, leave = runtime.launch_enter_hook, runtime.launch_exit_hook
            if _calls(enter) or _calls(leave):
                return runner(*args, stream=stream)
            return launch(x, y, z, 0, function, metadata, None, None, None, *args)

        return launched

    CompiledKernel.__getitem__ = bind


def _calls(hook: Any) -> Any:
    """Whether anything is to be called: a chain of hooks may be empty."""
    return hook is not None and getattr(hook, "calls", True)

# Runs kernels for the process at the other end of stdin and stdout.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether kernels are interpreted must be said before `import triton`: hence a process of its own.
With `TRITON_INTERPRET=1` it interprets, else it runs kernels on our backend.

A request is a pickled `(path, name, grid, packed args, kwargs)`; the answer is `("ok", packed args
after the run)` or `("error", text)`.
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from typing import Any, BinaryIO


def _run(request: Any) -> Any:
    from . import kernels, wire

    path, name, grid, packed, kwargs = request
    args = wire.unpack(*packed)
    function = getattr(kernels.load_module(path), name)
    function[grid](*args, **kwargs)
    return wire.pack(args)


def _pass_contiguous_blocks() -> None:
    """The interpreter's atomics read blocks as if they were contiguous, which the result of a
    reverse scan is not (a NumPy view with negative strides)."""
    import numpy
    from triton.runtime import interpreter

    native = interpreter._interpreter

    def contiguous(a: Any) -> Any:
        if isinstance(a, numpy.ndarray) and not a.flags.c_contiguous:
            return a.copy()
        return a

    class Contiguous:
        def __getattr__(self, name: str) -> Any:
            function = getattr(native, name)
            if not callable(function) or isinstance(function, type):
                return function

            def call(*args: Any) -> Any:
                return function(*(contiguous(a) for a in args))

            return call

    interpreter._interpreter = Contiguous()


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    while True:
        try:
            request = pickle.load(source)
        except EOFError:
            return
        try:
            answer: tuple[str, Any] = ("ok", _run(request))
        except BaseException:
            answer = ("error", traceback.format_exc())
        pickle.dump(answer, sink)
        sink.flush()


def main() -> None:
    import numpy
    import torch

    if os.environ.get("TRITON_INTERPRET") == "1":
        numpy.seterr(all="ignore")
        torch.set_num_threads(1)
        _pass_contiguous_blocks()
    else:
        import triton
        from triton.backends.triton_shared.driver import CPUDriver

        triton.runtime.driver.set_active(CPUDriver())
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a kernel prints must not mix with the answers
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()

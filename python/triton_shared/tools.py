# The scripts `triton-shared-opt` and `triton-shared-lsp-server` of an installed package.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line tools, in the native module: a package holds LLVM once for all three.

In a source tree they are executables as well, in `build/bin`, and the tests use those.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import NoReturn

from triton_shared.native import _native


def _run(tool: Callable[[list[bytes]], int]) -> NoReturn:
    # Signals end the process, as they end other tools.
    for number in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    sys.exit(tool([os.fsencode(word) for word in sys.argv]))


def opt() -> NoReturn:
    """`triton-shared-opt`: runs passes on a file of MLIR; `--help` lists them."""
    _run(_native.opt_main)


def lsp_server() -> NoReturn:
    """`triton-shared-lsp-server`: MLIR's language server, with our dialects."""
    _run(_native.lsp_server_main)

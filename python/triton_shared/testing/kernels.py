# Kernels as files: Triton reads a kernel's source from the file that defines it.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import hashlib
import importlib.util
import tempfile
import threading
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from triton_shared import knobs

_HEADER = """\
import triton
import triton.language as tl
from triton.language.extra import libdevice

"""


@cache
def load_module(path: str, settings: str = "") -> ModuleType:
    """Import the file at `path` once in this process for each text in `settings`."""
    name = "kernel_" + hashlib.sha256(path.encode()).hexdigest()[:16]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# A second folder, made by a thread that came at the same time, would be gone with what it holds.
_one_folder = threading.Lock()


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Gone when the process ends."""
    return tempfile.TemporaryDirectory(prefix="triton-shared-kernels-")


@cache
def kernel_file(source: str) -> str:
    """Write a module that holds `source` under the usual imports; returns its path."""
    with _one_folder:
        folder = Path(_folder().name)
    path = folder / f"{hashlib.sha256(source.encode()).hexdigest()[:16]}.py"
    path.write_text(_HEADER + source)
    return str(path)


def make_kernel(source: str, name: str = "kernel") -> Any:
    """The kernel `name` of a module that holds `source`.

    Triton compiles a function once for arguments of a kind, whatever the environment is later:
    each setting of the variables that change the code has functions of its own.
    """
    return getattr(load_module(kernel_file(source), knobs.key()), name)

# What a compiled kernel can be read as, made when it is asked for.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`kernel.asm`, whose texts are decoded on their first use.

A kernel has a text for each stop of the road, a megabyte in all for attention. Triton
decodes all of them whenever a kernel comes from its disk cache, where a launch wants the
object code alone. The bytes are read at once: the cache may be deleted afterwards.

Beside them, and not counted among them, are the shared libraries that AOTInductor asks for.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from triton import knobs
from triton.compiler.compiler import AsmDict, CompiledKernel

from triton_shared.backend import kernel_library
from triton_shared.backend.cache import CacheError
from triton_shared.backend.compiler import CPUBackend
from triton_shared.backend.locks import shared_lock

_BINARY = CPUBackend.binary_ext


#: Of what is not one step of the interpreter; not an attribute, so that texts can be pickled.
_lock = shared_lock()


class Texts(AsmDict):
    """The dict that Triton would make of the files `{extension: content}`.

    The code is in it from the start: C code takes an empty dict for what it seems.
    `libraries`: functions that make the contents of what is not in it.
    """

    def __init__(
        self, files: dict[str, bytes], libraries: dict[str, Callable[[], bytes]] | None = None
    ) -> None:
        super().__init__((key, files[key]) for key in files if key == _BINARY)
        self._files = files
        self._libraries = libraries or {}

    def __missing__(self, key: str) -> Any:
        with _lock:
            content = self._files.get(key)
            if content is not None and not super().__contains__(key):
                self[key] = _decode(content)
            if super().__contains__(key):
                return dict.get(self, key)
        if key in self._libraries:  # a C compiler runs: nobody waits for that
            return self._libraries[key]()
        return super().__missing__(key)

    def __contains__(self, key: object) -> bool:
        with _lock:
            return super().__contains__(key) or key in self._files or key in self._libraries

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self else default  # noqa: SIM401

    def _complete(self) -> None:
        """Make of it what it stands for, in the order of the files."""
        with _lock:
            if self._files:
                content: dict[str, Any] = {key: self[key] for key in self._files}
                for key in super().__iter__():
                    content.setdefault(key, self[key])
                dict.clear(self)
                dict.update(self, content)
                self._files = {}


def _read(path: str) -> bytes:
    """As `Path.read_bytes` does, without a buffer of its own, nor a `Path`: half of the time."""
    with open(path, "rb", buffering=0) as file:
        return file.read()


def _decode(content: bytes) -> str:
    """As `Path.read_text` does, line ends included."""
    return content.decode().replace("\r\n", "\n").replace("\r", "\n")


def _completed(name: str) -> Callable[..., Any]:
    original = getattr(dict, name)

    @functools.wraps(original)
    def method(self: Texts, *args: Any) -> Any:
        self._complete()
        return original(self, *args)

    return method


for _name in (
    "__iter__", "__reversed__", "__len__", "__eq__", "__ne__", "__repr__", "__or__", "__ror__",
    "__delitem__", "__reduce_ex__", "keys", "values", "items", "copy", "pop", "popitem",
    "setdefault", "clear",
):  # fmt: skip
    setattr(Texts, _name, _completed(_name))


def _libraries(kernel: Any, src: Any) -> dict[str, Callable[[], bytes]]:
    """What AOTInductor asks a kernel for."""
    make = functools.partial(
        kernel_library.kernel_library,
        kernel.metadata.name, kernel.kernel, kernel.metadata.shared, src.signature,
    )  # fmt: skip
    return {"so": make, "launcher.so": kernel_library.launcher}


def _code_of(metadata_group: dict[str, str]) -> str | None:
    """The name of a CPU kernel's code: stops of no other backend are called as ours are."""
    name = next((name for name in metadata_group if name.endswith(f".{_BINARY}")), None)
    stem = name.removesuffix(_BINARY) if name else ""
    return name if f"{stem}llir" in metadata_group and f"{stem}asm" in metadata_group else None


def _require_code(metadata_group: dict[str, str]) -> None:
    """Say why the code of a kernel for the CPU was not stored, where that is so."""
    if not knobs.compilation.store_binary_only:
        return
    path = next(path for name, path in metadata_group.items() if name.endswith(".json"))
    if json.loads(Path(path).read_text())["target"]["backend"] == "cpu":
        raise CacheError(
            errno.ENOENT,
            "TRITON_STORE_BINARY_ONLY lets Triton store cubin and hsaco alone: unset it for "
            "kernels of the CPU",
            path,
        )


def install() -> None:
    """Give kernels of the CPU such texts from now on."""
    original = vars(CompiledKernel).get("__init__")
    if not inspect.isfunction(original) or hasattr(original, "__wrapped__"):
        return

    @functools.wraps(original)
    def init(self: CompiledKernel, src: Any, metadata_group: dict[str, str], hash: str) -> None:
        binary = _code_of(metadata_group)
        if binary is None:
            self.module = None  # Triton 3.8 looks at it when the object goes
            _require_code(metadata_group)
            original(self, src, metadata_group, hash)
            return
        short = {
            name: path
            for name, path in metadata_group.items()
            if name == binary or name.endswith(".json")
        }
        original(self, src, short, hash)
        files = {}
        for name, path in metadata_group.items():
            if name == binary:
                files[_BINARY] = self.kernel
            elif not name.endswith(".json"):
                with contextlib.suppress(OSError):  # nobody may ever ask for that text
                    files[name.rpartition(".")[2]] = _read(path)
        self.metadata_group = metadata_group
        self.asm = Texts(files, _libraries(self, src))

    CompiledKernel.__init__ = init

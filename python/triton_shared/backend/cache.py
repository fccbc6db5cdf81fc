# Triton's disk cache with errors that say what and where, and nothing half-written.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A drop-in for Triton's file cache.

Stock Triton leaves a half-written file behind when the disk is full, and its
error then names neither file nor folder. The files and their layout are the same
here, so both read what the other wrote.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import uuid
import zlib
from pathlib import Path
from typing import Any

from triton.runtime.cache import FileCacheManager


class CacheError(OSError):
    """The disk cache cannot be used."""


def _error(error: OSError, action: str, path: str) -> CacheError:
    reason = error.strerror or str(error)
    text = (
        f"cannot {action} in Triton's kernel cache: {reason}. Make room or point "
        "TRITON_CACHE_DIR to a folder that can be written"
    )
    return CacheError(error.errno, text, path)


#: What a kernel for the CPU does not go without: its code, and what texts.py knows it by.
_NEEDED = ("obj", "asm", "llir")


def _described(path: str) -> dict[str, Any]:
    """What the `.json` of a kernel says; nothing if it cannot be read."""
    try:
        described = json.loads(Path(path).read_bytes())
    except (OSError, ValueError):
        return {}
    return described if isinstance(described, dict) else {}


def _is_damaged(group: dict[str, str], stem: str) -> bool:
    """Whether it is a kernel for the CPU of which files are gone, cannot be read or are not what
    the description says."""
    described = _described(group.get(f"{stem}.json", ""))
    if "code_crc32" not in described:
        return f"{stem}.structured" in group  # else it is another backend's
    if not all(f"{stem}.{stop}" in group for stop in _NEEDED):
        return True
    try:
        code = Path(group[f"{stem}.obj"]).read_bytes()
    except OSError:
        return True
    return bool(described["code_crc32"] != zlib.crc32(code))


def write_whole(target: Path, content: bytes) -> None:
    """A file in a folder that is there: a reader sees the old one or the new one, never a part.

    Raises OSError; nothing is left behind then, nor after an interrupt.
    """
    # Who may read it is a matter of the process's umask, which tempfile does not ask.
    temporary = target.with_name(f"tmp.{os.getpid()}.{uuid.uuid4().hex}")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(temporary, flags, 0o666), "wb") as file:
            file.write(content)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


class CPUCacheManager(FileCacheManager):
    """As `FileCacheManager`, with its failures cleaned up and explained."""

    def __init__(self, key: str, override: bool = False, dump: bool = False) -> None:
        try:
            super().__init__(key, override=override, dump=dump)
        except OSError as error:
            raise _error(error, "create a folder", error.filename or "") from error
        except (RuntimeError, UnicodeError) as error:  # of a name, empty or not in the locale
            unnamed = OSError(errno.ENOENT, str(error))
            raise _error(
                unnamed, "create a folder", os.environ.get("TRITON_CACHE_DIR", "")
            ) from error

    def get_group(self, filename: str) -> dict[str, str] | None:
        """The files of a kernel; None if it is not there, or if its code for the CPU or what
        describes it is gone or damaged, as after a power cut: it is compiled anew then."""
        try:
            group: dict[str, str] | None = super().get_group(filename)
        except (ValueError, AttributeError, TypeError):  # of JSON, or of what it holds
            return None
        stem = filename.removesuffix(".json")
        if group and _is_damaged(group, stem):
            return None
        return group

    def put(self, data: Any, filename: str, binary: bool = True) -> str:
        """Write a file of the kernel's folder, whole or not at all; returns its path.

        Raises CacheError, which names the file, where that cannot be done.
        """
        content = data if isinstance(data, bytes) else str(data).encode()
        target = Path(self.cache_dir) / filename
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, content)
        except BaseException as error:
            with contextlib.suppress(OSError):
                # An empty folder is of no use to anybody; one in use stays.
                target.parent.rmdir()
            if isinstance(error, OSError):
                raise _error(error, f"write {filename}", str(target)) from error
            raise
        return str(target)


def _manager(key: str, **mode: bool) -> Any:
    """A cache manager: of the class that TRITON_CACHE_MANAGER names by now, or ours."""
    from triton import knobs

    chosen = vars(type(knobs.cache))["manager_class"].get() or CPUCacheManager
    return chosen(key, **mode)


def is_in_files() -> bool:
    """Whether kernels are kept in files: nobody chose another manager."""
    from triton import knobs

    return (
        knobs.cache.manager_class is _manager
        and vars(type(knobs.cache))["manager_class"].get() is None
    )


def install() -> None:
    """Use ours, unless the user chose a cache manager or does so later: libraries
    set TRITON_CACHE_MANAGER when they are imported."""
    from triton import knobs

    if knobs.cache.manager_class is None:
        knobs.cache.manager_class = _manager

# The disk cache: hits, keys, and failures that leave the process usable.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
import torch
import triton

from plugin_kernels import add_kernel, fresh
from triton_shared import LoadError
from triton_shared.backend.cache import CacheError, CPUCacheManager


def launch(kernel: Any, n: int = 40) -> Any:
    x = torch.arange(n, dtype=torch.float32)
    out = torch.empty_like(x)
    compiled = kernel[(triton.cdiv(n, 16),)](x, x, out, n, BLOCK_SIZE=16)
    assert torch.equal(out, x + x)
    return compiled


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Grows by one for every compile(): True for a hit of the disk cache."""
    hits: list[bool] = []
    monkeypatch.setattr(
        triton.knobs.compilation, "listener", lambda **kwargs: hits.append(kwargs["cache_hit"])
    )
    return hits


def test_second_process_wide_compile_is_a_hit(fresh_cache: Path, compilations: list[bool]) -> None:
    first = launch(fresh(add_kernel))
    second = launch(fresh(add_kernel))
    assert compilations == [False, True]
    assert first.asm["obj"] == second.asm["obj"]


def test_a_kernel_whose_code_is_gone_is_compiled_again(
    fresh_cache: Path, compilations: list[bool]
) -> None:
    launch(fresh(add_kernel))
    for path in fresh_cache.rglob("*.obj"):
        path.unlink()
    assert launch(fresh(add_kernel)).asm["obj"]
    launch(fresh(add_kernel))
    assert compilations == [False, False, True]


@pytest.mark.parametrize("left", [".json", ".obj", ".asm"])
def test_a_kernel_of_which_little_is_left_is_compiled_again(
    fresh_cache: Path, compilations: list[bool], left: str
) -> None:
    """Of what one that cleans up removed, by age say."""
    launch(fresh(add_kernel))
    for path in fresh_cache.rglob("add_kernel.*"):
        if path.suffix not in (".json", left):
            path.unlink()
    assert launch(fresh(add_kernel)).asm["structured"]
    launch(fresh(add_kernel))
    assert compilations == [False, False, True]


def test_a_text_that_cannot_be_read_is_left_out(
    fresh_cache: Path, compilations: list[bool]
) -> None:
    launch(fresh(add_kernel))
    (file,) = fresh_cache.glob("*/add_kernel.asm")
    file.unlink()
    file.mkdir()
    kernel = launch(fresh(add_kernel))
    assert compilations == [False, True]
    assert kernel.asm["ttir"]
    assert "asm" not in kernel.asm


@pytest.mark.parametrize("group", ["", "__grp__"], ids=["kernel", "group"])
@pytest.mark.parametrize("bytes_left", [0, 40])
def test_a_kernel_whose_description_was_cut_short_is_compiled_again(
    fresh_cache: Path, compilations: list[bool], group: str, bytes_left: int
) -> None:
    launch(fresh(add_kernel))
    (file,) = fresh_cache.glob(f"*/{group}add_kernel.json")
    file.write_bytes(file.read_bytes()[:bytes_left])
    launch(fresh(add_kernel))
    launch(fresh(add_kernel))
    assert compilations == [False, False, True]


@pytest.mark.parametrize("group", ["", "__grp__"], ids=["kernel", "group"])
@pytest.mark.parametrize("content", ["{}", "[1]", "null", "}"])
def test_a_kernel_with_another_description_is_compiled_again(
    fresh_cache: Path, compilations: list[bool], content: str, group: str
) -> None:
    launch(fresh(add_kernel))
    (file,) = fresh_cache.glob(f"*/{group}add_kernel.json")
    file.write_text(content)
    launch(fresh(add_kernel))
    launch(fresh(add_kernel))
    assert compilations == [False, False, True]


def test_features_are_in_the_key(
    fresh_cache: Path, compilations: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    launch(fresh(add_kernel))
    monkeypatch.setenv("TRITON_SHARED_FEATURES", "-avx512f")
    launch(fresh(add_kernel))
    assert compilations == [False, False]


def test_nothing_but_finished_files_stays(fresh_cache: Path) -> None:
    launch(fresh(add_kernel))
    names = [path.name for path in fresh_cache.rglob("*") if path.is_file()]
    assert "add_kernel.obj" in names
    assert not [name for name in names if name.startswith("tmp")]


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_who_may_read_is_a_matter_of_the_umask(fresh_cache: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        launch(fresh(add_kernel))
    finally:
        os.umask(before)
    modes = {path.stat().st_mode & 0o777 for path in fresh_cache.rglob("*") if path.is_file()}
    assert modes == {0o666 & ~mask}


def test_unusable_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("TRITON_CACHE_DIR", str(blocked / "cache"))
    kernel = fresh(add_kernel)
    with pytest.raises(CacheError, match="TRITON_CACHE_DIR") as caught:
        launch(kernel)
    assert str(blocked) in str(caught.value)
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "good"))
    launch(kernel)


def test_read_only_cache_folder(fresh_cache: Path) -> None:
    code = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parent)!r})
import torch
from plugin_kernels import add_kernel
x = torch.ones(16)
try:
    add_kernel[(1,)](x, x, x, 16, BLOCK_SIZE=16)
except OSError as error:
    print(type(error).__name__, error)
Path({str(fresh_cache)!r}).chmod(0o700)
add_kernel[(1,)](x, x, x, 16, BLOCK_SIZE=16)
print(x.sum().item())
"""
    command = [sys.executable, "-c", code]
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("root writes to read-only folders, and there is no setpriv")
        command = ["setpriv", "--bounding-set", "-dac_override", *command]
    fresh_cache.mkdir()
    fresh_cache.chmod(0o500)
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    first, last = done.stdout.splitlines()
    assert first.startswith("CacheError")
    assert "Permission denied" in first
    assert str(fresh_cache) in first
    assert last == "32.0"


def test_full_disk(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fills up at the object file: an error, no leftovers, then all is well."""
    kernel = fresh(add_kernel)
    real = os.fdopen

    def fdopen(handle: int, *args: Any, **kwargs: Any) -> Any:
        file = real(handle, *args, **kwargs)
        write = file.write

        class Full:
            def __enter__(self) -> Any:
                return self

            def __exit__(self, *exc: object) -> None:
                file.close()

            def write(self, data: bytes) -> int:
                if data.startswith(b"\x7fELF"):
                    write(data[: len(data) // 2])
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                return int(write(data))

        return Full()

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdopen", fdopen)
        with pytest.raises(CacheError, match="No space left on device") as caught:
            launch(kernel)
    assert "add_kernel.obj" in str(caught.value)
    left = [path.name for path in fresh_cache.rglob("*") if path.is_file()]
    assert not [name for name in left if name.startswith("tmp") or name.endswith(".obj")]
    assert not [name for name in left if name.startswith("__grp__")]
    launch(kernel)


def test_interrupt_while_caching(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = fresh(add_kernel)

    def interrupted(*_: object, **__: object) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdopen", interrupted)
        with pytest.raises(KeyboardInterrupt):
            launch(kernel)
    assert not [path for path in fresh_cache.rglob("*") if path.is_file()]
    launch(kernel)


def test_file_size_limit_in_a_real_process(tmp_path: Path) -> None:
    """The kernel refuses the write, as on a full disk; the process goes on."""
    code = f"""
import resource, signal, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import torch
from plugin_kernels import add_kernel
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
x = torch.ones(16)
resource.setrlimit(resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
try:
    add_kernel[(1,)](x, x, x, 16, BLOCK_SIZE=16)
except OSError as error:
    print("error:", error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
add_kernel[(1,)](x, x, x, 16, BLOCK_SIZE=16)
print(x.sum().item())
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "TRITON_CACHE_DIR": str(tmp_path / "cache")},
    )
    assert done.returncode == 0, done.stderr
    assert "error:" in done.stdout
    assert "File too large" in done.stdout
    assert done.stdout.strip().endswith("32.0")


def test_manager_reads_what_triton_wrote(fresh_cache: Path) -> None:
    from triton.runtime.cache import FileCacheManager

    FileCacheManager("KEY").put("text", "a.txt")
    ours = CPUCacheManager("KEY")
    path = ours.get_file("a.txt")
    assert path is not None
    assert Path(path).read_text() == "text"
    ours.put(b"bytes", "b.bin")
    assert Path(FileCacheManager("KEY").get_file("b.bin")).read_bytes() == b"bytes"


def test_several_processes_compile_the_same_kernel(tmp_path: Path) -> None:
    code = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import torch
from plugin_kernels import add_kernel
x = torch.ones(16)
add_kernel[(1,)](x, x, x, 16, BLOCK_SIZE=16)
print(x.sum().item())
"""
    env = {**os.environ, "TRITON_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, "-c", code]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) for _ in range(4)
    ]
    assert [process.communicate()[0].strip() for process in running] == ["32.0"] * 4


class OwnManager(CPUCacheManager):
    """Stands for the manager of a library."""


def test_manager_chosen_after_the_driver_started(
    fresh_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launch(fresh(add_kernel))
    assert type(triton.runtime.cache.get_cache_manager("00")) is CPUCacheManager
    monkeypatch.setenv("TRITON_CACHE_MANAGER", f"{__name__}:OwnManager")
    assert type(triton.runtime.cache.get_cache_manager("00")) is OwnManager
    assert type(triton.runtime.cache.get_dump_manager("00")) is OwnManager
    launch(fresh(add_kernel))


@pytest.mark.parametrize("damage", ["empty", "junk", "cut", "one bit", "folder"])
def test_damaged_code_is_compiled_again(
    fresh_cache: Path, compilations: list[bool], damage: str
) -> None:
    """As a power cut may leave it: Triton renames files without waiting for the disk."""
    launch(fresh(add_kernel))
    (path,) = fresh_cache.rglob("add_kernel.obj")
    good = path.read_bytes()
    if damage == "folder":
        path.unlink()
        path.mkdir()
        with pytest.raises(CacheError, match=r"add_kernel\.obj"):
            launch(fresh(add_kernel))
        path.rmdir()
    else:
        flipped = bytes([good[200] ^ 1])
        path.write_bytes(
            {
                "empty": b"",
                "junk": b"junk",
                "cut": good[:-1],
                "one bit": good[:200] + flipped + good[201:],
            }[damage]
        )
    launch(fresh(add_kernel))
    assert path.read_bytes() == good
    launch(fresh(add_kernel))
    assert compilations[-2:] == [False, True]


def test_code_that_cannot_be_loaded_names_the_cache(
    fresh_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launch(fresh(add_kernel))
    (path,) = fresh_cache.rglob("add_kernel.obj")
    path.write_bytes(b"junk")
    (described,) = fresh_cache.glob("*/add_kernel.json")
    content = json.loads(described.read_text())
    described.write_text(json.dumps({**content, "code_crc32": zlib.crc32(b"junk")}))
    with pytest.raises(LoadError, match="kernel 'add_kernel': ") as caught:
        launch(fresh(add_kernel))
    assert str(fresh_cache) in str(caught.value)


def test_an_empty_cache_folder_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_CACHE_DIR", "")
    with pytest.raises(CacheError, match="TRITON_CACHE_DIR"):
        launch(fresh(add_kernel))


def test_a_cache_folder_name_that_the_locale_has_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def makedirs(path: str, **_: Any) -> None:
        path.encode("ascii")

    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "c\u00e4che"))
    monkeypatch.setattr(os, "makedirs", makedirs)
    with pytest.raises(CacheError, match="TRITON_CACHE_DIR"):
        launch(fresh(add_kernel))

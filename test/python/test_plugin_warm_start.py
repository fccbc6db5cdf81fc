# Starts from the disk cache: texts that are decoded late.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import copy
import json
import pickle
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import torch

from plugin_kernels import add_kernel, fresh
from triton_shared.backend.cache import CacheError
from triton_shared.backend.driver import CPUDriver  # noqa: F401  (installs what is tested)
from triton_shared.backend.texts import Texts


@pytest.fixture
def compiled(fresh_cache: Path) -> Any:
    """A kernel from the disk cache."""
    x = torch.ones(16)
    for _ in range(2):
        kernel = fresh(add_kernel)[(1,)](x, x, torch.empty(16), 16, BLOCK_SIZE=16)
    return kernel


def _files(kernel: Any) -> dict[str, Any]:
    """What Triton makes of the files."""
    paths = [Path(p) for p in kernel.metadata_group.values() if not p.endswith(".json")]
    return {p.suffix[1:]: p.read_bytes() if p.suffix == ".obj" else p.read_text() for p in paths}


def test_texts_are_the_files(compiled: Any) -> None:
    files = _files(compiled)
    assert {"ttir", "linalg", "asm", "obj"} <= set(files)
    for key, content in files.items():
        assert key in compiled.asm
        assert compiled.asm[key] == content == compiled.asm.get(key)
    assert compiled.kernel == files["obj"]
    assert "sass" not in compiled.asm
    assert compiled.asm.get("sass") is None
    with pytest.raises(KeyError, match="no such"):
        compiled.asm["no such"]


@pytest.mark.parametrize(
    "use",
    [
        dict,
        copy.copy,
        lambda asm: {**asm},
        lambda asm: {key: asm[key] for key in asm},
        lambda asm: dict(asm.items()),
        lambda asm: dict(zip(asm.keys(), asm.values(), strict=True)),
        lambda asm: asm | {},
        lambda asm: {} | asm,
        lambda asm: pickle.loads(pickle.dumps(asm)),
        lambda asm: asm.copy(),
        lambda asm: json.loads(json.dumps(asm, default=bytes.hex)) | {"obj": asm["obj"]},
    ],
)
def test_texts_as_a_whole(compiled: Any, use: Any) -> None:
    files = _files(compiled)
    assert compiled.asm["llir"] == files["llir"]  # one is decoded before
    whole = use(compiled.asm)
    assert dict(whole) == files
    assert list(whole) == list(files)
    assert len(compiled.asm) == len(files)


def test_texts_by_several_threads() -> None:
    """Whoever asks for one finds it, while others ask for all."""
    files = {f"k{i}": b"text" for i in range(8)} | {"obj": b"code"}
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(3) as pool:
            for _ in range(300):
                texts = Texts(dict(files))
                whole = [pool.submit(lambda t=texts: dict(t.items())) for _ in range(2)]
                ones = [pool.submit(texts.__getitem__, key) for key in files]
                assert [one.result() for one in ones] == ["text"] * 8 + [b"code"]
                assert all(
                    w.result() == {**dict.fromkeys(files, "text"), "obj": b"code"} for w in whole
                )
    finally:
        sys.setswitchinterval(switch)


def test_texts_outlive_the_cache(compiled: Any, fresh_cache: Path) -> None:
    files = _files(compiled)
    shutil.rmtree(fresh_cache)
    assert compiled.asm == files


def test_code_that_is_not_stored(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_STORE_BINARY_ONLY", "1")
    x = torch.ones(16)
    with pytest.raises(CacheError, match="unset it for kernels of the CPU"):
        fresh(add_kernel)[(1,)](x, x, torch.empty(16), 16, BLOCK_SIZE=16)


def test_line_ends_are_those_of_a_text_file(tmp_path: Path) -> None:
    path = tmp_path / "x.ttir"
    path.write_bytes(b"a\r\nb\rc\nd\xc3\xa9")
    assert Texts({"ttir": path.read_bytes()})["ttir"] == path.read_text(encoding="utf-8")

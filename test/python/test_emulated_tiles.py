# Dots on AMX, also where the processor has none: its instructions are emulated (harness/tiles.c).
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.units import TILES
from triton_shared.native import _native

HERE = Path(__file__).parent
#: Instructions that these tests run through many times over.
MANY = 10_000


@pytest.mark.not_interpreted("about the units of the CPU")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="AMX is x86's")
@pytest.mark.skipif("+amx-tile" in _native.Target.host().key, reason="the processor has tiles")
def test_dots_on_emulated_tiles(tmp_path: Path) -> None:
    """The tests of dots with operands that tiles take, in a process where tiles are emulated."""
    if not shutil.which("cc"):
        pytest.skip("no C compiler")
    library, log = tmp_path / "tiles.so", tmp_path / "instructions"
    source = HERE / "harness" / "tiles.c"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    environment = dict(
        os.environ,
        LD_PRELOAD=str(library),
        TILES_LOG=str(log),
        TRITON_SHARED_FEATURES=TILES,
        TRITON_CACHE_DIR=str(tmp_path / "cache"),
    )
    # pytest's own handler of signals would come first.
    options = ["-q", "-p", "no:faulthandler", "-p", "no:cacheprovider"]
    names = ("test_dot.py", "test_dot_steps.py", "test_dot_needed.py")
    files = [str(HERE / "language" / name) for name in names]
    wanted = "(bf16 or i8 or fp8) and not interpret"
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *files, "-k", wanted],
        env=environment, cwd=HERE.parent.parent, capture_output=True, text=True,
    )  # fmt: skip
    assert tests.returncode == 0, tests.stdout[-4000:] + tests.stderr[-1000:]
    assert int(log.read_text()) > MANY

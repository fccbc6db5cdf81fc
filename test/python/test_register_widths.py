# Loops for registers of another width than the CPU's: those for AVX-512 on CPUs without it.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from plugin_kernels import add_kernel, fresh
from triton_shared.native import _native

HERE = Path(__file__).parent
#: What lays out lanes and tiles by the width.
FILES = [
    "columns",
    "dot_steps",
    "joined",
    "pieces",
    "program_lanes",
    "runs",
    "sorting",
    "store_group",
    "strided",
    "tables",
]
#: Of sorting, whose cases are alike but for the type, some of one type.
WANTED = "not test_sorting or (fp32 and not around_it)"


def other_width() -> int:
    return 256 if _native.Target.host().has_feature("avx512f") else 512


@pytest.mark.not_interpreted("about registers of the CPU")
@pytest.mark.parametrize("name", FILES)
def test_language_on_registers_of_another_width(tmp_path: Path, name: str) -> None:
    environment = dict(
        os.environ,
        TRITON_SHARED_OPTIONS=f"vector-bits={other_width()}",
        TRITON_CACHE_DIR=str(tmp_path / "cache"),
    )
    file = str(HERE / "language" / f"test_{name}.py")
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file, "-k", WANTED],
        env=environment, cwd=HERE.parent.parent, capture_output=True, text=True,
    )  # fmt: skip
    assert tests.returncode == 0, tests.stdout[-4000:] + tests.stderr[-1000:]


@pytest.mark.not_interpreted("about registers of the CPU")
@pytest.mark.parametrize("bits", [128, 256, 512])
def test_width_of_the_loops(bits: int, fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", f"vector-bits={bits}")
    x = torch.arange(1000, dtype=torch.float32)
    out = torch.empty_like(x)
    compiled = fresh(add_kernel)[(1,)](x, x, out, 1000, BLOCK_SIZE=1024)
    assert torch.equal(out, x + x)
    lanes = {int(n) for n in re.findall(r"vector<(\d+)xf32>", compiled.asm["loops"])}
    assert min(lanes) == bits // 32  # the steps at the end; those before take several registers

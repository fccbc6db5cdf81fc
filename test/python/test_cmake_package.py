# The CMake package: a compiler of somebody else's links our passes and runs them.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")

KERNEL = """
tt.func public @kernel(%x: !tt.ptr<f32>) {
  %one = arith.constant 1.0 : f32
  tt.store %x, %one : !tt.ptr<f32>
  tt.return
}
"""


def run(*command: str | Path) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_consumer_builds_and_lowers(tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    run("cmake", "--install", BUILD, "--component", "development", "--prefix", prefix)
    source = ROOT / "test/Inputs/consumer"
    build = tmp_path / "build"
    run(
        *("cmake", "-S", source, "-B", build, "-G", "Ninja"),
        *("-DCMAKE_CXX_COMPILER=clang++-22", "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"),
        f"-DTritonShared_DIR={prefix}/lib/cmake/TritonShared",
    )
    run("ninja", "-C", build)
    output = run(build / "consumer", KERNEL, "triton-to-linalg")
    assert "memref" in output
    assert "tt." not in output

# The command line tools of an installed package: scripts that call the native module.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")
KERNEL = ROOT / "test/Pipeline/triton-to-linalg.mlir"


def command(tool: str, *words: str) -> list[str]:
    script = f"from triton_shared.tools import {tool}; {tool}()"
    return [sys.executable, "-c", script, *words]


def run(tool: str, *words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command(tool, *words), capture_output=True, timeout=120, **options)


def test_opt_prints_what_the_executable_prints() -> None:
    words = ["--triton-to-linalg", str(KERNEL)]
    ours = run("opt", *words)
    tool = BUILD / "bin/triton-shared-opt"
    theirs = subprocess.run([tool, *words], capture_output=True, timeout=120)
    assert ours.returncode == theirs.returncode == 0
    assert ours.stdout == theirs.stdout
    assert b"linalg." in ours.stdout


def test_opt_writes_a_file(tmp_path: Path) -> None:
    done = run("opt", str(KERNEL), "-o", str(tmp_path / "out.mlir"))
    assert done.returncode == 0, done.stderr
    assert b"tt.func" in (tmp_path / "out.mlir").read_bytes()


def test_opt_takes_any_name_of_a_file(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/not-utf-8-\xff.mlir"
    Path(os.fsdecode(name)).write_bytes(KERNEL.read_bytes())
    done = run("opt", "--triton-to-linalg", os.fsdecode(name))
    assert done.returncode == 0, done.stderr


def test_opt_names_the_place_of_an_error() -> None:
    done = run("opt", "--triton-to-linalg", "-", input=b"\nfoo(")
    assert done.returncode == 1
    assert b"<stdin>:2:1: error" in done.stderr


@pytest.mark.timeout(120)
def test_opt_ends_with_an_interrupt(tmp_path: Path) -> None:
    pipe = tmp_path / "in.mlir"
    os.mkfifo(pipe)
    with (
        subprocess.Popen(command("opt", str(pipe)), stderr=subprocess.PIPE) as process,
        pipe.open("w"),  # waits for the tool to open it
    ):
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == -signal.SIGINT


def test_lsp_server_answers() -> None:
    texts = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"jsonrpc": "2.0", "id": 2, "method": "shutdown"},
        {"jsonrpc": "2.0", "method": "exit"},
    ]
    packed = b""
    for text in texts:
        body = json.dumps(text).encode()
        packed += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    done = run("lsp_server", input=packed)
    assert done.returncode == 0, done.stderr
    assert b'"hoverProvider":true' in done.stdout

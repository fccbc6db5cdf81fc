# Python's threads around compilations and launches: none left, with locks, ended by the process.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import torch
from triton.runtime import jit

from plugin_kernels import add_kernel, fresh
from triton_shared.backend import road
from triton_shared.backend.locks import forks_wait
from triton_shared.backend.texts import Texts


def test_compiles_where_no_thread_can_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(threading.Thread, "start", start)
    x, y = torch.arange(100.0), torch.zeros(100)
    kernel = fresh(add_kernel)[(1,)](x, x, y, 100, BLOCK_SIZE=128)
    assert torch.equal(y, x + x)
    assert "linalg." in kernel.asm["linalg"]


@pytest.mark.timeout(60)
def test_texts_are_read_while_a_library_is_made() -> None:
    begun, read = threading.Event(), threading.Event()

    def make() -> bytes:
        begun.set()
        assert read.wait(30)
        return b"library"

    made: list[bytes] = []
    texts = Texts({"obj": b"", "llir": b"text"}, {"so": make})
    thread = threading.Thread(target=lambda: made.append(texts["so"]))
    thread.start()
    assert begun.wait(30)
    assert texts["llir"] == "text"
    read.set()
    thread.join()
    assert made == [b"library"]


@pytest.mark.timeout(60)
def test_a_signal_comes_while_results_are_kept() -> None:
    """Its handler compiles: on the same thread, in the middle of that."""

    class Handled(tuple[str]):
        def __hash__(self) -> int:
            if not handled:
                handled.append(road._recent.get(("inside",), lambda: 1))
            return super().__hash__()

    handled: list[int] = []
    assert road._recent.get(Handled(("outside",)), lambda: 2) == 2
    assert handled == [1]


def status_of_child() -> int:
    """Of one that compiles a kernel anew and runs it."""
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        try:
            x, y = torch.arange(100.0), torch.zeros(100)
            fresh(add_kernel)[(1,)](x, x, y, 100, BLOCK_SIZE=256)
            os._exit(0 if torch.equal(y, x + x) else 1)
        finally:
            os._exit(2)
    return os.waitpid(child, 0)[1]


@pytest.mark.timeout(120)
def test_a_forked_process_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread is kept in the middle of a look at the results while the process forks."""
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    inside, ended = threading.Event(), threading.Event()

    def hold() -> None:
        while not ended.is_set():
            with road._recent._lock:
                inside.set()
                ended.wait(0.05)

    thread = threading.Thread(target=hold)
    thread.start()
    assert inside.wait(30)
    try:
        assert status_of_child() == 0
    finally:
        ended.set()
        thread.join()


@pytest.mark.timeout(120)
def test_a_process_forked_within_a_cached_property_compiles() -> None:
    """Triton caches properties of parameters, before Python 3.12 under one lock of the class."""
    inside, ended = threading.Event(), threading.Event()

    class Parameter:
        @property
        def annotation(self) -> str:
            inside.set()
            ended.wait(60)
            return ""

    thread = threading.Thread(
        target=lambda: jit.KernelParam(0, Parameter(), False, False).is_constexpr
    )
    thread.start()
    assert inside.wait(30)
    try:
        assert status_of_child() == 0
    finally:
        ended.set()
        thread.join()


@pytest.mark.timeout(300)
def test_processes_forked_while_threads_compile_do_so_too(tmp_path: Path) -> None:
    """No lock of the compiler's is held in a child, Triton's and its MLIR's among them."""
    script = tmp_path / "script.py"
    script.write_text(f"""
import faulthandler, os, signal, sys, threading
sys.path.insert(0, {str(Path(__file__).parent)!r})
import torch
from plugin_kernels import add_kernel, fresh
x = torch.zeros(64)
def compile_anew():
    fresh(add_kernel).warmup(x, x, x, 64, BLOCK_SIZE=64, grid=(1,))
compile_anew()  # what Python imports meanwhile has locks of its own
ended = False
def compile_on():
    while not ended:
        compile_anew()
threads = [threading.Thread(target=compile_on) for _ in range(2)]
for thread in threads:
    thread.start()
states = []
for _ in range(60):
    child = os.fork()
    if child == 0:
        faulthandler.dump_traceback_later(50)  # where it waits, if it does
        signal.alarm(60)
        compile_anew()
        os._exit(0)
    states.append(os.waitpid(child, 0)[1])
ended = True
for thread in threads:
    thread.join()
print(states)
""")
    environment = os.environ | {
        "TRITON_ALWAYS_COMPILE": "1",
        "TRITON_CACHE_DIR": str(tmp_path),
        "TRITON_DEFAULT_BACKEND": "cpu",
    }
    done = subprocess.run(
        [sys.executable, str(script)],
        check=True,
        timeout=280,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert done.stdout.splitlines()[-1] == str([0] * 60)


def test_a_fork_waits_for_other_threads_alone() -> None:
    inside, ended, forked = threading.Event(), threading.Event(), threading.Event()
    left: list[bool] = []

    def work() -> None:
        with forks_wait:
            inside.set()
            ended.wait(30)
            with forks_wait:  # no fork is waited for where one is inside
                left.append(forked.is_set())

    thread = threading.Thread(target=work)
    thread.start()
    assert inside.wait(30)
    timer = threading.Timer(0.3, ended.set)
    timer.start()
    with forks_wait:  # by the thread that forks, as a signal's handler may
        child = os.fork()
        if child == 0:
            with forks_wait:
                os._exit(0)
        forked.set()
    assert os.waitpid(child, 0)[1] == 0
    thread.join()
    timer.join()
    assert left == [False]


@pytest.mark.parametrize("grid", ["(4,)", "lambda meta: (4,)"])
def test_the_process_ends_while_a_daemon_launches(grid: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(f"""
import threading, time
import torch, triton
import triton.language as tl
from triton.backends.triton_shared.driver import CPUDriver

triton.runtime.driver.set_active(CPUDriver())


@triton.jit
def kernel(x, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i)
    for _ in range(n):
        v = v * 1.0001 + 0.5
    tl.store(x + i, v)


def launch():
    while True:
        kernel[{grid}](x, 160_000, B=1024)


x = torch.zeros(4096)
kernel[(4,)](x, 16, B=1024)
threading.Thread(target=launch, daemon=True).start()
time.sleep(0.1)
print("ends")
""")
    for _ in range(3):
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stdout) == (0, "ends\n"), done.stderr


def test_another_interpreter_of_the_process_is_refused() -> None:
    """Types and launches are one for the process; the main interpreter goes on."""
    interpreters = pytest.importorskip("_xxsubinterpreters")
    x, y = torch.arange(100.0), torch.zeros(100)
    kernel = fresh(add_kernel)
    kernel[(1,)](x, x, y, 100, BLOCK_SIZE=128)
    other = interpreters.create()
    try:
        with pytest.raises(interpreters.RunFailedError, match="main interpreter only"):
            interpreters.run_string(
                other, f"import sys; sys.path[:0] = {sys.path!r}\nimport triton_shared._native"
            )
    finally:
        interpreters.destroy(other)
    y.zero_()
    kernel[(1,)](x, x, y, 100, BLOCK_SIZE=128)
    fresh(add_kernel)[(1,)](x, x, y, 100, BLOCK_SIZE=64)
    assert torch.equal(y, x + x)


_LAUNCHES_BETWEEN_OPS = """
import os, torch, triton
from triton.backends.triton_shared.driver import CPUDriver
from plugin_kernels import add_kernel

triton.runtime.driver.set_active(CPUDriver())
torch.set_num_threads(4)
n = 1 << 17
x, y = torch.ones(n), torch.empty(n)

def threads():
    add_kernel[(2,)](x, x, y, n, BLOCK_SIZE=n // 2)
    now = os.listdir("/proc/self/task")
    torch.add(x, 1, out=y)
    return {*now, *os.listdir("/proc/self/task")}

first = threads() | threads()
print(len(set().union(*(threads() for _ in range(40))) - first))
"""


def test_launches_of_few_programs_leave_torch_its_threads() -> None:
    """OpenMP ends the threads that a smaller team than torch's leaves out; torch starts others."""
    done = subprocess.run(
        [sys.executable, "-c", _LAUNCHES_BETWEEN_OPS],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=Path(__file__).parent,
    )
    assert int(done.stdout) <= 4  # one of ours, say, where torch's come late

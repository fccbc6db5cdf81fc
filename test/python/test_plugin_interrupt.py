# Ctrl-C while programs run.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each case is a process of its own, whose signals are its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_PRELUDE = """
import os, signal, threading
import torch, triton
import triton.language as tl
from triton.backends.triton_shared.driver import CPUDriver

triton.runtime.driver.set_active(CPUDriver())
torch.set_num_threads({threads})


@triton.jit
def slow_kernel(x, n):
    s = tl.program_id(0).to(tl.float32)
    for _ in range(n):
        s = s * 1.0001 + 0.5
    tl.store(x + tl.program_id(0), s)


@triton.jit
def waiting_kernel(x, lock):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(x, 1.0)


def interrupt(kernel, *arguments):
    '''Launch, with SIGINT once it is under way; whether that raised.'''
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        kernel(*arguments)
    except KeyboardInterrupt:
        return True
    finally:
        timer.join()
    return False


x, taken = torch.zeros(1 << 20), torch.ones(1, dtype=torch.int32)
free = torch.zeros(1, dtype=torch.int32)
# The kernel of a million steps, too: Triton only asks whether 16 divides their number.
slow_kernel[(16,)](x, 16_000)
x.zero_()
waiting_kernel.warmup(x, taken, grid=(1,))
"""


def _run(script: str, threads: int, tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text(_PRELUDE.format(threads=threads) + script)
    done = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "done\n"


@pytest.mark.parametrize("threads", [1, 2])
def test_a_launch_of_hours(threads: int, tmp_path: Path) -> None:
    """A millisecond a program, a million of them; the process goes on as if nothing had been."""
    script = """
assert interrupt(slow_kernel[(1 << 20,)], x, 1_000_000)
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
x.zero_()
slow_kernel[(64,)](x, 16_000)
assert (x[:64] != 0).all() and (x[64:] == 0).all()
print("done")
"""
    _run(script, threads, tmp_path)


@pytest.mark.parametrize("threads", [1, 2])
def test_programs_that_wait_for_ever(threads: int, tmp_path: Path) -> None:
    script = """
for _ in range(3):
    assert interrupt(waiting_kernel[(8,)], x, taken)
assert x[0] == 0
waiting_kernel[(1,)](x, free)
assert x[0] == 1
print("done")
"""
    _run(script, threads, tmp_path)


def test_a_handler_of_ones_own_runs_afterwards(tmp_path: Path) -> None:
    """The launch is done whole; the usual handler's effect comes back with it."""
    script = """
seen = []
signal.signal(signal.SIGINT, lambda *_: seen.append(x[2047].item()))
assert not interrupt(slow_kernel[(2048,)], x, 1_000_000)
assert seen == [x[2047].item()] and seen[0] != 0
signal.signal(signal.SIGINT, signal.default_int_handler)
assert interrupt(slow_kernel[(1 << 20,)], x, 1_000_000)
print("done")
"""
    _run(script, 2, tmp_path)


def test_an_old_interrupt_ends_no_launch(tmp_path: Path) -> None:
    script = """
try:
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(1000):
        pass
except KeyboardInterrupt:
    pass
x.zero_()
slow_kernel[(256,)](x, 1_000_000)
assert (x[:256] != 0).all()
print("done")
"""
    _run(script, 2, tmp_path)

# Several Python threads, forks, memory.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import concurrent.futures
import gc
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from triton_shared import _native

from .kernels import ADD, ADD_NAMES, ADD_SIGNATURE, HEAD, build, run


@pytest.fixture(autouse=True)
def two_threads() -> Iterator[None]:
    _native.set_num_threads(2)
    yield
    _native.set_num_threads(None)


@pytest.fixture(scope="module")
def add() -> Any:
    return build(ADD, "loops")


def launch_adds(kernel: Any, seed: int, repeats: int, n: int = 100_000) -> None:
    launcher = _native.Launcher(ADD_SIGNATURE, ADD_NAMES)
    generator = torch.Generator().manual_seed(seed)
    x, y = (torch.randn(n, generator=generator) for _ in range(2))
    for _ in range(repeats):
        out = torch.zeros(n)
        run(launcher, kernel, (-(-n // 1024), 1, 1), x, y, out, n, 1024)
        assert torch.equal(out, x + y)


def test_launches_from_several_python_threads(add: Any) -> None:
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        for job in [pool.submit(launch_adds, add, seed, 40) for seed in range(6)]:
            job.result()


def test_compile_and_launch_at_once() -> None:
    def work(seed: int) -> None:
        for _ in range(3):
            launch_adds(build(ADD, "loops"), seed, 5)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for job in [pool.submit(work, seed) for seed in range(4)]:
            job.result()


# Says in its second slot that it runs, and waits until the first is set.
WAIT = f"""
{HEAD} {{
  %flag = llvm.load %args : !llvm.ptr -> !llvm.ptr
  %runs = llvm.getelementptr %flag[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.store volatile %one, %runs : i64, !llvm.ptr
  llvm.br ^wait
^wait:
  %now = llvm.load volatile %flag : !llvm.ptr -> i64
  %unset = llvm.icmp "eq" %now, %zero : i64
  llvm.cond_br %unset, ^wait, ^exit
^exit:
  llvm.return
}}
"""


def test_the_gil_is_free_while_a_kernel_runs() -> None:
    # The kernel waits until the other Python thread has set a flag.
    flag = torch.zeros(2, dtype=torch.int64)
    timer = threading.Timer(0.05, lambda: flag[:1].fill_(1))
    timer.start()
    run(_native.Launcher(["*i64"]), build(WAIT), (1, 1, 1), flag)
    timer.join()


# Programs from...to-1, as kernels take them whose programs wait for one another, and others.
WAITS = """%given = llvm.call @tts_rt_programs(%rt) : (!llvm.ptr) -> !llvm.ptr
      %end = llvm.getelementptr %given[1] : (!llvm.ptr) -> !llvm.ptr, i64
      %from = llvm.load %given : !llvm.ptr -> i64
      %to = llvm.load %end : !llvm.ptr -> i64
      llvm.store %to, %given : i64, !llvm.ptr"""
RUNS = """%zero = llvm.mlir.constant(0 : i64) : i64
      %from = llvm.add %first, %zero : i64
      %to = llvm.add %last, %zero : i64"""


@pytest.mark.parametrize("takes", [RUNS, WAITS])
def test_a_thread_alone_runs_programs_in_order(takes: str) -> None:
    """A program may wait for one before it, also while another launch has the helpers."""
    # Slots: the program that is due, whether one came out of order, the most at a time.
    kernel = build(f"""
    llvm.func @tts_rt_programs(!llvm.ptr) -> !llvm.ptr
    {HEAD} {{
      {takes}
      %seen = llvm.load %args : !llvm.ptr -> !llvm.ptr
      %late = llvm.getelementptr %seen[1] : (!llvm.ptr) -> !llvm.ptr, i64
      %one = llvm.mlir.constant(1 : i64) : i64
      %before = llvm.load %seen : !llvm.ptr -> i64
      %most = llvm.getelementptr %seen[2] : (!llvm.ptr) -> !llvm.ptr, i64
      %most_before = llvm.load %most : !llvm.ptr -> i64
      %count = llvm.sub %to, %from : i64
      %most_now = llvm.intr.smax(%most_before, %count) : (i64, i64) -> i64
      llvm.store %most_now, %most : i64, !llvm.ptr
      %unordered = llvm.icmp "ne" %from, %before : i64
      llvm.store %to, %seen : i64, !llvm.ptr
      llvm.cond_br %unordered, ^note, ^exit
    ^note:
      llvm.store %one, %late : i64, !llvm.ptr
      llvm.br ^exit
    ^exit:
      llvm.return
    }}
    """)
    launcher = _native.Launcher(["*i64"])
    flag, seen = (torch.zeros(n, dtype=torch.int64) for n in (2, 3))
    other = threading.Thread(target=run, args=(launcher, build(WAIT), (2, 1, 1), flag))
    other.start()
    while not flag[1]:
        time.sleep(0.001)
    run(launcher, kernel, (4000, 1, 1), seen)
    flag[:1].fill_(1)
    other.join()
    assert seen[:2].tolist() == [4000, 0]


@pytest.mark.parametrize("warm", [False, True])
def test_a_forked_child_can_launch(add: Any, warm: bool) -> None:
    if warm:
        launch_adds(add, 0, 3)
    n = 1 << 20
    x, out = torch.arange(float(n)), torch.zeros(n)
    want = (x + x).numpy().tobytes()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            # No torch operation here: after a fork its threads are gone.
            launcher = _native.Launcher(ADD_SIGNATURE, ADD_NAMES)
            for _ in range(2):
                run(launcher, add, (n // 1024, 1, 1), x, x, out, n, 1024)
                status = int(out.numpy().tobytes() != want)
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    launch_adds(add, 1, 3)


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def test_memory_does_not_grow_with_launches(add: Any) -> None:
    launcher = _native.Launcher(ADD_SIGNATURE, ADD_NAMES)
    x, out = torch.ones(5000), torch.zeros(5000)

    def many(count: int) -> None:
        for _ in range(count):
            run(launcher, add, (5, 1, 1), x, x, out, 5000, 1024)

    many(2000)
    gc.collect()
    before = resident()
    many(10_000)
    assert resident() - before < 1 << 20


def test_memory_does_not_grow_with_compiling_and_loading() -> None:
    def many(count: int) -> None:
        for _ in range(count):
            build(ADD, "loops")

    many(30)
    gc.collect()
    before = resident()
    many(150)
    gc.collect()
    assert resident() - before < 8 << 20


@pytest.mark.parametrize("apart", [True, False])
def test_cores_apart_as_set(apart: bool) -> None:
    try:
        _native.set_cores_apart(apart)
        assert _native.thread_info()["cores_apart"] is apart
    finally:
        _native.set_cores_apart(None)


def test_arena_is_aligned_kept_and_released() -> None:
    # Writes the address of its scratch, and touches its last byte.
    kernel = build(
        f"""
    {HEAD} {{
      %out = llvm.load %args : !llvm.ptr -> !llvm.ptr
      %end = llvm.getelementptr %arena[99999] : (!llvm.ptr) -> !llvm.ptr, i8
      %zero = llvm.mlir.constant(0 : i8) : i8
      llvm.store %zero, %end : i8, !llvm.ptr
      llvm.store %arena, %out : !llvm.ptr, !llvm.ptr
      llvm.return
    }}
    """,
        arena_bytes=100_000,
    )
    out = torch.zeros(1, dtype=torch.int64)
    launcher = _native.Launcher(["*i64"])
    run(launcher, kernel, (1, 1, 1), out)
    first = out.item()
    assert first % 64 == 0
    assert _native.thread_info()["arena_bytes"] >= 100_000
    run(launcher, kernel, (1, 1, 1), out)
    assert out.item() == first
    held = _native.thread_info()["arena_bytes"]
    _native.release_arenas()
    assert _native.thread_info()["arena_bytes"] <= held - 100_000


def test_scratch_that_cannot_be_had_is_a_memory_error(add: Any) -> None:
    obj = _native.lower(ADD, start="loops", stop="obj").output
    greedy = _native.load(obj, "add", arena_bytes=1 << 60)
    launcher = _native.Launcher(ADD_SIGNATURE, ADD_NAMES, kernel_name="add")
    with pytest.raises(MemoryError, match="kernel 'add': no memory for its scratch"):
        run(launcher, greedy, (1, 1, 1), None, None, None, 0, 0)


def test_threads_follow_torch() -> None:
    _native.set_num_threads(None)
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(1)
        assert _native.get_num_threads() == 1
    finally:
        torch.set_num_threads(before)
    assert _native.get_num_threads() == before
    with pytest.raises(ValueError, match="at least 1"):
        _native.set_num_threads(0)


_FORKS_WHILE_PRINTING = """
import os, signal, sys, threading
import torch, triton
import triton.language as tl
from triton_shared.testing.kernels import make_kernel

kernel = make_kernel('''
@triton.jit
def kernel(X):
    tl.device_print("x", tl.load(X + tl.arange(0, 64)))
''')
x = torch.arange(64)
kernel[(1,)](x)
done = False
def work():
    while not done:
        kernel[(8,)](x)
threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads:
    thread.start()
statuses = []
for _ in range(12):
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        kernel[(1,)](x)
        os._exit(0)
    statuses.append(os.waitpid(child, 0)[1])
done = True
for thread in threads:
    thread.join()
print(statuses, file=sys.stderr)
"""


def test_a_child_that_is_forked_while_kernels_print_can_print() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FORKS_WHILE_PRINTING],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
        env=os.environ | {"TRITON_SHARED_NUM_THREADS": "1", "TRITON_DEFAULT_BACKEND": "cpu"},
    )
    assert done.stderr.splitlines()[-1] == str([0] * 12)


_FORKS_IN_FIRST_COMPILES = """
import os, signal, sys, threading, time
from triton_shared import _native
text = open(sys.argv[1]).read()

def build():
    _native.load(_native.lower(text, start="loops").output, "add")

def in_child(body):
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        os._exit(body() or 0)
    return os.waitpid(child, 0)[1]

def build_and_fork(delay):
    threads = [threading.Thread(target=build) for _ in range(2)]
    for thread in threads:
        thread.start()
    time.sleep(delay)
    status = in_child(build)
    for thread in threads:
        thread.join()
    return int(status != 0)

print([in_child(lambda: build_and_fork(i / 20000)) for i in range(40)])
"""


@pytest.mark.timeout(300)
def test_processes_forked_in_the_first_compiles_of_others_compile() -> None:
    """What is made at its first use is made in each process: a fork may come in between."""
    done = subprocess.run(
        [sys.executable, "-c", _FORKS_IN_FIRST_COMPILES, str(Path(__file__).parent / "add.mlir")],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == str([0] * 40)


_IMPORTS_ANEW = """
import os, signal, sys
import triton_shared
for name in [n for n in sys.modules if n.startswith("triton_shared")]:
    del sys.modules[name]
try:
    import triton_shared
except ImportError:
    pass  # of nanobind: its types are there
signal.alarm(60)
child = os.fork()
if child == 0:
    os._exit(0)
print(os.waitpid(child, 0)[1])
"""


def test_a_process_that_imports_the_module_anew_can_fork() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _IMPORTS_ANEW], stdout=subprocess.PIPE, text=True, check=True
    )
    assert done.stdout == "0\n"

# Long functions: split, and emitted by several threads.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel of several long loops, one after another, in a loop over the programs."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from typing import Any

import pytest
import torch

from triton_shared import _native

from .kernels import HEAD, build, run

COLUMNS = 16
#: Characters that a text may have and that mean something in assembly.
NOTE = 'a "quoted" .Label\\'


def long_kernel(loops: int, ops: int) -> str:
    """Program i multiplies row i of x by odd numbers and flips bits, in as many loops over the
    columns; no two operations are alike. Each loop stores the address of a text in its row."""
    body = []
    for number in range(loops):
        steps = []
        for op in range(ops):
            steps += [
                f"%m{op} = llvm.mlir.constant({2 * (number * ops + op) + 1} : i64) : i64",
                f"%a{op} = llvm.mlir.constant({number + 7 * op} : i64) : i64",
                f"%p{op} = llvm.mul %v{op}, %m{op} : i64",
                f"%v{op + 1} = llvm.xor %p{op}, %a{op} : i64",
            ]
        body.append(f"""
    %row{number} = llvm.mlir.constant({number * COLUMNS} : i64) : i64
    %notes{number} = llvm.getelementptr %notes[%row{number}]
      : (!llvm.ptr, i64) -> !llvm.ptr, i64
    scf.for %c = %zero to %columns step %one : i64 {{
      %note = llvm.mlir.addressof @note : !llvm.ptr
      %there = llvm.getelementptr %notes{number}[%c] : (!llvm.ptr, i64) -> !llvm.ptr, i64
      llvm.store %note, %there : !llvm.ptr, !llvm.ptr
      %at = llvm.getelementptr %row[%c] : (!llvm.ptr, i64) -> !llvm.ptr, i64
      %v0 = llvm.load %at : !llvm.ptr -> i64
      {" ".join(steps)}
      llvm.store %v{ops}, %at : i64, !llvm.ptr
    }}""")
    note = re.sub(r'["\\]', lambda match: f"\\{ord(match[0]):02X}", NOTE)
    return f"""
llvm.mlir.global internal constant @note("{note}\\00")
{HEAD.replace("llvm.func", "func.func")} {{
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %columns = arith.constant {COLUMNS} : i64
  %x = llvm.load %args : !llvm.ptr -> !llvm.ptr
  %second = llvm.getelementptr %args[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %notes = llvm.load %second : !llvm.ptr -> !llvm.ptr
  scf.for %i = %first to %last step %one : i64 {{
    %start = llvm.mul %i, %columns : i64
    %row = llvm.getelementptr %x[%start] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    {"".join(body)}
  }}
  return
}}
"""


def expected_of(x: torch.Tensor, loops: int, ops: int) -> torch.Tensor:
    for number in range(loops):
        for op in range(ops):
            x = (x * (2 * (number * ops + op) + 1)) ^ (number + 7 * op)
    return x


def functions(llir: Any) -> list[str]:
    return re.findall(r"^define .*?@([\w.]+)\(", str(llir), re.MULTILINE)


@pytest.mark.parametrize("loops", [2, 3, 6])
def test_parts_do_what_the_whole_does(loops: int) -> None:
    ops = 2400 // loops
    lowered = _native.lower(long_kernel(loops, ops), start="loops", stop=["llir", "asm", "obj"])
    names = functions(lowered.outputs["llir"])
    assert sorted(names) == ["kernel", *(f"kernel.part_{n}" for n in range(len(names) - 1))]
    assert len(names) > 1
    assert ".LP1_" in lowered.outputs["asm"]
    x = torch.arange(5 * COLUMNS).reshape(5, COLUMNS) * 12345
    expected = expected_of(x, loops, ops)
    notes = torch.zeros((loops, COLUMNS), dtype=torch.int64)
    kernel = _native.load(lowered.output, lowered.metadata["name"])
    run(_native.Launcher(["*i64", "*i64"], ["x", "notes"]), kernel, (5, 1, 1), x, notes)
    assert torch.equal(x, expected)
    assert {ctypes.string_at(note).decode() for note in notes.flatten().tolist()} == {NOTE}


def test_short_kernels_stay_whole() -> None:
    lowered = _native.lower(long_kernel(3, 40), start="loops", stop="llir")
    assert functions(lowered.output) == ["kernel"]


def test_every_stop_goes_on_alike() -> None:
    """From the text of a stop as from the IR in memory; and the object without the assembly."""
    text = long_kernel(3, 800)
    lowered = _native.lower(text, start="loops", stop=["llvm", "llir", "asm", "obj"])
    assert lowered.metadata["name"] == "kernel"
    for start in ("loops", "llvm", "llir", "asm"):
        source = text if start == "loops" else lowered.outputs[start]
        again = _native.lower(source, start=start, stop=["asm", "obj"])
        assert again.metadata["name"] == "kernel"
        assert again.outputs["asm"] == lowered.outputs["asm"]
        assert again.outputs["obj"] == lowered.outputs["obj"]
    whole = _native.load(lowered.output, "kernel")
    assert build(text, "loops").code_bytes == whole.code_bytes


def test_where_no_thread_can_be_started() -> None:
    """The one that compiles does all of it."""
    program = """
import os, resource, sys, threading
from triton_shared import _native
text = sys.stdin.read()
wanted = _native.lower(text, start="loops", stop="obj").output
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
if os.getuid() == 0:
    os.setuid(65534)  # root has no such limit
try:
    threading.Thread(target=int).start()
except RuntimeError:
    assert _native.lower(text, start="loops", stop="obj").output == wanted
else:
    print("threads can be started all the same")
"""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        input=long_kernel(3, 800),
        check=True,
        timeout=120,
        stdout=subprocess.PIPE,
        text=True,
    )
    if ran.stdout:
        pytest.skip(ran.stdout)


def test_parts_of_a_function_that_the_kernel_calls() -> None:
    """Neither it nor its parts are a second kernel."""
    text = long_kernel(3, 800)
    callee = text.replace("@kernel", "private @work").replace("@note", "@text")
    kernel = f"""
{HEAD.replace("llvm.func", "func.func")} {{
  func.call @work(%args, %grid, %first, %last, %arena, %rt)
    : (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr) -> ()
  return
}}
"""
    internal = "attributes {llvm.linkage = #llvm.linkage<internal>, no_inline}"
    callee = callee.replace("%rt: !llvm.ptr)", f"%rt: !llvm.ptr) {internal}")
    lowered = _native.lower(callee + kernel, start="loops", stop=["llir", "asm"])
    assert "work.part_0" in functions(lowered.outputs["llir"])
    for stop, output in lowered.outputs.items():
        assert _native.lower(output, start=stop, stop="obj").metadata["name"] == "kernel"


def test_parts_know_tensors_from_scratch() -> None:
    """Scratch is the kernel's argument, tensors are not; of a part both may be."""
    llir = str(_native.lower(long_kernel(3, 800), start="loops", stop="llir").output)
    marked = re.findall(r'^define .*@([\w.]+)\(.*"triton-shared-tensor"', llir, re.MULTILINE)
    assert marked
    assert set(marked) == set(functions(llir)) - {"kernel"}


COPY = """
define void @kernel(ptr %from, ptr %to, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %source = getelementptr float, ptr %from, i64 %i
  %x = load <16 x float>, ptr %source, align 4
  %dest = getelementptr float, ptr %to, i64 %i
  store <16 x float> %x, ptr %dest, align 4
  %next = add i64 %i, 16
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
"""


@pytest.mark.parametrize("tensor", [False, True])
def test_tensors_are_read_in_halves_in_parts(tensor: bool) -> None:
    text = COPY.replace("(ptr %from,", '(ptr "triton-shared-tensor" %from,') if tensor else COPY
    zen4 = _native.Target(cpu="znver4")
    asm = str(_native.lower(text, start="llir", stop="asm", target=zen4).output)
    assert bool(re.search(r"vinsert\w+\s+\$1, -?\d*\(", asm)) == tensor

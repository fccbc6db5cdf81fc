# Small kernels below the Triton level, and how to load them.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hand-written inputs for the tests of the native module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from triton_shared import _native

ADD = (Path(__file__).parent / "add.mlir").read_text()
ADD_SIGNATURE = ["*fp32", "*fp32", "*fp32", "i32", "constexpr"]
ADD_NAMES = ["x", "y", "out", "n", "BLOCK"]

HEAD = (
    "llvm.func @kernel(%args: !llvm.ptr, %grid: !llvm.ptr, %first: i64, %last: i64, "
    "%arena: !llvm.ptr, %rt: !llvm.ptr)"
)

# The beginning of a kernel in LLVM IR, with its first three arguments as %px, %py and %po.
THREE_POINTERS = """
define void @kernel(ptr %args, ptr %grid, i64 %begin, i64 %end, ptr %arena, ptr %rt) {
entry:
  %second = getelementptr i64, ptr %args, i64 1
  %third = getelementptr i64, ptr %args, i64 2
  %px = load ptr, ptr %args
  %py = load ptr, ptr %second
  %po = load ptr, ptr %third
"""

# Copies its argument slots to the pointer in the first of them.
COPY_SLOTS = f"""
{HEAD} {{
  %out = llvm.load %args : !llvm.ptr -> !llvm.ptr
  %bytes = llvm.mlir.constant(SLOTS : i64) : i64
  "llvm.intr.memcpy"(%out, %args, %bytes) <{{isVolatile = false}}>
    : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}}
"""

# Fails an assertion in the program whose id is in the first slot.
ASSERT = f"""
llvm.mlir.global internal constant @where("WHERE\\00")
llvm.func @tts_rt_assert(!llvm.ptr, !llvm.ptr, i32, i32, i32)
{HEAD} {{
  %bad = llvm.load %args : !llvm.ptr -> i64
  %above = llvm.icmp "sge" %bad, %first : i64
  %below = llvm.icmp "slt" %bad, %last : i64
  %here = llvm.and %above, %below : i1
  llvm.cond_br %here, ^fail, ^exit
^fail:
  %text = llvm.mlir.addressof @where : !llvm.ptr
  %x = llvm.trunc %bad : i64 to i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  llvm.call @tts_rt_assert(%rt, %text, %x, %zero, %zero)
    : (!llvm.ptr, !llvm.ptr, i32, i32, i32) -> ()
  llvm.br ^exit
^exit:
  llvm.return
}}
"""

# Adds 1 to counter[program id], so that a test sees which programs ran.
COUNT = f"""
{HEAD} {{
  %counter = llvm.load %args : !llvm.ptr -> !llvm.ptr
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%first : i64)
^loop(%i: i64):
  %more = llvm.icmp "slt" %i, %last : i64
  llvm.cond_br %more, ^body, ^exit
^body:
  %at = llvm.getelementptr %counter[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %old = llvm.load %at : !llvm.ptr -> i64
  %new = llvm.add %old, %one : i64
  llvm.store %new, %at : i64, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^loop(%next : i64)
^exit:
  llvm.return
}}
"""


def build(text: str, start: str = "llvm", arena_bytes: int = 0) -> Any:
    lowered = _native.lower(text, start=start, stop="obj")
    return _native.load(lowered.output, lowered.metadata["name"], arena_bytes=arena_bytes)


def run(launcher: Any, kernel: Any, grid: tuple[int, int, int], *args: Any) -> None:
    launcher(*grid, 0, kernel, None, None, None, None, *args)

# Masks made of masks, and stores of what is chosen, on CPUs without mask registers.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import ctypes
import re
from collections.abc import Callable

import pytest
import torch

from harness.memory import guarded
from triton_shared import _native

from .kernels import THREE_POINTERS, run

LANES = 32
NARROW = _native.Target(features="-avx512f")
HASWELL = _native.Target(cpu="haswell")

TYPES = {
    torch.int8: "i8",
    torch.int16: "i16",
    torch.int32: "i32",
    torch.int64: "i64",
    torch.float32: "float",
    torch.float64: "double",
}

#: IR for a mask %m, from %less, %same (comparisons), %flag (one for all lanes) and %first (a
#: constant), and what it is.
LOGIC: dict[str, tuple[str, Callable[..., torch.Tensor]]] = {
    "and, or": (
        "%n = and {M} %less, %flag\n  %m = or {M} %n, %same",
        lambda less, same, flag, first: (less & flag) | same,
    ),
    "xor, not": (
        "%n = xor {M} %less, splat (i1 true)\n  %o = or {M} %n, %flag\n  %m = xor {M} %o, %same",
        lambda less, same, flag, first: (~less | flag) ^ same,
    ),
    "a constant": (
        "%n = and {M} %less, %first\n  %m = or {M} %n, %same",
        lambda less, same, flag, first: (less & first) | same,
    ),
    "a choice": (
        "%n = or {M} %same, %first\n  %m = select {M} %n, {M} %less, {M} %flag",
        lambda less, same, flag, first: torch.where(same | first, less, flag.expand(LANES)),
    ),
}

MASKS = """
define void @kernel(ptr %args, ptr %grid, i64 %begin, i64 %end, ptr %arena, ptr %rt) {{
  %second = getelementptr i64, ptr %args, i64 1
  %third = getelementptr i64, ptr %args, i64 2
  %fourth = getelementptr i64, ptr %args, i64 3
  %px = load ptr, ptr %args
  %py = load ptr, ptr %second
  %pf = load ptr, ptr %third
  %po = load ptr, ptr %fourth
  %x = load <{N} x {T}>, ptr %px, align 1
  %y = load <{N} x {T}>, ptr %py, align 1
  %byte = load i8, ptr %pf
  %lane = icmp ne i8 %byte, 0
  %lane0 = insertelement {M} poison, i1 %lane, i64 0
  %flag = shufflevector {M} %lane0, {M} poison, <{N} x i32> zeroinitializer
  %less = {less} <{N} x {T}> %x, %y
  %same = {same} <{N} x {T}> %x, %y
  {logic}
  %c = load <{N} x {C}>, ptr %po, align 1
  %r = select {M} %m, <{N} x {C}> %c, <{N} x {C}> {default}
  %stored = getelementptr i8, ptr %po, i64 {bytes}
  store <{N} x {C}> %r, ptr %stored, align 1
  ret void
}}
"""


def masks(compared: torch.dtype, chosen: torch.dtype, logic: str) -> str:
    floats = compared.is_floating_point
    bits = ", ".join(f"i1 {int(lane % 3 == 0)}" for lane in range(LANES))
    mask = f"<{LANES} x i1>"
    return MASKS.format(
        N=LANES,
        M=mask,
        T=TYPES[compared],
        C=TYPES[chosen],
        less="fcmp olt" if floats else "icmp slt",
        same="fcmp oeq" if floats else "icmp eq",
        logic=LOGIC[logic][0].format(M=mask).replace("%first", f"<{bits}>"),
        default="zeroinitializer",
        bytes=LANES * chosen.itemsize,
    )


@pytest.mark.parametrize("logic", LOGIC)
@pytest.mark.parametrize("chosen", TYPES, ids=str)
@pytest.mark.parametrize("compared", TYPES, ids=str)
def test_masks_of_masks(compared: torch.dtype, chosen: torch.dtype, logic: str) -> None:
    text = masks(compared, chosen, logic)
    kernel = _native.load(
        _native.lower(text, start="llir", stop="obj", target=NARROW).output, "kernel"
    )
    launcher = _native.Launcher(["*i8"] * 4, ["x", "y", "flag", "out"])
    torch.manual_seed(0)
    for flag in (False, True):
        x, y = (torch.randint(-2, 3, (LANES,)).to(compared) for _ in range(2))
        out = torch.randint(1, 100, (2, LANES)).to(chosen)
        run(launcher, kernel, (1, 1, 1), x, y, torch.tensor([flag]), out)
        first = torch.arange(LANES) % 3 == 0
        mask = LOGIC[logic][1](x < y, x == y, torch.tensor(flag), first)
        assert torch.equal(out[1], torch.where(mask, out[0], 0).to(chosen))


@pytest.mark.parametrize("logic", LOGIC)
@pytest.mark.parametrize("dtype", [torch.int32, torch.float32, torch.float64], ids=str)
def test_masks_are_not_packed(dtype: torch.dtype, logic: str) -> None:
    text = masks(dtype, dtype, logic)
    asm = str(_native.lower(text, start="llir", stop="asm", target=HASWELL).output)
    assert "ymm" in asm
    assert not re.search(r"vpack|vpunpck|vpmov[sz]x|vpmovmskb", asm)


BLENDED = """
define void @kernel(ptr %p, ptr %q, <32 x float> %new) {
  %x = load <32 x float>, ptr %q
  %m = fcmp olt <32 x float> %x, %new
  %old = load <32 x float>, ptr %p, align 4
  %r = select <32 x i1> %m, <32 x float> CHOICES
  store <32 x float> %r, ptr %p, align 4
  ret void
}
"""


@pytest.mark.parametrize("first", ["old", "new"])
def test_blends_are_stored_whole(first: str) -> None:
    """LLVM makes masked stores of them, which take ten cycles on Zen."""
    order = ("%old", "<32 x float> %new") if first == "old" else ("%new", "<32 x float> %old")
    text = BLENDED.replace("CHOICES", ", ".join(order))
    asm = str(_native.lower(text, start="llir", stop="asm", target=HASWELL).output)
    assert "vblendvps" in asm
    assert "vmaskmov" not in asm


LOADED = """
  %bytes = load <{N} x i8>, ptr %py, align 1
  %m = icmp ne <{N} x i8> %bytes, zeroinitializer
  %r = call <{N} x {T}> @llvm.masked.load.v{N}{T}.p0(ptr align 1 %px, <{N} x i1> %m,
                                                      <{N} x {T}> splat ({T} 7))
  store <{N} x {T}> %r, ptr %po, align 1
  ret void
}}
declare <{N} x {T}> @llvm.masked.load.v{N}{T}.p0(ptr, <{N} x i1>, <{N} x {T}>)
"""


@pytest.mark.parametrize("dtype", [torch.int8, torch.int16, torch.int32], ids=str)
def test_masked_loads_keep_to_pages_that_may_be_read(dtype: torch.dtype) -> None:
    """All lanes are read where one may be and all lie on its page; beside the edge those alone
    that are on."""
    text = THREE_POINTERS + LOADED.format(N=LANES, T=TYPES[dtype])
    obj = _native.lower(text, start="llir", stop="obj", target=NARROW).output
    kernel = _native.load(obj, "kernel")
    launcher = _native.Launcher(["*i8"] * 3, ["x", "mask", "out"])
    bytes_ = LANES * dtype.itemsize
    with guarded(1024) as page:
        memory = page.view(torch.int8)
        memory.copy_(torch.randint(1, 100, (4096,)))
        # Before, at and past the first and the last byte that may be read.
        for start in (-bytes_, -bytes_ // 2, 0, 5, 4096 - bytes_, 4097 - bytes_, 4095, 4096):
            at = torch.arange(LANES) * dtype.itemsize + start
            readable = (at >= 0) & (at + dtype.itemsize <= 4096)
            for mask in (readable, readable & (torch.arange(LANES) % 3 == 0), readable & False):
                out = torch.zeros(LANES, dtype=dtype)
                buffer = (ctypes.c_int8 * bytes_).from_address(memory.data_ptr() + start)
                x = torch.frombuffer(buffer, dtype=torch.int8)
                run(launcher, kernel, (1, 1, 1), x, mask, out)
                expected = torch.full((LANES,), 7, dtype=dtype)
                for lane in mask.nonzero().flatten().tolist():
                    own = memory[at[lane] : at[lane] + dtype.itemsize].clone()
                    expected[lane] = own.view(dtype)[0]
                assert torch.equal(out, expected)

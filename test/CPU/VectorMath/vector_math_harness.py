# Compiles one elementwise operation through cpu-vector-math and runs it on
# numpy arrays; shared by the accuracy tests and the table in docs.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile small elementwise MLIR functions to shared objects."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[3]
NUMPY_OF = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.uint16,
    "i64": np.int64,
    "i32": np.int32,
    "i16": np.int16,
    "i8": np.int8,
    "f8E5M2": np.uint8,
    "f8E4M3FN": np.uint8,
    "f8E4M3FNUZ": np.uint8,
    "f8E5M2FNUZ": np.uint8,
    "f8E4M3B11FNUZ": np.uint8,
}
MARCH = {
    "avx512": ["-march=x86-64-v4"],
    "avx2": ["-march=x86-64-v3"],
    "generic": ["-march=x86-64"],
    "avx512+bf16": ["-march=cooperlake"],
    "avx512+znver4": ["-march=x86-64-v4"],  # other choices, no other instructions
}
# What of /proc/cpuinfo's flags each needs beside its narrower ones.
_FLAGS = {
    "generic": set(),
    "avx2": {"avx2", "fma", "f16c"},
    "avx512": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
    "avx512+bf16": {"avx512vl", "avx512_bf16"},
}
_FLAGS["avx512+znver4"] = _FLAGS["avx512"]
TO_LLVM = (
    "canonicalize,cse,convert-scf-to-cf,convert-vector-to-llvm,convert-math-to-llvm,"
    "convert-arith-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts"
)


def tool(name: str) -> str | None:
    """Path of one of our tools or of an LLVM tool, or None."""
    for folder in (ROOT / "build" / "bin", Path("/usr/lib/llvm-22/bin")):
        if (folder / name).exists():
            return str(folder / name)
    return shutil.which(name)


@functools.cache
def runs(features: str) -> bool:
    """Whether this CPU has the instructions."""
    return set(Path("/proc/cpuinfo").read_text().split()) >= _FLAGS[features]


def widest() -> str:
    """The widest registers of this CPU."""
    return next(features for features in ("avx512", "avx2", "generic") if runs(features))


def available() -> bool:
    """Whether everything that the harness needs is installed."""
    return all(tool(t) for t in ("triton-shared-opt", "mlir-translate", "clang"))


def source(
    body: str, args: Sequence[str], result: str, lanes: int, splat: Sequence[int] = ()
) -> str:
    """A loop over the arrays; `body` computes %r from %a0, %a1, ... of !A0, ...

    Operands in `splat` are read once and broadcast; without lanes, before the loop.
    """

    def vec(t: str) -> str:
        return f"vector<{lanes}x{t}>" if lanes else t

    params = ", ".join(f"%p{i}: !llvm.ptr" for i in range(len(args)))
    lines = [f"!A{i} = {vec(t)}" for i, t in enumerate(args)] + [f"!R = {vec(result)}"]
    lines += ["module {", f"func.func @run({params}, %out: !llvm.ptr, %n: index) {{"]
    lines += ["%c0 = arith.constant 0 : index", f"%step = arith.constant {lanes or 1} : index"]
    if not lanes:
        lines += [f"%a{i} = llvm.load %p{i} : !llvm.ptr -> {args[i]}" for i in splat]
    lines += ["scf.for %i = %c0 to %n step %step {", "%at = arith.index_cast %i : index to i64"]

    def storage(t: str) -> str:
        return "i8" if t.startswith("f8") else t

    for i, t in enumerate(args):
        s = storage(t)
        if i in splat:
            if lanes:
                lines += [
                    f"%s{i} = llvm.load %p{i} : !llvm.ptr -> {s}",
                    f"%a{i} = vector.broadcast %s{i} : {s} to {vec(s)}",
                ]
            continue
        lines += [f"%q{i} = llvm.getelementptr %p{i}[%at] : (!llvm.ptr, i64) -> !llvm.ptr, {s}"]
        raw = f"%a{i}" if s == t else f"%b{i}"
        lines += [f"{raw} = llvm.load %q{i} {{alignment = 1 : i64}} : !llvm.ptr -> {vec(s)}"]
        if s != t:
            lines += [f"%a{i} = arith.bitcast {raw} : {vec(s)} to {vec(t)}"]
    lines += [body]
    s = storage(result)
    value = "%r"
    if s != result:
        lines += [f"%rb = arith.bitcast %r : {vec(result)} to {vec(s)}"]
        value = "%rb"
    lines += [
        f"%o = llvm.getelementptr %out[%at] : (!llvm.ptr, i64) -> !llvm.ptr, {s}",
        f"llvm.store {value}, %o {{alignment = 1 : i64}} : {vec(s)}, !llvm.ptr",
        "}",
        "return",
        "}",
        "}",
    ]
    return "\n".join(lines)


class Kernel:
    """An elementwise function of arrays, for the widest registers unless `features` says which.
    A test that calls one which this CPU cannot run is skipped."""

    def __init__(
        self,
        body: str,
        args: Sequence[str],
        result: str,
        lanes: int = 32,
        features: str = "",
        splat: Sequence[int] = (),
    ) -> None:
        self.args, self.result, self.lanes = list(args), result, lanes
        self.splat = list(splat)
        features = features or widest()
        text = source(body, args, result, lanes, splat)
        key = hashlib.sha256((text + features + _stamp()).encode()).hexdigest()[:16]
        folder = Path(tempfile.gettempdir()) / f"vecmath-{os.getuid()}"
        folder.mkdir(exist_ok=True)
        lib = folder / f"{key}.so"
        self.ll = folder / f"{key}.ll"
        self.features = features
        if not lib.exists():
            self._compile(text, features, lib)
        ctypes.CDLL("libm.so.6", mode=ctypes.RTLD_GLOBAL)
        ctypes.CDLL("libsleef.so.3", mode=ctypes.RTLD_GLOBAL)
        self.run: Any = ctypes.CDLL(str(lib)).run
        self.run.argtypes = [ctypes.c_void_p] * (len(args) + 1) + [ctypes.c_int64]
        self.run.restype = None

    def _compile(self, text: str, features: str, lib: Path) -> None:
        opt = subprocess.run(
            [
                tool("triton-shared-opt") or "",
                f"--pass-pipeline=builtin.module(cpu-vector-math{{features={features}}},{TO_LLVM})",
            ],
            input=text,
            capture_output=True,
            text=True,
        )
        if opt.returncode:
            raise RuntimeError(opt.stderr + text)
        ll = subprocess.run(
            [tool("mlir-translate") or "", "--mlir-to-llvmir"],
            input=opt.stdout,
            capture_output=True,
            text=True,
        )
        if ll.returncode:
            raise RuntimeError(ll.stderr)
        self.ll.write_text(ll.stdout)
        temporary = lib.with_suffix(f".{os.getpid()}.tmp")
        subprocess.run(
            [
                tool("clang") or "",
                "-O2",
                *MARCH[features],
                "-mprefer-vector-width=512",
                "-shared",
                "-fPIC",
                "-x",
                "ir",
                str(self.ll),
                "-o",
                str(temporary),
                "-Wno-override-module",
            ],
            check=True,
        )
        temporary.rename(lib)

    def assembly(self) -> str:
        """The machine code as text."""
        return subprocess.run(
            [
                tool("clang") or "",
                "-O2",
                *MARCH[self.features],
                "-S",
                "-x",
                "ir",
                str(self.ll),
                "-o",
                "-",
                "-Wno-override-module",
            ],
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def __call__(self, *arrays: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        if not runs(self.features):
            pytest.skip(f"the CPU has no {self.features}")
        count = max(len(a) for a in arrays)
        lanes = self.lanes or 1
        padded = -(-count // lanes) * lanes
        ins = []
        for i, (a, t) in enumerate(zip(arrays, self.args, strict=True)):
            a = np.ascontiguousarray(a, dtype=NUMPY_OF[t])
            if i not in self.splat:
                a = np.concatenate([a, np.full(padded - count, a[-1], a.dtype)])
            ins.append(a)
        out = np.empty(padded, dtype=NUMPY_OF[self.result])
        self.run(*[a.ctypes.data for a in ins], out.ctypes.data, padded)
        return out[:count]


def _stamp() -> str:
    path = tool("triton-shared-opt")
    return str(Path(path).stat().st_mtime) if path else ""


def unary(op: str, t: str, **kwargs: Any) -> Kernel:
    """`op` is a math operation (`math.exp`) or a libdevice symbol."""
    if op.startswith("__nv_"):
        return Kernel(f'%r = tts.extern "{op}"(%a0) : (!A0) -> !R', [t], t, **kwargs)
    return Kernel(f"%r = {op} %a0 : !A0", [t], t, **kwargs)


def binary(op: str, t: str, **kwargs: Any) -> Kernel:
    """The same for two operands."""
    if op.startswith("__nv_"):
        return Kernel(f'%r = tts.extern "{op}"(%a0, %a1) : (!A0, !A1) -> !R', [t, t], t, **kwargs)
    return Kernel(f"%r = {op} %a0, %a1 : !A0", [t, t], t, **kwargs)

# What kernels give on AArch64, in QEMU, against what they give here.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Code for another architecture: compiled here, run by an emulator, compared with the host's.

    sudo apt-get install qemu-user-static g++-aarch64-linux-gnu
    python test/yardsticks/aarch64.py [--seeds 0-199] [--cases dot] [--cpu neoverse-n1]
        [--sleef FOLDER]

FOLDER is where libsleef.so.3 for arm64 lies (`apt-get download libsleef3:arm64`, after `dpkg
--add-architecture arm64`); without it kernels that call SLEEF are refused. Runs the table of
`test/python/harness/gpu_cases.py`, or those of its cases whose names hold `--cases`, and the
fuzzer's kernels of the seeds, with our driver on the host and with the same runtime in QEMU.
Prints what differs by more than the table allows; exit status 1 if something does.
"""

from __future__ import annotations

import argparse
import os
import struct
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "test" / "python")]

PREFIX = "aarch64-linux-gnu-"
#: Arrays begin at multiples of this, as torch's do.
ALIGNMENT = 64


class RefusedError(RuntimeError):
    """The kernel could not be compiled, linked or run for the other architecture."""


def _call(command: Sequence[str], seconds: float | None = None) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise RefusedError(f"{Path(command[0]).name}: no end in {seconds:g} s") from None
    if done.returncode:
        raise RefusedError(f"{Path(command[0]).name}: {done.stderr.strip()[-600:]}")


class Machine:
    """Runs kernels in QEMU; `cpu` is LLVM's name of the processor that code is made for."""

    def __init__(self, folder: Path, cpu: str, features: str, sleef: Path | None) -> None:
        from triton_shared.native import _native

        self.folder = folder
        self.libraries = ["-lm"]
        if sleef:
            self.libraries += [str(sleef / "libsleef.so.3"), f"-Wl,-rpath,{sleef}"]
        self.target = _native.Target(triple="aarch64-linux-gnu", cpu=cpu, features=features)
        runtime = ROOT / "runtime"
        sources = [p for p in runtime.glob("*.cpp") if p.stem not in ("Loader", "Symbols")]
        sources += [runtime / "KernelLibrary" / "Launcher.cpp"]
        flags = ["-std=c++17", "-O1", "-fPIC", f"-I{ROOT / 'include'}"]
        compiler = PREFIX + "g++"
        runner = Path(__file__).with_name("aarch64_runner.cpp")
        files = [*map(str, sources), str(runner)]
        link = ["-o", str(folder / "runner"), "-ldl", "-lpthread"]
        _call([compiler, *flags, *files, *link])
        calls = str(runtime / "KernelLibrary" / "Calls.cpp")
        _call([compiler, *flags, "-fno-rtti", "-c", calls, "-o", str(folder / "calls.o")])

    def launch(
        self, name: str, compiled: Any, grid: Sequence[int], arguments: Mapping[str, Any]
    ) -> None:
        """Run what Triton compiled from `compiled`'s TTIR on these arguments, in place."""
        from triton_shared.native import _native

        code = _native.lower(compiled.asm["ttir"], stop="obj", target=self.target)
        library, data = self.folder / f"{name}.so", self.folder / f"{name}.bin"
        signature = compiled.src.signature
        self._link(library, code, [signature[n] for n in arguments])
        layout = _Layout()
        places = [layout.place(value, signature[n]) for n, value in arguments.items()]
        end = layout.write(data, grid, places)
        emulator = ["qemu-aarch64-static", "-cpu", "max", "-L", "/usr/aarch64-linux-gnu"]
        runner = [str(self.folder / "runner"), str(library), code.metadata["name"], str(data)]
        try:
            _call([*emulator, *runner, str(end)], seconds=120)
            layout.read(data)
        finally:
            library.unlink(missing_ok=True)
            data.unlink(missing_ok=True)

    def _link(self, library: Path, code: Any, types: Sequence[Any]) -> None:
        from triton_shared.backend import kernel_library
        from triton_shared.native import _native

        symbol = code.metadata["name"]
        kernel, text = library.with_suffix(".o"), library.with_suffix(".c")
        kernel.write_bytes(code.output)
        kinds = [kernel_library._kind(symbol, "", type) for type in types]
        kinds = [8 if kind == _native.WIDENED_ARGUMENT else kind for kind in kinds]
        by_lock = b"tts_rt_locked_programs" in code.output
        waits = by_lock or b"tts_rt_programs" in code.output
        scratch = code.metadata["arena_bytes"]
        text.write_text(kernel_library.describe(symbol, scratch, kinds, waits, by_lock))
        files = [str(text), str(kernel), str(self.folder / "calls.o")]
        flags = ["-shared", "-fPIC", "-O1", "-Wl,--no-undefined", "-o", str(library)]
        try:
            _call([PREFIX + "gcc", *files, *flags, *self.libraries])
        finally:
            kernel.unlink()
            text.unlink()


class _Layout:
    """Where arguments lie in the file: arrays that share memory here share it there."""

    def __init__(self) -> None:
        self._size = 0
        self._parts: list[tuple[int, bytes]] = []
        self._storages: dict[int, tuple[int, Any]] = {}

    def _add(self, raw: bytes) -> int:
        place = self._size
        self._parts.append((place, raw))
        self._size = -(-(place + len(raw)) // ALIGNMENT) * ALIGNMENT
        return place

    def place(self, value: Any, type: Any) -> int:
        import torch

        if isinstance(value, torch.Tensor):
            whole = torch.empty(0, dtype=torch.uint8).set_(value.untyped_storage())
            if whole.data_ptr() not in self._storages:
                self._storages[whole.data_ptr()] = (self._add(whole.numpy().tobytes()), whole)
            start, _ = self._storages[whole.data_ptr()]
            return start + value.storage_offset() * value.element_size()
        if type == "constexpr":
            return 0
        if isinstance(value, float):
            return self._add(struct.pack("<d" if type == "fp64" else "<f", value))
        return self._add(int(value).to_bytes(8, "little", signed=value < 0))

    def write(self, file: Path, grid: Sequence[int], places: Sequence[int]) -> int:
        """Returns where the header begins, which is after the arrays."""
        whole = bytearray(self._size)
        for place, raw in self._parts:
            whole[place : place + len(raw)] = raw
        sizes = [*grid, 1, 1][:3]
        header = struct.pack(f"<{4 + len(places)}Q", *sizes, len(places), *places)
        file.write_bytes(bytes(whole) + header)
        return len(whole)

    def read(self, file: Path) -> None:
        import torch

        raw = bytearray(file.read_bytes())
        for start, whole in self._storages.values():
            if whole.numel():
                whole.copy_(torch.frombuffer(raw, dtype=torch.uint8)[start : start + len(whole)])


def _case(machine: Machine, case: Any) -> str:
    import torch

    from harness.gpu_cases import differs
    from triton_shared.testing.check import copy_args
    from triton_shared.testing.kernels import make_kernel

    kernel = make_kernel(case.source)
    here, there = copy_args(case.arguments), copy_args(case.arguments)
    compiled = kernel[case.grid](*here, **case.constants)
    named = dict(zip(kernel.arg_names, [*there, *case.constants.values()], strict=True))
    machine.launch(f"case-{abs(hash(case.name))}", compiled, case.grid, named)
    ours, theirs = ([a for a in s if isinstance(a, torch.Tensor)][-1] for s in (there, here))
    wrong = differs(case, ours, theirs)
    if not wrong.any():
        return ""
    inputs = [t.flatten() for t in case.tensors[:-1] if t.numel() == ours.numel()]
    lines = [f"{int(wrong.sum())} of {wrong.numel()} differ"]
    for place in wrong.flatten().nonzero()[:6, 0].tolist():
        of = ", ".join(repr(t[place].item()) for t in inputs)
        a, b = (t.flatten()[place].item() for t in (ours, theirs))
        lines.append(f"of {of}: there {a!r}, here {b!r}")
    return "\n    ".join(lines)


def _seed(machine: Machine, seed: int) -> str:
    from triton_shared.fuzz.execute import arguments, first_difference
    from triton_shared.fuzz.generate import generate
    from triton_shared.testing.check import copy_args
    from triton_shared.testing.kernels import make_kernel

    program = generate(seed)
    args = arguments(program)
    here, there = copy_args(args), copy_args(args)
    kernel = make_kernel(program.render())
    compiled = kernel[program.grid](*here)
    named = dict(zip(kernel.arg_names, there, strict=True))
    machine.launch(f"seed-{seed}", compiled, program.grid, named)
    return first_difference(program, there, here, "the host")


def _outcome(job: tuple[str, Callable[[], str]]) -> tuple[str, str, str]:
    name, run = job
    try:
        text = run()
    except Exception as error:
        return name, "refused", f"{type(error).__name__}: {error}"
    return name, "different" if text else "same", text


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", help="first and last, of the fuzzer's kernels")
    parser.add_argument("--cases", help="of the table those whose names hold this text")
    parser.add_argument("--cpu", default="generic")
    parser.add_argument("--features", default="", help="in LLVM's form: +sve,+bf16")
    parser.add_argument("--sleef", type=Path, help="folder of SLEEF for the other architecture")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    import triton
    from triton.backends.triton_shared.driver import CPUDriver

    from harness.gpu_cases import cases

    warnings.simplefilter("ignore")  # of what is deprecated in Triton
    triton.runtime.driver.set_active(CPUDriver())
    with tempfile.TemporaryDirectory(prefix="aarch64-") as folder:
        machine = Machine(Path(folder), options.cpu, options.features, options.sleef)
        jobs: list[tuple[str, Callable[[], str]]] = []
        if options.cases is not None or not options.seeds:
            text = options.cases or ""
            table = [case for case in cases() if text in case.name]
            jobs += [(case.name, partial(_case, machine, case)) for case in table]
        if options.seeds:
            first, last = (int(n) for n in options.seeds.split("-"))
            jobs += [(f"seed {s}", partial(_seed, machine, s)) for s in range(first, last + 1)]
        counts: Counter[str] = Counter()
        with ThreadPool(options.jobs) as pool:
            for name, kind, text in pool.imap(_outcome, jobs):
                counts[kind] += 1
                if text:
                    print(f"{name}: {kind}: {text}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if set(counts) - {"same"} else 0


if __name__ == "__main__":
    sys.exit(main())

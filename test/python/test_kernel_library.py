# Kernels as shared libraries: launched without Python, and by programs that AOTInductor makes.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest
import torch
import triton
import triton.language as tl
from torch.library import triton_op, wrap_triton

from plugin_kernels import fresh
from triton_shared.backend import kernel_library
from triton_shared.backend.kernel_library import LinkError

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="libraries are linked by cc")


@triton.jit
def scale_kernel(x, out, n, factor, offset, large, FLIP: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i, mask=i < n) * factor + offset + (large >> 40).to(tl.float32)
    tl.store(out + i, -value if FLIP else value, mask=i < n)


@triton.jit
def locked_sum_kernel(x, out, lock, BLOCK: tl.constexpr):
    """Programs that wait for one another."""
    i = tl.arange(0, BLOCK)
    value = tl.load(x + tl.program_id(0) * BLOCK + i)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(out + i, tl.load(out + i) + value)
    tl.atomic_xchg(lock, 0)


@triton.jit
def count_kernel(x, counts, n, bins, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i, mask=i < n, other=0)
    tl.device_assert((value >= 0) & (value < bins), "no such bin")
    tl.atomic_add(counts + value, 1, mask=i < n)


@triton.jit
def round_kernel(x, out, planes, rows, columns, BLOCK: tl.constexpr):
    """A grid of three dimensions, and conversions for which some CPUs have no instruction."""
    i = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    row = (tl.program_id(2) * rows + tl.program_id(0)) * columns
    value = tl.load(x + row + i, mask=i < columns).to(tl.float32)
    tl.store(out + row + i, (value * 2).to(tl.bfloat16), mask=i < columns)


def _launch(folder: Path, compiled: Any, grid: tuple[int, int, int], *arguments: Any) -> None:
    """Launch a kernel's library as a program does: nothing but the C library is asked."""
    for name in ("so", "launcher.so"):
        (folder / name).write_bytes(compiled.asm[name])
    function = getattr(ctypes.CDLL(str(folder / "so")), compiled.metadata.name)
    launcher = ctypes.CDLL(str(folder / "launcher.so"))
    given = [
        ctypes.c_void_p(argument.data_ptr())
        if isinstance(argument, torch.Tensor)
        else ctypes.cast(ctypes.pointer(argument), ctypes.c_void_p)
        if argument is not None
        else ctypes.c_void_p()
        for argument in arguments
    ]
    launcher.run_from_nativert(
        *map(ctypes.c_uint32, grid), 1, (ctypes.c_void_p * len(given))(*given), function
    )


def test_arguments_of_all_kinds(tmp_path: Path) -> None:
    x, out = torch.randn(1000), torch.zeros(1000)
    compiled = fresh(scale_kernel).warmup(
        x, out, 1000, 0.5, 3, 5 << 40, FLIP=True, BLOCK=128, grid=(8,)
    )
    _launch(
        tmp_path, compiled, (8, 1, 1), x, out, ctypes.c_int64(1000), ctypes.c_float(0.5),
        ctypes.c_int64(3), ctypes.c_int64(5 << 40), None, None,
    )  # fmt: skip
    torch.testing.assert_close(out, -(x * 0.5 + 8))


def test_value_that_was_compiled_in(tmp_path: Path) -> None:
    """Triton compiles an argument of 1 in: the code has no slot for it."""
    x, out = torch.randn(100), torch.zeros(100)
    compiled = fresh(scale_kernel).warmup(
        x, out, 100, 2.0, 1, 6 << 40, FLIP=False, BLOCK=128, grid=(1,)
    )
    assert compiled.src.signature["offset"] == "constexpr"
    _launch(
        tmp_path, compiled, (1, 1, 1), x, out, ctypes.c_int64(100), ctypes.c_float(2.0),
        None, ctypes.c_int64(6 << 40), None, None,
    )  # fmt: skip
    torch.testing.assert_close(out, x * 2 + 7)


_LAUNCH = """
import ctypes, sys
kernel, name, launcher = sys.argv[1:]
function = getattr(ctypes.CDLL(kernel), name)
ctypes.CDLL(launcher).run_from_nativert(1, 1, 1, 1, (ctypes.c_void_p * 1)(), function)
"""


@pytest.mark.parametrize(
    ("version", "name", "message"),
    [(99, "double", "made by another version of triton-shared"), (0, "abs", "not a kernel")],
)
def test_library_that_cannot_be_launched(
    version: int, name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A C++ program catches it; here nobody does, and it ends the process with its message."""
    asm = fresh(double).warmup(torch.ones(1), grid=(1,)).asm
    if version:
        monkeypatch.setattr(kernel_library._native, "KERNEL_LIBRARY_VERSION", version)
        (tmp_path / "so").write_bytes(asm["so"])
    (tmp_path / "launcher.so").write_bytes(asm["launcher.so"])
    kernel = str(tmp_path / "so") if version else "libc.so.6"
    done = subprocess.run(
        [sys.executable, "-c", _LAUNCH, kernel, name, str(tmp_path / "launcher.so")],
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert message in done.stderr


@triton.jit
def double(x_ptr):
    tl.store(x_ptr, tl.load(x_ptr) * 2)


def test_name_that_is_a_word_of_c(tmp_path: Path) -> None:
    x = torch.ones(1)
    _launch(tmp_path, fresh(double).warmup(x, grid=(1,)), (1, 1, 1), x)
    assert x.item() == 2


def test_programs_that_wait(tmp_path: Path) -> None:
    x, out = torch.randint(-9, 9, (300, 64), dtype=torch.int32), torch.zeros(64, dtype=torch.int32)
    lock = torch.zeros(1, dtype=torch.int32)
    compiled = fresh(locked_sum_kernel).warmup(x, out, lock, BLOCK=64, grid=(300,))
    _launch(tmp_path, compiled, (300, 1, 1), x, out, lock, None)
    assert torch.equal(out, x.sum(0, dtype=torch.int32))


@pytest.mark.parametrize("features", ["", "-f16c,-avx512f,-avx512bf16,-avx512fp16"])
def test_grid_and_conversions(
    features: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRITON_SHARED_FEATURES", features)
    x = torch.randn(3, 5, 100).half()
    out = torch.zeros(3, 5, 100, dtype=torch.bfloat16)
    compiled = fresh(round_kernel).warmup(x, out, 3, 5, 100, BLOCK=64, grid=(5, 2, 3))
    int64 = ctypes.c_int64
    _launch(tmp_path, compiled, (5, 2, 3), x, out, int64(3), int64(5), int64(100), None)
    assert torch.equal(out, (x.float() * 2).bfloat16())


def _compiled() -> Any:
    x = torch.zeros(64)
    return fresh(scale_kernel).warmup(x, x, 64, 0.5, 3, 9 << 40, FLIP=True, BLOCK=64, grid=(1,))


def test_libraries_are_not_among_the_texts() -> None:
    asm = _compiled().asm
    assert "so" in asm
    assert "launcher.so" in asm
    assert "so" not in list(asm)
    assert not {"so", "launcher.so"} & set(asm.keys())
    assert asm.get("no such stop") is None


def test_argument_that_cannot_be_passed() -> None:
    with pytest.raises(LinkError, match=r"'k': argument 'd' of type tensordesc<fp16\[8\]>"):
        kernel_library.kernel_library("k", b"", 1, {"d": "tensordesc<fp16[8]>"})


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("PATH", "/nowhere", "no C compiler"),
        ("CC", "false", "'scale_kernel' could not be linked"),
        ("CC", "nowhere-cc -g", "CC names nowhere-cc, which cannot be found"),
    ],
)
def test_compiler_that_fails(
    variable: str, value: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asm = _compiled().asm
    monkeypatch.setenv(variable, value)
    with pytest.raises(LinkError, match=message):
        asm["so"]


def test_compiler_of_several_words(monkeypatch: pytest.MonkeyPatch) -> None:
    asm = _compiled().asm
    monkeypatch.setenv("CC", "env -u HOME cc")
    assert asm["so"].startswith(b"\x7fELF")


@pytest.mark.parametrize(
    ("grid_type", "message"),
    [("PrecomputedGrid", "several configurations"), ("Grid1D", "Inductor generated it")],
)
def test_grids_that_torch_gets_wrong(grid_type: str, message: str) -> None:
    """As AOTInductor asks; a wrong grid would be a wrong result."""
    kernel = _compiled()

    class Autotuner:
        inductor_meta: ClassVar = {"grid_type": grid_type}

        def save_cpu_kernel(self) -> None:
            kernel.asm.get("so")

    with pytest.raises(LinkError, match=message):
        Autotuner().save_cpu_kernel()


@triton_op("triton_shared_test::scale", mutates_args={})
def scale(x: torch.Tensor, factor: float, flip: bool) -> torch.Tensor:
    out = torch.empty_like(x)
    grid = (triton.cdiv(x.numel(), 256),)
    wrap_triton(scale_kernel)[grid](x, out, x.numel(), factor, 3, 5 << 40, flip, BLOCK=256)
    return out


@triton_op("triton_shared_test::count", mutates_args={})
def count(x: torch.Tensor) -> torch.Tensor:
    counts = torch.zeros(16, dtype=torch.int32)
    wrap_triton(count_kernel)[(triton.cdiv(x.numel(), 256),)](x, counts, x.numel(), 16, BLOCK=256)
    return counts


class Model(torch.nn.Module):
    def forward(self, x: torch.Tensor, k: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return scale(x, 0.5, True).exp() + scale(x, 2.0, False), count(k)


# Run where neither Triton nor this package can be imported.
_PROGRAM = """
import sys
from importlib.machinery import PathFinder
class Others(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        hidden = name.split(".")[0] in ("triton", "triton_shared")
        return None if hidden else super().find_spec(name, path, target)
sys.meta_path[sys.meta_path.index(PathFinder)] = Others
import torch
model = torch._inductor.aoti_load_package(sys.argv[1])
for rows in (64, 200):
    x = torch.randn(rows, 100)
    k = torch.randint(0, 16, (77 * rows,), dtype=torch.int32)
    scaled, counts = model(x, k)
    torch.testing.assert_close(scaled, (-(x * 0.5 + 8)).exp() + x * 2 + 8)
    assert torch.equal(counts, torch.bincount(k, minlength=16).int())
k[300] = 16
try:
    model(x, k)
except RuntimeError as error:
    print(error)
x, k = torch.zeros(1, 100), torch.zeros(5, dtype=torch.int32)
assert model(x, k)[1][0] == 5
"""


def test_program_made_by_aot_inductor(tmp_path: Path) -> None:
    x, k = torch.randn(64, 100), torch.zeros(1000, dtype=torch.int32)
    dynamic = ({0: torch.export.Dim("n")}, {0: torch.export.Dim("m")})
    program = torch.export.export(Model(), (x, k), dynamic_shapes=dynamic)
    package = torch._inductor.aoti_compile_and_package(
        program, package_path=str(tmp_path / "model.pt2")
    )
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, package], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "kernel 'count_kernel': device-side assertion failed in program (1, 0, 0)" in done.stdout
    assert '"no such bin"' in done.stdout

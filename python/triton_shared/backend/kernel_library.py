# A compiled kernel as a shared library, for programs that are compiled ahead of time.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What AOTInductor packs into a program: a library of each kernel, and one that launches them.

`torch._inductor.aoti_compile_and_package` asks a kernel for `asm["so"]` and
`asm["launcher.so"]`. The program then runs without Python, Triton and LLVM. Libraries are
made when they are asked for, by the C compiler that AOTInductor needs itself.
"""

from __future__ import annotations

import functools
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from triton_shared.native import _native

_BYTES = {"i1": 1, "u1": 1, "i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4,
          "i64": 8, "u64": 8, "fp32": 4, "f32": 4}  # fmt: skip


class LinkError(RuntimeError):
    """A kernel cannot be made a shared library."""


def launcher() -> bytes:
    """The library that launches kernels: the same for all of them."""
    return (Path(_native.__file__).parent / "libTritonSharedLauncher.so").read_bytes()


def kernel_library(name: str, code: bytes, scratch: int, signature: Mapping[str, Any]) -> bytes:
    """Link object code `code` of the kernel `name` to a shared library.

    `scratch`: bytes of scratch memory per thread. `signature`: Triton's type of each argument, by
    name. Raises LinkError where an argument has a type that AOTInductor does not pass, where there
    is no C compiler ($CC, cc, gcc or clang), with what the compiler says, or where AOTInductor
    asks for a kernel that it would launch with a wrong grid.
    """
    _check_grid(name)
    arguments = [_kind(name, argument, type) for argument, type in signature.items()]
    kernel = _native.load(code, name, arena_bytes=scratch)
    text = describe(name, scratch, arguments, kernel.waits, kernel.waits_by_lock)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "kernel.o").write_bytes(code)
        (Path(folder) / "description.c").write_text(text)
        _link(Path(folder), name)
        return (Path(folder) / "kernel.so").read_bytes()


# The struct of KernelLibrary.h, which is not there where the package is installed.
# A kernel may be called what C has another meaning for.
_DESCRIPTION = """
extern void kernel(void) __asm__("{name}");
extern void tts_kernel_library_bind(void *(*find)(const char *name));
static const unsigned char arguments[] = {{ {arguments} }};
const struct {{
  int version, waits, waits_by_lock, argument_count;
  long long arena_bytes;
  void (*function)(void);
  const char *name;
  const unsigned char *arguments;
  void (*bind)(void *(*)(const char *));
}} tts_kernel_library = {{
  {version}, {waits}, {by_lock}, {count}, {scratch}, kernel, "{name}", arguments,
  tts_kernel_library_bind }};
"""


def describe(name: str, scratch: int, arguments: Sequence[int], waits: bool, by_lock: bool) -> str:
    """What KernelLibrary.h says of a kernel, in C. `arguments`: bytes or kind of each."""
    return _DESCRIPTION.format(
        version=_native.KERNEL_LIBRARY_VERSION,
        waits=int(waits),
        by_lock=int(by_lock),
        count=len(arguments),
        scratch=scratch,
        name=name,
        arguments=", ".join(map(str, arguments)) or "0",
    )


def _kind(kernel: str, argument: str, type: Any) -> int:
    if type == "constexpr":
        return _native.CONSTANT_ARGUMENT
    if isinstance(type, str) and type.startswith("*"):
        return _native.POINTER_ARGUMENT
    if type in ("fp64", "f64"):
        return _native.WIDENED_ARGUMENT if _floats_are_narrow() else 8
    if type not in _BYTES:
        raise LinkError(
            f"kernel '{kernel}': argument '{argument}' of type {type} cannot be passed to a "
            "kernel that was compiled ahead of time"
        )
    return _BYTES[type]


def _check_grid(kernel: str) -> None:
    """Refuse what torch 2.13 asks for and then launches with sizes, or nothing, for a grid."""
    frame = sys._getframe()
    while frame.f_code.co_name != "save_cpu_kernel":
        if frame.f_back is None:
            return
        frame = frame.f_back
    meta = getattr(frame.f_locals.get("self"), "inductor_meta", None) or {}
    if (grid := meta.get("grid_type", "FixedGrid")) != "FixedGrid":
        cause = (
            "it has several configurations to choose from: give it one"
            if grid == "PrecomputedGrid"
            else "Inductor generated it: leave torch._inductor.config.cpu_backend at 'cpp' and "
            "Triton to kernels of your own"
        )
        raise LinkError(f"kernel '{kernel}': AOTInductor cannot launch it on a CPU, as {cause}")


@functools.cache
def _floats_are_narrow() -> bool:
    """Does AOTInductor pass a Python float as a C++ float?

    It does in torch 2.13, to kernels for which it has made it a double.
    """
    try:
        from torch._inductor.codegen.cpp_wrapper_cpu import DeferredCpuTritonCallWrapper

        call = DeferredCpuTritonCallWrapper("", "", [])
        return str(call._get_cpp_param_type("value", float)) == "float value"
    except (ImportError, AttributeError, TypeError):
        return False


def _link(folder: Path, kernel: str) -> None:
    package = Path(_native.__file__).parent
    command = [
        *_compiler(), "-shared", "-fPIC", "-O1", "-o", "kernel.so", "description.c", "kernel.o",
        str(package / "libTritonSharedKernelCalls.a"), "-Wl,--exclude-libs,ALL", "-Wl,--as-needed",
        "-Wl,--no-undefined", *_vector_math(), "-lm",
    ]  # fmt: skip
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise LinkError(f"kernel '{kernel}': {command[0]} cannot be run: {error}") from error
    if done.returncode:
        raise LinkError(f"kernel '{kernel}' could not be linked:\n{done.stderr.strip()}")


def _compiler() -> list[str]:
    """The command: $CC may be several words, `ccache gcc` say."""
    if chosen := shlex.split(os.environ.get("CC", "")):
        if shutil.which(chosen[0]):
            return chosen
        raise LinkError(f"CC names {chosen[0]}, which cannot be found")
    for command in ("cc", "gcc", "clang"):
        if shutil.which(command):
            return [command]
    raise LinkError("there is no C compiler to link a kernel with: install one or set CC")


def _vector_math() -> list[str]:
    """SLEEF, if it is there: few kernels call it, none on the tiled road."""
    path = _native.vector_math_path()
    return [path, f"-Wl,-rpath,{Path(path).parent}"] if path else []

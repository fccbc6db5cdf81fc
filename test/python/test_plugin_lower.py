# triton_shared.lower(): every stop, from functions and from text; the dump setting.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import torch
import triton
import triton.language as tl

from plugin_kernels import add_kernel, fresh
from triton_shared import lower

SIGNATURE = "*fp32, *fp32, *fp32, i32"
CONSTEXPRS = {"BLOCK_SIZE": 64}


@pytest.mark.parametrize(
    ("stop", "sign"),
    [
        ("ttir", "tt.load"),
        ("structured", "tts.make_block"),
        ("linalg", "memref"),
        ("loops", "scf."),
        ("llvm", "llvm.func"),
        ("llir", "define"),
        ("asm", "add_kernel:"),
    ],
)
def test_stops(stop: str, sign: str) -> None:
    text = lower(add_kernel, SIGNATURE, CONSTEXPRS, stop=stop)
    assert isinstance(text, str)
    assert sign in text


def test_object_code() -> None:
    obj = lower(add_kernel, SIGNATURE, CONSTEXPRS, stop="obj")
    assert isinstance(obj, bytes)
    assert obj.startswith(b"\x7fELF")


@pytest.mark.parametrize(
    "signature",
    [
        ["*fp32", "*fp32", "*fp32", "i32"],
        {"x_ptr": "*fp32", "y_ptr": "*fp32", "out_ptr": "*fp32", "n": "i32"},
    ],
)
def test_forms_of_a_signature(signature: Any) -> None:
    want = lower(add_kernel, SIGNATURE, CONSTEXPRS)
    assert lower(add_kernel, signature, CONSTEXPRS) == want


def test_stop_from_stop() -> None:
    structured = lower(add_kernel, SIGNATURE, CONSTEXPRS, stop="structured")
    direct = lower(add_kernel, SIGNATURE, CONSTEXPRS, stop="linalg")
    assert lower(structured, start="structured", stop="linalg") == direct


def test_another_cpu() -> None:
    wide = lower(add_kernel, SIGNATURE, CONSTEXPRS, stop="asm", cpu="x86-64-v4")
    narrow = lower(add_kernel, SIGNATURE, CONSTEXPRS, stop="asm", cpu="x86-64-v3")
    assert isinstance(wide, str)
    assert isinstance(narrow, str)
    assert "zmm" in wide
    assert "zmm" not in narrow
    assert "ymm" in narrow


def test_another_architecture() -> None:
    how: dict[str, Any] = {"stop": "asm", "triple": "aarch64-linux-gnu"}
    text = lower(add_kernel, SIGNATURE, CONSTEXPRS, cpu="neoverse-n1", **how)
    assert isinstance(text, str)
    assert re.search(r"fadd\s+v\d+\.4s", text)
    with pytest.raises(ValueError, match="unknown CPU 'znver4' for aarch64"):
        lower(add_kernel, SIGNATURE, CONSTEXPRS, cpu="znver4", **how)
    with pytest.raises(ValueError, match="unknown target triple 'abacus'"):
        lower(add_kernel, SIGNATURE, CONSTEXPRS, stop="asm", triple="abacus")


@triton.jit
def exp_kernel(x_ptr, out_ptr, n, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    tl.store(out_ptr + offsets, tl.exp(x), mask=offsets < n)


def test_half_loads_where_memory_is_waited_for() -> None:
    """Zen 4 loads registers in halves, but not where there is work to do, nor do others."""

    def halves(kernel: Any, signature: Any, cpu: str) -> int:
        text = lower(kernel, signature, {"BLOCK_SIZE": 1024}, stop="asm", cpu=cpu)
        assert isinstance(text, str)
        assert "zmm" in text
        return len(re.findall(r"vinsert\w+\s+\$1, -?\d*\(", text))

    assert halves(add_kernel, SIGNATURE, "znver4") >= 8
    assert halves(add_kernel, SIGNATURE, "x86-64-v4") == 0
    assert halves(exp_kernel, "*fp32,*fp32,i32", "znver4") == 0


def test_autotuned_kernels_are_unwrapped() -> None:
    tuned = triton.autotune([triton.Config({"BLOCK_SIZE": 64})], key=["n"])(add_kernel)
    assert lower(tuned, SIGNATURE, CONSTEXPRS) == lower(add_kernel, SIGNATURE, CONSTEXPRS)


@pytest.mark.parametrize(
    ("args", "error", "match"),
    [
        (("*fp32", CONSTEXPRS), ValueError, "1 types for 4 parameters: x_ptr"),
        (({"x_ptr": "*fp32"}, CONSTEXPRS), ValueError, "y_ptr, out_ptr, n"),
        ((SIGNATURE, {"BLOCK": 1}), ValueError, "BLOCK|types for"),
        ((SIGNATURE, {**CONSTEXPRS, "m": 1}), ValueError, "no parameter m"),
        ((SIGNATURE, CONSTEXPRS, "ptx"), ValueError, "expected one of ttir, structured"),
        (("*foo,*fp32,*fp32,i32", CONSTEXPRS), ValueError, r"'x_ptr'.*no type '\*foo'"),
        (("*fp32,*fp32,*fp32,int", CONSTEXPRS), ValueError, "'n'.*no type 'int'"),
        (("*,*fp32,*fp32,i32", CONSTEXPRS), ValueError, r"'x_ptr'.*no type '\*'"),
        ((["*fp32", "*fp32", 3, "i32"], CONSTEXPRS), TypeError, "'out_ptr'.*not 3"),
        ((["*fp32", "*fp32", ("*fp32", "x"), "i32"], CONSTEXPRS), ValueError, r"out_ptr\[1\]"),
        ((SIGNATURE, [64]), TypeError, "constexprs: expected a mapping.*not list"),
        (("*fp32,*fp32,*fp32,constexpr", CONSTEXPRS), ValueError, "'n': a constexpr needs a value"),
        ((5, CONSTEXPRS), TypeError, "signature: expected types.*not int"),
    ],
)
def test_wrong_calls_name_what_is_wrong(args: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        lower(add_kernel, *args)


def test_constexprs_with_a_default() -> None:
    @triton.jit
    def kernel(x_ptr, n, BLOCK: tl.constexpr = 64):
        tl.store(x_ptr + tl.arange(0, BLOCK), n)

    assert lower(kernel, "*fp32,i32") == lower(kernel, "*fp32,i32", {"BLOCK": 64})
    assert lower(kernel, "*fp32,i32") != lower(kernel, "*fp32,i32", {"BLOCK": 32})


def test_unknown_options_and_paths() -> None:
    with pytest.raises(ValueError, match="no launch option nope"):
        lower(add_kernel, SIGNATURE, CONSTEXPRS, options={"nope": 1})
    for path in (0, (9,), "x_ptr"):
        with pytest.raises(ValueError, match="not the path of an argument"):
            lower(add_kernel, SIGNATURE, CONSTEXPRS, attrs={path: [["tt.divisibility", 16]]})


def test_what_only_a_function_takes_is_refused_for_text() -> None:
    text = lower(add_kernel, SIGNATURE, CONSTEXPRS, stop="ttir")
    with pytest.raises(
        ValueError, match=r"signature, constexprs, options\['debug'\]: for a @triton"
    ):
        lower(text, SIGNATURE, CONSTEXPRS, options={"debug": True})
    with pytest.raises(ValueError, match="attrs: for a @triton"):
        lower(text, attrs={(0,): [["tt.divisibility", 16]]})
    assert lower(text, options={"enable_fp_fusion": False})


def test_commas_in_a_type() -> None:
    """The sizes of a descriptor's block do not end its type."""

    @triton.jit
    def kernel(desc, out_ptr):
        block = desc.load([0, 0])
        tl.store(out_ptr + tl.arange(0, 32), tl.reshape(block, [32]))

    assert "memref<4x8xf32" in str(lower(kernel, "tensordesc<fp32[4, 8]>, *fp32"))


def test_not_a_kernel() -> None:
    with pytest.raises(TypeError, match=r"expected a @triton\.jit function"):
        lower(len, "")


def test_malformed_text_names_the_place() -> None:
    from triton_shared import CompileError

    with pytest.raises(CompileError, match="1:"):
        lower("module { tt.func @k() { tt.retrn } }", stop="linalg")


@pytest.mark.parametrize("barrier", ["gpu.barrier", "ttg.barrier local"])
def test_barriers_of_all_versions(barrier: str) -> None:
    """`tl.debug_barrier` of Triton 3.6 and of later versions, in the dialects of the library."""
    text = lower(f"module {{ tt.func public @k() {{ {barrier} tt.return }} }}", stop="asm")
    assert "k:" in text


def test_dump_folders_of_lower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One a specialisation, a stop and a text, whatever the kernel's name."""
    monkeypatch.setenv("TRITON_SHARED_DUMP_DIR", str(tmp_path))
    signature = "*fp32,*fp32,*fp32,i32"
    for size in (16, 64):
        for stop in ("linalg", "asm"):
            lower(add_kernel, signature, {"BLOCK_SIZE": size}, stop=stop)
    for body in ("", "%0 = tt.get_program_id x : i32"):
        lower(f"module {{ tt.func public @add_kernel() {{ {body} tt.return }} }}", stop="linalg")
    folders = sorted(tmp_path.iterdir())
    assert len(folders) == 6
    for folder in folders:
        assert folder.name.startswith("add_kernel-")
        numbers = [path.name[:2] for path in folder.iterdir()]
        assert len(numbers) == len(set(numbers)) > 3


def test_dump_folders_of_long_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_SHARED_DUMP_DIR", str(tmp_path))
    name = "triton_per_fused_" + "native_layer_norm_" * 9
    for body in ("", "%0 = tt.get_program_id x : i32"):
        lower(f"module {{ tt.func public @{name}() {{ {body} tt.return }} }}", stop="linalg")
    folders = [folder.name for folder in tmp_path.iterdir()]
    assert len(folders) == 2
    assert all(folder.startswith("triton_per_fused_native") for folder in folders)


def test_dump_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two specialisations of one kernel: two folders, no file lost; also on a warm cache."""
    x = torch.ones(64)
    for round_ in range(2):
        folder = tmp_path / f"dump{round_}"
        monkeypatch.setenv("TRITON_SHARED_DUMP_DIR", str(folder))
        for size in (16, 64):
            fresh(add_kernel)[(1,)](x, x, x, 16, BLOCK_SIZE=size)
        kernels = sorted(path.name for path in folder.iterdir())
        assert len(kernels) == 4  # each with its way to the linalg stop
        assert all(name.startswith("add_kernel-") for name in kernels)
        for name in kernels:
            phases = sorted(path.name for path in (folder / name).iterdir())
            assert len(phases) > 3
            assert phases[0].startswith("00-")

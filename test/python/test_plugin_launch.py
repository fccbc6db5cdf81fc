# Launching through the plug-in: grids, arguments, hooks, warmup, tuning, stops.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import ast
import platform
import shlex
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import torch
import triton
import triton.language as tl
from torch._subclasses.fake_tensor import FakeTensorMode
from triton.tools.tensor_descriptor import TensorDescriptor

import triton_shared
from plugin_kernels import (
    add_kernel,
    assert_kernel,
    bad_shapes_kernel,
    constant_kernel,
    fresh,
    inline_asm_kernel,
    program_ids_kernel,
    scalar_kernel,
    tuple_kernel,
)
from triton_shared import _native
from triton_shared.mlir.ir import Context, MLIRError, Module
from triton_shared.mlir.passmanager import PassManager

STOPS = ["ttir", "structured", "linalg", "loops", "llvm", "llir", "asm", "obj"]


@pytest.mark.parametrize("grid", [(1,), (7,), (3, 2), (4, 3, 2), (1, 1, 5), [3, 2]])
def test_every_program_of_a_grid_runs_once(grid: Any) -> None:
    x, y, z = (*grid, 1, 1)[:3]
    out = torch.zeros(x * y * z, dtype=torch.int32)
    program_ids_kernel[grid](out)
    want = [1 + i + 10 * j + 100 * k for k in range(z) for j in range(y) for i in range(x)]
    assert out.tolist() == want


@pytest.mark.parametrize("grid", [(0,), (3, 0), (0, 2, 2)])
def test_empty_grid_runs_nothing(grid: Any) -> None:
    out = torch.zeros(8, dtype=torch.int32)
    program_ids_kernel[grid](out)
    assert not out.any()


def test_grid_from_a_function() -> None:
    x = torch.arange(100, dtype=torch.float32)
    out = torch.empty_like(x)
    add_kernel[lambda meta: (triton.cdiv(100, meta["BLOCK_SIZE"]),)](x, x, out, 100, BLOCK_SIZE=32)
    assert torch.equal(out, 2 * x)


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        (torch.int8, -7),
        (torch.int32, 1),
        (torch.int32, 12345),
        (torch.int64, 2**40),
        (torch.int64, -(2**62)),
        (torch.uint64, 2**63 + 5),
        (torch.bool, True),
        (torch.float32, 0.1),
        (torch.float64, 0.5),
    ],
)
def test_scalar_arguments(dtype: torch.dtype, value: Any) -> None:
    out = torch.zeros(1, dtype=dtype)
    scalar_kernel[(1,)](out, value)
    assert out[0].item() == torch.tensor(value, dtype=dtype).item()


@pytest.mark.parametrize("name", ["fp16", "bf16", "fp32", "fp64", "i8", "i16", "u16", "i64"])
def test_annotated_scalar_types(name: str) -> None:
    """A parameter annotated with a type takes its value in that type."""
    code = {"fp16": torch.float16, "bf16": torch.bfloat16, "fp32": torch.float32}
    code |= {"fp64": torch.float64, "i8": torch.int8, "i16": torch.int16, "i64": torch.int64}
    dtype = code.get(name, torch.uint16)
    signature = {"out_ptr": "*" + name, "value": name}
    source = triton.compiler.ASTSource(scalar_kernel, signature, {}, {})
    compiled = triton.compile(source)
    out = torch.zeros(1, dtype=dtype)
    compiled[(1, 1, 1)](out, 3)
    assert out.item() == 3


def test_tuples_none_and_constexpr() -> None:
    x = torch.tensor([3.0])
    out = torch.zeros(1)
    tuple_kernel[(1,)](out, (x, 2), None, SCALE=5)
    assert out.item() == 30.0


def test_objects_with_data_ptr() -> None:
    class Wrapped:
        def __init__(self, tensor: torch.Tensor) -> None:
            self.tensor = tensor
            self.dtype = tensor.dtype

        def data_ptr(self) -> int:
            return self.tensor.data_ptr()

    x = torch.arange(16, dtype=torch.float32)
    out = torch.empty_like(x)
    add_kernel[(1,)](Wrapped(x), x, Wrapped(out), 16, BLOCK_SIZE=16)
    assert torch.equal(out, 2 * x)


def test_host_descriptor() -> None:
    @triton.jit
    def kernel(desc, out_ptr, BLOCK: tl.constexpr):
        tile = desc.load([0, 8])
        index = tl.arange(0, BLOCK)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
        tl.store(out_ptr + index, tile)

    x = torch.arange(20 * 20, dtype=torch.float32).reshape(20, 20)
    out = torch.empty(16, 16)
    descriptor = TensorDescriptor.from_tensor(x, [16, 16])
    kernel[(1,)](descriptor, out, BLOCK=16)
    want = torch.zeros(16, 16)
    want[:, :12] = x[:16, 8:]
    assert torch.equal(out, want)


def test_hooks_see_every_launch() -> None:
    seen: list[str] = []
    runtime = triton.knobs.runtime

    def enter(metadata: Any) -> None:
        seen.append("enter " + metadata.get()["name"])

    def leave(metadata: Any) -> None:
        seen.append("exit " + metadata.get()["name"])

    runtime.launch_enter_hook.add(enter)
    runtime.launch_exit_hook.add(leave)
    try:
        x = torch.ones(16)
        add_kernel[(1,)](x, x, x, 16, BLOCK_SIZE=16)
    finally:
        runtime.launch_enter_hook.remove(enter)
        runtime.launch_exit_hook.remove(leave)
    assert seen == ["enter add_kernel", "exit add_kernel"]


def test_load_hooks() -> None:
    seen: list[str] = []
    hooks = triton.knobs.runtime

    def loaded(module: Any, function: Any, name: str, group: Any, key: str) -> None:
        seen.append(name)

    hooks.kernel_load_end_hook.add(loaded)
    try:
        x = torch.ones(16)
        kernel = fresh(add_kernel)
        for _ in range(3):
            kernel[(1,)](x, x, x, 16, BLOCK_SIZE=16)
    finally:
        hooks.kernel_load_end_hook.remove(loaded)
    assert seen == ["add_kernel"]  # loaded once, not at every launch


def test_warmup_compiles_and_does_not_run() -> None:
    out = torch.zeros(16)
    x = torch.ones(16)
    compiled = fresh(add_kernel).warmup(x, x, out, 16, BLOCK_SIZE=16, grid=(1,))
    assert not out.any()
    compiled[(1, 1, 1)](x, x, out, 16, 16)
    assert torch.equal(out, x + x)


def test_warmup_from_types_alone() -> None:
    compiled = fresh(add_kernel).warmup(
        torch.float32, torch.float32, torch.float32, 16, BLOCK_SIZE=16, grid=(1,)
    )
    assert list(compiled.asm) == ["source", *STOPS]


def test_run_method() -> None:
    x = torch.ones(16)
    out = torch.zeros(16)
    add_kernel.run(x, x, out, 16, BLOCK_SIZE=16, grid=(1,), warmup=False)
    assert torch.equal(out, x + x)


def test_every_stop_by_name() -> None:
    x = torch.ones(16)
    compiled = add_kernel[(1,)](x, x, x, 16, BLOCK_SIZE=16)
    for stop in STOPS[:-1]:
        assert isinstance(compiled.asm[stop], str), stop
    assert "tt.load" in compiled.asm["ttir"]
    assert "tts.load" in compiled.asm["structured"]
    assert "tt." not in compiled.asm["linalg"].replace("attributes", "")
    assert "llvm.func @add_kernel" in compiled.asm["llvm"]
    assert "define" in compiled.asm["llir"]
    assert "add_kernel:" in compiled.asm["asm"]
    assert compiled.asm["obj"].startswith(b"\x7fELF")
    with pytest.raises(KeyError, match="ptx"):
        compiled.asm["ptx"]


def test_metadata_that_tools_format() -> None:
    x = torch.ones(16)
    compiled = add_kernel[(1,)](x, x, x, 16, BLOCK_SIZE=16, num_warps=8)
    assert "%d %d" % (compiled.n_regs, compiled.n_spills) == "1 0"  # noqa: UP031
    assert compiled.metadata.num_warps == 8
    assert compiled.metadata.name == "add_kernel"
    assert compiled.metadata.target.backend == "cpu"


def test_occupancy_can_be_computed_as_for_a_gpu() -> None:
    """Host code sizes its grid by registers, warps and shared memory."""
    driver = triton.runtime.driver.active
    properties = driver.utils.get_device_properties(driver.get_active_torch_device().index)
    x = torch.ones(16)
    compiled = add_kernel.warmup(x, x, x, 16, BLOCK_SIZE=16, num_warps=8, grid=(1,))
    compiled._init_handles()
    warp = driver.get_current_target().warp_size
    assert warp == properties["warpSize"] == compiled.metadata.warp_size
    blocks = properties["max_num_regs"] // (compiled.n_regs * warp * 8)
    blocks = min(blocks, properties["max_shared_mem"] // compiled.metadata.shared)
    assert properties["multiprocessor_count"] * blocks > 0


@pytest.mark.parametrize("disable", [False, True])
def test_disable_licm_reaches_llvm(disable: bool) -> None:
    @triton.jit
    def kernel(n, DISABLE: tl.constexpr):
        for i in tl.range(0, n, disable_licm=DISABLE):
            tl.device_print("i", i)

    compiled = kernel.warmup(10, disable, grid=(1,))
    assert ("llvm.licm.disable" in compiled.asm["llir"]) == disable


def test_autotune_and_heuristics() -> None:
    @triton.autotune(
        [triton.Config({"BLOCK_SIZE": size}, num_warps=4) for size in (64, 256)], key=["n"]
    )
    @triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK_SIZE"] == 0})
    @triton.jit
    def kernel(x_ptr, out_ptr, n, BLOCK_SIZE: tl.constexpr, EVEN: tl.constexpr):
        offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
        if EVEN:
            tl.store(out_ptr + offsets, tl.load(x_ptr + offsets) * 2)
        else:
            mask = offsets < n
            tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask) * 2, mask=mask)

    for n in (1024, 1000):
        x = torch.rand(n)
        out = torch.empty_like(x)
        kernel[lambda meta, n=n: (triton.cdiv(n, meta["BLOCK_SIZE"]),)](x, out, n)
        assert torch.equal(out, x * 2)
    assert kernel.best_config.kwargs["BLOCK_SIZE"] in (64, 256)


def test_tuning_that_asks_for_graphs_of_cuda() -> None:
    with pytest.warns(DeprecationWarning, match="use_cuda_graph"):
        kernel = triton.autotune(
            [triton.Config({"BLOCK_SIZE": size}) for size in (64, 256)],
            key=["n"],
            use_cuda_graph=True,
        )(fresh(add_kernel))
    x, out = torch.rand(1000), torch.empty(1000)
    kernel[lambda meta: (triton.cdiv(1000, meta["BLOCK_SIZE"]),)](x, x, out, 1000)
    assert torch.equal(out, x * 2)
    assert kernel.best_config.kwargs["BLOCK_SIZE"] in (64, 256)


def test_configs_of_the_same_code_are_lowered_once(fresh_cache: Any, monkeypatch: Any) -> None:
    """Numbers of warps and stages change nothing after the frontend."""
    from triton_shared.backend import road

    recent = road._Recent(size=16)
    monkeypatch.setattr(road, "_recent", recent)
    x = torch.arange(16, dtype=torch.float32)
    made = 0
    for warps in (1, 4, 8):
        out = torch.zeros(16)
        kernel = fresh(add_kernel)
        compiled = kernel[(1,)](x, x, out, 16, BLOCK_SIZE=16, num_warps=warps)
        assert compiled.metadata.num_warps == warps
        assert torch.equal(out, x + x)
        made = made or len(recent._results)
    assert len(recent._results) == made <= 2  # the main road, and linalg
    fresh(add_kernel)[(1,)](x, x, out, 16, BLOCK_SIZE=16, num_warps=2, enable_fp_fusion=False)
    assert len(recent._results) > made


def test_do_bench() -> None:
    x = torch.ones(1 << 16)

    def run() -> None:
        add_kernel[(64,)](x, x, x, 1 << 16, BLOCK_SIZE=1024)

    assert 0 < triton.testing.do_bench(run, warmup=1, rep=5) < 1000
    low, high = triton.runtime.driver.active.get_benchmarker()(run, quantiles=[0.2, 0.8], rep=10)
    assert 0 < low <= high
    with pytest.raises(ValueError, match=r"quantiles=\[2.0\]: expected numbers from 0 to 1"):
        triton.runtime.driver.active.get_benchmarker()(run, quantiles=[2.0])


def test_ttir_file_compiles_and_runs(tmp_path: Any) -> None:
    x = torch.arange(16, dtype=torch.float32)
    out = torch.zeros(16)
    compiled = add_kernel.warmup(x, x, out, 16, BLOCK_SIZE=16, grid=(1,))
    path = tmp_path / "add.ttir"
    path.write_text(compiled.asm["ttir"])
    from_file = triton.compile(str(path))
    assert list(from_file.asm) == STOPS
    # 16 is divisible, not specialised away, so the file has four parameters.
    from_file[(1, 1, 1)](x, x, out, 16)
    assert torch.equal(out, x + x)


@pytest.mark.parametrize("stop", ["ttir", "structured", "linalg", "loops", "llvm", "llir", "asm"])
def test_ir_override(tmp_path: Any, stop: str) -> None:
    """Triton's own option: take this file in place of what the stage made."""
    out = torch.zeros(1, dtype=torch.int32)
    compiled = fresh(constant_kernel)[(1,)](out)
    assert out.item() == 7654
    path = tmp_path / f"constant_kernel.{stop}"
    path.write_text(compiled.asm[stop].replace("7654", "4567"))
    fresh(constant_kernel)[(1,)](out, ir_override=str(path))
    assert out.item() == 4567


def test_ir_override_with_code(tmp_path: Any) -> None:
    out = torch.zeros(1, dtype=torch.int32)
    compiled = fresh(constant_kernel)[(1,)](out)
    path = tmp_path / "constant_kernel.obj"
    path.write_bytes(
        triton_shared.lower(compiled.asm["llir"].replace("7654", "4567"), start="llir", stop="obj")
    )
    fresh(constant_kernel)[(1,)](out, ir_override=str(path))
    assert out.item() == 4567


def test_ir_override_that_cannot_be_read(tmp_path: Any) -> None:
    out = torch.zeros(1, dtype=torch.int32)
    with pytest.raises(RuntimeError, match=r"nowhere\.ttir"):
        fresh(constant_kernel)[(1,)](out, ir_override=str(tmp_path / "nowhere.ttir"))
    with pytest.raises(FileNotFoundError, match=r"nowhere\.loops"):
        fresh(constant_kernel)[(1,)](out, ir_override=str(tmp_path / "nowhere.loops"))


@pytest.mark.parametrize("edited", ["structured", "llir", "obj", None])
def test_kernel_override_of_triton(
    tmp_path: Any, fresh_cache: Any, monkeypatch: Any, edited: str | None
) -> None:
    """TRITON_KERNEL_OVERRIDE takes a folder that TRITON_KERNEL_DUMP wrote, edited or not."""
    out, folder = torch.zeros(1, dtype=torch.int32), tmp_path / "dump"
    monkeypatch.setenv("TRITON_KERNEL_DUMP", "1")
    monkeypatch.setenv("TRITON_DUMP_DIR", str(folder))
    compiled = fresh(constant_kernel)[(1,)](out)
    monkeypatch.delenv("TRITON_KERNEL_DUMP")
    if edited == "obj":
        text = compiled.asm["llir"].replace("7654", "4567")
        (file,) = folder.rglob("*.obj")
        file.write_bytes(triton_shared.lower(text, start="llir", stop="obj"))
    elif edited:
        for file in folder.rglob("constant_kernel.*"):
            if file.suffix != f".{edited}":
                file.unlink()
        (file,) = folder.rglob("constant_kernel.*")
        file.write_text(file.read_text().replace("7654", "4567"))
    monkeypatch.setenv("TRITON_KERNEL_OVERRIDE", "1")
    monkeypatch.setenv("TRITON_OVERRIDE_DIR", str(folder))
    monkeypatch.setenv("TRITON_ALWAYS_COMPILE", "1")
    overridden = fresh(constant_kernel)[(1,)](out)
    assert out.item() == (4567 if edited else 7654)
    assert edited or overridden.asm["loops"] == compiled.asm["loops"]
    for name in ("TRITON_KERNEL_OVERRIDE", "TRITON_ALWAYS_COMPILE"):
        monkeypatch.delenv(name)
    fresh(constant_kernel)[(1,)](out)  # what is cached can be run
    # Code that its stage did not make is not what its description says, and made anew.
    assert out.item() == (4567 if edited in ("structured", "llir") else 7654)


def test_ir_override_with_two_kernels(tmp_path: Any) -> None:
    """It is not known which of them is meant."""
    out = torch.zeros(1, dtype=torch.int32)
    compiled = fresh(constant_kernel)[(1,)](out)
    path = tmp_path / "constant_kernel.llir"
    path.write_text(compiled.asm["llir"] + "\ndefine void @another() {\n  ret void\n}\n")
    with pytest.raises(RuntimeError, match="'llir' has no public function, or several"):
        fresh(constant_kernel)[(1,)](out, ir_override=str(path))


def test_kernel_dump_of_triton(tmp_path: Any, fresh_cache: Any, monkeypatch: Any) -> None:
    """TRITON_KERNEL_DUMP writes every stage of ours too."""
    monkeypatch.setenv("TRITON_KERNEL_DUMP", "1")
    monkeypatch.setenv("TRITON_DUMP_DIR", str(tmp_path / "dump"))
    x = torch.ones(16)
    fresh(add_kernel)[(1,)](x, x, x, 16, BLOCK_SIZE=16)
    names = {path.suffix[1:] for path in (tmp_path / "dump").rglob("add_kernel.*")}
    assert names == set(STOPS)


def test_stages_hook(fresh_cache: Any, monkeypatch: Any) -> None:
    """Triton's hook for tools that look at, or change, the list of stages."""
    seen: list[str] = []

    def hook(*args: Any) -> Any:
        if not args:
            return "key", "hash"
        seen.extend(args[1])
        return None

    monkeypatch.setattr(triton.knobs.runtime, "add_stages_inspection_hook", hook)
    x = torch.ones(16)
    fresh(add_kernel)[(1,)](x, x, x, 16, BLOCK_SIZE=16)
    assert seen == STOPS


def test_launch_from_several_threads() -> None:
    kernel = fresh(add_kernel)

    def work(n: int) -> bool:
        x = torch.arange(n, dtype=torch.float32)
        out = torch.empty_like(x)
        for _ in range(20):
            kernel[(triton.cdiv(n, 64),)](x, x, out, n, BLOCK_SIZE=64)
        return torch.equal(out, x + x)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, [100, 1000, 10000, 17] * 4))


def test_sources_are_parsed_by_one_thread_at_a_time() -> None:
    """CPython 3.11 cannot: `AST constructor recursion depth mismatch` now and then."""
    kernel = fresh(add_kernel)
    inside, most = [], []
    original = ast.parse

    def watched(*args: Any, **kwargs: Any) -> Any:
        inside.append(None)
        time.sleep(0.01)
        most.append(len(inside))
        inside.pop()
        return original(*args, **kwargs)

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(4) as pool:
        patch.setattr(ast, "parse", watched)
        list(pool.map(lambda _: kernel.parse(), range(12)))
    assert most == [1] * 12


# --- what must fail, and how ---------------------------------------------------------


@pytest.mark.parametrize("device", ["meta", "cuda"])
def test_tensor_of_another_device_is_refused(device: str) -> None:
    x = torch.ones(16)
    # A tensor that says it is on a GPU, on a machine without one.
    with FakeTensorMode():
        y = torch.empty(16, device=device)
    with pytest.raises(ValueError, match=f"'add_kernel', argument 'y_ptr': .*on device {device}"):
        add_kernel[(1,)](x, y, x, 16, BLOCK_SIZE=16)


def test_wrong_argument_to_a_compiled_kernel_is_named() -> None:
    x = torch.ones(16)
    compiled = add_kernel.warmup(x, x, x, 16, BLOCK_SIZE=16, grid=(1,))
    with pytest.raises((TypeError, ValueError), match="n"):
        compiled[(1, 1, 1)](x, x, x, "sixteen", 16)
    compiled[(1, 1, 1)](x, x, x, 16, 16)


def test_frontend_error_names_the_line() -> None:
    x = torch.ones(16)
    with pytest.raises(triton.CompilationError, match="incompatible dimensions"):
        bad_shapes_kernel[(1,)](x)
    add_kernel[(1,)](x, x, x, 16, BLOCK_SIZE=16)


def test_unsupported_construct_is_located() -> None:
    from triton_shared import CompileError

    x = torch.ones(16, dtype=torch.int32)
    with pytest.raises(CompileError, match=r"plugin_kernels\.py:\d+:\d+.*") as caught:
        inline_asm_kernel[(1,)](x)
    assert "inline" in str(caught.value)
    y = torch.ones(16)
    add_kernel[(1,)](y, y, y, 16, BLOCK_SIZE=16)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have no notes")
@pytest.mark.parametrize("options", ["", "plain=0", "plain=1"])
def test_an_error_says_how_to_reproduce_it(
    tmp_path: Path, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRITON_SHARED_DUMP_DIR", str(tmp_path / "a folder"))
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", options)
    with pytest.raises(triton_shared.CompileError) as caught:
        fresh(inline_asm_kernel)[(1,)](torch.zeros(16, dtype=torch.int32))
    note = caught.value.__notes__[-1].removeprefix("reproduce with: ")
    tool, *passes, path = shlex.split(note)
    assert tool == "triton-shared-opt"
    pipeline = ",".join(name.removeprefix("--") for name in passes)
    context = Context()
    with pytest.raises(MLIRError, match="inline"):
        PassManager.parse(f"builtin.module({pipeline})", context).run(
            Module.parseFile(path, context)
        )


@pytest.mark.skipif(platform.machine() != "x86_64", reason="an x86 CPU")
@pytest.mark.parametrize("feature", ["fma4", "egpr"])
def test_code_with_features_that_are_not_there_is_not_run(
    feature: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if _native.Target.host().has_feature(feature):
        pytest.skip("this CPU has it")
    x = torch.ones(16)
    monkeypatch.setenv("TRITON_SHARED_FEATURES", f"+{feature}")
    with pytest.raises(triton_shared.LoadError, match=f"with {feature}, which this CPU"):
        fresh(add_kernel)[(1,)](x, x, x, 16, BLOCK_SIZE=16)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="an x86 CPU")
def test_code_for_another_cpu_is_read_and_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    x = torch.ones(16)
    monkeypatch.setenv("TRITON_SHARED_CPU", "bdver4")  # FMA4, which newer ones do not have
    kernel = fresh(add_kernel)
    compiled = kernel.warmup(x, x, x, 16, BLOCK_SIZE=16, grid=(1,))
    assert "add_kernel:" in compiled.asm["asm"]
    message = r"add_kernel was compiled for bdver4 with .*fma4.*, which this CPU .* does not have"
    with pytest.raises(triton_shared.LoadError, match=message):
        kernel[(1,)](x, x, x, 16, BLOCK_SIZE=16)
    with pytest.raises(triton_shared.LoadError, match=message):
        compiled[(1, 1, 1)](x, x, x, 16)
    monkeypatch.delenv("TRITON_SHARED_CPU")
    fresh(add_kernel)[(1,)](x, x, x, 16, BLOCK_SIZE=16)
    assert torch.equal(x, torch.full((16,), 2.0))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="an x86 CPU")
def test_code_for_another_architecture_is_read_and_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    x = torch.ones(16)
    monkeypatch.setenv("TRITON_SHARED_TRIPLE", "aarch64-linux-gnu")
    compiled = fresh(add_kernel).warmup(x, x, x, 16, BLOCK_SIZE=16, grid=(1,))
    monkeypatch.delenv("TRITON_SHARED_TRIPLE")
    assert "fadd\tv" in compiled.asm["asm"]
    machine = 18  # where an ELF file says which one it is for; AArch64 is 183
    assert compiled.asm["obj"][machine] == 183
    message = "add_kernel was compiled for aarch64-unknown-linux-gnu, and this is x86_64-"
    with pytest.raises(triton_shared.LoadError, match=message):
        compiled[(1, 1, 1)](x, x, x, 16, 16)
    fresh(add_kernel)[(1,)](x, x, x, 16, BLOCK_SIZE=16)
    assert torch.equal(x, torch.full((16,), 2.0))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="an x86 CPU")
def test_features_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not those that the environment names by the time of the launch."""
    x = torch.ones(16)
    kernel = fresh(add_kernel)
    monkeypatch.setenv("TRITON_SHARED_FEATURES", "+fma4,+xop")
    compiled = kernel.warmup(x, x, x, 16, BLOCK_SIZE=16, grid=(1,))
    monkeypatch.delenv("TRITON_SHARED_FEATURES")
    with pytest.raises(triton_shared.LoadError, match=r"compiled for .* with .*fma4"):
        compiled[(1, 1, 1)](x, x, x, 16, 16)
    runs_here = fresh(add_kernel).warmup(x, x, x, 16, BLOCK_SIZE=16, grid=(1,))
    monkeypatch.setenv("TRITON_SHARED_FEATURES", "+fma4")
    runs_here[(1, 1, 1)](x, x, x, 16, 16)
    assert torch.equal(x, torch.full((16,), 2.0))


def test_a_dump_has_the_way_to_linalg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_SHARED_DUMP_DIR", str(tmp_path))
    x = torch.ones(16)
    fresh(add_kernel)[(1,)](x, x, x, 16, BLOCK_SIZE=16)
    folders = sorted(folder.name for folder in tmp_path.iterdir())
    assert len(folders) == 2
    assert folders[1] == f"{folders[0]}-linalg"
    phases = {path.stem.partition("-")[2] for path in (tmp_path / folders[1]).iterdir()}
    assert {"triton-to-structured", "structured-to-memref", "verify-upstream-only"} <= phases


@pytest.mark.parametrize(
    ("name", "text", "match"),
    [
        ("bad.ttir", "module {\n  tt.func public @k() { tt.retrn } }", r"bad\.ttir:2:\d+: error"),
        ("empty.ttir", "", r"empty\.ttir: there is no public tt\.func"),
        ("private.ttir", "tt.func private @k() { tt.return }", "no public"),
        (
            "two.ttir",
            "tt.func @k() { tt.return }\ntt.func @l() { tt.return }",
            r"two\.ttir: there are 2 public tt\.func",
        ),
        ("bad.llvm", "module {}", r"takes \.ttir files.*start="),
    ],
)
def test_ir_files_that_are_no_kernel(tmp_path: Path, name: str, text: str, match: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises((RuntimeError, ValueError), match=match):
        triton.compile(str(path))


def test_ir_file(tmp_path: Path) -> None:
    x = torch.ones(16)
    compiled = fresh(add_kernel).warmup(x, x, x, 16, BLOCK_SIZE=16, grid=(1,))
    path = tmp_path / "add.ttir"
    path.write_text(compiled.asm["ttir"])
    out = torch.zeros(16)
    triton.compile(str(path))[(1, 1, 1)](x, x, out, 16)
    assert torch.equal(out, x + x)


def test_assert_raises_with_place_and_program() -> None:
    from triton_shared import KernelAssertionError

    x = torch.tensor([1, 2, 30, 4], dtype=torch.int32)
    with pytest.raises(KernelAssertionError, match="value is too large") as caught:
        assert_kernel[(4,)](x, debug=True)
    assert caught.value.program_id == (2, 0, 0)
    assert caught.value.file.endswith("plugin_kernels.py")
    assert_kernel[(2,)](x, debug=True)


def test_assert_is_off_without_debug() -> None:
    assert_kernel[(4,)](torch.full((4,), 99, dtype=torch.int32))

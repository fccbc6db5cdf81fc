# MLIR's Python surface over our and all upstream passes.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import io
import os
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from triton_shared import _native, lower
from triton_shared._native import LLVM_VERSION
from triton_shared.mlir.ir import Context, Location, MLIRError, Module, Operation
from triton_shared.mlir.passmanager import PassManager

FOLDS = """
func.func @f() -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
}
"""

TRITON = """
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}
"""


def test_parse_run_print() -> None:
    with Context():
        module = Module.parse(FOLDS)
        PassManager.parse("builtin.module(canonicalize)").run(module.operation)
    assert "arith.constant 2 : i32" in str(module)
    assert "arith.addi" not in str(module)


def test_our_passes_and_dialects() -> None:
    context = Context()
    assert {"tt", "tts", "linalg", "llvm"} <= set(context.dialects)
    module = Module.parse(TRITON, context)
    PassManager.parse("builtin.module(triton-normalize,triton-to-structured)", context).run(module)
    assert "tts.load" in str(module)


def test_pipelines_can_be_built_up() -> None:
    context = Context()
    passes = PassManager("builtin.module", context)
    passes.add("cse")
    passes.add("func.func(canonicalize)")
    assert str(passes).startswith("builtin.module(cse,func.func(canonicalize")
    passes.enable_verifier(True)
    passes.run(Module.parse(FOLDS, context))


def test_bytecode_round_trip() -> None:
    context = Context()
    module = Module.parse(TRITON, context)
    data = module.get_bytecode()
    assert data.startswith(b"ML\xefR")
    assert str(Module.parse(data, Context())) == str(module)
    file = io.BytesIO()
    module.operation.write_bytecode(file)
    assert file.getvalue() == data


@pytest.mark.parametrize("form", [[], ["--emit-bytecode"]])
def test_modules_pass_over_to_upstream(tmp_path: Path, form: list[str]) -> None:
    """Upstream's own tool reads a kernel's bytecode; what it writes is the same module."""
    opt = shutil.which(f"mlir-opt-{LLVM_VERSION.split('.')[0]}")
    if opt is None:
        pytest.skip("no mlir-opt of our LLVM on the path")
    linalg = lower(TRITON, stop="linalg")
    (tmp_path / "in.mlirbc").write_bytes(Module.parse(linalg, Context()).get_bytecode())
    command = [opt, str(tmp_path / "in.mlirbc"), "-o", str(tmp_path / "out"), *form]
    subprocess.run(command, check=True)
    assert str(Module.parseFile(tmp_path / "out", Context())) == str(
        Module.parse(linalg, Context())
    )


def test_parse_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.mlir"
    path.write_text("module {\n  func.fun }")
    with pytest.raises(MLIRError, match=r"bad\.mlir:2:3") as caught:
        Module.parseFile(str(path), Context())
    assert caught.value.error_diagnostics
    with pytest.raises(MLIRError, match=r"missing\.mlir.*No such file"):
        Module.parseFile(tmp_path / "missing.mlir", Context())
    with pytest.raises(TypeError):
        Module.parseFile(3, Context())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="null byte"):
        Module.parseFile("a\0b", Context())
    odd = tmp_path / "\udcff.mlir"
    odd.write_text(FOLDS)
    for name in (odd, str(odd), os.fsencode(odd)):
        assert str(Module.parseFile(name, Context())) == str(Module.parse(FOLDS, Context()))


def test_print(capsys: pytest.CaptureFixture[str]) -> None:
    module = Module.parse(FOLDS, Context())
    module.print()
    assert capsys.readouterr().out == str(module)
    file = io.StringIO()
    module.operation.print(file, print_generic_op_form=True)
    assert '"builtin.module"' in file.getvalue()


def test_printing_options() -> None:
    module = Module.parse('func.func private @f() loc("k.py":3:1)', Context())
    assert "k.py" not in module.get_asm()
    assert "k.py" in module.get_asm(enable_debug_info=True)
    assert '"func.func"' in module.operation.get_asm(print_generic_op_form=True)


def test_walk() -> None:
    module = Module.parse(FOLDS, Context())
    seen: list[Operation] = []
    module.operation.walk(seen.append)
    assert [op.name for op in seen] == [
        "builtin.module",
        "func.func",
        "arith.constant",
        "arith.addi",
        "func.return",
    ]
    assert seen[2].attributes == {"value": "1 : i32"}
    assert seen[3].operand_types == ["i32", "i32"]
    assert seen[3].result_types == ["i32"]
    assert "4:8" in str(seen[3].location)


def test_operations_do_not_outlive_passes() -> None:
    context = Context()
    module = Module.parse(FOLDS, context)
    seen: list[Operation] = []
    module.operation.walk(seen.append)
    PassManager.parse("builtin.module(canonicalize)", context).run(module)
    with pytest.raises(ValueError, match="passes have run"):
        _ = seen[3].name


def test_clone_is_independent() -> None:
    context = Context()
    module = Module.parse(FOLDS, context)
    copy = module.clone()
    PassManager.parse("builtin.module(canonicalize)", context).run(copy)
    assert "arith.addi" in str(module)


def test_locations() -> None:
    with Context():
        assert str(Location.unknown()) == "loc(unknown)"
        inner = Location.file("a.py", 1, 2)
        assert str(Location.name("n", inner)) == 'loc("n"("a.py":1:2))'
        assert str(Module.create(inner)).startswith("module")


def test_parse_error() -> None:
    with Context(), pytest.raises(MLIRError) as caught:
        Module.parse("module {\n  arith.nonsense\n}")
    error = caught.value
    assert error.message.startswith("unable to parse")
    assert error.error_diagnostics[0].severity == "error"
    assert ":2:3" in error.error_diagnostics[0].location
    assert "arith.nonsense" in str(error)


def test_failing_pass() -> None:
    context = Context()
    text = 'func.func @f() {\n  %0 = tt.get_program_id x : i32 loc("k.py":9:4)\n  return\n}'
    module = Module.parse(text, context)
    with pytest.raises(MLIRError, match=r"k\.py:9:4: error: "):
        PassManager.parse("builtin.module(cpu-to-llvm)", context).run(module)


def test_bad_pipelines() -> None:
    context = Context()
    with pytest.raises(ValueError, match="no-such-pass"):
        PassManager.parse("builtin.module(no-such-pass)", context)
    with pytest.raises(ValueError, match="no-such-pass"):
        PassManager("builtin.module", context).add("no-such-pass")
    with pytest.raises(ValueError, match="different contexts"):
        PassManager.parse("builtin.module(cse)", context).run(Module.parse(FOLDS, Context()))


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda: Module.parse(5), "source: expected str or bytes, got int"),
        (lambda: Module.parse(FOLDS, 5), "context: expected Context, got int"),
        (lambda: Module.create(5), "loc: expected Location, got int"),
        (lambda: Location.name("a", 5), "child: expected Location, got int"),
        (lambda: PassManager("builtin.module").run(5), "expected Module or Operation, got int"),
        (lambda: _native.lower("", target=5), "target: expected Target, got int"),
        (lambda: _native.lower("", options=5), "options: expected dict, got int"),
    ],
)
def test_arguments_of_other_types(call: Callable[[], object], problem: str) -> None:
    with Context(), pytest.raises(TypeError, match=problem):
        call()


def test_threads_share_a_context() -> None:
    context = Context()

    def work(number: int) -> str:
        module = Module.parse(FOLDS.replace("@f", f"@f{number}"), context)
        PassManager.parse("builtin.module(canonicalize)", context).run(module)
        return str(module)

    with ThreadPoolExecutor(4) as pool:
        for number, text in enumerate(pool.map(work, range(200))):
            assert f"@f{number}()" in text
            assert "arith.addi" not in text


def test_context_is_needed() -> None:
    with pytest.raises(ValueError, match="no context"):
        Module.parse(FOLDS)


def test_ir_printing_to_files(tmp_path: Path) -> None:
    context = Context()
    passes = PassManager.parse("builtin.module(cse)", context)
    passes.enable_ir_printing(tree_printing_dir_path=str(tmp_path))
    passes.run(Module.parse(FOLDS, context))
    assert list(tmp_path.rglob("*cse*.mlir"))

# Mutants of real kernels: what is mutated, run and compared.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from triton_shared.fuzz import kernels
from triton_shared.fuzz.kernel_mutants import arguments_of, as_one_program, mutate, with_counters

_ROWS = """module {
  tt.func public @rows(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32>, %n: i32) {
    %c16_i32 = arith.constant 16 : i32
    %other = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %pid = tt.get_program_id x : i32
    %first = arith.muli %pid, %c16_i32 : i32
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %start = tt.splat %first : i32 -> tensor<16xi32>
    %i = arith.addi %start, %range : tensor<16xi32>
    %end = tt.splat %n : i32 -> tensor<16xi32>
    %mask = arith.cmpi slt, %i, %end : tensor<16xi32>
    %p = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %q = tt.addptr %p, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %v = tt.load %q, %mask, %other : tensor<16x!tt.ptr<f32>>
    %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<16xf32>) -> f32
    %s = tt.splat %sum : f32 -> tensor<16xf32>
    %w = arith.subf %v, %s : tensor<16xf32>
    %o = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %r = tt.addptr %o, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %r, %w, %mask : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
"""  # fmt: skip
_ONE_PLACE = _ROWS.replace(
    "%r = tt.addptr %o, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>",
    "%r = tt.addptr %o, %start : tensor<16x!tt.ptr<f32>>, tensor<16xi32>",
)


@pytest.fixture(scope="module")
def memory() -> kernels.Memory:
    return kernels.Memory()


def test_arguments() -> None:
    arguments = arguments_of(as_one_program(_ROWS))
    assert arguments is not None
    assert [(a.kind, a.is_pointer, a.divisibility) for a in arguments[:3]] == [
        ("f32", True, 16), ("f32", True, 1), ("i32", False, 1),
    ]  # fmt: skip
    assert [a.name for a in arguments[3:]] == ["%program_x", "%program_y", "%program_z"]


def test_mutants_keep_what_reductions_combine() -> None:
    changed = set()
    for seed in range(200):
        mutant = mutate(_ROWS, random.Random(seed), 3)
        lines = zip(_ROWS.splitlines(), mutant.splitlines(), strict=True)
        changed |= {old.split()[0] for old, new in lines if old != new}
    assert changed == {"%c16_i32", "%first", "%i", "%mask", "%w"}


def test_mutants_run_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rows.ttir").write_text(_ROWS)
    arguments = ["--corpus", str(tmp_path), "--count", "12", "--save", str(tmp_path)]
    assert kernels.main(arguments) == 0
    out = capsys.readouterr().out
    assert "12 mutants, 0 bugs" in out
    assert "'same': " in out


@pytest.mark.parametrize(
    ("text", "expected"), [(_ROWS, "bug: 16 of f32 differ"), (_ONE_PLACE, "stores twice")]
)
def test_differences_are_found(
    text: str, expected: str, memory: kernels.Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = kernels.Case.run

    def wrong_on_one_road(self: kernels.Case, text: str, options: dict[str, str]) -> Any:
        if not options:
            text = text.replace("arith.subf", "arith.addf")
        return run(self, text, options)

    monkeypatch.setattr(kernels.Case, "run", wrong_on_one_road)
    text = as_one_program(text).replace("%n : i32 -> tensor", "%c16_i32 : i32 -> tensor")
    text = text.replace("%program_x, ", "%c16_i32, ").replace(
        "arith.cmpi slt, %i", "arith.cmpi slt, %range"
    )
    verdict = kernels.judge(text, memory, 0, "tiled")
    assert verdict.startswith(expected)


def test_counters() -> None:
    text = with_counters(_ROWS)
    assert "tt.store" not in text
    assert "%one_1 = arith.constant dense<1.000000e+00> : tensor<16xf32>" in text
    assert "(tensor<16x!tt.ptr<f32>>, tensor<16xf32>, tensor<16xi1>) -> tensor<16xf32>" in text


def test_floats_differ_by_more_than_rounding() -> None:
    want = np.array([1.0, 100.0, np.inf, 5.0, 0.0, 2.0, np.inf], dtype=np.float32)
    got = np.array([1.0 + 1e-6, 103.0, np.nan, 5.0, -0.0, np.nan, 3.0], dtype=np.float32)
    assert kernels.differences(want, got, "f32").tolist() == [1, 5, 6]
    bits = np.array([1, 2], dtype=np.int32)
    assert kernels.differences(bits, bits ^ np.array([0, 1], dtype=np.int32), "i32").tolist() == [1]

# The fuzzer of modules: mutants are reproducible, outcomes are told apart.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from pathlib import Path

import pytest

from triton_shared.fuzz.modules import judge, main, make_mutant, read_corpus
from triton_shared.native import _native

MODULE = """\
module {
  tt.func public @copy(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %px = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %sx = tt.addptr %px, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %sx : tensor<64x!tt.ptr<f32>>
    %py = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %sy = tt.addptr %py, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %sy, %v : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
"""


def test_a_seed_is_a_mutant() -> None:
    mutants = {make_mutant([MODULE], seed) for seed in range(50)}
    assert len(mutants) > 25
    assert make_mutant([MODULE], 3) == make_mutant([MODULE], 3)


@pytest.mark.parametrize("road", ["linalg", "tiled", "plain", "object"])
def test_outcomes(road: str) -> None:
    assert judge(MODULE, road, _native) == "ok"
    assert judge(MODULE.replace("tt.splat %x", "tt.splat %z"), road, _native) == "error in parse"


def test_mutants_of_a_folder(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "copy.ttir").write_text(MODULE)
    assert read_corpus([tmp_path]) == [MODULE]
    saved = tmp_path / "saved"
    assert main(["--corpus", str(tmp_path), "--count", "30", "--save", str(saved)]) == 0
    assert "30 mutants, 0 bugs" in capfd.readouterr().out
    assert not saved.exists()

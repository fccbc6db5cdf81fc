# Results that have to be those of Triton on a GPU, bit for bit, against digests of an H200's.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`harness/gpu_digests.json` is written by `test/yardsticks/gpu_results.py`, from what kernels left
behind on the GPU; that program also shows values where they differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness import gpu_cases
from harness.versions import TRITON

_FILE = Path(gpu_cases.__file__).with_name("gpu_digests.json")
_RECORDED = json.loads(_FILE.read_text())
_CASES = [case for case in gpu_cases.cases() if case.name in _RECORDED["digests"]]

pytestmark = pytest.mark.not_interpreted("rounds otherwise, and has no bf16 arithmetic")


def test_every_digest_has_a_case() -> None:
    assert {case.name for case in _CASES} == set(_RECORDED["digests"])


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case.name)
def test_as_on_a_gpu(case: gpu_cases.Case) -> None:
    if case.name in ("int8 cumprod(x, 1)", "int16 cumprod(x, 1)") and TRITON >= (3, 9):
        pytest.skip("Triton 3.9 widens small integers; the results are those of 3.6")
    assert gpu_cases.digest(case, gpu_cases.launch(case)) == _RECORDED["digests"][case.name]


def test_prints_as_on_a_gpu(capfd: pytest.CaptureFixture[str]) -> None:
    gpu_cases.launch_prints()
    assert sorted(set(capfd.readouterr().out.splitlines())) == _RECORDED["printed"]

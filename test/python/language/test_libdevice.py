# Every function of libdevice that Triton knows, on the two roads.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The two roads get their math from different places but for what the plain one has defined."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import numpy
import pytest
import torch
from triton.language.extra.cuda import libdevice

from triton_shared.testing.check import run

pytestmark = pytest.mark.not_interpreted("no libdevice")

_TYPES = {
    "fp32": torch.float32, "fp64": torch.float64, "int32": torch.int32, "int64": torch.int64,
    "uint32": torch.uint32, "uint64": torch.uint64, "int1": torch.int32,
}  # fmt: skip
_N = 64


def _signatures() -> dict[tuple[tuple[str, ...], str], list[str]]:
    """The functions, by their operands' types and their result's."""
    functions: dict[tuple[tuple[str, ...], str], list[str]] = {}
    text = Path(libdevice.__file__).read_text()
    for part in text.split("@core.extern\ndef ")[1:]:
        name = part.split("(", 1)[0]
        entry = r'\(((?:core\.dtype\("\w+"\),?\s*)+)\):\s*\("__nv_\w+",\s*core\.dtype\("(\w+)"\)\)'
        for operands, result in re.findall(entry, part):
            types = tuple(re.findall(r'"(\w+)"', operands))
            functions.setdefault((types, result), []).append(name)
    return functions


_SIGNATURES = _signatures()


def _values(dtype: str, seed: int) -> torch.Tensor:
    generator = numpy.random.default_rng(seed)
    if dtype.startswith("fp"):
        edges = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            3.0,
            -7.25,
            1e-3,
            20.0,
            -30.5,
            88.8,
            -104.0,
            170.3,
            700.0,
        ]
        edges += [-700.0, -1e5, 1e10, 1e30, 1e-20, 33554431.5]
        edges += [2.0**31, -(2.0**63), float("inf"), -float("inf"), float("nan")]
        numbers = numpy.concatenate([edges, generator.uniform(-3, 3, _N - len(edges))])
    else:
        unsigned = dtype.startswith("u")
        edges = [0, 1, 2, 5, 31, 2**31 - 1] + ([] if unsigned else [-1, -5])
        draws = generator.integers(0 if unsigned else -40, 40, _N - len(edges))
        numbers = numpy.concatenate([edges, draws])
    generator.shuffle(numbers)
    return torch.from_numpy(numbers).to(_TYPES[dtype])


def test_all_are_found() -> None:
    assert sum(len(names) for names in _SIGNATURES.values()) >= 300


@pytest.mark.parametrize(("operands", "result"), list(_SIGNATURES))
def test_roads_agree(
    operands: tuple[str, ...], result: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = _SIGNATURES[operands, result]
    parameters = ", ".join(f"X{i}" for i in range(len(operands)))
    loads = "".join(f"    x{i} = tl.load(X{i} + i)\n" for i in range(len(operands)))
    arguments = ", ".join(f"x{i}" for i in range(len(operands)))
    stores = "".join(
        f"    tl.store(Z + {row * _N} + i, libdevice.{name}({arguments}))\n"
        for row, name in enumerate(names)
    )
    source = (
        "from triton.language.extra import libdevice\n\n@triton.jit\n"
        f"def kernel({parameters}, Z, N: tl.constexpr):\n"
        f"    i = tl.arange(0, N)\n{loads}{stores}"
    )
    inputs = [_values(dtype, seed) for seed, dtype in enumerate(operands)]
    results = torch.zeros(len(names), _N, dtype=_TYPES[result])
    tiled = run(source, (1,), [*inputs, results], N=_N)[-1]
    monkeypatch.setenv("TRITON_SHARED_OPTIONS", "plain=1")
    plain = run(source, (1,), [*inputs, results], N=_N)[-1]
    bound = {"fp32": 2e-6, "fp64": 4e-15}.get(result, 0.0)
    same = torch.isclose(tiled, plain, rtol=bound, atol=0.0, equal_nan=True)
    wrong = []
    for row, lane in (~same).nonzero().tolist():
        of = [x[lane].item() for x in inputs]
        wrong.append(f"{names[row]}{of}: {tiled[row, lane]}, plain {plain[row, lane]}")
    assert not wrong, "\n".join(wrong)


_TAILS = """
from triton.language.extra import libdevice

@triton.jit
def kernel(X, Z, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(X + i)
    tl.store(Z + i, libdevice.normcdf(x))
    tl.store(Z + N + i, libdevice.erfc(x))
    tl.store(Z + 2 * N + i, libdevice.erfcx(x))
    tl.store(Z + 3 * N + i, libdevice.exp(-x))
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="an x86 CPU")
def test_tails_are_as_exact_without_fma(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = [torch.linspace(-37.5, 26, 1024).double(), torch.zeros(4, 1024).double()]
    fused = run(_TAILS, (1,), arguments, N=1024)[-1]
    monkeypatch.setenv("TRITON_SHARED_CPU", "x86-64")
    apart = run(_TAILS, (1,), arguments, N=1024)[-1]
    for name, one, other in zip(["normcdf", "erfc", "erfcx", "exp"], apart, fused, strict=True):
        assert torch.allclose(one, other, rtol=2e-15, atol=0.0), name

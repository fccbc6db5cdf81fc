# The fuzzer itself: programs are reproducible, exact where they say so, and shrink.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest

from triton_shared.fuzz.execute import Sides
from triton_shared.fuzz.generate import generate
from triton_shared.fuzz.grammar.values import broadcast, exact
from triton_shared.fuzz.program import Program
from triton_shared.fuzz.shrink import shrink


def test_a_seed_is_a_program() -> None:
    assert generate(7).render() == generate(7).render()
    assert generate(7).render() != generate(8).render()


@pytest.mark.parametrize("seed", range(0, 300, 37))
def test_programs_parse(seed: int) -> None:
    compile(generate(seed).render(), f"seed {seed}", "exec")


def test_exactness() -> None:
    assert exact(4.0, 1, "float16")
    assert exact(1024.0, 1, "float16")
    assert not exact(2048.0, 1, "float16")
    assert not exact(70000.0, 0, "float16")
    assert exact(70000.0, 0, "float32")


def test_broadcasting() -> None:
    assert broadcast((4, 1), (1, 8)) == (4, 8)
    assert broadcast((), (8,)) == (8,)
    assert broadcast((4,), (4, 4)) is None
    assert broadcast((3,), (4,)) is None


def test_shrinking_keeps_what_matters() -> None:
    def has_a_store(candidate: Program) -> bool:
        return "tl.store(O0" in candidate.render()

    # Which program a seed stands for changes as the grammar grows.
    program = next(filter(has_a_store, map(generate, range(20))))
    small = shrink(program, has_a_store)
    assert has_a_store(small)
    assert len(small.statements) <= 3  # the value, its mask, the store


@pytest.mark.parametrize("path", ["tiled"])
def test_a_few_kernels_agree(path: str, interpreted: bool) -> None:
    if interpreted:
        pytest.skip("nothing to compare")
    sides = Sides(path)
    try:
        outcomes = {seed: sides.compare(generate(seed)) for seed in range(20)}
    finally:
        sides.stop()
    bugs = {seed: outcome for seed, outcome in outcomes.items() if outcome.is_bug}
    assert not bugs
    assert sum(outcome.kind == "same" for outcome in outcomes.values()) >= 15

# One program on both sides: equal, different, refused, or the end of the process.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from typing import Any

import torch

from triton_shared.testing import oracle
from triton_shared.testing.check import same_bits
from triton_shared.testing.kernels import kernel_file

from .grammar.draft import INPUT_SIZE
from .grammar.memory import ATOMIC_SIZE, ATOMICS
from .program import PARAMETERS, Program, Value

#: Ways to run a kernel on our side, by name: environment of the process. The plain path's code is
#: long, and what matters is what it says.
PATHS: dict[str, dict[str, str]] = {
    "tiled": {},
    "plain": {"TRITON_SHARED_OPTIONS": "plain=1", "TRITON_SHARED_OPT_LEVEL": "0"},
    "unoptimized": {"TRITON_SHARED_OPT_LEVEL": "0"},
    "avx2": {"TRITON_SHARED_FEATURES": "-avx512f"},
    "one-thread": {"TRITON_SHARED_NUM_THREADS": "1"},
}
_TORCH = {
    "int1": torch.bool,
    "float8e4nv": torch.float8_e4m3fn,
    "float8e5": torch.float8_e5m2,
}
#: Values of the array of any floats, besides ordinary ones.
_SPECIAL = (
    float("nan"), float("inf"), float("-inf"), 0.0, -0.0, 1e-40, -3e-45, 65504.0, 65520.0, 3e38,
    2.5, -2.5, 0.5, 6e-8, 6e-5, 1e9,
)  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """`kind`: same, skipped (the interpreter refuses), refused (we do), different, died.

    `path` is the way that a bug was seen on.
    """

    kind: str
    detail: str = ""
    path: str = ""

    @property
    def is_bug(self) -> bool:
        return self.kind in ("refused", "different", "died")


def arguments(program: Program) -> list[Any]:
    """Input arrays of the program's seed, atomics' target, scalars, zeroed outputs."""
    generator = torch.Generator().manual_seed(program.seed)

    def integers(dtype: torch.dtype) -> torch.Tensor:
        info = torch.iinfo(dtype)
        low, high = max(info.min, -(1 << 40)), min(info.max, 1 << 40)
        return torch.randint(low, high, (INPUT_SIZE * 2,), generator=generator).to(dtype)

    def floats(dtype: torch.dtype, limit: int = 8) -> torch.Tensor:
        halves = torch.randint(-limit, limit + 1, (INPUT_SIZE * 2,), generator=generator)
        return (halves.double() / 2).to(dtype)

    programs = 1
    for extent in program.grid:
        programs *= extent
    inputs = [
        integers(torch.int32),
        floats(torch.float32),
        floats(torch.float16),
        integers(torch.int64),
        integers(torch.int8),
        floats(torch.bfloat16),
        floats(torch.float8_e4m3fn),
        floats(torch.float8_e5m2, 4),
    ]
    booleans = torch.randint(0, 2, (INPUT_SIZE * 2,), generator=generator).bool()
    wild = torch.randn(INPUT_SIZE * 2, generator=generator) * 1000
    special = torch.randint(0, 40, (INPUT_SIZE * 2,), generator=generator)
    for place, value in enumerate(_SPECIAL):
        wild[special == place] = value
    targets = torch.zeros(len(ATOMICS), ATOMIC_SIZE, dtype=torch.int32)
    targets[ATOMICS.index("and")] = -1
    float_targets = torch.zeros(2 * ATOMIC_SIZE)
    # Two pointers into one array, a few elements apart.
    whole = integers(torch.int32)
    shift = int(torch.randint(0, 9, (), generator=generator))
    overlapping = [whole[8:], whole[8 + shift - 4 :]]
    n, m = (int(torch.randint(0, 40, (), generator=generator)) for _ in range(2))
    stride = [0, 1, 1, 2][int(torch.randint(0, 4, (), generator=generator))]
    outputs = [
        torch.zeros(programs * v.size, dtype=_TORCH.get(v.dtype) or getattr(torch, v.dtype))
        for v in program.outputs
    ]
    written = [targets.flatten(), float_targets, *overlapping]
    return [*inputs, booleans, wild, *written, n, m, stride, *outputs]


def _differs(value: Value | None, ours: torch.Tensor, theirs: torch.Tensor, reference: str) -> str:
    if value is not None and value.rough:
        wide_ours, wide_theirs = ours.double(), theirs.double()
        wrong = ~torch.isclose(wide_ours, wide_theirs, rtol=1e-4, atol=1e-5, equal_nan=True)
    else:
        wrong = ~same_bits(ours, theirs)
    if not wrong.any():
        return ""
    first = int(wrong.nonzero()[0])
    return (
        f"{int(wrong.sum())} of {wrong.numel()} differ, first at {first}: "
        f"ours {ours[first].item()}, {reference} {theirs[first].item()}"
    )


def first_difference(
    program: Program, result: list[Any], expected: list[Any], reference: str
) -> str:
    """The first argument that the sides left different, in words; "" if there is none."""
    first_output = len(expected) - len(program.outputs)
    for place, (mine, other) in enumerate(zip(result, expected, strict=True)):
        if not isinstance(mine, torch.Tensor):
            continue
        output = place - first_output
        value = program.outputs[output] if output >= 0 else None
        text = _differs(value, mine, other, reference)
        if text:
            name = f"O{output}" if output >= 0 else PARAMETERS[place]
            return f"{name}: {text}"
    return ""


class Sides:
    """The interpreter and our backend, each in a process that may die."""

    def __init__(self, *paths: str, seconds: float = 300.0) -> None:
        # No kernel comes twice.
        self.cache = tempfile.TemporaryDirectory(prefix="triton-shared-fuzz-")
        common = {"TRITON_CACHE_DIR": self.cache.name, "PYTHONWARNINGS": "ignore"}
        self.ours = {p: oracle.Worker(common | PATHS[p], seconds) for p in paths}
        self.theirs = oracle.Worker(
            common | {"TRITON_INTERPRET": "1", "OMP_NUM_THREADS": "1"}, seconds
        )

    def compare(self, program: Program) -> Outcome:
        """Run the program on both sides, on each of our paths up to the first bug."""
        file, args = kernel_file(program.render()), arguments(program)
        oracle_file = kernel_file(program.render(interpreted=True))
        try:
            expected = self.theirs.run(oracle_file, "kernel", program.grid, args)
        except (oracle.KernelError, oracle.WorkerDiedError) as error:
            return Outcome("skipped", last_line(str(error)))
        for path, worker in self.ours.items():
            try:
                result = worker.run(file, "kernel", program.grid, args)
            except oracle.KernelError as error:
                return Outcome("refused", reason(str(error)), path)
            except oracle.WorkerDiedError as error:
                return Outcome("died", str(error), path)
            text = first_difference(program, result, expected, "interpreter")
            if text:
                return Outcome("different", text, path)
        return Outcome("same")

    def stop(self) -> None:
        """End the processes, and forget what they compiled; they start again when needed."""
        for worker in self.ours.values():
            worker.stop()
        self.theirs.stop()
        shutil.rmtree(self.cache.name, ignore_errors=True)


def reason(text: str) -> str:
    """The line of a traceback that names the error, without its place."""
    for line in text.splitlines():
        if "error: " in line:
            return line.split("error: ", 1)[1][:300]
    return last_line(text)


def last_line(text: str) -> str:
    """The last line of a traceback: what went wrong."""
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1][:300] if lines else ""

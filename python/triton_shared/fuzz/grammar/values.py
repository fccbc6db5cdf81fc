# Which numbers stay exact, and how they are written for both sides.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from ..program import MANTISSA, STORAGE

_LARGEST = {"float16": 60000, "float8e4nv": 448, "float8e5": 57344}
_FINEST = {"float8e4nv": 6}


def result(text: str, dtype: str) -> str:
    """An expression of operands as a value of the dtype."""
    return f"bf16({text})" if dtype == "bfloat16" else text


def convert(text: str, target: str) -> str:
    """A number as another kind of number."""
    return f"bf16({text})" if target == "bfloat16" else f"{text}.to(tl.{target})"


def exact(bound: float, grain: int, dtype: str) -> bool:
    """Whether multiples of 2**-grain up to `bound` are all values of the dtype."""
    if bound > _LARGEST.get(dtype, bound) or grain > _FINEST.get(dtype, 14):
        return False
    mantissa = MANTISSA.get(dtype) or STORAGE[dtype]
    return bound * 2.0**grain <= 2.0**mantissa


def broadcast(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | None:
    """The shape that two shapes broadcast to by Triton's rules: equal rank, or a scalar."""
    if not a or not b:
        return a or b
    if len(a) != len(b):
        return None
    if any(x != y and 1 not in (x, y) for x, y in zip(a, b, strict=True)):
        return None
    return tuple(max(x, y) for x, y in zip(a, b, strict=True))

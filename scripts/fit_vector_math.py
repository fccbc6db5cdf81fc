# Finds the polynomials of lib/CPU/VectorMath.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Minimax fits by Remez exchange, weighted for relative error.

Coefficients are rounded to f32 one after the other, lowest power first; the
others are fitted anew each time, so that they make up for the rounding.
`python scripts/fit_vector_math.py` prints every polynomial with its error;
`python scripts/fit_vector_math.py tanh` those whose name begins so. Needs
mpmath.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import mpmath as mp

mp.mp.prec = 200
Real = Callable[[Any], Any]
LN2 = mp.log(2)


def to_f32(x: Any) -> Any:
    return mp.mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


@dataclass
class Fit:
    """P(x) of a degree for `f`, with the error of P weighted by `weight`."""

    name: str
    f: Real
    weight: Real
    degree: int
    low: Any
    high: Any
    fixed: dict[int, Any] = field(default_factory=dict)
    single: bool = True  # round coefficients to f32


def solve(f: Real, weight: Real, powers: list[int], low: Any, high: Any) -> tuple[list[Any], Any]:
    """Coefficients of x^p for p in powers, and the largest weighted error."""
    count = len(powers) + 1
    nodes = [
        (low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * mp.mpf(2 * i + 1) / (2 * count))
        for i in range(count)
    ]
    grid = [low + (high - low) * (1 - mp.cos(mp.pi * mp.mpf(i) / 400)) / 2 for i in range(401)]
    values, weights = [f(x) for x in grid], [weight(x) for x in grid]
    worst = mp.mpf(0)
    best: list[Any] = []
    for _ in range(15):
        matrix, right = mp.matrix(count, count), mp.matrix(count, 1)
        for i, x in enumerate(nodes):
            w = weight(x)
            for j, p in enumerate(powers):
                matrix[i, j] = x**p * w
            matrix[i, count - 1] = (-1) ** i
            right[i] = f(x) * w
        solution = mp.lu_solve(matrix, right)
        coefficients = [solution[j] for j in range(count - 1)]
        error = [
            (sum(c * x**p for c, p in zip(coefficients, powers, strict=True)) - v) * w
            for x, v, w in zip(grid, values, weights, strict=True)
        ]
        largest = max(abs(e) for e in error)
        if not best or largest < worst:
            best, worst = coefficients, largest
        peaks: list[int] = []
        for i, e in enumerate(error):
            if not peaks or (e > 0) != (error[peaks[-1]] > 0):
                peaks.append(i)
            elif abs(e) > abs(error[peaks[-1]]):
                peaks[-1] = i
        while len(peaks) > count:
            peaks.pop(0 if abs(error[peaks[0]]) < abs(error[peaks[-1]]) else -1)
        following = [grid[i] for i in peaks]
        if len(peaks) < count or following == nodes:
            break
        nodes = following
    return best, worst


def run(fit: Fit) -> tuple[list[float], float]:
    """Coefficients by power, and log2 of the error that they leave."""
    low, high = mp.mpf(fit.low), mp.mpf(fit.high)
    known = dict(fit.fixed)
    free = [p for p in range(fit.degree + 1) if p not in known]

    def rest(x: Any) -> Any:
        return fit.f(x) - sum(c * x**p for p, c in known.items())

    if fit.single:
        while free:
            coefficients, _ = solve(rest, fit.weight, free, low, high)
            known[free.pop(0)] = to_f32(coefficients[0])
    else:
        coefficients, _ = solve(rest, fit.weight, free, low, high)
        known.update({p: mp.mpf(float(c)) for p, c in zip(free, coefficients, strict=True)})
    points = [low + (high - low) * mp.mpf(i) / 2000 for i in range(2001)]
    worst = max(
        abs((sum(c * x**p for p, c in known.items()) - fit.f(x)) * fit.weight(x)) for x in points
    )
    return [float(known[p]) for p in range(fit.degree + 1)], float(mp.log(worst, 2))


def tail(f: Real, order: int, lead: Real, limit: Any) -> tuple[Real, Real]:
    """(f(x) - lead(x)) / x^order with its limit at 0, and the weight that makes
    its error one relative to f."""

    def quotient(x: Any) -> Any:
        return limit if abs(x) < mp.mpf("1e-12") else (f(x) - lead(x)) / x**order

    def weight(x: Any) -> Any:
        x = x if abs(x) > mp.mpf("1e-12") else mp.mpf("1e-12")
        return abs(x**order / f(x))

    return quotient, weight


def of_square(pair: tuple[Real, Real]) -> tuple[Real, Real]:
    """The same functions of x^2."""
    return (lambda t: pair[0](mp.sqrt(t))), (lambda t: pair[1](mp.sqrt(t)))


def of_offset(middle: Any, log_of: Real) -> tuple[Real, Real]:
    """erfinv(x) / x by t, where -log(1 - x^2) = log_of(middle + t); the error is relative."""

    def quotient(t: Any) -> Any:
        w = log_of(middle + t)
        if w < mp.mpf("1e-12"):
            return mp.sqrt(mp.pi) / 2
        x = mp.sqrt(-mp.expm1(-w))
        return mp.erfinv(x) / x

    return quotient, lambda t: 1 / quotient(t)


def erfcx_by_fraction(s: Any) -> Any:
    """exp(a^2) erfc(a) / s for s = 3 / (3 + a)."""
    a = 3 / s - 3
    return mp.exp(a * a) * mp.erfc(a) / s


def fits() -> list[Fit]:
    half_ln2 = mp.mpf("0.34668")
    third = mp.mpf(1) / 3 + mp.mpf("1e-6")
    quarter_pi = (mp.pi / 4 * mp.mpf("1.0005")) ** 2
    one = mp.mpf(1)
    cos_tail = of_square(tail(mp.cos, 4, lambda x: 1 - x * x / 2, one / 24))
    return [
        Fit("exp", mp.exp, lambda x: mp.exp(-x), 6, -half_ln2, half_ln2, {0: one, 1: one}),
        Fit(
            "exp2",
            lambda x: mp.mpf(2) ** x,
            lambda x: mp.mpf(2) ** -x,
            6,
            -0.5005,
            0.5005,
            {0: one},
        ),
        Fit("expm1", *tail(mp.expm1, 2, lambda x: x, one / 2), 5, -half_ln2, half_ln2),
        Fit("log", *tail(mp.log1p, 3, lambda x: x - x * x / 2, one / 3), 7, -third, third),
        Fit("sinh", *of_square(tail(mp.sinh, 3, lambda x: x, one / 6)), 3, 0, 1),
        Fit("tanh", *of_square(tail(mp.tanh, 3, lambda x: x, -one / 3)), 4, 0, mp.mpf("0.6") ** 2),
        Fit("sin", *of_square(tail(mp.sin, 3, lambda x: x, -one / 6)), 2, 0, quarter_pi),
        Fit("cos", *cos_tail, 2, 0, quarter_pi),
        Fit("erf small", *of_square(tail(mp.erf, 1, lambda x: x, 2 / mp.sqrt(mp.pi) - 1)), 6, 0, 1),
        Fit("erf large", lambda x: -mp.log(mp.erfc(x)), lambda x: mp.erfc(x) / mp.erf(x), 6, 1, 4),
        Fit(
            "erfc",
            erfcx_by_fraction,
            lambda s: 1 / erfcx_by_fraction(s),
            9,
            3 / mp.mpf("13.2"),
            one,
            single=False,
        ),
        Fit("erfinv center", *of_offset(mp.mpf("2.5"), lambda w: w), 11, -2.5, 2.5, single=False),
        Fit(
            "erfinv tail",
            *of_offset(mp.mpf(3), lambda s: s * s),
            10,
            mp.sqrt(5) - 3,
            one,
            single=False,
        ),
        Fit(
            "pow log2",
            *tail(lambda x: mp.log1p(x) / LN2, 2, lambda x: x / LN2, -1 / (2 * LN2)),
            11,
            -third,
            third,
            single=False,
        ),
        Fit(
            "pow exp2",
            lambda x: mp.mpf(2) ** x,
            lambda x: mp.mpf(2) ** -x,
            7,
            -0.5005,
            0.5005,
            {0: one},
            single=False,
        ),
    ]


def main() -> None:
    for fit in fits():
        if fit.name.startswith(tuple(sys.argv[1:]) or ""):
            coefficients, error = run(fit)
            print(f"{fit.name}: error 2^{error:.1f}")
            print("  " + ", ".join(c.hex() for c in coefficients))


if __name__ == "__main__":
    main()

# Prints the accuracy table of docs/vector-math.md, as measured here and now.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""python test/CPU/VectorMath/measure.py"""

from __future__ import annotations

import mpmath
import numpy as np
import test_vector_math as tests
import vector_math_harness as harness


def main() -> None:
    print("| function | f32, avx512 | f32, avx2 | f64, avx512 |\n|---|---|---|---|")
    for name in sorted(set(tests.UNARY32) | set(tests.UNARY64)):
        row = []
        for features in ("avx512", "avx2"):
            if name not in tests.UNARY32:
                row.append("-")
                continue
            want, low, high, _ = tests.UNARY32[name]
            kernel = harness.unary(f"__nv_{name}f", "f32", lanes=64, features=features)
            row.append(f"{tests.measure(kernel, want, 24, tests.samples32(low, high))[0]:.2f}")
        if name in tests.UNARY64:
            f, low, high, _ = tests.UNARY64[name]
            rng = np.random.default_rng(1)
            x = np.concatenate(
                [rng.uniform(low, high, 2000), rng.uniform(max(low, -1), min(high, 1.5), 1000)]
            )
            kernel = harness.unary(f"__nv_{name}", "f64", lanes=16)
            with mpmath.workdps(40):
                row.append(f"{tests.measure(kernel, tests.slow(f), 53, x)[0]:.2f}")
        else:
            row.append("-")
        print(f"| {name} | " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()

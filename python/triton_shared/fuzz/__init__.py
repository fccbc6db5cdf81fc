# Differential fuzzing: random kernels on our backend and on Triton's interpreter.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m triton_shared.fuzz` writes random kernels, runs them on both sides, shrinks bugs.

* `program`: a kernel as a list of statements that can be rendered, and taken apart by the shrinker;
  `helpers`: functions that kernels call;
* `generate`: random programs, made of the productions in `grammar`. Floats are small multiples of
  powers of two with tracked bounds, so that sums, products, dots and scans are exact in any order
  and results compare bit for bit. "Wild" floats have any value, NaN and infinities too, and take
  part only in what rounds once;
* `execute`: one program on both sides, each side in a process that may die;
* `shrink`: the smallest program that still differs.
"""

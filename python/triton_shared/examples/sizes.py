# Grid and block sizes on the host: `triton.cdiv` and `triton.next_power_of_2` are functions of the
# language, too, which costs 1.6 us a call from Python; a small launch takes 6.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations


def cdiv(n: int, divisor: int) -> int:
    """How many blocks of `divisor` elements (at least 1) cover `n` (at least 0)."""
    return -(-n // divisor)


def next_power_of_2(n: int) -> int:
    """The least power of two that is not less than `n` (at least 1)."""
    return 1 << (n - 1).bit_length()

# Conversions of float8e4b15, which Triton leaves to each backend.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""float8e4b15: sign, 4 exponent bits with bias 15, 3 mantissa bits, no NaN.

It shares its exponent's bias with fp16, so both directions are bit moves.
Downcasts round halves away from zero and saturate at 1.75 (NaN too), as
Triton's CUDA backend does.
"""

from __future__ import annotations

from typing import Any

from triton.language import core

_LARGEST = 0x3F00  # 1.75 as fp16


def _to_float16(arg: Any, _semantic: Any) -> Any:
    bits = arg.to(core.uint8, bitcast=True, _semantic=_semantic).to(
        core.uint16, _semantic=_semantic
    )
    magnitude = bits.__and__(0x7F, _semantic=_semantic).__lshift__(7, _semantic=_semantic)
    sign = bits.__and__(0x80, _semantic=_semantic).__lshift__(8, _semantic=_semantic)
    return magnitude.__or__(sign, _semantic=_semantic).to(
        core.float16, bitcast=True, _semantic=_semantic
    )


def _from_float16(arg: Any, _semantic: Any) -> Any:
    bits = arg.to(core.uint16, bitcast=True, _semantic=_semantic)
    magnitude = bits.__and__(0x7FFF, _semantic=_semantic)
    magnitude = core.minimum(magnitude, _LARGEST, _semantic=_semantic)
    rounded = magnitude.__add__(0x40, _semantic=_semantic).__rshift__(7, _semantic=_semantic)
    sign = bits.__rshift__(8, _semantic=_semantic).__and__(0x80, _semantic=_semantic)
    byte = rounded.__or__(sign, _semantic=_semantic).to(core.uint8, _semantic=_semantic)
    return byte.to(core.float8e4b15, bitcast=True, _semantic=_semantic)


@core.builtin
def convert_custom_float8(
    arg: Any, dst_ty: Any, fp_downcast_rounding: Any = None, _semantic: Any = None
) -> Any:
    """Hook `convert_custom_types` of Triton's frontend."""
    if arg.type.scalar.is_fp8e4b15():
        return _to_float16(arg, _semantic).to(dst_ty.scalar, _semantic=_semantic)
    if not arg.type.scalar.is_fp16():
        arg = arg.to(core.float32, _semantic=_semantic)
        arg = arg.to(core.float16, fp_downcast_rounding="rtz", _semantic=_semantic)
    return _from_float16(arg, _semantic)

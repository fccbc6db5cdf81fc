# The signature that a caller of lower() gives, checked: a type for every parameter.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Signatures in Triton's spelling; errors name the parameter and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Signature = str | Sequence[str] | Mapping[str, str]


def complete(names: Sequence[str], signature: Any, constexprs: Any) -> dict[str, str]:
    """A type for each of the parameters `names`, "constexpr" for those in `constexprs`.

    Raises TypeError for a signature that is none of the three forms, and ValueError for
    a parameter unknown, untyped or of a type that Triton does not have.
    """
    if not isinstance(constexprs, Mapping):
        kind = type(constexprs).__name__
        raise TypeError(f"constexprs: expected a mapping from parameters to values, not {kind}")
    unknown = [name for name in constexprs if name not in names]
    if isinstance(signature, Mapping):
        given = dict(signature)
        unknown += [name for name in given if name not in names]
    else:
        given = _in_order(signature, [name for name in names if name not in constexprs])
    if unknown:
        raise ValueError(f"the kernel has no parameter {', '.join(map(str, unknown))}")
    missing = [name for name in names if name not in given and name not in constexprs]
    if missing:
        raise ValueError(f"no type and no constexpr value for {', '.join(missing)}")
    for name, kind in given.items():
        if name not in constexprs:
            _check(name, kind)
    return {name: "constexpr" if name in constexprs else given[name] for name in names}


def _in_order(signature: str | Sequence[str] | None, free: Sequence[str]) -> dict[str, str]:
    """The types of the parameters `free`, given without their names."""
    if isinstance(signature, str):
        types = _split(signature)
    elif signature is None or isinstance(signature, Sequence):
        types = list(signature or ())
    else:
        raise TypeError(
            "signature: expected types in one string or in a sequence, or a mapping from "
            f"parameters to types, not {type(signature).__name__}"
        )
    if len(types) != len(free):
        raise ValueError(
            f"the signature has {len(types)} types for {len(free)} parameters: {', '.join(free)}"
        )
    return dict(zip(free, types, strict=True))


def _split(text: str) -> list[str]:
    """The types between the commas that are in no brackets."""
    types, depth = [""], 0
    for character in text:
        depth += (character in "<[(") - (character in ">])")
        if character == "," and depth == 0:
            types.append("")
        else:
            types[-1] += character
    return [kind.strip() for kind in types if kind.strip()]


def _check(name: str, kind: Any) -> None:
    """Ask Triton, whose types differ between its releases."""
    from triton.language import str_to_ty

    if isinstance(kind, tuple):
        for index, item in enumerate(kind):
            _check(f"{name}[{index}]", item)
        return
    if not isinstance(kind, str):
        raise TypeError(f"parameter '{name}': expected a type's name, not {kind!r}")
    if kind.startswith("constexpr"):
        raise ValueError(f"parameter '{name}': a constexpr needs a value, in constexprs")
    try:
        str_to_ty(kind, None)
    except Exception as error:
        raise ValueError(
            f"parameter '{name}': Triton has no type '{kind}'; it has i1, i32, u8, fp16, bf16, "
            "fp32, fp8e5, *fp32 (a pointer), *kfp32 (to constant memory), "
            "tensordesc<fp32[16, 32]>, and others like them"
        ) from error

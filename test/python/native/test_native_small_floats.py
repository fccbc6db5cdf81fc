# Operations on vectors of bf16 and fp16 that have no instructions of their own.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
import torch

from triton_shared import _native

from .kernels import THREE_POINTERS, run

LANES = 32
TYPES = {torch.float16: ("half", "f16"), torch.bfloat16: ("bfloat", "bf16")}
TARGETS = {
    cpu: _native.Target(cpu=cpu, features="-avx512fp16")
    for cpu in ("haswell", "znver4", "emeraldrapids")
}


class Case(NamedTuple):
    """IR that makes %r of %x and %y, and what it is."""

    code: str
    value: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
    dtypes: tuple[torch.dtype, ...] = (torch.float16,)


def unary(name: str) -> str:
    return f"%r = call {{V}} @llvm.{name}.{{S}}({{V}} %x)"


def binary(name: str) -> str:
    return f"%r = call {{V}} @llvm.{name}.{{S}}({{V}} %x, {{V}} %y)"


def larger(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.fmax(x.float(), y.float()).to(x.dtype)


def smaller(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.fmin(x.float(), y.float()).to(x.dtype)


BOTH = (torch.float16, torch.bfloat16)
CASES = {
    "fneg": Case("%r = fneg {V} %x", lambda x, _: -x, BOTH),
    "fabs": Case(unary("fabs"), lambda x, _: x.abs(), BOTH),
    "copysign": Case(binary("copysign"), torch.copysign, BOTH),
    "floor": Case(unary("floor"), lambda x, _: x.floor()),
    "ceil": Case(unary("ceil"), lambda x, _: x.ceil()),
    "trunc": Case(unary("trunc"), lambda x, _: x.trunc()),
    "rint": Case(unary("rint"), lambda x, _: x.round()),
    "nearbyint": Case(unary("nearbyint"), lambda x, _: x.round()),
    "roundeven": Case(unary("roundeven"), lambda x, _: x.round()),
    "round": Case(
        unary("round"), lambda x, _: torch.copysign((x.double().abs() + 0.5).floor(), x).to(x.dtype)
    ),
    "sqrt": Case(unary("sqrt"), lambda x, _: x.double().sqrt().to(x.dtype)),
    "maxnum": Case(binary("maxnum"), larger),
    "minnum": Case(binary("minnum"), smaller),
    "maximumnum": Case(binary("maximumnum"), larger),
    "minimumnum": Case(binary("minimumnum"), smaller),
}
CASES_BY_DTYPE = [(name, dtype) for name, case in CASES.items() for dtype in case.dtypes]

LOOP = """
  br label %next
next:
  %i = phi i64 [ %begin, %entry ], [ %j, %next ]
  %at = mul i64 %i, {N}
  %qx = getelementptr {T}, ptr %px, i64 %at
  %qy = getelementptr {T}, ptr %py, i64 %at
  %qo = getelementptr {T}, ptr %po, i64 %at
  %x = load {V}, ptr %qx, align 2
  %y = load {V}, ptr %qy, align 2
  {code}
  store {V} %r, ptr %qo, align 2
  %j = add i64 %i, 1
  %done = icmp eq i64 %j, %end
  br i1 %done, label %out, label %next
out:
  ret void
}}
"""


def kernel(name: str, dtype: torch.dtype) -> str:
    element, suffix = TYPES[dtype]
    vector = f"<{LANES} x {element}>"
    names = {"T": element, "V": vector, "S": f"v{LANES}{suffix}"}
    code = CASES[name].code.format(**names)
    text = THREE_POINTERS + LOOP.format(N=LANES, code=code, **names)
    if "@llvm" in code:
        operands = ", ".join([vector] * (2 if "%y" in code else 1))
        text += f"declare {vector} @llvm.{name}.{names['S']}({operands})\n"
    return text


@pytest.mark.parametrize(("name", "dtype"), CASES_BY_DTYPE, ids=str)
def test_values(name: str, dtype: torch.dtype) -> None:
    obj = _native.lower(kernel(name, dtype), start="llir", stop="obj").output
    loaded = _native.load(obj, "kernel")
    x = torch.arange(1 << 16).to(torch.uint16).view(dtype)
    y = x[torch.randperm(len(x), generator=torch.Generator().manual_seed(0))]
    out = torch.zeros_like(x)
    run(
        _native.Launcher(["*i8"] * 3, ["x", "y", "out"]), loaded, (len(x) // LANES, 1, 1), x, y, out
    )
    wanted = CASES[name].value(x, y)
    # Signs of NaN count where only signs are changed, those of zeros but in extrema.
    if dtype == torch.bfloat16:
        assert torch.equal(out.view(torch.int16), wanted.view(torch.int16))
    else:
        torch.testing.assert_close(out, wanted, rtol=0, atol=0, equal_nan=True)


PHI = """
define void @kernel(ptr %p, ptr %q, ptr %o, i64 %n, i1 %c) {
entry:
  %x = load <32 x bfloat>, ptr %p, align 2
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %j, %done ]
  %kept = phi <32 x bfloat> [ %x, %entry ], [ %chosen, %done ]
  br i1 %c, label %other, label %done
other:
  %at = getelementptr <32 x bfloat>, ptr %q, i64 %i
  %y = load <32 x bfloat>, ptr %at, align 2
  br label %done
done:
  %chosen = phi <32 x bfloat> [ %kept, %next ], [ %y, %other ]
  %to = getelementptr <32 x bfloat>, ptr %o, i64 %i
  store <32 x bfloat> %chosen, ptr %to, align 2
  %bits = bitcast <32 x bfloat> %chosen to <32 x i16>
  %to2 = getelementptr <32 x bfloat>, ptr %to, i64 1000
  store <32 x i16> %bits, ptr %to2, align 2
  %j = add i64 %i, 1
  %last = icmp eq i64 %j, %n
  br i1 %last, label %out, label %next
out:
  ret void
}
"""


@pytest.mark.parametrize("target", TARGETS)
def test_values_from_other_blocks(target: str) -> None:
    asm = str(_native.lower(PHI, start="llir", stop="asm", target=TARGETS[target]).output)
    assert not any(word in asm for word in ("vpextrw", "vpinsrw", "movzwl", "movw"))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("name", "dtype"), CASES_BY_DTYPE, ids=str)
def test_lanes_stay_together(name: str, dtype: torch.dtype, target: str) -> None:
    text = kernel(name, dtype)
    asm = str(_native.lower(text, start="llir", stop="asm", target=TARGETS[target]).output)
    assert not any(word in asm for word in ("vpextrw", "vpinsrw", "movzwl", "call"))
    assert asm.count("\n\tv") < 3 * LANES

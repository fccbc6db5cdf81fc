# Test data: values that matter for a dtype, at the edges and between.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import torch

INTS = [torch.int8, torch.int16, torch.int32, torch.int64]
UINTS = [torch.uint8, torch.uint16, torch.uint32, torch.uint64]
FLOATS = [torch.float16, torch.float32, torch.float64]
BF16 = torch.bfloat16

NAMES = {
    torch.bool: "i1",
    torch.int8: "i8",
    torch.int16: "i16",
    torch.int32: "i32",
    torch.int64: "i64",
    torch.uint8: "u8",
    torch.uint16: "u16",
    torch.uint32: "u32",
    torch.uint64: "u64",
    torch.float16: "fp16",
    torch.bfloat16: "bf16",
    torch.float32: "fp32",
    torch.float64: "fp64",
}

TL_NAMES = {
    torch.bool: "tl.int1",
    **{dtype: f"tl.int{8 << i}" for i, dtype in enumerate(INTS)},
    **{dtype: f"tl.uint{8 << i}" for i, dtype in enumerate(UINTS)},
    torch.float16: "tl.float16",
    torch.bfloat16: "tl.bfloat16",
    torch.float32: "tl.float32",
    torch.float64: "tl.float64",
}


def dtype_id(value: object) -> str | None:
    """Short name of a dtype for pytest ids; None leaves other values to pytest."""
    return NAMES.get(value) if isinstance(value, torch.dtype) else None


def _raw_bits(n: int, size: int) -> torch.Tensor:
    return torch.randint(0, 256, (n * size,), dtype=torch.uint8)


def integers(dtype: torch.dtype, n: int) -> torch.Tensor:
    """All widths of value, with the extremes and small numbers at known places."""
    if dtype == torch.bool:
        return torch.randint(0, 2, (n,)).bool()
    size = torch.empty((), dtype=dtype).element_size()
    values = _raw_bits(n, size).view(dtype).clone()
    if n < 16:
        return values
    signed = torch.tensor([0, 1, 2, 3, 7, -1, -2, -7, 100, -100], dtype=torch.int64)
    low, high = torch.iinfo(dtype).min, torch.iinfo(dtype).max
    small = signed.to(dtype)
    small = small.repeat(n // (2 * len(small)) + 1)[: n // 2]
    values[: len(small)] = small[torch.randperm(len(small))]
    as_int = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[size]
    edges = [low, high, 0]
    wrapped = [e - (1 << (8 * size)) if e >= 1 << (8 * size - 1) else e for e in edges]
    values.view(as_int)[n - 3 :] = torch.tensor(wrapped, dtype=as_int)
    return values


def floats(dtype: torch.dtype, n: int, special: bool = True) -> torch.Tensor:
    """Normal values of many magnitudes; with zeros, infinities, NaN and subnormals if `special`."""
    values = torch.randn(n, dtype=torch.float64) * torch.exp2(torch.randint(-8, 9, (n,)).double())
    values = values.to(dtype)
    if special and n >= 16:
        info = torch.finfo(dtype)
        extremes = [0.0, -0.0, float("inf"), -float("inf"), float("nan"), info.max, info.min]
        extremes += [info.tiny, -info.tiny, 1.0, -1.0, 0.5, 1.5, 2.5, -0.5, -1.5]
        edge = torch.tensor(extremes, dtype=torch.float64).to(dtype)
        places = torch.randperm(n)[: len(edge)]
        values[places] = edge[: len(places)]
    return values


def values(dtype: torch.dtype, n: int, special: bool = True) -> torch.Tensor:
    """Data of any dtype."""
    if dtype.is_floating_point:
        return floats(dtype, n, special)
    return integers(dtype, n)

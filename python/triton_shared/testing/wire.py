# Arguments as plain data: tensors of any dtype, with their strides and shared storage.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch


class Packed(NamedTuple):
    """A tensor over storage number `storage`."""

    storage: int
    dtype: str
    offset: int
    shape: tuple[int, ...]
    stride: tuple[int, ...]


def pack(args: Sequence[Any]) -> tuple[list[bytes], list[Any]]:
    """Storages as bytes, and the arguments with tensors replaced by references to them."""
    places: dict[int, int] = {}
    storages: list[bytes] = []
    packed: list[Any] = []
    for arg in args:
        if not isinstance(arg, torch.Tensor):
            packed.append(arg)
            continue
        storage = arg.untyped_storage()
        place = places.setdefault(storage.data_ptr(), len(storages))
        if place == len(storages):
            raw = torch.empty(0, dtype=torch.uint8).set_(storage)
            storages.append(raw.numpy().tobytes())
        dtype = str(arg.dtype).removeprefix("torch.")
        offset = arg.storage_offset()
        packed.append(Packed(place, dtype, offset, tuple(arg.shape), tuple(arg.stride())))
    return storages, packed


def unpack(storages: list[bytes], packed: Sequence[Any]) -> list[Any]:
    """The arguments that `pack` was given, with storage of their own."""
    raw = [torch.frombuffer(bytearray(s or b"\0"), dtype=torch.uint8) for s in storages]
    args: list[Any] = []
    for item in packed:
        if isinstance(item, Packed):
            dtype = getattr(torch, item.dtype)
            storage = raw[item.storage].untyped_storage()
            view = torch.empty(0, dtype=dtype)
            item = view.set_(storage, item.offset, item.shape, item.stride)
        args.append(item)
    return args

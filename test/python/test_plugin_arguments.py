# Arguments that Triton cannot take: messages name the kernel, the argument and the reason.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest
import torch
import triton
import triton.language as tl

from plugin_kernels import add_kernel, fresh, tuple_kernel
from triton_shared._native import ExplainedCall
from triton_shared.testing.kernels import make_kernel

PLACE = r"kernel 'add_kernel' \(.*plugin_kernels\.py:\d+\): "


class BadAddress:
    """Has what a kernel wants of a pointer, but a negative address."""

    dtype = torch.float32

    def data_ptr(self) -> int:
        return -1


class BadType(BadAddress):
    dtype = "float33"


@pytest.mark.parametrize(
    ("x", "error", "match"),
    [
        (np.ones(16, np.float32), TypeError, r"'x_ptr' is of type numpy\.ndarray.*\n.*from_numpy"),
        (np.float32(1), TypeError, r"'x_ptr' is of type numpy\.float32"),
        ([1, 2], TypeError, "'x_ptr' is of type list: .*a kernel takes tensors"),
        ("text", TypeError, "'x_ptr' is of type str"),
        (torch.ones(16, dtype=torch.complex64), TypeError, r"'x_ptr' .*dtype torch\.complex64"),
        (torch.empty(16, dtype=torch.bits8), TypeError, r"'x_ptr' .*dtype torch\.bits8"),
        (BadType(), TypeError, "'x_ptr' .*BadType of dtype float33"),
        (BadAddress(), OverflowError, "'x_ptr', .*negative int"),
        (2**70, OverflowError, f"'x_ptr', {2**70}: integer"),
        (torch.ones(16).to_sparse(), RuntimeError, "'x_ptr', .*Cannot access data pointer"),
    ],
)
@pytest.mark.parametrize("way", ["launch", "keyword", "warmup"])
def test_bad_argument(x: Any, error: type[Exception], match: str, way: str) -> None:
    y = torch.ones(16)
    calls = {
        "launch": lambda: add_kernel[(1,)](x, y, y, 16, BLOCK_SIZE=16),
        "keyword": lambda: add_kernel[(1,)](n=16, out_ptr=y, y_ptr=y, x_ptr=x, BLOCK_SIZE=16),
        "warmup": lambda: add_kernel.warmup(x, y, y, 16, BLOCK_SIZE=16, grid=(1,)),
    }
    with pytest.raises(error, match=PLACE + "argument " + match) as caught:
        calls[way]()
    assert caught.value.__cause__ is not None
    add_kernel[(1,)](y, y, y, 16, BLOCK_SIZE=16)
    assert torch.equal(y, torch.full((16,), 2.0))


def test_argument_in_a_tuple() -> None:
    x = torch.ones(16)
    with pytest.raises(TypeError, match=r"'tuple_kernel'.*argument 'pair\[1\]' is of type complex"):
        tuple_kernel[(1,)](x, (x, 1j), None, SCALE=2)


class Unprintable(torch.Tensor):
    """Raises when it is shown."""

    def __repr__(self, **_: Any) -> str:
        raise RuntimeError("cannot be shown")

    def data_ptr(self) -> int:
        raise OSError("has no memory")


def test_objects_that_cannot_be_shown() -> None:
    y = torch.ones(16)
    x = torch.ones(16).as_subclass(Unprintable)
    with pytest.raises(OSError, match=PLACE + "argument 'x_ptr', a .*Unprintable: has no memory"):
        add_kernel[(1,)](x, y, y, 16, BLOCK_SIZE=16)


@pytest.mark.parametrize("value", [np.zeros(3), [1], {}], ids=["ndarray", "list", "dict"])
def test_constexpr_that_cannot_be_hashed(value: Any) -> None:
    x = torch.ones(16)
    with pytest.raises(TypeError, match=PLACE + "argument 'BLOCK_SIZE' is a constexpr, and a .*"):
        add_kernel[(1,)](x, x, x, 16, BLOCK_SIZE=value)


def _resized() -> torch.Tensor:
    x = torch.zeros(16)
    x.untyped_storage().resize_(0)
    return x


def _fake() -> torch.Tensor:
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        return torch.zeros(16)


class Wrapper(torch.Tensor):
    """A tensor that stands for another and has no memory of its own."""

    @staticmethod
    def __new__(cls, inner: torch.Tensor) -> Wrapper:
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)

    @classmethod
    def __torch_dispatch__(cls, func: Any, *_: Any) -> Any:
        raise NotImplementedError(func)


@pytest.mark.parametrize("make", [_resized, _fake, lambda: Wrapper(torch.zeros(16))])
def test_tensor_without_memory(make: Any) -> None:
    y = torch.ones(16)
    with pytest.raises(ValueError, match=r"'add_kernel', argument 'x_ptr': .*no memory"):
        add_kernel[(1,)](make(), y, y, 16, BLOCK_SIZE=16)
    # Nothing to read: no memory is needed.
    add_kernel[(1,)](torch.empty(0), torch.empty(0), torch.empty(0), 0, BLOCK_SIZE=16)


@pytest.mark.parametrize("value", ["s", [0], (), torch.ones(3), np.ones(3)], ids=str)
def test_what_is_no_bool(value: Any) -> None:
    flag_kernel = make_kernel("""
@triton.jit
def kernel(x_ptr, flag: "u1"):
    tl.store(x_ptr, flag)
""")
    x = torch.zeros(1, dtype=torch.int32)
    with pytest.raises(TypeError, match="'kernel', argument 'flag': expected a bool, got"):
        flag_kernel[(1,)](x, value)
    for good in (True, 1, np.True_):
        flag_kernel[(1,)](x.zero_(), good)
        assert x.item() == 1


def test_number_of_arguments() -> None:
    x = torch.ones(16)
    with pytest.raises(TypeError, match=PLACE + "missing 1 required .*'BLOCK_SIZE'"):
        add_kernel[(1,)](x, x, x, 16)
    with pytest.raises(TypeError, match=PLACE + "takes 5 positional arguments but 6"):
        add_kernel[(1,)](x, x, x, 16, 16, 16)
    with pytest.raises(TypeError, match=PLACE + "got multiple values for argument 'x_ptr'"):
        add_kernel[(1,)](x, x, x, 16, 16, x_ptr=x)


def test_autotuned_kernel() -> None:
    tuned = triton.autotune([triton.Config({"BLOCK_SIZE": 64})], key=["n"])(fresh(add_kernel))
    x = torch.ones(16)
    with pytest.raises(TypeError, match=r"argument 'y_ptr' is of type numpy\.ndarray"):
        tuned[(1,)](x, np.ones(16), x, 16)


def test_binders_of_other_backends_are_left_alone() -> None:
    from triton.runtime import jit

    from triton_shared.backend.compiler import CPUBackend

    kernel = fresh(add_kernel)
    binder = jit.create_function_from_signature(kernel.signature, kernel.params, object())
    assert not isinstance(binder, ExplainedCall)
    target = triton.runtime.driver.active.get_current_target()
    backend = CPUBackend(target)
    binder = jit.create_function_from_signature(kernel.signature, kernel.params, backend)
    assert isinstance(binder, ExplainedCall)
    x = torch.ones(16)
    found = binder(x, x, x, 16, BLOCK_SIZE=16, debug=False)
    assert found == binder.__wrapped__(x, x, x, 16, BLOCK_SIZE=16, debug=False)


def test_kernels_are_not_kept_alive() -> None:
    @triton.jit
    def kernel(x_ptr):
        tl.store(x_ptr, 1.0)

    x = torch.zeros(1)
    kernel[(1,)](x)
    watched = weakref.ref(kernel.device_caches[0][-1].__wrapped__)
    # Triton from 3.7 on keeps every function it has seen.
    registry = getattr(triton.runtime.jit, "_triton_jit_function_registry", {})
    registry.pop(f"{kernel.module}:{kernel.__qualname__}", None)
    del kernel, registry
    gc.collect()
    assert watched() is None


def test_explained_call() -> None:
    seen = []

    def explain(error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception:
        seen.append((type(error), args, kwargs, error.__traceback__ is not None))
        return ValueError("explained")

    call = ExplainedCall(lambda a, b=1: a // b, explain)
    assert call(7, b=2) == 3
    assert not seen
    with pytest.raises(ValueError, match="explained"):
        call(7, b=0)
    assert seen == [(ZeroDivisionError, (7,), {"b": 0}, True)]
    wrong: Any = lambda error, args, kwargs: 3  # noqa: E731
    with pytest.raises(TypeError, match="expected an exception"):
        ExplainedCall(lambda: 1 // 0, wrong)()

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ExplainedCall(stop, explain)()


def test_kernels_with_a_rest_of_arguments() -> None:
    @triton.jit
    def kernel(*args):
        tl.store(args[0], 1)

    with pytest.raises(TypeError, match=r"kernel 'kernel'.*\*args"):
        kernel[(1,)](torch.zeros(1), torch.zeros(1))

# Native launches that fail, and what they hold on to.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import copy
import gc
import itertools
import pickle
import sys
import weakref
from collections.abc import Callable
from typing import Any

import pytest
import torch
import triton
from triton.runtime.jit import JITFunction

from native_launches import (
    Launches,
    kinds_kernel,
    tensor,
    unspecialized_kernel,
)
from plugin_kernels import assert_kernel
from triton_shared.backend import launch_path


@pytest.fixture
def kinds() -> Launches:
    return Launches(kinds_kernel)


def _error(call: Callable[[], Any]) -> tuple[type, str]:
    with pytest.raises(Exception) as caught:  # noqa: PT011 (which one is compared)
        call()
    return type(caught.value), str(caught.value)


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((1.5,), {}),
        ((1.5, 2, 3, 4, 5, 6), {}),
        ((1.5, 2), {"a": 3}),
        ((1.5, 2), {"grid": (1,)}),
        ((1.5, 2), {"warmup": True}),
        ((1.5, 2), {"nothing": 1}),
        ((1.5, 2**70), {}),
        ((1.5, 2 + 3j), {}),
        ((1.5, tensor(torch.complex64)), {}),
        ((1.5, tensor().to_sparse()), {}),
        ((1.5, tensor().to_mkldnn()), {}),
        ((1.5, torch.empty(3, device="meta")), {}),
        ((1.5, 2), {"C": []}),
    ],
    ids=str,
)
def test_errors_are_those_of_a_first_launch(
    kinds: Launches, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    want = _error(lambda: kinds.kernel[(1,)](*args, **kwargs))
    kinds.settle(1.5, 2)
    assert _error(lambda: kinds.kernel[(1,)](*args, **kwargs)) == want
    kinds.expect_native(1.5, 2)


def test_an_assertion_is_raised_natively() -> None:
    launches = Launches(assert_kernel)
    x = torch.tensor([1, 2, 30])
    launches.kernel = triton.jit(assert_kernel.fn, debug=True)
    want = _error(lambda: launches.kernel[(3,)](x))
    x[2] = 3
    for _ in range(3):
        launches.kernel[(3,)](x)
    x[2] = 30
    assert _error(lambda: launches.kernel[(3,)](x)) == want
    assert "value is too large" in want[1]


@pytest.mark.parametrize("grid", [3, (), None, "", {}, lambda meta: 3, lambda meta: ()])
def test_what_is_no_grid(kinds: Launches, grid: Any) -> None:
    if callable(grid):  # what it returns goes to Triton the first time
        kinds.settle(1.5, 2)
    with pytest.raises(TypeError, match="kernel 'kinds_kernel': a grid is a tuple of one to three"):
        kinds.kernel[grid](1.5, 2)


def test_a_grid_function_that_raises(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    with pytest.raises(ZeroDivisionError):
        kinds.kernel[lambda meta: (1 // 0,)](1.5, 2)
    with pytest.raises(ValueError, match="grid dimension 0 is 1099511627776"):
        kinds.kernel[(2**40,)](1.5, 2)


def test_a_tensor_without_memory_is_refused(kinds: Launches) -> None:
    x = tensor()
    kinds.settle(x, 2)
    x.untyped_storage().resize_(0)
    with pytest.raises(ValueError, match="has elements but no memory"):
        kinds.kernel[(1,)](x, 2)


def _table(kernel: Any) -> Any:
    return vars(kernel)["_triton_shared_launches"]


def test_copies_have_tables_of_their_own(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    for other in (copy.copy(kinds.kernel), copy.deepcopy(_table(kinds.kernel))):
        if isinstance(other, JITFunction):
            assert other[(1,)](1.5, 2) is kinds.kernel[(1,)](1.5, 2)
            other[(1,)](1.5, 2)
            assert _table(other) is not _table(kinds.kernel)
        else:
            assert not [item for item in gc.get_referents(other) if not isinstance(item, type)]


def test_another_dict_is_another_table(kinds: Launches) -> None:
    kinds.settle(1.5, 2)
    plain = kinds.expect_native(1.5, 2)
    kinds.kernel.__dict__ = dict(vars(kinds.kernel))
    kinds.kernel.debug = True
    assert kinds.expect_triton(1.5, 2) is not plain


def test_what_triton_lets_go_is_freed(kinds: Launches) -> None:
    compiled = [weakref.ref(kinds.kernel[(1,)](1.5, 2, C=value)) for value in range(5)]
    gc.collect()
    assert all(kernel() is not None for kernel in compiled)
    kinds.kernel.device_caches.clear()
    kinds.kernel[(1,)](2, 2)
    gc.collect()
    assert not any(kernel() is not None for kernel in compiled)


def test_run_is_copied_and_pickled_by_name() -> None:
    run = JITFunction.run
    assert copy.deepcopy(run) is run
    assert pickle.loads(pickle.dumps(run)) is run


def test_a_table_does_not_keep_its_kernel(kinds: Launches) -> None:
    kinds.settle(1.5, 2, C="relu")
    table = _table(kinds.kernel)
    compiled = kinds.expect_native(1.5, 2, C="relu")
    assert any(item is compiled for item in gc.get_referents(table))
    registry = getattr(triton.runtime.jit, "_triton_jit_function_registry", {})
    kernel = weakref.ref(kinds.kernel)
    for name in [name for name, known in registry.items() if known is kinds.kernel]:
        del registry[name]
    del kinds.kernel, compiled, table
    gc.collect()
    assert kernel() is None


def test_dropped_constexprs_are_released_with_the_kernel(kinds: Launches) -> None:
    text = "".join(["some", "thing"])
    kinds.settle(1.5, 2, C=text)
    gc.collect()
    held = sys.getrefcount(text)
    kinds.kernel.device_caches.clear()
    vars(kinds.kernel).pop("_triton_shared_launches")
    gc.collect()
    assert sys.getrefcount(text) < held


def test_references_do_not_grow(kinds: Launches) -> None:
    x, grid = tensor(), (1,)
    kinds.settle(x, 2, C="relu", num_warps=4)
    counted = [x, grid, kinds.kernel, kinds.expect_native(x, 2, C="relu", num_warps=4)]
    gc.collect()
    before = [sys.getrefcount(item) for item in counted]
    for _ in range(1000):
        kinds.kernel[grid](x, 2, C="relu", num_warps=4)
        kinds.kernel[lambda meta: grid](x, 2, C="relu", num_warps=4)
        kinds.kernel.run(x, 2, C="relu", num_warps=4, grid=grid, warmup=False)
    gc.collect()
    assert [sys.getrefcount(item) for item in counted] == before


def test_more_kinds_than_a_table_holds() -> None:
    """All of them are one kind to Triton, which does not specialize these parameters."""
    kernel = triton.jit(unspecialized_kernel.fn, do_not_specialize=list("abcdefgh"))
    out = torch.zeros(1, dtype=torch.int32)
    compiled = set()
    for values in itertools.product([1, 2, 16], repeat=8):
        compiled.add(id(kernel[(1,)](out, *values)))
        assert out.item() == sum(values)
    assert len(compiled) == 1


def test_breaking_in_is_not_lost(kinds: Launches, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(launch_path, "_cache", interrupt)
        with pytest.raises(KeyboardInterrupt):
            kinds.kernel[(1,)](1.5, 2)
    kinds.settle(1.5, 2)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_fault_of_ours_does_not_fail_a_launch(
    kinds: Launches, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> Any:
        raise ValueError("ours")

    for name in ("_cache", "_entry"):
        with monkeypatch.context() as patch:
            patch.setattr(launch_path, name, fail)
            assert kinds.kernel[(1,)](1.5, 2) is kinds.expect_triton(1.5, 2)
    kinds.settle(1.5, 2)

# Loading and launching: arguments, grids, hooks, failures.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import torch

from triton_shared import _native

from .kernels import ADD, ADD_NAMES, ADD_SIGNATURE, ASSERT, COPY_SLOTS, COUNT, build, run


@pytest.fixture(scope="module")
def add() -> Any:
    return build(ADD, "loops")


@pytest.fixture(scope="module")
def add_launcher() -> Any:
    return _native.Launcher(ADD_SIGNATURE, ADD_NAMES, kernel_name="add")


@pytest.mark.parametrize("n", [0, 1, 1000, 1024, 1025, 300001])
def test_vector_add(add: Any, add_launcher: Any, n: int) -> None:
    x, y = torch.randn(n), torch.randn(n)
    out = torch.full((n + 8,), 7.0)
    run(add_launcher, add, (-(-n // 1024), 1, 1), x, y, out, n, 1024)
    assert torch.equal(out[:n], x + y)
    assert (out[n:] == 7).all()


def slots_of(signature: list[Any], *args: Any, count: int | None = None, **options: Any) -> Any:
    """The argument slots that a launch makes of `args`, as unsigned integers."""
    count = count or len(args)
    kernel = build(COPY_SLOTS.replace("SLOTS", str(8 * (1 + count))))
    out = torch.zeros(1 + count, dtype=torch.int64)
    names = ["out", *(f"a{i}" for i in range(len(args)))]
    launcher = _native.Launcher(["*i64", *signature], names, kernel_name="k", **options)
    run(launcher, kernel, (1, 1, 1), out, *args)
    return out.numpy().view(np.uint64)[1:]


@pytest.mark.parametrize(
    ("type", "value", "bits"),
    [
        ("i1", True, 1),
        ("u1", 0, 0),
        ("i8", -128, 0x80),
        ("u8", 255, 0xFF),
        ("i16", -1, 0xFFFF),
        ("i32", -(2**31), 0x80000000),
        ("i32", np.int64(5), 5),
        ("u32", 2**32 - 1, 2**32 - 1),
        ("i64", -1, 2**64 - 1),
        ("u64", 2**64 - 1, 2**64 - 1),
        ("fp16", 1.5, 0x3E00),
        ("fp16", 65519.9, 0x7BFF),
        ("fp16", 1e6, 0x7C00),
        ("fp16", 2.0**-24, 1),
        ("fp16", -0.0, 0x8000),
        ("bf16", 1.0 + 2.0**-8, 0x3F80),
        ("bf16", 1.0 + 2.0**-8 + 2.0**-30, 0x3F81),
        ("bf16", float("inf"), 0x7F80),
        ("fp32", 0.1, 0x3DCCCCCD),
        ("fp32", 3, 0x40400000),
        ("fp64", 0.1, 0x3FB999999999999A),
        ("*fp32", None, 0),
        ("*fp32", 4096, 4096),
    ],
)
def test_scalar_slots(type: str, value: Any, bits: int) -> None:
    width = 64 if type.startswith("*") else int(re.sub(r"\D", "", type))
    mask = 0xFF if width == 1 else 2**width - 1
    assert int(slots_of([type], value)[0]) & mask == bits


def test_half_rounds_as_numpy() -> None:
    kernel = build(COPY_SLOTS.replace("SLOTS", "16"))
    launcher = _native.Launcher(["*i64", "fp16"])
    out = torch.zeros(2, dtype=torch.int64)
    values = torch.randn(2000, dtype=torch.float64) * torch.logspace(-9, 5, 2000)
    for value in values.tolist():
        run(launcher, kernel, (1, 1, 1), out, value)
        with np.errstate(over="ignore"):
            assert out[1].item() & 0xFFFF == np.float16(value).view(np.uint16), value


def test_tuples_and_constexprs() -> None:
    signature = [("i32", ("constexpr", "i64")), "constexpr", "i8"]
    slots = slots_of(signature, (1, ("skipped", 2)), object(), 3, count=3)
    assert [int(s) & 0xFF for s in slots] == [1, 2, 3]


def test_descriptor() -> None:
    class Descriptor:
        def __init__(self, base: torch.Tensor) -> None:
            self.base = base
            self.shape = list(base.shape)
            self.strides = list(base.stride())
            self.padding = "nan"
            self.round_f32_to_tf32 = False

    base = torch.zeros(6, 4)
    slots = slots_of(["tensordesc<fp32[2, 2]>"], Descriptor(base), count=11)
    assert [int(s) for s in slots] == [base.data_ptr(), 6, 4, 4, 1, 1, 0, 6, 4, 4, 1]
    slots = slots_of(["tensordesc<fp32[2, 2]>"], Descriptor(base), count=10, desc_flags=1)
    assert [int(s) for s in slots] == [base.data_ptr(), 6, 4, 4, 1, 1, 6, 4, 4, 1]
    with pytest.raises(TypeError, match="'a0': expected a TensorDescriptor, got Tensor"):
        slots_of(["tensordesc<fp32[2, 2]>"], base.flatten()[0:0].new_zeros(()), count=11)


def test_objects_with_data_ptr() -> None:
    class Pointer:
        def __init__(self, address: int) -> None:
            self.address = address

        def data_ptr(self) -> int:
            return self.address

    class Sub(torch.Tensor):  # type: ignore[misc]
        pass

    tensor = torch.zeros(3)
    sub = tensor.as_subclass(Sub)
    parameter = torch.nn.Parameter(tensor)
    slots = slots_of(["*i8"] * 3, Pointer(12345), sub, parameter)
    assert [int(s) for s in slots] == [12345, tensor.data_ptr(), tensor.data_ptr()]


@pytest.mark.parametrize(
    ("type", "value", "error", "problem"),
    [
        ("*fp32", np.zeros(3), TypeError, "expected a torch tensor .* got numpy.ndarray"),
        ("*fp32", [1.0], TypeError, "got list"),
        ("*fp32", 1.5, TypeError, "got float"),
        ("*fp32", -1, OverflowError, "not an address"),
        ("*fp32", torch.zeros(3, device="meta"), ValueError, "is on device meta"),
        ("i32", 2**31, OverflowError, "2147483648 does not fit i32"),
        ("u8", -1, OverflowError, "-1 does not fit u8"),
        ("i64", 2**63, OverflowError, "does not fit i64"),
        ("i32", 1.5, TypeError, "expected an integer, got float"),
        ("fp32", "x", TypeError, "expected a float, got str"),
        ("fp32", 10**400, OverflowError, "does not fit a float"),
        (("i32", "i32"), (1,), ValueError, "tuple's length"),
        (("i32", "i32"), 1, TypeError, "expected a tuple, got int"),
    ],
)
def test_wrong_argument(type: Any, value: Any, error: type[Exception], problem: str) -> None:
    with pytest.raises(error, match=f"kernel 'k', argument 'a0.*{problem}"):
        slots_of([type], value, count=2)


D2 = "tensordesc<fp32[2, 2]>"


class Descriptor:
    """A descriptor of two dimensions but for what is given."""

    def __init__(self, **fields: Any) -> None:
        self.base = torch.zeros(6, 4)
        self.shape, self.strides, self.padding = [6, 4], [4, 1], "zero"
        self.round_f32_to_tf32 = False
        self.__dict__.update(fields)


def test_descriptor_whose_shape_changes_while_it_is_read() -> None:
    shape: list[Any] = []

    class Clears:
        def __index__(self) -> int:
            shape.clear()
            return 6

    shape += [Clears(), 4]
    # The shape is read in 64 bits, then in 32: by then the list is empty.
    with pytest.raises(ValueError, match="rank differs from the kernel's"):
        slots_of([D2], Descriptor(shape=shape), count=11)


class Address:
    def data_ptr(self) -> str:
        return "here"


@pytest.mark.parametrize(
    ("type", "value", "error", "problem"),
    [
        ("*fp32", Address(), TypeError, r"data_ptr\(\) did not return an address"),
        (D2, Descriptor(shape=7), TypeError, "shape and strides must be sequences, got int"),
        (D2, Descriptor(strides=[4, 1, 1]), ValueError, "rank differs from the kernel's"),
        (D2, Descriptor(shape=[6, "x"]), TypeError, "expected an integer, got str"),
    ],
)
def test_wrong_object(type: Any, value: Any, error: type[Exception], problem: str) -> None:
    with pytest.raises(error, match=f"kernel 'k', argument 'a0.*{problem}"):
        slots_of([type], value, count=11)


class Raises:
    """Raises an error of its own, or an interrupt, whatever it is asked."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def _raise(self) -> Any:
        raise self.error

    __index__ = __float__ = __bool__ = data_ptr = _raise
    device = property(_raise)


@pytest.mark.parametrize("type", ["*fp32", "i32", "fp32", "u1"])
def test_errors_of_an_argument_go_on(type: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        slots_of([type], Raises(KeyboardInterrupt()), count=2)
    if type != "u1":
        with pytest.raises(RuntimeError, match="mine"):
            slots_of([type], Raises(RuntimeError("mine")), count=2)


@pytest.mark.parametrize("flags", [-1, 0, 3])
def test_unknown_form_of_descriptors(flags: int) -> None:
    with pytest.raises(ValueError, match=f"desc_flags={flags}: expected 1 or 2"):
        _native.Launcher(["i32"], desc_flags=flags)


def test_wrong_call(add: Any, add_launcher: Any) -> None:
    with pytest.raises(TypeError, match="kernel 'add' takes 5 arguments, got 2"):
        run(add_launcher, add, (1, 1, 1), 0, 0)
    with pytest.raises(TypeError, match="expected a Kernel"):
        run(add_launcher, 0, (1, 1, 1), None, None, None, 0, 0)
    with pytest.raises(ValueError, match="grid dimension 1 is -1"):
        run(add_launcher, add, (1, -1, 1), None, None, None, 0, 0)
    with pytest.raises(TypeError, match="grid dimension 0 must be an integer"):
        run(add_launcher, add, (1.5, 1, 1), None, None, None, 0, 0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"signature of argument 'x': .* cannot take 'float8'"):
        _native.Launcher(["float8"], ["x"])


@pytest.mark.parametrize("grid", [(1, 1, 1), (7, 1, 1), (5, 4, 3), (100000, 1, 1), (0, 9, 9)])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_every_program_runs_once(grid: tuple[int, int, int], threads: int) -> None:
    kernel = build(COUNT)
    launcher = _native.Launcher(["*i64"])
    total = grid[0] * grid[1] * grid[2]
    counter = torch.zeros(total + 1, dtype=torch.int64)
    _native.set_num_threads(threads)
    try:
        for repeat in range(1, 6):
            run(launcher, kernel, grid, counter)
            assert (counter[:total] == repeat).all()
    finally:
        _native.set_num_threads(None)
    assert counter[total] == 0


def test_hooks_are_called_around_the_launch(add: Any, add_launcher: Any) -> None:
    seen: list[Any] = []
    x = torch.ones(4)
    out = torch.zeros(4)
    add_launcher(
        1, 1, 1, 0, add, None, "meta",
        lambda m: seen.append((m, out.sum().item())),
        lambda m: seen.append((m, out.sum().item())),
        x, x, out, 4, 0,
    )  # fmt: skip
    assert seen == [("meta", 0.0), ("meta", 8.0)]


def test_failing_hook_stops_the_launch(add: Any, add_launcher: Any) -> None:
    def fail(metadata: Any) -> None:
        raise KeyError("hook")

    out = torch.zeros(4)
    with pytest.raises(KeyError, match="hook"):
        add_launcher(1, 1, 1, 0, add, None, None, fail, None, out, out, out, 4, 0)


@pytest.mark.parametrize("bad", [0, 3, 4999])
def test_assertion(bad: int) -> None:
    where = '{"message": "x > 0", "file": "k.py", "line": 12, "func": "f"}'.replace('"', r"\22")
    kernel = build(ASSERT.replace("WHERE", where))
    launcher = _native.Launcher(["i64"], ["bad"], kernel_name="k")
    with pytest.raises(_native.KernelAssertionError) as caught:
        run(launcher, kernel, (5000, 1, 1), bad)
    error = caught.value
    assert (error.message, error.file, error.line, error.function) == ("x > 0", "k.py", 12, "f")
    assert error.program_id == (bad, 0, 0)
    assert str(error).startswith("k.py:12: f: device-side assertion failed: x > 0 (program ")
    assert isinstance(error, RuntimeError)
    run(launcher, kernel, (5000, 1, 1), -1)


def test_assertion_with_plain_text() -> None:
    kernel = build(ASSERT.replace("WHERE", "just text"))
    with pytest.raises(_native.KernelAssertionError, match="just text"):
        run(_native.Launcher(["i64"]), kernel, (1, 1, 1), 0)


def test_load_errors() -> None:
    with pytest.raises(_native.LoadError, match="kernel 'k': "):
        _native.load(b"not an object", "k")
    obj = _native.lower(ADD, start="loops", stop="obj").output
    with pytest.raises(_native.LoadError, match="no symbol 'other'"):
        _native.load(obj, "other")
    text = """
    declare void @nowhere_to_be_found()
    define void @k() {
      call void @nowhere_to_be_found()
      ret void
    }
    """
    obj = _native.lower(text, start="llir", stop="obj").output
    with pytest.raises(_native.LoadError, match="unresolved symbols: nowhere_to_be_found"):
        _native.load(obj, "k")

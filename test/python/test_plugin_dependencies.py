# The hash of a kernel's source, from what its source refers to.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import ast
import contextlib
import gc
import inspect
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import triton
import triton.language as tl
from triton.runtime import jit

import plugin_kernels
from triton_shared.backend import dependencies
from triton_shared.backend.driver import CPUDriver  # noqa: F401  (installs what is tested)
from triton_shared.examples import attention, dropout, layer_norm, matmul, softmax

LIMIT = tl.constexpr(7)
SCALES = (1, 2)
HIDDEN = tl.constexpr(3)
NAMESPACE = SimpleNamespace(pad=tl.constexpr(2), deeper=SimpleNamespace(limit=LIMIT))


@triton.jit
def _inner(x, low: tl.constexpr = LIMIT):
    return tl.where(x < low, -x, x)


@triton.jit
def _everything(X, n, BLOCK: tl.constexpr, SCALE: tl.constexpr = SCALES[1]):
    """Every kind of statement and expression that Triton's finder has its own word on."""
    i = tl.arange(0, BLOCK) + tl.program_id(0) * BLOCK
    x = tl.load(X + i, mask=(i < n) & (i >= 0), other=0.0)
    a, b = x, tl.math.exp(x)
    for k in tl.static_range(LIMIT):
        a += b if k % 2 == 0 else _inner(a)
    while tl.max(a, 0) > 1e30:
        a *= 0.5
    if SCALE > 1 and not isinstance(n, int):
        a = -a * SCALE
    elif n < 0:
        pass
    else:
        a: tl.tensor = a[None, :].reshape(BLOCK)
    tl.static_assert(BLOCK > 0, f"{BLOCK} is no size")
    tl.store(X + i, a, mask=i < n)


@triton.jit
def _hides_globals(X, LIMIT: tl.constexpr):
    HIDDEN = X + LIMIT
    tl.store(HIDDEN, LIMIT)


@triton.jit
def _refers_then_hides(X):
    tl.store(X, HIDDEN)  # noqa: F823
    HIDDEN = X  # noqa: F841


@triton.jit
def _reads_attributes(X):
    tl.store(X + NAMESPACE.pad, (X + 1).dtype.primitive_bitwidth + NAMESPACE.deeper.limit)


@triton.jit
def _calls_itself(x):
    return x if x < 1 else _calls_itself(x - 1)


@triton.jit
def _stores_into_what_it_indexes(X):
    pair = (X, X)
    pair[0] = LIMIT
    X += pair[0]


def _in_a_closure() -> Any:
    factor = tl.constexpr(5)

    @triton.jit
    def _uses_a_closure(X):
        tl.store(X, factor)

    return _uses_a_closure


_OURS = [
    _everything, _hides_globals, _refers_then_hides, _reads_attributes, _calls_itself,
    _stores_into_what_it_indexes, _in_a_closure(),
]  # fmt: skip


def _functions(*modules: Any) -> list[Any]:
    values = [value for module in modules for value in vars(module).values()]
    return [value for value in values if isinstance(value, jit.JITFunction)]


_ALL = _OURS + _functions(
    tl.standard, tl.random, plugin_kernels, attention, dropout, layer_norm, matmul, softmax
)  # fmt: skip


def _forget() -> None:
    for function in gc.get_objects():
        if isinstance(function, jit.JITCallable):
            function.hash = None
            function.used_global_vals = {}


def _hashed(kernel: Any) -> tuple[Any, ...]:
    _forget()
    key = kernel.cache_key
    return key, [(name, value) for (name, _), (value, _) in kernel.used_global_vals.items()]


@contextlib.contextmanager
def _from_the_tree() -> Iterator[None]:
    """Triton hashes a kernel from its syntax tree."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit.JITCallable, "parse", inspect.unwrap(jit.JITCallable.parse))
        yield


def _triton_hashes(kernel: Any) -> Any:
    with _from_the_tree():
        return _hashed(kernel)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by each source that is parsed."""
    sources: list[str] = []
    parse = ast.parse
    monkeypatch.setattr(ast, "parse", lambda source, *a: sources.append(source) or parse(source))
    return sources


def _files(cache: Path) -> list[Path]:
    return sorted((cache / "triton-shared-references").iterdir())


@pytest.mark.parametrize("kernel", _ALL, ids=lambda k: k.__name__)
def test_hash_is_tritons(kernel: Any, fresh_cache: Path, parsed: list[str]) -> None:
    expected = _triton_hashes(kernel)
    parsed.clear()
    assert _hashed(kernel) == expected
    assert parsed
    parsed.clear()
    assert _hashed(kernel) == expected
    assert not parsed


def test_what_is_found(fresh_cache: Path) -> None:
    def names(kernel: Any) -> set[str]:
        return {name for name, _ in _hashed(kernel)[1]}

    assert "LIMIT" in names(_everything)
    assert not {"LIMIT", "HIDDEN"} & names(_hides_globals)
    assert "HIDDEN" in names(_refers_then_hides)
    assert "NAMESPACE" in names(_reads_attributes)


def test_a_function_that_is_called_changes(fresh_cache: Path, parsed: list[str]) -> None:
    before, _ = _hashed(_everything)
    source = _inner.src
    try:
        _inner._unsafe_update_src(source.replace("-x", "+x"))
        parsed.clear()
        assert _hashed(_everything)[0] != before
        assert parsed == [_inner.src]
    finally:
        _inner._unsafe_update_src(source)
    assert _hashed(_everything)[0] == before


def test_a_constant_changes(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _hashed(_everything)
    monkeypatch.setitem(globals(), "LIMIT", tl.constexpr(8))
    after = _hashed(_everything)
    assert after != before
    assert ("LIMIT", LIMIT) in after[1]


def test_a_name_means_another_thing(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was a function and is a constant now: the list has the name, not what it stood for."""
    before = _hashed(_everything)
    monkeypatch.setitem(globals(), "_inner", tl.constexpr(1))
    after = _hashed(_everything)
    assert after[0] != before[0]
    assert "_inner" in {name for name, _ in after[1]}


def _outcome(hashes: Any, kernel: Any) -> Any:
    try:
        return hashes(kernel)
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("a = b = X", "Simultaneous multiple assignment"),
        ("not_for_kernels(X)", "Unsupported function referenced"),
        ("tl.store(X, NAMESPACE.no_such)", ""),  # an error before Triton 3.8
    ],
)
def test_errors_are_tritons(body: str, error: str, fresh_cache: Path, tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(f"def kernel(X):\n    {body}\n")
    scope = {"tl": tl, "NAMESPACE": NAMESPACE, "not_for_kernels": lambda x: x}
    exec(compile(path.read_text(), path, "exec"), scope)
    kernel = triton.jit(scope["kernel"])
    expected = _outcome(_triton_hashes, kernel)
    assert error in str(expected[1])
    for _ in range(2):
        assert _outcome(_hashed, kernel) == expected


def test_targets_that_are_attributes(fresh_cache: Path, tmp_path: Path) -> None:
    """What they stand for counts as a local name: no list is kept."""
    path = tmp_path / "odd.py"
    path.write_text("def kernel(X):\n    NAMESPACE.name = X\n    tl.store(X, LIMIT)\n")
    scope = {"tl": tl, "LIMIT": LIMIT, "NAMESPACE": SimpleNamespace(name="LIMIT")}
    exec(compile(path.read_text(), path, "exec"), scope)
    kernel = triton.jit(scope["kernel"])
    assert _hashed(kernel) == _triton_hashes(kernel)
    assert not (fresh_cache / "triton-shared-references").exists()


@pytest.mark.parametrize("damage", [b"", b"00000000\nLIMIT", b"\xff", None])
def test_a_damaged_file_is_written_anew(
    damage: bytes | None, fresh_cache: Path, parsed: list[str]
) -> None:
    expected = _hashed(_everything)
    files = _files(fresh_cache)
    whole = [path.read_bytes() for path in files]
    for path, content in zip(files, whole, strict=True):
        path.write_bytes(content[:-1] if damage is None else damage)
    parsed.clear()
    assert _hashed(_everything) == expected
    assert len(parsed) == len(files)
    assert [path.read_bytes() for path in _files(fresh_cache)] == whole


def test_a_cache_that_cannot_be_written(fresh_cache: Path) -> None:
    fresh_cache.write_text("a file where the folder should be")
    assert _hashed(_everything) == _triton_hashes(_everything)


@triton.jit
def _uses_count(X):
    tl.store(X, COUNT)


@triton.jit
def _uses_count_before_and_after(X):
    tl.store(X, COUNT)
    _uses_count(X)
    tl.store(X + 1, COUNT)


COUNT = tl.constexpr(1)


def test_a_called_function_knows_an_equal_value(
    fresh_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1 and 1.0 are equal: its value of the global takes the place of the caller's for a while."""

    def hashes() -> Any:
        _forget()
        monkeypatch.setitem(globals(), "COUNT", tl.constexpr(1))
        key = _uses_count.cache_key
        monkeypatch.setitem(globals(), "COUNT", tl.constexpr(1.0))
        used = _uses_count_before_and_after.cache_key, _uses_count.cache_key
        assert used[1] == key
        return used, [repr(v) for v, _ in _uses_count_before_and_after.used_global_vals.values()]

    with _from_the_tree():
        expected = hashes()
    assert expected[1] == ["constexpr[1.0]"]
    assert hashes() == expected
    assert hashes() == expected


class _Compiles:
    """A value whose copy compiles a kernel, as a tensor's may."""

    def __deepcopy__(self, memo: Any) -> _Compiles:
        for kernel in (_hides_globals, _refers_then_hides):
            assert isinstance(kernel.parse(), ast.Module)
        return self


def test_a_kernel_is_compiled_while_another_is_hashed(
    fresh_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "HIDDEN", _Compiles())
    _forget()
    assert _refers_then_hides.cache_key


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("TRITON_CACHE_DIR", ""),
        ("TRITON_CACHE_MANAGER", "triton.runtime.cache:RemoteCacheManager"),
    ],
)
def test_nothing_is_kept_where_kernels_are_not_in_files(
    setting: str,
    value: str,
    fresh_cache: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = _triton_hashes(_everything)
    monkeypatch.setenv(setting, value)
    made: list[Path] = []
    monkeypatch.setattr(Path, "mkdir", lambda self, *a, **k: made.append(self))
    assert _hashed(_everything) == expected
    assert not made
    assert not fresh_cache.exists()


def _finder_with(constant: int) -> type:
    namespace: dict[str, Any] = {}
    source = f"def visit_arguments(self, node):\n    def flag():\n        return {constant}\n"
    exec(source, namespace)
    return type("Finder", (), {"visit_arguments": namespace["visit_arguments"]})


def test_lists_belong_to_the_finders_code() -> None:
    assert dependencies._fingerprint(_finder_with(1)) != dependencies._fingerprint(_finder_with(2))
    assert dependencies._fingerprint(_finder_with(1)) == dependencies._fingerprint(_finder_with(1))


_PRINT_FINGERPRINT = """
import hashlib
from triton.runtime import jit
from triton_shared.backend import dependencies
print(hashlib.sha256(dependencies._fingerprint(jit.DependenciesFinder)).hexdigest())
"""


def test_processes_find_each_others_lists() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", _PRINT_FINGERPRINT],
            stdout=subprocess.PIPE,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1

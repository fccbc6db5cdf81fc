# Shared set-up of the pytest suites: a cache folder of their own, the device under test.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every pytest process works on an empty kernel cache of its own.

`--device-under-test=interpreter` runs the kernel suites on Triton's interpreter instead of our
backend: that checks the tests themselves, not the product. `--device-under-test=plain` takes the
kernels through the linalg stop by upstream's passes (slow): that checks the middle layer alone.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest

_CACHE = tempfile.TemporaryDirectory(prefix="triton-shared-test-")
os.environ["TRITON_CACHE_DIR"] = _CACHE.name


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--device-under-test", choices=["cpu", "interpreter", "plain"], default="cpu")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "not_interpreted(reason): the interpreter cannot run it")
    # Triton reads this when it is imported, so it must be set before any test module is.
    if config.getoption("--device-under-test") == "interpreter":
        os.environ["TRITON_INTERPRET"] = "1"
    if config.getoption("--device-under-test") == "plain":
        os.environ["TRITON_SHARED_OPTIONS"] = "plain=1"


@pytest.fixture
def one_thread() -> Iterator[None]:
    """A launch gives all of its programs but the first to one thread, together."""
    from triton_shared import _native

    _native.set_num_threads(1)
    yield
    _native.set_num_threads(None)


@pytest.fixture(scope="session", autouse=True)
def _cpu_driver(interpreted: bool) -> None:
    """Kernels run on the CPU, also on a machine with a GPU."""
    if interpreted:
        return
    import triton
    from triton.backends.triton_shared.driver import CPUDriver

    from triton_shared.backend import launcher

    triton.runtime.driver.set_active(CPUDriver())
    if os.environ.get("TILES_LOG"):  # what the processor does not have is emulated
        launcher.check_runs_here = lambda *_: None


@pytest.fixture(scope="session")
def interpreted(pytestconfig: pytest.Config) -> bool:
    """Whether the device under test is the interpreter."""
    return bool(pytestconfig.getoption("--device-under-test") == "interpreter")


@pytest.fixture
def fresh_cache(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An empty kernel cache for one test; its path."""
    path = tmp_path / "cache"
    monkeypatch.setenv("TRITON_CACHE_DIR", str(path))
    return path


@pytest.fixture(autouse=True)
def _seed(request: pytest.FixtureRequest, interpreted: bool) -> None:
    reason = request.node.get_closest_marker("not_interpreted")
    if interpreted and reason is not None:
        pytest.skip(reason.args[0])
    import torch

    torch.manual_seed(0)


@pytest.fixture(scope="session", autouse=True)
def _stop_oracle() -> Iterator[None]:
    yield
    from triton_shared.testing import oracle

    oracle.interpreter.stop()

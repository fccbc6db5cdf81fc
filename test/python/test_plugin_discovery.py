# How Triton finds the plug-in, and that it never breaks `import triton`.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
import triton

import triton_shared
from triton_shared.backend.driver import CPUDriver

tomllib = pytest.importorskip("tomllib")  # Python 3.11

ROOT = Path(__file__).resolve().parents[2]

NO_NATIVE = "import sys; sys.modules['triton_shared._native'] = None\n"


def run_python(code: str, **env: str) -> str:
    """Run `code` in a new interpreter and return what it prints."""
    import os

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **env}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_one_entry_point_named_cpu() -> None:
    ours = [e for e in entry_points(group="triton.backends") if "triton_shared" in e.value]
    assert {e.name for e in ours} == {"cpu"}
    assert triton.backends.backends["cpu"].driver is CPUDriver


def test_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert triton_shared.__version__ == project["version"]


@pytest.mark.parametrize(
    "first",
    [
        "import triton",
        "import triton_shared",
        "import triton_shared.backend.driver",
        "import triton_shared.backend.compiler",
        "from triton.backends.triton_shared.driver import CPUDriver",
        "import triton.backends.triton_shared.compiler",
    ],
)
def test_any_import_order_gives_one_driver_class(first: str) -> None:
    code = (
        f"{first}\nimport triton\n"
        "from triton.backends.triton_shared.driver import CPUDriver as a\n"
        "from triton_shared.backend.driver import CPUDriver as b\n"
        "print(a is b is triton.backends.backends['cpu'].driver)"
    )
    assert run_python(code) == "True"


def test_import_triton_loads_nothing_heavy() -> None:
    code = (
        "import sys, triton; print('torch' in sys.modules, 'triton_shared._native' in sys.modules)"
    )
    assert run_python(code) == "False False"


def test_import_triton_survives_a_broken_native_module() -> None:
    assert run_python(NO_NATIVE + "import triton; print(len(triton.backends.backends))") == "3"


def test_broken_native_module_is_explained_at_first_use() -> None:
    code = NO_NATIVE + (
        "import triton\n"
        "from triton.backends.triton_shared.driver import CPUDriver\n"
        "try: CPUDriver().get_current_target()\n"
        "except ImportError as error: print(error)"
    )
    message = run_python(code)
    assert "native module cannot be loaded" in message
    assert "make build" in message


def test_active_without_a_gpu() -> None:
    code = "import triton; print(type(triton.runtime.driver.active).__name__)"
    assert run_python(code, CUDA_VISIBLE_DEVICES="") == "CPUDriver"


class _GPU:
    """Stands for a GPU backend whose device is present."""

    @classmethod
    def is_active(cls) -> bool:
        return True


@pytest.fixture
def gpu_present(monkeypatch: pytest.MonkeyPatch) -> None:
    from triton.backends import Backend, backends

    monkeypatch.delenv("TRITON_DEFAULT_BACKEND", raising=False)
    monkeypatch.setitem(backends, "gpu", Backend(compiler=object, driver=_GPU))  # type: ignore[arg-type]


def test_not_active_beside_a_gpu(gpu_present: None) -> None:
    assert not CPUDriver.is_active()


def test_active_beside_a_gpu_when_asked_for(
    gpu_present: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRITON_DEFAULT_BACKEND", "cpu")
    assert CPUDriver.is_active()


def test_two_cpu_plugins_do_not_recurse(monkeypatch: pytest.MonkeyPatch) -> None:
    from triton.backends import Backend, backends

    class Other:
        @classmethod
        def is_active(cls) -> bool:
            return not any(b.driver.is_active() for b in backends.values() if b.driver is not cls)

    monkeypatch.delenv("TRITON_DEFAULT_BACKEND", raising=False)
    monkeypatch.setitem(backends, "other", Backend(compiler=object, driver=Other))  # type: ignore[arg-type]
    assert CPUDriver.is_active() in (True, False)

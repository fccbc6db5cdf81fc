# Processes that run kernels for this one: on Triton's interpreter, or on a device that may crash.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import os
import pickle
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import wire


class KernelError(RuntimeError):
    """The other process refused the kernel; the text is its traceback."""


class WorkerDiedError(RuntimeError):
    """The other process ended, or did not answer in time, while it ran a kernel."""


class Worker:
    """A process of its own that runs kernels and hands their arguments back."""

    def __init__(self, environment: Mapping[str, str], seconds: float = 300.0) -> None:
        self._environment = dict(environment)
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None

    def run(
        self, path: str, name: str, grid: tuple[int, ...], args: Sequence[Any], **kwargs: Any
    ) -> Any:
        """Run kernel `name` of the file at `path`; returns the arguments as they are then."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump((path, name, grid, wire.pack(args), kwargs), process.stdin)
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], self._seconds)
            if not ready:
                raise WorkerDiedError(f"no answer in {self._seconds:g} s")
            status, value = pickle.load(process.stdout)
        except (EOFError, OSError, WorkerDiedError) as error:
            process.kill()
            code = process.wait()
            self._process = None
            reason = str(error) if isinstance(error, WorkerDiedError) else f"exit status {code}"
            raise WorkerDiedError(reason) from None
        if status == "error":
            raise KernelError(value)
        return wire.unpack(*value)

    def stop(self) -> None:
        """End the process, if there is one."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait()
        self._process = None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            root = str(Path(__file__).resolve().parent.parent.parent)
            path = os.pathsep.join([root, self._python_path()])
            self._process = subprocess.Popen(
                [sys.executable, "-m", "triton_shared.testing.server"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=dict(os.environ, PYTHONPATH=path, **self._environment),
            )
        return self._process

    @staticmethod
    def _python_path() -> str:
        """ORACLE_PYTHONPATH lets one Triton check another (scripts/test_versions.sh): the
        interpreters of the releases differ in what they can run."""
        return os.environ.get("ORACLE_PYTHONPATH", os.environ.get("PYTHONPATH", ""))


#: The oracle: Triton's interpreter.
interpreter = Worker({"TRITON_INTERPRET": "1", "OMP_NUM_THREADS": "1"})

# What Triton's language tests need to be collected and run on a machine without CUDA.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A pytest plugin that scripts/language_tests.py loads.

Some test files ask for the CUDA device's capability while they are imported, to skip
single tests. Without CUDA torch raises there and the whole file is lost, so here the
answer is 0.0, which no such test takes for enough. Choosing a CUDA device and waiting
for it are nothing. The current CPU is device 0, as in `kernel.device_caches`: torch says
"cpu", and some tests look there by what torch says, some by 0. Tests that
language_tests.toml says not to run are skipped.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
import torch
import triton

from language_tests import LEFT_OUT_PREFIX, NOT_RUN, not_run, read_entries

if not torch.cuda.is_available():
    torch.cuda.get_device_capability = lambda device=None: (0, 0)
    torch.cuda.device = lambda device: contextlib.nullcontext()
    torch.cuda.synchronize = lambda device=None: None
torch.cpu.current_device = lambda: 0


@pytest.fixture(autouse=True)
def _knobs_of_the_environment(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests that set environment variables refresh the knobs with them, not without: the suite
    has a process for each such test."""
    yield
    if "monkeypatch" in request.fixturenames:
        triton.knobs.refresh_knobs()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    entries = [entry for entry in read_entries() if not entry.run]
    for item in items:
        name = f"{item.path.name}::{item.name}"
        if not_run().matches(name):
            item.add_marker(pytest.mark.skip(reason=NOT_RUN))
        for entry in entries:
            if entry.matches(name):
                item.add_marker(pytest.mark.skip(reason=LEFT_OUT_PREFIX + entry.reason))

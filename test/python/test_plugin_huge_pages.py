# Huge pages for large outputs in memory that nobody has touched: on request, never, and as
# long as they are made quickly.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
import triton

from plugin_kernels import add_kernel
from triton_shared import _native

_HUGE = Path("/sys/kernel/mm/transparent_hugepage/enabled")

pytestmark = pytest.mark.skipif(
    not _HUGE.exists() or "[madvise]" not in _HUGE.read_text(), reason="huge pages not on request"
)


def _asked_for_huge_pages(address: int) -> bool:
    """The flag `hg` of the mapping that holds `address`."""
    inside = False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        first = line.split(maxsplit=1)[0]
        if first.count("-") == 1 and not first.endswith(":"):
            low, high = (int(part, 16) for part in first.split("-"))
            inside = low <= address < high
        elif inside and first == "VmFlags:":
            return "hg" in line.split()
    return False


@pytest.fixture(params=[True, False])
def wanted(request: pytest.FixtureRequest) -> Iterator[bool]:
    _native.set_huge_pages(request.param)
    yield request.param
    _native.set_huge_pages(None)


@pytest.mark.parametrize("touched", [False, True])
def test_large_fresh_outputs_lie_in_huge_pages(touched: bool, wanted: bool) -> None:
    n = 12 << 20
    x = torch.ones(n)
    out = torch.empty(n)
    if touched:
        out.fill_(0)
    before = _asked_for_huge_pages(out.data_ptr() + 4 * n // 2)
    add_kernel[(triton.cdiv(n, 1024),)](x, x, out, n, BLOCK_SIZE=1024)
    assert torch.equal(out, x + x)
    assert _asked_for_huge_pages(out.data_ptr() + 4 * n // 2) == (
        before or (wanted and not touched)
    )


# Counts what is asked for, and answers for the system when a page is to be made at once: that it
# is done, that it is done after a while, or that there is no such request.
_SYSTEM = """
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
atomic_int huge_page_requests;
int madvise(void *address, size_t bytes, int advice) {
  if (advice == 23) {
    const char *answer = getenv("ANSWER");
    if (!strcmp(answer, "slow"))
      usleep(200000);
    errno = EINVAL;
    return strcmp(answer, "unknown") ? 0 : -1;
  }
  huge_page_requests += advice == MADV_HUGEPAGE;
  return syscall(SYS_madvise, address, bytes, advice);
}
"""

_FILL = """
import ctypes
import torch
from plugin_kernels import fill_rows_kernel
rows, columns, block = {rows}, {columns}, 1024
out = torch.empty(rows, columns)
fill_rows_kernel[(columns // block,)](out, columns, ROWS=rows, BLOCK=block)
assert (out == 1).all()
print(ctypes.c_int.in_dll(ctypes.CDLL(None), "huge_page_requests").value)
"""


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not shutil.which("cc"):
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("system")
    source, library = folder / "system.c", folder / "system.so"
    source.write_text(_SYSTEM)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


def _requests(system: Path, rows: int, columns: int, **environment: str) -> int:
    """How many huge pages a kernel asks for that writes an array row by row."""
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    given = {k: v for k, v in os.environ.items() if k != "TRITON_SHARED_HUGE_PAGES"}
    given |= {"LD_PRELOAD": str(system), "PYTHONPATH": path, "TRITON_SHARED_NUM_THREADS": "2"}
    done = subprocess.run(
        [sys.executable, "-c", _FILL.format(rows=rows, columns=columns)],
        env=given | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


def test_huge_pages_are_asked_for_once_where_rows_lie_far_apart(system: Path) -> None:
    # 17 pages, which all programs share, and perhaps one more for each row if two collide in
    # memory; one request for each thread would be 34, one for each row and program 8192.
    asked = _requests(system, 32, 1 << 18, TRITON_SHARED_HUGE_PAGES="1")
    assert 15 <= asked < 34


@pytest.mark.parametrize(
    ("answer", "least", "most"),
    [
        # 64 MiB are at least 31 whole pages.
        ("quick", 31, 64),
        # One at the edge of what is mapped, which is none, and then: until the 500 ms are spent
        # that they may cost; one for each thread.
        ("slow", 1, 6),
        ("unknown", 1, 3),
    ],
)
def test_huge_pages_are_given_up_where_they_cost_time(
    system: Path, answer: str, least: int, most: int
) -> None:
    for _ in range(10):
        asked = _requests(system, 1, 16 << 20, ANSWER=answer)
        assert asked <= most
        if asked >= least:
            break
        # Other processes have taken the time: to the runtime these pages were slow.
    assert asked >= least

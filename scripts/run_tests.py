# Run every suite and count them together in one last line.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run lit, then pytest; end with `N passed, N failed` alone on a line.

The exit status is 0 only when nothing failed and every suite ran at least one
test: a suite that cannot start counts as one failure.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent


class Count(NamedTuple):
    passed: int
    failed: int
    skipped: int


def read_junit(report: Path) -> Count:
    """Count the test cases of a JUnit XML file (lit and pytest both write one)."""
    passed = failed = skipped = 0
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return Count(passed, failed, skipped)


def run_suite(name: str, command: list[str], report: Path) -> Count:
    print(f"[test] {name}: {' '.join(command)}", flush=True)
    report.unlink(missing_ok=True)
    start = time.monotonic()
    status = subprocess.run(command, cwd=ROOT).returncode
    count = Count(0, 0, 0)
    if report.exists():
        count = read_junit(report)
    if count.passed + count.failed == 0:
        print(f"[test] {name}: exit status {status}, no test ran")
        count = Count(0, 1, 0)
    elif status != 0 and count.failed == 0:
        print(f"[test] {name}: exit status {status} though every case passed")
        count = count._replace(failed=1)
    seconds = time.monotonic() - start
    print(
        f"[test] {name}: {count.passed} passed, {count.failed} failed, "
        f"{count.skipped} skipped in {seconds:.0f} s",
        flush=True,
    )
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out the slow tests")
    options = parser.parse_args()
    build = (ROOT / os.environ.get("BUILD", "build")).resolve()
    bin_dir = Path(sys.executable).parent
    jobs = str(os.cpu_count() or 1)

    lit_report, pytest_report = build / "lit.xml", build / "pytest.xml"
    lit = [str(bin_dir / "lit"), "-s", "-v", "-j", jobs, "--timeout", "120"]
    lit += ["--xunit-xml-output", str(lit_report), str(build / "test")]
    pytest = [sys.executable, "-m", "pytest", "-n", jobs, f"--junitxml={pytest_report}"]
    if options.quick:
        pytest += ["-m", "not slow"]
    counts = [
        run_suite("lit", lit, lit_report),
        run_suite("pytest", pytest, pytest_report),
    ]
    passed = sum(count.passed for count in counts)
    failed = sum(count.failed for count in counts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

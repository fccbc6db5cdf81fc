# Run Triton's own language tests with our driver and write what came out as a table.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run python/test/unit/language of a Triton checkout on the CPU driver, and what beside it
does not ask for a GPU.

usage: scripts/language_tests.py --triton <checkout> [FILE ...]

The checkout must match the installed Triton wheel; `test_random` wants scipy beside
requirements-dev.txt. Files are named from that folder. Each test file is one pytest run with
`--device=cpu`; its JUnit report goes to <build>/language-tests. Failures that stand in
`language_tests.toml` are left out with the reason given there; any other one fails the
run, and so does an entry there that nothing matches any more. When all files ran,
docs/language-tests.md is written. `--report` makes the table from the reports that are
there, without running anything.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import tomllib

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = Path(__file__).with_suffix(".toml")
TABLE = ROOT / "docs" / "language-tests.md"
LEFT_OUT_PREFIX, NOT_RUN = "left out: ", "not run"
SECONDS_PER_TEST = 1800
# Folders and files outside of the language tests, from their folder.
BESIDE = (
    "../runtime/test_*.py",
    "../test_debug*.py",
    "../test_filecheck.py",
    "../test_knobs.py",
    "../test_link.py",
    "../test_perf_warning.py",
    "../tools/test_irsource.py",
    "../../regression/test_*.py",
)


class Case(NamedTuple):
    name: str  # file.py::test[parameters]
    outcome: str  # passed, failed or skipped
    message: str  # of a failure or a skip


@dataclass
class Entry:
    """Tests that are left out: fnmatch patterns of names, why, whether they are
    run all the same, and what a failure must say (a regular expression)."""

    tests: list[str]
    reason: str
    run: bool = True
    says: str = ""
    used: set[str] = field(default_factory=set)

    def matches(self, name: str, message: str = "") -> bool:
        function = name.split("[", 1)[0]
        for pattern in self.tests:
            if pattern == function or fnmatch.fnmatchcase(name, pattern):
                self.used.add(pattern)
                return re.search(self.says, message) is not None
        return False


def read_report(report: Path) -> list[Case]:
    """The cases of a pytest JUnit report; a collection error is a failed case."""
    cases = []
    for case in ElementTree.parse(report).iter("testcase"):
        module = case.get("classname", "").rsplit(".", 1)[-1]
        name = f"{module}.py::{case.get('name', '')}"
        outcome, message = "passed", ""
        for tag, word in (("failure", "failed"), ("error", "failed"), ("skipped", "skipped")):
            found = case.find(tag)
            if found is not None:
                outcome, message = word, found.get("message") or ""
                break
        cases.append(Case(name, outcome, message))
    return cases


def run_file(folder: Path, file: str, report: Path, jobs: int, extra: list[str]) -> bool:
    """Run one test file, leaving `report`; False when pytest did not come to its end."""
    tests = folder.parent.parent
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", TRITON_DEFAULT_BACKEND="cpu")
    environment.setdefault("TRITON_CACHE_DIR", str(report.parent / "cache"))
    paths = [str(Path(__file__).parent), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    command = [sys.executable, "-m", "pytest", file, "--device=cpu", "-q", "--tb=short"]
    command += ["-p", "no:cacheprovider", "-p", "language_tests_plugin", "-n", str(jobs)]
    command += [f"--rootdir={tests}", f"--confcutdir={tests}", f"--timeout={SECONDS_PER_TEST}"]
    command += [f"--junitxml={report}", *extra]
    with report.with_suffix(".log").open("w") as log:
        status = subprocess.run(command, cwd=folder, env=environment, stdout=log, stderr=log)
    return status.returncode in (0, 1, 5)  # passed, failed, nothing to run


def read_entries() -> list[Entry]:
    with LEFT_OUT.open("rb") as stream:
        return [Entry(**entry) for entry in tomllib.load(stream)["left-out"]]


def not_run() -> Entry:
    """What --not-run keeps out, as the plugin finds it in its environment."""
    patterns = os.environ.get("LANGUAGE_TESTS_NOT_RUN", "")
    return Entry(patterns.split("\n") if patterns else [], NOT_RUN)


def table(counts: dict[str, Counter[str]], reasons: Counter[tuple[str, str]], note: str) -> str:
    lines = [
        "<!-- Written by scripts/language_tests.py; do not edit.",
        "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->",
        "",
        "# Triton's language tests",
        "",
        "`python/test/unit/language` of Triton and what beside it does not ask for a GPU, run by",
        "`scripts/language_tests.py --triton <checkout>` with our driver. Skipped is what",
        "the suite skips by itself on a device that is neither CUDA nor HIP; left out is what",
        "cannot hold on a CPU, listed below; not run is what was kept out of this run by",
        "`--not-run`, for its time.",
        "",
        f"This package at commit {revision(ROOT)}, Triton {triton_version()}. {note}".rstrip(),
        "",
        "| file | passed | failed | left out | skipped | not run |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    columns = ("passed", "failed", "left out", "skipped", NOT_RUN)
    for file, count in counts.items():
        lines.append(f"| {file} | " + " | ".join(str(count[column]) for column in columns) + " |")
    lines += ["", "## Left out", "", "| tests | cases | reason |", "|---|---:|---|"]
    for (function, reason), number in sorted(reasons.items()):
        lines.append(f"| `{function}` | {number} | {reason} |")
    return "\n".join(lines) + "\n"


def revision(repository: Path) -> str:
    command = ["git", "-C", str(repository), "rev-parse", "--short=10", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or "unknown"


def triton_version() -> str:
    from importlib.metadata import version

    return version("triton")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--triton", type=Path, required=True, help="a checkout of Triton")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--report", action="store_true", help="run nothing, read the reports")
    parser.add_argument(
        "--not-run", action="append", default=[], metavar="PATTERN", help="keep these tests out"
    )
    parser.add_argument("--note", default="", help="a sentence for the table")
    parser.add_argument("files", nargs="*", help="test files; all of them when left out")
    options, extra = parser.parse_known_args()

    folder = options.triton.resolve() / "python" / "test" / "unit" / "language"
    if not folder.is_dir():
        parser.error(f"{folder} is not a folder")
    reports = (ROOT / os.environ.get("BUILD", "build")).resolve() / "language-tests"
    reports.mkdir(parents=True, exist_ok=True)
    os.environ["LANGUAGE_TESTS_NOT_RUN"] = "\n".join(options.not_run)
    entries = read_entries()
    counts: dict[str, Counter[str]] = {}
    reasons: Counter[tuple[str, str]] = Counter()
    files = options.files or [
        os.path.relpath(path, folder)
        for pattern in ("test_*.py", *BESIDE)
        for path in sorted((folder / pattern).parent.resolve().glob(Path(pattern).name))
    ]
    for file in files:
        report, ended = reports / f"{Path(file).name}.xml", True
        if not options.report:
            report.unlink(missing_ok=True)
            ended = run_file(folder, file, report, options.jobs, extra)
        count = counts[file.replace("../", "")] = Counter()
        if not ended:
            print(f"{file}: pytest stopped; see {report.with_suffix('.log')}")
            count["failed"] += 1
        if not report.exists():
            print(f"{file}: no report; see {report.with_suffix('.log')}")
            count["failed"] += 1
            continue
        for case in read_report(report):
            outcome = case.outcome
            entry = next((e for e in entries if e.matches(case.name, case.message)), None)
            skipped = outcome == "skipped" and LEFT_OUT_PREFIX in case.message
            if entry and (outcome == "failed" or skipped):
                outcome = "left out"
                reasons[case.name.split("[", 1)[0], entry.reason] += 1
            elif outcome == "skipped" and case.message == NOT_RUN:
                outcome = NOT_RUN
            elif outcome == "failed":
                print(f"FAILED {case.name}: {case.message.partition(chr(10))[0]}")
            count[outcome] += 1
        print(file + ": " + ", ".join(f"{number} {word}" for word, number in count.items()))

    whole = not options.files and not extra
    stale = [pattern for entry in entries for pattern in entry.tests if pattern not in entry.used]
    if whole:
        for pattern in stale:
            print(f"{LEFT_OUT.name}: nothing is called {pattern}")
        TABLE.write_text(table(counts, reasons, options.note))
    failed = sum(count["failed"] for count in counts.values())
    return 1 if failed or (whole and stale) else 0


if __name__ == "__main__":
    sys.exit(main())

# The generated documents are what the sources generate today; links lead somewhere.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def test_generated_documents_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts/generate_docs.py"), "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}\nrun `make docs`"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`]*`", "", path.read_text(), flags=re.DOTALL)
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", prose):
        assert (path.parent / target).exists(), target


def test_make_commands_in_the_documents_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for path in DOCUMENTS:
        for name in re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)", path.read_text(), re.MULTILINE):
            assert (name[0] or name[1]) in targets, f"{path.name}: make {name[0] or name[1]}"


def test_environment_variables_in_the_documents_exist() -> None:
    from triton_shared import knobs

    known = {knob.name for knob in knobs.declared()}
    for path in DOCUMENTS:
        for name in re.findall(r"TRITON_SHARED_[A-Z_]+", path.read_text()):
            assert name in known | {"TRITON_SHARED_PYTHON", "TRITON_SHARED_CORPUS"}, (
                f"{path.name}: {name}"
            )


def test_the_road_in_architecture_has_every_phase_in_order() -> None:
    text = (ROOT / "lib/Pipeline/Pipeline.cpp").read_text()
    road = (ROOT / "docs/architecture.md").read_text().split("```")[1]
    # What starts from linalg is the plain road, the oracle's.
    expected = re.findall(r'\{"([a-z-]+)", Stop::(?!Linalg)', text)
    places = [road.find(phase) for phase in expected]
    assert -1 not in places, expected[places.index(-1)]
    assert places == sorted(places)

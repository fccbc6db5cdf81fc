# Configuration of the lit suite: tools, substitutions and features.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ruff: noqa: F821  (lit defines `config` and `lit_config`)
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import lit.formats

config.name = "triton-shared"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".ttir", ".test"]
config.excludes = ["Inputs", "python"]
config.test_source_root = str(Path(__file__).parent)
config.test_exec_root = str(Path(config.build_root) / "test")


def find_filecheck() -> str:
    """PyPI's filecheck beside this Python, or on the PATH; else LLVM's."""
    beside = Path(sys.executable).parent / "filecheck"
    if beside.exists():
        return str(beside)
    found = shutil.which("filecheck") or shutil.which("FileCheck", path=config.llvm_tools)
    if not found:
        lit_config.fatal("no filecheck: `pip install filecheck`")
    return found


def find_corpus() -> Path | None:
    """TTIR of real libraries, beside the checkout or beside a worktree's parent."""
    root = Path(config.source_root)
    named = os.environ.get("TRITON_SHARED_CORPUS")
    places = [Path(named)] if named else [p / "shared" / "corpus" for p in list(root.parents)[:2]]
    return next((place for place in places if place.is_dir()), None)


config.substitutions += [
    (r"\bFileCheck\b", find_filecheck()),
    # `lit -Dopt=<path>` tests another tool than the one built here.
    (
        r"\btriton-shared-opt\b",
        lit_config.params.get("opt", f"{config.build_root}/bin/triton-shared-opt"),
    ),
    ("%python", sys.executable),
    ("%source_root", config.source_root),
    ("%build_root", config.build_root),
]
config.substitutions += [
    ("%to_linalg", "--triton-to-linalg"),
    ("%to_llvm", "--ttir-to-structured --structured-to-loops --loops-to-llvm"),
    ("%lower_all", f"{sys.executable} {config.source_root}/test/Inputs/lower_all.py"),
]
corpus = find_corpus()
if corpus:
    config.available_features.add("corpus")
    config.substitutions.append(("%corpus", str(corpus)))
config.environment["PATH"] = os.pathsep.join(
    [str(Path(config.build_root) / "bin"), config.llvm_tools, os.environ["PATH"]]
)

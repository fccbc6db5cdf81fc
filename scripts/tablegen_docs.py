# The reference of dialects and passes, made from their TableGen files.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Markdown of every dialect and of every pass, by mlir-tblgen."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
DIALECTS = {"tt": "Triton", "ttg": "TritonGPU", "tts": "TritonStructured"}


def llvm_root() -> Path:
    versions = (ROOT / "scripts" / "versions.env").read_text()
    match = re.search(r"^LLVM_VERSION=(\d+)$", versions, re.MULTILINE)
    if match is None:
        raise RuntimeError("scripts/versions.env does not say LLVM_VERSION")
    return Path("/usr/lib") / f"llvm-{match[1]}"


def tablegen(source: Path, *flags: str) -> str:
    """What mlir-tblgen prints, without what only a website makes use of."""
    llvm = llvm_root()
    command = [str(llvm / "bin" / "mlir-tblgen"), *flags, str(source)]
    command += ["-I", str(INCLUDE), "-I", str(llvm / "include")]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    text = re.sub(r"<!--.*?-->\n*", "", text).replace("[TOC]\n", "")
    text = "\n".join(line.rstrip() for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def dialect_documents() -> dict[Path, str]:
    documents = {}
    for name, folder in DIALECTS.items():
        source = INCLUDE / "triton-shared" / "Dialect" / folder / "IR" / f"{folder}Ops.td"
        flags = ("-gen-dialect-doc", f"-dialect={name}")
        documents[ROOT / "docs" / "dialects" / f"{name}.md"] = tablegen(source, *flags)
    return documents


def pass_document() -> str:
    sources = sorted((INCLUDE / "triton-shared").rglob("Passes.td"))
    parts = [tablegen(source, "-gen-pass-doc").strip() for source in sources]
    sections = [section for part in parts for section in re.split(r"\n(?=### `)", part)]
    ours = sorted(section for section in sections if section.startswith("### `"))
    return "# Passes\n\n" + "\n\n".join(ours) + "\n"

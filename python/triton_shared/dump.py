# Names of the folders below TRITON_SHARED_DUMP_DIR.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One folder a compilation, so that kernels do not overwrite each other's IR."""

from __future__ import annotations

import hashlib
import re

_ENTRY = re.compile(r"func public @([\w$.]+)")
#: Letters of a kernel's name: names of files have an end.
_LONGEST = 90


def folder_of(text: str | bytes, identity: str) -> str:
    """`<kernel>-<hash>`: the first public function of the IR in `text`, and what `identity`
    (a hash already, or anything that tells two compilations apart) comes to."""
    name = _ENTRY.search(text) if isinstance(text, str) else None
    return f"{name.group(1)[:_LONGEST] if name else 'kernel'}-{identity[:12]}"


def identity_of(text: str | bytes, *circumstances: object) -> str:
    """A hash of the IR and of what it is compiled for."""
    digest = hashlib.sha256(text.encode() if isinstance(text, str) else text)
    digest.update(repr(circumstances).encode())
    return digest.hexdigest()

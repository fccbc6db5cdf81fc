# What kernels of the suites may use depends on Triton's release.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import pytest
import triton

TRITON = tuple(int(part) for part in triton.__version__.split(".")[:2])

needs_block_pointers = pytest.mark.skipif(
    TRITON >= (3, 9), reason="Triton 3.9 has no block pointers any more"
)

# The units that multiply blocks, as features of the processor to go without.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import os

TILES = "+amx-tile,+amx-bf16,+amx-int8"

#: What to set TRITON_SHARED_FEATURES to. Where tiles are emulated, those alone.
UNITS = (
    [TILES]
    if os.environ.get("TILES_LOG")
    else ["", "-amx-tile", "-amx-tile,-avx512bf16", "-avx512f"]
)

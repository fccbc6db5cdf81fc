# `python -m benchmark`: run the rows at 1 thread and at all, print and save the tables.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

#: What to switch off for an older instruction set: on our side, and on torch's.
ISAS: dict[str, dict[str, str]] = {
    "native": {},
    "avx2": {
        "TRITON_SHARED_FEATURES": "-avx512f,-avx512bf16,-avx512fp16,-amx-tile,-evex512,-avxvnni",
        "ATEN_CPU_CAPABILITY": "avx2",
        "MKL_ENABLE_INSTRUCTIONS": "AVX2",
        "ONEDNN_MAX_CPU_ISA": "AVX2",
    },
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="benchmark", description="Time our kernels against torch."
    )
    parser.add_argument(
        "--only", action="append", help="a group of rows, 'overhead' or 'inductor'; repeatable"
    )
    parser.add_argument("--match", default="", help="only rows whose name holds this text")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each row")
    parser.add_argument("--threads", type=int, action="append", help="default: 1 and all")
    parser.add_argument(
        "--cpu-time", action="store_true", help="processor time, for a busy machine (1 thread)"
    )
    parser.add_argument(
        "--compiled", action="store_true", help="time torch.compile's C++ too (needs a compiler)"
    )
    parser.add_argument("--isa", choices=ISAS, default="native")
    parser.add_argument("--output", type=Path, default=Path(__file__).resolve().parent / "results")
    options = parser.parse_args(arguments)
    os.environ.update(ISAS[options.isa])  # before torch and triton are imported
    from .suite import run

    return run(options)


if __name__ == "__main__":
    sys.exit(main())

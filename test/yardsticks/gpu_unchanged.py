# What stock Triton does on a GPU, with this package on the path and without.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""With a GPU present nothing changes: the same driver, the same kernels, the same time.

    python test/yardsticks/gpu_unchanged.py [--runs 3]

For a machine with a GPU and any Triton that has our entry point; `make build`, or
`scripts/dev_install.py` alone, writes that. Each run is a process with an empty cache, in
turns with `python/` on the path and not. It compares the driver, the target, the stages, the
kernels' hashes and machine code, and Triton's own functions that the CPU driver puts others in
the place of; ours must be there, and native code of ours not loaded. Prints the time of a launch
of either. Exit status 1 when something differs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
N = 1 << 20


def observe() -> dict[str, Any]:
    """What this process sees of Triton. Imports are here: the caller needs no GPU libraries."""
    import torch
    import triton
    import triton.runtime.jit as jit
    from gpu_unchanged_kernels import add_kernel, matmul_kernel

    x, y = torch.rand(N, device="cuda"), torch.rand(N, device="cuda")
    out = torch.empty_like(x)
    add = add_kernel[(triton.cdiv(N, 1024),)](x, y, out, N, BLOCK=1024)
    assert torch.equal(out, x + y)
    a, b = (torch.rand(256, 256, device="cuda", dtype=torch.float16) for _ in range(2))
    c = torch.empty(256, 256, device="cuda")
    matmul = matmul_kernel[(4, 4)](a, b, c, 256, 256, BLOCK=64)
    torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-2, atol=1e-1)

    def launch() -> float:
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(200):
            add_kernel[(1,)](x, y, out, 16, BLOCK=16)
        return (time.perf_counter() - start) / 200

    launch()
    driver = triton.runtime.driver.active
    return {
        "gpu": torch.cuda.get_device_name(),
        "triton": triton.__version__,
        "driver": f"{type(driver).__module__}.{type(driver).__name__}",
        "target": str(driver.get_current_target()),
        "stages": list(add.asm),
        "hashes": [add.hash, matmul.hash],
        "code": [
            hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()
            for kernel in (add, matmul)
            for text in (kernel.asm[stage] for stage in kernel.asm)
        ],
        "run": f"{type(jit.JITFunction.run).__name__} of {jit.JITFunction.run.__module__}",
        "subscript": "__getitem__" in vars(jit.JITFunction),
        "binder": type(jit.create_function_from_signature).__name__,
        "native": "triton_shared._native" in sys.modules,
        # What may differ:
        "ours": "cpu" in triton.backends.backends,
        "launch_us": sorted(launch() for _ in range(30))[15] * 1e6,
    }


def run(with_package: bool) -> dict[str, Any]:
    paths = [str(Path(__file__).parent), *([str(ROOT / "python")] if with_package else [])]
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "TRITON_CACHE_DIR": cache,
        }
        command = [sys.executable, __file__, "--observe"]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=3, help="processes of either kind")
    parser.add_argument("--observe", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.observe:
        print(json.dumps(observe()))
        return 0
    seen: dict[bool, list[dict[str, Any]]] = {False: [], True: []}
    for _ in range(arguments.runs):
        for with_package in (False, True):
            seen[with_package].append(run(with_package))
    ours = {found.pop("ours") for found in seen[True]}
    times = {
        name: [round(found.pop("launch_us"), 2) for found in seen[with_package]]
        for name, with_package in (("without", False), ("with", True))
    }
    for found in seen[False]:
        found.pop("ours")
    first = seen[False][0]
    print(f"{first['gpu']}, Triton {first['triton']}, {first['driver']}, {first['target']}")
    print("launch, us:", *(f"{name} {values}" for name, values in times.items()))
    different = {
        key for found in (*seen[False], *seen[True]) for key in first if found[key] != first[key]
    }
    if ours != {True}:
        print("the backend was not on the path: run scripts/dev_install.py first")
    for key in sorted(different):
        print(f"{key} differs: {first[key]} without, {seen[True][0][key]} with")
    if different or first["native"] or ours != {True}:
        return 1
    print("nothing else differs")
    return 0


if __name__ == "__main__":
    sys.exit(main())

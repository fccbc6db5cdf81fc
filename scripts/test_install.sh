#!/usr/bin/env bash
# What a user does: the wheel beside stock triton and torch, then kernels and the tools.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/versions.env
. scripts/versions.env
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "[install] building the wheel"
scripts/build_wheel.sh "$work/dist"
echo "[install] a user's environment: stock torch and triton"
"${PYTHON:-python$PYTHON_VERSION}" -m venv "$work/env"
bin=$work/env/bin
pip=("$bin/python" -m pip --disable-pip-version-check --quiet)
"${pip[@]}" install $(grep -E '^(torch|triton|numpy)==' requirements-dev.txt)
"$bin/python" -m pip freeze --disable-pip-version-check >"$work/before"
"${pip[@]}" install "$work"/dist/*.whl
"$bin/python" -m pip freeze --disable-pip-version-check | grep -v '^triton-shared' >"$work/after"
diff "$work/before" "$work/after" || { echo "[install] pip changed other packages"; exit 1; }
# Away from the source tree, so that nothing of it can be imported.
cp test/python/plugin_kernels.py "$work"
cat >"$work/user.py" <<'PY'
"""Kernels of an installed package; the IR of one goes to the file named first."""

import sys
from pathlib import Path

import torch
import triton
import triton.language as tl
from plugin_kernels import add_kernel
from triton.language.extra import libdevice

import triton_shared


@triton.jit
def tan_kernel(x, out, N: tl.constexpr):
    at = tl.arange(0, N)
    tl.store(out + at, libdevice.tan(tl.load(x + at)))


x = torch.arange(1000, dtype=torch.float32)
out = torch.empty_like(x)
kernel = add_kernel[(triton.cdiv(1000, 128),)](x, x, out, 1000, BLOCK_SIZE=128)
assert torch.equal(out, x + x)
assert kernel.asm["so"][:4] == kernel.asm["launcher.so"][:4] == b"\x7fELF"
Path(sys.argv[1]).write_text(kernel.asm["ttir"])
x = torch.linspace(-1, 1, 64, dtype=torch.float64)
out = torch.empty_like(x)
tan_kernel[(1,)](x, out, 64)  # SLEEF's, of the package
torch.testing.assert_close(out, torch.tan(x))
home = str(Path(triton_shared.__file__).parent)
mapped = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines()}
others = [p for p in mapped if any(n in p for n in ("libLLVM", "libMLIR", "sleef"))]
assert all(p.startswith(home) for p in others), others
assert any("sleef" in p for p in others), "SLEEF is not the package's"
print("[install] kernels ran from", home)
PY
(cd "$work" && "$bin/python" user.py "$work/add.ttir")
"$bin/triton-shared-opt" --triton-to-linalg "$work/add.ttir" -o "$work/add.mlir"
grep -q 'linalg\.' "$work/add.mlir" ||
  { echo "[install] triton-shared-opt gives no linalg"; exit 1; }
"${pip[@]}" uninstall -y triton-shared
"$bin/python" -c 'import triton; assert "cpu" not in triton.backends.backends'
echo "[install] passed, and uninstalls cleanly"

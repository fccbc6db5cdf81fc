#!/usr/bin/env bash
# What a user does: `pip install .` beside stock triton and torch, then a kernel.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/versions.env
. scripts/versions.env
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "[install] a user's environment: stock torch and triton"
"${PYTHON:-python$PYTHON_VERSION}" -m venv "$work/env"
pip=("$work/env/bin/python" -m pip --disable-pip-version-check --quiet)
"${pip[@]}" install $(grep -E '^(torch|triton|numpy)==' requirements-dev.txt)
"$work/env/bin/python" -m pip freeze --disable-pip-version-check >"$work/before"
echo "[install] pip install ."
"${pip[@]}" install .
"$work/env/bin/python" -m pip freeze --disable-pip-version-check | grep -v '^triton-shared' >"$work/after"
diff "$work/before" "$work/after" || { echo "[install] pip changed other packages"; exit 1; }
# Away from the source tree, so that nothing of it can be imported.
cp test/python/plugin_kernels.py "$work"
cd "$work"
"$work/env/bin/python" - <<'PY'
import torch, triton, triton_shared
from plugin_kernels import add_kernel
x = torch.arange(1000, dtype=torch.float32)
out = torch.empty_like(x)
kernel = add_kernel[(triton.cdiv(1000, 128),)](x, x, out, 1000, BLOCK_SIZE=128)
assert torch.equal(out, x + x)
assert kernel.asm["so"][:4] == kernel.asm["launcher.so"][:4] == b"\x7fELF"
print("[install] a kernel ran from", triton_shared.__file__)
PY
"$work/env/bin/python" -m pip uninstall -y --quiet triton-shared
"$work/env/bin/python" -c 'import triton; assert "cpu" not in triton.backends.backends'
echo "[install] passed, and uninstalls cleanly"

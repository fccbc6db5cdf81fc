#!/usr/bin/env bash
# Run the pytest suites on every Triton release that the plug-in supports.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: scripts/test_versions.sh [pytest arguments]
# VERSIONS="3.6.0 3.9.0" picks some of them. The wheels go to <build>/triton-<version>,
# which comes before the .venv's own Triton on the path. Results are compared with the
# interpreter of the .venv's Triton: those of other releases cannot run every kernel.
set -uo pipefail
cd "$(dirname "$0")/.."
python=${VENV:-.venv}/bin/python
build=${BUILD:-build}
failed=()
for version in ${VERSIONS:-3.6.0 3.7.0 3.7.1 3.8.0 3.9.0}; do
  wheel=$PWD/$build/triton-$version
  if [ ! -d "$wheel/triton" ]; then
    echo "[versions] installing triton $version into $wheel"
    "$python" -m pip install --quiet --disable-pip-version-check --no-deps \
      --target "$wheel" "triton==$version" || exit 1
  fi
  echo "[versions] triton $version"
  ORACLE_PYTHONPATH=$PWD/python PYTHONPATH=$wheel:$PWD/python "$python" -m pytest -n "$(nproc)" "$@" || failed+=("$version")
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "[versions] failed: ${failed[*]}"
  exit 1
fi
echo "[versions] all passed"

#!/usr/bin/env bash
# clang-format, clang-tidy, ruff and mypy over the whole tree; `--fix` reformats.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# BASE=<commit> limits clang-tidy to the C++ files changed since that commit.
set -uo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/versions.env
. scripts/versions.env
bin=${VENV:-.venv}/bin
build=${BUILD:-build}
format=clang-format-$LLVM_VERSION
failed=0

check() { # check <name> <command...>
  local name=$1
  shift
  if "$@"; then echo "[lint] $name: clean"; else
    echo "[lint] $name: see above"
    failed=1
  fi
}

mapfile -t cpp < <(git ls-files '*.cpp' '*.h')
mapfile -t python < <(git ls-files '*.py' '*.pyi')

if [ "${1:-}" = --fix ]; then
  [ ${#cpp[@]} -gt 0 ] && "$format" -i "${cpp[@]}"
  "$bin/ruff" check -q --fix "${python[@]}"
  "$bin/ruff" format -q "${python[@]}"
  exit
fi

[ ${#cpp[@]} -gt 0 ] && check clang-format "$format" --dry-run -Werror "${cpp[@]}"
check ruff "$bin/ruff" check -q "${python[@]}"
check "ruff format" "$bin/ruff" format -q --check "${python[@]}"
check mypy "$bin/mypy" --no-error-summary

mapfile -t sources < <(git ls-files '*.cpp' | grep -v '^test/')
if [ -n "${BASE:-}" ]; then
  mapfile -t sources < <(git diff --name-only --diff-filter=d "$BASE" -- '*.cpp' | grep -v '^test/')
fi
tidy() {
  # A file that the build does not compile has no command to check it with.
  printf '%s\n' "${sources[@]}" |
    xargs -r -P "$(nproc)" -n 1 "clang-tidy-$LLVM_VERSION" -p "$build" --quiet 2> >(grep -v 'warnings generated' >&2)
}
[ ${#sources[@]} -gt 0 ] && check clang-tidy tidy
exit $failed

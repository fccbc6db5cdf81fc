#!/usr/bin/env bash
# Install what a build needs and this machine lacks: Debian packages, then the
# project's .venv. Says what it does; does nothing when everything is there.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: scripts/bootstrap.sh [lint | packages]
#   lint      clang-format and clang-tidy as well
#   packages  the Debian packages alone, no .venv
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/versions.env
. scripts/versions.env
python=${PYTHON:-python$PYTHON_VERSION}
venv=${VENV:-.venv}

say() { printf '[setup] %s\n' "$*"; }
die() { printf '[setup] error: %s\n' "$*" >&2; exit 1; }

# True when the Debian package is installed.
have_package() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

install_packages() {
  local v=$LLVM_VERSION wanted missing=() package
  wanted=(
    "llvm-$v-dev" "libmlir-$v-dev" "mlir-$v-tools" "llvm-$v-tools"
    "clang-$v" "lld-$v" "libclang-rt-$v-dev"
    cmake ninja-build ccache libsleef-dev zlib1g-dev libzstd-dev
  )
  [ "${1:-}" = lint ] && wanted+=("clang-format-$v" "clang-tidy-$v")
  # python3.12, say, is in packages of that name.
  local name=${python##*/}
  [[ $name == python3.* ]] || name=python$PYTHON_VERSION
  if ! command -v "$python" >/dev/null; then
    [[ $python == */* ]] && die "PYTHON names $python, which is not there"
    wanted+=("$name" "$name-venv" "$name-dev")
  else
    "$python" -c 'import venv, ensurepip' 2>/dev/null || wanted+=("$name-venv")
    "$python" -c 'import os, sysconfig as s, sys; sys.exit(not os.path.exists(s.get_path("include") + "/Python.h"))' ||
      wanted+=("$name-dev")
  fi
  for package in "${wanted[@]}"; do
    have_package "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  command -v apt-get >/dev/null ||
    die "these Debian packages are missing and there is no apt-get here: ${missing[*]}"
  local sudo=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      die "run as root, or install these packages first: apt-get install ${missing[*]}"
    sudo=(sudo)
  fi
  say "installing Debian packages: ${missing[*]}"
  "${sudo[@]}" apt-get update -qq || say "apt-get update failed; trying with the lists at hand"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends "${missing[@]}" >/dev/null ||
    die "apt-get could not install: ${missing[*]}"
}

# The stamp holds the requirements that the .venv was filled from.
install_venv() {
  local stamp=$venv/.requirements
  if [ -f "$stamp" ] && cmp -s "$stamp" requirements-dev.txt; then return; fi
  if [ ! -x "$venv/bin/python" ]; then
    say "creating $venv with $("$python" -V)"
    "$python" -m venv "$venv"
  fi
  say "installing Python packages into $venv (torch is the large one)"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
  cp requirements-dev.txt "$stamp"
}

install_packages "${1:-}"
[ "${1:-}" = packages ] || install_venv

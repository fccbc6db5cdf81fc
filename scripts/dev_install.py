# Make the source tree importable from the project's own .venv: a .pth file there,
# and beside the package the metadata (entry point included) that pip would write.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Development install: `python scripts/dev_install.py`, run by the Makefile.

An editable `pip install` would run CMake a second time under its own build
folder; here ninja builds the native module straight into the package, so only
the metadata is left to write. It goes to `python/`, so that `PYTHONPATH=python`
alone is enough for Triton to find the backend.
"""

from __future__ import annotations

import sysconfig
from pathlib import Path

import tomllib

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    name, version = project["name"], project["version"]
    info = ROOT / "python" / f"{name.replace('-', '_')}.dist-info"
    entry_points = "".join(
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in table.items())
        for group, table in project["entry-points"].items()
    )
    files = {
        info / "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        info / "entry_points.txt": entry_points,
        Path(sysconfig.get_path("purelib")) / "triton_shared_dev.pth": f"{ROOT / 'python'}\n",
    }
    changed = [p for p, text in files.items() if not p.exists() or p.read_text() != text]
    if not changed:
        return
    info.mkdir(exist_ok=True)
    for path in changed:
        path.write_text(files[path])
    print(f"[setup] {name} {version} is importable from {ROOT / 'python'}")


if __name__ == "__main__":
    main()

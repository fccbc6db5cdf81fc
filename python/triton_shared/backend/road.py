# From TTIR text to object code through the native module, one stage per stop.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The stages after `ttir`, as Triton's compile loop calls them.

The native module goes the whole road in one call, at the first stage; the later
stages hand out what it gave. A stage whose input is not what the stage before
handed out (an IR override, a kernel read from a file) starts anew from there.
"""

from __future__ import annotations

import shlex
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from triton_shared import dump, knobs
from triton_shared.backend.locks import shared_lock
from triton_shared.backend.options import CPUOptions
from triton_shared.native import _native

Text = str | bytes


class _Recent:
    """The last results, by what they were made from.

    Tuning compiles one kernel for many numbers of warps and stages, which are the
    same code here: Triton asks again with the same TTIR.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._results: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
        self._lock = shared_lock()

    def get(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
        result = make()  # unlocked: other threads compile meanwhile
        with self._lock:
            self._results[key] = result
            while len(self._results) > self.size:
                self._results.popitem(last=False)
        return result


_recent = _Recent(size=16)


class _Meanwhile:
    """What `make` gives, made in a thread of its own: another core may be idle.

    Not a pool's, whose threads would be gone in a process that was forked.
    """

    def __init__(self, make: Callable[[], str]) -> None:
        self._made: str | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(make,), daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # the system has none left, or the interpreter is about to end
            self._run(make)

    def _run(self, make: Callable[[], str]) -> None:
        try:
            self._made = make()
        except BaseException as error:
            self._error = error

    def result(self) -> str:
        if self._thread.ident is not None:
            self._thread.join()
        if self._error:
            raise self._error
        assert self._made is not None
        return self._made


class Road:
    """One compilation. `stops` are the stage names after ttir, in order."""

    def __init__(self, target: Any, options: CPUOptions) -> None:
        self.target = target
        self.options = options
        self.all_stops: tuple[str, ...] = tuple(_native.STOPS)
        self.keep_linalg = knobs.linalg.get()
        self.stops = tuple(
            stop for stop in self.all_stops[1:] if stop != "linalg" or self.keep_linalg
        )
        self._outputs: dict[str, Text] = {}
        self._metadata: dict[str, Any] = {}

    def stage(self, name: str, source: Any, metadata: dict[str, Any]) -> Text:
        """Triton's stage function: the kernel at stop `name`."""
        previous = self._previous(name)
        if previous not in self._outputs or source != self._outputs[previous]:
            self._go(previous, self._text(source, previous, metadata), metadata)
        metadata.update(self._metadata)
        return self._outputs[name]

    def _previous(self, name: str) -> str:
        return (
            self.all_stops[0] if name == self.stops[0] else self.stops[self.stops.index(name) - 1]
        )

    def _text(self, source: Any, stop: str, metadata: dict[str, Any]) -> Text:
        if source is not None:
            return source if isinstance(source, (str, bytes)) else str(source)
        # Without a CPUDriver Triton's `parse` is its own, and gives None for our extensions.
        path = metadata.get("ir_override")
        if not path:
            raise RuntimeError(
                f"TRITON_KERNEL_OVERRIDE has a file of stop '{stop}', which Triton does not read: "
                f"pass it to the launch instead, as ir_override='<file>.{stop}'"
            )
        return Path(path).read_text()

    def _go(self, start: str, text: Text, metadata: dict[str, Any]) -> None:
        """Lower `text`, which stands at stop `start`, to every later stop."""
        # linalg is a side road: execution goes through it from an override of it only.
        side = self.keep_linalg and start in ("ttir", "structured")
        passed = ("linalg", "loops") if start == "linalg" else ("linalg",)
        main = [stop for stop in self.stops[self._index_after(start) :] if stop not in passed]
        linalg = _Meanwhile(lambda: self._linalg(start, text, metadata)) if side else None
        try:
            lowered = self._lower(start, text, main, metadata)
        finally:
            beside = linalg.result() if linalg else None
        self._outputs = {**self._outputs, **lowered.outputs, start: text}
        if beside is not None:
            self._outputs["linalg"] = beside
        if start == "linalg":
            self._outputs["loops"] = "// no loops form: an override of linalg was lowered\n"
        if "name" not in lowered.metadata:
            raise _native.CompileError(
                f"the IR at stop '{start}' has no public function, or several: one has to "
                "be the kernel, and all others private"
            )
        self._metadata = {
            "name": lowered.metadata["name"],
            # Scratch bytes of a program. Triton hands `shared` to load_binary, and host
            # code divides by it, as no kernel for a GPU goes without shared memory.
            "shared": max(lowered.metadata.get("arena_bytes", 0), 1),
            # With `arch`, what the code needs of a CPU.
            "cpu_features": knobs.features.get(),
            "triple": knobs.triple.get(),
        }
        if "obj" in lowered.outputs:
            self._metadata["code_crc32"] = zlib.crc32(lowered.outputs["obj"])

    def _index_after(self, start: str) -> int:
        return 0 if start == self.all_stops[0] else self.stops.index(start) + 1

    def _linalg(self, start: str, text: Text, metadata: dict[str, Any]) -> str:
        """The linalg stop; a comment with the reason where there is none."""
        folder = knobs.dump_dir.get()
        name = dump.folder_of(text, str(metadata.get("hash", "")))
        options = knobs.pipeline_options.get()

        def make() -> str:
            try:
                lowered = _native.lower(
                    text,
                    start=start,
                    stop="linalg",
                    target=self.target,
                    dump_dir=folder,
                    dump_name=f"{name}-linalg",
                    options=options,
                )
            except _native.CompileError as error:
                return "".join(f"// {line}\n" for line in f"no linalg form: {error}".splitlines())
            return str(lowered.output)

        if folder:
            return make()  # for what it writes
        return str(_recent.get(("linalg", start, text, self.target.key, str(options)), make))

    def _lower(self, start: str, text: Text, stops: list[str], metadata: dict[str, Any]) -> Any:
        folder = knobs.dump_dir.get()
        name = dump.folder_of(text, str(metadata.get("hash", "")))
        level, fusion = knobs.opt_level.get(), self.options.enable_fp_fusion
        options = knobs.pipeline_options.get()

        def make() -> Any:
            return _native.lower(
                text,
                start=start,
                stop=stops,
                target=self.target,
                opt_level=level,
                fp_fusion=fusion,
                dump_dir=folder,
                dump_name=name,
                options=options,
            )

        try:
            if folder:
                return make()  # for what it writes
            key = (start, text, tuple(stops), self.target.key, level, fusion, str(options))
            return _recent.get(key, make)
        except _native.CompileError as error:
            if hasattr(error, "add_note"):  # Python 3.11
                error.add_note(_how_to_reproduce(folder, name, start, options))
            raise


#: The tool's passes from a stop to the LLVM dialect.
_PASSES = {
    "ttir": "--ttir-to-structured --structured-to-loops --loops-to-llvm",
    "structured": "--structured-to-loops --loops-to-llvm",
    "loops": "--loops-to-llvm",
}
_PLAIN_PASSES = {
    "ttir": "--triton-to-linalg --linalg-to-plain-llvm",
    "linalg": "--linalg-to-plain-llvm",
}


def _how_to_reproduce(folder: str, name: str, start: str, options: dict[str, str]) -> str:
    """One line that leads from a failed kernel to a command that fails alike."""
    if not folder:
        return "to reproduce it alone, run again with TRITON_SHARED_DUMP_DIR=<folder>"
    plain = start == "linalg" or options.get("plain", "0").lower() in ("1", "true")
    passes = (_PLAIN_PASSES if plain else _PASSES).get(start)
    if not passes:
        return f"the IR after each phase is in {folder}/{name}"
    module = shlex.quote(f"{folder}/{name}/00-input.mlir")
    return f"reproduce with: triton-shared-opt {passes} {module}"

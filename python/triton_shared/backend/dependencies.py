# What kernels' sources refer to, remembered from one process to the next.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names in a kernel's source that are not its own, kept beside Triton's disk cache.

The first launch of a kernel in a process hashes its source and that of all that it calls:
Triton's `DependenciesFinder` goes through the syntax tree and looks up each name. That was
half of a start from the disk cache, and most of it is the same every time: the tree, and
which names are local. What is left of the tree without those is a list, `tl.load`, `BLOCK`,
that depends on the source alone. It is written to a file whose name is a hash of the source
and of Triton's finder, and the finder goes through the list in place of the tree: what a
name stands for is looked up anew, by Triton's own methods, so that the hash is the same.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import sys
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from triton import knobs
from triton.runtime import jit

from triton_shared.backend import cache
from triton_shared.backend.locks import forks_wait

#: What a finder must look at, no more and no less, for the list to be all that it needs.
_LOOKS_AT = {
    "Name", "Tuple", "Attribute", "FunctionDef", "arguments", "Assign", "AnnAssign", "For",
}  # fmt: skip

#: Stands before a name in a default value, which the finder treats otherwise.
_IN_DEFAULT = "="


class _UnusualSourceError(Exception):
    """What the source refers to depends on what its names stand for."""


class _Chain:
    """A name that is not local, and the attributes that are taken of it: `a.b.c`."""

    def __init__(self, name: str, in_default: bool) -> None:
        self.names = [name]
        self.in_default = in_default

    def __str__(self) -> str:
        return (_IN_DEFAULT if self.in_default else "") + ".".join(self.names)


def _make_recorder(finder: Any) -> Any:
    """A finder that notes names in place of looking them up."""

    class Recorder(finder):
        def __init__(self) -> None:
            ast.NodeVisitor.__init__(self)
            self.local_names: set[Any] = set()
            self.visiting_arg_default_value = False
            self.chains: list[_Chain] = []

        def generic_visit(self, node: ast.AST) -> None:
            """As `ast.NodeVisitor`'s, but for constants and nodes without fields, half of all."""
            for name in node._fields:
                value = getattr(node, name, None)
                for child in value if isinstance(value, list) else (value,):
                    if isinstance(child, ast.AST) and child._fields and type(child) is not ast.Constant:  # fmt: skip # noqa: E501
                        self.visit(child)

        def visit_Name(self, node: ast.Name) -> Any:  # noqa: N802
            if type(node.ctx) is ast.Store:
                return node.id
            if node.id in self.local_names:
                return None
            self.chains.append(_Chain(node.id, self.visiting_arg_default_value))
            return self.chains[-1]

        def visit_Attribute(self, node: ast.Attribute) -> Any:  # noqa: N802
            value = self.visit(node.value)
            if value is not None and not isinstance(value, _Chain):
                raise _UnusualSourceError
            if value:
                value.names.append(node.attr)
            return value

        def visitAssnTarget(self, node: ast.AST) -> None:  # noqa: N802
            super().visitAssnTarget(node)
            if any(isinstance(name, _Chain) for name in self.local_names):
                raise _UnusualSourceError

    return Recorder


def _fingerprint(finder: Any) -> bytes:
    """Of the code that makes the list and goes through it: the finder's and this file."""
    methods = {name: getattr(method, "__code__", None) for name, method in vars(finder).items()}
    known = [(name, _of_code(code)) for name, code in sorted(methods.items()) if code]
    return repr((sys.version_info[:2], known)).encode() + Path(__file__).read_bytes()


def _of_code(code: Any) -> tuple[Any, ...]:
    """The same in every process, whatever the order of its sets."""
    constants = [
        _of_code(constant) if isinstance(constant, type(code))
        else sorted(map(repr, constant)) if isinstance(constant, frozenset)
        else repr(constant)
        for constant in code.co_consts
    ]  # fmt: skip
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants


class TritonSharedReferences(ast.AST):
    """Stands for the syntax tree of a kernel's source; the finder calls its method for it."""

    def __init__(self, kernel: Any, parse: Any, kind: _Kind) -> None:
        super().__init__()
        self.kernel, self.parse, self.kind = kernel, parse, kind

    def chains(self) -> list[str] | ast.Module:
        """The list, from the file if there is one; the tree where it takes that."""
        source = self.kernel._src.encode()
        name = hashlib.sha256(self.kind.fingerprint + source).hexdigest()
        folder = _folder()
        known = _read(f"{folder}/{name}") if folder else None
        if known is not None:
            return known
        tree: ast.Module = self.parse(self.kernel)
        recorder = self.kind.recorder()
        try:
            recorder.visit(tree)
        except Exception:  # the finder's own, too: it raises it again
            return tree
        found = [str(chain) for chain in recorder.chains]
        if folder:
            _write(f"{folder}/{name}", found)
        return found


class _Kind:
    """What is the same for all kernels."""

    def __init__(self, finder: Any) -> None:
        self.recorder = _make_recorder(finder)
        self.fingerprint = hashlib.sha256(_fingerprint(finder)).digest()


def _folder() -> str | None:
    """None where kernels are not kept in files, or nobody said where."""
    try:
        folder = knobs.cache.dir if cache.is_in_files() else None
    except Exception:  # of a setting that cannot be read: Triton's cache says so
        return None
    return f"{folder}/triton-shared-references" if folder else None


def _read(path: str) -> list[str] | None:
    """None if the file is not there or not as it was written."""
    try:
        with open(path, "rb", buffering=0) as file:
            checksum, _, text = file.read().partition(b"\n")
    except (OSError, ValueError):  # of a name that no file can have
        return None
    if checksum != b"%08x" % zlib.crc32(text):
        return None
    return text.decode().splitlines()


def _write(path: str, chains: list[str]) -> None:
    """Without it the next process goes through the tree again, and that is all."""
    text = "\n".join(chains).encode()
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        cache.write_whole(Path(path), b"%08x\n" % zlib.crc32(text) + text)
    except (OSError, ValueError):
        pass


def _expression(chain: str) -> ast.expr:
    name, *attributes = chain.removeprefix(_IN_DEFAULT).split(".")
    node: ast.expr = ast.Name(name, ast.Load())
    for attribute in attributes:
        node = ast.Attribute(node, attribute, ast.Load())
    return node


def _look_up(finder: Any, references: TritonSharedReferences) -> None:
    """The finder's method for such a stand-in."""
    chains = references.chains()
    if isinstance(chains, ast.Module):
        finder.visit(chains)
        return
    finder.local_names = set()
    for chain in _once(chains, finder.hasher):
        finder.visiting_arg_default_value = chain.startswith(_IN_DEFAULT)
        try:
            finder.visit(_expression(chain))
        finally:
            finder.visiting_arg_default_value = False


def _once(chains: list[str], hasher: Any) -> Iterator[str]:
    """Leaves out what has come before, with nothing since that changed the hash.

    What does are functions that are called; they bring the values of their globals along, over
    those that were found before.
    """
    without_effect: set[str] = set()
    before = hasher.digest()
    for chain in chains:
        if chain in without_effect:
            continue
        yield chain
        after = hasher.digest()
        if after == before:
            without_effect.add(chain)
        else:
            without_effect.clear()
            before = after


def install() -> None:
    """Let Triton hash kernels that way from now on, unless its finder is not the one we know."""
    finder: Any = getattr(jit, "DependenciesFinder", None)
    owner: Any = getattr(jit, "JITCallable", None)
    own = {name for name in vars(finder or ast.NodeVisitor) if name.startswith("visit_")}
    make_key = getattr(vars(owner or object).get("cache_key"), "fget", None)
    if make_key is None or own != {f"visit_{kind}" for kind in _LOOKS_AT}:
        return
    try:
        kind = _Kind(finder)
    except OSError:  # of this file, in an archive
        return
    hashing = threading.local()
    parse = owner.parse

    @functools.wraps(make_key)
    def cache_key(self: Any) -> Any:
        with forks_wait:  # Triton holds a lock of the function's
            hashing.kernel = self
            try:
                return make_key(self)
            finally:
                hashing.kernel = None

    @functools.wraps(parse)
    def parse_or_refer(self: Any) -> Any:
        if getattr(hashing, "kernel", None) is not self:
            return parse(self)
        hashing.kernel = None  # once: what is looked up may compile kernels
        return TritonSharedReferences(self, parse, kind)

    setattr(finder, f"visit_{TritonSharedReferences.__name__}", _look_up)
    owner.cache_key = property(cache_key)
    owner.parse = parse_or_refer

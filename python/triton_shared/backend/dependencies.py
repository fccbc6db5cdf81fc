# What Triton's hash of a kernel visits, without the nodes that cannot matter to it.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The way of Triton's `DependenciesFinder` through a kernel's source.

The first launch of a kernel in a process hashes its source and that of all that it calls,
which for the attention tutorial is half of a start from the disk cache. 432 of its 965 nodes
have nothing below them: operators, the context of each name, constants.
Python's own `generic_visit` goes to each of them through two calls. What is visited besides
them, and in which order, stays the same, and so does the hash.
"""

from __future__ import annotations

import ast
from typing import Any

from triton.runtime import jit


def _generic_visit(self: ast.NodeVisitor, node: ast.AST) -> None:
    """As `ast.NodeVisitor.generic_visit`, but for constants and nodes without fields."""
    for name in node._fields:
        value = getattr(node, name, None)
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST) and child._fields and type(child) is not ast.Constant:
                self.visit(child)


def install() -> None:
    """Use it in Triton's finder, unless that has one of its own or looks at such nodes."""
    finder: Any = getattr(jit, "DependenciesFinder", None)
    if finder is None or finder.generic_visit is not ast.NodeVisitor.generic_visit:
        return
    own = {name for name in dir(finder) if name.startswith("visit_")}
    leaves = {f"visit_{kind.__name__}" for kind in vars(ast).values() if _is_leaf(kind)}
    if "visit_Constant" in vars(finder) or own & leaves:
        return
    finder.generic_visit = _generic_visit


def _is_leaf(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, ast.AST) and not kind._fields

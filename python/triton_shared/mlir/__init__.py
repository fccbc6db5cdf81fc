# MLIR from Python, under the names of upstream's bindings.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What people know as the package `mlir`, as far as reading, transforming and printing go.

>>> from triton_shared.mlir.ir import Context, Module
>>> from triton_shared.mlir.passmanager import PassManager
>>> with Context():
...     module = Module.parse("func.func private @f()")
...     PassManager.parse("builtin.module(canonicalize)").run(module)

Every upstream dialect and pass is there, and ours. Modules pass to upstream's own
bindings, where those are installed, as text or bytecode.
"""

# mlir.passmanager: pass pipelines by their text.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Upstream's `mlir.passmanager`, implemented by the native module."""

from triton_shared._native import PassManager

__all__ = ["PassManager"]

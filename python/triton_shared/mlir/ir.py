# mlir.ir: contexts, modules, operations, locations, errors.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Upstream's `mlir.ir`, implemented by the native module."""

from triton_shared._native import (
    Context,
    Location,
    MLIRError,
    Module,
    Operation,
)
from triton_shared._native import (
    Diagnostic as DiagnosticInfo,
)

__all__ = ["Context", "DiagnosticInfo", "Location", "MLIRError", "Module", "Operation"]

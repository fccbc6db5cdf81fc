# Data and memory that the language suites share.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# `python -m triton_shared.examples`: the demo.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys

from .demo import main

sys.exit(main())

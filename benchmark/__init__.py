# The benchmark suite: `python -m benchmark`, or `make bench`.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times our kernels against torch's own operators, side by side in one process.

* `rows`: what is timed, with the bar that each row must meet;
* `measure`: medians of interleaved samples;
* `roofline`: this machine's bandwidth and arithmetic limits, measured in the same run;
* `overhead`: launches, compilations, code size;
* `report`: JSON and a Markdown table under `benchmark/results`.
"""

# Triton's tutorials 01 to 09 on this backend, with the device changed.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run Triton's tutorials on the CPU.

usage: test/yardsticks/tutorials.py --triton <checkout> [NUMBER ...] [--keep FOLDER]

The checkout must match the installed Triton wheel (for 3.7.1: b5e3800ae); tutorial 04 wants
`tabulate` and 06 `pytest` beside Triton and torch. Each tutorial is copied, `CHANGES` are made,
and the copy is run as a script in a process of its own; what it asserts itself has to hold, and
what it merely prints is checked by `CHECKS`. Of benchmarks Triton's part runs, with the first of
their sizes: the others, up to 2^27 elements, are for a GPU. A line for each tutorial says how it
came out; the exit status is 1 when one failed.

`CHANGES` is the whole difference between what is run and what Triton publishes, besides two
variables of the environment. A text that a tutorial no longer has is an error.
"""

from __future__ import annotations

import argparse
import os
import runpy
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

_SM_COUNT = 'torch.cuda.get_device_properties("cuda").multi_processor_count'


def _has_descriptors(question: str) -> tuple[str, str, str]:
    """Answers a tutorial's question for TMA: this device has descriptors."""
    begin = f"def {question}():\n    return "
    old = "is_cuda() and torch.cuda.get_device_capability()[0] >= 9"
    return begin + old, begin + "True", "device: it has descriptors"


# What is changed in tutorial NN: a text, what stands in its place, and why.
CHANGES: dict[str, list[tuple[str, str, str]]] = {
    "02": [
        ("getattr(torch, DEVICE.type).set_stream(stream)", "", "device: torch's CPU has one stream")
    ],
    "03": [("if TORCH_HAS_FP8 and is_cuda():", "if TORCH_HAS_FP8:", "device: it has fp8")],
    "05": [
        (
            "y_ref = torch.nn.functional.layer_norm(x, w_shape, weight, bias, eps).to(dtype)",
            "y_ref = torch.nn.functional.layer_norm("
            "x.float(), w_shape, weight.float(), bias.float(), eps).to(dtype)",
            "on a CPU torch adds up the weights' gradients in fp16, as it does not on a GPU",
        ),
    ],
    "06": [
        ('device="cuda"', "device=DEVICE", "device"),
        _has_descriptors("supports_host_descriptor"),
    ],
    "07": [
        ("assert x.is_cuda and output_triton.is_cuda", "assert x.is_cpu", "device"),
        (
            "raise RuntimeError('unknown backend')",
            "extern_libs = {'libdevice': 'libdevice.10.bc'}",
            "device: a path of a library, as for CUDA",
        ),
    ],
    "08": [
        ('device="cuda"', "device=DEVICE", "device"),
        _has_descriptors("supports_tma"),
    ],
    "09": [
        ('device="cuda"', 'device="cpu"', "device"),
        (_SM_COUNT, "torch.get_num_threads()", "device"),
        (
            "return torch.cuda.get_device_capability()[0] == 9",
            "return False",
            "device: not a Hopper",
        ),
        _has_descriptors("supports_tma"),
        (
            "validate(8192, 8192,",
            "validate(2048, 2048,",
            "time: 24 configurations of five kernels are tuned, at 68 GFLOP a launch",
        ),
        (
            'proton.start("matmul", hook="triton")',
            "raise SystemExit",
            "device: what follows profiles with Proton, which has no CPU",
        ),
    ],
}

# What has to hold when tutorial NN is through, in its own names, where it does not assert it.
CHECKS = {
    "01": "assert torch.equal(output_torch, output_triton)",
    "04": """
assert torch.equal(dropout(x, x_keep, p), torch.where(x_keep.bool(), x / (1 - p), 0.0))
assert torch.equal(output, output2)
assert not torch.equal(output, output3)
assert torch.equal(output, torch.where(output != 0, x / (1 - p), 0.0))
""",
    "06": """
for HEAD_DIM in (64, 128):
    for N_CTX in (128, 1024, 4096):
        for causal in (False, True):
            test_op(1, 2, N_CTX, HEAD_DIM, causal, False, "bwd", "triton-fp16")
            test_op(1, 2, N_CTX, HEAD_DIM, causal, False, "fwd", "triton-fp8")
""",
    "07": "assert torch.allclose(output_torch, output_triton, atol=2e-7, rtol=0)",
}
# How tutorials say without an end that results differ or agree, and how often they have to agree.
DIFFERS, AGREES = "❌", "✅"
AGREEMENTS = {"03": 2, "09": 10}


def changed(number: str, text: str) -> str:
    """The tutorial as it is run: with its changes and checks."""
    for old, new, _ in CHANGES.get(number, []):
        if old not in text:
            raise SystemExit(f"tutorial {number} has no {old!r}: another version of Triton?")
        text = text.replace(old, new)
    check = CHECKS.get(number, "")
    main = text.find('\nif __name__ == "__main__":')
    return text + check if main < 0 else text[:main] + "\n" + check + text[main:]


def run_first_size(mark: Any, **_: object) -> None:
    """In place of `triton.testing.Mark.run`: Triton's part at the first size of each benchmark."""
    benchmarks = mark.benchmarks if isinstance(mark.benchmarks, list) else [mark.benchmarks]
    for bench in benchmarks:
        size = bench.x_vals[0]
        sizes = size if isinstance(size, list | tuple) else [size] * len(bench.x_names)
        arguments = dict(zip(bench.x_names, sizes, strict=True)) | bench.args
        for provider in bench.line_vals:
            if not provider.startswith("triton"):
                continue
            figure = mark.fn(**arguments, **{bench.line_arg: provider})
            print(bench.plot_name, arguments, provider, figure)


def work(script: str) -> None:
    """In a process of its own: runs a changed tutorial."""
    import triton.testing

    triton.testing.Mark.run = run_first_size
    sys.argv = [script]
    runpy.run_path(script, run_name="__main__")


def run(number: str, source: Path, folder: Path, seconds: int) -> bool:
    copy = folder / source.name
    copy.write_text(changed(number, source.read_text()))
    log = copy.with_suffix(".log")
    begin = time.monotonic()
    with log.open("w") as output:
        command = [sys.executable, str(Path(__file__).resolve()), "--work", str(copy)]
        # With a version of pytest tutorial 06 takes one configuration. Else it may take one for
        # causal attention that it tuned without, and that it says is invalid there.
        environment = os.environ | {"TRITON_DEFAULT_BACKEND": "cpu", "PYTEST_VERSION": "9"}
        try:
            status = subprocess.run(
                command,
                cwd=folder,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=seconds,
            ).returncode
            ended = f"exit status {status}"
        except subprocess.TimeoutExpired:
            status, ended = 1, f"not through in {seconds} s"
    lines = log.read_text().splitlines()
    wrong = [line for line in lines if DIFFERS in line]
    agreed = sum(AGREES in line for line in lines)
    passed = status == 0 and not wrong and agreed == AGREEMENTS.get(number, 0)
    print(f"{source.stem}: {'passed' if passed else 'FAILED'}, {time.monotonic() - begin:.0f} s")
    if not passed:
        print(f"  {ended}; {agreed} of {AGREEMENTS.get(number, 0)} results agree")
        print(*(f"  {line}" for line in wrong or lines[-20:]), sep="\n")
    sys.stdout.flush()
    return passed


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("numbers", nargs="*", metavar="NUMBER", help="01 to 09; all by default")
    parser.add_argument("--triton", type=Path, help="a checkout of Triton")
    parser.add_argument("--keep", type=Path, help="folder for the copies and their output")
    parser.add_argument("--seconds", type=int, default=3600, help="of each tutorial (default 3600)")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work:
        work(arguments.work)
        return 0
    if not arguments.triton:
        parser.error("--triton is needed")
    tutorials = {
        path.name[:2]: path for path in (arguments.triton / "python/tutorials").glob("0[1-9]-*.py")
    }
    numbers = arguments.numbers or sorted(tutorials)
    if unknown := [number for number in numbers if number not in tutorials]:
        parser.error(f"{arguments.triton} has no tutorial {', '.join(unknown)}")
    if not numbers:
        parser.error(f"{arguments.triton} has no tutorials")
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        passed = sum(
            run(number, tutorials[number], folder.resolve(), arguments.seconds)
            for number in numbers
        )
    print(f"{passed} passed, {len(numbers) - passed} failed")
    return passed != len(numbers)


if __name__ == "__main__":
    sys.exit(main())

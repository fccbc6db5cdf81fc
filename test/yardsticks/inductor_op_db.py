# torch.compile on our backend against eager, over torch's operator database.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operator of torch's own database, compiled by Inductor for Triton on CPU.

    .venv/bin/python test/yardsticks/inductor_op_db.py --dtype float32 --jobs 2 --out f32.jsonl

`--match REGEX` and `--samples N` narrow it down; `--resume` leaves out the operators whose results
`--out` already has, and adds the others. Each operator runs in a worker process that may
die, within `--seconds`. A line of JSON per operator goes to `--out`, with the commit that
was run; the last lines of the output count the outcomes:

* same: Inductor generated Triton code, and its results agree with eager's;
* exact: they do not, but agree with eager's on the operands in float64: eager has rounded, or
  overflowed, in between; or they do within the known error of eager's;
* open: they differ in what torch leaves open: the order of equal elements in a sort that is not
  stable, the contents of an empty tensor;
* fallback: Inductor generated no Triton code, there is nothing of ours to test;
* skipped: eager refuses the sample, or its results are random;
* different, ours: wrong results; an exception from Triton, from us, or from a kernel's launch;
* cpp: they differ, and Inductor's own C++ backend gives the same as ours: torch's decomposition is
  not what eager computes;
* inductor: an exception before the first kernel was compiled;
* triton: Triton's language has no meaning for the kernel, on any device;
* died, slow: the process crashed, or its processor time was over.

Not part of `make test`: float32 alone takes about half an hour.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BAD = ("different", "ours", "died", "slow")
# Eager's error against mpmath, in float64 on [-20, 20]; that of ours is 1e-14.
ERROR_OF_EAGER = {f"special.bessel_{kind}": 1e-6 for kind in ("j0", "j1", "y0", "y1")}
# Whose results hold whatever the memory held.
EMPTY = ("empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided")


class TimeOverError(BaseException):
    """The time of an operator is over; not an Exception, so that nobody handles it."""


# The worker ---------------------------------------------------------------------------------------


def _tolerance(*dtypes: Any) -> dict[str, float]:
    """As torch's own Inductor tests compare: a few ulp, and reductions in another order.

    The wider one of the operands' and the result's format: a product of bfloat16 summed up in
    float32 is no better than its factors, and the sine of an int64 is a float32.
    """
    import torch

    wide = {
        torch.float64: 1e-7, torch.float32: 1e-4, torch.float16: 1e-2, torch.bfloat16: 2e-2,
        torch.complex128: 1e-7, torch.complex64: 1e-4,
    }  # fmt: skip
    bound = max(wide.get(dtype, 0.0) for dtype in dtypes)
    return {"rtol": bound, "atol": bound}


def _difference(left: Any, right: Any, dtype: Any = None, error: float = 0.0) -> str:
    """Why two results differ, or nothing; bit by bit when no operands' `dtype` is given.

    `error` is what may be added to the tolerance of that dtype. Containers must have the same
    shape; whatever is not a tensor must be equal.
    """
    import torch
    from torch.utils._pytree import tree_flatten

    (lefts, left_shape), (rights, right_shape) = tree_flatten(left), tree_flatten(right)
    if left_shape != right_shape:
        return f"{left_shape} against {right_shape}"[:600]
    for one, other in zip(lefts, rights, strict=True):
        if not isinstance(one, torch.Tensor) or not isinstance(other, torch.Tensor):
            if type(one) is not type(other) or (one != other and (one == one or other == other)):
                return f"{one!r} against {other!r}"[:600]
            continue
        exact = {"rtol": 0.0, "atol": 0.0}
        bounds = exact if dtype is None else _tolerance(dtype, other.dtype)
        bounds["atol"] += error
        try:
            torch.testing.assert_close(one, other, equal_nan=True, check_stride=False, **bounds)
        except AssertionError as error:
            return str(error)[:600]
    return ""


def _copy(value: Any) -> Any:
    import torch
    from torch.utils._pytree import tree_map

    def fresh(x: Any) -> Any:
        return x.detach().clone() if isinstance(x, torch.Tensor) else x

    return tree_map(fresh, value)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and those behind it, the first one last."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__


def _refusal_by_triton(error: BaseException) -> str:
    """What Triton's own language said when it raised first, as for atomics of int8."""
    *_, first = _chain(error)
    frames = traceback.extract_tb(first.__traceback__)
    refused = bool(frames) and "/triton/language/" in frames[-1].filename
    return f"{type(first).__name__}: {first}"[:600] if refused else ""


def _is_ours(error: BaseException) -> bool:
    """Whether the exception, or one behind it, passed through Triton or through us."""
    for seen in _chain(error):
        names = [frame.filename for frame in traceback.extract_tb(seen.__traceback__)]
        if any("triton_shared" in n or "/triton/" in n for n in names):
            return True
        if "triton_shared" in type(seen).__module__ or "triton." in type(seen).__module__:
            return True
    return "triton" in str(error).lower().replace("torch/_inductor/codegen/triton", "")


def _is_open(name: str, operands: Any, got: Any, expected: Any) -> bool:
    """Whether torch allows both results, of which one differs.

    `operands` are the input, args and kwargs of the operator called `name`.
    """
    import torch

    if name in EMPTY:
        return not _difference(torch.zeros_like(got), torch.zeros_like(expected))
    value, args, kwargs = operands
    if name not in ("sort", "argsort") or kwargs.get("stable"):
        return False
    dim = kwargs.get("dim", args[0] if args else -1)
    indices, others = (got, expected) if name == "argsort" else (got[1], expected[1])
    if name == "sort" and _difference(got[0], expected[0]):
        return False
    every = torch.sort(others, dim=dim)[0]
    return not _difference(torch.sort(indices, dim=dim)[0], every) and not _difference(
        torch.gather(value, dim, indices), torch.gather(value, dim, others)
    )


def _run_sample(op: Any, sample: Any, dtype: Any) -> tuple[str, str]:
    import torch
    import torch._dynamo
    from torch._inductor.utils import run_and_get_code

    def call(value: Any, args: Any, kwargs: Any) -> Any:
        return op(value, *args, **kwargs)

    def arguments() -> Any:
        return _copy((sample.input, sample.args, sample.kwargs))

    used = arguments()
    try:
        expected = (call(*used), used)  # what is written in place counts as a result
        torch.manual_seed(1)
        used = arguments()
        again = (call(*used), used)
    except Exception as error:
        return "skipped", f"eager: {type(error).__name__}: {error}"[:200]
    if _difference(expected, again):
        return "skipped", "random in eager"
    torch._dynamo.reset()
    used = arguments()
    try:
        got, code = run_and_get_code(torch.compile(call), *used)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        refusal = _refusal_by_triton(error)
        if refusal:
            return "triton", refusal
        return ("ours" if _is_ours(error) else "inductor"), text[:1500]
    if not any("@triton.jit" in text for text in code):
        return "fallback", ""
    why = _difference((got, used), expected, dtype)
    same_operands = not _difference(used, expected[1])
    if why and same_operands and _is_open(op.name, arguments(), got, expected[0]):
        return "open", why
    if why and not _difference((got, used), _in_float64(call, arguments(), expected), dtype):
        return "exact", why
    known = ERROR_OF_EAGER.get(op.name, 0.0)
    if why and known and not _difference((got, used), expected, dtype, known):
        return "exact", why
    if why and not _difference((got, used), _by_cpp(call, arguments())):
        return "cpp", why
    return ("different", why) if why else ("same", "")


def _by_cpp(call: Any, used: Any) -> Any:
    """What Inductor's C++ backend makes of the call, and of its operands; None if it fails."""
    import torch
    import torch._dynamo
    import torch._inductor.config as inductor_config

    torch._dynamo.reset()
    try:
        with inductor_config.patch(cpu_backend="cpp"):
            return torch.compile(call)(*used), used
    except Exception:
        return None


def _in_float64(call: Any, arguments: Any, like: Any) -> Any:
    """Eager's results on operands in float64, each in the format of `like`'s; None if it fails.

    With what is written in place, as in `like`.
    """
    import torch
    from torch.utils._pytree import tree_map

    def wide(x: Any) -> Any:
        if not isinstance(x, torch.Tensor) or not (x.is_floating_point() or x.is_complex()):
            return x
        return x.to(torch.complex128 if x.is_complex() else torch.float64)

    try:
        used = tree_map(wide, arguments)
        return tree_map(
            lambda x, y: x.to(y.dtype) if isinstance(y, torch.Tensor) else x,
            (call(*used), used),
            like,
        )
    except Exception:
        return None


def _run_op(op: Any, dtype: Any, samples: int) -> tuple[str, str, Counter[str]]:
    """The worst outcome of the operator's first samples, what it says, and all outcomes."""
    import itertools

    order = [*BAD, "triton", "inductor", "cpp", "exact", "open", "same", "fallback", "skipped"]
    worst = ("skipped", "no samples")
    outcomes: Counter[str] = Counter()
    try:
        drawn = list(itertools.islice(op.sample_inputs("cpu", dtype), samples))
    except Exception as error:
        return "skipped", f"samples: {type(error).__name__}: {error}"[:200], outcomes
    for number, sample in enumerate(drawn):
        kind, detail = _run_sample(op, sample, dtype)
        outcomes[kind] += 1
        if order.index(kind) < order.index(worst[0]):
            worst = (kind, f"sample {number}: {detail}" if detail else "")
    return *worst, outcomes


def _operators(dtype: Any, match: str, done: set[str]) -> list[Any]:
    from torch.testing._internal.common_methods_invocations import op_db

    return [
        op
        for op in op_db
        if dtype in op.supported_dtypes("cpu")
        and re.search(match, _name(op)) is not None
        and _name(op) not in done
    ]


def _name(op: Any) -> str:
    return str(op.name) + (f".{op.variant_test_name}" if op.variant_test_name else "")


def _work(options: argparse.Namespace) -> None:
    """Run operators number `start`, `start + jobs`, ...; one line of JSON each."""
    import torch
    import torch._dynamo
    import torch._inductor.config as inductor_config

    torch.set_num_threads(1)
    torch._dynamo.config.recompile_limit = 1000
    dtype = getattr(torch, options.dtype)

    def over(*_: Any) -> None:
        raise TimeOverError

    signal.signal(signal.SIGPROF, over)
    patch = inductor_config.patch(
        cpu_backend="triton", compile_threads=1, fx_graph_cache=False, max_autotune=False
    )
    with patch:
        done = set(json.loads(options.done.read_text()))
        operators = _operators(dtype, options.match, done)
        for number in range(options.start, len(operators), options.jobs):
            print(json.dumps({"begin": number, "op": _name(operators[number])}), flush=True)
            torch.manual_seed(0)
            begun = time.monotonic()
            signal.setitimer(signal.ITIMER_PROF, options.seconds)
            outcomes: Counter[str] = Counter()
            try:
                kind, detail, outcomes = _run_op(operators[number], dtype, options.samples)
            except TimeOverError:
                kind, detail = "slow", f"more than {options.seconds} s"
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            line = {
                "op": _name(operators[number]), "number": number, "dtype": options.dtype,
                "kind": kind, "detail": detail, "samples": outcomes,
                "seconds": round(time.monotonic() - begun, 2),
            }  # fmt: skip
            print(json.dumps(line), flush=True)
            torch._dynamo.reset()


# The parent ---------------------------------------------------------------------------------------


def _forward(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put("")


class Worker:
    """A process that works through every `jobs`-th operator; a dead one is started behind."""

    def __init__(self, options: argparse.Namespace, start: int, folder: str) -> None:
        self.options, self.start, self.folder = options, start, folder
        self.begun: dict[str, Any] = {}
        self.process = self._started()

    def _started(self) -> subprocess.Popen[str]:
        o = self.options
        command = [sys.executable, __file__, "--worker", "--start", str(self.start)]
        for name in ("dtype", "match", "samples", "seconds", "jobs", "done"):
            command += [f"--{name}", str(getattr(o, name))]
        folder = f"{self.folder}/{self.start}"
        environment = dict(os.environ, TORCHINDUCTOR_CACHE_DIR=folder, OMP_NUM_THREADS="1")
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=_forward, args=(process, self.lines), daemon=True).start()
        return process

    def results(self) -> Iterator[dict[str, Any]]:
        while True:
            try:
                # The worker counts processor time; this is for one that sleeps for ever.
                line, ready = self.lines.get(timeout=10 * self.options.seconds), True
            except queue.Empty:
                line, ready = "", False
            if line.startswith('{"begin"'):
                self.begun = json.loads(line)
                continue
            if line.startswith("{"):
                self.begun = {}
                yield json.loads(line)
                continue
            if line:
                continue  # what an operator printed
            if ready and self.process.wait() == 0:
                return
            self.process.kill()
            code = self.process.wait()
            if not self.begun:
                raise RuntimeError(f"a worker ended with status {code} before its first operator")
            yield {
                "op": self.begun["op"], "number": self.begun["begin"], "dtype": self.options.dtype,
                "kind": "died" if ready else "slow", "detail": f"exit status {code}",
                "samples": {}, "seconds": 0,
            }  # fmt: skip
            self.start, self.begun = self.begun["begin"] + self.options.jobs, {}
            self.process = self._started()


def _results(out: Path, dtype: str) -> list[dict[str, Any]]:
    """What an earlier run in this dtype left; without a line that it was stopped in."""
    if not out.exists():
        return []
    text = out.read_text()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        out.write_text(whole)
    rows = [json.loads(line) for line in whole.splitlines()]
    return [row for row in rows if row["dtype"] == dtype]


def _commit() -> str:
    """The commit of the source tree that is run."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=10", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dtype", default="float32", help="float32, int64, bfloat16, bool, ...")
    parser.add_argument("--match", default="", help="a regular expression on operators' names")
    parser.add_argument("--samples", type=int, default=2, help="sample inputs an operator")
    parser.add_argument("--seconds", type=int, default=120, help="processor time for one operator")
    parser.add_argument("--jobs", type=int, default=1, help="worker processes")
    parser.add_argument("--out", type=Path, help="a line of JSON for each operator")
    parser.add_argument("--resume", action="store_true", help="keep what --out has, run the rest")
    parser.add_argument("--done", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--start", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        _work(options)
        return 0
    from concurrent.futures import ThreadPoolExecutor

    rows: list[dict[str, Any]] = []
    if options.resume:
        if options.out is None:
            parser.error("--resume needs --out")
        rows = _results(options.out, options.dtype)
    commit = _commit()
    out = options.out.open("a" if options.resume else "w") if options.out else None

    def follow(start: int) -> None:
        for row in Worker(options, start, folder).results():
            row["commit"] = commit
            rows.append(row)
            if out is not None:
                print(json.dumps(row), file=out, flush=True)
            if row["kind"] in (*BAD, "triton", "inductor", "cpp"):
                first = row["detail"].strip().splitlines()
                print(f"{row['op']}: {row['kind']}: {first[0] if first else ''}", flush=True)

    with (
        tempfile.TemporaryDirectory() as folder,
        ThreadPoolExecutor(options.jobs) as threads,
    ):
        # Not --out itself: a worker that is started again must number the operators as before.
        options.done = Path(folder, "done.json")
        options.done.write_text(json.dumps([row["op"] for row in rows]))
        for done in [threads.submit(follow, start) for start in range(options.jobs)]:
            done.result()
    counts = Counter(row["kind"] for row in rows)
    agree = counts["same"] + counts["exact"] + counts["open"]
    generated = agree + sum(counts[kind] for kind in (*BAD, "triton", "cpp"))
    outcomes: Counter[str] = sum((Counter(row["samples"]) for row in rows), Counter())
    print(f"{options.dtype}: operators: {dict(counts)}, samples: {dict(outcomes)}")
    print(f"{agree} of {generated} that Inductor generates code for agree with eager")
    return 1 if any(counts[kind] for kind in BAD) else 0


if __name__ == "__main__":
    sys.exit(main())

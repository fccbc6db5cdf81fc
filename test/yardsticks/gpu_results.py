# What kernels give on a GPU, recorded there, against what they give here.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Triton's own GPU backend as the reference for results.

    python test/yardsticks/gpu_results.py record FOLDER [--seeds 0-1999]
    python test/yardsticks/gpu_results.py compare FOLDER
    python test/yardsticks/gpu_results.py digests FOLDER > test/python/harness/gpu_digests.json

`record` is for a machine with a GPU, torch and a stock Triton; of this project it needs the source
tree alone. It runs one kernel for each operation, dtype and rounding mode over the values at the
edges (`test/python/harness/gpu_cases.py`), kernels that print, and the fuzzer's kernels of the
seeds, and writes what they left behind to FOLDER. `compare` runs the same kernels with our backend
and prints what is not the same, value by value; exit status 1 where something differs. `digests`
writes what the test `test_gpu_results.py` compares: of every result that has to be equal bit for
bit, and is, the digest.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import pickle
import re
import subprocess
import sys
import tempfile
import time
import traceback
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "test" / "python")]

#: Results are written in files of about this size.
_FILE_BYTES = 12 << 20
#: A seed's kernel that has no one meaning on a GPU: quotients by what may be 0, and loads of what
#: other threads have stored.
_UNDEFINED = re.compile(r"(//|%) \(?\(?[a-z]|load\((P|Q|O\d)|(//|%) 0\b")


def _use(device: str) -> None:
    import torch
    import triton

    if device == "cpu":
        from triton.backends.triton_shared.driver import CPUDriver

        triton.runtime.driver.set_active(CPUDriver())
    else:
        triton.set_allocator(lambda size, _, __: torch.empty(size, dtype=torch.int8, device="cuda"))


def _bytes(tensor: Any) -> bytes:
    import torch

    raw: bytes = tensor.contiguous().flatten().view(torch.uint8).numpy().tobytes()
    return raw


def _table(part: int, parts: int, device: str) -> Iterator[tuple[str, Any]]:
    from harness.gpu_cases import cases, launch

    for number, case in enumerate(cases()):
        if number % parts == part:
            try:
                yield case.name, [_bytes(launch(case, device))]
            except Exception:
                yield case.name, RuntimeError(traceback.format_exc()[-2000:])


def _moved(args: list[Any], device: str) -> list[Any]:
    """Copies on the device; arguments that share memory go on sharing it."""
    import torch

    from triton_shared.testing.check import copy_args

    copies = copy_args(args)
    if device == "cpu":
        return copies
    there: dict[int, torch.Tensor] = {}
    for place, arg in enumerate(copies):
        if isinstance(arg, torch.Tensor):
            whole = torch.empty(0, dtype=torch.uint8).set_(arg.untyped_storage())
            storage = there.setdefault(whole.data_ptr(), whole.to(device)).untyped_storage()
            view = torch.empty(0, dtype=arg.dtype, device=device)
            copies[place] = view.set_(storage, arg.storage_offset(), arg.shape, arg.stride())
    return copies


def _seeds(seeds: range, device: str) -> Iterator[tuple[str, Any]]:
    import torch

    from triton_shared.fuzz.execute import arguments
    from triton_shared.fuzz.generate import generate
    from triton_shared.testing.kernels import make_kernel

    for seed in seeds:
        program = generate(seed)
        source = program.render()
        if _UNDEFINED.search(source[source.index("def kernel") :]):
            continue
        args = arguments(program)
        try:
            moved = _moved(args, device)
            make_kernel(source)[program.grid](*moved)
            left = [_bytes(a.cpu()) for a in moved if isinstance(a, torch.Tensor)]
            before = [_bytes(a) for a in args if isinstance(a, torch.Tensor)]
            # What was not written is there to notice other random inputs.
            inputs = zlib.crc32(b"".join(before)).to_bytes(4, "little")
            changed = [b if b != a else b"" for a, b in zip(before, left, strict=True)]
            yield str(seed), [inputs, *changed]
        except Exception:
            yield str(seed), RuntimeError(traceback.format_exc()[-2000:])


def _prints(device: str) -> Iterator[tuple[str, Any]]:
    done = subprocess.run(
        [sys.executable, __file__, "print", "-", "--device", device],
        capture_output=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    # Threads of a GPU print in any order.
    yield (
        "device_print",
        "\n".join(sorted(lines)) if not done.returncode else RuntimeError(done.stderr[-2000:]),
    )


def _print(device: str) -> None:
    import torch

    from harness.gpu_cases import launch_prints

    _use(device)
    launch_prints(device)
    if device == "cuda":
        torch.cuda.synchronize()


def _work(kind: str, what: Any, parts: int, device: str, file: str) -> None:
    """One process: runs its part and writes it as it goes."""
    import warnings

    warnings.simplefilter("ignore")
    _use(device)
    if kind == "table":
        results = _table(what, parts, device)
    else:
        results = _seeds(what, device) if kind == "seeds" else _prints(device)
    with Path(file).open("wb") as sink:
        for result in results:
            pickle.dump(result, sink)
            sink.flush()


def _read(file: Path) -> Iterator[tuple[str, Any]]:
    if file.exists():
        with file.open("rb") as source:
            while True:
                try:
                    yield pickle.load(source)
                except (EOFError, pickle.UnpicklingError):
                    return


def execute(seeds: range, device: str, processes: int, seconds: float) -> dict[str, Any]:
    """Results by name; of the fuzzer's kernels the seed is the name.

    Each part runs in a process of its own, which may die; what is not through in time is ended.
    """
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory(prefix="gpu-results-") as folder:
        os.environ["TRITON_CACHE_DIR"] = f"{folder}/cache"
        parts: list[tuple[str, Any]] = [("print", 0)]
        parts += [("table", p) for p in range(processes)]
        parts += [("seeds", seeds[i : i + 25]) for i in range(0, len(seeds), 25)]
        files = [Path(folder) / f"part-{p}" for p in range(len(parts))]
        waiting = [
            context.Process(target=_work, args=(kind, what, processes, device, str(file)))
            for (kind, what), file in zip(parts, files, strict=True)
        ]
        running: list[Any] = []
        end = time.monotonic() + seconds
        while (waiting or running) and time.monotonic() < end:
            while waiting and len(running) < processes:
                running.append(waiting.pop(0))
                running[-1].start()
            time.sleep(0.05)
            running = [p for p in running if p.is_alive()]
        for process in running:
            process.kill()
        return {name: value for file in files for name, value in _read(file)}


def record(folder: Path, seeds: range, device: str, processes: int, seconds: float) -> None:
    """Run everything on the device and write what it left behind."""
    import torch
    import triton

    results = execute(seeds, device, processes, seconds)
    about = {
        "device": torch.cuda.get_device_name() if device == "cuda" else device,
        "triton": triton.__version__,
        "torch": torch.__version__,
    }
    folder.mkdir(parents=True, exist_ok=True)
    parts: list[dict[str, bytes]] = [{}]
    size = 0
    for name, value in results.items():
        packed = zlib.compress(pickle.dumps(value), 9)
        if size > _FILE_BYTES:
            parts.append({})
            size = 0
        parts[-1][name] = packed
        size += len(packed)
    for number, part in enumerate(parts):
        (folder / f"results-{number}.bin").write_bytes(pickle.dumps((about, part)))
    failed = sum(isinstance(v, Exception) for v in results.values())
    print(f"{json.dumps(about)}: {len(results)} results, of them {failed} refused")


def load(folder: Path) -> tuple[dict[str, str], dict[str, Any]]:
    """What was recorded: where, and the results by name."""
    about: dict[str, str] = {}
    results: dict[str, Any] = {}
    for file in sorted(folder.glob("results-*.bin")):
        about, part = pickle.loads(file.read_bytes())
        results |= {name: pickle.loads(zlib.decompress(value)) for name, value in part.items()}
    return about, results


def _case_difference(case: Any, mine: bytes, other: bytes) -> str:
    import torch

    from harness.gpu_cases import differs

    dtype = case.tensors[-1].dtype
    a, b = (torch.frombuffer(bytearray(x), dtype=dtype) for x in (mine, other))
    wrong = differs(case, a, b)
    if not wrong.any():
        return ""
    inputs = [t.flatten() for t in case.tensors[:-1] if t.numel() == a.numel()]
    lines = [f"{int(wrong.sum())} of {wrong.numel()} differ"]
    for place in wrong.nonzero()[:6, 0].tolist():
        of = ", ".join(repr(t[place].item()) for t in inputs)
        lines.append(f"of {of}: ours {a[place].item()!r}, the GPU's {b[place].item()!r}")
    return "\n    ".join(lines)


def _seed_difference(seed: int, mine: list[bytes], other: list[bytes]) -> str:
    import torch

    from triton_shared.fuzz.execute import arguments, first_difference
    from triton_shared.fuzz.generate import generate

    if mine[0] != other[0]:
        return "other inputs: this torch draws other random numbers"
    program = generate(seed)
    sides = []
    for left in (mine[1:], other[1:]):
        args = arguments(program)
        tensors = [place for place, arg in enumerate(args) if isinstance(arg, torch.Tensor)]
        for place, raw in zip(tensors, left, strict=True):
            if raw:
                args[place] = torch.frombuffer(bytearray(raw), dtype=args[place].dtype)
        sides.append(args)
    return first_difference(program, *sides, "the GPU's")


def _difference(name: str, table: dict[str, Any], mine: Any, other: Any) -> str:
    if mine is None:
        return "our process ended"
    if isinstance(mine, Exception):
        return f"ours failed: {str(mine).strip().splitlines()[-1][:300]}"
    if isinstance(other, str):
        ours, theirs = set(mine.splitlines()), set(other.splitlines())
        return "\n    ".join(
            [f"ours: {line}" for line in sorted(ours - theirs)]
            + [f"the GPU's: {line}" for line in sorted(theirs - ours)]
        )
    if name in table:
        return _case_difference(table[name], mine[0], other[0])
    return _seed_difference(int(name), mine, other)


def compare(folder: Path, processes: int) -> int:
    """Run the same with our backend; print what differs."""
    from harness.gpu_cases import cases

    about, theirs = load(folder)
    print(f"recorded with {json.dumps(about)}")
    numbers = [int(name) for name in theirs if name.isdigit()]
    seeds = range(min(numbers), max(numbers) + 1) if numbers else range(0)
    ours = execute(seeds, "cpu", processes, 1e9)
    table = {case.name: case for case in cases()}
    counts = {"same": 0, "different": 0, "refused by the GPU's Triton": 0}
    for name, other in theirs.items():
        mine = ours.get(name)
        if isinstance(other, Exception):
            counts["refused by the GPU's Triton"] += 1
            if name in table:
                print(f"{name}: refused by the GPU's: {str(other).strip().splitlines()[-1][:200]}")
            continue
        text = _difference(name, table, mine, other)
        counts["different" if text else "same"] += 1
        if text:
            print(f"{name}: {text}")
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if counts["different"] else 0


def digests(folder: Path) -> None:
    """Print as JSON what has to be equal bit for bit, and is, and what the GPU printed."""
    import torch

    from harness.gpu_cases import cases, digest, launch

    about, theirs = load(folder)
    _use("cpu")
    exact = {}
    for case in cases():
        other = theirs.get(case.name)
        if case.ulps or case.flushes or other is None or isinstance(other, Exception):
            continue
        result = torch.frombuffer(bytearray(other[0]), dtype=case.tensors[-1].dtype)
        if digest(case, result) == digest(case, launch(case)):
            exact[case.name] = digest(case, result)
    # A number that several threads hold is printed by each of them.
    printed = sorted(set(theirs["device_print"].splitlines()))
    text = {"recorded with": about, "digests": exact, "printed": printed}
    print(json.dumps(text, indent=1))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["record", "compare", "digests", "print"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seeds", default="0-0", help="first and last, of the fuzzer's kernels")
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=500.0, help="record: end after these")
    options = parser.parse_args()
    if options.what == "compare":
        return compare(options.folder, options.processes)
    if options.what == "digests":
        digests(options.folder)
    elif options.what == "print":
        _print(options.device)
    else:
        first, last = (int(n) for n in options.seeds.split("-"))
        seeds = range(first, last + 1)
        record(options.folder, seeds, options.device, options.processes, options.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())

# The table: each row is one kernel at one size, torch's own operator, and the bar.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch.nn import functional

from triton_shared.examples import attention, dropout, layer_norm, matmul, softmax, vector_add

from .kernels import decode, elementwise, indexing, reduction, sorting


@dataclass(frozen=True)
class Row:
    """One line of the table.

    `bar`: the ratio to torch's time that the row must not exceed (None: information only);
    `moved`, `flops`: bytes that must cross the memory bus and operations, for the roofline;
    `bound`: limit of |ours - torch| / max(1, |torch|); None where the two are random;
    `reference`: what the result is compared with instead, where torch's may be wrong.
    """

    group: str
    size: str
    ours: Callable[[], Any]
    torch: Callable[[], Any]
    bar: float | None
    moved: float = 0.0
    flops: float = 0.0
    dtype: str = "fp32"
    bound: float | None = 1e-4
    reference: Callable[[], Any] | None = None


#: Sizes beside the table's: odd ones and few rows. Whatever the size, twice torch's time is the
#: most allowed.
_ODD_SIZES = ((1823, 781), (257, 781), (64, 8192), (1151, 8192))


def vector_add_rows() -> Iterator[Row]:
    for power in (12, 15, 18, 20, 22, 24):
        n = 1 << power
        x, y = torch.randn(n), torch.randn(n)
        out = torch.empty(n)
        bar = None if power < 18 else 0.85 if power == 24 else 1.0
        for block in (256, 1024, 65536) if power in (18, 24) else (1024,):
            grid = (-(-n // block),)
            ours = partial(vector_add.add_kernel[grid], x, y, out, n, BLOCK_SIZE=block)
            theirs = partial(torch.add, x, y, out=out)
            yield Row("vector add", f"2^{power} BLOCK {block}", ours, theirs, bar, 12 * n, n)


def softmax_rows() -> Iterator[Row]:
    for n in (256, 1024, 1023, 8192):
        x = torch.randn(4096, n)
        ours, theirs = partial(softmax.softmax, x), partial(torch.softmax, x, 1)
        yield Row("softmax", f"4096x{n}", ours, theirs, 0.9, 8 * x.numel())
    for m, n in _ODD_SIZES:
        x = torch.randn(m, n)
        ours, theirs = partial(softmax.softmax, x), partial(torch.softmax, x, 1)
        yield Row("softmax", f"{m}x{n}", ours, theirs, 2.0, 8 * x.numel())


def layer_norm_rows() -> Iterator[Row]:
    for m, n in ((4096, 1024), *_ODD_SIZES):
        yield from _layer_norm_rows_of(m, n, 1.0 if (m, n) == (4096, 1024) else 2.0)


def _layer_norm_rows_of(m: int, n: int, bar: float) -> Iterator[Row]:
    x, dy, w, b = torch.randn(m, n), torch.randn(m, n) * 0.1, torch.rand(n), torch.rand(n)
    _, mean, rstd = torch.native_layer_norm(x, [n], w, b, 1e-5)
    forward = partial(layer_norm.layer_norm_forward, x, w, b)
    theirs = partial(torch.native_layer_norm, x, [n], w, b, 1e-5)
    yield Row("layer norm forward", f"{m}x{n}", forward, theirs, bar, 8 * m * n)
    flat_mean, flat_rstd = mean.flatten(), rstd.flatten()
    backward = partial(layer_norm.layer_norm_backward, dy, x, w, flat_mean, flat_rstd)
    aten = torch.ops.aten.native_layer_norm_backward
    theirs = partial(aten, dy, x, [n], mean, rstd, w, b, [True, True, True])
    yield Row("layer norm backward", f"{m}x{n}", backward, theirs, bar, 12 * m * n, bound=1e-3)


def _liger() -> dict[str, Callable[..., Any]]:
    """Liger's kernels where the package is installed."""
    try:
        from liger_kernel.ops.cross_entropy import cross_entropy_forward
        from liger_kernel.ops.rms_norm import rms_norm_forward
        from liger_kernel.ops.swiglu import swiglu_forward
    except ImportError:
        return {}
    return {
        "rms_norm": lambda x, w: rms_norm_forward(x, w, 1e-6, 0.0, "llama", None)[0],
        "swiglu": lambda a, b: swiglu_forward(a, b)[2],
        "cross_entropy": lambda x, t: cross_entropy_forward(
            x, t, None, -100, 0.0, 0.0, "none", None, False
        )[0],
    }


def _eager_rms_norm(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * w


def _eager_swiglu(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return functional.silu(a) * b


def activation_rows() -> Iterator[Row]:
    liger = _liger()
    m, n = 4096, 1024
    x, w = torch.randn(m, n), torch.rand(n)
    theirs = partial(_eager_rms_norm, x, w)
    yield Row("RMS norm", f"{m}x{n}", partial(reduction.rms_norm, x, w), theirs, 0.7, 8 * m * n)
    if "rms_norm" in liger:
        ours = partial(liger["rms_norm"], x, w)
        yield Row("RMS norm (Liger)", f"{m}x{n}", ours, theirs, 0.7, 8 * m * n)
    a, b = torch.randn(2048, 4096), torch.randn(2048, 4096)
    theirs, moved = partial(_eager_swiglu, a, b), 12 * a.numel()
    yield Row("SwiGLU", "2048x4096", partial(elementwise.swiglu, a, b), theirs, 0.7, moved)
    if "swiglu" in liger:
        ours = partial(liger["swiglu"], a, b)
        yield Row("SwiGLU (Liger)", "2048x4096", ours, theirs, 0.7, moved)
    logits, target = torch.randn(1024, 32000), torch.randint(0, 32000, (1024,))
    theirs = partial(functional.cross_entropy, logits, target, reduction="none")
    moved, ours = 4 * logits.numel(), partial(reduction.cross_entropy, logits, target)
    yield Row("cross entropy", "1024x32000", ours, theirs, 0.7, moved)
    if "cross_entropy" in liger:
        # Liger writes the gradient over the logits: it is given a copy, and so it is not compared.
        scratch = logits.clone()
        ours = partial(liger["cross_entropy"], scratch, target)
        yield Row("cross entropy (Liger)", "1024x32000", ours, theirs, 0.7, 2 * moved, bound=None)
    theirs = partial(functional.gelu, x, approximate="tanh")
    yield Row("GELU (tanh)", f"{m}x{n}", partial(elementwise.gelu, x), theirs, 0.45, 8 * m * n)
    big = torch.randn(1 << 24)
    ours = partial(dropout.seeded_dropout, big, 0.5, 123)
    theirs = partial(functional.dropout, big, 0.5)
    yield Row("dropout (Philox)", "2^24", ours, theirs, 0.7, 8 * big.numel(), bound=None)


_MATMUL_SIZES = ((512, 512, 512), (1024, 1024, 1024), (2048, 2048, 2048), (1000, 777, 333))


def _rounded_product(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a.float() @ b.float()).to(a.dtype)


def matmul_rows() -> Iterator[Row]:
    for name, dtype, bar, bound in (
        ("fp32", torch.float32, 1.0, 1e-3),
        ("bf16", torch.bfloat16, 1.1, 5e-2),
        ("fp16", torch.float16, 0.02, 5e-3),
    ):
        for m, n, k in _MATMUL_SIZES:
            a, b = torch.randn(m, k).to(dtype), torch.randn(k, n).to(dtype)
            theirs = partial(torch.mm, a, b)
            # Where torch has no fp16 kernel, its products take up to 40 s.
            slow = dtype == torch.float16
            reference = partial(_rounded_product, a, b) if slow else None
            for block in ((64, 64, 32), (128, 128, 64)):
                size = f"{m}x{n}x{k} block {'x'.join(map(str, block))}"
                ours = partial(matmul.matmul, a, b, block=block)
                flops = 2.0 * m * n * k
                group = f"matmul {name}"
                yield Row(group, size, ours, theirs, bar, 0, flops, name, bound, reference)
    a, b = (torch.randint(-128, 128, (1024, 1024), dtype=torch.int8) for _ in range(2))
    for block in ((64, 64, 32), (128, 128, 64)):
        size = f"1024x1024x1024 block {'x'.join(map(str, block))}"
        ours, theirs = partial(matmul.matmul, a, b, block=block), partial(torch._int_mm, a, b)
        # oneDNN saturates sums of two products where it has AVX2 alone.
        exact = lambda: a.double() @ b.double()  # noqa: E731
        flops = 2.0 * 1024**3
        yield Row("matmul int8", size, ours, theirs, 1.3, 0, flops, "int8", 0.0, exact)


def attention_rows() -> Iterator[Row]:
    sdpa = functional.scaled_dot_product_attention
    for name, dtype, bound in (("fp32", torch.float32, 1e-4), ("bf16", torch.bfloat16, 5e-2)):
        q, k, v = (torch.randn(1, 8, 1024, 64).to(dtype) for _ in range(3))
        for causal in (False, True):
            ours = partial(attention.attention, q, k, v, causal)
            theirs = partial(sdpa, q, k, v, is_causal=causal)
            flops = 4.0 * 8 * 1024 * 1024 * 64 / (2 if causal else 1)
            size = "1x8x1024x64" + (" causal" if causal else "")
            yield Row(f"attention {name}", size, ours, theirs, 1.0, 0, flops, name, bound)


def decode_rows() -> Iterator[Row]:
    """What a language model does for each token that it makes."""
    n = k = 4096
    for name, dtype, bound in (("fp32", torch.float32, 1e-3), ("bf16", torch.bfloat16, 5e-2)):
        weights = torch.randn(n, k).to(dtype) / 64
        for m in (1, 4, 8):
            x, moved = torch.randn(m, k).to(dtype), n * k * dtype.itemsize
            ours = partial(matmul.matmul, x, weights.t(), block=(16, 64, 64))
            theirs = partial(functional.linear, x, weights)
            size = f"{m}x{n}x{k}"
            yield Row(f"linear {name}", size, ours, theirs, 1.0, moved, 2.0 * m * n * k, name, bound)  # fmt: skip # noqa: E501
        yield from _small_weights(n, k, name, dtype)
        sdpa = functional.scaled_dot_product_attention
        for shared, group in ((32, 1), (8, 4)):
            q = torch.randn(4, shared * group, 1, 128).to(dtype)
            keys, values = (torch.randn(4, shared, 1000, 128).to(dtype) for _ in range(2))
            ours = partial(decode.decode_attention, q, keys, values)
            theirs = partial(sdpa, q, keys, values, enable_gqa=group > 1)
            moved = 2 * keys.numel() * dtype.itemsize
            size = f"4x{shared * group} heads, {shared} shared, 1000x128"
            yield Row(f"decode attention {name}", size, ours, theirs, 1.0, moved, 0, name, bound)


def _small_weights(n: int, k: int, name: str, dtype: torch.dtype) -> Iterator[Row]:
    """Weights of 8 and 4 bits, against torch's own kernels for those."""
    size, flops, bound, group = f"1x{n}x{k}", 2.0 * n * k, 5e-2, 128
    x = torch.randn(1, k).to(dtype)
    w8, s8 = torch.randint(-128, 128, (n, k), dtype=torch.int8), torch.rand(n).to(dtype) / 4096
    ours, theirs = partial(decode.int8_linear, x, w8, s8), partial(torch._weight_int8pack_mm, x, w8, s8)  # fmt: skip # noqa: E501
    yield Row(f"linear {name}, int8 weights", size, ours, theirs, 1.0, n * k, flops, name, bound)
    digits = torch.randint(0, 16, (n, k), dtype=torch.int32)
    s4 = torch.rand(k // group, n).to(dtype) / 256
    packed = torch._convert_weight_to_int4pack_for_cpu(digits, 2)
    scales = torch.stack([s4, torch.zeros_like(s4)], -1)
    eight = digits.t().reshape(k // 8, 8, n) << (torch.arange(8, dtype=torch.int32) * 4)[:, None]
    w4 = eight.sum(1).to(torch.int32)
    ours = partial(decode.int4_linear, x, w4, s4)
    theirs = partial(torch._weight_int4pack_mm_for_cpu, x, packed, group, scales)
    # torch's weights are arranged for its kernel, ours as GPTQ stores them.
    yield Row(f"linear {name}, int4 weights", size, ours, theirs, None, n * k // 2, flops, name, bound)  # fmt: skip # noqa: E501


def data_rows() -> Iterator[Row]:
    m, n = 4096, 1024
    x = torch.randn(m, n)
    size, moved = f"{m}x{n}", 4 * m * n
    ours = partial(reduction.column_sum, x)
    yield Row("column sum", size, ours, partial(torch.sum, x, 0), 1.0, moved, bound=1e-3)
    yield Row("row argmax", size, partial(reduction.row_argmax, x), partial(torch.argmax, x, 1), 1.0, moved)  # fmt: skip # noqa: E501
    ours = partial(reduction.row_cumsum, x)
    yield Row("cumsum", size, ours, partial(torch.cumsum, x, 1), 1.0, 2 * moved, bound=1e-3)
    square = torch.randn(2048, 2048)
    theirs = lambda: square.t().contiguous()  # noqa: E731
    ours = partial(elementwise.transpose_copy, square)
    yield Row("transpose copy", "2048x2048", ours, theirs, 1.0, 8 * square.numel())
    table, index = torch.randn(32000, 1024), torch.randint(0, 32000, (4096,))
    ours, theirs = partial(indexing.embedding, table, index), partial(functional.embedding, index, table)  # fmt: skip # noqa: E501
    yield Row("embedding gather", "4096 of 32000x1024", ours, theirs, 1.0, 2 * moved)
    # Both add into the same kind of array again and again: only the time counts here.
    for dtype, name, bar in ((torch.float32, "", 1.0), (torch.bfloat16, " bf16", None)):
        rows, bytes_moved = x.to(dtype), 3 * m * n * dtype.itemsize
        y, z = (torch.zeros(32000, 1024, dtype=dtype) for _ in range(2))
        ours = partial(indexing.index_add_, y, index, rows)
        theirs = partial(z.index_add_, 0, index, rows)
        size = "4096 into 32000x1024"
        yield Row(f"index_add (atomics){name}", size, ours, theirs, bar, bytes_moved, bound=None)
    short = x[:1024]
    ours, theirs = partial(sorting.row_sort, short), lambda: torch.sort(short).values
    yield Row("sort", "1024x1024", ours, theirs, 1.0, 8 * short.numel())
    for part, k in ((torch.randn(4096, 256), 8), (short, 16)):
        ours, theirs = partial(sorting.row_topk, part, k), partial(_topk, part, k)
        yield Row(f"top {k}", "x".join(map(str, part.shape)), ours, theirs, 1.0, 4 * part.numel())


def _topk(x: torch.Tensor, k: int) -> torch.Tensor:
    return torch.topk(x, k).values


GROUPS: dict[str, Callable[[], Iterator[Row]]] = {
    "vector-add": vector_add_rows,
    "softmax": softmax_rows,
    "layer-norm": layer_norm_rows,
    "activation": activation_rows,
    "matmul": matmul_rows,
    "attention": attention_rows,
    "decode": decode_rows,
    "data": data_rows,
}

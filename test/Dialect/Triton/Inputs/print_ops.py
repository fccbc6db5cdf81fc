# Kernels that use every operation of Triton's language, for the round-trip tests.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: python print_ops.py <folder>

Writes the TTIR of each kernel below, as the installed Triton prints it, to
<folder>/<kernel>.ttir: first as the frontend makes it (calls not yet inlined),
then, below a `// -----`, after Triton's own TTIR passes. No GPU is needed. What
a version does not have (block pointers from 3.9 on, say) is left out and named.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import triton
import triton.language as tl
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend

KERNELS: list[tuple[Any, dict[str, str], dict[str, Any]]] = []


def case(_function: Any = None, /, **arguments: Any) -> Any:
    """Mark a kernel: strings are argument types, other values constants."""

    def mark(function: Any) -> Any:
        kernel = triton.jit(function)
        types = {k: v for k, v in arguments.items() if isinstance(v, str)}
        constants = {k: v for k, v in arguments.items() if not isinstance(v, str)}
        KERNELS.append((kernel, types, constants))
        return kernel

    return mark


@triton.jit
def pair_max(a, i, b, j):
    first = a > b
    return tl.where(first, a, b), tl.where(first, i, j)


@triton.jit
def plus(a, b):
    return a + b


@triton.jit(noinline=True)
def twice(x):
    return x + x


@triton.jit
def early(x):
    if x > 0:
        return x
    return -x


@triton.jit
def scalar_map(a, b):
    if a > b:
        return a
    return a + b


@triton.jit
def scalar_map_two(a, b, c, d):
    return a + c, b + d, a - c, b - d


@case(p="*fp32", q="*fp32", n="i32", B=64)
def masked(p, q, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    a = tl.load(p + i, mask=i < n, other=1.0, eviction_policy="evict_first", cache_modifier=".cg")
    b = tl.load(p + i, mask=i < n, eviction_policy="evict_last")
    c = tl.load(p + i, volatile=True)
    d = tl.load(p + n, mask=n > 4, other=0.0)
    tl.store(q + i, a + b + c + d, mask=i < n, cache_modifier=".wt")
    tl.store(q + i, a, cache_modifier=".cs", eviction_policy="evict_first")
    tl.store(q + n, d, mask=n > 4)
    tl.store(q + tl.num_programs(2), tl.load(p))


@case(p="*i1", q="*i1", B=16)
def booleans(p, q, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(q + i, tl.load(p + i) ^ 1)


@case(p="*i64", q="*fp16", x="fp32", y="u32", z="i8", f="fp64", h="fp16", g="bf16", b="i1")
def casts(p, q, x, y, z, f, h, g, b):
    a = tl.load(p)
    r = a.to(tl.pointer_type(tl.float16))
    tl.store(r, h)
    tl.store(p, q.to(tl.int64))
    tl.store(q, x.to(tl.float16, fp_downcast_rounding="rtz"))
    tl.store(q, y.to(tl.float32) + z.to(tl.float32) + f.to(tl.float32) + g.to(tl.float32))
    tl.store(q, h.to(tl.bfloat16).to(tl.float16))
    tl.store(q, x.to(tl.int32, bitcast=True).to(tl.float32))
    tl.store(p, x.to(tl.uint8).to(tl.int64) + f.to(tl.int64) + b.to(tl.int64))


@case(p="*fp8e5", q="*fp8e4nv", r="*fp32", B=16)
def small_floats(p, q, r, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(p + i).to(tl.float32) + tl.load(q + i).to(tl.float32)
    tl.store(r + i, a)
    tl.store(q + i, a.to(tl.float8e4nv))
    tl.store(p + i, a.to(tl.float8e5, fp_downcast_rounding="rtne"))


@case(p="*fp32", q="*i32", B=16)
def arithmetic(p, q, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(p + i)
    k = tl.load(q + i)
    y = tl.sqrt_rn(x) + tl.div_rn(x, 3.0) + tl.fma(x, x, x) + tl.fdiv(x, 2.0)
    y += tl.clamp(x, 0.0, 1.0) + tl.clamp(x, 0.0, 1.0, propagate_nan=tl.PropagateNan.ALL)
    y += tl.exp(x) + tl.exp2(x) + tl.log(x) + tl.log2(x) + tl.sin(x) + tl.cos(x) + tl.erf(x)
    y += tl.rsqrt(x) + tl.sqrt(x) + tl.abs(x) + tl.floor(x) + tl.ceil(x) + x % 2.0 - x
    y += tl.maximum(x, y) + tl.minimum(x, y, propagate_nan=tl.PropagateNan.ALL)
    y = tl.where(x < y, -x, y)
    tl.store(p + i, y)
    m = tl.umulhi(k, k) + k // 3 + k % 5 + (k << 2) + (k >> 1) + (k & 7) + (k | 8) + ~k + tl.abs(k)
    u = k.to(tl.uint32)
    m += (u // 3).to(tl.int32) + (u % 5).to(tl.int32) + (u >> 1).to(tl.int32)
    m += tl.maximum(k, m) + tl.minimum(u, u + 1).to(tl.int32)
    tl.store(q + i, m)


@case(p="*fp32", M=8, N=16)
def shapes(p, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    at = i[:, None] * N + j[None, :]
    x = tl.load(p + at)
    y = tl.trans(x)
    z = tl.reshape(y, (M, N)) + tl.reshape(x, (M * N,), can_reorder=True).reshape(M, N)
    a, b = tl.split(tl.reshape(x, (M, N // 2, 2)))
    z += tl.join(a, b).reshape(M, N) + tl.interleave(a, b)
    z += tl.permute(tl.reshape(x, (2, M // 2, N)), (1, 0, 2)).reshape(M, N)
    z += tl.full((M, N), 2.0, tl.float32) + tl.zeros_like(x) + tl.broadcast_to(x, (M, N))
    z += tl.flip(x, 1) + tl.expand_dims(tl.sum(x, 1), 1)
    tl.store(p + at, z)
    c = tl.cat(tl.ravel(a), tl.ravel(b), can_reorder=True)
    tl.store(p + tl.arange(0, M * N), c)


@case(p="*fp32", q="*i32", M=8, N=16)
def reductions(p, q, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(p + at)
    k = tl.load(q + at)
    i = tl.arange(0, M)
    s = tl.sum(x, 1) + tl.max(x, 1) + tl.min(x, 1) + tl.reduce(x, 1, plus)
    best, where = tl.reduce((x, k), 1, pair_max)
    tl.store(p + i, s + best)
    tl.store(q + i, where + tl.argmax(x, 1) + tl.argmin(x, 1) + tl.xor_sum(k, 1))
    tl.store(p, tl.sum(x) + tl.max(x, axis=None))
    v, w = tl.max(x, 1, return_indices=True)
    tl.store(p + i, v)
    tl.store(q + i, w + tl.reduce_or(k, 1))


@case(p="*fp32", q="*i32", M=8, N=16)
def scans(p, q, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(p + at)
    k = tl.load(q + at)
    a = tl.cumsum(x, 1) + tl.cumprod(x, 0, reverse=True) + tl.associative_scan(x, 1, plus)
    b, c = tl.associative_scan((x, k), 0, pair_max)
    tl.store(p + at, a + b)
    tl.store(q + at, c)
    tl.store(q + tl.arange(0, N), tl.sort(tl.load(q + tl.arange(0, N))))


@case(p="*fp16", q="*fp32", M=16, N=32, K=64)
def dots(p, q, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    k = tl.arange(0, K)
    a = tl.load(p + i[:, None] * K + k[None, :])
    b = tl.load(p + k[:, None] * N + j[None, :])
    c = tl.dot(a, b)
    f = a.to(tl.float32)
    g = b.to(tl.float32)
    c = tl.dot(f, g, c, input_precision="tf32")
    c = tl.dot(f, g, c, input_precision="ieee")
    c = tl.dot(f, g, c, input_precision="tf32x3")
    h = tl.dot(a, b, out_dtype=tl.float16)
    d = tl.dot(a.to(tl.int8), b.to(tl.int8))
    r = tl.dot(tl.broadcast_to(a[None, :, :], (2, M, K)), tl.broadcast_to(b[None, :, :], (2, K, N)))
    c += h.to(tl.float32) + d.to(tl.float32) + tl.sum(r, 0)
    tl.store(q + i[:, None] * N + j[None, :], c)


@case(p="*fp8e4nv", e="*u8", q="*fp32", M=16, N=32, K=64)
def scaled_dots(p, e, q, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    k = tl.arange(0, K)
    s = tl.arange(0, K // 32)
    h = tl.arange(0, K // 2)
    a = tl.load(p + i[:, None] * K + k[None, :])
    b = tl.load(p + k[:, None] * N + j[None, :])
    small = tl.load(e + h[:, None] * N + j[None, :])
    sa = tl.load(e + i[:, None] * (K // 32) + s[None, :])
    sb = tl.load(e + j[:, None] * (K // 32) + s[None, :])
    c = tl.dot_scaled(a, sa, "e4m3", b, sb, "e4m3")
    c = tl.dot_scaled(a, sa, "e4m3", small, sb, "e2m1", c)
    c = tl.dot_scaled(a, None, "e4m3", b, sb, "e4m3", c, fast_math=True)
    tl.store(q + i[:, None] * N + j[None, :], c)


@case(p="*i32", B=64)
def atomics(p, B: tl.constexpr):
    i = tl.arange(0, B)
    m = i < 7
    x = tl.atomic_add(p + i, 1, mask=m) + tl.atomic_max(p + i, i, mask=m, sem="relaxed")
    x += tl.atomic_min(p + i, i, sem="acquire", scope="cta") + tl.atomic_xchg(p + i, i, scope="sys")
    x += tl.atomic_and(p + i, i, sem="release") + tl.atomic_or(p + i, i) + tl.atomic_xor(p + i, i)
    x += tl.atomic_cas(p + i, i, x)
    u = (p + i).to(tl.pointer_type(tl.uint32))
    x += tl.atomic_max(u, i.to(tl.uint32)).to(tl.int32)
    x += tl.atomic_min(u, i.to(tl.uint32)).to(tl.int32)
    tl.store(p + i, x)
    while tl.atomic_cas(p, 0, 1) == 1:
        pass
    tl.debug_barrier()
    tl.atomic_xchg(p, 0)


@case(p="*fp32", h="*fp16", B=64)
def float_atomics(p, h, B: tl.constexpr):
    i = tl.arange(0, B)
    x = (
        tl.atomic_add(p + i, 1.0)
        + tl.atomic_max(p + i, 2.0)
        + tl.atomic_min(p + i, 2.0, mask=i < 3)
    )
    tl.atomic_add(h + i, x.to(tl.float16))
    tl.atomic_add(p, 1.0, sem="relaxed", scope="gpu")


@case(p="*i32", q="*fp32", B=64)
def gathers(p, q, B: tl.constexpr):
    i = tl.arange(0, B)
    k = tl.load(p + i)
    tl.store(p + tl.arange(0, 16), tl.histogram(k, 16))
    tl.store(p + tl.arange(0, 16), tl.histogram(k, 16, mask=i < 3))
    tl.store(q + i, tl.gather(tl.load(q + i), k, 0))


@case(p="*i32", x="i32", B=16)
def debugging(p, x, B: tl.constexpr):
    i = tl.arange(0, B)
    k = tl.load(p + i)
    tl.device_print("block", k, x)
    tl.device_print("hex", k.to(tl.uint32), hex=True)
    tl.device_print("nothing")
    tl.device_assert(k > 0, "all positive")
    tl.device_assert(x > 0, "positive")
    tl.assume(x > 0)
    j = tl.max_contiguous(tl.multiple_of(i + x, 16), 16)
    tl.store(p + tl.max_constancy(j, 1), k)


@case(p="*i32", B=16)
def assembly(p, B: tl.constexpr):
    i = tl.arange(0, B)
    k = tl.load(p + i)
    r = tl.inline_asm_elementwise("shl.b32 $0, $1, 3;", "=r,r", [k], tl.int32, True, 1)
    a, b = tl.inline_asm_elementwise(
        "mov.b32 $0, $2; mov.b32 $1, $3;", "=r,=r,r,r", [k, r], (tl.int32, tl.int32), False, 1
    )
    tl.store(p + i, a + b)


@case(p="*fp32", x="fp32", B=16)
def libraries(p, x, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(p + i)
    tl.store(p + i, tl.extra.cuda.libdevice.tanh(a) + tl.extra.cuda.libdevice.pow(a, x))
    tl.store(p, tl.extra.cuda.libdevice.rsqrt(x))


@case(p="*i32", B=16)
def maps(p, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(p + i)
    tl.store(p + i, tl.map_elementwise(scalar_map, a, i))


@case(p="*i32", B=16)
def packed_maps(p, B: tl.constexpr):
    i = tl.arange(0, B)
    x, y = tl.map_elementwise(scalar_map_two, tl.load(p + i), i, pack=2)
    tl.store(p + i, x + y)


@case(p="*fp32", n="i32", B=16)
def control(p, n, B: tl.constexpr):
    i = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    for k in tl.range(0, n, num_stages=3, loop_unroll_factor=2):
        acc += tl.load(p + k * B + i)
        if k % 2 == 0:
            acc += 1.0
        else:
            acc *= 2.0
    for _ in tl.static_range(2):
        acc += 1.0
    for k in range(n, 0, -1):
        if k > 3:
            acc += k
    j = n
    q = p + i
    while j > 0:
        acc += tl.load(q)
        q += B
        j -= 1
    if n == 5:
        return
    tl.store(p + i, acc + twice(n) + early(n))
    if n > 7:
        tl.store(p + i, acc + twice(n + 1))


@case(p="*fp16", m="i32", n="i32", M=16, N=32)
def descriptors(p, m, n, M: tl.constexpr, N: tl.constexpr):
    d = tl.make_tensor_descriptor(p, shape=[m, n], strides=[n, 1], block_shape=[M, N])
    x = d.load([0, n - 5])
    d.store([M, 0], x + 1.0)
    e = tl.make_tensor_descriptor(
        p, shape=[m, n], strides=[n, 1], block_shape=[M, N], padding_option="nan"
    )
    d.store([0, 0], e.load([3, 5]))


@case(p="*i32", u="*u32", m="i32", n="i32", M=16, N=32)
def descriptor_reductions(p, u, m, n, M: tl.constexpr, N: tl.constexpr):
    d = tl.make_tensor_descriptor(p, shape=[m, n], strides=[n, 1], block_shape=[M, N])
    x = d.load([0, 0])
    d.atomic_add([0, 0], x)
    d.atomic_min([0, 0], x)
    d.atomic_max([0, 0], x)
    d.atomic_and([0, 0], x)
    d.atomic_or([0, 0], x)
    d.atomic_xor([0, 0], x)
    e = tl.make_tensor_descriptor(u, shape=[m, n], strides=[n, 1], block_shape=[M, N])
    e.atomic_min([0, 0], e.load([0, 0]))


@case(p="*fp16", i="*i32", m="i32", n="i32", M=16, N=32)
def descriptor_rows(p, i, m, n, M: tl.constexpr, N: tl.constexpr):
    d = tl.make_tensor_descriptor(p, shape=[m, n], strides=[n, 1], block_shape=[1, N])
    rows = tl.load(i + tl.arange(0, M))
    d.scatter(d.gather(rows, 8), rows, 0)


@case(d="tensordesc<fp16[16, 32]>", e="tensordesc<u8[16, 32]>")
def descriptor_arguments(d, e):
    d.store([0, 0], d.load([16, 32]))
    e.store([0, 0], e.load([16, 32]))


@case(p="*fp16", m="i32", n="i32", M=16, N=32)
def block_pointers(p, m, n, M: tl.constexpr, N: tl.constexpr):
    b = tl.make_block_ptr(p, (m, n), (n, 1), (0, 0), (M, N), (1, 0))
    x = tl.load(b)
    for _ in range(0, n, N):
        x += tl.load(b, boundary_check=(0, 1), padding_option="zero", cache_modifier=".cg")
        b = tl.advance(b, (0, N))
    x += tl.load(b, boundary_check=(1,), padding_option="nan")
    tl.store(b, x, boundary_check=(0,))


@case(p="*i32", q="*fp32", B=16)
def newer_atomics(p, q, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.atomic_load(p + i, mask=i < 3, sem="relaxed") + tl.atomic_load(
        p, sem="acquire", scope="sys"
    )
    tl.atomic_store(p + i, a, sem="release")
    tl.atomic_store(q, 1.0, mask=tl.program_id(0) == 0, sem="relaxed", scope="cta")
    tl.store(p + i, tl.atomic_poll(p + i, 1) + tl.atomic_poll(p, 1, sem="relaxed", timeout_ns=100))


@case(p="*fp32", B=16)
def newer_division(p, B: tl.constexpr):
    x = tl.load(p + tl.arange(0, B))
    tl.store(
        p + tl.arange(0, B), tl.fdiv(x, 3.0, approx=True) + tl.fdiv(x, 3.0, ieee_rounding=True)
    )


@case(p="*fp32")
def dependent_launches(p):
    tl.extra.cuda.gdc_wait()
    tl.store(p, 1.0)
    tl.extra.cuda.gdc_launch_dependents()


def print_kernel(kernel: Any, types: dict[str, str], constants: dict[str, Any]) -> str:
    target = GPUTarget("cuda", 100, 32)
    backend = make_backend(target)
    names = list(inspect.signature(kernel.fn).parameters)
    signature = {name: types.get(name, "constexpr") for name in names}
    source = ASTSource(kernel, signature, {(names.index(k),): v for k, v in constants.items()})
    options = backend.parse_options({"debug": True, "sanitize_overflow": False})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = source.make_ir(
        target,
        options,
        backend.get_codegen_implementation(options),
        backend.get_module_map(),
        context,
    )
    stages: dict[str, Any] = {}
    backend.add_stages(stages, options, source.language)
    frontend = module.str_nodebug()
    return f"{frontend}\n// -----\n{stages['ttir'](module, {}).str_nodebug()}"


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for kernel, types, constants in KERNELS:
        name = kernel.fn.__name__
        try:
            text = print_kernel(kernel, types, constants)
        except Exception as error:  # whatever a frontend says about what it lacks
            lines = str(error).strip().splitlines()
            print(f"{triton.__version__} {name}: {lines[-1] if lines else error!r}")
            continue
        (folder / f"{name}.ttir").write_text(text)


if __name__ == "__main__":
    main()

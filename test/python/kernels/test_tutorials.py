# The tutorial kernels against torch: sizes that fill blocks and sizes that do not.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
from torch.nn import functional

from triton_shared import _native
from triton_shared.examples import attention, dropout, layer_norm, matmul, softmax, vector_add

FLOAT_BOUNDS = {torch.float32: 1e-5, torch.float16: 2e-3, torch.bfloat16: 2e-2}


@pytest.fixture
def no_bf16_oracle(interpreted: bool, request: pytest.FixtureRequest) -> None:
    if interpreted and torch.bfloat16 in request.node.callspec.params.values():
        pytest.skip("the interpreter has no bf16 arithmetic")


@pytest.mark.parametrize("block", [256, 1024, 65536])
@pytest.mark.parametrize("n", [1, 255, 256, 98432, 100003])
def test_vector_add(n: int, block: int) -> None:
    x, y = torch.randn(n), torch.randn(n)
    assert torch.equal(vector_add.add(x, y, block), x + y)


def test_vector_add_of_nothing() -> None:
    assert vector_add.add(torch.empty(0), torch.empty(0)).numel() == 0


@pytest.mark.parametrize(
    ("dtype"), [torch.int8, torch.int64, torch.float16, torch.bfloat16, torch.float64]
)
def test_vector_add_dtypes(dtype: torch.dtype, interpreted: bool) -> None:
    if interpreted and dtype == torch.bfloat16:
        pytest.skip("the interpreter has no bf16 arithmetic")
    x, y = (torch.randn(1000) * 20).to(dtype), (torch.randn(1000) * 20).to(dtype)
    assert torch.equal(vector_add.add(x, y), x + y)


@pytest.mark.parametrize("shape", [(1, 1), (3, 2), (64, 256), (100, 1023), (33, 781), (5, 8192)])
def test_softmax(shape: tuple[int, int]) -> None:
    x = torch.randn(shape) * 4
    torch.testing.assert_close(softmax.softmax(x), torch.softmax(x, 1), rtol=2e-6, atol=1e-7)


def test_softmax_of_strided_rows() -> None:
    x = torch.randn(40, 300)[::2, :200]
    y = softmax.softmax(x)
    torch.testing.assert_close(y, torch.softmax(x, 1), rtol=2e-6, atol=1e-7)


@pytest.mark.usefixtures("no_bf16_oracle")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize(
    "shape", [(64, 64, 32), (128, 128, 128), (1, 1, 1), (200, 130, 77), (65, 1, 100), (3, 257, 31)]
)
def test_matmul(shape: tuple[int, int, int], dtype: torch.dtype) -> None:
    m, n, k = shape
    a, b = torch.randn(m, k).to(dtype), torch.randn(k, n).to(dtype)
    expected = (a.double() @ b.double()).to(dtype)
    bound = {torch.float32: 1e-5, torch.float16: 1e-3, torch.bfloat16: 8e-3}[dtype]
    torch.testing.assert_close(matmul.matmul(a, b), expected, rtol=bound, atol=bound * k**0.5)


@pytest.mark.parametrize("block", [(16, 16, 16), (32, 128, 64), (128, 128, 64), (128, 32, 16)])
def test_matmul_blocks(block: tuple[int, int, int]) -> None:
    a, b = torch.randn(150, 97), torch.randn(97, 203)
    result = matmul.matmul(a, b, block=block)
    torch.testing.assert_close(result, a @ b, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("transposed", ["a", "b", "ab"])
def test_matmul_of_transposed_operands(transposed: str) -> None:
    a, b = torch.randn(100, 80), torch.randn(80, 90)
    if "a" in transposed:
        a = a.t().contiguous().t()
    if "b" in transposed:
        b = b.t().contiguous().t()
    torch.testing.assert_close(matmul.matmul(a, b), a @ b, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("group", [1, 8, 100])
@pytest.mark.parametrize("k", [320, 333])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.int8])
def test_matmul_of_rows_that_come_again(
    dtype: torch.dtype, transposed: bool, k: int, group: int
) -> None:
    """Copied rows are kept in slots, of which there may be fewer than rows."""
    for m, block in ((1133, (64, 64, 32)), (600, (128, 32, 16))):
        a, b = (torch.randint(-4, 5, shape).to(dtype) for shape in ((m, k), (k, 190)))
        if transposed:
            a = a.t().contiguous().t()
        out = torch.int32 if dtype == torch.int8 else torch.float32
        for _ in range(2):
            result = matmul.matmul(a, b, block=block, group_m=group, out_dtype=out)
            assert torch.equal(result, (a.double() @ b.double()).to(out))
            # Another launch sees other rows at the same place.
            a += 1


def test_matmul_activation() -> None:
    a, b = torch.randn(70, 40), torch.randn(40, 70)
    expected = functional.leaky_relu(a @ b, 0.01)
    torch.testing.assert_close(matmul.matmul(a, b, "leaky_relu"), expected, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("shape", [(64, 64, 64), (33, 70, 129)])
def test_matmul_int8(shape: tuple[int, int, int]) -> None:
    m, n, k = shape
    a = torch.randint(-128, 128, (m, k), dtype=torch.int8)
    b = torch.randint(-128, 128, (k, n), dtype=torch.int8)
    expected = (a.long() @ b.long()).int()
    assert torch.equal(matmul.matmul(a, b), expected)


@pytest.mark.parametrize("shape", [(7, 64), (33, 1000), (20, 1024), (3, 5000), (1, 20000)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_layer_norm(shape: tuple[int, int], dtype: torch.dtype) -> None:
    m, n = shape
    x = (torch.randn(m, n) * 2.3 - 0.5).to(dtype)
    w, b = torch.rand(n).to(dtype), torch.rand(n).to(dtype)
    y, mean, rstd = layer_norm.layer_norm_forward(x, w, b)
    bound = FLOAT_BOUNDS[dtype]
    expected = functional.layer_norm(x.float(), (n,), w.float(), b.float())
    torch.testing.assert_close(y.float(), expected, rtol=bound, atol=bound)
    torch.testing.assert_close(mean, x.float().mean(1), rtol=1e-4, atol=1e-4)
    deviation = torch.sqrt(x.float().var(1, correction=0) + 1e-5)
    torch.testing.assert_close(rstd, 1 / deviation, rtol=1e-4, atol=1e-4)


@pytest.fixture(params=[False, True])
def _cores_apart(request: pytest.FixtureRequest) -> Iterator[None]:
    _native.set_cores_apart(request.param)
    yield
    _native.set_cores_apart(None)


@pytest.mark.parametrize("shape", [(7, 64), (300, 100), (40, 1000), (300, 1024), (300, 1040)])
@pytest.mark.usefixtures("_cores_apart")
def test_layer_norm_gradients(shape: tuple[int, int]) -> None:
    """Partial rows are collected under locks, in the caches or past them."""
    m, n = shape
    x = (torch.randn(m, n) * 2.3 - 0.5).requires_grad_()
    w, b = torch.rand(n).requires_grad_(), torch.rand(n).requires_grad_()
    dy = torch.randn(m, n) * 0.1
    functional.layer_norm(x, (n,), w, b).backward(dy)
    expected = [t.grad for t in (x, w, b)]
    for t in (x, w, b):
        t.grad = None
    layer_norm.layer_norm(x, w, b).backward(dy)
    for t, gradient in zip((x, w, b), expected, strict=False):
        torch.testing.assert_close(t.grad, gradient, rtol=1e-4, atol=1e-4)


def test_dropout() -> None:
    x, keep = torch.randn(2500), torch.rand(2500) > 0.4
    expected = torch.where(keep, x / 0.5, 0.0)
    assert torch.equal(dropout.dropout(x, keep, 0.5), expected)


def test_seeded_dropout() -> None:
    x = torch.rand(30000) + 1
    first, again = (dropout.seeded_dropout(x, 0.3, 7) for _ in range(2))
    other = dropout.seeded_dropout(x, 0.3, 8)
    assert torch.equal(first, again)
    assert not torch.equal(first, other)
    kept = first != 0
    torch.testing.assert_close(first[kept], x[kept] / (1 - 0.3), rtol=1e-6, atol=0)
    assert abs(kept.float().mean().item() - 0.7) < 0.015
    # A block size is no part of the stream.
    assert torch.equal(first, dropout.seeded_dropout(x, 0.3, 7, block_size=256))


@pytest.mark.usefixtures("no_bf16_oracle")
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("length", [64, 256, 100, 33])
def test_attention(length: int, dtype: torch.dtype, causal: bool) -> None:
    q, k, v = (torch.randn(2, 3, length, 64).to(dtype) for _ in range(3))
    expected = functional.scaled_dot_product_attention(
        q.float(), k.float(), v.float(), is_causal=causal
    )
    bound = FLOAT_BOUNDS[dtype]
    result = attention.attention(q, k, v, causal)
    torch.testing.assert_close(result.float(), expected, rtol=bound, atol=bound)


@pytest.mark.parametrize("causal", [False, True])
def test_attention_of_strided_heads(causal: bool) -> None:
    q, k, v = (torch.randn(1, 128, 2, 32).transpose(1, 2) for _ in range(3))
    expected = functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
    result = attention.attention(q, k, v, causal)
    torch.testing.assert_close(result, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("block", [(128, 32), (32, 64), (16, 16)])
def test_attention_blocks(block: tuple[int, int]) -> None:
    q, k, v = (torch.randn(1, 2, 128, 64) for _ in range(3))
    expected = functional.scaled_dot_product_attention(q, k, v, is_causal=False)
    result = attention.attention(q, k, v, block=block)
    torch.testing.assert_close(result, expected, rtol=1e-5, atol=1e-5)

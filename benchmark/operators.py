# torch functions that TorchInductor compiles for Triton, beside eager torch.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import torch
from torch.nn import functional

from .rows import Row

Function = Callable[..., torch.Tensor]


def _images(*shape: int) -> torch.Tensor:
    """Random images whose channels lie next to each other."""
    return torch.randn(*shape).contiguous(memory_format=torch.channels_last)


def _normalize(x: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
    """Batch norm with the running statistics, and ReLU6."""
    mean, variance, weight, bias = parameters
    return functional.batch_norm(x, mean, variance, weight, bias, eps=1e-3).clamp(0, 6)


def _normalize_and_pad(x: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
    return functional.pad(_normalize(x, *parameters), (0, 1, 0, 1))


def _train_batch_norm(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return functional.batch_norm(x, None, None, w, b, training=True)


def _group_norm(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return functional.silu(functional.group_norm(x, 8, w, b))


def _embedding_gradient(rows: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    return torch.ops.aten.embedding_dense_backward(rows, index, 2000, -1, False)


def _rotary(q: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    half = q.shape[-1] // 2
    return q * cos + torch.cat([-q[..., half:], q[..., :half]], -1) * sin


def _causal_softmax(x: torch.Tensor) -> torch.Tensor:
    i = torch.arange(x.shape[-1])
    return torch.where(i <= i[:, None], x, float("-inf")).softmax(-1)


def _planes(pixels: torch.Tensor) -> torch.Tensor:
    return (pixels.permute(0, 3, 1, 2).float() / 255).contiguous()


def _adam(p: torch.Tensor, g: torch.Tensor, m: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    return p - 1e-3 * (m * 0.9 + g * 0.1) / ((v * 0.999 + g * g * 1e-3).sqrt() + 1e-8)


def _window(x: torch.Tensor) -> torch.Tensor:
    n, h, w, c = x.shape
    return x.view(n, h // 8, 8, w // 8, 8, c).permute(0, 1, 3, 2, 4, 5).contiguous()


def _statistics(channels: int) -> tuple[torch.Tensor, ...]:
    return tuple(torch.rand(channels) for _ in range(4))


def _cases() -> Iterator[tuple[str, Function, tuple[torch.Tensor, ...]]]:
    rand, f = torch.randn, functional
    yield "batch norm, pad 2x96x112x112 last", _normalize_and_pad, (_images(2, 96, 112, 112), *_statistics(96))  # fmt: skip # noqa: E501
    yield "batch norm 2x144x56x56 last", _normalize, (_images(2, 144, 56, 56), *_statistics(144))
    yield "batch norm 2x24x112x112 last", _normalize, (_images(2, 24, 112, 112), *_statistics(24))
    yield "batch norm 2x144x56x56", _normalize, (rand(2, 144, 56, 56), *_statistics(144))
    yield "batch norm training 16x64x56x56", _train_batch_norm, (rand(16, 64, 56, 56), rand(64), rand(64))  # fmt: skip # noqa: E501
    yield "group norm, SiLU 2x64x64x64", _group_norm, (rand(2, 64, 64, 64), rand(64), rand(64))
    yield "layer norm 4096x768", lambda x, w, b: f.layer_norm(x, (768,), w, b), (rand(4096, 768), rand(768), rand(768))  # fmt: skip # noqa: E501
    yield "bias, GELU 4096x1000", lambda x, b: f.gelu(x + b), (rand(4096, 1000), rand(1000))
    yield "bias, ReLU 40960x30", lambda x, b: f.relu(x + b), (rand(40960, 30), rand(30))
    yield "softmax 4096x1000", lambda x: x.softmax(1), (rand(4096, 1000),)
    yield "softmax dim 0 4096x1024", lambda x: x.softmax(0), (rand(4096, 1024),)
    yield "causal softmax 8x1024x1024", _causal_softmax, (rand(8, 1024, 1024),)
    yield "sum dim 0 4096x1000", lambda x: x.sum(0), (rand(4096, 1000),)
    yield "max 4096x1000", lambda x: x.max(-1).indices, (rand(4096, 1000),)
    yield "variance 4096x1000", lambda x: x.var(-1), (rand(4096, 1000),)
    yield "logsumexp 1024x8192", lambda x: x.logsumexp(-1), (rand(1024, 8192),)
    yield "cumsum 1024x1000", lambda x: x.cumsum(1), (rand(1024, 1000),)
    yield "cross entropy 1024x32000", f.cross_entropy, (rand(1024, 32000), torch.randint(0, 32000, (1024,)))  # fmt: skip # noqa: E501
    yield "Adam 2^22", _adam, tuple(torch.rand(1 << 22) for _ in range(4))
    yield "rotary 12x1024x64", _rotary, (rand(1, 12, 1024, 64), rand(1024, 64), rand(1024, 64))
    yield "embedding 4096 of 32000x768", lambda w, i: f.embedding(i, w) * 2, (rand(32000, 768), torch.randint(0, 32000, (4096,)))  # fmt: skip # noqa: E501
    yield "embedding gradient 4096 into 2000x256", _embedding_gradient, (rand(4096, 256), torch.randint(0, 2000, (4096,)))  # fmt: skip # noqa: E501
    yield "index_put 4096 into 2000x256", lambda y, i, x: y.index_put((i,), x, accumulate=True), (rand(2000, 256), torch.randint(0, 2000, (4096,)), rand(4096, 256))  # fmt: skip # noqa: E501
    yield "concatenation 512x(700, 333)", lambda a, b: torch.cat([a, b], 1) * 2, (rand(512, 700), rand(512, 333))  # fmt: skip # noqa: E501
    yield "outer product 4000x1000", lambda a, b: a[:, None] * b, (rand(4000), rand(1000))
    yield "transposed sum 2000x1000", lambda a, b: a.t() + b, (rand(1000, 2000), rand(2000, 1000))
    yield "flip 1024x1000", lambda x: x.flip(-1) + 1, (rand(1024, 1000),)
    yield "roll 1024x1000", lambda x: x.roll(3, -1) + 1, (rand(1024, 1000),)
    yield "pixels to planes 4x224x224x3", _planes, (torch.randint(0, 255, (4, 224, 224, 3), dtype=torch.uint8),)  # fmt: skip # noqa: E501
    yield "windows 2x64x64x96", _window, (rand(2, 64, 64, 96),)
    yield "pixel shuffle 2x64x64x64", lambda x: f.pixel_shuffle(x, 2) + 1, (rand(2, 64, 64, 64),)
    yield "bilinear 2x64x64x64", lambda x: f.interpolate(x, scale_factor=2, mode="bilinear"), (rand(2, 64, 64, 64),)  # fmt: skip # noqa: E501
    yield "maximum pooling 2x64x112x112", lambda x: f.max_pool2d(x, 3, 2, 1), (rand(2, 64, 112, 112),)  # fmt: skip # noqa: E501
    yield "int64 % and // 2^20", lambda x: x % 7 + x // 3, (torch.randint(0, 1000, (1 << 20,)),)
    yield "SiLU, product fp16 4096x1024", lambda a, b: f.silu(a) * b, (rand(4096, 1024).half(), rand(4096, 1024).half())  # fmt: skip # noqa: E501


def inductor_rows() -> Iterator[Row]:
    """Each function through `torch.compile` for Triton, and as eager torch runs it."""
    for name, function, operands in _cases():
        torch._dynamo.reset()
        ours = torch.compile(function, options={"cpu_backend": "triton"}, dynamic=False)
        eager = partial(function, *operands)
        moved = sum(t.numel() * t.itemsize for t in (*operands, eager()))
        yield Row("inductor", name, partial(ours, *operands), eager, None, moved, bound=2e-2)

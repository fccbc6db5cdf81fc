# torch.compile with Triton as its CPU backend, through the plug-in.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
import torch._dynamo
import torch._inductor.config as inductor_config
from torch._inductor.utils import run_and_get_code

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _triton_on_cpu(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "inductor"))
    torch._dynamo.reset()
    with inductor_config.patch(cpu_backend="triton", compile_threads=1, fx_graph_cache=False):
        yield
    torch._dynamo.reset()


def gelu_sum(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.gelu(x + y, approximate="tanh").sum(-1)


def softmax(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.softmax(x * y, dim=-1)


def indexing(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return x[:, torch.argsort(y[0])] + y.flip(-1)


def reductions(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return x.argmax(-1), y.amin(0), (x * y).cumsum(-1), x.var(-1)


@pytest.mark.parametrize("function", [gelu_sum, softmax, indexing, reductions])
@pytest.mark.parametrize("shape", [(32, 64), (33, 1000)])
def test_matches_eager(function: Callable[..., Any], shape: tuple[int, int]) -> None:
    x, y = torch.randn(shape), torch.randn(shape)
    got, code = run_and_get_code(torch.compile(function), x, y)
    assert "@triton.jit" in code[0]
    torch.testing.assert_close(got, function(x, y), rtol=1e-4, atol=1e-4)


def test_compiled_in_worker_processes() -> None:
    with inductor_config.patch(compile_threads=2):
        x = torch.randn(128, 128)
        torch.testing.assert_close(torch.compile(softmax)(x, x), softmax(x, x))


# Rows that are no multiple of a register: means and variances are carried around a loop over them.
@pytest.mark.parametrize("shape", [(128, 8, 5, 5), (256, 4, 7, 7), (64, 8, 10, 10)])
def test_batch_statistics(shape: tuple[int, ...]) -> None:
    x = torch.randn(shape) * 3 + 1

    def statistics(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
        normal = torch.nn.functional.batch_norm(x, None, None, training=True)
        return (*torch.var_mean(x, (0, 2, 3)), normal)

    got = torch.compile(statistics, dynamic=False)(x)
    torch.testing.assert_close(got, statistics(x), rtol=1e-5, atol=1e-5)

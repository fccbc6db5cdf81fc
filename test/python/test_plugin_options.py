# Launch options: what is accepted, what is refused, what reaches the compile key.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from __future__ import annotations

import pytest
import torch
from triton.backends.compiler import GPUTarget

from plugin_kernels import add_kernel
from triton_shared import knobs
from triton_shared.backend.compiler import CPUBackend
from triton_shared.backend.driver import CPUDriver
from triton_shared.backend.options import CPUOptions

# What Triton's frontend and JITFunction.run read or pass.
FRONTEND_FIELDS = [
    "debug",
    "sanitize_overflow",
    "arch",
    "supported_fp8_dtypes",
    "deprecated_fp8_dot_operand_dtypes",
    "default_dot_input_precision",
    "allowed_dot_input_precisions",
    "max_num_imprecise_acc_default",
    "num_warps",
    "num_ctas",
    "num_stages",
    "maxnreg",
    "ir_override",
    "instrumentation_mode",
    "extern_libs",
    "enable_fp_fusion",
    "launch_cooperative_grid",
    "warp_size",
]


def backend() -> CPUBackend:
    return CPUBackend(GPUTarget("cpu", "x86-64-v3", 0))


def test_frontend_fields_are_there() -> None:
    options = backend().parse_options({})
    for name in FRONTEND_FIELDS:
        assert hasattr(options, name), name
    assert options.arch == "x86-64-v3"
    assert options.default_dot_input_precision == "ieee"


@pytest.mark.parametrize(
    "extra",
    [
        {"num_warps": 8, "num_stages": 5, "num_ctas": 2, "maxnreg": 64},
        {"waves_per_eu": 2, "matrix_instr_nonkdim": 16, "kpack": 2},
        {"fpsan_homomorphic_casts": True},
        {"debug": True, "sanitize_overflow": False, "enable_fp_fusion": True},
    ],
)
def test_gpu_hints_are_accepted(extra: dict[str, int]) -> None:
    options = backend().parse_options(extra)
    for name, value in extra.items():
        assert getattr(options, name) == value


def test_none_means_the_default() -> None:
    assert backend().parse_options({"num_warps": None}).num_warps == CPUOptions().num_warps


def test_bad_num_warps_is_named() -> None:
    with pytest.raises(AssertionError, match="num_warps must be a power of 2, not 3"):
        backend().parse_options({"num_warps": 3})


def test_unknown_launch_option_is_named() -> None:
    x = torch.ones(4)
    with pytest.raises(KeyError, match="no_such_option"):
        add_kernel[(1,)](x, x, x, 4, BLOCK_SIZE=16, no_such_option=1)


def test_hash_covers_options() -> None:
    plain = backend().parse_options({})
    for change in ({"debug": True}, {"enable_fp_fusion": not plain.enable_fp_fusion}):
        assert backend().parse_options(change).hash() != plain.hash()


def test_key_covers_target_version_and_knobs(monkeypatch: pytest.MonkeyPatch) -> None:
    import triton_shared

    plain = backend().hash()
    assert backend().hash() == plain
    assert triton_shared.__version__ in plain
    assert CPUBackend(GPUTarget("cpu", "x86-64-v4", 0)).hash() != plain
    for name, value in (
        ("TRITON_SHARED_FEATURES", "-fma"),
        ("TRITON_SHARED_OPT_LEVEL", "0"),
        ("TRITON_SHARED_LINALG", "0"),
    ):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            assert backend().hash() != plain, name


def test_key_covers_the_hosts_features() -> None:
    host = CPUBackend(GPUTarget("cpu", "", 0)).native_target()
    assert host.cpu
    assert host.key in CPUBackend(GPUTarget("cpu", host.cpu, 0)).hash()


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("TRITON_SHARED_OPT_LEVEL", "9", "a number from 0 to 3"),
        ("TRITON_SHARED_NUM_THREADS", "none", "a number from 1"),
        ("TRITON_SHARED_NUM_THREADS", "99999999999", "a number from 1"),
        ("TRITON_SHARED_OPTIONS", "tile", "name=value"),
        ("TRITON_SHARED_LINALG", "maybe", "0 or 1"),
        ("TRITON_SHARED_HUGE_PAGES", "all", "0 or 1"),
        ("TRITON_SHARED_CORES_APART", "far", "0 or 1"),
    ],
)
def test_malformed_knob_names_the_variable(
    name: str, value: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    knob = next(k for k in knobs.declared() if k.name == name)
    with pytest.raises(ValueError, match=f"{name}.*{reason}"):
        knob.get()


@pytest.mark.parametrize(
    "name",
    ["TRITON_SHARED_NUM_THREADS", "TRITON_SHARED_HUGE_PAGES", "TRITON_SHARED_CORES_APART"],
)
def test_driver_reports_malformed_knobs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only the runtime reads is checked when the driver is made."""
    monkeypatch.setenv(name, "some")
    with pytest.raises(ValueError, match=name):
        CPUDriver()


def test_every_knob_is_documented() -> None:
    for knob in knobs.declared():
        assert knob.name.startswith("TRITON_SHARED_")
        assert knob.doc.endswith(".")
        assert knob.kind


@pytest.mark.parametrize(
    "options", [{"arch": 90}, {"num_warps": "x"}, {"enable_fp_fusion": "x"}, {"extern_libs": 3}]
)
def test_options_of_another_kind_are_named(options: dict[str, object]) -> None:
    (name,) = options
    with pytest.raises(TypeError, match=f"{name}: expected .*, not {options[name]!r}"):
        CPUOptions.parse(options)


def test_numbers_as_truth_values() -> None:
    assert CPUOptions.parse({"enable_fp_fusion": 0}).enable_fp_fusion is False
    assert CPUOptions.parse({"enable_fp_fusion": 1}).hash() == CPUOptions().hash()


def test_gluon_is_refused_with_a_reason() -> None:
    from triton.backends.compiler import Language

    with pytest.raises(NotImplementedError, match="Gluon"):
        backend().add_stages({}, CPUOptions(), Language.GLUON)

# lower(): stops, targets, dumps, errors.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import concurrent.futures
import copy
import itertools
import pickle
import platform
import re
from pathlib import Path

import pytest

from triton_shared import _native

from .kernels import ADD, HEAD


def test_every_stop_is_the_next_ones_input() -> None:
    text: str | bytes = ADD
    stops = _native.STOPS[_native.STOPS.index("loops") :]
    for start, stop in itertools.pairwise(stops):
        lowered = _native.lower(text, start=start, stop=stop)
        assert lowered.metadata == {"name": "add", "arena_bytes": 0}
        text = lowered.output
    assert isinstance(text, bytes)
    assert text.startswith(b"\x7fELF")


@pytest.mark.parametrize("stop", ["llvm", "llir", "asm", "obj"])
def test_of_two_public_functions_none_is_the_kernel(stop: str) -> None:
    """Nor is it known whose scratch memory counts."""
    scratch = 'tts.arena_bytes = 64 : i64, passthrough = [["tts-arena-bytes", "64"]]'
    two = f"{HEAD} attributes {{{scratch}}} {{\n  llvm.return\n}}\n"
    two += two.replace("@kernel", "@other")
    lowered = _native.lower(two, start="llvm", stop=stop)
    assert lowered.metadata == {}
    if stop in ("llir", "asm"):
        assert _native.lower(lowered.output, start=stop, stop="obj").metadata == {}


def test_a_version_is_no_second_kernel() -> None:
    """Versions are public for LLVM; the kernel calls them."""
    two = ADD.replace("@add", "@add.unit_strides") + ADD
    llir = _native.lower(two, start="loops", stop="llir")
    assert llir.metadata["name"] == "add"
    assert _native.lower(llir.output, start="llir", stop="asm").metadata["name"] == "add"


def test_several_stops_at_once() -> None:
    lowered = _native.lower(ADD, start="loops", stop=["llvm", "asm", "obj"])
    assert list(lowered.outputs) == ["llvm", "asm", "obj"]
    assert lowered.output == lowered.outputs["obj"]
    assert "llvm.func @add" in lowered.outputs["llvm"]


def test_asm_and_obj_alone_are_the_same_code() -> None:
    both = _native.lower(ADD, start="loops", stop=["asm", "obj"])
    alone = _native.lower(ADD, start="loops", stop="obj")
    assert _native.load(both.output, "add").code_bytes == (
        _native.load(alone.output, "add").code_bytes
    )


def test_features_decide_the_code() -> None:
    wide = _native.Target(cpu="sapphirerapids")
    narrow = _native.Target(cpu="haswell")
    assert "zmm" in _native.lower(ADD, start="loops", stop="asm", target=wide).output
    asm = _native.lower(ADD, start="loops", stop="asm", target=narrow).output
    assert "ymm" in asm
    assert "zmm" not in asm
    assert wide.key != narrow.key


def test_feature_switched_off_takes_dependent_ones_along() -> None:
    target = _native.Target(features="-avx512f")
    assert not target.has_feature("avx512vl")
    assert not target.has_feature("avx512f")
    assert "zmm" not in _native.lower(ADD, start="loops", stop="asm", target=target).output
    assert target.lacking == []


_NARROWED = """
define void @f(ptr %p, ptr %q) {{
  %v = load <{n} x i{wide}>, ptr %p, align 8
  %t = trunc <{n} x i{wide}> %v to <{n} x i{narrow}>
  call void @llvm.masked.store.v{n}i{narrow}.p0(<{n} x i{narrow}> %t, ptr align 1 %q,
                                                <{n} x i1> <{mask}>)
  ret void
}}
"""


@pytest.mark.parametrize(
    ("n", "lane", "wide", "narrow", "store"),
    [
        (2, 0, 64, 8, "movb"),
        (2, 1, 64, 16, "movw"),
        (4, 2, 32, 8, "movb"),
        (8, 7, 64, 32, "movl"),
        (16, 3, 32, 16, "movw"),
    ],
)
def test_single_lane_is_stored_alone(n: int, lane: int, wide: int, narrow: int, store: str) -> None:
    """LLVM 22 stores such a lane as wide as it was before it was narrowed."""
    mask = ", ".join(f"i1 {int(i == lane)}" for i in range(n))
    text = _NARROWED.format(n=n, wide=wide, narrow=narrow, mask=mask)
    target = _native.Target(cpu="sapphirerapids")
    asm = _native.lower(text, start="llir", stop="asm", target=target).output
    stores = [line.split() for line in asm.splitlines() if line.rstrip().endswith("(%rsi)")]
    out_of_vector = {"movb": "vpextrb", "movw": "vpextrw", "movl": "vextractps"}[store]
    assert len(stores) == 1
    assert stores[0][0] in (store, out_of_vector)


_LANE_BY_LANE = """
define <{n} x i{bits}> @f(ptr %p, <{n} x ptr> %q, <{n} x i1> %m, <{n} x i{bits}> %v) {{
  %x = call <{n} x i{bits}> @llvm.masked.load.v{n}i{bits}.p0(
      ptr align 1 %p, <{n} x i1> %m, <{n} x i{bits}> %v)
  call void @llvm.masked.store.v{n}i{bits}.p0(<{n} x i{bits}> %x, ptr align 1 %p, <{n} x i1> %m)
  %y = call <{n} x i{bits}> @llvm.masked.gather.v{n}i{bits}.v{n}p0(
      <{n} x ptr> align 1 %q, <{n} x i1> %m, <{n} x i{bits}> %v)
  call void @llvm.masked.scatter.v{n}i{bits}.v{n}p0(
      <{n} x i{bits}> %x, <{n} x ptr> align 1 %q, <{n} x i1> %m)
  ret <{n} x i{bits}> %y
}}
"""


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("n", [8, 64])
def test_masks_that_the_cpu_has_not_take_no_branch_for_each_lane(n: int, bits: int) -> None:
    text = _LANE_BY_LANE.format(n=n, bits=bits)
    target = _native.Target(cpu="haswell")
    asm = _native.lower(text, start="llir", stop="asm", target=target).output
    branches = [line for line in asm.splitlines() if re.match(r"\s+j[a-z]+\s", line)]
    # Four accesses: all lanes, none, and round the loop.
    assert len(branches) <= 4 * 5


_SAME_INDICES = """
define <8 x float> @f(ptr %p, ptr %q, ptr %r, <8 x i64> %i) {
  %x = getelementptr float, ptr %p, <8 x i64> %i
  %y = getelementptr float, ptr %q, <8 x i64> %i
  %z = getelementptr float, ptr %r, <8 x i64> %i
  %a = call <8 x float> @llvm.masked.gather.v8f32.v8p0(
      <8 x ptr> align 4 %x, <8 x i1> splat (i1 true), <8 x float> poison)
  %b = call <8 x float> @llvm.masked.gather.v8f32.v8p0(
      <8 x ptr> align 4 %y, <8 x i1> splat (i1 true), <8 x float> poison)
  call void @llvm.masked.scatter.v8f32.v8p0(
      <8 x float> %b, <8 x ptr> align 4 %z, <8 x i1> splat (i1 true))
  ret <8 x float> %a
}
"""


@pytest.mark.parametrize(("cpu", "taken"), [("znver3", 8), ("sapphirerapids", 0)])
def test_same_indices_are_taken_out_once(cpu: str, taken: int) -> None:
    target = _native.Target(cpu=cpu)
    asm = _native.lower(_SAME_INDICES, start="llir", stop="asm", target=target).output
    to_integers = re.findall(r"\s(?:vmovq|vpextrq)\s.*%xmm\d+, %r", asm)
    assert len(to_integers) == taken
    # Loads and stores add them to where the array begins.
    assert len(re.findall(r"\(%r\w+,%r\w+,4\)", asm)) == 3 * taken


_COPIED_REGISTERS = """
define void @f(ptr %args, ptr %q, i64 %n) {{
start:
  %p = load ptr, ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %loop ]
  %from = getelementptr <{n} x {type}>, ptr %p, i64 %i
  %x = load <{n} x {type}>, ptr %from, align 4
  %to = getelementptr <{n} x {type}>, ptr %q, i64 %i
  store <{n} x {type}> %x, ptr %to, align 4
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}}
"""


@pytest.mark.parametrize(
    ("n", "type", "halves", "stored"),
    [(16, "float", 1, 64), (32, "float", 2, 128), (48, "float", 0, 192), (64, "i24", 0, 192)],
)
def test_registers_loaded_in_halves(n: int, type: str, halves: int, stored: int) -> None:
    """On Zen 4, where they can be put together in pairs: nothing is lost elsewhere."""
    text = _COPIED_REGISTERS.format(n=n, type=type)
    target = _native.Target(cpu="znver4")
    asm = _native.lower(text, start="llir", stop="asm", target=target).output
    assert len(re.findall(r"vinsert\w+\s+\$1, -?\d*\(", asm)) == halves
    if type == "float":
        stores = re.findall(r"vmovup[sd]\s+%(zmm|ymm|xmm)\d+, -?\d*\(", asm)
        assert sum({"zmm": 64, "ymm": 32, "xmm": 16}[register] for register in stores) == stored


def test_single_lane_beside_undefined_ones_is_stored_alone() -> None:
    mask = "i1 0, i1 poison, i1 1, i1 undef"
    text = _NARROWED.format(n=4, wide=64, narrow=8, mask=mask)
    target = _native.Target(cpu="sapphirerapids")
    asm = _native.lower(text, start="llir", stop="asm", target=target).output
    assert re.search(r"(movb\t%\w+|pextrb\t.*), 2\(%rsi\)", asm)


_BF16_BLENDS = """
define void @f(ptr %p, ptr %q) {{
  %i = load <128 x i16>, ptr %p, align 2
  %v = bitcast <128 x i16> %i to <128 x bfloat>
  {a}
  {b}
  store <128 x bfloat> %b, ptr %q, align 2
  ret void
}}
"""


def bf16_blend(result: str, source: str, kept: int, *, shuffle: bool) -> str:
    """Of 16 lanes the first `kept`, as many zeros, and then what nobody reads."""

    def lanes(kind: str, first: str, second: str) -> str:
        kinds = (first, second, "poison")
        return ", ".join(
            f"{kind} {kinds[min(lane % 16 // kept, 2)].format(lane, lane + 128)}"
            for lane in range(128)
        )

    typed = "<128 x bfloat>"
    zeros = lanes("bfloat", "poison", "0xR0000")
    if shuffle:
        mask = lanes("i32", "{0}", "{1}")
        return (
            f"%{result} = shufflevector {typed} %{source}, {typed} <{zeros}>, <128 x i32> <{mask}>"
        )
    mask = lanes("i1", "1", "0")
    return f"%{result} = select <128 x i1> <{mask}>, {typed} %{source}, {typed} <{zeros}>"


@pytest.mark.parametrize("shuffle", [True, False])
def test_blends_of_bf16_with_constants(shuffle: bool) -> None:
    """On CPUs with arithmetic in fp16, where LLVM 22 has no code for some of them."""
    a = bf16_blend("a", "v", 2, shuffle=shuffle)
    b = bf16_blend("b", "a", 4, shuffle=shuffle)
    target = _native.Target(cpu="sapphirerapids")
    text = _BF16_BLENDS.format(a=a, b=b)
    assert "zmm" in _native.lower(text, start="llir", stop="asm", target=target).output


def test_choices_of_bf16() -> None:
    """Without AVX512 LLVM 22 takes them apart, one element at a time."""
    text = """
define void @f(ptr %p, ptr %q) {
  %a = load <32 x bfloat>, ptr %p, align 2
  %b = load <32 x bfloat>, ptr %q, align 2
  %x = fpext <32 x bfloat> %a to <32 x float>
  %y = fpext <32 x bfloat> %b to <32 x float>
  %more = fcmp ogt <32 x float> %x, %y
  %c = select <32 x i1> %more, <32 x bfloat> %a, <32 x bfloat> %b
  %z = fpext <32 x bfloat> %c to <32 x float>
  %less = fcmp olt <32 x float> %z, %x
  %d = select <32 x i1> %less, <32 x bfloat> %c, <32 x bfloat> %a
  store <32 x bfloat> %d, ptr %p, align 2
  ret void
}
"""
    asm = _native.lower(text, start="llir", stop="asm", target=_native.Target(cpu="haswell")).output
    assert "pinsrw" not in asm
    assert "vpblendvb" in asm


def _walk(blocks: int) -> str:
    """A loop over places 24 bytes apart, behind so many basic blocks."""
    chain = "".join(f"b{i}:\n  br label %b{i + 1}\n" for i in range(blocks))
    return f"""
define void @walk(ptr %p, i64 %n) {{
  br label %b0
{chain}b{blocks}:
  br label %loop
loop:
  %i = phi i64 [ 0, %b{blocks} ], [ %next, %loop ]
  %offset = mul i64 %i, 24
  %at = getelementptr i8, ptr %p, i64 %offset
  store i64 %i, ptr %at
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}}
"""


def test_huge_functions_alone_go_without_strength_reduction() -> None:
    """LLVM's options for them are those of the process: they must not stay."""
    target = _native.Target(cpu="sapphirerapids")

    def asm(blocks: int) -> str:
        text = _native.lower(_walk(blocks), start="llir", stop="asm", target=target).output
        assert isinstance(text, str)
        return text

    before, huge, after = asm(1), asm(1100), asm(1)
    assert "$24" in before
    assert "$24" not in huge
    assert after == before


@pytest.mark.skipif(platform.machine() != "x86_64", reason="features of x86 CPUs")
def test_features_with_what_they_need_and_what_needs_them() -> None:
    base = {"avx512f": "-avx512f,", "amx-tile": "-amx-tile,"}
    for feature, needed in (("avx512bf16", "avx512f"), ("amx-bf16", "amx-tile")):
        on = _native.Target(features=f"{base[needed]}+{feature}")
        assert on.has_feature(feature)
        assert on.has_feature(needed)
        off = _native.Target(features=f"+{feature},-{needed}")
        assert not off.has_feature(feature)
        assert not off.has_feature(needed)


def test_cross_compiling_prints_assembly() -> None:
    target = _native.Target(triple="aarch64-linux-gnu", cpu="neoverse-v1")
    asm = _native.lower(ADD, start="loops", stop="asm", target=target).output
    assert "fadd" in asm
    assert target.lacking == ["aarch64-unknown-linux-gnu"]


@pytest.mark.parametrize(
    ("kwargs", "problem"),
    [
        ({"cpu": "pentium9"}, "unknown CPU 'pentium9'"),
        ({"features": "+warp"}, "unknown CPU feature 'warp'"),
        ({"triple": "abacus-none"}, "unknown target triple 'abacus-none'"),
        ({"triple": "spirv64"}, "LLVM has no assembler for triple 'spirv64'"),
        ({"triple": "xcore"}, "LLVM has no assembler for triple 'xcore'"),
    ],
)
def test_unknown_target(kwargs: dict[str, str], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        _native.Target(**kwargs)


def test_unknown_stop() -> None:
    with pytest.raises(ValueError, match="no stop named 'ptx'; the stops are ttir, "):
        _native.lower(ADD, start="loops", stop="ptx")
    with pytest.raises(ValueError, match="'ttir' cannot be reached from 'loops'"):
        _native.lower(ADD, start="loops", stop="ttir")
    with pytest.raises(ValueError, match="no pipeline option named 'speed'"):
        _native.lower(ADD, start="loops", stop="llvm", options={"speed": "11"})


def test_parse_error_is_located() -> None:
    with pytest.raises(_native.CompileError) as caught:
        _native.lower("func.func @f() {\n  %0 = arith.nonsense\n}", start="loops", stop="llvm")
    assert caught.value.phase == "parse"
    first = caught.value.diagnostics[0]
    assert first.severity == "error"
    assert first.location == "kernel:2:8"
    assert "arith.nonsense" in first.message
    assert "kernel:2:8: error: " in str(caught.value)


def test_errors_go_to_other_processes() -> None:
    with pytest.raises(_native.CompileError) as caught:
        _native.lower("func.func @f() {\n  %0 = arith.nonsense\n}", start="loops", stop="llvm")
    for error in (pickle.loads(pickle.dumps(caught.value)), copy.deepcopy(caught.value)):
        assert type(error) is _native.CompileError
        assert str(error) == str(caught.value)
        assert error.phase == "parse"
        assert str(error.diagnostics[0]) == str(caught.value.diagnostics[0])


def test_leftover_op_is_located() -> None:
    text = (
        'func.func @f(%m: memref<4xf32>) {\n  "test.mystery"(%m) : (memref<4xf32>) -> () '
        'loc("k.py":7:3)\n  return\n}'
    )
    with pytest.raises(_native.CompileError, match=r"mystery|unregistered"):
        _native.lower(text, start="loops", stop="llvm")


@pytest.mark.parametrize("start", ["llir", "asm"])
def test_errors_behind_mlir(start: str) -> None:
    with pytest.raises(_native.CompileError):
        _native.lower("this is not code", start=start, stop="obj")


def test_unselectable_code_is_an_error_not_an_abort() -> None:
    text = """
    declare void @llvm.amdgcn.s.barrier()
    define void @k() {
      call void @llvm.amdgcn.s.barrier()
      ret void
    }
    """
    with pytest.raises(_native.CompileError, match=r"[Ss]elect"):
        _native.lower(text, start="llir", stop="obj")
    assert _native.lower(ADD, start="loops", stop="obj").output


def test_dump(tmp_path: Path) -> None:
    _native.lower(ADD, start="loops", stop="obj", dump_dir=str(tmp_path))
    _native.lower(ADD, start="loops", stop="llvm", dump_dir=str(tmp_path), dump_name="other")
    names = sorted(path.name for path in (tmp_path / "add").iterdir())
    assert names[0] == "00-input.mlir"
    assert [name[:2] for name in names] == [f"{i:02}" for i in range(len(names))]
    assert names[-1].endswith("-emit.s")
    assert "llvm.func" in (tmp_path / "other").joinpath(names[-4]).read_text()


def test_dump_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(_native.CompileError, match="cannot dump IR to"):
        _native.lower(ADD, start="loops", stop="obj", dump_dir=str(file))


def test_compiling_in_several_threads() -> None:
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(_native.lower, ADD, start="loops", stop="obj") for _ in range(24)]
        assert len({job.result().output for job in jobs}) == 1


@pytest.mark.parametrize(
    "body",
    [
        "entry:\n  br label %entry",
        "  br i1 %c, label %a, label %b\na:\n  %x = add i32 1, 2\n  br label %b\nb:\n"
        "  store i32 %x, ptr %p\n  ret void",
    ],
    ids=["branch to the entry", "use that is not dominated"],
)
def test_invalid_llvm_ir_is_an_error(body: str) -> None:
    text = f"define void @k(i1 %c, ptr %p) {{\n{body}\n}}\n"
    with pytest.raises(_native.CompileError, match="invalid LLVM IR"):
        _native.lower(text, start="llir", stop="asm")

"""Runs TTIR before and after triton-to-structured and records every access.

Integers and addresses are exact. Floats are stand-ins (a hash of what they were
computed from): the accesses of a kernel are what is compared, not its results.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from __future__ import annotations

import re
import zlib
from typing import Any

import numpy as np
from generic_ir import Block, Op, split_top_level

Array = Any
DYNAMIC = -(2**63)
MAX_STEPS = 200_000


class TooLongError(Exception):
    """The kernel runs longer than a test should."""


def type_shape(text: str) -> tuple[list[int], str]:
    """Shape and element type of `tensor<8x!tt.ptr<f32>>`, `!tts.block<f32>` or a scalar type."""
    match = re.match(r"(tensor|!tts\.block)<((?:\d+x)*)(.*)>$", text)
    if not match:
        return [], text
    return [int(size) for size in match.group(2).split("x") if size], match.group(3)


def width(element: str) -> int:
    if element == "index" or element.startswith("!tt.ptr"):
        return 64
    match = re.match(r"i(\d+)$", element)
    return int(match.group(1)) if match else 64


def element_bytes(pointer: str) -> int:
    inner = pointer[len("!tt.ptr<") : -1].split(",")[0].strip()
    if inner.startswith("!tt.ptr"):
        return 8
    bits = int(re.search(r"\d+", inner).group(0)) if not inner.startswith("f8") else 8
    return (bits + 7) // 8


def to_width(value: Array, bits: int) -> Array:
    value = np.asarray(value, dtype=np.int64)
    if bits >= 64:
        return value
    if bits == 1:
        return value & 1
    shift = np.int64(64 - bits)
    return (value << shift) >> shift


def mix(*values: Array) -> Array:
    with np.errstate(over="ignore"):
        total = np.uint64(0x9E3779B97F4A7C15)
        for value in values:
            total = total * np.uint64(6364136223846793005) + np.asarray(value).astype(np.uint64)
            total = total ^ (total >> np.uint64(29))
    return total.astype(np.int64)


def truncated_div(a: Array, b: Array) -> Array:
    safe = np.where(b == 0, 1, b)
    quotient = np.abs(a) // np.abs(safe)
    return np.where(b == 0, 0, np.where((a < 0) != (safe < 0), -quotient, quotient))


def unsigned(value: Array, bits: int) -> Array:
    value = value.astype(np.uint64)
    return value & np.uint64((1 << bits) - 1) if bits < 64 else value


PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]


def compare(predicate: int, a: Array, b: Array, bits: int) -> Array:
    name = PREDICATES[predicate]
    if bits == 1:
        a, b = (-a, -b) if name[0] == "s" else (a, b)
    if name[0] == "u":
        a, b = unsigned(a, bits), unsigned(b, bits)
    order = name if name in ("eq", "ne") else name[1:]
    functions = {
        "eq": np.equal,
        "ne": np.not_equal,
        "lt": np.less,
        "le": np.less_equal,
        "gt": np.greater,
        "ge": np.greater_equal,
    }
    return functions[order](a, b).astype(np.int64)


def parse_constant(text: str, shape: list[int]) -> Array:
    text = text.rsplit(":", 1)[0].strip()
    dense = re.match(r"dense<(.*)>$", text, re.S)
    body = dense.group(1) if dense else text
    body = body.replace("true", "1").replace("false", "0")
    if re.fullmatch(r"-?\d+", body):
        return np.full(shape, int(body), dtype=np.int64)
    if dense and re.fullmatch(r"[\[\]\d,\s-]+", body):
        values = [int(number) for number in re.findall(r"-?\d+", body)]
        return np.array(values, dtype=np.int64).reshape(shape)
    return np.full(shape, zlib.crc32(body.encode()), dtype=np.int64)


def parse_ints(text: str) -> list[int]:
    inner = text.split(":", 1)[1] if ":" in text else ""
    return [int(number) for number in re.findall(r"-?\d+", inner)]


class Machine:
    """One program instance."""

    def __init__(self, program: tuple[int, int, int]) -> None:
        self.program = program
        self.values: dict[str, Array] = {}
        self.log: list[tuple[str, bytes, bytes]] = []
        self.loads: list[tuple[str, bytes, bytes]] = []
        self.steps = 0

    def run(self, function: Op, arguments: list[int]) -> None:
        entry = function.regions[0][0]
        for name, value in zip(entry.arguments, arguments, strict=True):
            self.values[name] = np.asarray(value, dtype=np.int64)
        self.block(entry)

    def block(self, block: Block) -> tuple[Op, list[Array]]:
        for op in block.ops[:-1]:
            self.op(op)
        last = block.ops[-1]
        return last, [self.values[name] for name in last.operands]

    def bind(self, names: list[str], values: list[Array]) -> None:
        for name, value in zip(names, values, strict=True):
            self.values[name] = value

    def op(self, op: Op) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooLongError
        inputs = [self.values[name] for name in op.operands]
        handler = getattr(self, "op_" + op.name.replace(".", "_"), None)
        if handler:
            self.bind(op.results, handler(op, inputs))
            return
        for name, type_text in zip(op.results, op.result_types, strict=True):
            shape, element = type_shape(type_text)
            bits = width(element)
            if op.name.startswith("arith.") and re.match(r"i\d+$|index$", element):
                result = self.arith(op, inputs, bits)
            else:
                result = None
            if result is None:
                seed = zlib.crc32(op.name.encode())
                if all(value.shape in ((), tuple(shape)) for value in inputs):
                    result = mix(seed, *inputs) + np.zeros(shape, dtype=np.int64)
                else:
                    folded = [mix(*value.reshape(-1)) for value in inputs]
                    result = np.full(shape, mix(seed, *folded))
            self.values[name] = to_width(result, bits)

    def arith(self, op: Op, inputs: list[Array], bits: int) -> Array | None:
        name = op.name[len("arith.") :]
        source_bits = width(type_shape(op.operand_types[0])[1]) if inputs else 0
        with np.errstate(over="ignore"):
            if name == "constant":
                return parse_constant(op.attributes["value"], type_shape(op.result_types[0])[0])
            if name == "cmpi":
                predicate = int(op.attributes["predicate"].split(":")[0])
                return compare(predicate, inputs[0], inputs[1], source_bits)
            if name == "select":
                return np.where(inputs[0] != 0, inputs[1], inputs[2])
            if name in ("extsi", "trunci", "index_cast"):
                return -inputs[0] if source_bits == 1 and name == "extsi" else inputs[0]
            if name in ("extui", "index_castui"):
                return unsigned(inputs[0], source_bits).astype(np.int64)
            if len(inputs) != 2 or not re.match(
                r"i\d+$|index$", type_shape(op.operand_types[0])[1]
            ):
                return None
            a, b = inputs
            ua, ub = unsigned(a, bits), unsigned(b, bits)
            safe = np.where(ub == 0, np.uint64(1), ub)
            table = {
                "addi": lambda: a + b,
                "subi": lambda: a - b,
                "muli": lambda: a * b,
                "andi": lambda: a & b,
                "ori": lambda: a | b,
                "xori": lambda: a ^ b,
                "shli": lambda: a << (b & 63),
                "shrsi": lambda: a >> (b & 63),
                "shrui": lambda: (ua >> (ub & np.uint64(63))).astype(np.int64),
                "divsi": lambda: truncated_div(a, b),
                "remsi": lambda: a - truncated_div(a, b) * b,
                "floordivsi": lambda: np.where(b == 0, 0, a // np.where(b == 0, 1, b)),
                "divui": lambda: (ua // safe).astype(np.int64),
                "remui": lambda: (ua % safe).astype(np.int64),
                "minsi": lambda: np.minimum(a, b),
                "maxsi": lambda: np.maximum(a, b),
                "minui": lambda: np.minimum(ua, ub).astype(np.int64),
                "maxui": lambda: np.maximum(ua, ub).astype(np.int64),
            }
            return table[name]() if name in table else None

    def small_number(self, op: Op, inputs: list[Array]) -> list[Array]:
        # Small, for what the analysis takes for granted: indices do not wrap around their type.
        shape, _ = type_shape(op.result_types[0])
        return [(mix(zlib.crc32(op.name.encode()), inputs[0]) & 63) + np.zeros(shape, np.int64)]

    op_arith_fptosi = op_arith_fptoui = small_number

    def op_arith_select(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [np.where(inputs[0] != 0, inputs[1], inputs[2])]

    def op_tt_get_program_id(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [np.int64(self.program[int(op.attributes["axis"].split(":")[0])])]

    def op_tt_get_num_programs(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [np.int64(7)]

    def op_tt_make_range(self, op: Op, inputs: list[Array]) -> list[Array]:
        start = int(op.attributes["start"].split(":")[0])
        end = int(op.attributes["end"].split(":")[0])
        return [np.arange(start, end, dtype=np.int64)]

    def op_tt_splat(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [np.broadcast_to(inputs[0], type_shape(op.result_types[0])[0])]

    def op_tt_broadcast(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [np.broadcast_to(inputs[0], type_shape(op.result_types[0])[0])]

    def op_tt_unsplat(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [inputs[0].reshape(())]

    def op_tt_expand_dims(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [np.expand_dims(inputs[0], int(op.attributes["axis"].split(":")[0]))]

    def op_tt_reshape(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [inputs[0].reshape(type_shape(op.result_types[0])[0])]

    def op_tt_trans(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [np.transpose(inputs[0], parse_ints(op.attributes["order"]))]

    def op_tt_bitcast(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [inputs[0]]

    def op_tt_int_to_ptr(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [inputs[0]]

    def op_tt_ptr_to_int(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [inputs[0]]

    def op_tt_addptr(self, op: Op, inputs: list[Array]) -> list[Array]:
        return [inputs[0] + inputs[1] * element_bytes(type_shape(op.result_types[0])[1])]

    def record(self, kind: str, address: Array, mask: Array, values: list[Array]) -> Array:
        mask = np.broadcast_to(mask, address.shape) != 0
        if not mask.any():
            # An access of no lane may as well be gone.
            return mask
        active = np.where(mask, address, 0)
        entry = (kind, active.tobytes(), mask.tobytes())
        (self.loads if kind == "load" else self.log).append(entry)
        for value in values:
            self.log.append((kind + " value", np.where(mask, value, 0).tobytes(), b""))
        return mask

    def loaded(self, address: Array, mask: Array, other: Array, result_type: str) -> Array:
        element = type_shape(result_type)[1]
        value = mix(address, len(self.log)) & 63
        if element.startswith("!tt.ptr"):
            value = value << 32
        return to_width(np.where(mask, value, other), width(element))

    @staticmethod
    def segments(op: Op, inputs: list[Array]) -> list[list[Array]]:
        sizes = parse_ints(op.attributes["operandSegmentSizes"])
        groups, start = [], 0
        for size in sizes:
            groups.append(inputs[start : start + size])
            start += size
        return groups

    @staticmethod
    def is_integer(type_text: str) -> bool:
        return re.match(r"i\d+$", type_shape(type_text)[1]) is not None

    def op_tt_load(self, op: Op, inputs: list[Array]) -> list[Array]:
        pointer, mask, other = self.segments(op, inputs)
        active = self.record("load", pointer[0], mask[0] if mask else np.int64(1), [])
        return [
            self.loaded(pointer[0], active, other[0] if other else np.int64(0), op.result_types[0])
        ]

    def op_tt_store(self, op: Op, inputs: list[Array]) -> list[Array]:
        mask = inputs[2] if len(inputs) > 2 else np.int64(1)
        values = [inputs[1]] if self.is_integer(op.operand_types[1]) else []
        self.record("store", inputs[0], mask, values)
        return []

    def op_tt_atomic_rmw(self, op: Op, inputs: list[Array]) -> list[Array]:
        mask = inputs[2] if len(inputs) > 2 else np.int64(1)
        active = self.record("rmw", inputs[0], mask, [])
        return [self.loaded(inputs[0], active, np.int64(0), op.result_types[0])]

    def op_tt_atomic_cas(self, op: Op, inputs: list[Array]) -> list[Array]:
        active = self.record("cas", inputs[0], np.int64(1), [])
        return [self.loaded(inputs[0], active, np.int64(0), op.result_types[0])]

    def op_tts_make_block(self, op: Op, inputs: list[Array]) -> list[Array]:
        base, offset, strides, lower, upper, starts, moduli, gather, mask = self.segments(
            op, inputs
        )
        shape = type_shape(op.result_types[0])[0]
        scale = element_bytes(type_shape(op.operand_types[0])[1])
        wraps = parse_ints(op.attributes["wrap_dims"])

        def mixed(name: str, dynamic: list[Array]) -> list[Array]:
            rest = iter(dynamic)
            static = parse_ints(op.attributes[name])
            return [next(rest) if value == DYNAMIC else np.int64(value) for value in static]

        steps = mixed("static_strides", strides)
        low, high = mixed("static_lower", lower), mixed("static_upper", upper)
        lanes = np.zeros(shape, dtype=np.int64) + offset[0]
        active = np.ones(shape, dtype=bool)
        for dim, size in enumerate(shape):
            index = np.arange(size, dtype=np.int64).reshape(
                [size if other == dim else 1 for other in range(len(shape))]
            )
            if low:
                active &= (low[dim] <= index) & (index < high[dim])
            if dim in wraps:
                start, modulus = starts[wraps.index(dim)], moduli[wraps.index(dim)]
                index = start + index
                index = index - truncated_div(index, modulus + 0 * index) * modulus
            lanes = lanes + index * steps[dim]
        if gather:
            lanes = lanes + gather[0]
        if mask:
            active = active & (mask[0] != 0)
        pair = np.empty((), dtype=object)
        pair[()] = (base[0] + lanes * scale, active.astype(np.int64))
        return [pair]

    def op_tts_load(self, op: Op, inputs: list[Array]) -> list[Array]:
        address, mask = inputs[0][()]
        active = self.record("load", address, mask, [])
        other = inputs[1] if len(inputs) > 1 else np.int64(0)
        return [self.loaded(address, active, other, op.result_types[0])]

    def op_tts_store(self, op: Op, inputs: list[Array]) -> list[Array]:
        address, mask = inputs[1][()]
        values = [inputs[0]] if self.is_integer(op.operand_types[0]) else []
        self.record("store", address, mask, values)
        return []

    def op_tts_atomic_rmw(self, op: Op, inputs: list[Array]) -> list[Array]:
        address, mask = inputs[0][()]
        active = self.record("rmw", address, mask, [])
        return [self.loaded(address, active, np.int64(0), op.result_types[0])]

    def op_tts_atomic_cas(self, op: Op, inputs: list[Array]) -> list[Array]:
        address, mask = inputs[0][()]
        active = self.record("cas", address, mask, [])
        return [self.loaded(address, active, np.int64(0), op.result_types[0])]

    def op_scf_for(self, op: Op, inputs: list[Array]) -> list[Array]:
        body = op.regions[0][0]
        lower, upper, step = (int(value) for value in inputs[:3])
        carried = inputs[3:]
        for iteration in range(lower, upper, max(step, 1)):
            self.bind(body.arguments, [np.int64(iteration), *carried])
            carried = self.block(body)[1]
        return carried

    def op_scf_while(self, op: Op, inputs: list[Array]) -> list[Array]:
        before, after = op.regions[0][0], op.regions[1][0]
        carried = inputs
        while True:
            self.bind(before.arguments, carried)
            condition, *forwarded = self.block(before)[1]
            self.steps += 1
            if not condition:
                return forwarded
            if self.steps > MAX_STEPS:
                raise TooLongError
            self.bind(after.arguments, forwarded)
            carried = self.block(after)[1]

    def op_scf_if(self, op: Op, inputs: list[Array]) -> list[Array]:
        region = op.regions[0] if inputs[0] else op.regions[1]
        return self.block(region[0])[1] if region else []


def argument_values(function: Op, rng: Any) -> list[int]:
    """Arguments that make kernels do something: far apart pointers, small numbers."""
    types = split_top_level(
        re.search(r"\((.*)\) -> ", function.attributes["function_type"]).group(1)
    )
    values = []
    for position, type_text in enumerate(types):
        if type_text.startswith("!tt.ptr"):
            values.append((position + 1) << 40)
        elif type_text == "i1":
            values.append(int(rng.integers(0, 2)))
        else:
            values.append(int(rng.choice([1, 2, 3, 5, 7, 8, 16, 17, 31, 33, 64, 100, 130])))
    return values

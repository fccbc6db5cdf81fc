"""A small reader of MLIR's generic form: enough to run TTIR and the structured stop.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
WORD = re.compile(r"[^\s,:()\[\]{}]+")


@dataclass
class Block:
    arguments: list[str] = field(default_factory=list)
    ops: list[Op] = field(default_factory=list)


@dataclass
class Op:
    name: str
    operands: list[str]
    results: list[str]
    attributes: dict[str, str]
    operand_types: list[str]
    result_types: list[str]
    regions: list[list[Block]]


def split_top_level(text: str, separator: str = ",") -> list[str]:
    """Splits at separators outside of brackets and strings."""
    parts: list[str] = []
    depth = 0
    start = 0
    quoted = False
    for position, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif char in CLOSING:
            depth += 1
        elif char in ")]}" or (char == ">" and text[position - 1] != "-"):
            depth -= 1
        elif char == separator and depth == 0:
            parts.append(text[start:position].strip())
            start = position + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


class Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def skip(self) -> None:
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1

    def peek(self, token: str) -> bool:
        self.skip()
        return self.text.startswith(token, self.position)

    def take(self, token: str) -> None:
        if not self.peek(token):
            around = self.text[self.position : self.position + 80]
            raise ValueError(f"expected {token!r} before {around!r}")
        self.position += len(token)

    def balanced(self) -> str:
        """The text inside the bracket that starts here."""
        self.skip()
        start = self.position
        depth = 0
        quoted = False
        while True:
            char = self.text[self.position]
            if char == '"' and self.text[self.position - 1] != "\\":
                quoted = not quoted
            elif quoted:
                pass
            elif char in CLOSING:
                depth += 1
            elif char in ")]}" or (char == ">" and self.text[self.position - 1] != "-"):
                depth -= 1
            self.position += 1
            if depth == 0:
                return self.text[start + 1 : self.position - 1]

    def line(self) -> str:
        end = self.text.find("\n", self.position)
        end = len(self.text) if end < 0 else end
        text = self.text[self.position : end]
        self.position = end
        return text.strip()

    def block(self) -> Block:
        block = Block()
        if self.peek("^"):
            WORD_match = WORD.match(self.text, self.position)
            assert WORD_match
            self.position = WORD_match.end()
            if self.peek("("):
                for argument in split_top_level(self.balanced()):
                    block.arguments.append(argument.split(":")[0].strip())
            self.take(":")
        while not self.peek("}") and not self.peek("^"):
            block.ops.append(self.op())
        return block

    def region(self) -> list[Block]:
        self.take("{")
        blocks = []
        while not self.peek("}"):
            blocks.append(self.block())
        self.take("}")
        return blocks

    def op(self) -> Op:
        self.skip()
        results: list[str] = []
        if self.peek("%"):
            head = self.text[self.position : self.text.index(" = ", self.position)]
            self.position += len(head) + 3
            name, _, count = head.partition(":")
            results = [f"{name}#{i}" for i in range(int(count))] if count else [name]
        self.take('"')
        end = self.text.index('"', self.position)
        name = self.text[self.position : end]
        self.position = end + 1
        operands = split_top_level(self.balanced())
        attributes: dict[str, str] = {}
        regions: list[list[Block]] = []
        if self.peek("<{"):
            self.attributes(self.balanced().strip()[1:-1], attributes)
        if self.peek("("):
            self.take("(")
            while not self.peek(")"):
                regions.append(self.region())
                if self.peek(","):
                    self.take(",")
            self.take(")")
        if self.peek("{"):
            self.attributes(self.balanced(), attributes)
        self.take(":")
        operand_types, _, result_types = self.function_type(self.line())
        return Op(name, operands, results, attributes, operand_types, result_types, regions)

    @staticmethod
    def attributes(text: str, into: dict[str, str]) -> None:
        for part in split_top_level(text):
            key, _, value = part.partition("=")
            into[key.strip()] = value.strip()

    @staticmethod
    def function_type(text: str) -> tuple[list[str], str, list[str]]:
        reader = Reader(text)
        inputs = split_top_level(reader.balanced())
        reader.take("->")
        rest = text[reader.position :].strip()
        results = split_top_level(rest[1:-1]) if rest.startswith("(") else [rest]
        return inputs, "->", results


def read_functions(text: str) -> list[Op]:
    """The tt.func operations of a module in generic form."""
    module = Reader(text).op()
    return [op for op in module.regions[0][0].ops if op.name == "tt.func"]

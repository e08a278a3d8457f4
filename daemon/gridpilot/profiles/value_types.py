"""Kinds of values in a profile file. A kind is said once and used three times: to read, to describe, and to write.

`read` gives the value, or notes what is wrong with it in the file's problems and raises `Wrong`; `schema` is its JSON
schema, for editors; `text` is TOML that reads as the same value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any, Protocol

from gridpilot.geometry import Spot, SpotRect
from gridpilot.plain_text import plain
from gridpilot.toml_file import TomlFile

if TYPE_CHECKING:
    from enum import StrEnum

Schema = dict[str, Any]

DEEPEST = 8  # tables in tables; only a file that means harm goes deeper
LONGEST = 500  # characters of a text


class Kind(Protocol):
    def read(self, file: TomlFile, key: str, value: object) -> Any: ...

    def schema(self) -> Schema: ...

    def text(self, value: Any) -> str: ...


def _number(value: object, least: float, most: float) -> bool:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return plain and isfinite(value) and least <= value <= most  # type: ignore[arg-type, operator]


def name_of(key: str) -> str:
    """The part of a path that a message names: "after_click" of "pace.after_click"."""
    return key.rsplit(".", maxsplit=1)[-1]


def quoted(text: str) -> str:
    """As a basic TOML string; JSON's escapes are among TOML's, but for DEL, which must be escaped as well."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def key_text(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of an enumeration, or of some names."""

    of: type[StrEnum] | tuple[str, ...]

    def read(self, file: TomlFile, key: str, value: object) -> str:
        taken = file.choice(key, value, self.of)
        return taken if isinstance(self.of, tuple) else self.of(taken)

    def schema(self) -> Schema:
        return {"enum": [str(each) for each in self.of]}

    def text(self, value: str) -> str:
        return quoted(str(value))


@dataclass(frozen=True, slots=True)
class Flag:
    def read(self, file: TomlFile, key: str, value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise file.wrong(key, f"{name_of(key)} must be true or false")

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def text(self, value: bool) -> str:
        return str(value).lower()


@dataclass(frozen=True, slots=True)
class Words:
    """A text. `fault` says what is wrong with one, and a hint; two empty texts when nothing is."""

    fault: Callable[[str], tuple[str, str]] = lambda _: ("", "")
    empty: bool = True

    def read(self, file: TomlFile, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise file.wrong(key, f'{name_of(key)} must be a text in "quotes"')
        if not value and not self.empty:
            raise file.wrong(key, f"{name_of(key)} must be a text that is not empty")
        if len(value) > LONGEST:
            raise file.wrong(key, f"{name_of(key)} is too long", f"{LONGEST} characters at most")
        if value != plain(value):
            raise file.wrong(key, f"{name_of(key)} has signs that cannot be seen", "leave them out")
        wrong, hint = self.fault(value)
        if wrong:
            raise file.wrong(key, f"{name_of(key)}: {wrong}", hint)
        return value

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": LONGEST} | ({} if self.empty else {"minLength": 1})

    def text(self, value: str) -> str:
        return quoted(value)


ONE_TEXT = Words(empty=False)


class Likes:
    """A text that a window's must be like, or several of which it must be like any: a tuple either way."""

    def read(self, file: TomlFile, key: str, value: object) -> tuple[str, ...]:
        if value == []:
            raise file.wrong(key, f"{name_of(key)} must be a text, or some texts")
        parts = enumerate(value) if isinstance(value, list) else [("", value)]
        at = [(f"{key}.{part}" if part != "" else key, text) for part, text in parts]
        texts = tuple(file.all_of(partial(ONE_TEXT.read, file, *each) for each in at))
        if any(text.startswith("re:") for text in texts):
            file.warn(key, f"{name_of(key)}: a regular expression is taken as it stands", "* stands for anything")
        return texts

    def schema(self) -> Schema:
        one = ONE_TEXT.schema()
        return {"oneOf": [one, {"type": "array", "items": one, "minItems": 1}]}

    def text(self, value: tuple[str, ...]) -> str:
        return quoted(value[0]) if len(value) == 1 else f"[{', '.join(map(quoted, value))}]"


@dataclass(frozen=True, slots=True)
class Number:
    """`unit` completes "must be a number of ..."."""

    least: float
    most: float
    unit: str = ""
    whole: bool = False

    def read(self, file: TomlFile, key: str, value: object) -> float:
        if _number(value, self.least, self.most) and not (self.whole and not isinstance(value, int)):
            return value if self.whole else float(value)  # type: ignore[return-value, arg-type]
        what = "a whole number" if self.whole else "a number"
        unit = f" of {self.unit}" if self.unit else ""
        raise file.wrong(key, f"{name_of(key)} must be {what}{unit} from {self.least:g} to {self.most:.0f}")

    def schema(self) -> Schema:
        kind = "integer" if self.whole else "number"
        return {"type": kind, "minimum": self.least, "maximum": self.most}

    def text(self, value: float) -> str:
        return str(value) if self.whole else repr(float(value))


@dataclass(frozen=True, slots=True)
class Fractions:
    """A point (two numbers) or a rectangle (four) in fractions of the window's content."""

    count: int

    def read(self, file: TomlFile, key: str, value: object) -> Spot | SpotRect:
        if isinstance(value, list) and len(value) == self.count and all(_number(each, 0, 1) for each in value):
            numbers = [float(each) for each in value]
            if self.count == 2:
                return Spot(*numbers)
            if numbers[0] < numbers[2] and numbers[1] < numbers[3]:
                return SpotRect(*numbers)
            raise file.wrong(
                key, f"{name_of(key)} has no inside", "left, top, right, bottom: e.g. [0.1, 0.2, 0.9, 0.8]"
            )
        if self.count == 2:
            raise file.wrong(key, f"{name_of(key)} must be two fractions of the window", "e.g. [0.1, 0.95]")
        raise file.wrong(key, f"{name_of(key)} must be four fractions of the window", "e.g. [0.1, 0.2, 0.9, 0.8]")

    def schema(self) -> Schema:
        number = {"type": "number", "minimum": 0, "maximum": 1}
        return {"type": "array", "items": number, "minItems": self.count, "maxItems": self.count}

    def text(self, value: Spot | SpotRect) -> str:
        return f"[{', '.join(repr(getattr(value, each.name)) for each in fields(value))}]"


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a table. `says` is what it means: the schema's description, and the comment in a file that gridpilot
    writes. `field` is its name in the type, where that is another.
    """

    kind: Kind
    says: str
    required: bool = False
    field: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose keys are known; `make` takes the values, by the names of the fields."""

    make: Callable[..., Any]
    keys: Mapping[str, Entry]
    example: str

    def read(self, file: TomlFile, key: str, value: object) -> Any:
        if not isinstance(value, dict):
            raise file.wrong(key, f"{name_of(key)} must be a table", f"e.g. {self.example}")
        return self.make(**self.taken(file, value, key))

    def taken(self, file: TomlFile, table: dict[str, Any], where: str = "") -> dict[str, Any]:
        """The values by the names of their fields; raises Wrong when one that is needed is missing or wrong."""
        file.warn_unknown(table, self.keys, where)

        def read(key: str, entry: Entry) -> tuple[str, Any]:
            path = f"{where}.{key}" if where else key
            if key not in table:
                raise file.wrong(path, f"{key} is missing", entry.says)
            return entry.field or key, entry.kind.read(file, path, table[key])

        wanted = ((key, entry) for key, entry in self.keys.items() if key in table or entry.required)
        return dict(file.all_of(partial(read, *each) for each in wanted))

    def schema(self) -> Schema:
        properties = {key: entry.kind.schema() | {"description": entry.says} for key, entry in self.keys.items()}
        required = [key for key, entry in self.keys.items() if entry.required]
        needed = {"required": required} if required else {}
        return {"type": "object", "properties": properties, "additionalProperties": False, **needed}

    def given(self, value: Any) -> dict[str, tuple[Entry, Any]]:
        """The keys whose values are not the default, in order."""
        usual = {each.name: each.default for each in fields(value)}
        values = {key: (entry, getattr(value, entry.field or key)) for key, entry in self.keys.items()}
        return {
            key: (entry, held)
            for key, (entry, held) in values.items()
            if entry.required or (held != usual[entry.field or key] and held not in ((), None))
        }

    def text(self, value: Any) -> str:
        pairs = (f"{key_text(key)} = {entry.kind.text(held)}" for key, (entry, held) in self.given(value).items())
        return f"{{ {', '.join(pairs)} }}"


@dataclass(frozen=True, slots=True)
class OneOrMore:
    """One table, or a list of them: a tuple either way."""

    table: Callable[[], Table]
    needs: str

    def read(self, file: TomlFile, key: str, value: object) -> tuple[Any, ...]:
        tables = value if isinstance(value, list) else [value]
        if not tables or not all(isinstance(table, dict) and table for table in tables):
            raise file.wrong(key, f"{name_of(key)} {self.needs}", f"e.g. {name_of(key)} = {self.table().example}")
        if key.count(".") > DEEPEST:
            raise file.wrong(key, "is nested too deeply")
        names = [f"{key}.{number}" for number in range(len(tables))] if isinstance(value, list) else [key]
        read = self.table().read
        return tuple(file.all_of(partial(read, file, *each) for each in zip(names, tables, strict=True)))

    def schema(self) -> Schema:
        one = {"$ref": "#/$defs/rule"}
        return {"oneOf": [one, {"type": "array", "items": one, "minItems": 1}]}

    def text(self, value: tuple[Any, ...]) -> str:
        texts = [self.table().text(each) for each in value]
        return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"

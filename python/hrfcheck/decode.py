"""JSON to the dataclasses of this package, and back, by their type hints."""

from __future__ import annotations

import dataclasses
import enum
import functools
import keyword
import typing
from typing import Any, Dict, Mapping, Type, TypeVar

from .answers.words import Unanswered
from .errors import ProgramFailed

T = TypeVar("T")


def json_name(field: str) -> str:
    """The name in the JSON: ``from_`` is ``from``, which is a keyword of Python."""
    return field[:-1] if field.endswith("_") and keyword.iskeyword(field[:-1]) else field


@functools.lru_cache(maxsize=None)
def _hints(cls: Any) -> Dict[str, Any]:
    return typing.get_type_hints(cls)


def shown_fields(cls: Type[Any]) -> typing.Tuple["dataclasses.Field[Any]", ...]:
    """The fields that stand for properties of the JSON; what a value knows about its call begins with ``_``."""
    return tuple(field for field in dataclasses.fields(cls) if not field.name.startswith("_"))


def is_optional(field: "dataclasses.Field[Any]") -> bool:
    """Whether the property may be missing in the JSON."""
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def decode(hint: Any, value: Any, where: str = "") -> Any:
    """A value of the type ``hint``.

    Properties that this package does not know are passed over: within a version of a format, some may be added.

    Raises ProgramFailed, with the place in the document, if the value is of another type.
    """
    origin = typing.get_origin(hint)
    if dataclasses.is_dataclass(hint):
        return _object(hint, value, where)
    if origin is tuple:
        _require(isinstance(value, list), hint, value, where)
        return _tuple(typing.get_args(hint), value, where)
    if origin is not None and isinstance(origin, type) and issubclass(origin, typing.cast(type, Mapping)):
        _require(isinstance(value, dict), hint, value, where)
        of = typing.get_args(hint)[1]
        return {key: decode(of, item, f"{where}.{key}") for key, item in value.items()}
    if origin is typing.Union:
        return _union(typing.get_args(hint), value, where)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        _require(isinstance(value, str) and value in [member.value for member in hint], hint, value, where)
        return hint(value)
    wanted = (int, float) if hint is float else hint
    _require(isinstance(value, wanted) and (hint is bool or not isinstance(value, bool)), hint, value, where)
    return value


def _require(holds: bool, hint: Any, value: Any, where: str) -> None:
    if not holds:
        name = getattr(hint, "__name__", str(hint))
        raise ProgramFailed(f"the program's answer has {value!r} at {where or 'its top'}, where {name} is expected; is it of another version?")


def _tuple(of: Any, value: Any, where: str) -> Any:
    if of[-1] is not Ellipsis:
        _require(len(value) == len(of), of, value, where)
        return tuple(decode(hint, item, f"{where}[{i}]") for i, (hint, item) in enumerate(zip(of, value)))
    return tuple(decode(of[0], item, f"{where}[{i}]") for i, item in enumerate(value))


def _union(of: Any, value: Any, where: str) -> Any:
    """Of a type and None, or of a type and Unanswered, which the dataclass puts in None's place."""
    rest = [hint for hint in of if hint not in (type(None), Unanswered)]
    if value is None:
        return None
    assert len(rest) == 1, "a property has one type"
    return decode(rest[0], value, where)


def _object(cls: Type[T], value: Any, where: str) -> T:
    _require(isinstance(value, dict), cls, value, where)
    hints = _hints(typing.cast(typing.Hashable, cls))
    given = {}
    for field in shown_fields(cls):
        name = json_name(field.name)
        if name in value:
            given[field.name] = decode(hints[field.name], value[name], f"{where}.{name}".lstrip("."))
        elif not is_optional(field):
            raise ProgramFailed(f"the program's answer has no '{name}' at {where or 'its top'}; is it of another version?")
    return cls(**given)


def as_json(value: Any) -> Any:
    """The JSON that a value was read from: dicts, lists, strings, numbers, booleans and None.

    Properties that may be missing, and have the value that stands for that, are left out.
    """
    if isinstance(value, Unanswered):
        return value.json
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, tuple):
        return [as_json(item) for item in value]
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            json_name(field.name): as_json(getattr(value, field.name))
            for field in shown_fields(type(value))
            if not (is_optional(field) and _is_missing(field, getattr(value, field.name)))
        }
    return value


def _is_missing(field: "dataclasses.Field[Any]", value: Any) -> bool:
    if isinstance(value, Unanswered):
        return value.json is None
    default = field.default_factory() if field.default_factory is not dataclasses.MISSING else field.default
    return value is default if default is None or isinstance(default, bool) else bool(value == default)

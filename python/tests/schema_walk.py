"""Compares dataclasses with a JSON schema: every property is a field of its type, and every field is a property."""

import dataclasses
import enum
import json
import typing

from hrfcheck.answers.words import Unanswered
from hrfcheck.decode import is_optional, json_name, shown_fields

from .support import DOCS


class Walk:
    """Differences between a schema of docs/ and the dataclass that stands for it."""

    def __init__(self, file):
        self.schema = json.loads((DOCS / file).read_text(encoding="utf-8"))
        self.differences = []
        self.classes = set()
        self.properties = 0

    def compare(self, cls):
        self._object(self.schema, cls, cls.__name__)
        return self.differences

    def _resolved(self, node):
        while "$ref" in node:
            target = self.schema
            for part in node["$ref"].lstrip("#/").split("/"):
                target = target[part]
            node = target
        return node

    def _differ(self, where, what):
        self.differences.append(f"{where}: {what}")

    def _object(self, node, cls, where):
        if cls in self.classes:
            return
        self.classes.add(cls)
        hints = typing.get_type_hints(cls)
        fields = {json_name(field.name): field for field in shown_fields(cls)}
        properties = node.get("properties", {})
        for name in properties.keys() - fields.keys():
            self._differ(where, f"the property {name} has no field")
        for name in fields.keys() - properties.keys():
            self._differ(where, f"the field {name} is no property")
        for name in properties.keys() & fields.keys():
            self.properties += 1
            field = fields[name]
            if is_optional(field) == (name in node.get("required", [])):
                self._differ(where, f"{name} is required in one of the two only")
            self._value(self._resolved(properties[name]), hints[field.name], f"{where}.{name}", is_optional(field))

    def _value(self, node, hint, where, may_be_missing=False):
        hint, absent = self._plain(hint)
        nullable = type(None) in absent
        node, null = self._not_null(node)
        if null and not absent:
            self._differ(where, "is null at times, and the field never None")
        if nullable and not null and not may_be_missing:
            self._differ(where, "is never null, and the field may be None")
        if "const" in node:
            wanted = {bool: (True,), str: (str,), int: (int,)}
            if type(node["const"]) is not hint or hint not in wanted:
                self._differ(where, f"is always {node['const']!r}, not {hint}")
        elif "enum" in node:
            self._enumeration([word for word in node["enum"] if word is not None], hint, where)
        elif node.get("type") == "array":
            self._array(node, hint, where)
        elif node.get("type") == "object" and "properties" in node:
            if dataclasses.is_dataclass(hint):
                self._object(node, hint, where)
            else:
                self._differ(where, f"is an object, not {hint}")
        elif node.get("type") == "object":
            self._map(node, hint, where)
        elif hint is not {"string": str, "integer": int, "number": float, "boolean": bool}.get(node.get("type")):
            self._differ(where, f"is of the type {node.get('type')}, not {hint}")

    @staticmethod
    def _plain(hint):
        """Without None and Unanswered, and which of them were there."""
        if typing.get_origin(hint) is not typing.Union:
            return hint, []
        absent = [part for part in typing.get_args(hint) if part in (type(None), Unanswered)]
        rest = [part for part in typing.get_args(hint) if part not in absent]
        return rest[0], absent

    def _not_null(self, node):
        if "anyOf" in node and "type" not in node:
            parts = [self._resolved(part) for part in node["anyOf"]]
            return next(part for part in parts if part.get("type") != "null"), True
        if isinstance(node.get("type"), list):
            rest = [kind for kind in node["type"] if kind != "null"]
            return {**node, "type": rest[0]}, "null" in node["type"]
        return node, None in node.get("enum", [])

    def _enumeration(self, words, hint, where):
        if not (isinstance(hint, type) and issubclass(hint, enum.Enum)):
            self._differ(where, f"is one of {words}, not {hint}")
        elif sorted(words) != sorted(member.value for member in hint):
            self._differ(where, f"is one of {words}, not of those of {hint.__name__}")

    def _array(self, node, hint, where):
        if typing.get_origin(hint) is not tuple:
            self._differ(where, f"is an array, not {hint}")
            return
        of = typing.get_args(hint)
        length = node.get("minItems") if node.get("minItems") == node.get("maxItems") else None
        if of[-1] is not Ellipsis and len(of) != length:
            self._differ(where, f"has {length} items, not {len(of)}")
        self._value(self._resolved(node["items"]), of[0], f"{where}[]")

    def _map(self, node, hint, where):
        if dataclasses.is_dataclass(hint):
            if set(node.get("required", [])) - {json_name(field.name) for field in shown_fields(hint)}:
                self._differ(where, "requires what the class has not")
        elif typing.get_origin(hint) is None:
            self._differ(where, f"is an object of any names, not {hint}")
        else:
            self._value(self._resolved(node["additionalProperties"]), typing.get_args(hint)[1], f"{where}.*")

"""Turns JSON into the typed objects, and back."""

from __future__ import annotations

import dataclasses
import json
import keyword
from functools import lru_cache
from typing import Any, Dict, Union, get_args, get_origin, get_type_hints


@lru_cache(maxsize=None)
def _hints(kind: type) -> Dict[str, Any]:
    return get_type_hints(kind)


def _key(field: str) -> str:
    """The JSON key of a field: a `_` follows a name that is a keyword."""
    return field.rstrip("_")


def decode(kind: Any, value: Any) -> Any:
    """The value as an object of this type. Keys that the type lacks are left out: a newer program may have more."""
    origin, arguments = get_origin(kind), get_args(kind)
    if value is None:
        return value
    if origin is Union:
        return decode(next(each for each in arguments if each is not type(None)), value)
    if origin is list:
        return [decode(arguments[0], each) for each in value]
    if origin is tuple:
        return tuple(map(decode, arguments, value))
    if origin is dict:
        return {key: decode(arguments[1], each) for key, each in value.items()}
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: decode(hint, value[_key(name)]) for name, hint in hints.items() if _key(name) in value})
    return value


def encode(value: Any) -> Any:
    """The JSON of an object."""
    if dataclasses.is_dataclass(value):
        fields = [(each, getattr(value, each.name)) for each in dataclasses.fields(value)]
        # What is always there may be null; what has a default is left out.
        return {
            _key(each.name): encode(own)
            for each, own in fields
            if own is not None or each.default is dataclasses.MISSING
        }
    if isinstance(value, (list, tuple)):
        return [encode(each) for each in value]
    if isinstance(value, dict):
        # `dataclasses.asdict` keeps what has no value, and the names of fields.
        kept = {key: each for key, each in value.items() if each is not None}
        return {_key(key) if keyword.iskeyword(_key(key)) else key: encode(each) for key, each in kept.items()}
    return value


def to_json(result: Any) -> str:
    """A result as the JSON that the program printed; a text is returned as it is."""
    return result if isinstance(result, str) else json.dumps(encode(result))

"""Encodes parameters for a request (OpenAPI 3.1, section 4.8.12.3)."""

import json
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Sequence, Tuple, Union

from ._operation import Parameter
from ._refused import RefusedError
from ._text import encode_reserved, encode_unreserved, scalar_text


@dataclass(frozen=True)
class _Scalar:
    text: str


@dataclass(frozen=True)
class _Elements:
    texts: Tuple[str, ...]


@dataclass(frozen=True)
class _Members:
    entries: Tuple[Tuple[str, str], ...]


_Parts = Union[_Scalar, _Elements, _Members]


def serialise_parameter(parameter: Parameter, value: Any) -> Sequence[str]:
    """The encoded parameter: ``name=value`` pairs for a query or a cookie, one string for a path segment or a header.

    Raises ``RefusedError`` for a value that the style cannot encode.
    """
    if parameter.json:
        return _json_text(parameter, value)
    parts = _parts_of(parameter, value)
    name = encode_unreserved(parameter.name)
    if parameter.style == "simple":
        return [_joined(parts, ",", parameter.explode)]
    if parameter.style == "label":
        return ["." + _joined(parts, "." if parameter.explode else ",", parameter.explode)]
    if parameter.style == "matrix":
        return [_matrix(name, parts, parameter.explode)]
    if parameter.style == "form":
        return _form(name, parts, parameter.explode, ",")
    if parameter.style in ("spaceDelimited", "pipeDelimited"):
        if isinstance(parts, _Scalar):
            raise RefusedError(f"{parameter.argument}: the style {parameter.style} is only for lists and objects.")
        return _form(name, parts, parameter.explode, "%20" if parameter.style == "spaceDelimited" else "%7C")
    if isinstance(parts, _Members):
        return [f"{name}%5B{key}%5D={text}" for key, text in parts.entries]
    raise RefusedError(f"{parameter.argument}: the style {parameter.style} is only for objects.")


def _json_text(parameter: Parameter, value: Any) -> Sequence[str]:
    try:
        text = _encoder(parameter)(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")))
    except (TypeError, ValueError, RecursionError) as error:
        raise RefusedError(f"{parameter.argument}: the value cannot be written as JSON ({error}).") from error
    return [f"{encode_unreserved(parameter.name)}={text}" if parameter.location in ("query", "cookie") else text]


def _parts_of(parameter: Parameter, value: Any) -> _Parts:
    """The encoded parts of a value: the scalar itself, the elements of a list, or the names and values of a mapping."""
    encode = _encoder(parameter)

    def spell(scalar: Any) -> str:
        return encode(scalar_text(parameter.argument, scalar))

    if isinstance(value, Mapping):
        return _Members(tuple((encode(str(key)), spell(member)) for key, member in value.items()))
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return _Elements(tuple(spell(item) for item in value))
    return _Scalar(spell(value))


def _encoder(parameter: Parameter) -> Callable[[str], str]:
    # A header field is not a URI: nothing in it is percent-encoded.
    if parameter.location == "header":
        return str
    return encode_reserved if parameter.allow_reserved else encode_unreserved


def _joined(parts: _Parts, mark: str, explode: bool) -> str:
    if isinstance(parts, _Scalar):
        return parts.text
    if isinstance(parts, _Elements):
        return mark.join(parts.texts)
    return mark.join(("=" if explode else mark).join(entry) for entry in parts.entries)


def _form(name: str, parts: _Parts, explode: bool, mark: str) -> Sequence[str]:
    if not explode or isinstance(parts, _Scalar):
        return [f"{name}={_joined(parts, mark, False)}"]
    if isinstance(parts, _Elements):
        return [f"{name}={text}" for text in parts.texts]
    return ["=".join(entry) for entry in parts.entries]


def _matrix(name: str, parts: _Parts, explode: bool) -> str:
    """Writes a path parameter in the style ``matrix``: ``;name=value``. If the value is empty, there is no ``=`` (RFC 6570 section 3.2.7)."""
    pairs = _form(name, parts, explode, ",")
    return "".join(";" + (pair[:-1] if pair.index("=") == len(pair) - 1 else pair) for pair in pairs)

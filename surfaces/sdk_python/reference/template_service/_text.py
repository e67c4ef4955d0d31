"""Writes values as text: JSON, numbers and percent-encoding."""

import json
import math
import re
from typing import Any, NoReturn
from urllib.parse import quote

from ._refused import RefusedError

_UNRESERVED = "-._~"
_RESERVED = ":/?#[]@!$&'()*+,;="
_TEXTS = re.compile(
    r"application/(?:(?:x-)?yaml|(?:x-)?ndjson|jsonl|json-seq|graphql|javascript|sql|xml)|.*\+(?:xml|yaml|json-seq)"
)
"""Media types that contain text although they do not begin with ``text/``."""


def json_bytes(value: Any) -> bytes:
    """Writes a value as JSON text in UTF-8 (RFC 8259 section 8.1)."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise RefusedError(f"body: the value cannot be written as JSON ({error}).") from error
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8 form, but can be escaped.
        return json.dumps(value, allow_nan=False, separators=(",", ":")).encode("ascii")


def refuse_constant(constant: str) -> NoReturn:
    """Raises for NaN and Infinity, which the JSON parser of Python accepts although they are not JSON."""
    raise ValueError(constant)


def is_json(media_type: str) -> bool:
    """True for the media type ``application/json``, and for types that end with ``+json`` (RFC 6839 section 3.1)."""
    kind = essence(media_type)
    return kind == "application/json" or kind.endswith("+json")


def kind_of(media_type: str) -> str:
    """How a body of this media type is encoded and decoded: ``json``, ``form``, ``text`` or ``bytes``."""
    kind = essence(media_type)
    if is_json(media_type):
        return "json"
    if kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return "form"
    return "text" if kind == "" or kind.startswith("text/") or _TEXTS.fullmatch(kind) else "bytes"


def essence(media_type: str) -> str:
    """The media type in lower case and without parameters: ``type/subtype``."""
    return media_type.split(";", 1)[0].strip().lower()


def scalar_text(argument: str, value: Any) -> str:
    """Writes a scalar as text. Raises for any other value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float) and math.isfinite(value):
        return _number_text(value)
    raise RefusedError(f"{argument}: a value of type {type(value).__name__} cannot be sent as text.")


def _number_text(value: float) -> str:
    """A number as ECMAScript writes it: ``5``, not ``5.0``, and ``1e-7``, not ``1e-07``."""
    if value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    return re.sub(r"e([+-])0+", r"e\1", repr(value))


def encode_unreserved(text: str) -> str:
    """Percent-encodes all characters except the unreserved characters of RFC 3986 section 2.3."""
    return _encoded(text, _UNRESERVED)


def encode_reserved(text: str) -> str:
    """Percent-encodes a value of a parameter with ``allowReserved``: reserved characters and existing triplets such as ``%2F`` stay unchanged (RFC 6570 section 3.2.3)."""
    return re.sub(r"%25(?=[0-9A-Fa-f]{2})", "%", _encoded(text, _UNRESERVED + _RESERVED))


def _encoded(text: str, safe: str) -> str:
    try:
        return quote(text, safe=safe)
    except UnicodeEncodeError as error:
        raise RefusedError("The value contains a lone surrogate, which cannot be percent-encoded.") from error

"""Encodes bodies: JSON, forms, text and bytes (OpenAPI 3.1, sections 4.8.14 and 4.8.15)."""

import uuid
from typing import Any, Iterator, List, Mapping, Optional, Tuple
from urllib.parse import quote_plus

from ._operation import Field, Operation, Parameter
from ._parameters import serialise_parameter
from ._refused import RefusedError
from ._text import essence, is_json, json_bytes, kind_of, scalar_text

_USUAL = Field()

Part = Tuple[str, bytes]
"""The headers and the content of one part of a form."""


def encode_body(operation: Operation, value: Any) -> Tuple[str, bytes]:
    """Encodes a body. Returns its content type and its bytes. Raises ``RefusedError`` for a value that the media type cannot express."""
    media_type = operation.body_type or ""
    kind = essence(media_type)
    if is_json(media_type):
        return media_type, json_bytes(value)
    if kind == "application/x-www-form-urlencoded":
        pairs = [pair for name, member in _members(value) for pair in _pairs(name, member, operation.fields.get(name, _USUAL))]
        return media_type, "&".join(pairs).encode("ascii")
    if kind == "multipart/form-data":
        return _multipart([part for name, member in _members(value) for part in _parts(name, member, operation.fields.get(name, _USUAL))])
    if kind_of(media_type) == "text":
        return media_type, _utf8("body", value)
    if isinstance(value, (bytes, bytearray)):
        return media_type, bytes(value)
    if _is_file(value):
        return media_type, bytes(value[1])
    raise RefusedError(f"body: the media type {media_type} needs bytes.")


def _members(value: Any) -> Iterator[Tuple[str, Any]]:
    if not isinstance(value, Mapping):
        raise RefusedError("body: a form needs a mapping.")
    for name, member in value.items():
        yield str(name), member


def _pairs(name: str, value: Any, field: Field) -> Iterator[str]:
    """Encodes one field as ``name=value`` pairs. By default, a list is written as several pairs with the same name, and an object as JSON. The contract may state a different style (OpenAPI 3.1.1, section 4.8.14.4)."""
    if field.style is not None:
        yield from serialise_parameter(Parameter(name, name, "query", field.style, field.explode), value)
        return
    for item in _elements(value, field):
        yield f"{_form_text(name, name)}={_form_text(name, _field_text(name, item, field))}"


def _form_text(name: str, text: str) -> str:
    """Encodes text for a URL-encoded form, as the URL standard requires: all characters except letters, digits and ``*-._`` are escaped."""
    return quote_plus(_utf8(name, text), safe="*").replace("~", "%7E")


def _elements(value: Any, field: Field) -> List[Any]:
    is_list = isinstance(value, (list, tuple)) and not _is_file(value)
    return list(value) if is_list and not (field.content_type is not None and is_json(field.content_type)) else [value]


def _field_text(name: str, value: Any, field: Field) -> str:
    if isinstance(value, (Mapping, list, tuple)) or (field.content_type is not None and is_json(field.content_type)):
        return json_bytes(value).decode("utf-8")
    return scalar_text(name, value)


def _is_file(value: Any) -> bool:
    """Whether a value is a file: a tuple of a file name and bytes."""
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], (bytes, bytearray))


def _parts(name: str, value: Any, field: Field) -> Iterator[Part]:
    """The parts of a multipart body for one field. A list has one part for each element, all with the name of the field (RFC 7578 section 4.3)."""
    for item in _elements(value, field):
        if _is_file(item):
            yield _head(name, field.content_type or "application/octet-stream", item[0]), bytes(item[1])
        elif isinstance(item, (bytes, bytearray)):
            yield _head(name, field.content_type or "application/octet-stream", "blob"), bytes(item)
        else:
            compound = isinstance(item, (Mapping, list, tuple))
            content_type = field.content_type or ("application/json" if compound else "")
            file_name = "blob" if kind_of(content_type) == "bytes" else None
            yield _head(name, content_type, file_name), _utf8(name, _field_text(name, item, field))


def _head(name: str, content_type: str, file_name: Optional[str]) -> str:
    """The headers of a part. Names are escaped as the HTML standard requires (section 4.10.21.8)."""
    file = "" if file_name is None else f'; filename="{_escaped(file_name)}"'
    kind = "" if content_type == "" else f"\r\nContent-Type: {content_type}"
    return f'Content-Disposition: form-data; name="{_escaped(name)}"{file}{kind}\r\n\r\n'


def _escaped(name: str) -> str:
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _multipart(parts: List[Part]) -> Tuple[str, bytes]:
    """Encodes a multipart body. It needs at least one part, and no part may contain the boundary (RFC 2046 section 5.1.1), which is therefore random."""
    if not parts:
        raise RefusedError("body: a multipart form needs at least one field.")
    boundary = f"form-{uuid.uuid4()}"
    chunks = [f"--{boundary}\r\n".encode("ascii") + _utf8("body", head) + content + b"\r\n" for head, content in parts]
    return f"multipart/form-data; boundary={boundary}", b"".join([*chunks, f"--{boundary}--\r\n".encode("ascii")])


def _utf8(name: str, text: Any) -> bytes:
    if isinstance(text, str):
        try:
            return text.encode("utf-8")
        except UnicodeEncodeError:
            # A lone surrogate has no UTF-8 form.
            pass
    raise RefusedError(f"{name}: the value must be a string without lone surrogates.")

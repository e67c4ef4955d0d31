from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional
from urllib.parse import quote

from ._body import encode_body
from ._omitted import OMITTED
from ._operation import Operation, Parameter
from ._options import is_header_text
from ._parameters import serialise_parameter
from ._refused import RefusedError


@dataclass(frozen=True)
class Request:
    """A request whose target has no base URL yet."""

    verb: str
    target: str
    headers: Mapping[str, str]
    body: Optional[bytes]


def build_request(operation: Operation, arguments: Mapping[str, Any], token: Optional[str]) -> Request:
    """Builds the request of one call. An argument that is ``OMITTED`` is not sent. ``None`` is sent, in JSON as ``null``."""
    path = operation.path
    query: List[str] = []
    cookies: List[str] = []
    headers: Dict[str, str] = {"accept": operation.accept}
    for parameter in operation.parameters:
        value = arguments.get(parameter.argument, OMITTED)
        if value is OMITTED:
            if parameter.location == "path":
                raise RefusedError(f"{parameter.argument}: the path parameter is required.")
            continue
        texts = serialise_parameter(parameter, value)
        if parameter.location == "query":
            query.extend(texts)
        elif parameter.location == "cookie":
            cookies.extend(texts)
        elif parameter.location == "header":
            headers[parameter.name.lower()] = _header_text(parameter, ",".join(texts))
        else:
            path = path.replace("{" + parameter.name + "}", _path_segment(parameter, "".join(texts)))
    _authorise(operation, token, headers, query, cookies)
    body: Optional[bytes] = None
    value = arguments.get("body", OMITTED)
    if operation.body_type is not None and value is not OMITTED:
        headers["content-type"], body = encode_body(operation, value)
    if cookies:
        headers["cookie"] = "; ".join(cookies)
    return Request(operation.verb, path + ("?" + "&".join(query) if query else ""), headers, body)


def _header_text(parameter: Parameter, text: str) -> str:
    if is_header_text(text):
        return text
    raise RefusedError(f"{parameter.argument}: the value cannot be sent in a header.")


def _path_segment(parameter: Parameter, text: str) -> str:
    """Raises for a text that cannot be a path segment. An empty segment would lead to a different route, and clients remove ``.`` and ``..`` segments from a path (RFC 3986 section 5.2.4)."""
    if text not in ("", ".", ".."):
        return text
    raise RefusedError(f"{parameter.argument}: {text!r} cannot be a path segment.")


def _authorise(
    operation: Operation, token: Optional[str], headers: Dict[str, str], query: List[str], cookies: List[str]
) -> None:
    credential = operation.credential
    if credential is None or token is None:
        return
    value = token if credential.scheme == "" else f"{credential.scheme} {token}"
    if credential.location == "header":
        headers[credential.name.lower()] = value
    else:
        (query if credential.location == "query" else cookies).append(f"{credential.name}={quote(value, safe='')}")

"""The client under test: replace it with yours."""

import json
import time
from http.client import HTTPException
from typing import Any
from urllib import error, parse, request

# Stands for an argument that is not sent. None is sent as null.
OMITTED: Any = object()


class ApiError(Exception):
    def __init__(self, status: int, problem: Any) -> None:
        super().__init__(f"The service answered {status}.")
        self.status = status
        self.problem = problem


class TransportError(Exception):
    """No complete reply arrived."""


class NotesClient:
    def __init__(self, base_url: str, timeout: float = 10.0) -> None:
        self._base_url = base_url
        self._timeout = timeout
        self._opener = request.build_opener(NoRedirects)

    def create_note(self, title: str, text: str | None = OMITTED) -> dict[str, Any]:
        return self._call("POST", "/notes", {"title": title, **({} if text is OMITTED else {"text": text})})

    def get_note(self, note_id: str) -> dict[str, Any]:
        # An empty segment or a dot segment would change the path (RFC 3986 section 5.2.4).
        if note_id in ("", ".", ".."):
            raise ValueError(f"{note_id!r} cannot be a path segment")
        return self._call("GET", f"/notes/{parse.quote(note_id, safe='')}")

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"accept": "application/json", **({"content-type": "application/json"} if data else {})}
        order = request.Request(self._base_url + path, data, headers, method=method)
        end = time.monotonic() + self._timeout
        try:
            with self._opener.open(order, timeout=self._timeout) as reply:
                return document(reply.status, reply.headers, whole(reply, end))
        except error.HTTPError as failure:
            with failure:
                raise ApiError(failure.code, json_of(failure.headers, whole(failure, end))) from None
        except (HTTPException, error.URLError, ConnectionError) as failure:
            raise TransportError(f"{type(failure).__name__}: {failure}") from failure


def whole(reply: Any, end: float) -> bytes:
    """The body. The timeout of urllib limits each read, and not the call."""
    body = b""
    while chunk := reply.read1(65536):
        body += chunk
        if time.monotonic() > end:
            raise TimeoutError("no whole reply in time")
    if reply.length:
        raise TransportError("the connection was closed before the end of the body")
    return body


class NoRedirects(request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def document(status: int, headers: Any, body: bytes) -> Any:
    value = json_of(headers, body)
    if value is None:
        raise ApiError(status, None)
    return value


def json_of(headers: Any, body: bytes) -> Any:
    """The JSON of a reply, if it has any."""
    if headers.get_content_type() not in ("application/json", "application/problem+json"):
        return None
    try:
        return json.loads(body)
    except ValueError:
        return None

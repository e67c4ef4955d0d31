"""Options of one call: time limit, headers and token."""

import re
from typing import Callable, Dict, Mapping, Optional, TypedDict, Union

from ._refused import RefusedError

TokenSource = Callable[[], Optional[str]]
Token = Union[str, TokenSource, None]


class RequestOptions(TypedDict, total=False):
    """Options of one call. If an option is omitted, the option of the client applies."""

    timeout: float
    """The time limit of the whole call in seconds. For a stream, the maximum time without any bytes."""
    headers: Mapping[str, str]
    """Additional headers. They replace other headers with the same names."""


def read_headers(headers: Optional[Mapping[str, str]]) -> Dict[str, str]:
    """The headers, with their names in lower case.

    Raises ``RefusedError`` for headers that cannot be sent (RFC 9110 sections 5.1, 5.5); its message does not contain the value.
    """
    read: Dict[str, str] = {}
    for name, value in (headers or {}).items():
        if not isinstance(name, str) or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
            raise RefusedError(f"headers: {name!r} is not a valid header name.")
        if not isinstance(value, str) or not is_header_text(value):
            raise RefusedError(f"headers: the value of {name} cannot be sent.")
        read[name.lower()] = value
    return read


def is_header_text(text: str) -> bool:
    """True if a text can be the value of a header: visible ASCII, with spaces and tabs only between other characters (RFC 9110 section 5.5). Recipients may change or refuse any other text."""
    return re.fullmatch(r"(?:[!-~](?:[ \t!-~]*[!-~])?)?", text) is not None


def current_token(token: Token) -> Optional[str]:
    """The token for the next request. Raises ``ValueError`` for a token that cannot be sent; the message does not contain the token."""
    text = token() if callable(token) else token
    if text is not None and not re.fullmatch(r"[!-~]+", text):
        raise ValueError("token: only visible ASCII characters are allowed")
    return text

"""Options of one call: time limit, headers and token."""

import re
from typing import Callable, Dict, Mapping, Optional, TypedDict, Union

from ._refused import RefusedError

TokenSource = Callable[[], Optional[str]]
Token = Union[str, TokenSource, None]


class RequestOptions(TypedDict, total=False):
    """An omitted option has the value from the options of the client."""

    timeout: float
    """Time limit of the whole call in seconds; for a stream, of its longest silence."""
    headers: Mapping[str, str]
    """Replace other headers of the same names."""


def read_headers(headers: Optional[Mapping[str, str]]) -> Dict[str, str]:
    """Names in lower case.

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
    """RFC 9110 section 5.5: visible ASCII with blanks inside; recipients change or refuse anything else."""
    return re.fullmatch(r"(?:[!-~](?:[ \t!-~]*[!-~])?)?", text) is not None


def current_token(token: Token) -> Optional[str]:
    """Raises ``ValueError`` for a token that cannot be sent; the message does not contain it."""
    text = token() if callable(token) else token
    if text is not None and not re.fullmatch(r"[!-~]+", text):
        raise ValueError("token: only visible ASCII characters are allowed")
    return text

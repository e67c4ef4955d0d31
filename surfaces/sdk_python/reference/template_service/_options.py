"""How one call is made, apart from what the contract says of it."""

import re
from typing import Callable, Dict, Mapping, Optional, TypedDict, Union

from ._refused import RefusedError

TokenSource = Callable[[], Optional[str]]
Token = Union[str, TokenSource, None]


class RequestOptions(TypedDict, total=False):
    """What is left out is as the client has it."""

    timeout: float
    """Seconds for the whole call; of a stream, for its longest silence."""
    headers: Mapping[str, str]
    """Sent in place of whatever else the request would have under these names."""


def read_headers(headers: Optional[Mapping[str, str]]) -> Dict[str, str]:
    """Names in lower case.

    Raises ``RefusedError`` for what no request can carry (RFC 9110 sections 5.1, 5.5); no value is in its message.
    """
    read: Dict[str, str] = {}
    for name, value in (headers or {}).items():
        if not isinstance(name, str) or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
            raise RefusedError(f"headers: {name!r} is no name of a header.")
        if not isinstance(value, str) or not is_header_text(value):
            raise RefusedError(f"headers: the value of {name} cannot be sent.")
        read[name.lower()] = value
    return read


def is_header_text(text: str) -> bool:
    """RFC 9110 section 5.5: visible ASCII with blanks inside; anything else is changed or refused on the way."""
    return re.fullmatch(r"(?:[!-~](?:[ \t!-~]*[!-~])?)?", text) is not None


def current_token(token: Token) -> Optional[str]:
    """Raises ``ValueError`` for a token that no request can carry; its text stays out of the message."""
    text = token() if callable(token) else token
    if text is not None and not re.fullmatch(r"[!-~]+", text):
        raise ValueError("token: visible ASCII characters only")
    return text

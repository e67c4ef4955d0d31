"""HTTP connections with a time limit for responses. Interim responses, such as 103, are skipped."""

import io
import socket
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any, Optional, Union
from urllib.parse import urlsplit


class Limit:
    """Limits how long a connection waits for the next bytes of a response."""

    def __init__(self, silence: float) -> None:
        self.silence = silence
        """The maximum time without any bytes, in seconds."""
        self.deadline: Optional[float] = None
        """The time of the monotonic clock at which the whole response must have arrived. ``None`` for a stream."""

    def wait(self) -> float:
        """How long the next read may wait, in seconds. Raises ``socket.timeout`` after the deadline. The deadline is needed because a service that sends slowly never exceeds ``silence``."""
        if self.deadline is None:
            return self.silence
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        return left


class BoundedResponse(HTTPResponse):
    """A response whose bytes must arrive within a time limit."""

    def __init__(self, sock: socket.socket, *args: Any, limit: Limit, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        self.fp.close()
        self.fp = io.BufferedReader(_BoundedReader(sock, limit))

    def begin(self) -> None:
        """Skips all interim responses (RFC 9110 section 15.2). ``http.client`` skips only 100."""
        super().begin()
        while 100 <= self.status < 200 and self.status != 101:
            self.headers = self.msg = None  # type: ignore[assignment]
            super().begin()


class _BoundedReader(io.RawIOBase):
    def __init__(self, sock: socket.socket, limit: Limit) -> None:
        super().__init__()
        self._sock = sock
        self._limit = limit
        self._raw = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(self._limit.wait())
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class PlainConnection(HTTPConnection):
    def __init__(self, host: str, port: Optional[int], timeout: float) -> None:
        super().__init__(host, port, timeout=timeout)
        self.limit = Limit(timeout)
        self.response_class = _responses(self.limit)


class SecureConnection(HTTPSConnection):
    def __init__(self, host: str, port: Optional[int], timeout: float) -> None:
        super().__init__(host, port, timeout=timeout)
        self.limit = Limit(timeout)
        self.response_class = _responses(self.limit)


def _responses(limit: Limit) -> Any:
    def response(*args: Any, **kwargs: Any) -> BoundedResponse:
        return BoundedResponse(*args, limit=limit, **kwargs)

    return response


Connection = Union[PlainConnection, SecureConnection]


@dataclass(frozen=True)
class Origin:
    secure: bool
    host: str
    port: Optional[int]

    def connect(self, timeout: float) -> Connection:
        kind = SecureConnection if self.secure else PlainConnection
        return kind(self.host, self.port, timeout)


@dataclass(frozen=True)
class Address:
    """A parsed base URL: the origin to connect to, and the path in front of the path of an operation."""

    origin: Origin
    prefix: str


def read_address(name: str, text: str) -> Address:
    """Parses a base URL. Raises ``ValueError`` for a URL that cannot be called."""
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname or url.username or url.query or url.fragment:
        raise ValueError(f"{name}: must be an absolute http or https URL without user, query and fragment")
    return Address(Origin(url.scheme == "https", url.hostname, url.port), url.path.rstrip("/"))

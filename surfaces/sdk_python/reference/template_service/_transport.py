import re
import select
import socket
import threading
import time
from dataclasses import replace
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, Iterator, List, Mapping, Optional
from urllib.parse import urlsplit

from ._events import BrokenStream, Event, resumed_events
from ._operation import Operation
from ._reply import Reply, read_reply
from ._request import Request, build_request
from .generated.errors import TransportError

_DEFAULT_TIMEOUT = 30.0
_MOST_REPLY_BYTES = 16 * 1024 * 1024
_PIECE = 16 * 1024
# Two classes before Python 3.10.
_TIMEOUTS = (TimeoutError, socket.timeout)


class Transport:
    """Turns calls into HTTP exchanges: one for each call, never repeated, on one connection that is kept.

    Calls of several threads wait for each other.
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: Optional[str] = None,
        timeout: float = _DEFAULT_TIMEOUT,
        max_reply_bytes: int = _MOST_REPLY_BYTES,
    ) -> None:
        url = urlsplit(base_url)
        if url.scheme not in ("http", "https") or not url.hostname or url.username or url.query or url.fragment:
            raise ValueError("base_url: an absolute http or https URL without user, query and fragment")
        # The text of the token stays out of every message.
        if token is not None and not re.fullmatch(r"[!-~]+", token):
            raise ValueError("token: visible ASCII characters only")
        self._secure = url.scheme == "https"
        self._host = url.hostname
        self._port = url.port
        self._prefix = url.path.rstrip("/")
        self._token = token
        self._timeout = timeout
        self._max_reply_bytes = max_reply_bytes
        self._connection: Optional[HTTPConnection] = None
        self._lock = threading.Lock()

    def call(self, operation: Operation, arguments: Mapping[str, Any]) -> Any:
        request = build_request(operation, arguments, self._token)
        with self._lock:
            reply = self._exchange(request)
        return read_reply(operation, reply)

    def stream(self, operation: Operation, arguments: Mapping[str, Any]) -> Iterator[Event]:
        """The events of a stream as they come, on a connection of its own; leaving the loop early ends it."""
        request = build_request(operation, arguments, self._token)

        def opened(last_id: str) -> Iterator[bytes]:
            headers = {**request.headers, **({"last-event-id": last_id} if last_id else {})}
            return self._opened(operation, Request(request.verb, request.target, headers, request.body))

        return resumed_events(operation.terminal or (), opened)

    def close(self) -> None:
        with self._lock:
            self._disconnect()

    def _opened(self, operation: Operation, request: Request) -> Iterator[bytes]:
        """The body of a stream, piece by piece. Raises as a call does for any other reply."""
        connection = self._new_connection()
        try:
            connection.request(request.verb, self._prefix + request.target, request.body, dict(request.headers))
            response = connection.getresponse()
            content_type = response.headers.get("content-type", "")
            if response.status != 200 or content_type.split(";", 1)[0].strip().lower() != "text/event-stream":
                reply = Reply(response.status, content_type, self._read(response, time.monotonic() + self._timeout))
                read_reply(replace(operation, returns=()), reply)
                raise TransportError("connection", "No stream came back.")
            left = response.length
            while left is None or left > 0:
                piece = response.read1(_PIECE if left is None else min(left, _PIECE))
                if not piece:
                    break
                left = None if left is None else left - len(piece)
                yield piece
            if left:
                raise BrokenStream(f"it ended {left} bytes early")
        except _TIMEOUTS as error:
            raise TransportError("timeout", f"Nothing came for {self._timeout:g} s.") from error
        except (OSError, HTTPException) as error:
            raise BrokenStream(str(error) or type(error).__name__) from error
        finally:
            connection.close()

    def _exchange(self, request: Request) -> Reply:
        deadline = time.monotonic() + self._timeout
        try:
            connection = self._connected()
            connection.request(request.verb, self._prefix + request.target, request.body, dict(request.headers))
            response = connection.getresponse()
            body = self._read(response, deadline)
        except TransportError:
            self._disconnect()
            raise
        except _TIMEOUTS as error:
            self._disconnect()
            raise TransportError("timeout", f"No reply within {self._timeout:g} s.") from error
        except (OSError, HTTPException) as error:
            self._disconnect()
            raise TransportError("connection", f"No reply: {error or type(error).__name__}") from error
        if response.will_close:
            self._disconnect()
        return Reply(response.status, response.headers.get("content-type", ""), body)

    def _connected(self) -> HTTPConnection:
        # A service may have closed a connection that was kept; what is sent on it would be lost.
        if self._connection is not None and (self._connection.sock is None or _is_readable(self._connection)):
            self._disconnect()
        if self._connection is None:
            self._connection = self._new_connection()
        return self._connection

    def _new_connection(self) -> HTTPConnection:
        kind = HTTPSConnection if self._secure else HTTPConnection
        return kind(self._host, self._port, timeout=self._timeout)

    def _read(self, response: HTTPResponse, deadline: float) -> bytes:
        pieces: List[bytes] = []
        size = 0
        # Not each Python counts down the length of a response that is read by pieces.
        left = response.length
        while left is None or left > 0:
            # `read` would wait until a piece is full, however slowly that goes.
            piece = response.read1(_PIECE if left is None else min(left, _PIECE))
            if not piece:
                break
            left = None if left is None else left - len(piece)
            size += len(piece)
            if size > self._max_reply_bytes:
                raise TransportError("reply-too-large", f"The reply has more than {self._max_reply_bytes} bytes.")
            # A reply that trickles keeps every single wait short.
            if time.monotonic() > deadline:
                raise TransportError("timeout", f"No whole reply within {self._timeout:g} s.")
            pieces.append(piece)
        if left:
            raise TransportError("connection", f"The reply ended {left} bytes early.")
        response.close()
        return b"".join(pieces)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _is_readable(connection: HTTPConnection) -> bool:
    """Between two exchanges a service has nothing to say but that it hangs up."""
    return bool(select.select([connection.sock], [], [], 0)[0])

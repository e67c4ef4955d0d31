import selectors
import socket
import threading
import time
from dataclasses import dataclass, replace
from http.client import HTTPException, HTTPResponse
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence

from ._connection import Address, Connection, Origin, read_address
from ._events import BrokenStream, Event, resumed_events, with_values
from ._operation import Operation
from ._options import RequestOptions, Token, current_token, read_headers
from ._refused import RefusedError
from ._reply import Reply, read_reply
from ._request import Request, build_request
from .generated.errors import TransportError

_DEFAULT_TIMEOUT = 30.0
_MOST_REPLY_BYTES = 16 * 1024 * 1024
_CHUNK_SIZE = 16 * 1024
_MOST_IDLE = 16
# Before Python 3.10, these are two different classes.
_TIMEOUTS = (TimeoutError, socket.timeout)


@dataclass(frozen=True)
class _Addressed(Request):
    address: Address


class Transport:
    """Sends exactly one HTTP request for each call, on persistent connections. A failed request is not sent again.

    Concurrent calls of several threads use separate connections.
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: Token = None,
        timeout: float = _DEFAULT_TIMEOUT,
        headers: Optional[Mapping[str, str]] = None,
        max_reply_bytes: int = _MOST_REPLY_BYTES,
        servers: Optional[Mapping[str, str]] = None,
        known_servers: Sequence[str] = (),
    ) -> None:
        """``known_servers``: the URLs of the servers that only some operations have, as in the contract."""
        self._base = read_address("base_url", base_url)
        self._servers = _read_servers(servers or {}, known_servers)
        if not callable(token):
            current_token(token)
        try:
            self._headers = read_headers(headers)
        except RefusedError as error:
            raise ValueError(str(error)) from error
        self._token = token
        self._timeout = timeout
        self._max_reply_bytes = max_reply_bytes
        self._idle: Dict[Origin, List[Connection]] = {}
        self._closed = False
        self._lock = threading.Lock()

    def call(self, operation: Operation, arguments: Mapping[str, Any], options: Optional[RequestOptions] = None) -> Any:
        options = options or {}
        request = self._request_of(operation, arguments, options)
        return read_reply(operation, self._exchange(request, options.get("timeout", self._timeout)))

    def stream(
        self, operation: Operation, arguments: Mapping[str, Any], options: Optional[RequestOptions] = None
    ) -> Iterator[Event]:
        """Yields the events of a stream as they arrive. The stream has a connection of its own. If the caller leaves the loop early, the connection is closed."""
        given = options or {}
        # Invalid arguments are refused by the call itself, not when its first event is read.
        first: List[_Addressed] = [self._request_of(operation, arguments, given)]

        def opened(last_id: str) -> Iterator[bytes]:
            request = first.pop() if first else self._request_of(operation, arguments, given)
            headers = {**request.headers, **({"last-event-id": last_id} if last_id else {})}
            timeout = given.get("timeout", self._timeout)
            return self._opened(operation, replace(request, headers=headers), timeout)

        events = resumed_events(operation.terminal or (), opened)
        return with_values(events) if operation.json_events else events

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, {}
        for connections in idle.values():
            for connection in connections:
                connection.close()

    def _address_of(self, operation: Operation) -> Address:
        """The address of an operation. It is the first of the operation's own servers that has a base URL. If none has one, the common base URL is used."""
        return next((self._servers[url] for url in operation.servers if url in self._servers), self._base)

    def _request_of(self, operation: Operation, arguments: Mapping[str, Any], options: RequestOptions) -> _Addressed:
        own = read_headers(options.get("headers"))
        request = build_request(operation, arguments, current_token(self._token))
        headers = {**self._headers, **request.headers, **own}
        return _Addressed(request.verb, request.target, headers, request.body, self._address_of(operation))

    def _opened(self, operation: Operation, request: _Addressed, timeout: float) -> Iterator[bytes]:
        """Requests a stream and yields the chunks of its body. If the reply is not a stream, raises the same errors as any other call."""
        connection = request.address.origin.connect(timeout)
        try:
            connection.limit.deadline = time.monotonic() + timeout
            connection.request(request.verb, request.address.prefix + request.target, request.body, dict(request.headers))
            response = connection.getresponse()
            content_type = response.headers.get("content-type", "")
            if response.status != 200 or content_type.split(";", 1)[0].strip().lower() != "text/event-stream":
                reply = Reply(response.status, content_type, _joined(response), self._read(response, time.monotonic() + timeout, timeout))
                read_reply(replace(operation, returns=()), reply)
                raise TransportError("connection", "The reply is not an event stream.")
            # A stream has no deadline: only the time without any bytes is limited.
            connection.limit.deadline = None
            left = response.length
            while left is None or left > 0:
                chunk = response.read1(_CHUNK_SIZE if left is None else min(left, _CHUNK_SIZE))
                if not chunk:
                    break
                left = None if left is None else left - len(chunk)
                yield chunk
            if left:
                raise BrokenStream(f"the reply ended {left} bytes early")
        except _TIMEOUTS as error:
            raise TransportError("timeout", f"No bytes of the stream arrived for {timeout:g} s.") from error
        except (OSError, HTTPException) as error:
            raise BrokenStream(str(error) or type(error).__name__) from error
        finally:
            connection.close()

    def _exchange(self, request: _Addressed, timeout: float) -> Reply:
        deadline = time.monotonic() + timeout
        connection = self._connected(request.address.origin, timeout)
        connection.limit.deadline = deadline
        kept = False
        try:
            connection.request(request.verb, request.address.prefix + request.target, request.body, dict(request.headers))
            response = connection.getresponse()
            body = self._read(response, deadline, timeout)
            kept = not response.will_close and self._keep(request.address.origin, connection)
            return Reply(response.status, response.headers.get("content-type", ""), _joined(response), body)
        except _TIMEOUTS as error:
            raise TransportError("timeout", f"No reply arrived within {timeout:g} s.") from error
        except (OSError, HTTPException) as error:
            raise TransportError("connection", f"No reply arrived: {error or type(error).__name__}") from error
        finally:
            if not kept:
                connection.close()

    def _connected(self, origin: Origin, timeout: float) -> Connection:
        """A connection for one call. No other call uses it before ``_keep`` is called."""
        while True:
            with self._lock:
                idle = self._idle.get(origin)
                connection = idle.pop() if idle else None
            if connection is None:
                return origin.connect(timeout)
            # A service may have closed an idle connection; a request on it would be lost.
            if connection.sock is not None and not _is_readable(connection.sock):
                connection.timeout = timeout
                connection.limit.silence = timeout
                connection.sock.settimeout(timeout)
                return connection
            connection.close()

    def _keep(self, origin: Origin, connection: Connection) -> bool:
        with self._lock:
            idle = self._idle.setdefault(origin, [])
            if self._closed or len(idle) >= _MOST_IDLE:
                return False
            idle.append(connection)
            return True

    def _read(self, response: HTTPResponse, deadline: float, timeout: float) -> bytes:
        chunks: List[bytes] = []
        size = 0
        # Some Python versions do not count down the length of a response that is read in chunks.
        left = response.length
        while left is None or left > 0:
            # `read` would block until a chunk is full.
            chunk = response.read1(_CHUNK_SIZE if left is None else min(left, _CHUNK_SIZE))
            if not chunk:
                break
            left = None if left is None else left - len(chunk)
            size += len(chunk)
            if size > self._max_reply_bytes:
                raise TransportError("reply-too-large", f"The reply has more than {self._max_reply_bytes} bytes.")
            # A slow reply keeps every single wait below the time limit.
            if time.monotonic() > deadline:
                raise TransportError("timeout", f"No complete reply arrived within {timeout:g} s.")
            chunks.append(chunk)
        if left:
            raise TransportError("connection", f"The reply ended {left} bytes early.")
        response.close()
        return b"".join(chunks)


def _read_servers(servers: Mapping[str, str], known: Sequence[str]) -> Dict[str, Address]:
    """Parses the base URLs of servers. Raises ``ValueError`` for a URL that is not an absolute http(s) URL, and for a server that the contract does not have."""
    read: Dict[str, Address] = {}
    for name, base_url in servers.items():
        url = name.rstrip("/")
        if known and url not in known:
            raise ValueError(f"servers: the contract has {', '.join(known)}, but not {url}")
        read[url] = read_address(f"servers: {url}", base_url)
    return read


def _joined(response: HTTPResponse) -> Dict[str, str]:
    """The headers of a response, with names in lower case. Values of the same name are joined by commas (RFC 9110 section 5.3)."""
    joined: Dict[str, str] = {}
    for name, value in response.headers.items():
        known = joined.get(name.lower())
        joined[name.lower()] = value if known is None else f"{known}, {value}"
    return joined


def _is_readable(waiting: socket.socket) -> bool:
    """True if a socket has bytes to read or was closed. For an idle connection, this means that the service has closed it."""
    # `select.select` does not support high file descriptors.
    with selectors.DefaultSelector() as selector:
        selector.register(waiting, selectors.EVENT_READ)
        return bool(selector.select(0))

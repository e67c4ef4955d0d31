"""A loopback service that sends scripted bytes, and a client that calls it."""

import socket
import sys
import threading
import unittest
from pathlib import Path
from typing import Any, Callable, List, Optional

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from template_service import Client  # noqa: E402

Answer = Callable[[socket.socket], None]


def reply(body: bytes = b"{}", status: str = "200 OK", kind: str = "application/json", more: str = "") -> bytes:
    head = f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n{more}\r\n"
    return head.encode("ascii") + body


class Service:
    """A loopback service. For each request, it calls ``answer`` with the connection of the request."""

    def __init__(self, answer: Answer) -> None:
        self.requests: List[bytes] = []
        self.connections = 0
        self._answer = answer
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/base/"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            try:
                while True:
                    request = read_request(connection)
                    if request is None:
                        return
                    self.requests.append(request)
                    self._answer(connection)
            except OSError:
                return


def read_request(connection: socket.socket) -> Optional[bytes]:
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = connection.recv(65536)
        if not chunk:
            return None
        data += chunk
    head, body = data.split(b"\r\n\r\n", 1)
    lengths = [int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    while len(body) < sum(lengths):
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


class ServiceCase(unittest.TestCase):
    def started(self, answer: Answer = lambda connection: connection.sendall(reply()), timeout: float = 20.0) -> Client:
        self.service = Service(answer)
        self.addCleanup(self.service.close)
        client = Client(self.service.url, token="right", timeout=timeout)
        self.addCleanup(client.close)
        return client

    def line(self) -> str:
        return self.service.requests[-1].split(b"\r\n", 1)[0].decode("ascii")

    def body(self) -> bytes:
        return self.service.requests[-1].split(b"\r\n\r\n", 1)[1]

    def failure(self, kind: Any, call: Callable[[], Any]) -> Any:
        with self.assertRaises(kind) as caught:
            call()
        return caught.exception

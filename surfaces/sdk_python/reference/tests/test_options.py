"""Tests of the options of one call: headers, time limit and token."""

import socket
import threading
import unittest
from typing import Any, List

from service_case import ServiceCase, reply
from template_service import Client, RefusedError, TransportError


class OptionsTest(ServiceCase):
    def test_headers_of_a_call_replace_those_of_the_operation_which_replace_those_of_the_client(self) -> None:
        self.started()
        client = Client(self.service.url, token="right", headers={"Accept": "text/html", "X-Tenant": "a"})
        self.addCleanup(client.close)
        client.list_items()
        client.list_items(request_options={"headers": {"x-tenant": "b", "Authorization": "Bearer other"}})
        first, second = [dict(line.lower().split(b": ", 1) for line in request.split(b"\r\n")[1:] if line) for request in self.service.requests]
        self.assertEqual((first[b"accept"], first[b"x-tenant"]), (b"application/json, application/problem+json", b"a"))
        self.assertEqual((second[b"authorization"], second[b"x-tenant"]), (b"bearer other", b"b"))

    def test_headers_that_cannot_be_sent_are_refused(self) -> None:
        client = self.started()
        given: List[Any] = [{"bad name": "x"}, {"": "x"}, {"x": "se\r\ncret"}, {"x": "sécret"}, {"x": " secret"}, {"x": 1}, {1: "x"}]
        for headers in given:
            with self.subTest(headers=headers):
                error = self.failure(RefusedError, lambda headers=headers: client.list_items(request_options={"headers": headers}))
                self.assertNotIn("cret", str(error))
                self.failure(ValueError, lambda headers=headers: Client("http://a", headers=headers))
        self.assertEqual(self.service.requests, [])

    def test_a_token_function_is_called_before_each_request(self) -> None:
        self.started()
        tokens = ["one", "two", "no\ntoken", None]
        client = Client(self.service.url, token=lambda: tokens.pop(0))
        self.addCleanup(client.close)
        client.list_items()
        client.list_items()
        self.assertNotIn("no\n", str(self.failure(ValueError, client.list_items)))
        client.list_items()
        sent = [[word for word in (b"one", b"two", b"authorization") if word in request] for request in self.service.requests]
        self.assertEqual(sent, [[b"one", b"authorization"], [b"two", b"authorization"], []])

    def test_a_call_has_its_own_time_limit(self) -> None:
        silent = threading.Event()
        self.addCleanup(silent.set)

        def answer(connection: socket.socket) -> None:
            if len(self.service.requests) > 1:
                silent.wait(2)
            connection.sendall(reply())

        client = self.started(answer)
        client.list_items()
        error = self.failure(TransportError, lambda: client.list_items(request_options={"timeout": 0.05}))
        self.assertEqual((error.code, str(error), self.service.connections), ("timeout", "No reply arrived within 0.05 s.", 1))

if __name__ == "__main__":
    unittest.main()

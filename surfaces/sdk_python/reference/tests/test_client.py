"""Tests of the client with a service that sends scripted bytes."""

import json
import math
import select
import socket
import threading
import unittest
from dataclasses import replace
from typing import Any, List

from service_case import Service, ServiceCase, reply
from template_service import OMITTED, ApiError, Client, RefusedError, TransportError
from template_service._transport import Transport
from template_service.generated.client import OPERATIONS
from template_service.science_runtime import Client as Runs


class ClientTest(ServiceCase):
    def test_identifiers_are_percent_encoded(self) -> None:
        client = self.started()
        given = [("a/b", "a%2Fb"), ("..a", "..a"), ("é☃𝄞", "%C3%A9%E2%98%83%F0%9D%84%9E"), ("%41", "%2541"), ("a b+?#", "a%20b%2B%3F%23"), ("\0", "%00")]
        for item_id, want in given:
            client.get_item(item_id=item_id)
            self.assertEqual(self.line(), f"GET /base/items/{want} HTTP/1.1")

    def test_values_that_cannot_be_encoded_are_refused(self) -> None:
        client = self.started()
        for item_id in ["", ".", "..", "\ud800", None, object(), math.nan]:
            with self.subTest(item_id=item_id):
                self.failure(RefusedError, lambda item_id=item_id: client.get_item(item_id=item_id))
        for body in [{"name": math.nan}, {"name": math.inf}, {"name": {1, 2}}]:
            with self.subTest(body=body):
                self.failure(RefusedError, lambda body=body: client.create_item(body=body))
        self.assertEqual(self.service.requests, [])

    def test_an_omitted_argument_is_not_sent_and_none_is_sent_as_null(self) -> None:
        client = self.started()
        client.list_items(limit=OMITTED, cursor="")
        self.assertEqual(self.line(), "GET /base/items?cursor= HTTP/1.1")
        client.create_item(body={"name": "a", "note": None})
        self.assertEqual(self.body(), b'{"name":"a","note":null}')
        client.create_item(body=None)  # type: ignore[arg-type]
        self.assertEqual(self.body(), b"null")

    def test_numbers_and_texts_arrive_unchanged(self) -> None:
        client = self.started()
        for value in [2**53 - 1, -(2**63), 10**30, -0.0, 5e-324, 1.7976931348623157e308, 10000.00000000001]:
            client.create_item(body={"quantity": value})  # type: ignore[typeddict-item]
            self.assertEqual(repr(json.loads(self.body())["quantity"]), repr(value))
        for value, want in [(5.0, "5"), (1e-7, "1e-7"), (True, "true"), (-3, "-3"), (1e21, "1e+21")]:
            client.list_items(limit=value)  # type: ignore[arg-type]
            self.assertEqual(self.line(), f"GET /base/items?limit={want.replace('+', '%2B')} HTTP/1.1")
        client.create_item(body={"name": "é\ud800\u2028"})
        self.assertEqual(json.loads(self.body()), {"name": "é\ud800\u2028"})

    def test_each_failure_raises_its_own_error_class(self) -> None:
        problem = b'{"type":"urn:problem-type:x","title":"Oops","status":0}'
        wanted = [("404 No", "NotFoundError"), ("401 No", "UnauthenticatedError"), ("422 No", "InvalidInputError"), ("418 No", "ApiError"), ("302 No", "ApiError")]
        for status, name in wanted:
            client = self.started(lambda connection, status=status: connection.sendall(reply(problem, status, "application/problem+json")))
            error = self.failure(ApiError, lambda: client.get_item(item_id="abc"))
            self.assertEqual((type(error).__name__, error.status, error.problem["title"]), (name, int(status[:3]), "Oops"))

    def test_an_undocumented_success_raises_an_error(self) -> None:
        for body, kind in [(b"{", "application/json"), (b"NaN", "application/json"), (b"\xff", "application/json"), (b"hello", "text/plain"), (b"[" * 100_000, "application/json")]:
            client = self.started(lambda connection, body=body, kind=kind: connection.sendall(reply(body, kind=kind)))
            error = self.failure(ApiError, lambda: client.get_item(item_id="abc"))
            self.assertEqual((error.status, error.problem["type"]), (200, "urn:problem-type:unreadable-reply"))

    def test_a_reply_that_breaks_off_raises_an_error(self) -> None:
        def cut(connection: socket.socket) -> None:
            connection.sendall(reply(b'{"a":1}')[:-3])
            connection.shutdown(socket.SHUT_RDWR)

        client = self.started(cut)
        self.assertEqual(self.failure(TransportError, lambda: client.get_item(item_id="abc")).code, "connection")
        self.assertEqual(len(self.service.requests), 1)

    def test_interim_responses_are_skipped(self) -> None:
        interim = b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
        client = self.started(lambda connection: connection.sendall(interim + reply(b'{"a":1}')))
        self.assertEqual(client.get_item(item_id="abc"), {"a": 1})
        self.assertEqual(client.get_item(item_id="abc"), {"a": 1})

    def test_a_response_head_that_never_ends_is_a_timeout(self) -> None:
        ended = threading.Event()

        def drip(connection: socket.socket) -> None:
            connection.sendall(b"HTTP/1.1 200 OK\r\nx-wait: ")
            while not ended.wait(0.05):
                connection.sendall(b"x")

        client = self.started(drip, timeout=0.5)
        self.assertEqual(self.failure(TransportError, lambda: client.get_item(item_id="abc")).code, "timeout")
        ended.set()

    def test_a_connection_is_kept_until_the_service_closes_it(self) -> None:
        client = self.started()
        for _ in range(3):
            client.list_items()
        self.assertEqual(self.service.connections, 1)

        def once(connection: socket.socket) -> None:
            connection.sendall(reply())
            connection.shutdown(socket.SHUT_RDWR)

        client = self.started(once)
        for _ in range(3):
            client.list_items()
            for kept in sum(client._transport._idle.values(), []):
                # The close needs time to arrive; a request sent before that is lost for any client.
                select.select([kept.sock], [], [], 10)
        self.assertEqual((self.service.connections, len(self.service.requests)), (3, 3))

    def test_no_reply_and_a_very_slow_reply_are_timeouts(self) -> None:
        stop = threading.Event()
        self.addCleanup(stop.set)

        def trickle(connection: socket.socket) -> None:
            connection.sendall(reply(b" " * 1000)[:-1000])
            while not stop.wait(0.02):
                connection.sendall(b" ")

        for answer in [lambda _: stop.wait(30), trickle]:
            client = self.started(answer, timeout=0.2)  # type: ignore[arg-type]
            self.assertEqual(self.failure(TransportError, lambda: client.get_item(item_id="abc")).code, "timeout")

    def test_a_reply_that_is_too_large_raises_an_error(self) -> None:
        self.started(lambda connection: connection.sendall(reply(b" " * 100_000)))
        transport = Transport(self.service.url, max_reply_bytes=50_000)
        self.addCleanup(transport.close)
        self.assertEqual(self.failure(TransportError, lambda: transport.call(OPERATIONS["listItems"], {})).code, "reply-too-large")

    def test_a_call_of_an_unreachable_service_raises_an_error(self) -> None:
        client = self.started()
        self.service.close()
        with socket.create_server(("127.0.0.1", 0)) as free:
            url = f"http://127.0.0.1:{free.getsockname()[1]}"
        client = Client(url, token="right")
        self.assertEqual(self.failure(TransportError, client.list_items).code, "connection")

    def test_each_thread_gets_the_reply_to_its_own_call(self) -> None:
        service: List[Service] = []

        def echo(connection: socket.socket) -> None:
            target = service[0].requests[-1].split(b" ", 2)[1].rsplit(b"/", 1)[1].decode("ascii")
            connection.sendall(reply(json.dumps({"item_id": target}).encode("ascii")))

        client = self.started(echo)
        service.append(self.service)
        wrong: List[Any] = []

        def work(number: int) -> None:
            for count in range(20):
                item_id = f"id-{number}-{count}"
                if client.get_item(item_id=item_id)["item_id"] != item_id:
                    wrong.append(item_id)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((wrong, len(self.service.requests)), ([], 80))

    def test_threads_do_not_wait_for_each_other(self) -> None:
        together = threading.Barrier(3)

        def answer(connection: socket.socket) -> None:
            together.wait(20)
            connection.sendall(reply())

        client = self.started(answer)
        threads = [threading.Thread(target=client.list_items) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((together.broken, sum(map(len, client._transport._idle.values()))), (False, 3))
        client.close()
        self.assertEqual(client._transport._idle, {})

    def test_an_error_has_the_headers_of_the_reply(self) -> None:
        client = self.started(lambda connection: connection.sendall(reply(status="503 No", more="Retry-After: 7\r\nX-Twice: a\r\nX-Twice: b\r\n")))
        error = self.failure(ApiError, client.list_items)
        self.assertEqual((error.headers["retry-after"], error.headers["x-twice"]), ("7", "a, b"))

    def test_an_event_has_the_parsed_value_of_its_data(self) -> None:
        stream = b'id: 1\nevent: progress\ndata: {"iteration":7}\n\nid: 2\nevent: running\ndata: NaN\n\nid: 3\nevent: failed\ndata: null\n\n'
        self.started(lambda connection: connection.sendall(reply(stream, kind="text/event-stream")))
        with Runs(self.service.url) as client:
            events = list(client.stream_run_events(run_id="run-1"))
        self.assertEqual(
            events,
            [
                {"id": "1", "event": "progress", "data": '{"iteration":7}', "value": {"iteration": 7}},
                {"id": "2", "event": "running", "data": "NaN"},
                {"id": "3", "event": "failed", "data": "null", "value": None},
            ],
        )

    def test_an_invalid_base_url_or_token_is_refused(self) -> None:
        for url in ["", "ftp://a", "http://", "http://u@a", "http://a?b", "a/b"]:
            self.failure(ValueError, lambda url=url: Client(url))
        error = self.failure(ValueError, lambda: Client("http://a", token="se\ncret"))
        self.assertNotIn("cret", str(error))

    def test_an_operation_is_called_at_its_own_server(self) -> None:
        common, other = (Service(lambda connection: connection.sendall(reply())) for _ in range(2))
        known = ("https://up.example.com", "/v2")
        transport = Transport(common.url, servers={"https://up.example.com/": other.url}, known_servers=known)
        for servers in [(), ("/v2",), ("/v2", "https://up.example.com"), ("https://up.example.com",)]:
            transport.call(replace(OPERATIONS["listItems"], servers=servers), {})
        transport.close()
        self.assertEqual([(len(service.requests), service.connections) for service in (common, other)], [(2, 1), (2, 1)])
        for service in (common, other):
            service.close()

    def test_a_server_that_the_contract_does_not_have_is_refused(self) -> None:
        for servers in [{"https://up.exmple.com": "http://a"}, {"/v2": "ftp://a"}]:
            self.failure(ValueError, lambda servers=servers: Transport("http://a", servers=servers, known_servers=("/v2",)))

if __name__ == "__main__":
    unittest.main()

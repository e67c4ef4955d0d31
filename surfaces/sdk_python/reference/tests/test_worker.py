"""Tests of how the worker uses a client, and of what it reports."""

import json
import unittest
from typing import Any, Dict, Iterator
from unittest import mock

import worker


class ChangedArguments(unittest.TestCase):
    def test_the_places_at_which_two_values_differ_are_found(self) -> None:
        cases = [
            ({"body": {"tags": ["a"]}}, {"body": {"tags": ["a"]}}, []),
            ({"body": {"a": 1, "b": 2}}, {"body": {"b": 2, "a": 1}}, []),
            ({"body": {"a/b": 1, "c": 2}}, {"body": {"c": 3, "d": 4}}, ["/body/a~1b", "/body/c", "/body/d"]),
            ({"body": [1, 2]}, {"body": [1]}, ["/body"]),
            ({"body": [True, 1]}, {"body": [1, 1]}, ["/body/0"]),
            ({"body": 1}, {"body": 1.0}, ["/body"]),
        ]
        for given, after, wanted in cases:
            with self.subTest(given=given, after=after):
                self.assertEqual(list(worker.changed_places(given, after, "")), wanted)

    def test_the_outcome_of_a_call_that_changes_its_argument_has_a_pointer(self) -> None:
        class Emptying:
            def __init__(self, *_: Any, **__: Any) -> None:
                pass

            def create_item(self, *, body: Dict[str, Any], request_options: Any) -> Dict[str, Any]:
                body.clear()
                return {"item_id": "a"}

        order = {"seq": 1, "operation": "createItem", "input": {"body": {"name": "Ledger"}}, "token": None, "timeoutMs": 1000}
        with mock.patch.object(worker, "Client", Emptying):
            outcome = worker.Worker({"baseUrl": "http://127.0.0.1:9"}).run(order, json.dumps(order).encode())
        self.assertEqual(outcome["native"], {"changedArguments": ["/body/name"]})


class Recording:
    """A client that returns how it was used."""

    def __init__(self, _: str, *, token: Any = None, timeout: Any = None, headers: Any = None) -> None:
        self._token = token
        self._used = {"timeout": timeout, "entered": False, **({"headers": headers} if headers else {})}

    def __enter__(self) -> "Recording":
        self._used["entered"] = True
        return self

    def __exit__(self, *_: Any) -> None:
        pass

    def create_item(self, *, body: Any, request_options: Any) -> Any:
        return {**self._used, "token": self._token(), "options": request_options}

    def list_items(self) -> Any:
        return {**self._used, "token": self._token}


class Calls(unittest.TestCase):
    def test_calls_use_the_features_of_a_client(self) -> None:
        body = {"body": {"name": "a"}}
        wrong = {"timeout": 1.0, "headers": {"AUTHORIZATION": "Bearer wrong"}}
        replaced = {"headers": {"authorization": "Bearer right"}}
        cases = [
            ("createItem", body, "right", {"timeout": None, "entered": False, "token": "right", "options": {"timeout": 1.0, "headers": {}}}),
            ("createItem", body, "wrong", {"timeout": None, "entered": False, "token": "right", "options": wrong, **replaced}),
            ("createItem", body, None, {"timeout": None, "entered": False, "token": None, "options": {"timeout": 1.0, "headers": {}}}),
            ("listItems", {}, "right", {"timeout": 1.0, "entered": False, "token": "right"}),
            ("listItems", {}, "wrong", {"timeout": 1.0, "entered": False, "token": None, "headers": {"authorization": "Bearer wrong"}}),
            ("listItems", {}, None, {"timeout": 1.0, "entered": True, "token": None}),
        ]
        with mock.patch.object(worker, "Client", Recording):
            one = worker.Worker({"baseUrl": "http://127.0.0.1:9", "token": "right"})
            for operation, given, token, wanted in cases:
                with self.subTest(operation=operation, token=token):
                    order = {"seq": 1, "operation": operation, "input": given, "token": token, "timeoutMs": 1000}
                    self.assertEqual(one.run(order, json.dumps(order).encode()), {"kind": "value", "value": wanted})


class Events(unittest.TestCase):
    def test_an_event_is_reported_as_its_caller_sees_it_after_the_next_one(self) -> None:
        def shared() -> Iterator[Dict[str, Any]]:
            event: Dict[str, Any] = {"event": "state"}
            for data in ("a", "b", "c"):
                event["data"] = data
                yield event

        for events, wanted in [(shared(), ["b", "c", "c"]), (({"event": "state", "data": data} for data in "abc"), ["a", "b", "c"])]:
            with mock.patch.object(worker, "send") as send:
                self.assertEqual(worker.report_events(1, events), {"kind": "events"})
            self.assertEqual([call.args[0]["event"]["data"] for call in send.call_args_list], wanted)

    def test_the_events_before_a_failure_are_reported(self) -> None:
        def broken() -> Iterator[Dict[str, Any]]:
            yield {"event": "state", "data": "a"}
            raise ValueError

        with mock.patch.object(worker, "send") as send, self.assertRaises(ValueError):
            worker.report_events(1, broken())
        self.assertEqual(len(send.call_args_list), 1)


if __name__ == "__main__":
    unittest.main()

"""Tests of what the worker reports about changed arguments."""

import json
import unittest
from typing import Any, Dict
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

            def create_item(self, *, body: Dict[str, Any]) -> Dict[str, Any]:
                body.clear()
                return {"item_id": "a"}

        order = {"seq": 1, "operation": "createItem", "input": {"body": {"name": "Ledger"}}, "token": None, "timeoutMs": 1000}
        with mock.patch.object(worker, "Client", Emptying):
            outcome = worker.Worker({"baseUrl": "http://127.0.0.1:9"}).run(order, json.dumps(order).encode())
        self.assertEqual(outcome["native"], {"changedArguments": ["/body/name"]})


if __name__ == "__main__":
    unittest.main()

"""Tests of bodies that are not JSON. The standard library parses the encoded bodies."""

import sys
import unittest
from email import message_from_bytes
from pathlib import Path
from typing import Any, List, Mapping, Tuple
from urllib.parse import parse_qsl

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from template_service import RefusedError  # noqa: E402
from template_service._body import encode_body  # noqa: E402
from template_service._operation import Field, Operation  # noqa: E402
from template_service._reply import Reply, read_reply  # noqa: E402

BYTES = bytes(range(256))


def operation(body_type: str = "", returns: Tuple[str, ...] = (), **fields: Field) -> Operation:
    return Operation("a", "POST", "/a", (), (), "*/*", returns, body_type=body_type, fields=fields)


def parts(value: Mapping[str, Any], **fields: Field) -> List[Tuple[Any, ...]]:
    kind, body = encode_body(operation("multipart/form-data", **fields), value)
    message = message_from_bytes(f"content-type: {kind}\r\n\r\n".encode("ascii") + body)
    return [(part["content-disposition"], part["content-type"], part.get_payload(decode=True)) for part in message.get_payload()]  # type: ignore[union-attr]


class BodyTest(unittest.TestCase):
    def test_a_form_is_parsed_by_the_standard_library(self) -> None:
        value = {"a&b": "é ~*\r\n", "tags": ["x", ""], "at": {"x": [1]}, "yes": True, "half": 0.5, "none": []}
        kind, body = encode_body(operation("application/x-www-form-urlencoded"), value)
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True)
        self.assertEqual(pairs, [("a&b", "é ~*\r\n"), ("tags", "x"), ("tags", ""), ("at", '{"x":[1]}'), ("yes", "true"), ("half", "0.5")])
        self.assertEqual((kind, body[:24]), ("application/x-www-form-urlencoded", b"a%26b=%C3%A9+%7E*%0D%0A&"))

    def test_a_field_of_a_form_may_have_a_style_or_be_json(self) -> None:
        fields = {"filter": Field(style="deepObject", explode=True), "ids": Field(style="form"), "list": Field("application/json")}
        given = {"filter": {"a": "x y"}, "ids": [1, 2], "list": [1]}
        self.assertEqual(encode_body(operation("application/x-www-form-urlencoded", **fields), given)[1], b"filter%5Ba%5D=x%20y&ids=1,2&list=%5B1%5D")

    def test_each_file_is_a_part_of_a_multipart_body(self) -> None:
        encoded = parts({'na"me': "é", "at": {"x": 1}, "row": "a,b", "files": [BYTES, ('1".bin', BYTES)], "one": ("a.png", b"x")}, row=Field("text/csv"), one=Field("image/png"))
        head = "form-data; name="
        self.assertEqual(
            encoded,
            [
                (f'{head}"na%22me"', None, "é".encode()),
                (f'{head}"at"', "application/json", b'{"x":1}'),
                (f'{head}"row"', "text/csv", b"a,b"),
                (f'{head}"files"; filename="blob"', "application/octet-stream", BYTES),
                (f'{head}"files"; filename="1%22.bin"', "application/octet-stream", BYTES),
                (f'{head}"one"; filename="a.png"', "image/png", b"x"),
            ],
        )

    def test_values_that_a_media_type_cannot_express_are_refused(self) -> None:
        form, multipart = "application/x-www-form-urlencoded", "multipart/form-data"
        given = [(multipart, ["a"]), (multipart, {}), (form, {"a": None}), (form, {"a": "\ud800"}), (multipart, {"a": "\ud800"}), ("image/png", "a"), ("text/plain", b"a"), ("text/plain", "\ud800")]
        for body_type, value in given:
            with self.subTest(body_type=body_type, value=value), self.assertRaises(RefusedError):
                encode_body(operation(body_type), value)

    def test_bytes_are_returned_unchanged(self) -> None:
        text = BYTES.decode("utf-8", "replace")
        cases = [(("bytes",), "image/png", BYTES), (("bytes",), "text/plain", BYTES), (("bytes", "text"), "text/plain", text), (("bytes", "text"), "application/zip", BYTES)]
        for returns, content_type, want in cases:
            with self.subTest(returns=returns, content_type=content_type):
                self.assertEqual(read_reply(operation(returns=returns), Reply(200, content_type, {}, BYTES)), want)
        self.assertEqual(encode_body(operation("image/png"), BYTES), ("image/png", BYTES))


if __name__ == "__main__":
    unittest.main()

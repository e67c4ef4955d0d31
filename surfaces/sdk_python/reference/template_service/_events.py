"""Server-sent events (WHATWG HTML, section 9.2). This module parses a stream in chunks of any size, and resumes a broken stream."""

import codecs
import json
import re
import time
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence

from ._text import refuse_constant
from .generated.errors import TransportError

Event = Dict[str, Any]

_LONGEST = 4 * 1024 * 1024
"""The maximum length of a line, and of the data of one event, in characters."""
_MAX_BREAKS = 5
"""How often a stream is resumed without receiving an event. If the connection then breaks again, the stream ends with an error."""
_PAUSE = 0.1
_LONGEST_PAUSE = 10.0


class BrokenStream(Exception):
    """The connection broke before the end of the stream."""


class EventStreamParser:
    """Parses a stream that arrives in chunks. It yields each event as soon as the event is complete."""

    def __init__(self, last_id: str = "") -> None:
        self.last_id = last_id
        """The identifier of the last complete event."""
        self._id = last_id
        self.pause: Optional[float] = None
        """The delay in seconds before a broken stream is resumed, if the stream states one."""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._first = True
        self._after_return = False
        self._line: List[str] = []
        self._line_size = 0
        self._event = ""
        self._data: List[str] = []
        self._size = 0

    def push(self, chunk: bytes) -> Iterator[Event]:
        text = self._decoder.decode(chunk)
        if not text:
            return
        if self._first:
            self._first = False
            text = text[1:] if text.startswith("\ufeff") else text
        # A CR and the LF after it are one line end, even if the LF is in the next chunk.
        if self._after_return and text.startswith("\n"):
            text = text[1:]
        self._after_return = text.endswith("\r") if text else False
        first, *rest = re.split("\r\n|\n|\r", text)
        self._keep(first)
        for following in rest:
            event = self._take("".join(self._line))
            self._line = []
            self._line_size = 0
            if event is not None:
                yield event
            self._keep(following)

    def _keep(self, text: str) -> None:
        self._line_size += len(text)
        if self._line_size > _LONGEST:
            raise TransportError("reply-too-large", f"A line of the stream has more than {_LONGEST} characters.")
        self._line.append(text)

    def _take(self, line: str) -> Optional[Event]:
        if line == "":
            return self._dispatch()
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            self._size += len(value) + 1
            if self._size > _LONGEST:
                raise TransportError("reply-too-large", f"An event of the stream has more than {_LONGEST} characters.")
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and re.fullmatch("[0-9]{1,9}", value):
            self.pause = int(value) / 1000
        return None

    def _dispatch(self) -> Optional[Event]:
        """Ends an event. An event without data is not yielded, and its type does not apply to the next event."""
        data, event = self._data, self._event or "message"
        self._data, self._event, self._size = [], "", 0
        self.last_id = self._id
        if not data:
            return None
        return {**({"id": self.last_id} if self.last_id else {}), "event": event, "data": "\n".join(data)}


def resumed_events(terminal: Sequence[str], opened: Callable[[str], Iterator[bytes]]) -> Iterator[Event]:
    """The events of a stream, up to its terminal event.

    If the connection breaks, the stream is resumed after the last complete event (WHATWG HTML, section 9.2.3).
    """
    parser = EventStreamParser()
    breaks = 0
    began = False
    while True:
        try:
            for chunk in opened(parser.last_id):
                for event in parser.push(chunk):
                    breaks = 0
                    began = True
                    yield event
                    if event["event"] in terminal:
                        return
            return
        except BrokenStream as error:
            breaks += 1
            # A stream without identifiers would start from the beginning and repeat its events.
            if breaks > _MAX_BREAKS or (began and parser.last_id == ""):
                raise TransportError("connection", f"The connection broke during the stream: {error}") from error
        time.sleep(min(_PAUSE if parser.pause is None else parser.pause, _LONGEST_PAUSE))
        parser = EventStreamParser(parser.last_id)


def with_values(events: Iterator[Event]) -> Iterator[Event]:
    """Adds ``value`` to each event: the parsed JSON of ``data``.

    An event whose data is not JSON is returned without a value, so that the following events are not lost.
    """
    for event in events:
        try:
            value = json.loads(event["data"], parse_constant=refuse_constant)
        except (ValueError, RecursionError):
            yield event
        else:
            yield {**event, "value": value}

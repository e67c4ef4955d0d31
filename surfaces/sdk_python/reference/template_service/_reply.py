import json
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Tuple

from ._operation import Operation
from ._text import is_json, kind_of, refuse_constant
from .generated.errors import ApiError, error_for_status


@dataclass(frozen=True)
class Reply:
    status: int
    content_type: str
    headers: Mapping[str, str]
    body: bytes


def read_reply(operation: Operation, reply: Reply) -> Any:
    """Returns the result of a call. Raises the ``ApiError`` for its status if the reply is not a documented success."""
    if not 200 <= reply.status <= 299:
        raise error_for_status(reply.status, _problem_of(reply), reply.headers)
    may_be_empty = "nothing" in operation.returns and (not operation.empty_statuses or reply.status in operation.empty_statuses)
    if not reply.body and may_be_empty:
        return None
    json_reply = is_json(reply.content_type)
    if json_reply and "json" in operation.returns:
        document = _parsed(reply)
        if document is not None:
            return document[0]
    elif not json_reply and "bytes" in operation.returns and not ("text" in operation.returns and kind_of(reply.content_type) == "text"):
        # If only bytes are documented, they are returned as bytes even with a text media type.
        return reply.body
    elif not json_reply and "text" in operation.returns:
        return reply.body.decode("utf-8", "replace")
    elif operation.returns and all(kind == "nothing" for kind in operation.returns):
        return None
    raise ApiError(
        reply.status,
        {
            "type": "urn:problem-type:unreadable-reply",
            "title": "The reply is not what the contract documents.",
            "status": reply.status,
            "detail": _excerpt(reply),
        },
        reply.headers,
    )


def _problem_of(reply: Reply) -> Mapping[str, Any]:
    """The problem document of a failed reply. If the body is not a JSON object, returns a new problem document that contains the body (RFC 9457 section 4.2.1)."""
    document = _parsed(reply) if is_json(reply.content_type) else None
    if document is not None and isinstance(document[0], dict):
        return document[0]
    return {"type": "about:blank", "status": reply.status, "detail": _excerpt(reply)}


def _parsed(reply: Reply) -> Optional[Tuple[Any]]:
    """The parsed body, as the only element of a tuple. Returns ``None`` for invalid JSON, which must differ from the valid JSON value ``null``. RFC 8259 section 8.1 requires UTF-8."""
    try:
        return (json.loads(reply.body.decode("utf-8"), parse_constant=refuse_constant),)
    except (ValueError, RecursionError):
        return None


def _excerpt(reply: Reply) -> str:
    """The start of a reply, for an error message."""
    return reply.body.decode("utf-8", "replace")[:2000]

"""The data that is needed to send the request of an operation and to read its reply."""

from dataclasses import dataclass, field
from typing import Mapping, Optional, Tuple

from ._text import kind_of


@dataclass(frozen=True)
class Parameter:
    argument: str
    """The name of the argument, which is the same on all surfaces."""
    name: str
    """The name of the parameter in the request."""
    location: str
    """``path``, ``query``, ``header`` or ``cookie``."""
    style: str
    explode: bool
    allow_reserved: bool = False
    json: bool = False
    """True if the value is JSON text. A parameter with JSON content has no style."""


@dataclass(frozen=True)
class Argument:
    """A keyword argument of a method, and the parameter or body of the contract that it passes."""

    name: str
    argument: str
    """The name of the argument, which is the same on all surfaces."""
    location: str
    wire_name: str
    """The name of the parameter in the contract, or ``body`` for the body."""


@dataclass(frozen=True)
class Credential:
    """Where a request contains the token. ``scheme`` is written before the token unless it is ``""``."""

    location: str
    name: str
    scheme: str


@dataclass(frozen=True)
class Field:
    """How a field of a form is encoded."""

    content_type: Optional[str] = None
    """The content type of the part. ``application/json`` means that the field is always encoded as JSON."""
    style: Optional[str] = None
    """If set, the field is encoded like a query parameter with this style."""
    explode: bool = False

    @property
    def is_file(self) -> bool:
        return self.content_type is not None and kind_of(self.content_type) == "bytes"


@dataclass(frozen=True)
class Operation:
    method_name: str
    """The name of the method in the client, such as ``list_items``."""
    verb: str
    path: str
    """The path template, such as ``/items/{item_id}``. Literal parts are percent-encoded."""
    arguments: Tuple[Argument, ...]
    parameters: Tuple[Parameter, ...]
    accept: str
    returns: Tuple[str, ...]
    """The kinds of content that a documented success may have: ``bytes``, ``json``, ``nothing``, ``text``."""
    empty_statuses: Tuple[int, ...] = ()
    """The statuses of a success whose reply may be empty. If there are none, ``returns`` applies to every status."""
    body_type: Optional[str] = None
    """The media type of the body. ``None`` if the operation takes no body."""
    fields: Mapping[str, Field] = field(default_factory=dict)
    """For a form: the encoding of each field that is not encoded by default."""
    credential: Optional[Credential] = None
    terminal: Optional[Tuple[str, ...]] = None
    """For a stream: the types of the events that end it."""
    json_events: bool = False
    """For a stream: true if the data of events is JSON text. Events then also have the parsed value."""

    @property
    def body_kind(self) -> Optional[str]:
        """How the body is encoded: ``json``, ``form``, ``text`` or ``bytes``. ``None`` if the operation takes no body."""
        return None if self.body_type is None else kind_of(self.body_type)
    servers: Tuple[str, ...] = ()
    """The URLs of the operation's own servers, as in the contract. Empty if the operation uses the servers of the contract."""

"""How a call of one operation becomes a request, and the content of its success."""

from dataclasses import dataclass, field
from typing import Mapping, Optional, Tuple

from ._text import kind_of


@dataclass(frozen=True)
class Parameter:
    argument: str
    """Name among the arguments of the method."""
    name: str
    """Name on the wire."""
    location: str
    """``path``, ``query``, ``header`` or ``cookie``."""
    style: str
    explode: bool
    allow_reserved: bool = False
    json: bool = False
    """The value is JSON text, and no style applies."""


@dataclass(frozen=True)
class Argument:
    """A keyword argument of a method, and its input in the contract."""

    name: str
    argument: str
    """Name among the flat arguments that all surfaces share."""
    location: str
    wire_name: str
    """``body`` for the body."""


@dataclass(frozen=True)
class Credential:
    """Where the token goes; ``scheme`` is put in front of it unless it is ``""``."""

    location: str
    name: str
    scheme: str


@dataclass(frozen=True)
class Field:
    """How a field of a form is encoded."""

    content_type: Optional[str] = None
    """Content type of the part, or ``application/json`` for a field that is always JSON."""
    style: Optional[str] = None
    """Encoded like a query parameter of that style."""
    explode: bool = False

    @property
    def is_file(self) -> bool:
        return self.content_type is not None and kind_of(self.content_type) == "bytes"


@dataclass(frozen=True)
class Operation:
    method_name: str
    """The client's method."""
    verb: str
    path: str
    """Literals percent-encoded, parameters in braces: ``/items/{item_id}``."""
    arguments: Tuple[Argument, ...]
    parameters: Tuple[Parameter, ...]
    accept: str
    returns: Tuple[str, ...]
    """What a documented success may hold: ``bytes``, ``json``, ``nothing``, ``text``."""
    empty_statuses: Tuple[int, ...] = ()
    """The statuses whose replies may be empty. Without any, ``returns`` applies to every status."""
    body_type: Optional[str] = None
    """Media type of the body; ``None`` if the operation takes none."""
    fields: Mapping[str, Field] = field(default_factory=dict)
    """For a form: the encoding of fields that differ from the default."""
    credential: Optional[Credential] = None
    terminal: Optional[Tuple[str, ...]] = None
    """For a stream: the types of event that end it."""
    json_events: bool = False
    """For a stream: the data of its events is JSON text, and also returned as values."""

    @property
    def body_kind(self) -> Optional[str]:
        """``json``, ``form``, ``text`` or ``bytes``; ``None`` if the operation takes no body."""
        return None if self.body_type is None else kind_of(self.body_type)
    servers: Tuple[str, ...] = ()
    """The URLs of the operation's own servers, as in the contract; empty if the operation has no servers of its own."""

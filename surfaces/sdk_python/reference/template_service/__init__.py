"""Client of the Template Service API: one method an operation, standard library only."""

from ._omitted import OMITTED, Omitted
from ._refused import RefusedError
from .generated.client import Client
from .generated.errors import ApiError, TransportError

__all__ = ["OMITTED", "ApiError", "Client", "Omitted", "RefusedError", "TransportError"]

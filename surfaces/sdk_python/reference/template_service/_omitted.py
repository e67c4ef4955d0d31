from enum import Enum
from typing import Final


class Omitted(Enum):
    """The type of ``OMITTED``, the value of an argument that is not sent. ``None`` is sent as ``null``."""

    OMITTED = "omitted"

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED: Final = Omitted.OMITTED

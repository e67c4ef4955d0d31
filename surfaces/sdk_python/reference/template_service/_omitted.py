from enum import Enum
from typing import Final


class Omitted(Enum):
    """The type of ``OMITTED``: an argument that is not sent, which is neither ``None`` nor a value."""

    OMITTED = "omitted"

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED: Final = Omitted.OMITTED

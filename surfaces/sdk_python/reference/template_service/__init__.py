"""Client of the Template Service API. It has one method for each operation, and uses only the standard library."""

from .generated import *  # noqa: F403
from .generated import __all__ as __all__

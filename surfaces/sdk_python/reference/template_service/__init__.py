"""Client of the Template Service API: one method per operation, standard library only."""

from .generated import *  # noqa: F403
from .generated import __all__ as __all__

"""Client of the Science Runtime API. It starts runs and reads the event streams of runs."""

from .generated import *  # noqa: F403
from .generated import __all__ as __all__

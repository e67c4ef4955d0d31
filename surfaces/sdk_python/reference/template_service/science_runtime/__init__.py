"""Client of the Science Runtime API: runs, and the streams of their events."""

from .generated import *  # noqa: F403
from .generated import __all__ as __all__

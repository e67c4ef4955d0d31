"""Client of the Science Runtime API: runs, and the streams of their events."""

from .generated.client import Client

__all__ = ["Client"]

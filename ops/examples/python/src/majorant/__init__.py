"""Predicts with the models of `majorant serve`, or with those that a learner serves, over HTTP."""

from .client import Majorant, Refused

__all__ = ["Majorant", "Refused"]

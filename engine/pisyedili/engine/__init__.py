"""The rules of Pis Yedili: pure functions over immutable values, standard library only."""

__version__ = "0.1.0"

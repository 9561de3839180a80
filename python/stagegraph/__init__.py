"""Models of streaming systems as graphs of stages: solve, simulate and compare them on pandas frames."""

from ._answers import Answer, Comparison
from ._server import StagegraphError
from ._verbs import check, compare, draw, load, simulate, solve

__version__ = "0.2.0"
__all__ = [
    "Answer",
    "Comparison",
    "Model",
    "StagegraphError",
    "check",
    "compare",
    "draw",
    "load",
    "simulate",
    "solve",
]


def __getattr__(name):
    # The widget needs packages that frames alone do not.
    if name == "Model":
        from ._widget import Model

        return Model
    raise AttributeError(f"module 'stagegraph' has no attribute {name!r}")

"""What can be asked. Options are those of the server, by their names there."""

import json
import os
import pathlib

import pandas

from ._answers import Answer, Comparison
from ._server import ask

_FORMAT = "#qtm 1"


def load(path):
    """A scenario file as a dict."""
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


def _scenario(scenario):
    """A dict, the text of a file or link, or a path."""
    return load(scenario) if isinstance(scenario, os.PathLike) else scenario


def check(scenario):
    """Errors and remarks of a scenario."""
    return ask("check", scenario=_scenario(scenario))


def solve(scenario, **options):
    """The analytic answer, such as `solve(shop, method="mmc")`."""
    return Answer(ask("solve", scenario=_scenario(scenario), **options))


def simulate(scenario, **options):
    """Means with 95 % intervals; the same seed gives the same numbers."""
    return Answer(ask("simulate", scenario=_scenario(scenario), **options))


def compare(scenario, measurements=None, *, table="scalars", time="ns", **options):
    """The model against measurements: those that the scenario holds, the text of a file, a path, or a frame.

    A frame has the columns of a `table` of the measurement format (docs/measurements.md), times in units of `time`.
    """
    if isinstance(measurements, pandas.DataFrame):
        text = f"{_FORMAT} {table} time={time}\n{measurements.to_csv(index=False)}"
    elif isinstance(measurements, os.PathLike):
        text = pathlib.Path(measurements).read_text(encoding="utf-8")
    else:
        text = measurements
    given = {} if text is None else {"measurements": text}
    return Comparison(ask("compare", scenario=_scenario(scenario), **given, **options))


def draw(scenario, **options):
    """The drawing with its numbers, as SVG."""
    return ask("draw", scenario=_scenario(scenario), **options)

"""The view of the embed in a notebook."""

import pathlib

import anywidget
import traitlets

from ._verbs import _scenario

_VIEW = pathlib.Path(__file__).parent / "static" / "widget.js"


class Model(anywidget.AnyWidget):
    """A drawing with its numbers and sliders for chosen inputs; it is solved in the browser as they move.

    `inputs` names them as `<stagegraph-model>` does (docs/embed.md). `shown` is the scenario as the sliders stand, `answer` its
    answer; both are empty until the view is there.
    """

    _esm = _VIEW
    scenario = traitlets.Dict().tag(sync=True)
    inputs = traitlets.Unicode("").tag(sync=True)
    readonly = traitlets.Bool(False).tag(sync=True)
    theme = traitlets.Enum(["", "light", "dark"], "").tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)

    def __init__(self, scenario, **options):
        super().__init__(scenario=_scenario(scenario), **options)

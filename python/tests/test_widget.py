"""The widget's state as it goes to the page."""

import unittest

import stagegraph as sg
from test_frames import station


class Widget(unittest.TestCase):
    def test_state_holds_the_scenario_and_the_view(self):
        model = sg.Model(station(), inputs="inputs 0.5..2", readonly=True)
        state = model.get_state()
        self.assertEqual(state["scenario"], station())
        self.assertEqual((state["inputs"], state["readonly"], state["shown"]), ("inputs 0.5..2", True, {}))
        self.assertIn("stagegraph-model", state["_esm"])
        self.assertEqual(state["_model_module"], "anywidget")

    def test_what_the_view_says_arrives(self):
        model = sg.Model(station())
        model.set_state({"shown": station(0.9), "answer": {"kind": "answer"}})
        self.assertEqual(model.shown["nodes"][0]["interarrival"]["rate"], 0.9)

    def test_themes_that_are_none_are_refused(self):
        with self.assertRaises(Exception):
            sg.Model(station(), theme="pink")

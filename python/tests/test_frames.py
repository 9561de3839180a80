"""Frames of answers, against closed forms."""

import os
import pathlib
import tempfile
import unittest

import pandas
import stagegraph as sg


def station(rate=0.5, capacity=None):
    stage = {"id": "a", "kind": "stage", "service": {"distribution": "exponential", "rate": 1}}
    if capacity is not None:
        stage.update(capacity=capacity, whenFull="drop")
    return {
        "format": "stagegraph-scenario",
        "schemaVersion": 3,
        "name": "One station",
        "nodes": [
            {"id": "in", "kind": "source", "interarrival": {"distribution": "exponential", "rate": rate}},
            stage,
            {"id": "out", "kind": "sink"},
        ],
        "links": [{"from": "in", "to": "a"}, {"from": "a", "to": "out"}],
    }


class Frames(unittest.TestCase):
    def test_solve_gives_the_closed_form(self):
        answer = sg.solve(station(0.75))
        self.assertEqual(answer.kind, "answer")
        self.assertAlmostEqual(answer.stages.loc["a", "meanOccupancy"], 3, places=9)
        self.assertAlmostEqual(answer.network["throughput"], 0.75, places=12)
        self.assertAlmostEqual(answer.stages.loc["a", "sojournPercentiles p99"], 18.420680743952367, places=6)
        self.assertEqual(answer.trust, "exact")

    def test_simulate_holds_it_in_its_interval_and_repeats_itself(self):
        run = sg.simulate(station(0.5), seed=3, replications=10, horizon=20000)
        mean, half = run.stages.loc["a", ["meanOccupancy", "meanOccupancy ±"]]
        self.assertLess(abs(mean - 1), 3 * half)
        again = sg.simulate(station(0.5), seed=3, replications=10, horizon=20000)
        pandas.testing.assert_frame_equal(run.stages, again.stages)

    def test_compare_takes_a_frame_and_a_file(self):
        columns = ["queueId", "metric", "stat", "value", "unit"]
        measured = pandas.DataFrame([["a", "utilization", "mean", 0.6, ""]], columns=columns)
        rows = sg.compare(station(0.5), measured, time="s").rows
        [row] = [row for row in rows.to_dict("records") if row["quantity"] == "utilization"]
        self.assertAlmostEqual(row["predicted"], 0.5)
        self.assertAlmostEqual(row["measured"], 0.6)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "Messung ü.csv")
            path.write_text(f"#qtm 1 scalars time=s\n{measured.to_csv(index=False)}", encoding="utf-8")
            pandas.testing.assert_frame_equal(rows, sg.compare(station(0.5), path).rows)

    def test_faults_are_raised_by_name(self):
        with self.assertRaises(sg.StagegraphError) as refused:
            sg.solve({**station(), "links": []})
        self.assertEqual(refused.exception.code, "badInput")
        self.assertIn("link", str(refused.exception))
        with self.assertRaises(sg.StagegraphError) as refused:
            sg.solve(station(), metod="mmc")
        self.assertIn("metod", str(refused.exception))

    def test_a_server_that_died_is_started_again(self):
        sg.solve(station())
        from stagegraph import _server

        _server._running[0].kill()
        _server._running[0].wait()
        self.assertAlmostEqual(sg.solve(station(0.5)).stages.loc["a", "meanOccupancy"], 1, places=9)

    def test_a_command_that_is_not_there_is_named(self):
        from stagegraph import _server

        _server._end()
        before = os.environ["STAGEGRAPH"]
        os.environ["STAGEGRAPH"] = "/nowhere/stagegraph"
        try:
            with self.assertRaises(sg.StagegraphError) as refused:
                sg.solve(station())
        finally:
            os.environ["STAGEGRAPH"] = before
        self.assertEqual(refused.exception.code, "noCommand")


if __name__ == "__main__":
    unittest.main()

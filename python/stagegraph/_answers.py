"""Answers of the server as frames."""

import pandas


def _flat(numbers, path=()):
    """Numbers and words by their names; of an interval its mean, and its half width under the name with ±."""
    for name, value in numbers.items():
        here = (*path, name)
        if isinstance(value, dict) and {"mean", "halfWidth"} <= value.keys():
            yield " ".join(here), value["mean"]
            yield " ".join((*here, "±")), value["halfWidth"]
        elif isinstance(value, dict):
            yield from _flat(value, here)
        elif not isinstance(value, list):
            yield " ".join(here), value


class Answer:
    """What was computed: `stages` has a row for each stage, `network` the whole, `raw` all that the server said."""

    def __init__(self, raw):
        self.raw = raw
        self.kind = raw["kind"]
        self.link = raw.get("link")
        self.trust = raw.get("trust", {}).get("word")
        rows = {stage: dict(_flat(numbers)) for stage, numbers in raw.get("stages", {}).items()}
        self.stages = pandas.DataFrame.from_dict(rows, orient="index").rename_axis("stage")
        self.network = pandas.Series(dict(_flat(raw.get("network", {}))), dtype=object, name="network")

    def __repr__(self):
        return f"<stagegraph.Answer {self.kind}, {self.trust or 'no answer'}, {len(self.stages)} stages>"

    def _repr_html_(self):
        return self.stages.to_html()


class Comparison:
    """A model against measurements: `rows` number by number, `verdict` in sentences."""

    def __init__(self, raw):
        self.raw = raw
        self.rows = pandas.DataFrame(raw.get("rows", []))
        self.verdict = raw.get("verdict", [])

    def __repr__(self):
        return f"<stagegraph.Comparison of {len(self.rows)} numbers>"

    def _repr_html_(self):
        return self.rows.to_html()

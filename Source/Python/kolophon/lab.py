# SPDX-License-Identifier: GPL-3.0-or-later
"""The laboratory: scenarios, solved in real time and by a reference."""
import dataclasses
import json
import os
import pathlib
import typing

import numpy as np

from . import _engine
from ._io import path_of, read_text
from ._play import _whole


class Transition(typing.NamedTuple):
    """A change of the discrete state."""
    time: float
    before: str
    after: str
    position: float
    velocity: float


@dataclasses.dataclass(frozen=True, eq=False)
class Record:
    """What a solver found: arrays by column ("t", "v", "F" ...: record["v"]), changes of the discrete state, bounces that piled up
    (begin, end, stop), number of steps, worst residual of the energy balance."""
    columns: dict
    events: list
    piles: list
    steps: int
    worst_residual: float

    def __getitem__(self, column):
        return self.columns[column]


@dataclasses.dataclass(frozen=True, eq=False)
class Table:
    """A table of results: rows by columns; table["force [N]"] is a column."""
    name: str
    columns: list
    values: np.ndarray

    def __getitem__(self, column):
        return self.values[:, self.columns.index(column)]


@dataclasses.dataclass(frozen=True, eq=False)
class Result:
    """An experiment's results: checks (dicts with name, unit, obtained, expected, lowest, highest, source, judged, passed), tables, and
    motions: runs[name][solver], solver "realtime", "reference" or "explicit"; the name of a single run is ""."""
    name: str
    title: str
    passed: bool
    checks: list
    tables: list
    runs: dict
    remarks: list
    scenario: dict

    def record(self, solver=None, run=None):
        """Record of a run (by default the first) and solver (by default the first there is: reference, then realtime)."""
        records = next(iter(self.runs.values())) if run is None else self.runs[run]
        if solver is None:
            solver = next(name for name in ("reference", "realtime", "explicit") if name in records)
        return records[solver]


def experiments():
    """Scenarios that ship, as dicts by name: a copy to change and run."""
    return {name: json.loads(text) for name, text in _engine.experiments()}


def schema():
    """JSON Schema of scenarios."""
    return json.loads(_engine.scenario_schema())


def run(scenario, settings=None, *, solver="", jobs=0, progress=None):
    """Runs a scenario and judges its numbers: Result.

    scenario  a dict, a file's path, or the name of an experiment that ships
    settings  changes by path: {"run.rate": 96000}
    solver    "realtime", "reference" or "both", in place of the scenario's own
    """
    folder = ""
    if isinstance(scenario, dict):
        name, text = "scenario", json.dumps(scenario)
    else:
        shipped = dict(_engine.experiments())
        name = os.fsdecode(scenario)
        if name in shipped:
            text = shipped[name]
        else:
            path = pathlib.Path(name)
            if not path.exists():
                raise ValueError(f'scenario: "{name}" is neither an experiment nor a file; kolophon.lab.experiments() lists them')
            name, text, folder = os.fsencode(path.stem).decode("utf-8", "replace"), read_text(path), path_of(path.parent)
    changes = [(path, json.dumps(value)) for path, value in (settings or {}).items()]
    found = _engine.run_experiment(name, text, folder, changes, solver, _whole("jobs", jobs, 0, 1024), progress)
    found["tables"] = [Table(*table) for table in found["tables"]]
    found["scenario"] = json.loads(found["scenario"])
    for records in found["runs"].values():
        for solver_name, record in records.items():
            record["events"] = [Transition(*event) for event in record["events"]]
            records[solver_name] = Record(**record)
    return Result(**found)

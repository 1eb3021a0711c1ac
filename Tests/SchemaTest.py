#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""SchemaTest.py ROOT TOOL : the schemas that kolophon prints. Wants python3-jsonschema.

Each is a schema, and the copy in Resources/Schemas. Every factory preset and experiment fits, as written and as the tool writes
it, and so do examples of bodies and gestures; what the reader of the tool refuses does not fit."""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

root, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
faults = []


def check(condition, text):
    if not condition:
        faults.append(text)


def run(*command):
    return subprocess.run([tool, *map(str, command)], capture_output=True, text=True)


def validator(kind):
    said = run("schema", kind)
    check(said.returncode == 0, f"schema {kind}: {said.stderr}")
    schema = json.loads(said.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    shipped = json.loads((root / f"Resources/Schemas/{kind}.schema.json").read_text(encoding="utf-8"))
    check(schema == shipped, f"Resources/Schemas/{kind}.schema.json is not what kolophon schema {kind} prints: build target docs")
    return jsonschema.Draft202012Validator(schema)


def changed(document, *path, value=None, remove=False):
    """A copy with another value at the end of the path, or with nothing there."""
    document = copy.deepcopy(document)
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    if remove:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return document


BODY = {"kolophon_body": 1, "name": "Pan", "mass": 0.6, "modes": [{"frequency": 412.5, "t60": 1.9, "shape": [0, 1, 0.5]},
                                                                  {"frequency": 988.1, "t60": 0.7, "left": -0.3}]}
BOX = {"name": "Click", "sample_rate": 48000, "channels": 1, "bits": 24, "samples": "AAB/"}

PRESET = {
    "format": "kolophon-preset", "version": 4, "name": "Test", "tags": ["a"], "keys": ["C2", "F#4"], "held": 4,
    "claims": {"clicks": [5, 20]},
    "parameters": {"hand.speed": {"value": 0.035, "unit": "m/s", "text": "35 mm/s"}, "hand.lift": "Ring", "body.modes": 64,
                   "body.decay": "800 ms", "quality.ledger": True},
    "macros": [{"name": "Bow", "to": [{"parameter": "hand.dynamics", "depth": 0.4, "curve": 0}]}, {}],
    "modulation": [{}, {"source": "LFO 1", "parameter": "hand.position", "depth": 0.1}],
    "gesture": {"speed": [[0, 0, -0.5], [1, 1]]}, "custom_body": BODY, "measured_box": BOX,
    "tuning": {"a4": 415, "scale": {"name": "x", "degrees": ["5/4", "3/2", "2/1"]}, "mapping": {"reference": 60, "frequency": 260, "keys": [0, 1, None]}},
}
# What the reader refuses, too: a path, and what stands there (nothing: it is left out).
WRONG_IN_PRESET = [
    (["format"], "kolophon"), (["version"], 0), (["version"], "4"), (["version"], 2), (["name"], 1), (["colour"], "blue"),
    (["tags"], "a"), (["tags"], [1]), (["keys"], ["C2"]), (["keys"], ["H2", "C4"]), (["held"], 1000), (["claims"], {"clicks": [1]}),
    (["parameters", "hand.sped"], 1), (["parameters", "hand.speed"], 99), (["parameters", "hand.speed", "unit"], "N"),
    (["parameters", "hand.speed"], {"unit": "m/s"}), (["parameters", "hand.lift"], "Sing"), (["parameters", "body.modes"], 64.5),
    (["parameters", "body.modes"], None), (["macros"], {}), (["macros", 0, "to", 0, "depth"], 2),
    (["macros", 0, "to", 0, "parameter"], "hand.lift"), (["macros", 0, "too"], 1), (["modulation", 1, "source"], "LFO 99"),
    (["gesture"], {"speed": [[0, 3]]}), (["gesture"], [[0, 0]]), (["gesture"], {"pace": []}), (["custom_body", "modes"], []),
    (["custom_body", "modes", 0, "t60"], 0), (["measured_box", "channels"], 3), (["measured_box", "samples"], 7),
    (["measured_box", "sample_rate"], 100), (["measured_box", "bits"], 16),
    (["tuning", "a4"], 500), (["tuning", "scale", "degrees"], [700]), (["tuning", "b4"], 1),
    (["tuning", "mapping", "middle"], 128),
]
WRONG_IN_GESTURE = [(["points"], []), (["points"], [[0, 2, 1]]), (["points"], [[0, 1]]), (["kolophon_gesture"], 0), (["more"], 1)]
WRONG_IN_BODY = [(["modes"], None), (["modes", 0, "frequency"], 0), (["modes", 0, "mass"], 1), (["bell"], 1), (["mass"], 1000)]


def judge(kind, document, wrong, reader, folder):
    """The schema takes the document and refuses each of its damages, as the reader does."""
    schema = validator(kind)
    for error in schema.iter_errors(document):
        faults.append(f"{kind}: {error.json_path}: {error.message[:300]}")
    file = folder / f"{kind}.json"
    file.write_text(json.dumps(document))
    check(reader(file), f"The reader refuses the example of a {kind}")
    for path, value in wrong:
        damaged = changed(document, *path, value=value)
        file.write_text(json.dumps(damaged))
        check(not schema.is_valid(damaged), f"The schema of a {kind} takes {path}: {value!r}")
        check(not reader(file), f"The reader of a {kind} takes {path}: {value!r}")


def main():
    presets = validator("preset")
    for path in sorted((root / "Resources/Presets").glob("*.json")):
        for error in presets.iter_errors(json.loads(path.read_text(encoding="utf-8"))):
            faults.append(f"{path.name}: {error.json_path}: {error.message[:300]}")
    scenarios = validator("scenario")
    for path in sorted((root / "Resources/Experiments").glob("*.json")):
        check(scenarios.is_valid(json.loads(path.read_text(encoding="utf-8"))), path.name)
    for name in ("Gut Cello", "Old Hinge", "Bowed Bar"):
        written = json.loads(run("preset", "convert", name).stdout)
        check(written["parameters"] and presets.is_valid(written), f"{name} as kolophon preset convert writes it")

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sound = ["--rate", "8000", "--tail", "0", "-o", folder / "x.wav", "--json", "--quiet"]

        def rendered(*arguments):
            done = run("render", *arguments, *sound)
            return done.returncode == 0 and not json.loads(done.stdout).get("warnings")

        judge("preset", PRESET, WRONG_IN_PRESET, lambda file: run("preset", "validate", file).returncode == 0, folder)
        judge("gesture", {"kolophon_gesture": 1, "points": [[0, 0, 1], [1, 1, 1]]}, WRONG_IN_GESTURE,
              lambda file: rendered("--note", "A3", "--seconds", "0.01", "--gesture", file), folder)
        judge("body", BODY, WRONG_IN_BODY, lambda file: rendered("--note", "A3", "--seconds", "0.01", "--body", file), folder)
        gestures = validator("gesture")
        check(gestures.is_valid({"kolophon_gesture": 2, "place": [[0, 0], [0.5, -2, 1]]}), "a gesture of tracks")
        check(not gestures.is_valid({"kolophon_gesture": 2, "points": [[0, 0, 1]]}), "a gesture of both")
    print("\n".join(faults))
    return 1 if faults else 0


sys.exit(main())

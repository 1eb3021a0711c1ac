# SPDX-License-Identifier: GPL-3.0-or-later
"""No solver of the laboratory ignores a field of a scenario: the engine's steps and the reference, each for one contact and for
networks, the exact flow of many modes, and the explicit steps. Each field of the schema that describes a motion stands in a
scenario below. Where it is changed, the motion that each solver finds changes, unless NOT_OF says that the solver has no use for
it. A field of no scenario is a fault, too."""
import copy
import sys

import numpy as np

from kolophon import lab, laws

SOLVERS = ("realtime", "reference", "explicit")
SECTIONS = ("bodies", "contacts", "push", "body", "law", "drive", "start", "run")
NO_MOTION = {"law.id", "contacts.law.id", "contacts.name", "contacts.between", "push.body", "body.lumped.turning", "run.csv_every",
             "run.probes", "run.solver", "run.seconds", "run.every"}
# (solver, field): why the solver has no use for it.
NOT_OF = {
    ("realtime", "run.tolerance"): "steps of one length", ("realtime", "run.longest_step"): "steps of one length",
    ("explicit", "run.tolerance"): "steps of one length", ("explicit", "run.longest_step"): "steps of one length",
    ("explicit", "run.passes"): "evaluates the law four times a step", ("reference", "run.passes"): "solves it to its tolerance",
    ("reference", "run.rate"): "of its rows alone",
}
REFUSALS = ("has no reference in a network", "is not available with the law", "has no real-time form", "has no motion at v = 0")
OTHER_WORDS = {"linear": ["hertz"], "slip -": ["stick"], "First Light": ["Dark Cello"]}
OF_LAWS = {"mu_static": 0.8, "mu_kinetic": 0.3, "stribeck_speed": 0.1, "stribeck_exponent": 1.5, "stiffness": 3000.0, "travel": 2e-4,
           "bristle_damping": 0.4, "viscosity": 0.5, "breakaway": 0.6, "literal": True, "dahl_exponent": 1.5, "stick_band": 0.01,
           "stick_rate": 300.0, "thermal_speed": 0.1, "thermal_time": 2e-3, "memory_time": 2e-3, "ageing_time": 0.01}
MASS = {"kind": "mass", "mass": 0.05, "stiffness": 2000.0, "damping": 0.3}
TO_AND_FRO = {"kind": "sine", "amplitude": 0.4, "frequency": 20.0}
FROM_REST = {"kind": "ramp", "to": 0.3, "start": 0.03, "seconds": 0.02}
KOLOPHON = {"id": "kolophon", "travel": 1e-4}
STRING = {"kind": "string", "fundamental": 200.0, "impedance": 0.4, "inharmonicity": 1e-4, "decay_rate": 2.0, "quality": 500.0,
          "bending_decay": 0.1, "partials": 12, "position": 0.11,
          "torsion": {"impedance": 1.8, "fundamental": 900.0, "quality": 30.0, "partials": 3}}
RUN = {"seconds": 0.12, "rate": 20000.0, "tolerance": 1e-7}
FAST = {"seconds": 0.02, "rate": 192000.0, "tolerance": 1e-6}


def modes(**more):
    losses = [{"t60": 0.5}, {"quality": 50.0}, *({"decay_rate": 3.0 * n} for n in range(3, 9))]
    return {"kind": "modes", "modes": [{"frequency": 150.0 * n, "mass": 0.02, "shape": 0.7, **loss, **more}
                                       for n, loss in enumerate(losses, 1)]}


def alone(body, law=KOLOPHON, velocity=0.2, run=RUN, **more):
    return {"body": body, "law": law, "drive": {"velocity": velocity, "normal_force": 5.0}, "run": run, **more}


def network(bodies, contacts, run=RUN, **more):
    return {"bodies": bodies, "contacts": contacts, "run": run, **more}


def scenarios():
    """Names and documents."""
    for law in laws().values():
        uses = {name.partition(".")[2] for name in law.parameters}
        knobs = {"id": law.id, **{name: value for name, value in OF_LAWS.items() if name in uses}}
        if law.family == "Bristle":
            knobs["residual_compliance"] = 1e-5
        velocity = FROM_REST if law.id == "armstrong" else TO_AND_FRO
        yield f"{law.id} alone", alone(MASS, knobs, velocity, start={"velocity": -0.004}) # in the band of rest of those that have one
        yield f"{law.id} in a network", network({"a": {"body": MASS}}, [
            {"name": "c", "between": ["ground", "a"], "law": knobs, "velocity": velocity, "normal_force": 5.0}])
    for knobs in ({"id": "stribeck", "peak": 1.4}, {"id": "table", "table": [[0.0, 0.7], [0.1, 0.4], [1.0, 0.2]]},
                  {"id": "coulomb_sign", "mu_kinetic": 0.3}, {"id": "discontinuous", "mu_static": 0.6, "stick_band": 0.01}):
        yield f"{knobs['id']} alone", alone(MASS, knobs, TO_AND_FRO)
        yield f"{knobs['id']} in a network", network({"a": {"body": MASS}}, [
            {"name": "c", "between": ["ground", "a"], "law": knobs, "velocity": TO_AND_FRO, "normal_force": 5.0}])
    yield "start of a bristle", alone(MASS, start={"position": 1e-3, "velocity": 0.1, "bristle": 2e-5})
    yield "start of a memory", alone(MASS, {"id": "thermal", "travel": 1e-4}, start={"memory": 0.5})
    # A force between mu_k N and mu_s N: what rests goes on resting, what slides goes on sliding.
    yield "start of a state", {"body": {"kind": "mass", "mass": 0.05}, "law": {"id": "stiction"}, "run": RUN,
                               "drive": {"push": 2.5, "normal_force": 5.0}, "start": {"state": "slip -"}}
    yield "many modes", alone(modes(), {"id": "stribeck"}, run=FAST)
    yield "string", alone(STRING, run=FAST)
    yield "instrument", alone({"kind": "instrument", "preset": "First Light", "key": 62, "rate": 48000.0,
                               "parameters": {"body.decay": 0.5}}, run=FAST)
    yield "drill string", alone({"kind": "drill_string", "table_inertia": 2.0, "bit_inertia": 0.4, "stiffness": 500.0, "damping": 0.2,
                                 "table_damping": 0.5, "bit_damping": 0.1}, start={"velocity": [2.0, 2.0]})
    masses = {"kind": "lumped", "masses": [0.05, 0.1, 0.07], "links": [
        {"from": 1, "to": 0, "stiffness": 900.0, "damping": 0.2}, {"from": 2, "to": 1, "stiffness": 700.0, "damping": 0.1},
        {"from": 3, "to": 2, "stiffness": 500.0, "damping": 0.1}]}
    yield "lumped", {**alone({**masses, "contact": 1, "pushed": 2}), "drive": {"velocity": 0.2, "normal_force": 5.0, "push": 1.5}}
    yield "block", {"body": {"kind": "block", "mass": 0.5, "left": -0.02, "right": 0.03, "restitution": 0.6, "mu_static": 0.5,
                             "mu_kinetic": 0.2, "gravity": 9.81},
                    "drive": {"push": {"kind": "sine", "amplitude": 6.0, "frequency": 6.0}}, "run": {**RUN, "seconds": 0.6}}
    yield "masses that touch", network(
        {"a": {"body": masses, "start": {"position": [1e-3, 0.0, 0.0], "velocity": [0.0, 0.2, 0.0]}}, "b": {"body": MASS}},
        [{"name": "c", "between": ["a", "b"], "at": [2, 1], "law": KOLOPHON, "velocity": 0.2, "bristle": 2e-5,
          "normal": {"at": [3, 1], "stiffness": 5e3, "kind": "linear", "damping": 0.5, "gap": -1e-3}}],
        push=[{"body": "a", "at": 2, "force": 1.5}])
    yield "modes that touch", network(
        {"a": {"body": modes(shapes=[0.4])}, "s": {"body": STRING, "tension": {"axial_stiffness": 4e4, "length": 0.4}}},
        [{"name": "c", "between": ["a", "s"], "law": KOLOPHON, "normal_force": 5.0, "velocity": 0.2},
         {"name": "d", "between": ["ground", "a"], "at": [0, 1], "law": KOLOPHON, "normal_force": 1.0, "velocity": 0.1}],
        FAST, push=[{"body": "s", "at": 0.3, "force": {"kind": "sine", "amplitude": 1.0, "frequency": 200.0}}])
    yield "run", {**alone(MASS), "run": {"seconds": 0.05, "rate": 20000.0, "passes": 3, "tolerance": 1e-8, "longest_step": 1e-4}}


def key_of(*names):
    """A field's key; the bodies of a network have the fields of a body alone."""
    return ".".join(filter(None, names)).replace("bodies.body.", "body.")


def fields(schema, key):
    """Keys of all fields below an object of the schema: those of a body by its kind, those of a list's objects once."""
    found = set()
    for kind in schema.get("oneOf", []):
        if name := kind.get("properties", {}).get("kind", {}).get("const"):
            found |= fields(kind, key_of(key, name))
    for inner in (schema.get("items"), schema.get("additionalProperties")):
        if isinstance(inner, dict):
            found |= fields(inner, key)
    for name, field in schema.get("properties", {}).items():
        if "const" not in field:
            found |= fields(field, key_of(key, name)) or {key_of(key, name)}
    return found


def values(document, known, key="", path=()):
    """(key, path, value) of each of the known fields that a document has."""
    if key in known:
        yield key, path, document
    elif isinstance(document, list):
        for number, inner in enumerate(document):
            yield from values(inner, known, key, (*path, number))
    elif isinstance(document, dict):
        kind = document["kind"] if path and path[-1] == "body" else ""
        for name, inner in document.items():
            yield from values(inner, known, key if path == ("bodies",) else key_of(key, kind, name), (*path, name))


def others(value):
    """Values near this one."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, value + 2, value - 2]
    if isinstance(value, float):
        return [1.2 * value, 0.85 * value]
    if isinstance(value, list):
        return [[*value[:i], near, *value[i + 1:]] for i, each in enumerate(value) for near in others(each)]
    if isinstance(value, dict):
        name = next(name for name in value if name != "kind")
        return [{**value, name: near} for near in others(value[name])]
    return OTHER_WORDS.get(value, [])


def changed(document, path, value):
    document = copy.deepcopy(document)
    place = document
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return document


def motion(document, solver):
    """What the solver finds; None where it refuses the law."""
    try:
        return lab.run({"kolophon_scenario": 1, "title": "fields", **document, "run": {**document["run"], "solver": solver}},
                       jobs=1).record(solver)
    except ValueError as reason:
        if any(words in str(reason) for words in REFUSALS):
            return None
        raise


def differs(a, b, least):
    """True if a column of the records differs by more than this part of its largest value."""
    for name in set(a.columns) - {"t"}:
        x, y = np.asarray(a[name], float), np.asarray(b[name], float)
        if x.shape != y.shape or np.max(np.abs(x - y)) > least * np.max(np.abs(x)):
            return True
    return False


def main():
    schema = lab.schema()["oneOf"][0]["properties"]
    known = set().union(*(fields(schema[section], section) for section in SECTIONS)) - NO_MOTION
    tried, faults = set(), []
    for name, document in scenarios():
        for solver in SOLVERS:
            first = motion(document, solver)
            for key, path, value in values(document, known) if first else ():
                if (solver, key) in NOT_OF or key.startswith("run.") and name != "run":
                    continue
                tried.add(key)
                least = 0.0 if key.startswith("run.") else 1e-6
                for near in others(value):
                    try:
                        if differs(first, motion(changed(document, path, near), solver), least):
                            break
                    except ValueError: # a value that is not allowed
                        continue
                else:
                    faults.append(f"{name}: {solver} ignores {'.'.join(map(str, path))}")
    faults += [f"{key}: in no scenario of this test" for key in sorted(known - tried)]
    print("\n".join(faults) or f"{len(tried)} fields")
    sys.exit(1 if faults else 0)


main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Bodies: descriptions, modes, and bodies from recordings."""
import dataclasses
import json

import numpy as np

from . import _engine
from ._io import channels_of, read_text, write_text
from ._patch import Patch
from ._play import key_number


@dataclasses.dataclass(frozen=True)
class BodyKind:
    """A body of the menu body.type."""
    name: str
    summary: str
    path: str
    equations: str
    normalisation: str
    source: str
    listen_for: str
    remarks: str

    def modes(self, key, patch=None, rate=96000.0):
        """Modes of the body on a key: structured array with `frequency` [Hz], `decay_rate` [1/s] and `shape` at the contact, which is
        sqrt (mass) times the mass-normalised shape. Other knobs are those of `patch`."""
        chosen = (Patch() if patch is None else patch).copy()
        chosen["body.type"] = self.name
        return modes(chosen, key, rate)


def modes(patch, key, rate=96000.0):
    """Modes of a patch's body on a key, as BodyKind.modes() returns them, below half of `rate` [Hz]."""
    table = _engine.modes(patch._preset, key_number(key), float(rate))
    found = np.empty(len(table), dtype=[("frequency", float), ("decay_rate", float), ("shape", float)])
    for column, name in enumerate(found.dtype.names):
        found[name] = table[:, column]
    return found


def bodies():
    """All bodies, by name."""
    return {entry["name"]: BodyKind(**entry) for entry in _engine.bodies()}


class Body:
    """A set of modes: from a recording, a file or numbers. `modes` is a structured array with `frequency` [Hz], `t60` [s], `shape`,
    `left` and `right` (gains at two pickups); `shape` is the one at the beginning of the contact path."""

    def __init__(self, document):
        self._document = document

    @property
    def name(self):
        return self._document.get("name", "")

    @property
    def modes(self):
        entries = self._document["modes"]
        found = np.empty(len(entries), dtype=[(name, float) for name in ("frequency", "t60", "shape", "left", "right")])
        for place, entry in enumerate(entries):
            shape = entry.get("shape", 1.0)
            found[place] = (entry["frequency"], entry["t60"], shape[0] if isinstance(shape, list) else shape, entry.get("left", 1.0),
                            entry.get("right", 1.0))
        return found

    def to_json(self):
        """The text of a body file."""
        return json.dumps(self._document)

    def save(self, path):
        """Writes a body file."""
        write_text(path, json.dumps(self._document, indent=1))


def load(path):
    """Reads a body file."""
    text = read_text(path)
    try:
        return Body(json.loads(text))
    except ValueError as reason:
        raise ValueError(f"{path}: {reason}") from None


def from_modes(frequencies, t60, shape=1.0, left=1.0, right=1.0, name="", mass=None):
    """Makes a body of 1 to 128 modes: arrays of frequencies [Hz], ring times [s], shapes at the contact and gains of two pickups.
    `mass` is that of the whole body [kg]."""
    columns = np.broadcast_arrays(*[np.atleast_1d(np.asarray(column, dtype=float)) for column in (frequencies, t60, shape, left, right)])
    names = ("frequency", "t60", "shape", "left", "right")
    document = {"kolophon_body": 1, "name": name, "modes": [dict(zip(names, map(float, row))) for row in zip(*columns)]}
    if mass is not None:
        document["mass"] = float(mass)
    body = Body(document)
    Patch().set_body(body)  # raises ValueError with field, value and range
    return body


def from_recording(sound, rate, modes=64, name="recording", progress=None):
    """Finds the modes of a body in the recording of a tap: array of shape (n,), (1, n) or (2, n) at `rate` [Hz]."""
    return Body(json.loads(_engine.body_from_recording(channels_of("sound", sound), float(rate), name, int(modes), progress)))

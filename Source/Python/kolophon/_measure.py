# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures of notes, random panels, playability maps."""
import dataclasses
import typing

import numpy as np

from . import _engine
from ._io import channels_of
from ._patch import Patch, number_of, parameter_of
from ._play import _in_range, _rate, _whole, key_number


@dataclasses.dataclass(frozen=True)
class Measures:
    """Measures of a held note: `values` and `units` by name (NaN: not defined at this pitch), loudness [LUFS], distance from recorded
    strings of a family (below 0.1: passes for one) and its parts. `note["jitter"]` is a value."""
    name: str
    values: dict
    units: dict
    loudness: typing.Optional[float]
    distance: typing.Optional[float]
    distance_parts: dict

    def __getitem__(self, name):
        return self.values[name]


def measure(sound, rate=None, pitch=None, family="", *, keys=None, seconds=2.5, velocity=80, jobs=0, progress=None):
    """Measures a held note in a sound of shape (n,), (1, n) or (2, n): Measures. `rate` [Hz] may be left out for a Sound. Or plays and
    measures `keys` of a Patch, given in place of a sound: list of Measures. `family`: bass, cello, viola or violin, to compare with."""
    if isinstance(sound, Patch):
        keys = [key_number(key) for key in ([keys] if isinstance(keys, (str, int)) else keys or ["G3"])]
        found = _engine.measure_patch(sound._preset, keys, _in_range("seconds", seconds, 0.5, 60, " s"), _whole("velocity", velocity, 1, 127),
                                      _rate(48000 if rate is None else rate), family, _whole("jobs", jobs, 0, 1024), progress)
        return [Measures(**note) for note in found]
    rate = getattr(sound, "rate", None) if rate is None else rate
    if rate is None:
        raise ValueError("rate: missing; give the sample rate of the sound [Hz]")
    return Measures(**_engine.measure(channels_of("sound", sound), float(rate), None if pitch is None else float(pitch), family))


@dataclasses.dataclass(frozen=True, eq=False)
class Panels:
    """Notes with random front panels: ids of the knobs, their positions 0 to 1 (count, knobs), keys, cents from the key (NaN: no
    pitch), level [dB], level over the unchanged patch [dB], and whether each speaks."""
    knobs: list
    positions: np.ndarray
    keys: np.ndarray
    cents: np.ndarray
    level: np.ndarray
    over_preset: np.ndarray
    speaks: np.ndarray


def panels(patch=None, count=1000, seed=1, *, lowest="A1", highest="A6", velocity=80, within=0.15, wiggle=0.0, jobs=0, progress=None):
    """Plays `count` random front panels of a patch: Panels. `within` [s]: time until a note has to speak; wiggle: fraction of a knob's
    range on either side of the patch, 0: anywhere."""
    return Panels(**_engine.panels((Patch() if patch is None else patch)._preset, _whole("count", count, 1, 10**7),
                                   _whole("seed", seed, 0, 2**64 - 1), key_number(lowest), key_number(highest),
                                   _in_range("velocity", velocity, 1, 127) / 127, _in_range("within", within, 0.01, 10, " s"),
                                   _in_range("wiggle", wiggle, 0, 1), _whole("jobs", jobs, 0, 1024), progress))


@dataclasses.dataclass(frozen=True, eq=False)
class Map:
    """A playability map: values of both axes, and arrays of shape (rows, columns) by metric; row 0 is the lowest value of y. NaN: no
    value. `map["regime"]` is the metric's array."""
    x: np.ndarray
    y: np.ndarray
    x_id: str
    y_id: str
    metrics: dict
    meanings: dict

    def __getitem__(self, metric):
        return self.metrics[metric]


def cell(values, key="G3", patch=None, *, seconds=1.5, velocity=96, rate=48000):
    """Holds a note as a cell of a map does, with `values` of parameters: {"hand.force": 0.8, "hand.position": 0.1}. Returns the metrics
    of a map as a dict; "regime" is a name, such as "Helmholtz", and None a value that is not defined."""
    parameters = [(parameter_of(name), value) for name, value in dict(values).items()]
    if not parameters:
        raise ValueError("values: no parameters")
    numbers = [(parameter.index, number_of(parameter, value)) for parameter, value in parameters]
    return _engine.cell((Patch() if patch is None else patch)._preset, numbers, key_number(key), _in_range("seconds", seconds, 0.1, 60, " s"),
                        _in_range("velocity", velocity, 1, 127) / 127, _rate(rate))


def map(x, y, key="G3", patch=None, *, seconds=1.5, velocity=96, rate=48000, jobs=0, progress=None):
    """Holds a note under every pair of two parameters: Map. An axis is a text as for `kolophon map`:
    "hand.force=0.05:20 N:log:60"."""
    found = _engine.map((Patch() if patch is None else patch)._preset, x, y, key_number(key), _in_range("seconds", seconds, 0.1, 60, " s"),
                        _in_range("velocity", velocity, 1, 127) / 127, _rate(rate), _whole("jobs", jobs, 0, 1024), progress)
    return Map(**found)

# SPDX-License-Identifier: GPL-3.0-or-later
"""Kolophon, the friction synthesiser, in Python: the same engine as the plug-in and `kolophon render`, to the last bit.

    import kolophon

    patch = kolophon.Patch("Gut Cello")
    patch.hand.speed = 0.3                      # m/s
    sound = kolophon.render("G2", patch, seconds=2)      # numpy array of shape (2, n)

Units are SI units, or %, st, cent and dB where the name of a parameter's unit says so. Invalid input raises ValueError with a
sentence that names the field, the value and the range. Long work runs without Python's lock, takes `progress`, a function that is
called with 0 ... 1, and ends on Ctrl-C.
"""
from . import bench, body, lab
from ._engine import instruction_set, latency
from ._engine import version as __version__
from ._fit import Fit, fit
from ._measure import Map, Measures, Panels, cell, map, measure, panels
from ._patch import Parameter, Patch, parameters, presets
from ._play import Event, Sound, Synth, Take, control, expression, key_number, note_off, note_on, read_midi, render, set_to, take
from ._sweep import Sweep, sweep
from ._tuning import Tuning
from .body import bodies
from .laws import laws

__all__ = ["Event", "Fit", "Map", "Measures", "Panels", "Parameter", "Patch", "Sound", "Sweep", "Synth", "Take", "Tuning", "bench", "bodies", "body", "cell",
           "control", "expression", "fit", "instruction_set", "key_number", "lab", "latency", "laws", "map", "measure", "note_off", "note_on",
           "panels", "parameters", "presets", "read_midi", "render", "set_to", "sweep", "take"]

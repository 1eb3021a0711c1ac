# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of the instrument by themselves, step by step, as voices play them: a friction law, a note on a body, a hand on a wall.
The figures of the documentation are drawn from them."""
import numpy as np

from . import _engine
from ._play import _in_range, _rate, _whole, key_number


def _columns(rows, *names):
    return dict(zip(names, rows.T))


def _numbers(name, values):
    values = np.asarray(values, dtype=float).ravel()
    if not np.all(np.isfinite(values)):
        raise ValueError(f"{name}: every one must be a number")
    return values


class Law:
    """The friction law of a patch under a constant normal force [N]. It keeps its state from call to call."""

    _names = ("velocity", "force", "heat", "state", "memory", "strength", "rest")

    def __init__(self, patch, normal_force=1.0):
        self._bench = _engine.LawBench(patch._preset, _in_range("normal_force", normal_force, 0, 1e6, " N"))

    def drive(self, velocities, h):
        """Imposes relative velocities [m/s], `h` seconds each: arrays by name, a value for each step: mean relative velocity [m/s] and
        force [N], heat [J], number of the discrete state, and the state of laws that have one (memory, strength, time at rest)."""
        return _columns(self._bench.drive(_numbers("velocities", velocities), _in_range("h", h, 1e-12, 1, " s")), *self._names)

    def push(self, mass, forces, h):
        """Pushes a block of `mass` [kg] on a table with `forces` [N], `h` seconds each: arrays as drive() has them."""
        return _columns(self._bench.push(_in_range("mass", mass, 1e-9, 1e6, " kg"), _numbers("forces", forces),
                                         _in_range("h", h, 1e-12, 1, " s")), *self._names)

    def slide(self, velocity):
        """Begins a slide at `velocity` [m/s] that has lasted."""
        self._bench.slide(_in_range("velocity", velocity, -1e3, 1e3, " m/s"))


class Note:
    """A note of a patch on its body, without mixing and output, at an internal rate [Hz]; the hand touches at the first step."""

    def __init__(self, patch, key, rate=48000):
        self.rate = _rate(rate)
        self._bench = _engine.BodyBench(patch._preset, key_number(key), self.rate)

    def play(self, seconds, every=1):
        """Plays on: arrays by name, of every `every`-th step: time [s], output, velocities of hand and surface [m/s], force of the hand
        on the body and normal force [N]; of a block its position [m] and the number of its state."""
        rows = self._bench.play(round(_in_range("seconds", seconds, 0, 600, " s") * self.rate), _whole("every", every, 1, 10**6))
        return _columns(rows, "time", "output", "hand", "surface", "force", "normal_force", "position", "state")

    def tap(self, impulse, seconds, every=1, modes=0):
        """Taps the contact with an impulse [N s] and lets the body ring: arrays by name: time [s], output, stored energy [J]; and the
        energies of the first `modes` modes, an array of shape (modes, n)."""
        self._bench.strike(_in_range("impulse", impulse, -10, 10, " N s"))
        rows = self._bench.ring(round(_in_range("seconds", seconds, 0, 600, " s") * self.rate), _whole("every", every, 1, 10**6),
                                _whole("modes", modes, 0, 128))
        return {**_columns(rows[:, :3], "time", "output", "energy"), "modes": rows[:, 3:].T}

    def deflection(self, places):
        """Deflection of a string [m] now, at fractions of its length."""
        return self._bench.deflection(_numbers("places", places))


def rub(patch, velocities, normal_force, rate=48000):
    """A hand on a rigid wall, with a patch's contact, hand and surface: sliding velocity [m/s] and force [N] of every step. `velocities`
    [m/s] of the hand, a step each."""
    rows = _engine.rub(patch._preset, _rate(rate), _numbers("velocities", velocities),
                       _in_range("normal_force", normal_force, 0, 1e6, " N"))
    return rows[:, 0], rows[:, 1]

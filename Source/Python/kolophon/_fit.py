# SPDX-License-Identifier: GPL-3.0-or-later
"""Search for the parameters with which a patch sounds like a recording, measures as asked, or follows a measured curve."""
import dataclasses
import math

import numpy as np

from ._io import channels_of
from ._measure import measure
from ._patch import Patch, parameter_of
from ._play import _in_range, _rate, _whole, key_number, render
from ._sweep import _engine_for

_BANDS_PER_OCTAVE, _LOWEST_BAND = 3, 50.0  # [Hz]
_FRAMES_PER_SECOND = 20
_FLOOR = 60.0  # [dB] below the loudest: what is softer counts as silence


@dataclasses.dataclass(frozen=True, eq=False)
class Fit:
    """What fit() has found: `patch`, its `values` by parameter, the `distance` from the target (dB for a sound, for measures the root
    mean square of differences over their tolerances, for a function its result), and all `trials` as (values, distance), the best first."""
    patch: Patch
    values: dict
    distance: float
    trials: list


def _picture(sound, rate):
    """Levels [dB] of a sound over time in bands of a third of an octave, the loudest 0 dB: what an ear compares, without phases."""
    mono = np.atleast_2d(np.asarray(sound, dtype=float)).mean(axis=0)
    size = 2 ** int(math.ceil(math.log2(rate / 10)))
    step = int(rate / _FRAMES_PER_SECOND)
    padded = np.concatenate([np.zeros(size // 2), mono, np.zeros(size)])
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[:len(mono):step] * np.hanning(size)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    edges = _LOWEST_BAND * 2 ** (np.arange(0, math.log2(0.45 * rate / _LOWEST_BAND), 1 / _BANDS_PER_OCTAVE))
    places = np.unique(np.round(edges * size / rate).astype(int))
    bands = np.add.reduceat(power, places, axis=1)[:, :-1]
    loudest = bands.max() if bands.size else 0
    if not loudest > 0:
        raise ValueError("target: the sound is silent")
    return 10 * np.log10(np.maximum(bands / loudest, 10 ** (-_FLOOR / 10)))


def _trimmed(sound, rate):
    """A sound from its beginning: where it first comes within 40 dB of its peak."""
    sound = channels_of("target", sound)
    level = np.abs(sound).max(axis=0)
    if not level.size or not level.max() > 0:
        raise ValueError("target: the sound is silent")
    begin = max(0, int(np.argmax(level > 0.01 * level.max())) - int(0.01 * rate))
    return sound[:, begin:]


class _SoundTarget:
    """Distance of a rendering from a sound, in dB."""

    def __init__(self, sound, rate, seconds):
        self.rate = rate
        self.sound = _trimmed(sound, rate)[:, :int(seconds * rate)]
        self.picture = _picture(self.sound, rate)

    def distance(self, sound):
        try:
            found = _picture(_trimmed(sound, self.rate)[:, :self.sound.shape[1]], self.rate)
        except ValueError:  # silent
            return _FLOOR
        both = min(len(found), len(self.picture))
        return float(np.sqrt(np.mean((found[:both] - self.picture[:both]) ** 2)))


class _MeasuresTarget:
    """Distance of a rendering's measures from those asked for."""

    def __init__(self, wanted, rate, pitch):
        self.rate, self.pitch = rate, pitch
        self.wanted = {str(name): tuple(value) if isinstance(value, (tuple, list)) else (value, max(0.1 * abs(value), 1e-9))
                       for name, value in wanted.items()}
        if not self.wanted:
            raise ValueError("target: no measures")

    def distance(self, sound):
        try:
            found = measure(sound, self.rate, self.pitch)
        except ValueError:  # no note
            return 1e3
        unknown = [name for name in self.wanted if name not in found.values and name != "loudness"]
        if unknown:
            raise KeyError(f'target: measure "{unknown[0]}" not found; there are loudness, {", ".join(found.values)}')
        total = 0.0
        for name, (value, tolerance) in self.wanted.items():
            got = found.loudness if name == "loudness" else found.values[name]
            total += 100.0 if got is None or math.isnan(got) else min(100.0, ((got - value) / tolerance) ** 2)
        return math.sqrt(total / len(self.wanted))


class _Range:
    """A free parameter, and where it may go."""

    def __init__(self, name, limits):
        self.parameter = parameter_of(name)
        if self.parameter.kind in ("menu", "switch"):
            raise ValueError(f"free: {name} is a {self.parameter.kind}; allowed: parameters with numbers")
        low, high = (self.parameter.minimum, self.parameter.maximum) if limits is None else limits
        self.low = _in_range(f"free: {name}", low, self.parameter.minimum, self.parameter.maximum)
        self.high = _in_range(f"free: {name}", high, self.parameter.minimum, self.parameter.maximum)
        if not self.low < self.high:
            raise ValueError(f"free: {name}: the range {low} to {high} must rise")
        self.logarithmic = self.low > 0 and self.high / self.low >= 4

    def value(self, place):
        if self.logarithmic:
            value = self.low * (self.high / self.low) ** place
        else:
            value = self.low + (self.high - self.low) * place
        value = min(max(value, self.low), self.high)
        return float(round(value)) if self.parameter.kind == "integer" else float(value)


def _finite(distance):
    """A number that can be compared, whatever a function of the user's returns."""
    distance = float(distance)
    return distance if math.isfinite(distance) else 1e300


class _Trial:
    """Renders the patch with some values of its free parameters, and compares: on whatever machine."""

    def __init__(self, patch, ranges, key, seconds, velocity, rate, target):
        self.patch, self.names, self.target = patch, [r.parameter.id for r in ranges], target
        self.key, self.seconds, self.velocity, self.rate = key, seconds, velocity, rate

    def __call__(self, values):
        patch = self.patch.copy().set(dict(zip(self.names, values)))
        if callable(self.target):
            return {"distance": _finite(self.target(patch))}
        sound = render(self.key, patch, seconds=self.seconds, velocity=self.velocity, rate=self.rate, tail=0.1)
        return {"distance": self.target.distance(np.asarray(sound))}


def fit(target, free, patch=None, key="G3", *, rate=None, seconds=None, velocity=80, client=None, trials=400, seed=1, progress=None):
    """Looks for the values of parameters with which a note of a patch comes nearest to a target: Fit.

    target    a sound of shape (n,), (1, n) or (2, n), or measures by name, such as {"centroid": 4.2, "hnr": (25, 2)}: a value, or a value
              and its tolerance (a tenth of the value if missing), or a function of a Patch that returns the distance from a measured
              curve; nothing is rendered for it, and key, seconds, velocity and rate are unused
    free      parameters and their ranges: {"hand.force": (0.2, 5), "hand.position": None}, None: the whole range. Units are those of
              the patch
    key       the note that is played; `seconds` of it (by default as long as the sound, at most 4)
    rate      of the target [Hz]; may be left out for a Sound
    client    a distributed.Client: renders the trials of a generation on its workers
    trials    number of renderings, about
    The search is scipy's differential evolution and then Nelder and Mead's simplex; equal seeds find equal patches.
    """
    try:
        import scipy.optimize
    except ImportError:
        raise ImportError("fit: needs scipy; install python3-scipy (pip: scipy)") from None
    patch = Patch() if patch is None else patch
    ranges = [_Range(name, limits) for name, limits in free.items()]
    if not ranges:
        raise ValueError("free: no parameters")
    trials = _whole("trials", trials, 10, 10**6)
    is_sound = not isinstance(target, dict) and not callable(target)
    rate = _rate(int(rate if rate is not None else getattr(target, "rate", None) or 48000))
    if callable(target):
        goal, seconds = target, 0.0
    elif is_sound:
        length = _trimmed(target, rate).shape[1] / rate
        seconds = min(4.0, length) if seconds is None else _in_range("seconds", seconds, 0.1, 60, " s")
        goal = _SoundTarget(target, rate, seconds)
    else:
        seconds = 2.0 if seconds is None else _in_range("seconds", seconds, 0.6, 60, " s")
        goal = _MeasuresTarget(target, rate, float(patch.key_frequencies()[key_number(key)]))
    trial = _Trial(patch, ranges, key_number(key), seconds, velocity, rate, goal)
    engine, known = _engine_for(client), {}

    def values_at(places):
        return tuple(one.value(place) for one, place in zip(ranges, places))

    def evaluate(_, points):
        """Distances of several points: in differential evolution, of a whole generation at once."""
        wanted = [values_at(point) for point in points]
        new = [values for values in dict.fromkeys(wanted) if values not in known]
        chunks = [[number] for number in range(len(new))]
        for chunk, results, _seconds in engine.run(trial, chunks, lambda number: {"values": new[number]}):
            known[new[chunk[0]]] = results[0]["distance"]
            if progress is not None:
                progress(min(1.0, len(known) / trials))
        return [known[values] for values in wanted]

    population = max(8, min(6 * len(ranges), trials // 6))
    generations = max(1, int(0.7 * trials / population) - 1)
    generator = np.random.default_rng(seed)
    start = (np.arange(population)[:, None] + generator.random((population, len(ranges)))) / population  # a Latin square
    for column in start.T:
        generator.shuffle(column)
    start[0] = [_place_of(one, patch[one.parameter.id]) for one in ranges]
    found = scipy.optimize.differential_evolution(
        lambda point: evaluate(None, [point])[0], [(0, 1)] * len(ranges), init=start, maxiter=generations, tol=0, atol=0, seed=seed,
        polish=False, updating="deferred", workers=evaluate)
    scipy.optimize.minimize(lambda point: evaluate(None, [np.clip(point, 0, 1)])[0], found.x, method="Nelder-Mead",
                            bounds=[(0, 1)] * len(ranges), options={"maxfev": max(10, trials - len(known)), "xatol": 1e-4, "fatol": 1e-6,
                                                                   "initial_simplex": _simplex(found.x, 0.03)})
    ordered = sorted(known.items(), key=lambda one: one[1])
    names = [one.parameter.id for one in ranges]
    best = dict(zip(names, ordered[0][0]))
    return Fit(patch.copy().set(best), best, ordered[0][1], [(dict(zip(names, values)), distance) for values, distance in ordered])


def _place_of(one, value):
    value = min(max(float(value), one.low), one.high)
    return math.log(value / one.low) / math.log(one.high / one.low) if one.logarithmic else (value - one.low) / (one.high - one.low)


def _simplex(point, size):
    corners = [np.array(point)]
    for axis in range(len(point)):
        corner = np.array(point)
        corner[axis] += size if corner[axis] + size <= 1 else -size
        corners.append(corner)
    return corners

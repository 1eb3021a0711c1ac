# SPDX-License-Identifier: GPL-3.0-or-later
"""Notes, events, renderings and block-wise play."""
import dataclasses
import math
import operator
import threading
import typing

import numpy as np

from . import _engine
from ._io import channels_of, path_of
from ._patch import Patch, number_of, parameter_of, parameters

_types = _engine.EventType
_SENT_LIMIT = 0xFFFFFF


def _in_range(field, value, low, high, unit=""):
    """The value as a float; raises ValueError that names the field, the value and the range."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{field}: {value!r} is not a number; allowed: {low:g} to {high:g}{unit}") from None
    if not low <= number <= high:
        raise ValueError(f"{field}: {value!r} is out of range; allowed: {low:g} to {high:g}{unit}")
    return number


def _whole(field, value, low, high):
    try:
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{field}: {value!r} is not a whole number; allowed: {low} to {high}") from None
    return int(_in_range(field, number, low, high))


def key_number(key):
    """MIDI key of "G3", "C#4", "Bb2" or a number 0 to 127: C4 is middle C, key 60."""
    if not isinstance(key, str):
        return _whole("key", key, 0, 127)
    number = _engine.key_from_name(key)
    if number is None:
        raise ValueError(f'key: "{key}" is invalid; allowed: names such as G3, C#4, Bb2, or 0 to 127')
    return number


class Event(typing.NamedTuple):
    """Something that a player does. Make events with note_on(), note_off(), control(), set_to() ... `time` is in seconds for render(),
    in samples from the start of the block for Synth.render()."""
    time: float
    type: int
    channel: int
    index: int
    value: float
    note: int = 0


def _event(kind, at, channel, index, value, note=0):
    if not (isinstance(at, (int, float, np.number)) and math.isfinite(at) and at >= 0):
        raise ValueError(f"at: {at!r} is invalid; allowed: a time from 0 on")
    return Event(float(at), int(kind), _whole("channel", channel, 0, 15), index, value, _whole("note", note, 0, _SENT_LIMIT))


def note_on(key, velocity=96, at=0.0, channel=0, note=0):
    """A key goes down. `velocity` is 1 to 127; 80 plays the patch as it stands. `note` tells several notes on one key apart."""
    return _event(_types.note_on, at, channel, key_number(key), _in_range("velocity", velocity, 1, 127) / 127, note)


def note_off(key, at=0.0, velocity=63.5, channel=0, note=0):
    """A key goes up; `velocity` is that of the release, 0 to 127."""
    return _event(_types.note_off, at, channel, key_number(key), _in_range("velocity", velocity, 0, 127) / 127, note)


def control(number, value, at=0.0, channel=0):
    """A MIDI controller, 0 to 127, gets a value, 0 to 1; or one of "bend" (-1 to 1), "pressure" (of the channel, 0 to 1)."""
    if number == "bend":
        return _event(_types.bend, at, channel, 0, _in_range("bend", value, -1, 1))
    if number == "pressure":
        return _event(_types.channel_pressure, at, channel, 0, _in_range("pressure", value, 0, 1))
    return _event(_types.control, at, channel, _whole("controller", number, 0, 127), _in_range("value", value, 0, 1))


_EXPRESSIONS = {"tuning": (0, -120, 120), "volume": (1, 0, 4), "pan": (2, 0, 1), "brightness": (3, 0, 1), "pressure": (4, 0, 1),
                "vibrato": (5, 0, 1), "expression": (6, 0, 1)}


_INDICES = {int(_types.note_on): 127, int(_types.note_off): 127, int(_types.note_pressure): 127, int(_types.control): 127,
            int(_types.set): len(parameters()) - 1, int(_types.expression): len(_EXPRESSIONS) - 1}


def _checked(event):
    """An event that the engine can play; raises ValueError with the field and what is allowed."""
    event = Event(*event)
    kind = _whole("type of an event", event.type, 0, _engine.event_types - 1)
    index = _whole("index of an event", event.index, 0, _INDICES.get(kind, 0xFFFF))
    if not (isinstance(event.value, (int, float, np.number)) and math.isfinite(event.value)):
        raise ValueError(f"value of an event: {event.value!r} is invalid; allowed: a finite number")
    return _event(kind, event.time, event.channel, index, float(event.value), event.note)


def expression(kind, value, note, at=0.0, channel=0):
    """Expression of the note with the number `note`, from 1: "tuning" [semitones], "volume" (gain, 0 to 4), "pan", "brightness",
    "pressure", "vibrato", "expression" (0 to 1)."""
    if kind not in _EXPRESSIONS:
        raise ValueError(f"expression: {kind!r} is invalid; allowed: {', '.join(_EXPRESSIONS)}")
    index, low, high = _EXPRESSIONS[kind]
    return _event(_types.expression, at, channel, index, _in_range(kind, value, low, high), _whole("note", note, 1, _SENT_LIMIT))


def set_to(name, value, at=0.0):
    """A parameter gets a value: number, choice, or text with a unit."""
    parameter = parameter_of(name)
    return _event(_types.set, at, 0, parameter.index, number_of(parameter, value))


def read_midi(path):
    """Reads a MIDI file: (events, seconds, title, warnings)."""
    events, seconds, title, warnings = _engine.read_song(path_of(path))
    return [Event(*event) for event in events], seconds, title, warnings


def _events_of(notes, seconds, velocity):
    """Events and duration of `notes`: a key, a name, a list of keys (a chord), or a list of (time, key, seconds[, velocity])."""
    if isinstance(notes, str):
        notes = notes.split(",")
    elif isinstance(notes, (int, np.integer)):
        notes = [notes]
    events, end = [], 0.0
    for place, note in enumerate(notes):
        if isinstance(note, (tuple, list, np.ndarray)):
            if not 3 <= len(note) <= 4:
                raise ValueError(f"notes[{place}]: {note!r} is invalid; allowed: (time, key, seconds) or (time, key, seconds, velocity)")
            begin, key, length = note[0], note[1], _in_range(f"notes[{place}]: seconds", note[2], 0, 86400, " s")
            strength = note[3] if len(note) > 3 else velocity
        else:
            begin, key, length, strength = 0.0, note, _in_range("seconds", seconds, 0, 86400, " s"), velocity
        if isinstance(key, (float, np.floating)) and float(key).is_integer():
            key = int(key)
        on = note_on(key, strength, begin)
        events += [on, note_off(key, on.time + length)]
        end = max(end, on.time + length)
    events.sort(key=lambda event: (event.time, event.type != int(_types.note_off)))
    return events, end


class Sound(np.ndarray):
    """Samples of shape (2, n) as a numpy array, full scale 1, and what is known about them: `rate` [Hz], `hash` (FNV-1a of the
    samples, that of `kolophon render`), `loudness` [LUFS] or None, `peak`, `ledger`, `probes` (structured array or None)."""

    _known = ("rate", "hash", "loudness", "peak", "ledger", "probes", "voices", "guarded_samples", "non_finite_samples", "processor_seconds")

    def __new__(cls, found, rate):
        sound = found.pop("sound").view(cls)
        sound.rate = rate
        for name, value in found.items():
            setattr(sound, name, value)
        return sound

    def __array_finalize__(self, whole):
        for name in self._known:
            setattr(self, name, getattr(whole, name, None))

    def __reduce__(self):
        make, arguments, array = super().__reduce__()
        return make, arguments, (array, {name: getattr(self, name) for name in self._known})

    def __setstate__(self, state):
        array, known = state
        super().__setstate__(array)
        for name, value in known.items():
            setattr(self, name, value)


def _performance(notes, midi, events, seconds, velocity):
    given = [name for name, value in (("notes", notes), ("midi", midi), ("events", events)) if value is not None]
    if len(given) != 1:
        raise ValueError(f"notes, midi, events: {len(given)} of them were given; give exactly one")
    if notes is not None:
        return _events_of(notes, seconds, velocity)
    if midi is not None:
        found, length, _, _ = read_midi(midi)
        return found, length
    ordered = sorted((_checked(event) for event in events), key=lambda event: event.time)
    return ordered, 0.0


def _tail(tail):
    return None if tail is None else _in_range("tail", tail, 0, 600, " s")


def _rate(rate):
    return _whole("rate", rate, 8000, 768000)


def render(notes=None, patch=None, *, midi=None, events=None, seconds=4.0, velocity=96, rate=48000, tail=None, drive=None, probes=False,
           progress=None):
    """Renders a performance: Sound, an array of float64 of shape (2, n).

    notes    "G3", 55, a chord as a list, or a list of (time [s], key, seconds[, velocity])
    midi     path of a MIDI file
    events   list of Event, times in seconds
    seconds  duration of keys without one
    tail     seconds after the last event; None: until it is silent
    drive    signal that moves the hands where hand.drive is Audio speed or Audio force, at `rate`; of two channels, their mean
    probes   True: `sound.probes` has one entry per internal sample of the voice that was started last
    """
    patch = Patch() if patch is None else patch
    found, length = _performance(notes, midi, events, seconds, velocity)
    rate = _rate(rate)
    if getattr(drive, "rate", rate) != rate:
        raise ValueError(f"drive: its rate is {drive.rate} Hz; allowed: {rate} Hz, the rate of the rendering")
    samples = [] if drive is None else channels_of("drive", drive).mean(axis=0).tolist()
    if probes and not patch["quality.ledger"]:
        patch = patch.copy().set({"quality.ledger": True})
    return Sound(_engine.render(patch._preset, found, length, rate, _tail(tail), samples, bool(probes), progress), rate)


@dataclasses.dataclass(frozen=True, eq=False)
class Take:
    """One of several takes: its sound of shape (2, n), its patch, the gain that brought it to its level, its loudness [LUFS] or None,
    and the seconds that were trimmed from its beginning."""
    sound: np.ndarray
    patch: Patch
    gain: float
    loudness: typing.Optional[float]
    trimmed: float


def take(notes=None, patch=None, count=8, vary="", *, midi=None, events=None, seconds=2.5, velocity=96, rate=48000, tail=None, gesture=0.0,
         seed=1, trim=None, fade="", level="", jobs=0, progress=None):
    """Renders `count` takes of a performance, each a little different: list of Take. Take i of a seed is the same whatever is rendered
    beside it. vary: "hand.speed=±20%,*.seed=*"; gesture: fraction by which the drawn gesture varies; trim: dB below the peak; fade:
    "5ms,50ms"; level: "-18LUFS"; jobs: threads, 0: one per core."""
    found, length = _performance(notes, midi, events, seconds, velocity)
    count = _whole("count", count, 1, 10000)
    made = _engine.takes((Patch() if patch is None else patch)._preset, found, length, _rate(rate), _tail(tail), count, vary,
                         _in_range("gesture", gesture, 0, 1), _whole("seed", seed, 0, 2**64 - 1), trim, fade, level,
                         _whole("jobs", jobs, 0, 1024), progress)
    return [Take(sound, Patch._of(preset), gain, loudness, trimmed) for sound, preset, gain, loudness, trimmed in made]


class Synth:
    """An instrument that is played block by block.

        synth = kolophon.Synth(patch, rate=48000)
        synth.note_on("G3")
        block = synth.render(512)                  # (2, 512)

    Events that wait are played at their offset in the next block. Several threads may use one synth: a block that is asked for meanwhile
    waits for the one before, and events that are sent meanwhile belong to the next block.
    """

    def __init__(self, patch=None, rate=48000.0):
        self.rate = _in_range("rate", rate, 8000, 768000, " Hz")
        self._synth = _engine.Synth((Patch() if patch is None else patch)._preset, self.rate)
        self._waiting, self._queue, self._block = [], threading.Lock(), threading.Lock()

    def send(self, event):
        """Adds an event for the next block; its time is an offset in samples."""
        event = _checked(event)
        with self._queue:
            self._waiting.append(event)

    def note_on(self, key, velocity=96, at=0, channel=0, note=0):
        """As kolophon.note_on(), `at` samples from the start of the next block."""
        self.send(note_on(key, velocity, at, channel, note))

    def note_off(self, key, at=0, velocity=63.5, channel=0, note=0):
        """As kolophon.note_off()."""
        self.send(note_off(key, at, velocity, channel, note))

    def control(self, number, value, at=0, channel=0):
        """As kolophon.control()."""
        self.send(control(number, value, at, channel))

    def set(self, name, value, at=0):
        """Moves a parameter, as a host's automation does."""
        self.send(set_to(name, value, at))

    def get(self, name):
        """Value of a parameter as the last block has used it, as a number."""
        return self._synth.parameter(parameter_of(name).index)

    def render(self, count, probes=False):
        """Renders `count` samples: array of shape (2, count). With probes=True a pair: the sound, and a structured array with one entry
        per internal sample of the voice that was started last (a view of the engine's memory)."""
        count = _whole("count", count, 0, 2**27)
        with self._block:
            with self._queue:
                self._waiting.sort(key=lambda event: event.time)
                now = [event for event in self._waiting if event.time < count]
                self._waiting = [event._replace(time=event.time - count) for event in self._waiting[len(now):]]
            sound, frames = self._synth.render(now, count, bool(probes))
        return (sound, frames) if probes else sound

    def reset(self):
        """Silences everything and forgets waiting events; the patch stays."""
        with self._block:
            with self._queue:
                self._waiting = []
            self._synth.reset()

    @property
    def is_silent(self):
        """True when nothing moves any more."""
        return self._synth.is_silent()

    @property
    def ledger(self):
        """The energy account since the beginning (with quality.ledger on)."""
        return self._synth.ledger()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Patches: all knobs of a sound as attributes, by group."""
import dataclasses
import difflib
import os
import typing

from . import _engine
from ._io import channels_of, path_of, read_text, write_text

if typing.TYPE_CHECKING:
    from ._groups import Groups
else:
    Groups = object


@dataclasses.dataclass(frozen=True)
class Parameter:
    """Description of a parameter. `minimum`, `maximum` and `default` are in `unit`; of a menu they are indices of `choices`."""
    id: str
    group: str
    name: str
    unit: str
    range: str
    minimum: float
    maximum: float
    default: float
    kind: str
    choices: tuple
    help: str
    since: str
    index: int

    def described(self):
        """Name, help and range as one text: the docstring of the attribute."""
        return f"{self.name}. {self.help}\n\nRange: {self.range}. Id: {self.id}."


def _all_parameters():
    table = []
    for index, entry in enumerate(_engine.parameters()):
        entry["choices"] = tuple(entry["choices"])
        table.append(Parameter(index=index, **entry))
    return tuple(table)


_table = _all_parameters()
_by_id = {parameter.id: parameter for parameter in _table}


def parameters():
    """All parameters, in the order of the table."""
    return list(_table)


def presets():
    """Names of the built-in presets, "First Light" first."""
    return list(_engine.factory_names())


def parameter_of(name):
    """The parameter with this id; raises ValueError with the nearest id."""
    if name in _by_id:
        return _by_id[name]
    near = _engine.nearest_parameter(str(name).encode("utf-8", "replace"))
    raise ValueError(f'parameter "{name}" not found' + (f"; did you mean {near}?" if near else "; kolophon.parameters() lists them"))


def number_of(parameter, value):
    """Value of a parameter as the engine's number: from a number, True, a choice or a text with a unit."""
    patch = _engine.Preset()
    _set(patch, parameter, value)
    return patch.get(parameter.index)


def _value(preset, parameter):
    number = preset.get(parameter.index)
    if parameter.kind == "menu":
        return parameter.choices[int(number)]
    if parameter.kind == "switch":
        return number >= 0.5
    return int(number) if parameter.kind == "integer" else number


def _set(preset, parameter, value):
    if isinstance(value, str):
        preset.set_text(parameter.index, value)
        return
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{parameter.id}: {value!r} is not a number or a text; allowed: {parameter.range}") from None
    preset.set(parameter.index, number)


def _property_of(parameter):
    return property(lambda group: _value(group._preset, parameter), lambda group, value: _set(group._preset, parameter, value),
                    doc=parameter.described())


class Group:
    """Knobs of one group, as attributes."""
    __slots__ = ("_preset",)
    _prefix = ""

    def __init__(self, preset):
        object.__setattr__(self, "_preset", preset)

    def __setattr__(self, name, value):
        if not isinstance(getattr(type(self), name, None), property):
            self.__getattr__(name)
        object.__setattr__(self, name, value)

    def __getattr__(self, name):
        near = _engine.nearest_parameter(f"{self._prefix}.{name}")
        raise AttributeError(f'parameter "{self._prefix}.{name}" not found' + (f"; did you mean {near}?" if near else ""))

    def __dir__(self):
        return [name for name in vars(type(self)) if not name.startswith("_")]

    def __repr__(self):
        return "\n".join(f"{self._prefix}.{name} = {getattr(self, name)!r}" for name in dir(self))


def _groups():
    members = {}
    for parameter in _table:
        prefix, name = parameter.id.split(".", 1)
        members.setdefault(prefix, {})[name.replace(".", "_")] = _property_of(parameter)
    return {prefix: type(prefix.capitalize(), (Group,), {"__slots__": (), "_prefix": prefix, "__doc__": f"Parameters {prefix}.*", **knobs})
            for prefix, knobs in members.items()}


_group_types = _groups()


class Patch(Groups):
    """All of a sound: parameters, body, gesture, tuning and modulation.

    Patch() is the default sound, Patch("Gut Cello") a built-in preset. Parameters are attributes, by group: `patch.hand.speed`, or
    `patch["hand.speed"]`. Numbers are in the parameter's unit, menus are texts, switches are bools; a text with a unit ("35 mm/s") is
    accepted everywhere. `warnings` lists what could not be used of a file.
    """
    __slots__ = ("_preset", "warnings")

    def __init__(self, name=None):
        object.__setattr__(self, "_preset", _engine.Preset() if name is None else _engine.factory_preset(name))
        object.__setattr__(self, "warnings", [])

    @classmethod
    def _of(cls, preset, warnings=()):
        patch = cls.__new__(cls)
        object.__setattr__(patch, "_preset", preset)
        object.__setattr__(patch, "warnings", list(warnings))
        return patch

    @classmethod
    def from_json(cls, text):
        """Reads the text of a preset. Parts that cannot be used are left out and listed in `warnings`."""
        return cls._of(*_engine.read_preset(text))

    @classmethod
    def load(cls, path):
        """Reads a preset file."""
        text = read_text(path)
        try:
            return cls.from_json(text)
        except ValueError as reason:
            raise ValueError(f"{path}: {reason}") from None

    def to_json(self):
        """The preset as text, every number exact."""
        return self._preset.to_json()

    def save(self, path):
        """Writes a preset file. An existing one is replaced when the new one is complete, and keeps its permissions; links are followed."""
        write_text(path, self.to_json())

    def copy(self):
        """An independent copy."""
        return Patch._of(self._preset.copy(), self.warnings)

    def diff(self, other=None):
        """Parameters that differ from `other` (by default the default sound): {id: (value here, value there)}."""
        there = (Patch() if other is None else other)._preset
        return {p.id: (_value(self._preset, p), _value(there, p)) for p in _table
                if self._preset.get(p.index) != there.get(p.index)}

    def set(self, values=None, **named):
        """Sets several parameters at once, all or none: set({"hand.speed": 0.2}). In keywords __ stands for the dot:
        set(hand__speed=0.2). Returns the patch."""
        changes = {**(values or {}), **{name.replace("__", "."): value for name, value in named.items()}}
        trial = self._preset.copy()
        for name, value in changes.items():
            _set(trial, parameter_of(name), value)
        object.__setattr__(self, "_preset", trial)
        return self

    def text(self, name):
        """Value of a parameter with its unit: "35 mm/s"."""
        return self._preset.text(parameter_of(name).index)

    def set_body(self, body):
        """Takes a kolophon.body.Body, and the knobs with which it sounds unchanged."""
        self._preset.set_body(body.to_json())

    def set_box(self, response, rate=None, name=""):
        """Takes an impulse response as the box "Measured", and selects it: a file (WAV, AIFF, FLAC), or samples, (n,) for both ears or
        (2, n), with their rate [Hz], which a Sound has; None removes it. The level does not matter. Raises ValueError for other sounds."""
        if response is None:
            self._preset.remove_box()
        elif isinstance(response, (str, bytes, os.PathLike)):
            self._preset.read_box(path_of(response))
        else:
            samples = channels_of("response", response)
            if samples.shape[1] == 0:
                raise ValueError("response: there are no samples")
            rate = getattr(response, "rate", None) if rate is None else rate
            if rate is None:
                raise ValueError("rate: missing; allowed: 8000 to 192000 Hz")
            self._preset.set_box(samples, float(rate), str(name))

    def box(self):
        """The response of the box "Measured": samples of shape (channels, n), their rate [Hz], and its name; None without one."""
        return self._preset.box()

    def set_tuning(self, tuning):
        """Takes a kolophon.Tuning."""
        self._preset.set_tuning(tuning.scale, tuning.mapping, tuning.a4)

    def key_frequencies(self):
        """Frequencies [Hz] of keys 0 to 127 in the patch's tuning; NaN for keys that are not mapped."""
        return self._preset.key_frequencies()

    @property
    def fingerprint(self):
        """64-bit number that is equal for equal sounds."""
        return self._preset.fingerprint()

    def __getitem__(self, name):
        return _value(self._preset, parameter_of(name))

    def __setitem__(self, name, value):
        _set(self._preset, parameter_of(name), value)

    def __getattr__(self, name):
        if name in _group_types:
            return _group_types[name](self._preset)
        if name in ("name", "author", "notes", "tags"):
            return getattr(self._preset, name)
        near = difflib.get_close_matches(name, _group_types, 1)
        raise AttributeError(f'Patch has no group "{name}"' + (f"; did you mean {near[0]}?" if near else f"; groups: {', '.join(_group_types)}"))

    def __setattr__(self, name, value):
        if name not in ("name", "author", "notes", "tags"):
            self.__getattr__(name)
            raise AttributeError(f"{name} is a group: set its parameters, or use patch[...] = ...")
        setattr(self._preset, name, value)

    def __dir__(self):
        return sorted({*object.__dir__(self), *_group_types, "name", "author", "notes", "tags"})

    def __eq__(self, other):
        return isinstance(other, Patch) and self.to_json() == other.to_json()

    __hash__ = None

    def __repr__(self):
        return f"<Patch {self.name!r}: {len(self.diff())} parameters differ from the default sound>"

    def __reduce__(self):
        return Patch._restored, (self.to_json(), self.warnings)

    @classmethod
    def _restored(cls, text, warnings):
        return cls._of(cls.from_json(text)._preset, warnings)

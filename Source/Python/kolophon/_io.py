# SPDX-License-Identifier: GPL-3.0-or-later
"""Files and sounds as the engine takes them."""
import os
import pathlib

import numpy as np

from . import _engine

_FULL_SCALE = {"int16": 2.0**15, "int32": 2.0**31}  # as soundfile.read() and scipy.io.wavfile.read() return them


def path_of(path):
    """A path for the engine: bytes, because a file's name need not be UTF-8."""
    return os.fsencode(path)


def read_text(path, errors="strict"):
    """The text of a file, whatever its line ends and byte order mark."""
    try:
        return _engine.text_of(pathlib.Path(path).read_bytes()).decode("utf-8", errors)
    except ValueError as reason:  # UnicodeDecodeError is one
        raise ValueError(f"{path}: {reason}") from None


def write_text(path, text):
    """Writes a file whole or not at all."""
    _engine.write_text(path_of(path), text)


def channels_of(field, sound):
    """A sound as floats of shape (1, n) or (2, n), full scale 1: from (n,), (1, n), (2, n), (n, 1) or (n, 2), in floats, or in integers of
    16 or 32 bits."""
    samples = np.asarray(sound)
    if samples.dtype.name in _FULL_SCALE:
        samples = samples / _FULL_SCALE[samples.dtype.name]
    try:
        samples = np.atleast_2d(np.asarray(samples, dtype=float))
    except (TypeError, ValueError):
        raise ValueError(f"{field}: {type(sound).__name__} is not an array of samples") from None
    if samples.ndim == 2 and samples.shape[0] > 2 >= samples.shape[1]:
        samples = samples.T
    if samples.ndim != 2 or not 1 <= samples.shape[0] <= 2:
        raise ValueError(f"{field}: shape {np.shape(sound)} is invalid; allowed: (n,), (1, n), (2, n), (n, 1), (n, 2)")
    if not np.isfinite(samples).all():
        raise ValueError(f"{field}: a sample is not a finite number")
    return np.ascontiguousarray(samples)

# SPDX-License-Identifier: GPL-3.0-or-later
"""Tunings of the keys."""
import dataclasses

from ._io import read_text


@dataclasses.dataclass(frozen=True)
class Tuning:
    """A Scala scale, a keyboard mapping and the pitch of A4 [Hz], 400 to 480. `scale` and `mapping` are the texts of a .scl and a .kbm
    file; empty: equal temperament, and every key the next degree."""
    scale: str = ""
    mapping: str = ""
    a4: float = 440.0

    @classmethod
    def load(cls, scale=None, mapping=None, a4=440.0):
        """Reads the files; None stands for no file."""
        def text(path):
            return "" if path is None else read_text(path, "replace")
        return cls(text(scale), text(mapping), a4)

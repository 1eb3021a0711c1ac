# SPDX-License-Identifier: GPL-3.0-or-later
"""Friction laws: descriptions and steady curves."""
import dataclasses

import numpy as np

from . import _engine
from ._patch import Patch


@dataclasses.dataclass(frozen=True)
class Law:
    """A friction law. `parameters` are the ids of the parameters that it reads, `equations` those of its source, `states` the names of
    its discrete states, if it has any."""
    id: str
    name: str
    family: str
    summary: str
    equations: str
    source: str
    passivity: str
    listen_for: str
    remarks: str
    states: tuple
    parameters: tuple

    def steady_friction(self, speeds, patch=None):
        """Friction force over normal force of steady sliding at each of `speeds` [m/s] > 0: array of the same shape. The parameters are
        those of `patch`, by default those of the default sound."""
        speeds = np.asarray(speeds, dtype=float)
        if not (np.all(np.isfinite(speeds)) and np.all(speeds > 0)):
            raise ValueError("speeds: every speed must be a number above 0 m/s")
        chosen = (Patch() if patch is None else patch).copy()
        chosen["contact.law"] = self.name
        return _engine.steady_friction(chosen._preset, speeds.ravel()).reshape(speeds.shape)


def laws():
    """All friction laws, by id."""
    return {entry["id"]: Law(**{**entry, "states": tuple(entry["states"]), "parameters": tuple(entry["parameters"])}) for entry in _engine.laws()}

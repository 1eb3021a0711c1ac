# SPDX-License-Identifier: GPL-3.0-or-later
"""The stub of the parameter groups is the one that the table gives."""
import pathlib
import sys

from kolophon import _stubs

stub = pathlib.Path(sys.argv[1]).resolve() / "Source/Python/kolophon/_groups.pyi"
assert stub.read_text(encoding="utf-8") == _stubs.text(), "renew it: python3 -m kolophon._stubs > Source/Python/kolophon/_groups.pyi"

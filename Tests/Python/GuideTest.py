# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every Python block of the guide's page, in order, in one namespace and an empty folder."""
import os
import pathlib
import re
import sys
import tempfile

page = pathlib.Path(sys.argv[1]).resolve() / "Resources/Docs/Guide/Python.md"
blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
assert len(blocks) >= 7, f"{len(blocks)} blocks"
names = {}
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for block in blocks:
        exec(compile(block, page.name, "exec"), names)
    os.chdir("/")
assert names["sound"].shape[0] == 2 and names["result"].passed
print(f"{len(blocks)} blocks ran")

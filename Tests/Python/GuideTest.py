# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every Python block of the guide's pages about Python, in order, in one namespace and an empty folder per page; files that a page tells
its reader to save run by themselves."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

guide = pathlib.Path(sys.argv[1]).resolve() / "Resources/Docs/Guide"
TOOL = os.environ["KOLOPHON_TOOL"]


def run_page(name, prepare=lambda: None):
    text = (guide / name).read_text(encoding="utf-8")
    saved = dict(re.findall(r"Save this as `([^`]+)`:\n\n```python\n(.*?)^```", text, re.M | re.S))
    blocks = [block for block in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S) if block not in saved.values()]
    names = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prepare()
        for block in blocks:
            pathlib.Path("block.py").write_text(block, encoding="utf-8")  # for inspect
            exec(compile(block, "block.py", "exec"), names)
        for file, script in saved.items():
            if file.endswith(".py") and ("distributed" not in script or has_dask):
                pathlib.Path(file).write_text(script, encoding="utf-8")
                subprocess.run([sys.executable, file], check=True)
        os.chdir("/")
    print(f"{name}: {len(blocks)} blocks ran")
    return len(blocks), names


try:
    import distributed
    has_dask = distributed is not None
except ImportError:
    has_dask = False

count, names = run_page("Python.md")
assert count >= 7 and names["sound"].shape[0] == 2 and names["result"].passed
count, names = run_page("Sweeps.md", lambda: subprocess.run(
    [TOOL, "map", "--x", "hand.position=0.1:0.2:lin:2", "--y", "hand.force=1:2:lin:3", "--seconds", "0.2", "--no-sounds", "--quiet",
     "-o", "big"], check=True))
assert count >= 4 and names["level"] is not None
assert names["border"].computed.mean() < 1

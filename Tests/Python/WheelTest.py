# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a wheel, installs it into an environment of its own without a network, and plays a note there."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

source = pathlib.Path(sys.argv[1]).resolve()
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    checkout = folder / "source"
    checkout.mkdir()
    for part in ("Source/Python", "CMakeLists.txt", "README.md", "pyproject.toml", "setup.py"):
        target = checkout / part
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (source / part).is_dir() else shutil.copy)(source / part, target)
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    run = lambda *command, **options: subprocess.run(command, check=True, env=clean, **options)
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", name, str(checkout), stdout=subprocess.DEVNULL)
    wheel, = folder.glob("*.whl")
    run(sys.executable, "-m", "venv", "--system-site-packages", str(folder / "v"))
    python = str(folder / "v/bin/python")
    run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", str(wheel))
    found = run(python, "-c", "import kolophon, sys; print(kolophon.__file__); print(kolophon.render('A3', seconds=0.1, tail=0.1).hash)",
                cwd=name, capture_output=True, text=True).stdout.split("\n")
    assert found[0].startswith(str(folder / "v")), found
    here = subprocess.run([sys.executable, "-c", "import kolophon; print(kolophon.render('A3', seconds=0.1, tail=0.1).hash)"],
                          check=True, capture_output=True, text=True).stdout.strip()
    assert found[1] == here, (found, here)
    run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "kolophon")
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
